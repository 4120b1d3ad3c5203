/**
 * Encoded words (RFC 2047): text beyond ASCII in header fields, `=?charset?encoding?text?=`.
 *
 * Programs split long texts at any octet, so the octets of words beside each other are joined before they are decoded.
 *
 * Address lists (RFC 5322 §3.4) as programs really wrote them: names with and without quotes, addresses in angle
 * brackets or without them, names in comments, and groups, of which only the members count. postal-mime reads them.
 * What stands in quotes or in a comment is never an address, so that nobody can hide one in a name.
 */
import { addressParser } from 'postal-mime';
import { base64Of, concatOctets, latin1Of, octetsOfLatin1 } from '../octets/octets.ts';
import { declaredCharset, decodeAsDeclared, decodeWithLabel } from './charset.ts';

/** One word. No two repetitions beside each other share a character, so the expressions take linear time. */
const WORD = /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([QqBb])\?([^?]*)\?=/;
/** Words with nothing but blanks between them, which are no text (§6.2). */
const WORDS = new RegExp(`${WORD.source}(?:\\s*${WORD.source})*`, 'g');

interface EncodedWord {
  readonly label: string;
  readonly octets: Uint8Array;
}

/** Decodes the encoded words in a text. `decodeWords('=?utf-8?q?caf=C3=A9?= noir')` is `'café noir'`. */
export function decodeWords(text: string): string {
  return text.replace(WORDS, decodedText);
}

/**
 * Writes the encoded words in a text in UTF-8 and `B`, for a reader that does not know their charsets.
 * `wordsInUtf8('=?cp437?q?caf=82?= noir')` is `'=?utf-8?B?Y2Fmw6k=?= noir'`.
 */
export function wordsInUtf8(text: string): string {
  return text.replace(WORDS, (words) => `=?utf-8?B?${base64Of(concatOctets([decodedText(words)]))}?=`);
}

function decodedText(words: string): string {
  return sameLabelRuns(splitWords(words)).map(decodeRun).join('');
}

function splitWords(text: string): EncodedWord[] {
  return [...text.matchAll(new RegExp(WORD, 'g'))].map(([, label = '', encoding, encoded = '']) => ({
    label: label.toLowerCase(),
    octets: encoding === 'B' || encoding === 'b' ? decodeB(encoded) : decodeQ(encoded),
  }));
}

function decodeB(encoded: string): Uint8Array {
  return decodeTransfer(octetsOfLatin1(encoded.replace(/[^A-Za-z\d+/]+/g, '')), 'base64');
}

/** §4.2, and lines that were broken within an escape. */
function decodeQ(encoded: string): Uint8Array {
  const text = encoded.replace(/=\s+(?=[\dA-Fa-f])/g, '=').replace(/[_\s]/g, ' ');
  return octetsOfLatin1(decodeEscapes(latin1Of(concatOctets([text]))));
}

function sameLabelRuns(words: readonly EncodedWord[]): EncodedWord[][] {
  const runs: EncodedWord[][] = [];
  for (const word of words) {
    const last = runs.at(-1);
    if (last?.[0]?.label === word.label) last.push(word);
    else runs.push([word]);
  }
  return runs;
}

function decodeRun(words: readonly EncodedWord[]): string {
  const label = words[0]?.label ?? '';
  const joined = concatOctets(words.map(({ octets }) => octets));
  return (
    decodeAsDeclared(joined, declaredCharset(label)) ??
    words.map(({ octets }) => decodeWithLabel(octets, label)).join('')
  );
}

/** Who wrote or gets a message. Either text may be empty. */
export interface Person {
  readonly name: string;
  readonly address: string;
}

/** A comment, a quoted string, or an address in angle brackets. A missing end is the end of the list: linear time. */
const ENCLOSED = /\((?:[^()\\]|\\.)*\)?|"(?:[^"\\]|\\.)*"?|<([^<>]*)>/gs;

/** Stands for `@` in names while the list is read. It is a noncharacter, which no text has. */
const NAMED_AT = '\uffff';

/** Parses an address list, with encoded words decoded. */
export function parseAddresses(list: string): Person[] {
  const bracketed = new Set<string>();
  const readable = wordsInUtf8(list.replaceAll(NAMED_AT, '\ufffd')).replace(ENCLOSED, (part, address?: string) => {
    if (address === undefined) return part.replaceAll('@', NAMED_AT);
    bracketed.add(address.trim());
    return part;
  });
  return addressParser(readable, { flatten: true })
    .map(({ name, address = '' }) => ({
      name: name.replaceAll(NAMED_AT, '@').replace(/\s+/g, ' ').trim(),
      // postal-mime takes a text without an address for the address.
      address: address.includes('@') || bracketed.has(address) ? address : '',
    }))
    .filter(({ name, address }) => name !== '' || address !== '');
}

const decoders: Readonly<Record<string, (body: Uint8Array) => Uint8Array>> = {
  base64: fromBase64,
  'quoted-printable': fromQuotedPrintable,
};

/**
 * Decodes the body of a part by its Content-Transfer-Encoding (RFC 2045 §6): malformed input as far as possible.
 * `decodeTransfer(octetsOf('caf=C3=A9'), 'quoted-printable')` is `octetsOf('café')`. `encoding` is in lower case; an
 * unknown encoding leaves the octets unchanged.
 */
export function decodeTransfer(body: Uint8Array, encoding: string): Uint8Array {
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  return decode === undefined ? body : decode(body);
}

/** RFC 2045 §6.8. Decoding ends at the first character outside the alphabet: mailing lists append plain footers. */
function fromBase64(body: Uint8Array): Uint8Array {
  const [coded = ''] = /^[A-Za-z0-9+/\s]*/.exec(latin1Of(body)) ?? [];
  const digits = coded.replace(/\s+/g, '');
  // A single digit after the last group of four has too few bits for an octet.
  return octetsOfLatin1(atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits));
}

/** RFC 2045 §6.7: blanks at the end of a line are not data, and a final `=` joins the line with the next one. */
function fromQuotedPrintable(body: Uint8Array): Uint8Array {
  const unfolded = latin1Of(body)
    .replace(/(?<![ \t])[ \t]+(?=\r?\n|$)/g, '')
    .replace(/=(?:\r?\n|$)/g, '');
  return octetsOfLatin1(decodeEscapes(unfolded));
}

/** Octets as Latin-1 with `=E9` decoded. An `=` without two hexadecimal digits stays. */
function decodeEscapes(text: string): string {
  return text.replace(/=([\dA-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
