/** CONTRIBUTING names files and functions of the code. They exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withParts } from './generated-parts.ts';
import { MAPS } from './layers/map.ts';
import * as recipe from './new-scheme/recipe.ts';
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

const files = new Set([...text.matchAll(/`((?:src|worker|bin|test)\/[\w./-]+\.tsx?)`/g)].map(([, file = '']) => file));

test.each([...files])('%s exists', (file) => {
  expect(existsSync(join(root, file))).toBe(true);
});

test('the recipe of a scheme names each file of finger, and each registry', () => {
  expect([...recipe.files, ...recipe.registries].filter((file) => !files.has(file))).toEqual([]);
});

test('finger is in no file of the Worker and of the command line', () => {
  expect(recipe.registries.filter((file) => !file.startsWith('src/'))).toEqual([]);
});

test('the maps are those of the table of layers, and the excerpts those of the files; `npm run readme` writes them', () => {
  expect(text).toBe(withParts(text, { ...MAPS, ...recipe.EXCERPTS }));
});
