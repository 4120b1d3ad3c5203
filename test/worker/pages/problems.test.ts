/** `/problems`: a section for each code, with an example that has it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diagnostics, explain, UrlError } from '../../../src/index.ts';
import { readDiagnosticHelp } from '../../../worker/build/beside-definitions.ts';
import { everyProblem } from '../../../worker/errors/table.ts';
import { type RunningWorker, startWorker } from '../harness.ts';

/** Codes whose input no page can show, that need a build without a table, or that are about parts. */
const WITHOUT_EXAMPLE = [
  'behind-gateway',
  'dict-long',
  'host-idna-unavailable',
  'host-too-long',
  'line-not-utf-8',
  'not-a-string',
  'part-misread',
  'too-long',
];

const help = await readDiagnosticHelp();
const examples = Object.entries(help).flatMap(([code, { input, options }]) =>
  input === undefined ? [] : [{ code, input, options }],
);

let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker();
});
afterAll(() => worker.close());

describe('/problems', () => {
  test('has a section for each problem and each diagnostic, under an id of its own', async () => {
    const html = await (await worker.fetch('/problems', { headers: { Accept: 'text/html' } })).text();
    const ids = [...html.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining([...everyProblem.keys(), ...Object.keys(diagnostics)]));
  });

  test('is text for programs', async () => {
    const response = await worker.fetch('/problems');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await response.text();
    for (const [code, { status }] of everyProblem) expect(text).toContain(`${code} (${status})`);
  });
});

const LIMIT = 65_536;

/** The inputs of codes that no page can show. */
const LONG: Readonly<Record<string, string>> = {
  'too-long': 'x'.repeat(LIMIT + 1),
  'host-too-long': `http://${'ü'.repeat(4097)}.example/`,
};

describe('where an error of a URL comes in an answer', () => {
  const refused = Object.values(diagnostics).filter(({ severity }) => severity === 'error');
  const reported = refused.filter(({ code }) => help[code]?.outsideInvalidUrl !== true);

  test.each(reported)('$code: 422, invalid-url, errors[0].code', async ({ code }) => {
    const { input = LONG[code], options } = help[code] ?? {};
    const body = JSON.stringify({ url: input, ...options });
    const headers = { 'Content-Type': 'application/json' };
    const response = await worker.fetch('/v1/resolve', { method: 'POST', headers, body });
    const { type, errors } = JSON.parse(await response.text());
    expect([response.status, new URL(type).hash, errors[0].code]).toEqual([422, '#invalid-url', code]);
  });

  test('each entry says so, and no other', async () => {
    const html = await (await worker.fetch('/problems', { headers: { Accept: 'text/html' } })).text();
    const sections = [...html.matchAll(/<section id="([^"]+)"(.*?)<\/section>/gs)];
    const saying = sections.filter(([, , text]) => text?.includes('The API answers 422')).map(([, id]) => id);
    expect(saying.toSorted()).toEqual(reported.map(({ code }) => code).toSorted());
    const lines = (await (await worker.fetch('/problems')).text()).split('\n');
    const ofText = lines.filter((line) => line.endsWith(' (error: 422 invalid-url, errors[0].code)'));
    expect(ofText.map((line) => line.split(' ')[0] ?? '').toSorted()).toEqual(saying.toSorted());
    expect(refused.length - reported.length).toBeGreaterThan(2);
  });

  test('the sample of invalid-url has the members that its text explains', async () => {
    const html = await (await worker.fetch('/problems', { headers: { Accept: 'text/html' } })).text();
    const [, sample = ''] = /<section id="invalid-url".*?<pre class="example">(.*?)<\/pre>/s.exec(html) ?? [];
    const { errors } = JSON.parse(sample.replaceAll('&quot;', '"'));
    expect(errors).toMatchObject([
      { code: 'port-character', parameter: 'url', at: [expect.any(Number), expect.any(Number)] },
    ]);
  });

  test('a URL that is too long, as docs/http-api.md says', async () => {
    const url = `go:${'x'.repeat(LIMIT - 2)}`;
    const post = (path: string, type: string, body: string) =>
      worker.fetch(path, { method: 'POST', headers: { 'Content-Type': type }, body });
    expect((await post('/v1/resolve', 'application/json', JSON.stringify({ url: url.slice(1) }))).status).toBe(200);
    expect((await post('/v1/resolve', 'application/json', JSON.stringify({ url }))).status).toBe(422);
    expect(await (await post('/v1/resolve', 'text/plain', `${url}\n`)).text()).toBe('\n');
    const verdict = await post('/v1/validate', 'application/json', JSON.stringify({ url }));
    expect([verdict.status, await verdict.json()]).toMatchObject([200, { valid: false }]);
  });
});

test('every diagnostic has an example, and every one that refuses a URL says what to do', () => {
  const codes = Object.values(diagnostics);
  const missing = codes.map(({ code }) => code).filter((code) => help[code]?.input === undefined);
  expect(missing.sort()).toEqual(WITHOUT_EXAMPLE);
  const refusing = codes.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  expect(
    Object.keys(help)
      .filter((code) => help[code]?.fix !== undefined)
      .sort(),
  ).toEqual(refusing.sort());
  expect(codes.map(({ code }) => code)).toEqual(expect.arrayContaining(Object.keys(help)));
});

test.each(examples)('$code has an example with this diagnostic', ({ code, input, options }) => {
  expect(codesOf(() => explain(input, options).diagnostics)).toContain(code);
});

function codesOf(read: () => readonly { readonly code: string }[]): readonly string[] {
  try {
    return read().map(({ code }) => code);
  } catch (error) {
    if (error instanceof UrlError) return [error.code];
    throw error;
  }
}
