/**
 * Listings of the FTP servers of OS/2 and of some for DOS:
 *
 * ```
 *        0           DIR   02-03-95   04:05  pub
 *     1830      A          02-03-95   16:05  README
 * ```
 */
import { fullYear, type LineParser, listedTime, parseFileSize } from './entry.ts';

/** Size; the attributes of DOS and `DIR`; date and time; two blanks; name. */
const LINE = /^\s{0,40}(\d{1,15})\s+([A-Z]{1,4}\s+){0,2}(\d\d)-(\d\d)-(\d{2,3})\s+(\d\d?:\d\d)\s{1,2}(\S.*)$/s;

export const parseOs2Line: LineParser = (line) => {
  const match = LINE.exec(line);
  if (!match) return undefined;
  const [, size, mark = '', month, day, year = '', time = '', name = ''] = match;
  if (name === '.' || name === '..') return null;
  const directory = /\bDIR\b/.test(mark) || /^\s*\d+\s+DIR\b/.test(line);
  return {
    kind: directory ? 'directory' : 'file',
    name,
    size: directory ? null : parseFileSize(size),
    modified: listedTime(fullYear(year), Number(month), Number(day), time),
    target: null,
  };
};
