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
