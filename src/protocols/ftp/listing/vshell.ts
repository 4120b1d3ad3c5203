/**
 * Listings of VanDyke's VShell 2: size, date, and the name after one blank, with a slash if it is a directory.
 *
 * ```
 *   1830  Feb 03, 1995 04:05 README
 *   0  Feb 03, 1995 04:05 pub/
 * ```
 */
import { namedDate } from './dates.ts';
import { entryNamed, type LineParser, parseFileSize } from './entry.ts';

const LINE = /^(\d{1,15})[\t ]+([A-Z][a-z]{2}) (\d\d?), (\d{4}) (\d\d?:\d\d) (.+)$/s;

export const parseVshellLine: LineParser = (line) => {
  const [, size, month = '', day = '', year = '', time, named] = LINE.exec(line) ?? [];
  if (named === undefined) return undefined;
  const isDirectory = named.endsWith('/');
  return entryNamed(isDirectory ? 'directory' : 'file', isDirectory ? named.slice(0, -1) : named, {
    size: parseFileSize(size),
    modified: namedDate(day, month, year, time),
  });
};
