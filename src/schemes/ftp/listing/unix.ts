/**
 * Listings in the form of `ls -l`. NetWare listings differ only in the first columns:
 *
 * ```
 *   drwxr-xr-x   2 curator  museum         4096 Feb  3  1995 pub
 *   lrwxrwxrwx   1 curator  museum           18 Nov 20 12:34 latest -> texts/timeline.txt
 *   d [R----F--] supervisor                 512 Jan 16 18:53 login
 * ```
 */
import { type LineParser, type ListedTime, type ListingEntry, listedTime, parseFileSize } from './entry.ts';

/** The columns between mode and size differ between servers: link count, owner and group may each be missing. */
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
    size: kind === 'file' ? parseFileSize(size) : null,
    modified,
    target: arrow < 0 ? null : rest.slice(arrow + ARROW.length),
  };
};

/** `ls` writes the time instead of the year for files less than half a year old. */
function dated(monthName: string, day: number, timeOrYear: string, now: Date): ListedTime | null {
  const month = MONTHS.indexOf(monthName.toLowerCase()) + 1;
  if (month === 0) return null;
  if (!timeOrYear.includes(':')) return listedTime(Number(timeOrYear), month, day, null);
  const year = now.getUTCFullYear();
  // The server's time zone is unknown: its date may be one day later than in UTC.
  const future = Date.UTC(year, month - 1, day) > now.getTime() + DAY_MS;
  return listedTime(future ? year - 1 : year, month, day, timeOrYear);
}
