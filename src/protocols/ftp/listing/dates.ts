/**
 * The dates of `ls` in the forms that are not the usual `Feb  3 04:05`: other languages, full times, ISO dates, and the
 * numbers with signs for year, month and day of East Asia. Each form is one row of a table.
 */
import type { OctetString } from '../../../octets/charset.ts';
import { fullYear, type ListedTime, listedInstant, listedTime, pastYear } from './entry.ts';
import { monthOf } from './months.ts';

/** A date, and the length of its text with the blank after it. */
export interface DateText {
  /** `null` = the text has the form of a date, but no such day exists, or the month is in an unknown language. */
  readonly modified: ListedTime | null;
  readonly length: number;
}

interface Form {
  readonly pattern: RegExp;
  /** Reads the groups of the pattern. */
  readonly read: (groups: Groups, now: Date) => ListedTime | null | undefined;
}
type Groups = Readonly<Record<string, string | undefined>>;

const TIME = '(?<time>\\d{1,2}:\\d\\d(?::\\d\\d)?)';
const YEAR = '(?<year>(?:19|20)\\d\\d)';
const WORD = '(?<word>[^\\s\\d.,]{2,24})[.,]{0,2}';
/** The sign after a year, month or day in any charset of East Asia. The second octet of Shift JIS may be ASCII. */
const SIGN = '[\\x80-\\xff][\\x40-\\x7e\\x80-\\xff]{0,2}';

const form = (pattern: string, read: Form['read']): Form => ({ pattern: new RegExp(`^${pattern}\\s`, 's'), read });

/** The forms, in the order in which they are tried. */
const FORMS: readonly Form[] = [
  // 1995-02-03 04:05:06.000000000 +0100 · 1995-02-03 04:05 · 1995/02/03 04:05 · 1995.02.03
  form(
    `${YEAR}([-/.])(?<month>\\d\\d?)\\2(?<day>\\d\\d?)(?:\\s+${TIME}(?:[.,]\\d{1,9})?(?:\\s(?<zone>[+-]\\d{4}))?)?`,
    calendarDate,
  ),
  // 24-04-1995 17:12 · 24.04.1995 · 04/24/1995
  form(`(?<first>\\d\\d?)(?<separator>[-/.])(?<second>\\d\\d?)\\k<separator>${YEAR}(?:\\s+${TIME})?`, yearLast),
  // 02-03 04:05, as ls --time-style=iso
  form(`(?<month>\\d\\d)-(?<day>\\d\\d)\\s+(?:${TIME}|${YEAR})`, calendarDate),
  // Fri Feb  3 04:05:06 1995, as ls --full-time did once
  form(`[^\\s\\d]{2,12}\\s+${WORD}\\s+(?<day>\\d\\d?)\\s+${TIME}\\s+${YEAR}`, namedMonth),
  // Feb 03, 1995 04:05
  form(`${WORD}\\s+(?<day>\\d\\d?),\\s+${YEAR}\\s+${TIME}`, namedMonth),
  // févr.  3 04:05 · März  3  1995
  form(`${WORD}\\s+(?<day>\\d\\d?)[.,]?\\s+(?:${TIME}|${YEAR})`, namedMonth),
  // 3 févr. 04:05 · 3. März, 04:05 · 3. Okt. 1995
  form(`(?<day>\\d\\d?)\\.?\\s+${WORD}\\s+(?:${TIME}|${YEAR})`, namedMonth),
  // 03-Feb-95
  form(`(?<day>\\d\\d?)-(?<word>[A-Za-z]{3})-(?<year>\\d\\d(?:\\d\\d)?)(?:\\s+${TIME})?`, namedMonth),
  // 1995年 2月 3日 · 1995   2月 3
  form(`${YEAR}(?:${SIGN})?\\s+(?<month>\\d\\d?)${SIGN}\\s*(?<day>\\d\\d?)(?:${SIGN})?`, calendarDate),
  // 2月 3日 04:05 · 2月  3 1995年
  form(`(?<month>\\d\\d?)${SIGN}\\s*(?<day>\\d\\d?)(?:${SIGN})?\\s+(?:${TIME}|${YEAR}(?:${SIGN})?)`, calendarDate),
  // 2  3 04:05
  form(`(?<month>\\d\\d?)\\s+(?<day>\\d\\d?)\\s+(?:${TIME}|${YEAR})`, calendarDate),
];

/** A month in a language that the table does not have: the name of the file is still a link. */
const UNKNOWN_MONTH: readonly Form[] = [
  form(`[^\\s\\d]{2,24}\\s+\\d\\d?[.,]?\\s+(?:${TIME}|${YEAR})`, () => null),
  form(`\\d\\d?\\.?\\s+[^\\s\\d]{2,24}\\s+(?:${TIME}|${YEAR})`, () => null),
];

/**
 * Reads the date at the beginning of a text.
 *
 * @param text - the line from the date on
 * @param months - whether a word that is no known month counts as one, too
 * @returns `null` if no date is there
 * @example
 * ```ts
 * parseDateText('3 f\xe9vr. 1995 README', new Date())?.modified; // '1995-02-03'
 * ```
 */
export function parseDateText(text: OctetString, now: Date, months: 'known' | 'any' = 'known'): DateText | null {
  for (const { pattern, read } of months === 'known' ? FORMS : UNKNOWN_MONTH) {
    const match = pattern.exec(text);
    const modified = match?.groups && read(match.groups, now);
    if (match && modified !== undefined) return { modified, length: match[0].length };
  }
  return null;
}

/** `undefined` = this is no date. */
function calendarDate({ year, month, day, time, zone }: Groups, now: Date): ListedTime | null | undefined {
  if (Number(month) > 12) return undefined;
  if (zone !== undefined) {
    const instant = new Date(`${year}-${month}-${day}T${time}${zone.slice(0, 3)}:${zone.slice(3)}`);
    return Number.isNaN(instant.getTime()) ? null : listedInstant(instant);
  }
  return datedIn(year, Number(month), Number(day), time, now);
}

function namedMonth({ year, word = '', day, time }: Groups, now: Date): ListedTime | null | undefined {
  const month = monthOf(word);
  return month === null ? undefined : datedIn(year, month, Number(day), time, now);
}

/** Dots separate the day first. With other separators, the month is first unless that month does not exist. */
function yearLast({ year, first, second, separator, time }: Groups, now: Date): ListedTime | null {
  const [month, day] = separator === '.' || Number(first) > 12 ? [second, first] : [first, second];
  return datedIn(year, Number(month), Number(day), time, now);
}

function datedIn(
  year: string | undefined,
  month: number,
  day: number,
  time: string | undefined,
  now: Date,
): ListedTime | null {
  return listedTime(year === undefined ? pastYear(month, day, now) : fullYear(year), month, day, time ?? null);
}
