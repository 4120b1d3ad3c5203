/**
 * What a directory listing says of one entry. RFC 959 §4.1.3 leaves the form of a listing open, so most of it may
 * be missing; what there is, is kept at the precision that the server gave.
 */

import type { OctetString } from '../octet-string.ts';

/**
 * A time at the precision that was given, as a part of ISO 8601 that sorts as text: `1995-02-03`,
 * `1995-02-03T04:05` in a zone that the server keeps to itself, or `1995-02-03T04:05:06Z`.
 */
export type ListedTime = string;

export interface ListingEntry {
  readonly kind: 'directory' | 'file' | 'link' | 'unknown';
  readonly name: OctetString;
  /** In octets; `null` where none was given, and for directories and links, whose own size means nothing to others. */
  readonly size: number | null;
  readonly modified: ListedTime | null;
  /** Where a symbolic link leads. */
  readonly target: OctetString | null;
}

/** A line that follows no known form; it is shown as it came. */
export interface UnreadLine {
  readonly kind: 'unread';
  readonly line: OctetString;
}

/** What a line of a listing gives; `null` = a line that names no entry, such as `total 12`. */
export type Listed = ListingEntry | UnreadLine | null;

/** One form of listing: `undefined` where a line does not follow it. */
export type LineParser = (line: OctetString, now: Date) => ListingEntry | null | undefined;

/** An entry of which only the name is known yet. */
export function named(name: OctetString): ListingEntry {
  return { kind: 'unknown', name, size: null, modified: null, target: null };
}

/** A size as digits; one that no file can have is no size. */
export function sizeOf(digits: string | undefined): number | null {
  const size = digits === undefined || !/^\d+$/.test(digits) ? Number.NaN : Number(digits);
  return Number.isSafeInteger(size) ? size : null;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** A day, and perhaps a minute, of a calendar without a zone; `null` where there is no such day. */
export function listedTime(year: number, month: number, day: number, time: string | null): ListedTime | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  const dated = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  if (time === null) return dated;
  const [hour = Number.NaN, minute = Number.NaN] = time.split(':').map(Number);
  return hour < 24 && minute < 60 ? `${dated}T${two(hour)}:${two(minute)}` : null;
}

/** An instant of UTC, in seconds. */
export function listedInstant(date: Date): ListedTime {
  return `${date.toISOString().slice(0, 19)}Z`;
}
