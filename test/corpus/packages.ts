/** The Debian packages of `npm run corpus`, and the programs of its judge. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TextFormat } from '../../src/text/index.ts';
import { PYTHON } from './judge.ts';

/** The packages of a list: one in each line, where `#` begins a comment. */
const packagesIn = (list: string): readonly string[] =>
  readFileSync(join(import.meta.dirname, `${list}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

/** Packages whose files are rewritten, and those of the acceptance, which no reader was made for. */
export const PACKAGES = { packages: packagesIn('packages'), markups: packagesIn('markups') };

/** Installed programs that read a format for the judge: a command that succeeds where they are. */
const PROGRAMS: ReadonlyMap<TextFormat, readonly string[]> = new Map([
  ['rst', [PYTHON, '-c', 'import docutils']],
  ['asciidoc', ['asciidoctor', '--version']],
  ['org', ['emacs', '--version']],
  ['latex', ['latexml', '--VERSION']],
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
