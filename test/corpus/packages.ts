/** The Debian packages of `npm run corpus`, and the programs of its judge. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TextFormat } from '../../src/text/index.ts';
import { PYTHON } from './judge.ts';

/** Packages whose files are rewritten: one in each line of packages.txt, where `#` begins a comment. */
export const PACKAGES: readonly string[] = readFileSync(join(import.meta.dirname, 'packages.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** Installed programs that read a format for the judge: a command that succeeds where they are. */
const PROGRAMS: ReadonlyMap<TextFormat, readonly string[]> = new Map([
  ['rst', [PYTHON, '-c', 'import docutils']],
  ['asciidoc', ['asciidoctor', '--version']],
  ['org', ['pandoc', '--version']],
  ['latex', ['pandoc', '--version']],
  ['bibtex', ['pandoc', '--version']],
  ['texinfo', ['texi2any', '--version']],
  ['roff', ['sh', '-c', 'command -v mandoc']],
  ['po', ['msgcat', '--version']],
]);

/** Whether the judge can read a format here. */
export function hasJudge(format: TextFormat): boolean {
  const [program = '', ...args] = PROGRAMS.get(format) ?? ['true'];
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** Parsers in Python for the judge, unpacked and never installed. */
export const JUDGES: readonly string[] = ['python3-markdown-it', 'python3-mdurl', 'python3-mwparserfromhell'];
