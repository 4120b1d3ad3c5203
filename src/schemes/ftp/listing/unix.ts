/**
 * Listings that were, or look as if they were, written by `ls -l`; NetWare's differ only in the first columns:
 *
 * ```
 *   drwxr-xr-x   2 curator  museum         4096 Feb  3  1995 pub
 *   lrwxrwxrwx   1 curator  museum           18 Nov 20 12:34 latest -> texts/timeline.txt
 *   d [R----F--] supervisor                 512 Jan 16 18:53 login
 * ```
 */
import { type LineParser, type ListedTime, type ListingEntry, listedTime, sizeOf } from './entry.ts';

/** Columns between mode and size differ from server to server: links, owner, group, each of which may be missing. */
const LINE =
  /^([-bcdlpsD])(?:[-rwxsStTlL]{9}[+.@]?| \[[-A-Z]{8}\])\s.*?(\d+)\s+(?:([A-Za-z]{3})\s+(\d{1,2})|(\d{1,2})\s+([A-Za-z]{3})|(\d{4})-(\d\d)-(\d\d))\s+(\d{1,2}:\d\d|\d{4})\s(.+)$/s;

const KINDS: Readonly<Record<string, ListingEntry['kind']>> = { '-': 'file', d: 'directory', l: 'link' };
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ARROW = ' -> ';
const DAY_MS = 24 * 3600 * 1000;

export const parseUnixLine: LineParser = (line, now) => {
  if (/^total\s+[\d.,]+[KMG]?\s*$/i.test(line)) return null;
  const match = LINE.exec(line);
  if (!match) return undefined;
  const [, mode = '', size, month, day, dayFirst, monthSecond, isoYear, isoMonth, isoDay, time = '', rest = ''] = match;
  const modified = isoYear
    ? listedTime(Number(isoYear), Number(isoMonth), Number(isoDay), time)
    : dated(month ?? monthSecond ?? '', Number(day ?? dayFirst), time, now);
  const kind = KINDS[mode] ?? 'unknown';
  const arrow = kind === 'link' ? rest.indexOf(ARROW) : -1;
  const name = arrow < 0 ? rest : rest.slice(0, arrow);
  if (name === '.' || name === '..') return null;
  return {
    kind,
    name,
    size: kind === 'file' ? sizeOf(size) : null,
    modified,
    target: arrow < 0 ? null : rest.slice(arrow + ARROW.length),
  };
};

/** `ls` leaves the year out where it is half a year away at most. */
function dated(monthName: string, day: number, timeOrYear: string, now: Date): ListedTime | null {
  const month = MONTHS.indexOf(monthName.toLowerCase()) + 1;
  if (month === 0) return null;
  if (!timeOrYear.includes(':')) return listedTime(Number(timeOrYear), month, day, null);
  const year = now.getUTCFullYear();
  // The server's zone is not known, so its today may be our tomorrow.
  const future = Date.UTC(year, month - 1, day) > now.getTime() + DAY_MS;
  return listedTime(future ? year - 1 : year, month, day, timeOrYear);
}
