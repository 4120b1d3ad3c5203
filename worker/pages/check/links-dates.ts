/** Dates in the cells of a sheet. Only spellings with one meaning count: ISO 8601, and the timestamps of archives. */

/** `1997-03-01`, with a time or without one, or the fourteen digits of the Wayback Machine. */
const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const TIMESTAMP = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;
/** Links are younger than the Internet, and archives know no later day than today. */
const FIRST_YEAR = 1969;

/**
 * The date of a cell as archives write it: `YYYYMMDD`, or `YYYYMMDDhhmmss` if there is a time; `null` = no date of one
 * certain meaning. `archiveDateOf('1997-03-01')` is `'19970301'`, and `archiveDateOf('03/01/97')` is `null`.
 */
export function archiveDateOf(cell: string): string | null {
  const text = cell.trim();
  const parts = (DATE.exec(text) ?? TIMESTAMP.exec(text))?.slice(1);
  if (parts === undefined) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? 0));
  const isReal = isDay(year, month, day) && hour < 24 && minute < 60 && second < 60;
  thisYear ||= new Date().getUTCFullYear();
  if (!isReal || year < FIRST_YEAR || year > thisYear) return null;
  return parts.map((part) => part ?? '').join('');
}

/** Read once: a sheet has a hundred thousand dates. */
let thisYear = 0;

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  // Only the end of a month needs a calendar.
  return day <= 28 || new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}

/** The day of an archive's date, for people: `dayOf('19970301120000')` is `'1997-03-01'`. */
export function dayOf(date: string): string {
  return `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`;
}
