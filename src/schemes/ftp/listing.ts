/**
 * Directory listings of every form that is still met: the facts of RFC 3659, what LIST gives on Unix, Windows,
 * NetWare and EPLF servers, and bare names. A line in no known form is kept as it came.
 */
import { type LineParser, type Listed, named } from './listing/entry.ts';
import { parseEplfLine } from './listing/eplf.ts';
import { parseMlsdLine } from './listing/mlsd.ts';
import { parseUnixLine } from './listing/unix.ts';
import { parseWindowsLine } from './listing/windows.ts';
import type { OctetString } from './octet-string.ts';

export type { Listed, ListedTime, ListingEntry, UnreadLine } from './listing/entry.ts';

/** Names alone (RFC 959 §4.1.3, NLST). Some servers put the path of the directory in front of each. */
const parseNlstLine: LineParser = (line) => {
  const name = line.slice(line.lastIndexOf('/') + 1);
  return name === '' || name === '.' || name === '..' ? null : named(name);
};

/** The command that a listing answers. */
export type ListingCommand = 'MLSD' | 'LIST' | 'NLST';

/** The forms that a command's answer may have. Which one it is, each line of LIST tells by itself. */
const FORMS: Readonly<Record<ListingCommand, readonly LineParser[]>> = {
  MLSD: [parseMlsdLine],
  LIST: [parseUnixLine, parseEplfLine, parseWindowsLine],
  NLST: [parseNlstLine],
};

/**
 * Reads one line of a listing.
 *
 * @param command - what the server was asked
 * @param line - its octets, without the line end
 * @param now - for lines that leave the year out
 * @returns the entry, the line itself where its form is not known, or `null` where it names no entry
 * @example
 * ```ts
 * parseListingLine('MLSD', 'type=file;size=2; a b', new Date()); // { kind: 'file', name: 'a b', size: 2, … }
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
