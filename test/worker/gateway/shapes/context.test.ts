/** What a shape is shown with: the parameters that repeat, the caching, and the entity tags. */
import { describe, expect, test } from 'vitest';
import type { AnyOpener } from '../../../../src/open/contract.ts';
import {
  cacheControl,
  caching,
  jsonLinks,
  jsonResponse,
  listCaching,
  openContext,
  shapeContext,
  taggedResponse,
  varying,
} from '../../../../worker/gateway/shapes/context.ts';
import { version } from '../../../../worker/version.ts';
import { type Asking, contextOf } from '../context.ts';

const FTP = 'ftp://h.example/pub/';
const credentials = { user: 'me', password: 'sesame' };

describe('the parameters that all addresses of a page repeat', () => {
  test.each([
    ['the charset', FTP, '?charset=cp437&page=2', { charset: 'cp437' }],
    ['an option that says so', FTP, '?tls=no&charset=cp437', { tls: 'no', charset: 'cp437' }],
    ['no other option', 'wais://h.example/db', '?hits=100', undefined],
    ['no charset where each item has its own', 'gopher://h.example/', '?charset=cp437', undefined],
    ['none', FTP, '?page=2', undefined],
  ])('%s', (_, link, query, repeated) => {
    expect(contextOf({ link, query }).repeated).toEqual(repeated);
  });
});

describe('what the opener gets', () => {
  const asked = (asking: Asking) => openContext(contextOf(asking), { tls: 'no' });

  test.each([
    ['?format=html', 'values'],
    ['?format=json', 'json'],
    ['?format=raw', 'octets'],
    ['?format=atom', 'list'],
  ])('%s wants %s', (query, wants) => {
    expect(asked({ query }).wants).toBe(wants);
  });

  test('of the request', () => {
    const headers = { 'Accept-Language': 'de, en;q=0.5' };
    const query = '?charset=cp437';
    expect(asked({ headers, query, method: 'HEAD', credentials })).toMatchObject({
      ...{ isBrief: true, charset: 'cp437', languages: ['de', 'en'], credentials, options: { tls: 'no' } },
      userAgent: `Waypost/${version}`,
    });
    expect(asked({})).toMatchObject({ isBrief: false, charset: null, languages: [], credentials: null, robot: null });
  });

  test('of the forms of its pages, and of no other parameter', () => {
    const context = contextOf({ query: '?search=a&field.1=b&field=c&return=d&page=2&search=e&xhelp=f&help=' });
    expect(openContext(context, {}).form).toEqual([
      ['search', 'a'],
      ['field.1', 'b'],
      ['return', 'd'],
      ['search', 'e'],
      ['help', ''],
    ]);
    expect(openContext(contextOf({ link: 'finger://h.example/', query: '?search=a' }), {}).form).toEqual([]);
  });
});

test('the addresses in JSON are absolute', () => {
  const context = contextOf({ link: 'news:a@h.example' });
  const links = jsonLinks(context);
  const ROOT = 'https://waypost.example';
  expect(links.open('gopher://h.example/0a', { format: 'raw' })).toBe(`${ROOT}/gopher/h.example/0a?format=raw`);
  expect(links.open('afs://cell/')).toBeNull();
  expect(links.openCanonical(context.links.canonical)).toBe(`${ROOT}/news/~/a@h.example`);
  const { links: closed } = { links: { ...context.links, hrefOfCanonical: () => null } };
  expect(jsonLinks({ links: closed }).openCanonical(context.links.canonical)).toBeNull();
  expect(links.part('news:a@h.example', '1')).toBe(`${ROOT}/news/~/a@h.example/part/1`);
  expect(links.self({ format: 'json' })).toBe(`${ROOT}/news/~/a@h.example?format=json`);
});

describe('Cache-Control', () => {
  test.each<[freshFor: number | undefined, asking: Asking, control: string | null]>([
    [undefined, {}, null],
    [0, {}, 'no-store'],
    [1, {}, 'public, max-age=1'],
    [300, {}, 'public, max-age=300'],
    [undefined, { credentials }, 'private, no-store'],
    [300, { credentials }, 'private, no-store'],
  ])('of an answer that is fresh for %s, to %j: %s', (freshFor, asking, control) => {
    const context = contextOf({ link: FTP, ...asking });
    const shape = freshFor === undefined ? {} : { freshFor };
    expect(cacheControl(context, shape)).toBe(control);
    expect(caching(context, shape)).toEqual(control === null ? {} : { 'Cache-Control': control });
  });

  test.each<[what: string, asking: Asking, headers: object]>([
    [
      'that a login may change',
      { link: FTP },
      { 'Cache-Control': 'no-cache', 'CDN-Cache-Control': 'public, max-age=9' },
    ],
    ['after a login', { link: FTP, credentials }, { 'Cache-Control': 'private, no-store' }],
    ['of a server without logins', {}, { 'Cache-Control': 'public, max-age=9' }],
  ])('of a list %s', (_, asking, headers) => {
    expect(listCaching(contextOf(asking), { freshFor: 9 })).toEqual(headers);
  });

  test('of a list that nobody has decided about', () => {
    expect(listCaching(contextOf({ link: FTP }), {})).toEqual({});
  });
});

test('Vary names the headers of the request that decide', () => {
  const gopher = contextOf();
  expect(varying(gopher, 'Accept')).toBe('Accept');
  expect(varying(contextOf({ link: FTP }), 'Accept')).toBe('Accept, Authorization');
  const opener: AnyOpener = { ...gopher.opener, vary: () => ['Accept-Language'] };
  expect(varying(shapeContext(gopher, opener, null), 'Accept')).toBe('Accept, Accept-Language');
});

describe('a tagged response', () => {
  const answer = (asking: Asking, parts: readonly (Uint8Array | string)[] = ['a']) =>
    taggedResponse(contextOf(asking), parts, { Vary: 'Accept' }, (headers) => new Response('body', { headers }));
  const tagOf = (...given: Parameters<typeof answer>) => answer(...given).headers.get('ETag') ?? '';

  test('is 304 for who has it', async () => {
    const tag = tagOf({});
    expect(tag).toMatch(/^"[\w-]+"$/);
    const whole = answer({ headers: { 'If-None-Match': '"x"' } });
    expect([whole.status, await whole.text(), whole.headers.get('Vary')]).toEqual([200, 'body', 'Accept']);
    const known = answer({ headers: { 'If-None-Match': `"x", W/${tag}` } });
    expect([known.status, await known.text(), known.headers.get('Vary')]).toEqual([304, '', 'Accept']);
    expect(known.headers.get('ETag')).toBe(tag);
  });

  test('has the same tag for the same answer, and another one for another', () => {
    const octets = new TextEncoder().encode('a');
    expect(tagOf({}, [octets])).toBe(tagOf({}));
    const tags = [
      tagOf({}),
      tagOf({}, ['b']),
      tagOf({}, ['a', 'b']),
      tagOf({}, []),
      tagOf({ query: '?format=json' }),
      tagOf({ headers: { Accept: 'application/json' } }),
      tagOf({ settings: { CONTACT: 'curator@museum.example' } }),
    ];
    expect(new Set(tags).size).toBe(tags.length);
  });
});

test('JSON is one line, with its length in octets', async () => {
  const response = jsonResponse({ a: 'ü' }, { Vary: 'Accept', 'Content-Type': 'text/x' });
  expect(Object.fromEntries(response.headers)).toEqual({
    ...{ 'content-type': 'application/json', 'content-length': '11', vary: 'Accept' },
  });
  expect(await response.text()).toBe('{"a":"ü"}\n');
});
