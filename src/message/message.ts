/**
 * A message (RFC 5322) or an article (RFC 5536) for readers: decoded headers, the texts, and the other parts.
 * `src/message/` parses its structure, its encoded words and its address lists.
 *
 * Articles in the format of A News (RFC 850 §2): an `A` with the article's id, then its groups, path, date and title,
 * each on a line of its own, then the text.
 */
import { isUtf8 } from '../octets/charset.ts';
import { latin1Of, octetsOfLatin1 } from '../octets/octets.ts';
import { declaredCharset, decodeWithLabel, FALLBACK_CHARSET } from './charset.ts';
import { decodeTransfer, decodeWords, type Person, parseAddresses } from './encoded-words.ts';
import { fieldOf, firstFieldOf, type HeaderField, parseFields, splitEntity } from './header.ts';
import { type BodyPart, parseParts, readableParts } from './parts.ts';

/** A Date header: its text, and the moment it names; `null` if the text is not a date. */
export interface WrittenDate {
  readonly text: string;
  readonly moment: Date | null;
}

export interface Message {
  /** Every field, decoded. */
  readonly fields: readonly HeaderField[];
  readonly subject: string;
  readonly from: readonly Person[];
  readonly to: readonly Person[];
  readonly date: WrittenDate;
  /** The texts to read, in order. */
  readonly texts: readonly { readonly part: BodyPart; readonly text: string }[];
  /** The text/html parts that are not attachments. */
  readonly pages: readonly BodyPart[];
  readonly parts: readonly MessagePart[];
  /** The same parts with their bodies. */
  readonly bodies: readonly BodyPart[];
  /** The charset that the visitor chose or that was guessed; `null` = no guess was needed. */
  readonly charset: string | null;
}

/** One part and its role. */
export interface MessagePart {
  readonly number: number;
  readonly type: string;
  readonly name: string | null;
  /** In octets, estimated from the encoded body. */
  readonly size: number;
  readonly contentId: string | null;
  readonly role: 'text' | 'page' | 'attachment';
}

/** Parses a message. `charset` is the visitor's choice; `null` = detect it. */
export function readMessage(article: Uint8Array, charset: string | null): Message {
  const octets = withFields(article);
  const parts = parseParts(octets);
  const { texts, pages } = readableParts(parts);
  const declared = parameterCharset(texts[0] ?? pages[0]);
  const encodedFields = parseFields(splitEntity(octets).header, charset ?? declared);
  const people = (name: string): Person[] => peopleOf(fieldOf(encodedFields, name) ?? '');
  const fields = encodedFields.map(({ name, value }) => ({ name, value: decodeField(value) }));
  return {
    fields,
    // RFC 850 §2.1: early programs wrote Title and Posted.
    subject: firstFieldOf(fields, 'Subject', 'Title'),
    from: people('From'),
    to: people('To'),
    date: readDate(firstFieldOf(fields, 'Date', 'Posted')),
    texts: texts.map((part) => ({ part, text: partText(part, charset) })),
    pages,
    parts: summarizeParts(parts),
    bodies: parts,
    charset: charset ?? (isUtf8(octets, 'beginning') || declaredCharset(declared) !== null ? null : FALLBACK_CHARSET),
  };
}

/** The parts as a list of contents, without their bodies. */
export function summarizeParts(parts: readonly BodyPart[]): MessagePart[] {
  const { texts, pages } = readableParts(parts);
  return parts.map((part) => ({
    number: part.number,
    type: part.type,
    name: part.name === null ? null : decodeField(part.name),
    size: part.encoding === 'base64' ? Math.floor((part.body.length * 3) / 4) : part.body.length,
    contentId: part.contentId,
    role: texts.includes(part) ? 'text' : pages.includes(part) ? 'page' : 'attachment',
  }));
}

/** The text of a part. `charset` is the visitor's choice; `null` = the declared one. */
export function partText(part: BodyPart, charset: string | null): string {
  return decodeWithLabel(partOctets(part), charset ?? parameterCharset(part));
}

/** The octets of a part, decoded from their transfer encoding. */
export function partOctets({ body, encoding }: BodyPart): Uint8Array {
  return decodeTransfer(body, encoding);
}

function parameterCharset(part: BodyPart | undefined): string | null {
  return part?.parameters.get('charset') ?? null;
}

/**
 * The value of a field with its encoded words decoded (RFC 2047). It stays one line, even if a word holds a line end.
 */
export function decodeField(value: string): string {
  const text = value.includes('=?') ? decodeWords(value) : value;
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

/** `Ada <ada@h.example>`. Both expressions take linear time: no two repetitions beside each other share a character. */
const NAME_FIRST = /^(?:"([^"\\]*)"\s*|([^"\\()<>@,:;[\]]*))<([^\s"()<>@,:;]+@[^\s"()<>@,:;]+)>$/;
/** `ada@h.example (Ada)`, and `ihnp4!eagle!mark (Mark H)` from the time before domains. */
const ADDRESS_FIRST = /^([^\s"()<>,:;]+)\s*(?:\((.*)\))?$/;

/** The people in an address header, with encoded words decoded. */
export function peopleOf(header: string): Person[] {
  const line = header.trim();
  const [nameFirst, quoted, plain = '', address = ''] = NAME_FIRST.exec(line) ?? [];
  if (nameFirst !== undefined) return [{ name: decodeField(quoted ?? plain.trimEnd()), address }];
  const [addressFirst, before = '', name = ''] = ADDRESS_FIRST.exec(line) ?? [];
  if (addressFirst !== undefined && /[@!]/.test(before)) return [{ name: decodeField(name), address: before }];
  return parseAddresses(line).map(({ name: own, address: at }) => ({
    name: decodeField(own),
    address: decodeField(at),
  }));
}

/** Reads a Date header. */
export function readDate(text: string): WrittenDate {
  return { text, moment: parseDate(text) };
}

/** A moment in UTC as `yyyy-mm-dd hh:mm`. */
export function shortDate(moment: Date): string {
  return shortTime(moment.toISOString());
}

/** As {@link shortDate}, for a time as `toISOString` writes it. */
export function shortTime(iso: string): string {
  return iso.slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ');
}

const LF = 0x0a;
const CAPITAL_A = 0x41;
const HEADER_LINES = 5;
/** In octets: a longer line is not a header of A News. */
const LONGEST_LINE = 1024;

/**
 * Writes the header of an A News article as fields, so that all other code knows one format only. Returns the article
 * with fields; the same octets if the article is not in the format of A News.
 */
export function withFields(article: Uint8Array): Uint8Array {
  if (article[0] !== CAPITAL_A) return article;
  const lines: string[] = [];
  let from = 0;
  while (lines.length < HEADER_LINES) {
    const end = article.indexOf(LF, from);
    if (end < 0 || end - from > LONGEST_LINE) return article;
    lines.push(latin1Of(article.subarray(from, end)).trimEnd());
    from = end + 1;
  }
  if (!isHeader(lines)) return article;
  const [id = '', groups, path, date, title] = lines;
  const header = octetsOfLatin1(
    `Article-I.D.: ${id.slice(1)}\r\nNewsgroups: ${groups}\r\nPath: ${path}\r\nFrom: ${path}\r\n` +
      `Date: ${date}\r\nSubject: ${title}\r\n\r\n`,
  );
  const whole = new Uint8Array(header.length + article.length - from);
  whole.set(header);
  whole.set(article.subarray(from), header.length);
  return whole;
}

/** An id such as `eagle.642`, groups, a path without blanks, and a date with a time and a year. */
function isHeader([id = '', groups = '', path = '', date = '']: readonly string[]): boolean {
  return (
    /^A[\w-]+\.\d+$/.test(id) &&
    /^[\w+-]+(?:\.[\w+-]+)*(?:,[\w+-]+(?:\.[\w+-]+)*)*$/.test(groups) &&
    /^[^\s:]+$/.test(path) &&
    /\d{1,2}:\d{2}.*\d{4}$/.test(date)
  );
}

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
 * Parses the date of an article, as news programs have written them since 1980: RFC 5322 §3.3 and its obsolete forms
 * (§4.3), RFC 850 §2.1.4 with hyphens, and the form of `ctime`. The platform's `Date` is not used: its grammar differs
 * between runtimes.
 *
 * `parseDate('Friday, 19-Nov-82 16:14:55 EST')?.toISOString()` is
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
