/**
 * Listings of the FTP server in Windows, which look like those of `dir`:
 *
 * ```
 *   02-03-95  04:05AM       <DIR>          pub
 *   02-03-1995  16:05                 1830 README
 * ```
 */
import { type LineParser, listedTime, sizeOf } from './entry.ts';

/** The column of sizes is as wide as `<DIR>` and ten blanks; a name may begin with a blank of its own. */
const LINE =
  /^(\d\d)[-/](\d\d)[-/](\d{4}|\d\d)\s+(\d{1,2}):(\d\d)\s?([AP]M)?\s+(?:<(DIR|JUNCTION|SYMLINKD?)>(?: {10}|\s+)|([\d,.]+)\s)(.+)$/is;

/** Two digits of a year below this are of our century: no file is older than FTP itself. */
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
    size: sizeOf(size?.replace(/[,.]/g, '')),
    modified: listedTime(year, Number(month), Number(day), `${hour}:${minute}`),
    target: null,
  };
};
