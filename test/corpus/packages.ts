/** The Debian packages of `npm run corpus`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages whose files are rewritten: one in each line of packages.txt, where `#` begins a comment. */
export const PACKAGES: readonly string[] = readFileSync(join(import.meta.dirname, 'packages.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** Parsers in Python for the judge, unpacked and never installed. */
export const JUDGES: readonly string[] = ['python3-markdown-it', 'python3-mdurl', 'python3-mwparserfromhell'];
