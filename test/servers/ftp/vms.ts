/**
 * File specifications of VMS: `[.PUB.TOOLS]` is a directory below the current one, and `README.TXT;2` the second
 * version of a file. The tree of a VMS server has these names; its directories are files called `TOOLS.DIR;1`.
 */
import type { Octets } from '../octets.ts';
import { stored } from '../source.ts';
import type { Directory, Entry } from './tree.ts';

const TIDIED = new Date('1995-02-03T04:05:06Z');
const SPECIFICATION = /^(?:[A-Z$]+:)?\[(\.|-)?([A-Z0-9_$-]+(?:\.[A-Z0-9_$-]+)*)?\]$/i;

/**
 * The path of a directory in the tree.
 *
 * @returns `null` for a path in the form of Unix: not every VMS server takes one
 */
export function vmsDirectory(specification: Octets): Octets | null {
  const match = SPECIFICATION.exec(specification);
  if (match === null) return null;
  const [, relation, names = ''] = match;
  const path = (names === '' || names === '000000' ? [] : names.split('.')).map(
    (name) => `${name.toUpperCase()}.DIR;1`,
  );
  return [relation === undefined ? '/' : relation === '-' ? '..' : '.', ...path].join('/');
}

/** The name of a file in the tree. Without a version it means the newest. */
export function vmsFile(directory: Directory, specification: Octets): Octets {
  const name = specification.toUpperCase();
  if (name.includes(';')) return name;
  const versions = [...directory.entries.keys()].filter((key) => key.startsWith(`${name};`));
  return versions.toSorted((a, b) => versionOf(b) - versionOf(a))[0] ?? name;
}

const versionOf = (name: Octets): number => Number(name.slice(name.indexOf(';') + 1));

/** The tree of the VMS server. */
export function vmsArchive(): Directory {
  const directory = (entries: Record<Octets, Entry>): Directory => ({
    kind: 'directory',
    entries: new Map(Object.entries(entries)),
    modified: TIDIED,
  });
  const file = (text: string): Entry => ({
    kind: 'file',
    source: stored(Buffer.from(`${text}\r\n`, 'latin1')),
    text: true,
    modified: TIDIED,
  });
  return directory({
    'AAAREADME.TXT;1': file('Directories are in brackets.'),
    'PUB.DIR;1': directory({
      'NOTES.TXT;3': file('The third version.'),
      'NOTES.TXT;2': file('The second version.'),
      'TOOLS.DIR;1': directory({
        'A_LONG_NAME_FOR_A_TOOL_THAT_COUNTS.FOR;1': file('      PRINT *, 1'),
        'ARCHIVE.ZIP;1': file('PK'),
      }),
    }),
  });
}
