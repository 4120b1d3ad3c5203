/**
 * The dates of items. Gopher menus have none, but authors of phlogs write them in the texts of items or in the names of
 * files:
 *
 * ```
 *   0[2024-05-01] On lighthouses       /phlog/lighthouses.txt
 *   01 May 2024: On lighthouses        /phlog/lighthouses.txt
 *   0On lighthouses                    /phlog/20240501-lighthouses.txt
 * ```
 */

/** A text with its date. */
interface DatedText {
  /** Midnight in UTC: an author who writes a day means no hour. */
  readonly date: Date;
  /**
   * The text without the date at its beginning; the whole text if nothing else is left, or if the date is in the name.
   */
  readonly title: string;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t|tember)?|oct(?:ober)?|' +
  'nov(?:ember)?|dec(?:ember)?)\\.?';
const YEAR = '((?:19|20)\\d\\d)';

const HAS_YEAR = new RegExp(YEAR);

/** A time after a date, and the end of brackets. */
const AFTER = '(?:[ T]\\d\\d:\\d\\d(?::\\d\\d)?Z?)?[\\])>]?';
const WEEKDAY = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]* )?';
/** Dates at the beginning of a text. `1/5/2024` is not among them: nobody knows which of its numbers is the month. */
const forms: readonly (readonly [form: RegExp, order: readonly [year: number, month: number, day: number]])[] = [
  [new RegExp(`^[[(<]?${YEAR}([-./])(\\d\\d?)\\2(\\d\\d?)(?!\\d)${AFTER}`), [1, 3, 4]],
  [new RegExp(`^[[(<]?${YEAR}(\\d\\d)(\\d\\d)(?!\\d)${AFTER}`), [1, 2, 3]],
  [new RegExp(`^[[(<]?${WEEKDAY}(\\d\\d?)[ -]${MONTH}[ -]${YEAR}(?!\\d)${AFTER}`, 'i'), [3, 2, 1]],
  [new RegExp(`^[[(<]?${WEEKDAY}${MONTH} (\\d\\d?),? ${YEAR}(?!\\d)${AFTER}`, 'i'), [3, 1, 2]],
];
/** A date anywhere in the name of a file, or in the names of the folders above it. */
const IN_NAME = new RegExp(`(?<!\\d)${YEAR}([-_./]?)(\\d\\d)\\2(\\d\\d)(?!\\d)`);
/** What stands between a date and a title. */
const SEPARATOR = /^[\s:|–—>·.*-]+/;

/**
 * The date of an item; `null` if neither its text nor its name has one.
 * `itemDate('2024-05-01 On lighthouses', '/a.txt')?.title` is `'On lighthouses'`, and
 * `itemDate('On lighthouses', '/20240501.txt')?.date.toISOString()` is `'2024-05-01T00:00:00.000Z'`.
 *
 * @param name - the selector of the item
 */
export function itemDate(text: string, name: string): DatedText | null {
  const trimmed = text.trim();
  // Most texts have no year, and pages look for dates in each.
  for (const [form, [year, month, day]] of HAS_YEAR.test(trimmed) ? forms : []) {
    const match = form.exec(trimmed);
    if (match === null) continue;
    const date = dateOf(match[year], match[month], match[day]);
    const title = trimmed.slice(match[0].length).replace(SEPARATOR, '');
    if (date !== null) return { date, title: title === '' ? trimmed : title };
  }
  const [, year, , month, day] = IN_NAME.exec(name) ?? [];
  const date = dateOf(year, month, day);
  return date === null ? null : { date, title: trimmed };
}

/** @param month - a number, or what {@link MONTH} matches */
function dateOf(year?: string, month?: string, day?: string): Date | null {
  if (year === undefined || month === undefined || day === undefined) return null;
  const index = /^\d/.test(month) ? Number(month) - 1 : MONTHS.indexOf(month.slice(0, 3).toLowerCase());
  const date = new Date(Date.UTC(Number(year), index, Number(day)));
  // The 31st of a short month is not a date.
  return date.getUTCMonth() === index && date.getUTCDate() === Number(day) ? date : null;
}
