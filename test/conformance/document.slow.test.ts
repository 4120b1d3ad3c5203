/** `docs/conformance.md` is what `npm run conformance` writes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { carriedSuites, reasonFor } from './carried.ts';
import { conformanceDocument } from './document.ts';
import { libraries, outcomeOf, waypost } from './libraries.ts';

const suites = carriedSuites();

test('docs/conformance.md is up to date; `npm run conformance` writes it', () => {
  const document = join(import.meta.dirname, '../../docs/conformance.md');
  expect(readFileSync(document, 'utf8')).toBe(conformanceDocument(suites));
});

test('every suite has rows of which each library reads some', () => {
  for (const { name, rows } of suites) {
    expect(rows.length, name).toBeGreaterThan(20);
    for (const library of libraries) {
      const passed = rows.filter((row) => outcomeOf(library, row).pass).length;
      expect(passed, `${library.name}: ${name}`).toBeGreaterThan(0);
    }
  }
});

test('fast-uri passes its own tests, so that they are read as it means them', () => {
  const fastUri = libraries.find(({ name }) => name === 'fast-uri');
  const rows = suites.find(({ name }) => name === 'Tests of fast-uri')?.rows ?? [];
  expect(rows.length).toBeGreaterThan(400);
  expect(rows.filter((row) => fastUri !== undefined && !outcomeOf(fastUri, row).pass)).toEqual([]);
});

test('a row that we read otherwise without a reason is a miss', () => {
  const row = { suite: 'made up', op: 'normalize', input: 'gopher://h/0a', expect: 'gopher://h/0b' } as const;
  const outcome = outcomeOf(waypost, row);
  expect([outcome.pass, reasonFor(row, outcome)]).toEqual([false, null]);
});
