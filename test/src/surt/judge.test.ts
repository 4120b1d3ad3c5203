/**
 * `npm run judge`: keys are those of the programs themselves, over URLs that nobody has chosen and over links that
 * people wrote. Programs that are missing (`programs.ts`) are skipped, aloud. `FC_RUNS` is the number of URLs.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { UrlError } from '../../../src/index.ts';
import { NAMEPREP_CLASSES } from '../../../src/surt/nameprep-table.ts';
import { SURT_PROFILES, SURT_RULES, type SurtOptions, type SurtProfileName, surtOf } from '../../../src/surt.ts';
import fc from '../../fast-check.ts';
import { askWithOptions, folders, programsOf } from './programs.ts';
import { archivedUrl, WRITTEN } from './urls.ts';

const { FC_RUNS = '20000', REAL_LINKS = '../shared/bench/real-links.tsv', SUITES = '../shared/suites' } = process.env;

const folder = mkdtempSync(join(tmpdir(), 'waypost-surt-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Says aloud what is missing. */
function isHere(path: string): boolean {
  if (existsSync(path)) return true;
  console.warn(`\n!!! SKIPPED: there is no ${path}.\n`);
  return false;
}

/** The key, or `null` where the library refuses the URL. */
function keyOrNull(url: string, options: SurtOptions): string | null {
  try {
    return surtOf(url, options);
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

function differences(profile: SurtProfileName, urls: readonly string[]): readonly object[] {
  const theirs = programsOf[profile](urls, folder);
  return urls
    .map((url, index) => ({ url, ours: keyOrNull(url, { profile }), theirs: theirs[index] }))
    .filter(({ ours, theirs }) => ours !== theirs)
    .slice(0, 20);
}

const generated = fc.sample(archivedUrl, Number(FC_RUNS)).filter((url) => url.length <= 65_536);

for (const { name } of SURT_PROFILES) {
  test.runIf(isHere(folders[name]))(`${name}: URLs of every kind`, () => {
    expect(differences(name, [...WRITTEN, ...generated])).toEqual([]);
  });

  test.runIf(isHere(folders[name]) && isHere(REAL_LINKS))(`${name}: links that people wrote`, () => {
    const lines = readFileSync(REAL_LINKS, 'utf8').split('\n');
    const links = lines.filter((line) => line !== '').map((line) => line.slice(0, line.lastIndexOf('\t')));
    expect(links.length).toBeGreaterThan(0);
    expect(differences(name, links)).toEqual([]);
  });
}

test.runIf(isHere(folders.ia))('ia: each rule is an option of the Python package', () => {
  const rows = generated.slice(0, 5000).map((url, index) => {
    const without = SURT_RULES.filter((_, rule) => (index >> rule) % 2 === 1).map(({ name }) => name);
    return { url, without, withScheme: index % 3 === 0 };
  });
  const theirs = askWithOptions(rows);
  const wrong = rows.filter(({ url, ...options }, index) => keyOrNull(url, options) !== theirs[index]);
  expect(wrong.slice(0, 20)).toEqual([]);
});

test.runIf(isHere(join(SUITES, 'surt.jsonl')))('ia: the rows of a suite', () => {
  const rows = readFileSync(join(SUITES, 'surt.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((row) => Object(JSON.parse(row)));
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ input, expect }) => keyOrNull(input, {}) !== expect)).toEqual([]);
});

test.runIf(isHere(folders.ia))('the table of Nameprep is that of Python', () => {
  const table = execFileSync('python3', [join(import.meta.dirname, 'nameprep.py')], { encoding: 'utf8' });
  expect(NAMEPREP_CLASSES).toBe(table.trim());
});
