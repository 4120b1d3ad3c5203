/** HTML parts of messages for a frame: what their references mean (RFC 2392, RFC 2557). */
import { expect, test } from 'vitest';
import { canonicalize } from '../../../../src/index.ts';
import { parseParts } from '../../../../src/message/parts.ts';
import { linkBuilder } from '../../../../worker/gateway/contract/link-builder.ts';
import { builtInGateways } from '../../../../worker/gateway/open/built-in.ts';
import { framedHtml, framedPolicy } from '../../../../worker/gateway/shared/framed-html.ts';
import {
  octetsHref,
  partFraming,
  partHref,
  partsOwner,
  withQuery,
} from '../../../../worker/gateway/shared/message-html.ts';
import { environmentOf } from '../../../../worker/settings/environment.ts';

const environment = environmentOf({ ASSETS: { fetch: () => Promise.resolve(new Response()) } }, builtInGateways);
const links = linkBuilder(canonicalize('news:a@h.example'), 'https://w.example/base', environment);
const owner = { url: 'news:a@h.example', partHref: (part: string) => `/news/~/a@h.example/part/${part}` };
const PARTS = 'https://w.example/base/news/~/a@h.example/part';

/** The body of the first part, framed, beside a picture and a second page. */
function bodyOf(html: string, location = ''): string {
  const lines = [
    'Content-Type: multipart/related; boundary=x',
    '',
    ...['--x', 'Content-Type: text/html', ...(location === '' ? [] : [`Content-Location: ${location}`]), '', html],
    ...['--x', 'Content-Type: image/gif', 'Content-ID: <pic%one@h.example>', 'Content-Location: pics/a.gif', '', 'GIF'],
    ...['--x', 'Content-Type: image/gif', 'Content-Location: http://h.example/a/\r\n b.gif', '', 'GIF'],
    ...['--x', 'Content-Type: text/html', 'Content-ID: <page@h.example>', '', '<p>', '--x--', ''],
  ];
  const parts = parseParts(new TextEncoder().encode(lines.join('\r\n')));
  const [part] = parts;
  if (part === undefined) throw new Error('no part');
  const { markup } = framedHtml(html, links, 4, partFraming(links, owner, parts, part));
  return /<body>(.*)<\/body>/s.exec(markup)?.[1] ?? '';
}

const picture = (number: number) => `<img loading="lazy" src="${PARTS}/${number}?format=raw">`;
const link = (href: string) => `<a href="${href}" target="_top" rel="noopener noreferrer nofollow ugc">x</a>`;
const NONE = '<img loading="lazy">';

test.each([
  ['RFC 2392 §2: a Content-ID, whose % is escaped', 'cid:pic%25one@h.example', '', picture(2)],
  ['the scheme in capitals', 'CID:pic%25one@h.example', '', picture(2)],
  ['another Content-ID', 'cid:none@h.example', '', NONE],
  ['RFC 2557 §5: a relative Content-Location', 'pics/a.gif', '', picture(2)],
  ['a place beside it', 'a.gif', '', NONE],
  ['an absolute Content-Location, which was folded', 'http://h.example/a/b.gif', '', picture(3)],
  ['relative to the Content-Location of the page', 'b.gif', 'http://h.example/a/index.html', picture(3)],
  ['a picture of another server', 'http://tracker.example/a.gif', '', NONE],
  ['a picture of this service', '/ftp/h.example/a.gif', '', NONE],
  ['a picture in the text', 'data:image/gif;base64,R0lG', '', '<img loading="lazy" src="data:image/gif;base64,R0lG">'],
])('a picture: %s', (_, reference, location, written) => {
  expect(bodyOf(`<body><img src="${reference}">`, location)).toBe(written);
});

test.each([
  ['the web', 'http://h.example/?a', '', link('https://w.example/base/r?url=http%3A%2F%2Fh.example%2F%3Fa')],
  ['gopher', 'gopher://h.example/0/a', '', link('https://w.example/base/gopher/h.example/0/a')],
  ['another part', 'cid:page@h.example#top', '', link(`${PARTS}/4`)],
  ['a part that is not there', 'cid:none@h.example', '', '<a>x</a>'],
  ['a part of a message', 'mid:b@h.example', '', link('https://w.example/base/open?url=mid%3Ab%40h.example')],
  ['a place on the page', '#top', '', '<a href="#top">x</a>'],
  ['a relative reference without a base', 'b.html', '', '<a>x</a>'],
  ['with one', 'b.html', 'ftp://h.example/a/', link('https://w.example/base/ftp/h.example/a/b.html')],
  ['a script', 'javascript:alert(1)', '', '<a>x</a>'],
])('a link: %s', (_, reference, location, written) => {
  expect(bodyOf(`<body><a href="${reference}">x</a>`, location)).toBe(written);
});

test('a base element', () => {
  const html = '<head><base href="ftp://h.example/a/"></head><body><a href="b.html">x</a>';
  expect(bodyOf(html)).toBe(link('https://w.example/base/ftp/h.example/a/b.html'));
});

test.each([
  ['/news/~/a@h.example/part/', 'img-src data: https://w.example/base/news/~/a@h.example/part/;'],
  ['/wais/h.example/d/TEXT/1/a?part=', 'img-src data: https://w.example/base/wais/h.example/d/TEXT/1/a;'],
  // Everything can be opened at /open.
  ['/open?url=news%3Aa&part=', 'img-src data:;'],
])('only parts of the message load: %s', (address, policy) => {
  const framing = partFraming(links, { ...owner, partHref: (part) => address + part }, [], {
    ...{ number: 1, type: 'text/html', parameters: new Map(), encoding: '7bit', disposition: null, name: null },
    ...{ contentId: null, contentLocation: null, body: new Uint8Array() },
  });
  expect(framedPolicy(links, framing)).toContain(policy);
});

test.each([
  ['/a', {}, '/a'],
  ['/a', { b: 'c d' }, '/a?b=c+d'],
  ['/a?x=y', { b: 'c' }, '/a?x=y&b=c'],
  ['/a?x=y', {}, '/a?x=y'],
])('%s with %j: %s', (href, query, address) => {
  expect(withQuery(href, query)).toBe(address);
});

test('the octets of a part have the address of the part, and their format', () => {
  expect([octetsHref('/a/part/1'), octetsHref('/a?part=1')]).toEqual(['/a/part/1?format=raw', '/a?part=1&format=raw']);
});

test.each([
  ['news:a@h.example', '1', '/news/~/a@h.example/part/1'],
  ['news:a@h.example', 'a/b@c', '/news/~/a@h.example/part/a%2Fb%40c'],
  ['news:a%5Cb@h.example', '1', '/open?url=news%3Aa%255Cb%40h.example&part=1'],
  // What has no address of its own stands at that of the link.
  ['x-none:a', '2', '/news/~/a@h.example/part/2'],
])('a part of %s, %s, is at %s', (article, part, href) => {
  expect(partHref(links, article, part)).toBe(href);
  expect(partsOwner(links, article)).toMatchObject({ url: article });
  expect(partsOwner(links, article).partHref(part)).toBe(href);
});

test('of two parts with one name, the first counts', () => {
  const part = { type: 'image/gif', parameters: new Map(), encoding: '7bit', disposition: null, name: null } as const;
  const of = (number: number) => ({
    ...part,
    ...{ number, contentId: 'x@h', contentLocation: null, body: new Uint8Array() },
  });
  const { hrefOf } = partFraming(links, owner, [of(2), of(3)], of(1));
  expect(hrefOf?.(canonicalize('cid:x%40h'), false)).toBe('/news/~/a@h.example/part/2');
});
