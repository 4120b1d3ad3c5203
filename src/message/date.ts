/**
 * Dates as news programs have written them since 1980: RFC 5322 §3.3 and its obsolete forms (§4.3), RFC 850 §2.1.4
 * with hyphens, and the form of `ctime`. The platform's `Date` is not used: its grammar differs between runtimes.
 */

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** In hours east of UTC (RFC 5322 §4.3). All other names are read as UTC. */
const ZONES: Readonly<Record<string, number>> = {
  EDT: -4,
  EST: -5,
  CDT: -5,
  CST: -6,
  MDT: -6,
  MST: -7,
  PDT: -7,
  PST: -8,
};

const TIME = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?`;
const ZONE = String.raw`(?:\s*([+-]\d{4}|[A-Za-z]{1,5}))?`;
/** `Fri, 19 Nov 1982 16:14:55 -0500`, `19-Nov-82 16:14:55 EST`; old programs left out the time. */
const DAY_FIRST = new RegExp(
  String.raw`^(?:[A-Za-z]{2,9}[.,]?\s+|[A-Za-z]{2,9},)?(\d{1,2})[\s-]+([A-Za-z]{3})[a-z]*\.?[\s,-]+(\d{2,4})(?!\d)(?:,?\s+${TIME}${ZONE})?`,
);
/** `Fri Nov 19 16:14:55 1982`, `Fri Nov 19 16:14:55 EST 1982`, `Nov 19, 1982`. */
const MONTH_FIRST = new RegExp(
  String.raw`^(?:[A-Za-z]{3,9},?\s+)?([A-Za-z]{3})[a-z]*\s+(\d{1,2})(?:,?\s+${TIME}${ZONE})?,?\s+(\d{4})(?!\d)`,
);
/** `1993-11-16T08:12:00Z`. */
const ISO = new RegExp(String.raw`^(\d{4})-(\d{2})-(\d{2})(?:[T\s]${TIME}\s*(Z|[+-]\d{2}:?\d{2})?)?`);

/** In characters. The rest of a longer header is ignored. */
const LONGEST = 100;

/**
 * Parses the date of an article. `parseDate('Friday, 19-Nov-82 16:14:55 EST')?.toISOString()` is
 * `'1982-11-19T21:14:55.000Z'`, and `parseDate('Sat, 1 Jan 100 00:00:01 GMT')?.getUTCFullYear()` is `2000`. Returns
 * `null` if the text is not a date.
 */
export function parseDate(text: string): Date | null {
  const line = text.slice(0, LONGEST).trim();
  const bare = line.includes('(') ? line.replace(/\([^()]*\)/g, ' ').trim() : line;
  const dayFirst = DAY_FIRST.exec(bare);
  if (dayFirst !== null) {
    const [, day, month, year, ...time] = dayFirst;
    return moment(year, month, day, time);
  }
  const monthFirst = MONTH_FIRST.exec(bare);
  if (monthFirst !== null) {
    const [, month, day, hour, minute, second, zone, year] = monthFirst;
    return moment(year, month, day, [hour, minute, second, zone]);
  }
  const [match, year, month, day, hour, minute, second, zone] = ISO.exec(bare) ?? [];
  if (match === undefined) return null;
  return moment(year, MONTHS[Number(month) - 1], day, [hour, minute, second, zone?.replace(':', '')]);
}

type Digits = string | undefined;

function moment(year: Digits, month: Digits, day: Digits, [hour = '0', minute = '0', second = '0', zone]: Digits[]) {
  const index = MONTHS.indexOf(month?.toLowerCase() ?? '');
  const [d, h, m, s] = [Number(day), Number(hour), Number(minute), Number(second)];
  // RFC 5322 §3.3: a second may be 60.
  if (index < 0 || d < 1 || d > 31 || h > 24 || m > 59 || s > 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(fullYear(year ?? ''), index, d);
  // The 31st of a short month is not a date.
  if (date.getUTCMonth() !== index) return null;
  date.setUTCHours(h, m - offsetOf(zone), s);
  return date;
}

/** RFC 5322 §4.3: two digits are 1950 to 2049; three digits count from 1900, as programs wrote them after 1999. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 2) return year + (year < 50 ? 2000 : 1900);
  return digits.length === 3 ? year + 1900 : year;
}

/** The offset of a zone in minutes east of UTC. */
function offsetOf(zone: Digits): number {
  const [match, sign, hours, minutes] = /^([+-])(\d{2})(\d{2})$/.exec(zone ?? '') ?? [];
  if (match !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return (ZONES[zone?.toUpperCase() ?? ''] ?? 0) * 60;
}
