/**
 * The second half of `npm run lint`: words, phrases and the width of comments, which Biome does not check. Prints each
 * problem with its place and with what to write instead, and exits with 1 if there is one.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Files whose comments are still to be wrapped. */
const WIDE = /^worker\/build\/(?:docs\/overview\.tsx|embed\.ts)$/;

const found: (readonly [file: string, Problem])[] = [
  ...[...all].flatMap(([file, code]) => wordProblems(file, code).map((problem) => [file, problem] as const)),
  ...[...product].flatMap(([file, code]) => phraseProblems(file, code).map((problem) => [file, problem] as const)),
  ...['README.md', 'CHANGELOG.md', ...globSync('docs/*.md')].flatMap((file) =>
    documentProblems(read(file)).map((problem) => [file, problem] as const),
  ),
  ...[...all].flatMap(([file, code]) =>
    WIDE.test(file) ? [] : widthProblems(code).map((problem) => [file, problem] as const),
  ),
];
for (const [file, { line, message }] of found) console.error(`${file}:${line}: ${message}`);

const repeated = repeatedSentences(modulesIn('worker/{gateway,net,relay}'));
for (const [text, files] of repeated) console.error(`${files.join(', ')}: write this sentence once: ${text}`);

if (found.length + repeated.length > 0) process.exitCode = 1;
