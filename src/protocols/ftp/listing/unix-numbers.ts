/**
 * Listings with the numbers of Unix's `stat`: mode in octal, user, group, size, and seconds since 1970.
 *
 * ```
 *   0100644   500  101   1830    791784306       README
 *   0040755   500  101   4096    791784306       pub
 * ```
 */
import { entryNamed, type LineParser, type ListingEntry, parseFileSize, timeOfSeconds } from './entry.ts';

const LINE = /^(0?[0-7]{5,7})[\t ]+\d{1,10}[\t ]+\d{1,10}[\t ]+(\d{1,15})[\t ]+(\d{9,11})[\t ]+([^\t ].*)$/s;

/** The type of a file in the first octal digits of its mode. */
const KINDS: Readonly<Record<string, ListingEntry['kind']>> = { '4': 'directory', '10': 'file', '12': 'link' };
const PERMISSIONS = 4;

export const parseUnixNumbers: LineParser = (line) => {
  const [, mode = '', size, seconds, name] = LINE.exec(line) ?? [];
  if (name === undefined) return undefined;
  const kind = KINDS[mode.slice(0, -PERMISSIONS).replace(/^0+/, '')] ?? 'unknown';
  return entryNamed(kind, name, { size: parseFileSize(size), modified: timeOfSeconds(seconds) });
};
