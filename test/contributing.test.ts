/** CONTRIBUTING names files and functions of the code. They exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withParts } from './generated-parts.ts';
import { MAPS } from './layers/map.ts';
import { traces } from './traces/documents.ts';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** Functions that are named outside of traces: those in traces are called, as test/traces finds. */
const traced = new Set(traces().flatMap(({ functions }) => functions.map(({ call }) => call)));
const named = [...text.matchAll(/`((?:src|worker|bin)\/[\w./-]+):(\w+)`/g)]
  .map(([, file = '', name = '']) => ({ file, name }))
  .filter(({ file, name }) => !traced.has(`${file}:${name}`));

test.each(named)('$file has $name', ({ file, name }) => {
  const code = readFileSync(join(root, file), 'utf8');
  expect(code).toMatch(new RegExp(`(?:function\\*?|class|const) ${name}\\b|^ +(?:async )?${name}\\(`, 'm'));
});

/** The files of the recipe are in no checkout. */
const files = [...text.matchAll(/`((?:src|worker|bin|test)\/[\w./-]+\.tsx?)`/g)]
  .map(([, file = '']) => file)
  .filter((file) => !file.includes('/finger/'));

test.each([...new Set(files)])('%s exists', (file) => {
  expect(existsSync(join(root, file))).toBe(true);
});

test('the maps are those of the table of layers; `npm run readme` writes them', () => {
  expect(text).toBe(withParts(text, MAPS));
});
