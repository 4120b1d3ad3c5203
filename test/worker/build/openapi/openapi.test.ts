/**
 * The OpenAPI description matches the Worker: answers have the schema that it describes. test/worker/router.test.ts
 * checks that it has every route.
 */
import type { Schema } from '@cfworker/json-schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { schemes } from '../../../../src/index.ts';
import { describeApi } from '../../../../worker/build/openapi/document.ts';
import { version } from '../../../../worker/version.ts';
import { type RunningWorker, startWorker } from '../../harness.ts';
import { type Description, descriptionOf, expectDescribed, expectValid, validateAs } from './description.ts';

let worker: RunningWorker;
let description: Description;
beforeAll(async () => {
  worker = await startWorker();
  description = await descriptionOf(worker);
});
afterAll(() => worker.close());

test('is built from these sources, for this version', () => {
  expect(description.openapi).toBe('3.1.0');
  expect(description.info.version).toBe(version);
  expect(description).toEqual(JSON.parse(JSON.stringify(describeApi(version))));
});

test('the text for language models names every scheme', async () => {
  const text = await (await worker.fetch('/llms.txt')).text();
  expect(text).toContain(`It knows these schemes:\n${[...schemes.keys()].join(', ')}.\n`);
});

test('has a different name for each operation', () => {
  const names = Object.values(description.paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(names.length);
});

test('has every schema that it refers to', () => {
  const references = JSON.stringify(description).match(/#\/components\/schemas\/\w+/g) ?? [];
  expect(references.length).toBeGreaterThan(20);
  for (const reference of references) {
    const name = reference.slice('#/components/schemas/'.length);
    expect(description).toHaveProperty(['components', 'schemas', name]);
  }
});

describe('an example matches its schema', () => {
  interface Media {
    readonly schema?: Schema;
    readonly example?: unknown;
  }

  /** Every object with an example, with the path to it. */
  function* examplesIn(value: unknown, path: string): Generator<readonly [path: string, media: Media]> {
    if (typeof value !== 'object' || value === null) return;
    if ('example' in value) yield [path, value];
    for (const [name, member] of Object.entries(value)) {
      if (name !== 'example') yield* examplesIn(member, `${path} ${name}`);
    }
  }

  const examples = [...examplesIn(describeApi(version).paths, '')];

  test.each(examples)('%s', (path, { example }) => {
    // The same place in what the Worker serves.
    const names = path.trim().split(' ');
    const { schema }: Media = names.reduce((part, name) => Object(part)[name], Object(description.paths));
    expect(schema).toBeDefined();
    const type = path.slice(path.lastIndexOf(' ') + 1);
    const isLines = type === 'application/x-ndjson';
    expectValid(description, schema ?? {}, type, isLines ? String(example) : JSON.stringify(example));
  });

  test('there are many', () => expect(examples.length).toBeGreaterThan(30));
});

const item = { method: 'POST', body: '["GO:x", 7, "x"]', headers: { 'Content-Type': 'application/json' } };
const lines = { method: 'POST', body: '"GO:x"\n7\n', headers: { 'Content-Type': 'application/x-ndjson' } };

/** Requests with every kind of answer. */
const requests: [path: string, route: string, status: number, init?: RequestInit][] = [
  ['/', '/', 200],
  ['/v1/resolve?url=go:x&fields=canonical', '/v1/resolve', 200],
  ['/v1/resolve?url=go:x', '/v1/resolve', 200, { headers: { Accept: 'text/plain' } }],
  ['/v1/resolve?url=x', '/v1/resolve', 422],
  ['/v1/resolve?url=go:x&base=x', '/v1/resolve', 400],
  ['/v1/resolve', '/v1/resolve', 200, item],
  ['/v1/resolve', '/v1/resolve', 200, lines],
  ['/v1/resolve?fields=surt', '/v1/resolve', 200, lines],
  ['/v1/resolve?fields=surt', '/v1/resolve', 200, item],
  ['/v1/resolve', '/v1/resolve', 400, { ...item, body: '{' }],
  ['/v1/resolve', '/v1/resolve', 200, { ...lines, headers: { 'Content-Type': 'text/plain' } }],
  ['/v1/resolve', '/v1/resolve', 415, { ...item, headers: { 'Content-Type': 'text/csv' } }],
  ['/v1/resolve', '/v1/resolve', 413, { ...item, body: JSON.stringify(Array(1001).fill('go:x')) }],
  ['/v1/compare?a=go:x&b=GO:x', '/v1/compare', 200],
  ['/v1/compare?a=go:x&b=go:y', '/v1/compare', 200],
  ['/v1/compare', '/v1/compare', 400],
  ['/v1/compare?a=go:x&b=y', '/v1/compare', 422],
  ['/v1/compare?a=gopher://h/0a&b=gopher://h/0ab', '/v1/compare', 200],
  ['/v1/compare?a=gopher://h/0a&b=gopher://i/0a', '/v1/compare', 200],
  ['/v1/relativize?url=ftp://h/a&base=ftp://h/b', '/v1/relativize', 200],
  ['/v1/relativize?url=ftp://h/a', '/v1/relativize', 400],
  ['/v1/relativize?url=x&base=ftp://h/b', '/v1/relativize', 422],
  ['/v1/schemes', '/v1/schemes', 200],
  ['/v1/schemes?x', '/v1/schemes', 400],
  ['/r?url=gopher://h.example.org/', '/r', 302],
  ['/r?url=gopher://h.example.org:25/', '/r', 403],
  ['/r?url=gopher://h.example.org/&status=308', '/r', 308],
  ['/r?url=http://h.example/', '/r', 200, { headers: { Accept: 'application/json' } }],
  ['/r?url=x-mine:a', '/r', 501, { headers: { Accept: 'application/json' } }],
  ['/r?url=javascript:a', '/r', 422],
  ['/open?url=x-mine:a', '/open', 501, { headers: { Accept: 'application/json' } }],
  ['/open?url=nntp:a.b/1', '/open', 501, { headers: { Accept: 'application/json' } }],
  ['/open?url=nntp:', '/open', 501, { headers: { Accept: 'application/json' } }],
  ['/nntp/~/', '/{scheme}/{authority}/{path}', 501, { headers: { Accept: 'application/json' } }],
  ['/r', '/r', 400],
  ['/u/gopher://h.example.org/', '/u/{url}', 302],
  ['/u/gopher://10.0.0.1/', '/u/{url}', 403],
  ['/u/news:a.b', '/u/{url}', 501],
  ['/u/nothing', '/u/{url}', 422],
  ['/open?url=mailto:a@h.example', '/open', 200, { headers: { Accept: 'application/json' } }],
  ['/open?url=mailto:a@h.example', '/open', 405, { method: 'POST' }],
  ['/open', '/open', 400],
  ['/gopher/192.168.1.1/', '/{scheme}/{authority}/{path}', 403],
  ['/gopher/h.example.org/0a%00', '/{scheme}/{authority}/{path}', 400],
  ['/favicon.ico', '/favicon.ico', 200],
  ['/apple-touch-icon.png', '/apple-touch-icon.png', 200],
  ['/robots.txt', '/robots.txt', 200],
  ['/.well-known/security.txt', '/.well-known/security.txt', 404],
  ['/openapi.json', '/openapi.json', 200],
  ['/problems', '/problems', 200],
  ['/health', '/health', 200],
  ['/metrics', '/metrics', 404],
];

describe('answers are as described', () => {
  test.each(requests)('%s', async (path, route, status, init) => {
    const response = await worker.fetch(path, init);
    expect(response.status).toBe(status);
    await expectDescribed(response, description, route, init?.method?.toLowerCase() ?? 'get');
  });

  // One URL of every scheme, and URLs with every member of the details.
  test.each([
    ...[...schemes.values()].map(({ example }) => example),
    'gopher://h.example/0a%09%09+application/postscript%20Es_ES',
    'gopher://h.example/0form%09%09+%091%0D%0A+-1%0D%0ANew%20York%0D%0AUSA%0D%0A.%0D%0A',
    'gopher://u:p@0x7f.1:7070/?\\#f',
    'ftp://foo:bar@h.example/%2Fa/b;type=d',
    'news:*',
    'news:a@b.example',
    'nntp://h.example/a.b/7',
    'telnet://u:p@h.example/',
    'wais://h.example/db?words',
    'wais://h.example/db/TEXT/12/1=a;2=b;',
    'prospero://h.example/a;b=c;OBJECT-VERSION=3',
    'go://h.example?a%20b;geography=place,US-ga',
    'go:x',
    'file:///C|/AUTOEXEC.BAT',
    'mailto:a@b.example?subject=c',
    'cid:a@b.example',
    'http://bücher.example:8080/100%?a#b',
    'x-mine:a',
    'javascript:a',
  ])('a resolution of %s', async (url) => {
    const response = await worker.fetch(`/v1/resolve?url=${encodeURIComponent(url)}`);
    expect(response.status).toBe(200);
    await expectDescribed(response, description, '/v1/resolve', 'get');
  });

  test('the schema of a resolution rejects other values', async () => {
    const schema = description.components.schemas.Resolution ?? {};
    const isValid = (value: unknown) => validateAs(description, schema, value).valid;
    const resolution: Record<string, unknown> = await (await worker.fetch('/v1/resolve?url=go:x')).json();
    expect(isValid(resolution)).toBe(true);
    expect(isValid({ ...resolution, more: 1 })).toBe(false);
    expect(isValid({ ...resolution, kind: 'gopher' })).toBe(false);
    expect(isValid({ ...resolution, diagnostics: [{}] })).toBe(false);
    const { canonical, ...rest } = resolution;
    expect(canonical).toBe('go:x');
    expect(isValid(rest)).toBe(false);
  });
});

test('no member that may be left out has a default, which makers of clients take for a value that is always there', () => {
  const faults: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(Reflect.get(value, 'properties') ?? {})) {
      if (typeof member === 'object' && member !== null && 'default' in member) faults.push(`${path}.${name}`);
    }
    for (const [name, part] of Object.entries(value)) walk(part, `${path}/${name}`);
  };
  const { components, paths } = describeApi(version);
  const { schemas } = components;
  walk({ schemas, paths }, '');
  expect(faults).toEqual([]);
  // They are told all the same.
  expect(JSON.stringify(schemas.HandOver)).toContain('By default `false`.');
});
