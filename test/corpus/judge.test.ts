/**
 * `npm run judge`: the judge of `npm run corpus` sees planted faults, and takes no right change for one. It needs
 * Python, and parsers from Debian's packages; without them the test is skipped, and fails in CI.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { TextFormat } from '../../src/text/index.ts';
import { isThere } from '../machine.ts';
import { unpack } from './fetch.ts';
import { PYTHON } from './judge.ts';
import { hasJudge, JUDGES } from './packages.ts';
import { misjudged, RIGHT, WRONG } from './planted.ts';

const folder = mkdtempSync(join(tmpdir(), 'waypost-judge-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Formats that Python reads by itself. */
const BUILT_IN = ['text', 'html', 'csv', 'tsv'] as const;
const PARSED = ['markdown', 'mediawiki'] as const;

/** Formats that programs of Debian read. */
const BY_PROGRAMS = ['rst', 'asciidoc', 'org', 'latex', 'bibtex', 'texinfo', 'roff', 'xml', 'json', 'po'] as const;

const hasPython = isThere(PYTHON, existsSync(PYTHON));
const { folders, missing } = unpack(JUDGES);
const hasParsers = isThere(`package ${missing.join(', ')} of Debian`, missing.length === 0);

test.runIf(hasPython)('planted changes in formats that Python reads', async () => {
  expect(await misjudged(folder, BUILT_IN, [])).toEqual([]);
});

test.runIf(hasPython && hasParsers)('planted changes in formats with a parser of their own', async () => {
  const modules = [...folders.values()].map((folder) => join(folder, 'usr/lib/python3/dist-packages'));
  expect(await misjudged(folder, PARSED, modules)).toEqual([]);
});

const judged = BY_PROGRAMS.filter((format) => isThere(`a program that reads ${format}`, hasJudge(format)));

test.runIf(hasPython && judged.length > 0)('planted changes in formats that installed programs read', async () => {
  expect(await misjudged(folder, judged, [])).toEqual([]);
});

test('no planted change is left out', () => {
  const formats: readonly TextFormat[] = [...BUILT_IN, ...PARSED, ...BY_PROGRAMS];
  expect([...RIGHT, ...WRONG].filter(({ format }) => !formats.includes(format))).toEqual([]);
});
