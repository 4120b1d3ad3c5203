/** Random requests always get an answer of the API: never a 5xx, never an internal message. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { problems } from '../../worker/errors/table.ts';

import fc, { runs } from '../fast-check.ts';
import { anyText } from '../src/generators/unicode.ts';
import { type RunningWorker, startWorker } from './harness.ts';

let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker();
});
afterAll(() => worker.close());

const STATUSES = new Set([200, 204, 304, 400, 404, 405, 413, 415, 422]);
/** Text that only comes from an engine, a runtime or a validator. */
const INSIDE = /\bat \S+:\d+|\.[jt]s\b|Error:|undefined|Expected |Invalid (type|key)|is not a function|Unexpected/;

const scheme = fc.constantFrom(
  ...['gopher', 'ftp', 'news', 'nntp', 'telnet', 'wais', 'prospero', 'go', 'file', 'mailto', 'mid', 'http', 'x-a', ''],
);
const odd = fc.constantFrom(
  ...'\0\t\r\n %#?&=+@:/\\;<>[]{}|"\'`^*.',
  '%00',
  '%0d%0a',
  '%2541',
  '%',
  'ü',
  '\u{1F600}',
  '//',
  '..',
);
const tangle = fc.array(fc.oneof({ weight: 3, arbitrary: odd }, anyText({ maxLength: 4 })), {
  maxLength: 20,
});
const url = fc
  .tuple(
    scheme,
    fc.constantFrom(':', '://', '', ':/'),
    tangle.map((parts) => parts.join('')),
  )
  .map((parts) => parts.join(''));

const escaped = (text: string) => encodeURIComponent(text.toWellFormed());
const value = fc.oneof(
  url.map(escaped),
  // Raw, as careless clients send it: fetch escapes what cannot be in a request line.
  url.map((text) => text.toWellFormed().replace(/[#\t\r\n]/g, '')),
);
const name = fc.constantFrom('url', 'url', 'url', 'base', 'dialect', 'lax', 'fields', 'a', 'b', 'URL', '', '__proto__');
const query = fc
  .array(
    fc.tuple(name, value).map((pair) => pair.join('=')),
    { maxLength: 4 },
  )
  .map((pairs) => pairs.join('&'));
const path = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('/v1/resolve', '/v1/compare', '/v1/relativize') },
  { weight: 1, arbitrary: fc.constantFrom('/', '/health', '/v1/schemes', '/openapi.json', '/problems', '/v1', '//') },
  { weight: 1, arbitrary: tangle.map((parts) => `/${escaped(parts.join(''))}`) },
);
const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE');
const header = fc.constantFrom('*/*', 'text/plain', ';q=', 'a/b;q=9', '"a", W/"', '*', '""', ',,,', 'q');
const headers = fc.record({ Accept: header, 'If-None-Match': header }, { requiredKeys: [] });

test('any query of any route', async () => {
  await fc.assert(
    fc.asyncProperty(method, path, query, headers, async (method, path, query, headers) => {
      await expectAnswer(await worker.fetch(`${path}?${query}`, { method, headers }));
    }),
    runs(0.4),
  );
});

const type = fc.constantFrom(
  'application/json',
  'application/x-ndjson',
  'application/json;charset=',
  'text/plain',
  'a',
);
const item = fc.oneof(
  url.map((text) => text.toWellFormed()),
  fc.record(
    { url, base: url, dialect: fc.constantFrom('current', 'url-1994', 'x'), lax: fc.boolean() },
    { requiredKeys: [] },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const body = fc.oneof(
  fc.array(item, { maxLength: 5 }).map((items) => JSON.stringify(items)),
  fc.array(item, { maxLength: 5 }).map((items) => items.map((item) => JSON.stringify(item)).join('\n')),
  anyText().map((text) => text.toWellFormed()),
  fc.uint8Array({ maxLength: 99 }),
);

test('any body', async () => {
  await fc.assert(
    fc.asyncProperty(type, body, query, async (type, body, query) => {
      const init = { method: 'POST', headers: { 'Content-Type': type }, body };
      await expectAnswer(await worker.fetch('/v1/resolve', init));
      await expectAnswer(await worker.fetch(`/v1/resolve?${query}`, init));
    }),
    runs(0.4),
  );
});

test('the log has one line for each of these requests, and no fault', async () => {
  const lines: Record<string, unknown>[] = [];
  await expect.poll(() => lines.push(...worker.takeLog())).toBeGreaterThanOrEqual(3 * runs(0.4).numRuns);
  expect(lines.filter((line) => 'fault' in line || Number(line.status) >= 500)).toEqual([]);
});

async function expectAnswer(response: Response): Promise<void> {
  expect(STATUSES).toContain(response.status);
  const text = await response.text();
  if (response.headers.get('content-type') !== 'application/problem+json' || text === '') return;
  const problem: { type: string; detail: string; errors: { message: string }[] } = JSON.parse(text);
  expect(Object.keys(problems).map((name) => `${worker.origin}/problems#${name}`)).toContain(problem.type);
  for (const sentence of [problem.detail, ...problem.errors.map(({ message }) => message)]) {
    expect(sentence).not.toMatch(INSIDE);
    expect(sentence).toMatch(/\.$/);
  }
}
