/**
 * Listings of Windows' FTP server, in the form of `dir`:
 *
 * ```
 *   02-03-95  04:05AM       <DIR>          pub
 *   02-03-1995  16:05                 1830 README
 * ```
 */
import { type LineParser, listedTime, parseFileSize } from './entry.ts';

/** Exactly ten blanks follow `<DIR>` in the size column; further blanks belong to the name. */
const LINE =
  /^(\d\d)[-/](\d\d)[-/](\d{4}|\d\d)\s+(\d{1,2}):(\d\d)\s?([AP]M)?\s+(?:<(DIR|JUNCTION|SYMLINKD?)>(?: {10}|\s+)|([\d,.]+)\s)(.+)$/is;

/** Two-digit years below this are in the 21st century: no file is older than FTP, which began in 1971. */
const FIRST_YEAR = 70;
const NOON = 12;

export const parseWindowsLine: LineParser = (line) => {
  const match = LINE.exec(line);
  if (!match) return undefined;
  const [, month, day, yearText = '', hourText, minute, half, mark, size, name = ''] = match;
  const short = Number(yearText);
  const year = yearText.length === 4 ? short : short + (short < FIRST_YEAR ? 2000 : 1900);
  const hour = half ? (Number(hourText) % NOON) + (half.toUpperCase() === 'PM' ? NOON : 0) : Number(hourText);
  const kind = mark === undefined ? 'file' : /^(DIR|JUNCTION)$/i.test(mark) ? 'directory' : 'link';
  if (name === '.' || name === '..') return null;
  return {
    kind,
    name,
    size: parseFileSize(size?.replace(/[,.]/g, '')),
    modified: listedTime(year, Number(month), Number(day), `${hour}:${minute}`),
    target: null,
  };
};
