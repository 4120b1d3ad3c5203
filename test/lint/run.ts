/**
 * The second half of `npm run lint`: words, phrases, the width of comments, names of types and exports, which Biome does
 * not check. Prints each problem with its place and with what to write instead, and exits with 1 if there is one.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOfKind } from '../layers/kinds.ts';
import { needlessExports } from './exports.ts';
import { ENTRIES, MOST_FOR_TESTS, SHARED_NAMES } from './name-exceptions.ts';
import { repeatedTypes } from './names.ts';
import {
  documentProblems,
  type Problem,
  phraseProblems,
  repeatedSentences,
  widthProblems,
  wordProblems,
} from './rules.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const modulesIn = (folders: string): ReadonlyMap<string, string> =>
  new Map(
    globSync(`${folders}/**/*.{ts,tsx}`, { cwd: root })
      .filter((file) => !file.endsWith('.d.ts') && !file.startsWith('test/lint/'))
      .toSorted()
      .map((file) => [file, read(file)]),
  );

const all = modulesIn('{src,worker,bin,test}');
const product = modulesIn('{src,worker,bin}');
const declarations = new Map(globSync('{src,worker,bin}/**/*.d.ts', { cwd: root }).map((file) => [file, read(file)]));

/** Files whose comments are still to be wrapped. */
const WIDE = /^worker\/build\/(?:docs\/overview\.tsx|embed\.ts)$/;

const found: (readonly [file: string, Problem])[] = [
  ...[...all].flatMap(([file, code]) => wordProblems(file, code).map((problem) => [file, problem] as const)),
  ...[...product].flatMap(([file, code]) => phraseProblems(file, code).map((problem) => [file, problem] as const)),
  ...['README.md', 'CHANGELOG.md', ...globSync('docs/{,contributing/}*.md', { cwd: root })].flatMap((file) =>
    documentProblems(read(file)).map((problem) => [file, problem] as const),
  ),
  ...[...all].flatMap(([file, code]) =>
    WIDE.test(file) ? [] : widthProblems(code).map((problem) => [file, problem] as const),
  ),
];
for (const [file, { line, message }] of found) console.error(`${file}:${line}: ${message}`);

const repeated = repeatedSentences(modulesIn('worker/{gateway,net,relay}'));
for (const [text, files] of repeated) console.error(`${files.join(', ')}: write this sentence once: ${text}`);

const sharing = repeatedTypes(product, SHARED_NAMES);
for (const [name, files] of sharing) console.error(`${files.join(', ')}: ${name} are different types, or one`);

const modules = new Map([...all, ...declarations]);
const { unused, onlyTested } = needlessExports(modules, (file) => ENTRIES.some(({ files }) => files.test(file)));
for (const { file, name } of unused) console.error(`${file}: nothing imports ${name}; do not export it`);
// A new kind of links has exports for its own tests, and changes no file here.
const forTests = onlyTested.filter(({ file }) => folderOfKind(file) === undefined);
const isOverTested = forTests.length > MOST_FOR_TESTS;
if (isOverTested) {
  console.error(`${forTests.length} names are exported for tests alone, which is more than ${MOST_FOR_TESTS}:`);
  for (const { file, name } of forTests) console.error(`  ${file}: ${name}`);
}

if (isOverTested || found.length + repeated.length + sharing.length + unused.length > 0) process.exitCode = 1;
