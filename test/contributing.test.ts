/** CONTRIBUTING and its pages name files and functions of the code. They exist. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as recipe from './new-scheme/recipe.ts';
import { traces } from './traces/documents.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const pages = globSync('docs/contributing/*.md', { cwd: root }).toSorted();

/** The most octets of CONTRIBUTING, which only leads to its pages. */
const MOST = 12_000;

/** The lines in which a reader finds what to run, and where to read on. */
const FIRST_SCREEN = 30;

/** The files of code that a text names. */
const filesIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/`((?:src|worker|bin|test)\/[\w./-]+\.tsx?)`/g)].map(([, file = '']) => file));

/** Functions that are named outside of traces: those in traces are called, as test/traces finds. */
const traced = new Set(traces().flatMap(({ functions }) => functions.map(({ call }) => call)));
const text = ['CONTRIBUTING.md', ...pages].map(read).join('\n');
const named = [...text.matchAll(/`((?:src|worker|bin)\/[\w./-]+):(\w+)`/g)]
  .map(([, file = '', name = '']) => ({ file, name }))
  .filter(({ file, name }) => !traced.has(`${file}:${name}`));

test.each(named)('$file has $name', ({ file, name }) => {
  expect(read(file)).toMatch(new RegExp(`(?:function\\*?|class|const) ${name}\\b|^ +(?:async )?${name}\\(`, 'm'));
});

test.each([...filesIn(text)])('%s exists', (file) => {
  expect(existsSync(join(root, file))).toBe(true);
});

test('CONTRIBUTING is short, and its first screen leads to each of its pages', () => {
  expect(statSync(join(root, 'CONTRIBUTING.md')).size).toBeLessThanOrEqual(MOST);
  const screen = read('CONTRIBUTING.md').split('\n').slice(0, FIRST_SCREEN).join('\n');
  expect([...screen.matchAll(/\]\((docs\/contributing\/[^)]+)\)/g)].map(([, page]) => page).toSorted()).toEqual(pages);
});

test('the recipe of a scheme names each file of finger, and each registry', () => {
  const files = filesIn(read(recipe.RECIPE_FILE));
  expect([...recipe.files, ...recipe.registries].filter((file) => !files.has(file))).toEqual([]);
});

test('finger is in no file of the Worker and of the command line', () => {
  expect(recipe.registries.filter((file) => !file.startsWith('src/'))).toEqual([]);
});
