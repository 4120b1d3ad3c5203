/** The time values of RFC 3659 §2.3, used by MDTM and the `modify` fact: UTC, with or without a fraction. */

/** Servers with a bug of the year 2000 write `19` and the years since 1900, so that 2003 is `19103`. */
const TIME_VALUE = /^(?:19(1\d\d)|([1-9]\d{3}))(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?$/;

/**
 * Parses a time value. The fraction is dropped, because HTTP dates have whole seconds.
 *
 * @returns `null` if the text is not a time value, or the time does not exist
 * @example
 * ```ts
 * parseTimeValue('19950203040506.789')?.toISOString(); // '1995-02-03T04:05:06.000Z'
 * ```
 */
export function parseTimeValue(text: string): Date | null {
  const match = TIME_VALUE.exec(text);
  if (!match) return null;
  const [, since1900, written] = match;
  const year = since1900 === undefined ? Number(written) : 1900 + Number(since1900);
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(3).map(Number);
  const realDay = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && month <= 12;
  // A leap second (60) counts as the first second of the next minute, as in POSIX time.
  const realTime = hour < 24 && minute < 60 && second <= 60;
  return realDay && realTime ? new Date(Date.UTC(year, month - 1, day, hour, minute, second)) : null;
}
