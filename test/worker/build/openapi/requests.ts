/**
 * Random requests to every operation of the OpenAPI description: right and wrong values, media types, methods and
 * tokens. None leads to another server: no name resolves.
 */
import fc from '../../../fast-check.ts';
import type { Description, Operation } from './description.ts';

export interface CrawlRequest {
  /** The route, as the description has it. */
  readonly route: string;
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The tokens of the crawled Worker: `LINK_TOKENS`. */
export const CRAWL_TOKENS = {
  root: 'root-0123456789abcdef',
  alice: 'alice-0123456789abcdef',
  create: 'create-0123456789abcdef',
  read: 'read-0123456789abcdef',
} as const;

/** Slugs and aliases that exist, are gone, are blocked, or never were. */
export const CRAWL_SLUGS = [
  'here',
  'gone',
  'blocked',
  'yadkkg582q',
  'none',
  'new-one',
  'HERE',
  'a b',
  '..',
  'x'.repeat(70),
];

const URLS = [
  ...[
    'GOPHER://h.example:70/1',
    'gopher://h.example/0a%09%09+',
    'gopher://192.168.1.1/',
    'ftp://u:p@h.example/a;type=d',
  ],
  ...['news:a.b', 'news:a@b.example', 'nntp://h.example/a.b/7', 'telnet://u:p@h.example/', 'wais://h.example/db?x'],
  ...[
    'prospero://h.example/a;b=c',
    'go:x',
    'go://h.example?a',
    'mailto:a@b.example?cc=c@d.example',
    'cid:a@b',
    'mid:a/b',
  ],
  ...[
    'http://b%C3%BCcher.example:8080/100%?a#b',
    'https://h.example/',
    'file:///C|/A',
    'afs://c.example/a',
    'urn:isbn:1',
  ],
  ...[
    'javascript:a',
    'data:,x',
    'x-mine:a',
    'x',
    '',
    '//h',
    '../b',
    'http://',
    'gopher://h:99999/',
    'a b',
    '%zz',
    '\u202e',
  ],
  ...['tn3270://h.example/', 'rlogin://h.example', 'gophers://h.example/1', 'ftps://h.example/', 'nntps://h.example/a'],
  ...['ws://h.example/a', 'http://127.0.0.1/', 'http://[::1]/', `http://h.example/${'x'.repeat(9000)}`],
];
const url = fc.constantFrom(...URLS);
const word = fc.constantFrom('true', 'false', '1', '', 'x', 'json', 'html', 'raw', 'atom', 'all', '0', '-1', '99999');

/** The values of parameters that have their own. */
const VALUES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  ...{ url, a: url, b: url, base: url, value: url },
  dialect: fc.constantFrom('rfc3986', 'url-1994', 'browser', 'x'),
  lax: word,
  fields: fc.constantFrom('canonical', 'surt', 'x'),
  unwrap: fc.constantFrom('gateways', 'x'),
  status: fc.constantFrom('301', '302', '303', '307', '308', '200'),
  format: fc.constantFrom('json', 'html', 'raw', 'atom', 'x'),
  limit: fc.constantFrom('1', '200', '0', 'x'),
  cursor: fc.constantFrom('0.', '3.a', 'x'),
  kind: fc.constantFrom('host', 'target', 'owner', 'x'),
  owner: fc.constantFrom('alice', 'a b', ''),
  slugs: fc.constantFrom('hash', 'x'),
  after: fc.constantFrom('here', '..'),
  scheme: fc.constantFrom('gopher', 'ftp', 'news', 'wais', 'telnet', 'prospero', 'go', 'mailto', 'nntp', 'http', 'x'),
  authority: fc.constantFrom('h.example', 'h.example:70', '127.0.0.1', '~', 'u:p@h.example', 'h.example:x'),
  path: fc.constantFrom('', '1/a', '0a%00', 'a.b', 'a/../b', 'db?words'),
  slug: fc.constantFrom(...CRAWL_SLUGS, 'here+', 'here.svg', 'here,', 'none.svg', '%ff'),
  topic: fc.constantFrom('resolve', 'links', 'none'),
  ports: fc.constantFrom('443', '80,443', 'x'),
};

const ACCEPTS = ['application/json', 'text/html', 'text/plain', '*/*', 'application/x-ndjson', 'image/png', 'x', ''];

/** Values of JSON that bodies are made of. */
const text = fc.oneof(
  url,
  fc.constantFrom('alice', 'bob', 'here', 'By order.', '2100-01-01T00:00:00Z', 'h.example', null),
);
const MEMBERS = [
  ...['url', 'alias', 'expiresAt', 'title', 'note', 'blocked', 'owner', 'formerOwner', 'from', 'to', 'kind', 'value'],
  ...[
    'reason',
    'slug',
    'createdAt',
    'clicks',
    'base',
    'dialect',
    'lax',
    'policy',
    'challenge',
    'sender',
    'type',
    'data',
  ],
];
const object = fc.dictionary(
  fc.constantFrom(...MEMBERS),
  fc.oneof({ weight: 8, arbitrary: text }, fc.boolean(), fc.integer(), fc.constant({ https: true }), fc.constant([])),
  { maxKeys: 4 },
);
const item = fc.oneof(text, object);
const json = fc.oneof(item, fc.array(item, { maxLength: 5 })).map((value) => JSON.stringify(value));
const lines = fc
  .array(
    item.map((value) => JSON.stringify(value)),
    { maxLength: 5 },
  )
  .map((all) => `${all.join('\n')}\n`);
const csv = fc
  .array(fc.tuple(fc.constantFrom(...CRAWL_SLUGS), url), { maxLength: 4 })
  .map((rows) => `slug,url,created\n${rows.map(([slug, url]) => `"${slug}","${url}",2012-03-04\n`).join('')}`);

const BODIES: readonly (readonly [type: string, body: fc.Arbitrary<string>])[] = [
  ['application/json', json],
  ['application/x-ndjson', lines],
  ['text/plain', fc.array(url).map((all) => all.join('\n'))],
  ['text/csv', csv],
  ['application/x-www-form-urlencoded', fc.constant('a=b')],
  ['application/json', fc.constantFrom('{', '', '[1', '\ufeff{}', 'null')],
];
const anyBody = fc.constantFrom(...BODIES).chain(([type, text]) => fc.tuple(fc.constant(type), text));
/** A new link, with or without an alias. */
const newLink = fc
  .tuple(fc.nat(), fc.constantFrom({}, { alias: 'new-one' }, { title: 'T' }))
  .map(([number, more]): [string, string] => ['application/json', JSON.stringify({ url: `go:n${number}`, ...more })]);

/** Bodies for an operation: its examples, new links, and all others. */
function bodyOf({ requestBody }: Operation): fc.Arbitrary<[type: string, text: string]> {
  const examples = Object.entries(requestBody?.content ?? {}).flatMap(([type, { example }]): [string, string][] =>
    example === undefined ? [] : [[type, typeof example === 'string' ? example : JSON.stringify(example)]],
  );
  return examples.length === 0 ? anyBody : fc.oneof(anyBody, anyBody, newLink, fc.constantFrom(...examples));
}

const tokens = fc.constantFrom(null, 'wrong-0123456789abcdef', ...Object.values(CRAWL_TOKENS));

/** The methods that each route is asked with, HEAD and OPTIONS among them, and some that it may not have. */
const OTHER_METHODS = ['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'POST', 'PATCH'] as const;

/** A value, or none, with this probability in percent. */
const rarely = (value: fc.Arbitrary<string>, none: number): fc.Arbitrary<string | null> =>
  fc.oneof({ weight: none, arbitrary: fc.constant(null) }, { weight: 100 - none, arbitrary: value });

/** Random requests to every operation. */
export function requestsTo({ paths }: Description): fc.Arbitrary<CrawlRequest> {
  const operations = Object.entries(paths).flatMap(([route, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route, method: method.toUpperCase(), operation })),
  );
  return fc.constantFrom(...operations).chain(({ route, method, operation }) => {
    const { parameters = [] } = operation;
    const arbitraryOf = ({ name }: { readonly name: string }) => VALUES[name] ?? word;
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    return fc
      .record({
        method: fc.oneof({ weight: 6, arbitrary: fc.constant(method) }, fc.constantFrom(...OTHER_METHODS)),
        segments: fc.tuple(...inPath.map(arbitraryOf)),
        query: fc.tuple(
          ...inQuery.map((one) => rarely(arbitraryOf(one), one.required ? 8 : inQuery.length > 6 ? 85 : 60)),
        ),
        more: fc.oneof({ weight: 12, arbitrary: fc.constant('') }, fc.constantFrom('x=1', 'url=a&url=b', '%')),
        accept: fc.constantFrom(...ACCEPTS),
        token: tokens,
        body: bodyOf(operation),
        etag: rarely(fc.constant('*'), 90),
      })
      .map(({ method, segments, query, more, accept, token, body: [type, content], etag }) => {
        const path = inPath.reduce(
          (path, { name }, index) => path.replace(`{${name}}`, escaped(name, segments[index] ?? '')),
          route,
        );
        const pairs = inQuery.flatMap(({ name }, index) => {
          const value = query[index] ?? null;
          return value === null ? [] : [`${name}=${encodeURIComponent(value)}`];
        });
        const all = [...pairs, ...(more === '' ? [] : [more])].join('&');
        const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
        return {
          route,
          method,
          path: all === '' ? path : `${path}?${all}`,
          headers: {
            ...(accept !== '' && { Accept: accept }),
            ...(token !== null && { Authorization: `Bearer ${token}` }),
            ...(etag !== null && { 'If-None-Match': etag }),
            ...(hasBody && { 'Content-Type': type }),
          },
          body: hasBody ? content : null,
        };
      });
  });
}

/** A value of a path, which a client would not change on its way. */
function escaped(name: string, value: string): string {
  if (name === 'path' || name === 'authority') return value.replace('..', '%2E%2E');
  return encodeURIComponent(value).replace(/^\.+$/, 'dots').replaceAll('%25ff', '%ff');
}
