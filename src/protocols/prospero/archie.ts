/**
 * Archie, which searches the names of files on FTP servers. Its searches are names of Prospero directories, and the
 * servers that are still alive serve hardly anything else.
 *
 * ```
 *   ARCHIE/MATCH(100,0,s)/words      at most 100 files, from the first; s = the words are a part of the name
 * ```
 */

/** How words match a name: as a part of it in any case, as a part of it, as the whole name, as a regular expression. */
export const ARCHIE_MATCHES = ['s', 'c', '=', 'r'] as const;
export type ArchieMatch = (typeof ARCHIE_MATCHES)[number];

export interface ArchieSearch {
  /** The most files that are found. */
  readonly most: number;
  readonly match: ArchieMatch;
  /** Empty = nothing is searched for yet. */
  readonly words: string;
}

const USUAL: ArchieSearch = { most: 100, match: 's', words: '' };

/**
 * The search that a name of a directory is; `null` for other names.
 *
 * @example
 * ```ts
 * archieSearch('ARCHIE/MATCH(20,0,=)/xterm'); // { most: 20, match: '=', words: 'xterm' }
 * ```
 */
export function archieSearch(hsoname: string): ArchieSearch | null {
  if (/^ARCHIE\/?$/i.test(hsoname)) return USUAL;
  const match = /^ARCHIE\/MATCH\((\d{1,6}),\d{1,9},([^()])\)\/(.*)$/is.exec(hsoname);
  if (match === null) return null;
  const [, most = '', letter = '', words = ''] = match;
  return { most: Number(most), match: archieMatch(letter) ?? USUAL.match, words };
}

/** The name of the directory that a search is. */
export function archieName({ most, match, words }: ArchieSearch): string {
  return `ARCHIE/MATCH(${most},0,${match})/${words}`;
}

/** The match of a letter; `null` if it is none. */
export function archieMatch(letter: string): ArchieMatch | null {
  return ARCHIE_MATCHES.find((match) => match === letter) ?? null;
}
