/**
 * One entry of a directory listing. RFC 959 §4.1.3 does not define the form of a listing, so most values may be
 * missing. Times keep the precision of the listing.
 */
import type { OctetString } from '../octet-string.ts';

/**
 * A time in ISO 8601 at the precision of the listing: `1995-02-03`, `1995-02-03T04:05` in the server's own time
 * zone, which is unknown, or `1995-02-03T04:05:06Z`. Times of one form sort as text.
 */
export type ListedTime = string;

export interface ListingEntry {
  readonly kind: 'directory' | 'file' | 'link' | 'unknown';
  readonly name: OctetString;
  /** In octets. `null` if the listing has none, and for directories and links, whose size is useless. */
  readonly size: number | null;
  readonly modified: ListedTime | null;
  /** The target of a symbolic link. */
  readonly target: OctetString | null;
}

/** A line in an unknown form, to be shown unchanged. */
export interface UnreadLine {
  readonly kind: 'unread';
  readonly line: OctetString;
}

/** The parse result of one line; `null` = the line names no entry, as `total 12` does. */
export type Listed = ListingEntry | UnreadLine | null;

/** Parses one form of listing; `undefined` = the line is not in this form. */
export type LineParser = (line: OctetString, now: Date) => ListingEntry | null | undefined;

/** A size from its digits; `null` if they are missing, malformed or beyond the safe integers. */
export function parseFileSize(digits: string | undefined): number | null {
  const size = digits === undefined || !/^\d+$/.test(digits) ? Number.NaN : Number(digits);
  return Number.isSafeInteger(size) ? size : null;
}

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * A day, and perhaps a minute, in an unknown time zone.
 *
 * @param time - `hh:mm`; `null` = the listing has only the day
 * @returns `null` for a day or minute that does not exist
 */
export function listedTime(year: number, month: number, day: number, time: string | null): ListedTime | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const dated = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  if (time === null) return dated;
  const [hour = Number.NaN, minute = Number.NaN] = time.split(':').map(Number);
  return hour < 24 && minute < 60 ? `${dated}T${two(hour)}:${two(minute)}` : null;
}

/** A time in UTC, to the second. */
export function listedInstant(date: Date): ListedTime {
  return `${date.toISOString().slice(0, 19)}Z`;
}
