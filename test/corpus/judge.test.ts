/**
 * `npm run judge`: the judge of `npm run corpus` sees planted faults, and takes no right change for one. It needs
 * Python, and parsers from Debian's packages; without them the test is skipped, and fails in CI.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, type TestContext, test } from 'vitest';
import { unpack } from './fetch.ts';
import { PYTHON } from './judge.ts';
import { JUDGES } from './packages.ts';
import { misjudged, RIGHT, WRONG } from './planted.ts';

const folder = mkdtempSync(join(tmpdir(), 'waypost-judge-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Formats that Python reads by itself. */
const BUILT_IN = ['text', 'html', 'csv', 'tsv'] as const;
const PARSED = ['markdown', 'mediawiki'] as const;

/** Skips a test that lacks something, which is an error in CI. */
function need(present: boolean, what: string, { skip }: TestContext): void {
  if (!present && process.env.CI !== 'true') skip(`There is no ${what}.`);
  expect(present, what).toBe(true);
}

test('planted changes in formats that Python reads', async (context) => {
  need(existsSync(PYTHON), PYTHON, context);
  expect(await misjudged(folder, BUILT_IN, [])).toEqual([]);
});

test('planted changes in formats with a parser of their own', async (context) => {
  need(existsSync(PYTHON), PYTHON, context);
  const { folders, missing } = unpack(JUDGES);
  need(missing.length === 0, `package ${missing.join(', ')} of Debian`, context);
  const modules = [...folders.values()].map((folder) => join(folder, 'usr/lib/python3/dist-packages'));
  expect(await misjudged(folder, PARSED, modules)).toEqual([]);
});

test('no planted change is left out', () => {
  const formats = [...BUILT_IN, ...PARSED];
  expect([...RIGHT, ...WRONG].filter(({ format }) => !formats.includes(format))).toEqual([]);
});
