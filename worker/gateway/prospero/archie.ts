/**
 * Archie, which searches the names of files on FTP servers. Its searches are names of Prospero directories, and the
 * servers that are still alive serve hardly anything else.
 *
 * ```
 *   ARCHIE/MATCH(100,0,s)/words      at most 100 files, from the first; s = the words are a part of the name
 * ```
 */
import { type Canonical, canonicalize } from '../../../src/index.ts';
import type { GatewayContext } from '../contract/contract.ts';

export interface ArchieSearch {
  /** The most files that are found. */
  readonly most: number;
  readonly match: string;
  /** Empty = nothing is searched for yet. */
  readonly words: string;
}

/** How words match a name, by the letter of the search. */
export const MATCHES: Readonly<Record<string, string>> = {
  s: 'Part of the name',
  c: 'Part of the name (case-sensitive)',
  '=': 'The whole name',
  r: 'Regular expression',
};

const USUAL: ArchieSearch = { most: 100, match: 's', words: '' };

/** The search that a name of a directory is; `null` for other names. */
export function archieSearch(hsoname: string): ArchieSearch | null {
  if (/^ARCHIE\/?$/i.test(hsoname)) return USUAL;
  const match = /^ARCHIE\/MATCH\((\d{1,6}),\d{1,9},([^()])\)\/(.*)$/is.exec(hsoname);
  if (match === null) return null;
  const [, most = '', letter = '', words = ''] = match;
  return { most: Number(most), match: Object.hasOwn(MATCHES, letter) ? letter : USUAL.match, words };
}

/** The canonical link to a search at the server of this link. */
export function searchLink(
  { resolution }: Pick<GatewayContext<'prospero'>, 'resolution'>,
  { most, match, words }: ArchieSearch,
): Canonical {
  const [server = ''] = /^[^:]+:\/\/[^/]*/.exec(resolution.canonical) ?? [];
  const name = `ARCHIE/MATCH(${most},0,${match})/${words}`;
  return canonicalize(`${server}/${encodeURIComponent(name.toWellFormed()).replaceAll('%2F', '/')}`);
}

/** The search that a submitted form asks for; `null` if it has no words. */
export function submittedSearch(query: URLSearchParams, form: ArchieSearch): ArchieSearch | null {
  const words = query.get('search')?.trim() ?? '';
  const match = query.get('match') ?? form.match;
  return words === '' ? null : { ...form, words, match: Object.hasOwn(MATCHES, match) ? match : form.match };
}
