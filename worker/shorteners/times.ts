/** Times as other shorteners write them. A time that could mean two days is not read. */

/** ISO 8601, also as MySQL writes it. Without a zone it is in UTC. */
const ISO = /^(\d{4}[-/]\d\d[-/]\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?)?$/;
/** A day whose month is a word, as people write it, and perhaps a time of that day. */
const WRITTEN =
  /^(?:[A-Z][a-z]+,? )?(?:(\d{1,2})(?:st|nd|rd|th)? )?([A-Z][a-z]{2,8})\.? (?:(\d{1,2})(?:st|nd|rd|th)?,? )?(\d{4})(?:,?(?: at)? (\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?))?(?: (?:GMT|UTC))?$/;
/** RFC 5322 §3.3, where the month is a word. */
const NAMED_MONTH = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|UTC|[+-]\d{4})$/;
/** Seconds since 1970, from 2001 to 2286. A number of eight digits is more likely a day, such as 20230105. */
const SECONDS = /^\d{10}(?:\.\d+)?$/;
const MILLISECONDS = /^\d{13}$/;

/**
 * A time in the form of a record.
 *
 * @returns `null` for a text that is not a time, or that has no day of the calendar
 * @example
 * ```ts
 * timeOf('2012-03-04 05:06:07'); // '2012-03-04T05:06:07.000Z'
 * timeOf('01/02/2023'); // null: January or February?
 * ```
 */
export function timeOf(text: string): string | null {
  const time = new Date(millisecondsOf(text));
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

function millisecondsOf(text: string): number {
  if (SECONDS.test(text)) return Number(text) * 1000;
  if (MILLISECONDS.test(text)) return Number(text);
  if (NAMED_MONTH.test(text)) return Date.parse(text);
  const [, before, month, after, year, at = '00:00'] = WRITTEN.exec(text) ?? [];
  // `Date.parse` reads 31 February as 3 March.
  const written = Date.parse(`${before ?? after} ${month} ${year} ${at.replace(/(?<=\d)(?=[AaPp])/, ' ')} UTC`);
  if (!Number.isNaN(written)) return new Date(written).getUTCDate() === Number(before ?? after) ? written : Number.NaN;
  const [, date = '', time = '00:00', zone = 'Z'] = ISO.exec(text) ?? [];
  const day = date.replaceAll('/', '-');
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return Number.NaN;
  return Date.parse(`${day}T${time}${zone === 'UTC' ? 'Z' : zone.replace(/^(...)(\d\d)$/, '$1:$2')}`);
}
