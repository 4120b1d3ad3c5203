/**
 * Listings of Distinct's FTP server for Windows: five attributes, size, date, time, and the name after two blanks.
 *
 * ```
 *   --a--        1830  Feb  3,1995  04:05  README.TXT
 *   dw---           0  Feb  3,1995  04:05  pub
 * ```
 */
import { namedDate } from './dates.ts';
import { entryNamed, type LineParser, parseFileSize } from './entry.ts';

const LINE =
  /^([-d])[-w][-a][-s][-h][\t ]+(\d{1,15})[\t ]+([A-Z]{3})[\t ]+(\d\d?),[\t ]?(\d{4})[\t ]+(\d\d?:\d\d)(?: {2}|[\t ])(.+)$/is;

export const parseDistinctLine: LineParser = (line) => {
  const [, mark, size, month = '', day = '', year = '', time, name] = LINE.exec(line) ?? [];
  if (name === undefined) return undefined;
  return entryNamed(mark === '-' ? 'file' : 'directory', name, {
    size: parseFileSize(size),
    modified: namedDate(day, month, year, time),
  });
};
