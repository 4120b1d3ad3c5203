/**
 * WAIS messages: a header, then fields: a tag, the length of the value, and the value. Tag and length are compressed
 * integers; numbers in values are in the shortest big-endian form, and those of fixed places in one of fixed width.
 *
 * The header has 25 octets of ASCII: the length of the rest, the type of the message, a version, the name of the
 * server, and marks for compression, encoding and a checksum.
 *
 * A document id is fields whose tags and values only its server understands. In a URL (draft-ietf-uri-url-03 "WAIS") it
 * is `<tag>=<value>;` for each field, percent-encoded.
 */
import { concatOctets, encodeUtf8, latin1Of } from '../../octets/octets.ts';
import { ESCAPE, octetAt } from '../../uri/percent.ts';
import { ABSENT } from '../../uri/rewrite.ts';

/**
 * A compressed integer below 2³¹: seven bits an octet, the highest first. Every octet but the last has its top bit set.
 * `compressedInteger(132)` is `Uint8Array.of(0x81, 0x04)`.
 */
export function compressedInteger(value: number): Uint8Array {
  const octets = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) octets.unshift((rest & 0x7f) | 0x80);
  return Uint8Array.from(octets);
}

/**
 * A number in as few octets as it needs, at least one. `shortestInteger(100_000)` is `Uint8Array.of(0x01, 0x86, 0xa0)`.
 */
export function shortestInteger(value: number): Uint8Array {
  const octets = [value % 256];
  for (let rest = Math.floor(value / 256); rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return Uint8Array.from(octets);
}

/** A number in big-endian order, `width` octets wide. */
export function fixedInteger(value: number, width: number): Uint8Array {
  const octets = new Uint8Array(width);
  for (let index = 0; index < width; index++) octets[index] = (value >>> (8 * (width - 1 - index))) & 0xff;
  return octets;
}

/** A field whose value is octets, or a text without NUL, which is sent as UTF-8. */
export function field(tag: number, value: Uint8Array | string): Uint8Array {
  const octets = typeof value === 'string' ? encodeUtf8(value) : value;
  const whole = new Uint8Array(2 * LONGEST_INTEGER + octets.length);
  const from = writeCompressed(whole, writeCompressed(whole, 0, tag), octets.length);
  whole.set(octets, from);
  return whole.subarray(0, from + octets.length);
}

export function numberField(tag: number, value: number): Uint8Array {
  return field(tag, shortestInteger(value));
}

/**
 * The APDU of a message: the length of its header part, its type, the fields of that part, and what follows it: the
 * user information, which the length does not count.
 */
export function apdu(type: number, header: readonly Uint8Array[], rest: Uint8Array): Uint8Array {
  const fields = concatOctets(header);
  return concatOctets([fixedInteger(fields.length + 1, 2), Uint8Array.of(type), fields, rest]);
}

export const HEADER_LENGTH = 25;

/** `z` is an APDU. The version is 2, the name is that of every server, and nothing is compressed or encoded. */
const REST = 'z2wais        0';
const LENGTH_DIGITS = 10;

/** Puts the header before an APDU. `latin1Of(withHeader(octetsOf('abc')))` is `'0000000003z2wais        0abc'`. */
export function withHeader(apdu: Uint8Array): Uint8Array {
  return concatOctets([String(apdu.length).padStart(LENGTH_DIGITS, '0'), REST, apdu]);
}

/**
 * The length of an APDU, from the 25 octets of its header. Throws a `WaisError` if the message is not an APDU, is
 * compressed or encoded, or is larger than `cap`.
 */
export function parseHeader(header: Uint8Array, cap: number): number {
  const text = latin1Of(header.subarray(0, HEADER_LENGTH));
  const [match, digits, type, , marks = ''] = /^([ 0-9]{10})([a-z])([ 0-9]).{10}(..)./is.exec(text) ?? [];
  if (match === undefined) throw new WaisError('The answer is not a WAIS message.');
  if (type?.toLowerCase() !== 'z') throw new WaisError('The server refused the message.');
  if (marks.trim() !== '') throw new WaisError('The answer is compressed or encoded, which the request did not allow.');
  const length = Number(digits?.trim() || 'none');
  if (!Number.isInteger(length)) throw new WaisError('The answer has no length.');
  if (length > cap) throw new WaisError(`The answer has ${length} octets; at most ${cap} are allowed.`);
  return length;
}

export const tags = {
  referenceId: 2,
  protocolVersion: 3,
  options: 4,
  preferredMessageSize: 5,
  maximumRecordSize: 6,
  implementationId: 8,
  implementationName: 9,
  implementationVersion: 10,
  resultSetName: 17,
  databaseNames: 18,
  elementSetNames: 19,
  queryType: 20,
  query: 21,
  diagnosticRecords: 28,
  attributeList: 44,
  term: 45,
  operator: 46,
  userInformation: 99,
  seedWords: 106,
  dateFactor: 111,
  maximumDocuments: 114,
  documentId: 116,
  score: 118,
  documentLength: 120,
  date: 122,
  headline: 123,
  documentText: 127,
  lines: 131,
  typeBlock: 132,
  type: 133,
  documentHeader: 150,
  shortDocumentHeader: 151,
  longDocumentHeader: 152,
  documentTextGroup: 153,
} as const;

export const messageTypes = { init: 20, initResponse: 21, search: 22, searchResponse: 23 } as const;

/** A message of a server that WAIS does not allow. */
export class WaisError extends Error {
  override readonly name = 'WaisError';
}

/** A compressed integer has at most five octets of value; servers may put octets 0x80 before it. */
export const LONGEST_INTEGER = 8;
/** 2⁵³ needs seven octets. */
const LONGEST_NUMBER = 6;

export class MessageReader {
  readonly #octets: Uint8Array;
  #at = 0;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
  }

  get left(): number {
    return this.#octets.length - this.#at;
  }

  /** @throws WaisError if the message has fewer octets left */
  octets(length: number): Uint8Array {
    if (length > this.left) throw new WaisError('The answer ends too early.');
    this.#at += length;
    return this.#octets.subarray(this.#at - length, this.#at);
  }

  octet(): number {
    return this.octets(1)[0] ?? 0;
  }

  /** A big-endian integer. */
  fixed(width: number): number {
    let value = 0;
    for (const octet of this.octets(width)) value = value * 256 + octet;
    return value;
  }

  compressed(): number {
    let value = 0;
    for (let length = 1; length <= LONGEST_INTEGER; length++) {
      const octet = this.octet();
      value = value * 128 + (octet & 0x7f);
      if (octet < 0x80 && value <= Number.MAX_SAFE_INTEGER) return value;
      if (octet < 0x80) break;
    }
    throw new WaisError('The answer has a number that is too long.');
  }

  field(): { readonly tag: number; readonly value: Uint8Array } {
    const tag = this.compressed();
    return { tag, value: this.octets(this.compressed()) };
  }

  /** The fields up to the end of the message. */
  *fields(): Generator<ReturnType<MessageReader['field']>, void> {
    while (this.left > 0) yield this.field();
  }

  within(length: number): MessageReader {
    return new MessageReader(this.octets(length));
  }
}

export function numberIn(value: Uint8Array): number {
  const first = value.findIndex((octet) => octet !== 0);
  const digits = first === -1 ? value.subarray(value.length) : value.subarray(first);
  if (digits.length > LONGEST_NUMBER) throw new WaisError('The answer has a number that is too long.');
  return new MessageReader(digits).fixed(digits.length);
}

/** Tags beyond this are not sent: no compressed integer of a server is that large. */
const LARGEST_TAG = 0x7fff_ffff;
/** No tag has more digits, with zeros before it. */
const MOST_DIGITS = 10;
const [EQUALS_SIGN, SEMICOLON, PERCENT_SIGN] = [0x3d, 0x3b, 0x25];

const isDigit = (octet: number | undefined): boolean => octet !== undefined && octet >= 0x30 && octet <= 0x39;

/** Where the digits at `octets[index]` end. */
function endOfDigits(octets: Uint8Array, index: number): number {
  let end = index;
  while (isDigit(octets[end])) end++;
  return end;
}

/**
 * Where the field ends that begins at `wpath[from]`, behind its semicolon; `ABSENT` if none begins there. A document id
 * may have 16,000 fields, so this is a loop: as many calls of a search are slow, and octets are read faster than text.
 */
export function endOfField(wpath: Uint8Array, from: number): number {
  const equals = endOfDigits(wpath, from);
  if (equals === from || wpath[equals] !== EQUALS_SIGN) return ABSENT;
  let end = equals;
  while (end < wpath.length && wpath[end] !== SEMICOLON) end++;
  return end + 1;
}

/**
 * The document id that a percent-encoded wpath names; `null` if the wpath is not a list of fields.
 * `documentIdOf('1=%2Fa;7=%00;')` is `Uint8Array.of(1, 2, 0x2f, 0x61, 7, 1, 0)`.
 */
export function documentIdOf(wpath: string): Uint8Array | null {
  if (wpath === '') return null;
  const encoded = encodeUtf8(wpath);
  // The octets of tag and length are fewer than twice the digits and delimiters that they replace.
  const id = new Uint8Array(2 * encoded.length);
  let to = 0;
  for (let at = 0; at < encoded.length; at++) {
    const equals = endOfDigits(encoded, at);
    const digits = equals - at;
    if (digits === 0 || digits > MOST_DIGITS || encoded[equals] !== EQUALS_SIGN) return null;
    let tag = 0;
    for (; at < equals; at++) tag = 10 * tag + (encoded[at] ?? 0) - 0x30;
    if (tag > LARGEST_TAG) return null;
    to = writeCompressed(id, to, tag);
    // Most values have a length of one octet, so they are written behind it, and longer ones are moved.
    const value = to + 1;
    let end = value;
    for (at = equals + 1; at < encoded.length && encoded[at] !== SEMICOLON; end++) {
      const octet = encoded[at] === PERCENT_SIGN ? octetAt(wpath, at) : ABSENT;
      id[end] = octet === ABSENT ? (encoded[at] ?? 0) : octet;
      at += octet === ABSENT ? 1 : 3;
    }
    const length = end - value;
    if (length >= 0x80) id.copyWithin(to + compressedInteger(length).length, value, end);
    to = writeCompressed(id, to, length) + length;
  }
  return id.slice(0, to);
}

/** Writes a compressed integer at `octets[at]`, and returns where it ends. */
function writeCompressed(octets: Uint8Array, at: number, value: number): number {
  if (value < 0x80) {
    octets[at] = value;
    return at + 1;
  }
  const compressed = compressedInteger(value);
  octets.set(compressed, at);
  return at + compressed.length;
}

/**
 * The wpath of a document id, percent-encoded; `null` if no wpath leads back to exactly these octets.
 * `wpathOf(Uint8Array.of(1, 2, 0x2f, 0x61, 7, 1, 0))` is `'1=%2Fa;7=%00;'`.
 */
export function wpathOf(documentId: Uint8Array): string | null {
  let wpath = '';
  try {
    for (const { tag, value } of new MessageReader(documentId).fields()) wpath += `${tag}=${percentEncoded(value)};`;
  } catch (error) {
    if (error instanceof WaisError) return null;
    throw error;
  }
  // A server may write its lengths with octets that say nothing; a URL cannot keep those.
  const back = documentIdOf(wpath);
  return back !== null && latin1Of(back) === latin1Of(documentId) ? wpath : null;
}

/** A URL can hold unreserved characters only, as its server alone knows what the others mean. */
function percentEncoded(octets: Uint8Array): string {
  return latin1Of(octets).replace(/[^A-Za-z0-9._~-]/g, (character) => ESCAPE[character.charCodeAt(0)] ?? character);
}

/**
 * The part of a URL behind the database that names a document: its type, its length in octets if that is known, as Lynx
 * and Mosaic put it there, and the wpath of its id. `null` if no URL can hold them.
 * `documentPath(encodeUtf8('TEXT'), Uint8Array.of(1, 1, 0x61), 9)` is `'TEXT/9/1=a;'`.
 */
export function documentPath(type: Uint8Array, documentId: Uint8Array, length: number | null): string | null {
  const wpath = wpathOf(documentId);
  if (wpath === null || type.length === 0) return null;
  return `${percentEncoded(type)}/${length === null ? '' : `${length}/`}${wpath}`;
}
