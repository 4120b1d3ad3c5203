/**
 * A letter (RFC 5322) or an article (RFC 5536) as a reader sees it: decoded headers, its texts, and the parts that can
 * be opened. `src/schemes/news` reads its structure and octets; postal-mime knows encoded words and lists of people.
 */
import { type Address, addressParser, decodeWords } from 'postal-mime';
import { isUtf8 } from '../../../src/schemes/charset.ts';
import { type Field, fieldOf, parseFields, splitEntity } from '../../../src/schemes/news/header.ts';
import { declaredCharset, FALLBACK_CHARSET, readText } from '../../../src/schemes/news/message-charset.ts';
import { type Part, parseParts, readableParts } from '../../../src/schemes/news/parts.ts';
import { decodeTransfer } from '../../../src/schemes/news/transfer-encoding.ts';

export interface Person {
  readonly name: string;
  readonly address: string;
}

/** As it was written, and as a moment where it can be read as one. */
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
  /** What is to be read, in order. */
  readonly texts: readonly { readonly part: Part; readonly text: string }[];
  /** What is to be looked at instead (text/html). */
  readonly pages: readonly Part[];
  readonly parts: readonly MessagePart[];
  /** In which it was read without having said so itself; `null` = there was nothing to guess. */
  readonly charset: string | null;
}

/** One part, and what it is for. */
export interface MessagePart {
  readonly number: number;
  readonly type: string;
  readonly name: string | null;
  /** Octets, about: before they are decoded. */
  readonly size: number;
  readonly contentId: string | null;
  readonly role: 'text' | 'page' | 'attachment';
}

/**
 * Reads a letter.
 *
 * @param octets - header and body
 * @param charset - that the visitor wants it read in; `null` = find out
 */
export function readMessage(octets: Uint8Array, charset: string | null): Message {
  const parts = parseParts(octets);
  const { texts, pages } = readableParts(parts);
  const said = charsetOf(texts[0] ?? pages[0]);
  const told = charset ?? said;
  const written = parseFields(splitEntity(octets).header, told);
  const people = (name: string): Person[] => peopleOf(fieldOf(written, name) ?? '');
  const fields = written.map(({ name, value }) => ({ name, value: decodeWords(value) }));
  return {
    fields,
    subject: fieldOf(fields, 'Subject') ?? '',
    from: people('From'),
    to: people('To'),
    date: readDate(fieldOf(fields, 'Date') ?? ''),
    texts: texts.map((part) => ({ part, text: partText(part, charset) })),
    pages,
    parts: summarizeParts(parts),
    charset: charset ?? (isUtf8(octets, 'beginning') || declaredCharset(said) !== null ? null : FALLBACK_CHARSET),
  };
}

/** What is to be known of parts before they are opened. */
export function summarizeParts(parts: readonly Part[]): MessagePart[] {
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

/** The octets of a part as text. */
export function partText(part: Part, charset: string | null): string {
  return readText(partOctets(part), charset ?? charsetOf(part));
}

/** The octets that a part stands for. */
export function partOctets({ body, encoding }: Part): Uint8Array {
  return decodeTransfer(body, encoding);
}

function charsetOf(part: Part | undefined): string | null {
  return part?.parameters.get('charset') ?? null;
}

/** The people in an address header, encoded words and all. */
export function peopleOf(header: string): Person[] {
  return addressParser(header).flatMap(members);
}

function members(address: Address): Person[] {
  if (address.group !== undefined) return address.group.flatMap(members);
  return [{ name: address.name, address: address.address }];
}

/** Nothing longer is a date. */
const LONGEST_DATE = 100;
/** Names of zones that mean nothing to us are read as UTC (RFC 5322 §4.3). */
const ZONE_NAME = /\s[A-Za-z\s]+$/;

/**
 * A Date header as a moment; many were never written as RFC 5536 wants them.
 *
 * @example
 * ```ts
 * readDate('16-Nov-84 12:00:00 MET').moment; // 1984-11-16T12:00:00Z
 * ```
 */
export function readDate(text: string): WrittenDate {
  const date = text
    .slice(0, LONGEST_DATE)
    .replace(/\([^()]*\)/g, '')
    .replace(/^[A-Za-z]+,\s*/, '')
    .trim();
  const readings = [date, date.replace(ZONE_NAME, '')].map((written) => new Date(written));
  return { text, moment: readings.find((moment) => !Number.isNaN(moment.getTime())) ?? null };
}

/** A moment as people sort them. */
export function shortDate(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace('T', ' ');
}
