/** Steps that are taken once: a menu item is canonicalized once, and CR LF is added once. */
import { describe, expect, test } from 'vitest';
import { canonicalize, explain } from '../../../../src/index.ts';
import { concatOctets, utf8OrLatin1Of } from '../../../../src/octets/octets.ts';
import { lineWriter } from '../../../../src/open/gopher/line-json.ts';
import { parseMenu } from '../../../../src/protocols/gopher/menu.ts';
import { ask } from '../../../../src/protocols/gopher/reply.ts';
import { splitGopherPath } from '../../../../src/schemes/gopher/path.ts';
import { requestLines } from '../../../../src/schemes/gopher/request.ts';
import type { LinkBuilder } from '../../../../worker/gateway/contract/contract.ts';
import { linkBuilder } from '../../../../worker/gateway/contract/link-builder.ts';
import { builtInGateways } from '../../../../worker/gateway/open/built-in.ts';
import { jsonLinks } from '../../../../worker/gateway/shapes/context.ts';
import { environmentOf } from '../../../../worker/settings/environment.ts';

const server = { host: 'h.example', port: 70 };
const ASSETS = { fetch: () => Promise.resolve(new Response()) };
const environment = environmentOf({ ASSETS, TERMINALS: 'on' }, builtInGateways);

function gopherLink(url: string) {
  const resolution = explain(url);
  if (resolution.kind !== 'gopher') throw new TypeError(`not a gopher URL: ${url}`);
  return resolution;
}

describe('a menu item', () => {
  const menu = [
    '0About\t/about\th.example\t70',
    '1Elsewhere\t\tx.example\t7070\t+',
    '8Session\tguest\tx.example\t23',
    'hWeb\tURL:https://x.example/\th.example\t70',
    'hScript\tURL:javascript:zq9\th.example\t70',
    '0Broken\t/a\rb\th.example\t70',
    'iWords',
  ];

  test('is canonicalized once: its address comes from its canonical link', () => {
    const lines = parseMenu(concatOctets([menu.join('\r\n')]), server);
    const resolution = gopherLink('gopher://h.example/');
    const builder = linkBuilder(resolution.canonical, 'https://waypost.example', environment);
    const addressed: string[] = [];
    const links: LinkBuilder = {
      ...builder,
      hrefOf: (url) => {
        throw new Error(`${url} would be canonicalized again`);
      },
      hrefOfCanonical: (link, query) => {
        addressed.push(link);
        return builder.hrefOfCanonical(link, query);
      },
    };
    const shown = lines.map(lineWriter({ link: resolution, server }, jsonLinks({ links }), { read: String }));
    expect(addressed).toEqual([
      'gopher://h.example/0/about',
      'gopher://x.example:7070/',
      'telnet://guest@x.example/',
      'https://x.example/',
    ]);
    expect(shown).toMatchObject([
      { url: addressed[0], open: 'https://waypost.example/gopher/h.example/0/about' },
      { url: addressed[1], open: 'https://waypost.example/gopher/x.example:7070/' },
      { url: addressed[2], open: 'https://waypost.example/telnet/x.example/?user=guest' },
      { url: addressed[3], open: 'https://x.example/', target: 'https://x.example/' },
      { kind: 'link', url: null, open: null, target: 'javascript:zq9' },
      { kind: 'item', url: null, open: null },
      { kind: 'info' },
    ]);
  });
});

const FORM = '/0/form%09%09+text/plain%091%0D%0A+-1%0D%0AJane%0D%0A%0D%0A.%0D%0A';

describe('the lines of a request', () => {
  test.each([
    ['/', ['']],
    ['/0/a%20b', ['/a b']],
    ['/7/s%09x', ['/s\tx']],
    ['/0/a%09%09!', ['/a\t!']],
    ['/7/s%09%09+', ['/s\t\t+']],
    [FORM, ['/form\t+text/plain\t1', '+-1', 'Jane', '', '.']],
  ])('of %s have no ends', (path, lines) => {
    const canonical = canonicalize(`gopher://h.example${path}`).slice('gopher://h.example'.length);
    expect(requestLines(splitGopherPath(canonical)).map(utf8OrLatin1Of)).toEqual(lines);
  });

  test.each(['/0/a', '/7/s%09x', FORM])('of %s each get one CR LF in the octets of the request', (path) => {
    const { components, request } = gopherLink(`gopher://h.example${path}`);
    const lines = requestLines(splitGopherPath(components.path));
    expect(request?.text).toBe(lines.map((line) => `${utf8OrLatin1Of(line)}\r\n`).join(''));
  });
});

test('a link cannot send the answers that it carries, and no connection is opened', async () => {
  const resolution = gopherLink(`gopher://h.example${FORM}`);
  const connect = () => Promise.reject(new Error('connected'));
  const reply = ask({ ...server, tls: 'none', connect }, splitGopherPath(resolution.components.path));
  await expect(reply).rejects.toMatchObject({ code: 'invalid-request' });
});
