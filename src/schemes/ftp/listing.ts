/**
 * Directory listings in every form still in use: the facts of RFC 3659 (MLSD); LIST as Unix, Windows, NetWare and
 * EPLF servers write it; and bare names (NLST). A line in an unknown form is kept unchanged.
 */
import type { LineParser, Listed } from './listing/entry.ts';
import { parseEplfLine } from './listing/eplf.ts';
import { parseMlsdLine } from './listing/mlsd.ts';
import { parseUnixLine } from './listing/unix.ts';
import { parseWindowsLine } from './listing/windows.ts';
import type { OctetString } from './octet-string.ts';

export type { Listed, ListedTime, ListingEntry, UnreadLine } from './listing/entry.ts';

/** Bare names (RFC 959 §4.1.3, NLST). Some servers put the path of the directory in front of each name. */
const parseNlstLine: LineParser = (line) => {
  const name = line.slice(line.lastIndexOf('/') + 1);
  if (name === '' || name === '.' || name === '..') return null;
  return { kind: 'unknown', name, size: null, modified: null, target: null };
};

/** The command that a server answered with a listing. */
export type ListingCommand = 'MLSD' | 'LIST' | 'NLST';

/** The forms in which a server may answer each command. The form of a LIST line shows in the line itself. */
const FORMS: Readonly<Record<ListingCommand, readonly LineParser[]>> = {
  MLSD: [parseMlsdLine],
  LIST: [parseUnixLine, parseEplfLine, parseWindowsLine],
  NLST: [parseNlstLine],
};

/**
 * Parses one line of a listing.
 *
 * @param command - the command that the server answered
 * @param line - its octets, without the line end
 * @param now - the current time, for lines that leave out the year
 * @returns the entry, or an unread line if its form is unknown, or `null` if the line names no entry
 * @example
 * ```ts
 * parseListingLine('MLSD', 'type=file;size=2; a b', new Date())?.name; // 'a b'
 * ```
 */
export function parseListingLine(command: ListingCommand, line: OctetString, now: Date): Listed {
  if (line === '') return null;
  for (const parse of FORMS[command]) {
    const listed = parse(line, now);
    if (listed !== undefined) return listed;
  }
  return { kind: 'unread', line };
}
