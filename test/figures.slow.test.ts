/** The figures of the bench are written as the formatter writes them, which is a program of its own. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FILE, readFigures, textOf } from './bench/run.ts';

test('the figures of the bench are written as the formatter writes them', () => {
  expect(textOf(readFigures())).toBe(readFileSync(FILE, 'utf8'));
});
