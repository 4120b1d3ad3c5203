/**
 * The dates of `ls` in the forms that are not the usual `Feb  3 04:05`: other languages, full times, ISO dates, and
 * the numbers with signs for year, month and day of East Asia. Each form is one row of a table.
 *
 * Servers write the names of months in the language and the charset of their machine, so a name is
 * looked up by its octets.
 */
import { type OctetString, octetStringOf } from '../../../octets/charset.ts';
import { fullYear, type ListedTime, listedInstant, listedTime, pastYear } from './entry.ts';

/** A date, and the length of its text with the blank after it. */
interface DateText {
  /** `null` = the text has the form of a date, but no such day exists, or the month is in an unknown language. */
  readonly modified: ListedTime | null;
  readonly length: number;
}

interface DateForm {
  readonly pattern: RegExp;
  /** Reads the groups of the pattern. */
  readonly read: (groups: DateGroups, now: Date) => ListedTime | null | undefined;
}
type DateGroups = Readonly<Record<string, string | undefined>>;

const TIME = '(?<time>\\d{1,2}:\\d\\d(?::\\d\\d)?)';
const YEAR = '(?<year>(?:19|20)\\d\\d)';
const WORD = '(?<word>[^\\s\\d.,]{2,24})[.,]{0,2}';
/** The sign after a year, month or day in any charset of East Asia. The second octet of Shift JIS may be ASCII. */
const SIGN = '[\\x80-\\xff][\\x40-\\x7e\\x80-\\xff]{0,2}';

const form = (pattern: string, read: DateForm['read']): DateForm => ({
  pattern: new RegExp(`^${pattern}\\s`, 's'),
  read,
});

/** The forms, in the order in which they are tried. */
const FORMS: readonly DateForm[] = [
  // 1995.02.03 and three blanks, where a time could stand
  form(`${YEAR}\\.(?<month>\\d\\d?)\\.(?<day>\\d\\d?) {2}(?!\\s+\\d\\d?:)`, calendarDate),
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
  // Oct 14, 99 8:45 pm
  form(`${WORD}\\s+(?<day>\\d\\d?),?\\s+(?<year>\\d\\d)\\s+${TIME}\\s?(?<half>[ap]m)`, namedMonth),
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
const UNKNOWN_MONTH: readonly DateForm[] = [
  form(`[^\\s\\d]{2,24}\\s+\\d\\d?[.,]?\\s+(?:${TIME}|${YEAR})`, () => null),
  form(`\\d\\d?\\.?\\s+[^\\s\\d]{2,24}\\s+(?:${TIME}|${YEAR})`, () => null),
];

/**
 * Reads the date at the beginning of a text; `null` if no date is there.
 * `parseDateText('3 f\xe9vr. 1995 README', new Date())?.modified` is `'1995-02-03'`.
 *
 * @param months - whether a word that is not a known month counts as one, too
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
function calendarDate({ year, month, day, time, zone }: DateGroups, now: Date): ListedTime | null | undefined {
  if (Number(month) > 12) return undefined;
  if (zone !== undefined) {
    const instant = new Date(`${year}-${month}-${day}T${time}${zone.slice(0, 3)}:${zone.slice(3)}`);
    return Number.isNaN(instant.getTime()) ? null : listedInstant(instant);
  }
  return datedIn(year, Number(month), Number(day), time, now);
}

function namedMonth({ year, word = '', day, time, half }: DateGroups, now: Date): ListedTime | null | undefined {
  const month = monthOf(word);
  return month === null ? undefined : datedIn(year, month, Number(day), time && clockTime(time, half), now);
}

/** A date whose year is last. */
function yearLast({ year = '', first = '', second = '', separator = '', time }: DateGroups): ListedTime | null {
  return numericDate([first, second, year], separator, time);
}

/** The order is by country: the year first if it has four digits; the day first with dots; else the month first. */
export function numericDate(
  [first, second, third]: readonly [string, string, string],
  separator: string,
  time: string | undefined,
): ListedTime | null {
  if (first.length === 4) return listedTime(Number(first), Number(second), Number(third), time ?? null);
  const dayFirst = separator === '.' || Number(first) > 12;
  const [month, day] = dayFirst ? [second, first] : [first, second];
  return listedTime(fullYear(third), Number(month), Number(day), time ?? null);
}

/** A day with the name of its month, and perhaps a time. `namedDate('3', 'FEB', '1995', '04:05')` is a time. */
export function namedDate(day: string, month: string, year: string, time?: string): ListedTime | null {
  return listedTime(fullYear(year), monthOf(month) ?? 0, Number(day), time ?? null);
}

const NOON = 12;

/** A time on the clock of 24 hours. `clockTime('04:05', 'PM')` is `'16:05'`. */
export function clockTime(time: string, half: string | undefined): string {
  if (half === undefined) return time;
  const [hour = '', ...rest] = time.split(':');
  return [(Number(hour) % NOON) + (/^p/i.test(half) ? NOON : 0), ...rest].join(':');
}

/** A day of a year, or else of the last year that had it, and perhaps a time (`hh:mm` or `hh:mm:ss`). */
export function datedIn(
  year: string | undefined,
  month: number,
  day: number,
  time: string | undefined,
  now: Date,
): ListedTime | null {
  return listedTime(year === undefined ? pastYear(month, day, time, now) : fullYear(year), month, day, time ?? null);
}

const WESTERN = ['windows-1252'];
const CENTRAL = ['iso-8859-2', 'windows-1250'];
const BALTIC = ['windows-1257'];
const TURKISH = ['windows-1254'];
const GREEK = ['iso-8859-7', 'windows-1253'];
const CYRILLIC = ['windows-1251', 'koi8-u', 'iso-8859-5'];

/** The charsets of a language's servers besides UTF-8; then January to December, where a slash separates spellings. */
type MonthNames = readonly [charsets: readonly string[], months: string];

/**
 * The abbreviations of `ls`, of other servers and of Unicode's CLDR, without a final dot. Croatian is not here: its
 * `lip`, `srp` and `lis` are other months than in Polish and Czech.
 */
export const LANGUAGES: Readonly<Record<string, MonthNames>> = {
  en: [[], 'jan feb mar apr may jun/june jul/july aug sep/sept oct nov dec'],
  de: [WESTERN, 'jan/jän feb mär/märz/mrz/mar apr mai jun/juni jul/juli aug sep/sept okt nov dez'],
  nl: [WESTERN, 'jan feb mrt/maart apr mei jun/juni jul/juli aug sep okt nov dec'],
  da: [WESTERN, 'jan feb mar/marts apr maj jun/juni jul/juli aug sep okt nov dec'],
  sv: [WESTERN, 'jan feb mar/mars apr maj jun/juni jul/juli aug sep okt nov dec'],
  no: [WESTERN, 'jan feb mar/mars apr mai jun/juni jul/juli aug sep okt nov des'],
  is: [WESTERN, 'jan feb mar apr maí jún júl ágú sep okt nóv des'],
  fi: [WESTERN, 'tammi helmi maalis huhti touko kesä/kes heinä/hei elo syys loka marras joulu'],
  fr: [
    WESTERN,
    'jan/janv fév/févr/fev/fevr mar/mars avr/avril mai jun/juin jul/juil aoû/août/aou/aout sep/sept oct nov déc/dec',
  ],
  ca: [WESTERN, 'gen/gener feb/febr març/mar abr maig/mai juny/jun jul ag/ago set oct nov des'],
  es: [WESTERN, 'ene feb mar abr may jun jul ago sep/sept oct nov dic'],
  gl: [WESTERN, 'xan feb mar abr mai/maio xuñ/xuño xul ago set out nov dec'],
  pt: [WESTERN, 'jan fev mar abr mai jun jul ago set out nov dez'],
  it: [WESTERN, 'gen feb mar apr mag giu lug ago set ott nov dic'],
  eu: [WESTERN, 'urt ots mar api mai eka uzt abu ira urr aza abe'],
  et: [BALTIC, 'jaan/jan veebr/veb märts/mär apr mai juuni/jun juuli/jul aug sept okt nov dets/det'],
  lv: [BALTIC, 'jan/janv feb/febr mar/marts apr mai/maijs jūn/jūnijs jūl/jūlijs aug sep okt nov dec'],
  lt: [BALTIC, 'sau/saus vas kov bal geg bir/birž lie/liep rgp/rugp rgs/rugs spa/spal lap/lapkr grd/gruod'],
  pl: [CENTRAL, 'sty lut mar kwi maj cze lip sie wrz paź/paz lis gru'],
  cs: [CENTRAL, 'led úno bře dub kvě čen/čer/čvn čec/čvc srp zář říj lis pro'],
  sk: [CENTRAL, 'jan feb mar apr máj jún júl aug sep okt nov dec'],
  sl: [CENTRAL, 'jan feb mar apr maj jun jul avg sep okt nov dec'],
  hu: [CENTRAL, 'jan febr/feb márc/már ápr máj jún júl aug szept/szep okt nov dec'],
  ro: [CENTRAL, 'ian feb mar apr mai iun iul aug sep/sept oct noi/nov dec'],
  tr: [TURKISH, 'oca şub mar nis may haz tem ağu eyl eki kas ara'],
  el: [GREEK, 'ιαν φεβ μάρ/μαρ απρ μάι/μαΐ/μαι ιούν/ιουν ιούλ/ιουλ αύγ/αυγ σεπ/σεπτ οκτ νοέ/νοε δεκ'],
  ru: [CYRILLIC, 'янв фев/февр мар/март/марта апр май/мая июн/июнь/июня июл/июль/июля авг сен/сент окт ноя/нояб дек'],
  uk: [CYRILLIC, 'січ лют бер/берез кві/квіт тра/трав чер/черв лип сер/серп вер/верес жов/жовт лис/лист гру/груд'],
  bg: [CYRILLIC, 'яну фев/февр мар/март апр май юни юли авг сеп/септ окт ное/ноем дек'],
  sr: [CYRILLIC, 'јан феб мар апр мај јун јул авг сеп окт нов дец'],
};

let monthsByOctets: ReadonlyMap<OctetString, number> | null = null;

/** The month of a name without a final dot or comma; `null` = unknown. `monthOf('M\xc3\xa4r')` is `3`. */
export function monthOf(name: OctetString): number | null {
  monthsByOctets ??= new Map(
    Object.values(LANGUAGES).flatMap((language) =>
      spellings(language).map(({ octets, month }): [OctetString, number] => [octets, month]),
    ),
  );
  return monthsByOctets.get(name) ?? null;
}

/** Every spelling of the months of a language: in each charset; in lower case, with a capital and in upper case. */
export function spellings([charsets, months]: MonthNames): readonly { octets: OctetString; month: number }[] {
  const utf8 = (text: string) => octetStringOf(new TextEncoder().encode(text));
  const encoders = [utf8, ...charsets.map(encoderFor)];
  return months.split(' ').flatMap((names, index) =>
    names
      .split('/')
      .flatMap((name) => [name, name.slice(0, 1).toUpperCase() + name.slice(1), name.toUpperCase()])
      .flatMap((name) => encoders.map((encode) => encode(name)))
      .flatMap((octets) => (octets === null ? [] : [{ octets, month: index + 1 }])),
  );
}

/** An encoder for a charset of single octets; it returns `null` for a text that the charset does not have. */
function encoderFor(charset: string): (text: string) => OctetString | null {
  const characters = new TextDecoder(charset).decode(Uint8Array.from({ length: 256 }, (_, octet) => octet));
  return (text) => {
    const octets = Array.from(text, (character) => characters.indexOf(character));
    return octets.includes(-1) ? null : String.fromCharCode.apply(null, octets);
  };
}
