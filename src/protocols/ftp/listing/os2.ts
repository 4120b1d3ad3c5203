/**
 * Listings of the FTP servers of OS/2, and of some for DOS: size; the attributes of DOS and `DIR`; date and time; two
 * blanks; name.
 *
 * ```
 *        0           DIR   02-03-95   04:05  pub
 *     1830      A          02-03-95   16:05  README
 * ```
 */
import { numericDate } from './dates.ts';
import { entryNamed, type LineParser, parseFileSize } from './entry.ts';

const LINE =
  /^[\t ]{0,40}(\d{1,15})[\t ]+((?:[A-Z]{1,4}[\t ]+){0,2})(\d\d)-(\d\d)-(\d{2,4})[\t ]+(\d\d?:\d\d)(?: {2}|[\t ])(.+)$/s;

export const parseOs2Line: LineParser = (line) => {
  const [, size, marks = '', month = '', day = '', year = '', time, name] = LINE.exec(line) ?? [];
  if (name === undefined) return undefined;
  return entryNamed(/\bDIR\b/.test(marks) ? 'directory' : 'file', name, {
    size: parseFileSize(size),
    modified: numericDate([month, day, year], '-', time),
  });
};
