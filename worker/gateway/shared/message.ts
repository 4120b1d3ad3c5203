/**
 * A message (RFC 5322) or an article (RFC 5536) for readers: decoded headers, the texts, and the other parts.
 * `src/schemes/news` parses its structure; postal-mime decodes encoded words and parses address lists.
 */
import { type Address, addressParser, decodeWords } from 'postal-mime';
import { isUtf8 } from '../../../src/schemes/charset.ts';
import { type Field, fieldOf, parseFields, splitEntity } from '../../../src/schemes/news/header.ts';
import { declaredCharset, decodeWithLabel, FALLBACK_CHARSET } from '../../../src/schemes/news/message-charset.ts';
import { type BodyPart, parseParts, readableParts } from '../../../src/schemes/news/parts.ts';
import { decodeTransfer } from '../../../src/schemes/news/transfer-encoding.ts';

export interface Person {
  readonly name: string;
  readonly address: string;
}

/** A Date header: its text, and the moment it names; `null` if the text is not a date. */
export interface WrittenDate {
  readonly text: string;
  readonly moment: Date | null;
}

export interface Message {
  /** Every field, decoded. */
  readonly fields: readonly Field[];
  readonly subject: string;
  readonly from: readonly Person[];
  readonly to: readonly Person[];
  readonly date: WrittenDate;
  /** The texts to read, in order. */
  readonly texts: readonly { readonly part: BodyPart; readonly text: string }[];
  /** The text/html parts that are not attachments. */
  readonly pages: readonly BodyPart[];
  readonly parts: readonly MessagePart[];
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

/**
 * Parses a message.
 *
 * @param octets - header and body
 * @param charset - the visitor's choice; `null` = detect it
 */
export function readMessage(octets: Uint8Array, charset: string | null): Message {
  const parts = parseParts(octets);
  const { texts, pages } = readableParts(parts);
  const declared = parameterCharset(texts[0] ?? pages[0]);
  const encodedFields = parseFields(splitEntity(octets).header, charset ?? declared);
  const people = (name: string): Person[] => peopleOf(fieldOf(encodedFields, name) ?? '');
  const fields = encodedFields.map(({ name, value }) => ({ name, value: decodeWords(value) }));
  return {
    fields,
    subject: fieldOf(fields, 'Subject') ?? '',
    from: people('From'),
    to: people('To'),
    date: readDate(fieldOf(fields, 'Date') ?? ''),
    texts: texts.map((part) => ({ part, text: partText(part, charset) })),
    pages,
    parts: summarizeParts(parts),
    charset: charset ?? (isUtf8(octets, 'beginning') || declaredCharset(declared) !== null ? null : FALLBACK_CHARSET),
  };
}

/** The parts as a list of contents, without their bodies. */
export function summarizeParts(parts: readonly BodyPart[]): MessagePart[] {
  const { texts, pages } = readableParts(parts);
  return parts.map((part) => ({
    number: part.number,
    type: part.type,
    name: part.name === null ? null : decodeWords(part.name),
    size: part.encoding === 'base64' ? Math.floor((part.body.length * 3) / 4) : part.body.length,
    contentId: part.contentId,
    role: texts.includes(part) ? 'text' : pages.includes(part) ? 'page' : 'attachment',
  }));
}

/**
 * The text of a part.
 *
 * @param charset - the visitor's choice; `null` = the declared one
 */
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

/** The people in an address header, with encoded words decoded. */
export function peopleOf(header: string): Person[] {
  return addressParser(header).flatMap(members);
}

function members(address: Address): Person[] {
  if (address.group !== undefined) return address.group.flatMap(members);
  return [{ name: address.name, address: address.address }];
}

/** The limit in characters. The rest of a longer header is ignored. */
const LONGEST_DATE = 100;
/** Unknown names of time zones are read as UTC (RFC 5322 §4.3). */
const ZONE_NAME = /\s[A-Za-z\s]+$/;

/**
 * Parses a Date header. Many old ones do not follow RFC 5536.
 *
 * @example
 * ```ts
 * readDate('16 Nov 1984 12:00:00 GMT').moment?.toISOString(); // '1984-11-16T12:00:00.000Z'
 * ```
 */
export function readDate(text: string): WrittenDate {
  const date = text
    .slice(0, LONGEST_DATE)
    .replace(/\([^()]*\)/g, '')
    .replace(/^[A-Za-z]+,\s*/, '')
    .trim();
  const moments = [date, date.replace(ZONE_NAME, '')].map((candidate) => new Date(candidate));
  return { text, moment: moments.find((moment) => !Number.isNaN(moment.getTime())) ?? null };
}

/** A moment in UTC as `yyyy-mm-dd hh:mm`. */
export function shortDate(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace('T', ' ');
}
