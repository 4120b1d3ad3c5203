/**
 * Charsets of sessions: text that is decoded while it arrives in pieces, and typed text that is encoded. Platforms can
 * encode only UTF-8, so an encoder for another charset is made from its decoder.
 */
import { decodeCharset } from './charset.ts';

/** Decodes pieces of one text. A character may be cut at the end of a piece. */
export class CharsetDecoder {
  readonly #decode: (octets: Uint8Array) => string;

  /**
   * @param charset - as `charsetOf` returns it
   * @example
   * ```ts
   * const decoder = new CharsetDecoder('utf-8');
   * decoder.decode(Uint8Array.of(0xc3)) + decoder.decode(Uint8Array.of(0xa4)); // 'ä'
   * ```
   */
  constructor(charset: string) {
    if (charset === 'cp437') {
      this.#decode = (octets) => decodeCharset(octets, charset);
      return;
    }
    const decoder = new TextDecoder(charset);
    this.#decode = (octets) => decoder.decode(octets, { stream: true });
  }

  decode(octets: Uint8Array): string {
    return this.#decode(octets);
  }
}

/** What is sent for a character that the charset does not have. */
const UNKNOWN = 0x3f;
const REPLACEMENT = '\ufffd';
const LF = 0x0a;

/** The octets of each character above ASCII, by charset: an encoder is made when text is typed first. */
const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/**
 * Encodes text. A character that the charset does not have becomes `?`. `encodeCharset('ä', 'cp437')` is
 * `Uint8Array.of(0x84)`. `charset` is as `charsetOf` returns it.
 */
export function encodeCharset(text: string, charset: string): Uint8Array<ArrayBuffer> {
  if (charset === 'utf-8') return new Uint8Array(new TextEncoder().encode(text));
  const table = tables.get(charset) ?? tableOf(charset);
  tables.set(charset, table);
  const octets: number[] = [];
  for (const character of text) {
    if (character < '\x80') octets.push(character.charCodeAt(0));
    else octets.push(...(table.get(character) ?? [UNKNOWN]));
  }
  return Uint8Array.from(octets);
}

/** Leads that the Encoding Standard decodes but does not encode (§12.3.2, Shift_JIS; §12.1.2, Big5). */
const decodedOnly: Readonly<Record<string, (lead: number) => boolean>> = {
  shift_jis: (lead) => lead === 0xed || lead === 0xee,
  big5: (lead) => lead < 0xa1,
};

/** Decodes every octet above ASCII, and every pair that begins with one that is no character alone. */
function tableOf(charset: string): ReadonlyMap<string, readonly number[]> {
  const sequences: (readonly number[])[] = [];
  for (let octet = 0x80; octet < 0x100; octet += 1) sequences.push([octet]);
  const singles = decodeEach(sequences, charset);
  const isDecodedOnly = decodedOnly[charset] ?? (() => false);
  for (let lead = 0x81; lead < 0xff; lead += 1) {
    if (isCharacter(singles[lead - 0x80]) || isDecodedOnly(lead)) continue;
    for (let trail = 0x40; trail < 0xff; trail += 1) sequences.push([lead, trail]);
  }
  const table = new Map<string, readonly number[]>();
  decodeEach(sequences, charset).forEach((text, index) => {
    const sequence = sequences[index];
    if (sequence !== undefined && isCharacter(text) && !table.has(text)) table.set(text, sequence);
  });
  return table;
}

function isCharacter(text: string | undefined): text is string {
  return text !== undefined && text >= '\x80' && [...text].length === 1 && text !== REPLACEMENT;
}

/** The text of each sequence. They are decoded together, because a call for each of 24,000 would take long. */
function decodeEach(sequences: readonly (readonly number[])[], charset: string): string[] {
  const octets = Uint8Array.from(sequences.flatMap((sequence) => [...sequence, LF]));
  return decodeCharset(octets, charset).split('\n');
}
