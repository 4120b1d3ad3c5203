/** The API about URLs: resolve, compare and schemes, for one URL and for many, with inputs of every kind. */
import fc from 'fast-check';
import { anyInput, intricateBase, intricateReference } from '../../src/generators.ts';
import type { Request, Session } from '../session.ts';
import { askAll, variants } from './links.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const LINES = { 'Content-Type': 'application/x-ndjson' };

/** The same inputs in every run. */
const SEED = 20;

const INPUTS: readonly string[] = [
  ...[
    'GOPHER://H.example:70/1',
    'gopher://h/7find?gold',
    '<URL:ftp://h/a;type=i>',
    'news:*',
    'news:a@b',
    'telnet://u:p@h:23/',
  ],
  ...[
    'wais://h/db?x',
    'prospero://h//a;b=c',
    'go:x',
    'go://h?id=1',
    'mailto:a@h.example',
    'mid:a@b',
    'cid:a',
    'file:///etc/motd',
    'afs://cell/x',
  ],
  ...[
    'http://h',
    'HTTPS://Ex.com:443/%7e',
    'javascript:alert(1)',
    'data:,x',
    '',
    ' ',
    'no scheme',
    'h.example/x',
    '//h/x',
    '../b',
    'x-y:z',
  ],
  ...[
    'http://[::1',
    'http://[fe80::1%25en0]/',
    'http://1.2.3/',
    'http://xn--a/',
    'http://bücher.example/',
    'gopher://h:0/',
    'ftp://h:99999/',
  ],
];

const query = (values: Readonly<Record<string, string>>): string => String(new URLSearchParams(values));

function batches(path: string, items: readonly unknown[]): readonly Request[] {
  const array = JSON.stringify(items);
  const lines = items.map((item) => JSON.stringify(item)).join('\n');
  return [
    { path, body: array, headers: JSON_TYPE },
    { path, body: array, headers: { ...JSON_TYPE, Accept: 'application/x-ndjson' } },
    { path, body: lines, headers: LINES },
    { path, body: `${lines}\n`, headers: { ...LINES, Accept: 'application/json' } },
    { path, body: `${lines}\n\n\nnot JSON\n{"url":\n`, headers: LINES },
    { path, body: lines.replaceAll('\n', '\r\n'), headers: LINES },
  ].map((request) => ({ ...request, unordered: true }));
}

/** Bodies that no batch accepts. */
export function wrongBodies(path: string): readonly Request[] {
  return [
    { path, body: '', headers: JSON_TYPE },
    { path, body: '[', headers: JSON_TYPE },
    { path, body: '[]', headers: JSON_TYPE },
    { path, body: '{}', headers: JSON_TYPE },
    { path, body: 'null', headers: JSON_TYPE },
    { path, body: '"go:x"', headers: JSON_TYPE },
    { path, body: '[{"url":7},{"uri":"x"},[],null,1]', headers: JSON_TYPE },
    { path, body: Uint8Array.of(0x5b, 0x22, 0xff, 0x22, 0x5d), headers: JSON_TYPE },
    { path, body: '["go:x"]', headers: { 'Content-Type': 'text/plain' } },
    { path, body: '["go:x"]' },
    { path, body: '["go:x"]', headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' } },
    { path, body: '["go:x"]', headers: { 'Content-Type': 'application/json; charset=utf-16' } },
    { path, body: JSON.stringify(Array.from({ length: 1001 }, () => 'go:x')), headers: JSON_TYPE },
    { path, body: `["${'a'.repeat(3_000_000)}"]`, headers: JSON_TYPE },
    { path, body: `"${'a'.repeat(200_000)}"\n"go:x"\n`, headers: LINES },
    { path, body: '', headers: LINES },
  ];
}

export async function api(session: Session): Promise<void> {
  const generated = fc.sample(anyInput, { seed: SEED, numRuns: 150 });
  for (const url of [...INPUTS, ...generated]) {
    await session.ask(`/v1/resolve?${query({ url })}`);
    await session.ask(`/v1/resolve?${query({ url, dialect: 'url-1994', lax: 'true' })}`);
  }
  for (const url of INPUTS) {
    await askAll(session, [
      `/v1/resolve?${query({ url, base: 'gopher://h.example/1/users/a' })}`,
      `/v1/resolve?${query({ url, base: 'http://h.example/a/b?c#d', lax: 'true', fields: 'canonical,diagnostics' })}`,
      `/v1/resolve?${query({ url, fields: 'canonical' })}`,
      `/v1/resolve?${query({ url, unwrap: 'false' })}`,
      `/v1/compare?${query({ a: url, b: 'gopher://h.example/' })}`,
      `/v1/relativize?${query({ url, base: 'gopher://h.example/1/a/b' })}`,
      `/v1/compare?${query({ a: url, b: url.toUpperCase(), dialect: 'url-1994' })}`,
      { path: `/v1/resolve?${query({ url })}`, profile: 'varied' },
    ]);
  }
  const bases = fc.sample(intricateBase, { seed: SEED, numRuns: 40 });
  const references = fc.sample(intricateReference, { seed: SEED, numRuns: 40 });
  for (const [index, base] of bases.entries()) {
    await session.ask(`/v1/resolve?${query({ url: references[index] ?? '', base })}`);
  }
  const wrong = [
    '',
    'url=',
    'url=go:x&url=go:y',
    'url=go:x&x=1',
    'url=go:x&dialect=1994',
    'url=go:x&lax=1',
    'url=go:x&fields=',
    'url=go:x&fields=nothing',
    'url=%FF',
    'url=go:x&base=b',
    'a=go:x',
    'a=go:x&b=',
    'url=a+b',
    'url=go%3Ax%26',
    'url=go:x#f',
  ];
  for (const path of [
    '/v1/resolve',
    '/v1/compare',
    '/v1/relativize',
    '/v1/schemes',
    '/v1/check',
    '/v1/validate',
    '/r',
    '/inspect',
    '/open',
  ]) {
    await askAll(
      session,
      wrong.map((text) => `${path}?${text}`),
    );
  }
  for (const path of [
    '/v1/resolve',
    '/v1/resolve?fields=canonical',
    '/v1/resolve?lax=true&base=gopher://h/1/',
    '/v1/resolve?dialect=url-1994',
  ]) {
    await askAll(
      session,
      batches(path, [...INPUTS, ...INPUTS.map((url) => ({ url, base: 'ftp://h/a/b' })), 7, null, {}, []]),
    );
  }
  await askAll(session, wrongBodies('/v1/resolve'));
  for (const path of [`/v1/resolve?${query({ url: 'gopher://h/' })}`, '/v1/compare?a=go:x&b=GO:x', '/v1/schemes']) {
    await askAll(session, variants(path));
    await session.revalidate(path);
  }
}
