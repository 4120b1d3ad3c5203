/**
 * One entry of a directory listing. RFC 959 §4.1.3 does not define the form of a listing, so most values may be
 * missing. Times keep the precision of the listing.
 */
import type { OctetString } from '../../../octets/charset.ts';

/**
 * A time in ISO 8601 at the precision of the listing: `1995-02-03`; `1995-02-03T04:05` or `1995-02-03T04:05:06` in the
 * server's own time zone, which is unknown; or `1995-02-03T04:05:06Z`. Times of one form sort as text.
 */
export type ListedTime = string;

export interface ListingEntry {
  readonly kind: 'directory' | 'file' | 'link' | 'unknown';
  readonly name: OctetString;
  /**
   * In octets; rounded if the listing has larger units. `null` if the listing has none, and for directories and links,
   * whose size is useless.
   */
  readonly size: number | null;
  readonly modified: ListedTime | null;
  /** The target of a symbolic link or a junction. */
  readonly target: OctetString | null;
}

/** The parse result of one line, which may be in an unknown form; `null` = it names no entry, as `total 12` does. */
export type Listed = ListingEntry | { readonly kind: 'unread'; readonly line: OctetString } | null;

/**
 * Parses a line by itself; `undefined` = the line is not in this form.
 *
 * @param now - for lines that leave out the year
 * @param isBelow - whether the heading of this form is above the line
 */
export type LineParser = (line: OctetString, now: Date, isBelow: boolean) => ListingEntry | null | undefined;

/** Parses the lines of one listing in their order, for a form in which an entry may have two. */
export interface ListingReader {
  /** Takes the next line, and returns what is complete; `undefined` = the line is not in this form. */
  take(line: OctetString): readonly Listed[] | undefined;
  /** The entry of a last line that announced more columns. */
  end(): readonly Listed[];
}

/** The values of an entry besides its kind and its name; absent = the form does not have them. */
type EntryFacts = Partial<Pick<ListingEntry, 'size' | 'modified' | 'target'>>;

/** An entry; `null` = the directory itself or its parent, which are no entries. */
export function entryNamed(
  kind: ListingEntry['kind'],
  name: OctetString,
  { size = null, modified = null, target = null }: EntryFacts = {},
): ListingEntry | null {
  if (name === '.' || name === '..') return null;
  return { kind, name, size: kind === 'directory' || kind === 'link' ? null : size, modified, target };
}

/**
 * A text without the blanks that fill its column. Blanks are the space and the tab alone, here and in the expressions
 * of formats: `trimEnd` and `\s` would also take the octet A0, with which a letter in UTF-8 may end.
 */
export function withoutFill(text: OctetString): OctetString {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end -= 1;
  return text.slice(0, end);
}

/** A size from its digits; `null` if they are missing, malformed, negative or beyond the safe integers. */
export function parseFileSize(digits: string | undefined): number | null {
  const size = digits === undefined || !/^\d+$/.test(digits) ? Number.NaN : Number(digits);
  return Number.isSafeInteger(size) ? size : null;
}

const UNITS = 'KMGT';

/** A size such as `33.5K`, in octets. */
export function parseRoundedSize(text: string): number | null {
  const [, amount = '', unit = ''] = /^(-?\d+(?:\.\d+)?)([KMGT]?)B?$/i.exec(text) ?? [];
  if (unit === '') return parseFileSize(amount);
  const size = Math.round(Number(amount) * 1024 ** (UNITS.indexOf(unit.toUpperCase()) + 1));
  return size >= 0 && Number.isSafeInteger(size) ? size : null;
}

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The days of a month; 0 for a month that does not exist. */
function daysIn(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return (LENGTHS[month - 1] ?? 0) + Number(leap);
}

/** A day, and perhaps a time (`hh:mm` or `hh:mm:ss`), in an unknown time zone; `null` = it does not exist. */
export function listedTime(year: number, month: number, day: number, time: string | null): ListedTime | null {
  if (day < 1 || day > daysIn(year, month)) return null;
  const dated = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  if (time === null) return dated;
  const padded = time.indexOf(':') === 1 ? `0${time}` : time;
  return /^(?:[01]\d|2[0-3])(?::[0-5]\d){1,2}$/.test(padded) ? `${dated}T${padded}` : null;
}

/** A time in UTC, to the second. */
export function listedInstant(date: Date): ListedTime {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** The last second that a Date can hold. */
const LAST_SECOND = 8.64e12;

/** A time from the digits of its seconds since 1970. */
export function timeOfSeconds(digits: string | undefined): ListedTime | null {
  const seconds = parseFileSize(digits);
  return seconds === null || seconds > LAST_SECOND ? null : listedInstant(new Date(seconds * 1000));
}

const DAY_MS = 24 * 3600 * 1000;

/**
 * The year of a date without one: the last that is not in the future. `ls` leaves out the year of files that are less
 * than half a year old.
 */
export function pastYear(month: number, day: number, time: string | undefined, now: Date): number {
  const year = now.getUTCFullYear();
  const [hour = 0, minute = 0] = time?.split(':').map(Number) ?? [];
  // The server's time zone is unknown: its time may be up to one day later than in UTC.
  return Date.UTC(year, month - 1, day, hour, minute) > now.getTime() + DAY_MS ? year - 1 : year;
}

/** Two-digit years below this are in the 21st century: no file is older than FTP, which began in 1971. */
const FIRST_YEAR = 70;

/** The year of the last digits of one. Servers with a bug of the year 2000 write 100 for it. */
export function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 3) return year;
  return year < FIRST_YEAR ? 2000 + year : 1900 + year;
}
