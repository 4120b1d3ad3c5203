/** The judge of `npm run corpus` sees planted faults, and takes no right change for one. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { TEXT_FORMATS } from '../../src/text/index.ts';
import { cache } from './fetch.ts';
import { PYTHON } from './judge.ts';
import { JUDGES } from './packages.ts';
import { misjudged } from './planted.ts';

const folder = mkdtempSync(join(tmpdir(), 'waypost-judge-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The packages of parsers that `npm run corpus` has fetched. */
const modules = JUDGES.map((name) => join(cache, 'packages', name, 'usr/lib/python3/dist-packages'));

test('planted changes', async () => {
  if (!existsSync(PYTHON)) {
    console.warn(`The judge of npm run corpus is NOT tested: there is no ${PYTHON}.`);
    return;
  }
  const hasParsers = modules.every((module) => existsSync(module));
  if (!hasParsers) {
    console.warn('The judges of Markdown and MediaWiki are NOT tested: npm run corpus fetches their parsers.');
  }
  const formats = TEXT_FORMATS.filter((format) => hasParsers || (format !== 'markdown' && format !== 'mediawiki'));
  expect(await misjudged(folder, formats, modules)).toEqual([]);
});
