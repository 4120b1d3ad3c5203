/**
 * The charset of a text whose protocol does not name one: UTF-8 if the octets are valid UTF-8, else the charset that
 * the server reports, else the likeliest one. Platforms lack code page 437 of the IBM PC, so this file has its table.
 */
import { latin1Of, octetsOfLatin1 } from './octets.ts';

/** The upper half of code page 437, 0x80 first. */
const UPPER_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** The names of code page 437 in the IANA registry. */
const NAMES_437: ReadonlySet<string> = new Set(['cp437', 'ibm437', '437', 'cspc8codepage437']);

/**
 * The charset of a label. `charsetOf('ISO-8859-1')` is `'windows-1252'`. `label` is as a server or a person writes it.
 * Returns a name of the Encoding Standard, or `cp437`; `null` for a charset that cannot be decoded.
 */
export function charsetOf(label: string): string | null {
  const name = label.trim().toLowerCase();
  if (NAMES_437.has(name)) return 'cp437';
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

/**
 * Decodes a text. Octets that the charset does not have become U+FFFD.
 *
 * @param charset - as `charsetOf` returns it
 */
export function decodeCharset(octets: Uint8Array, charset: string): string {
  if (charset !== 'cp437') return new TextDecoder(charset).decode(octets);
  const characters: string[] = [];
  for (const octet of octets)
    characters.push(octet < 0x80 ? String.fromCharCode(octet) : (UPPER_437[octet - 0x80] ?? ''));
  return characters.join('');
}

/**
 * The charset that a text is most likely written in.
 *
 * @param octets - the text, or its beginning
 * @param reported - the charset that the server reports for its texts, if the text is not UTF-8; `null` = none
 * @param part - whether the octets are the whole text or its beginning
 * @example
 * ```ts
 * detectCharset(Uint8Array.of(0x4a, 0xe4, 0x67, 0x65, 0x72)); // 'windows-1252'
 * ```
 */
export function detectCharset(
  octets: Uint8Array,
  reported: string | null = null,
  part: 'whole' | 'beginning' = 'whole',
): string {
  if (isUtf8(octets, part)) return 'utf-8';
  const server = reported === null ? null : charsetOf(reported);
  if (server !== null && server !== 'utf-8') return server;
  return looksLike437(octets) ? 'cp437' : 'windows-1252';
}

/** Whether octets are UTF-8. The last character of a beginning may be incomplete. */
export function isUtf8(octets: Uint8Array, part: 'whole' | 'beginning' = 'whole'): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets, { stream: part === 'beginning' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Control characters that text files do not have: all but tab, line ends, form feed, backspace, escape and the like.
 */
const NOT_TEXT: ReadonlySet<number> = new Set(
  Array.from({ length: 0x20 }, (_, octet) => octet).filter(
    (octet) => ![8, 9, 10, 11, 12, 13, 0x1a, 0x1b].includes(octet),
  ),
);

/** The octets that are examined. */
const SAMPLE_LENGTH = 4096;

/** Whether octets may be text in a charset that extends ASCII. An empty file counts as text. */
export function isText(first: Uint8Array): boolean {
  return !first.subarray(0, SAMPLE_LENGTH).some((octet) => NOT_TEXT.has(octet));
}

/** Octets that windows-1252 does not have. */
const UNDEFINED_1252: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** The apostrophe of windows-1252: its only mark above 0x7F that occurs inside words. */
const APOSTROPHE_1252 = 0x92;
const ESC = 0x1b;

/**
 * Decides between code page 437 and windows-1252. At 0xB0–0xDF, the first has lines and shades, and the second capital
 * letters. At 0x80–0xA5, the first has letters, and the second marks that occur between words.
 */
function looksLike437(octets: Uint8Array): boolean {
  let high = 0;
  let boxes = 0;
  let longestBoxRun = 0;
  let run = 0;
  let letters437 = 0;
  let letters1252 = 0;
  let coloured = false;
  for (let at = 0; at < octets.length; at += 1) {
    const octet = octets[at] ?? 0;
    if (octet === ESC && octets[at + 1] === 0x5b) coloured = true;
    const box = octet >= 0xb0 && octet <= 0xdf;
    run = box ? run + 1 : 0;
    longestBoxRun = Math.max(longestBoxRun, run);
    if (octet < 0x80) continue;
    high += 1;
    if (box) boxes += 1;
    if (UNDEFINED_1252.has(octet)) letters437 += 1;
    else if (isLetter(octets[at - 1]) || isLetter(octets[at + 1])) {
      if (octet <= 0xa5 && octet !== APOSTROPHE_1252 && isLetter(octets[at - 1]) && isLetter(octets[at + 1]))
        letters437 += 1;
      if (octet >= 0xc0) letters1252 += 1;
    }
  }
  if (letters1252 > letters437 && !(coloured && longestBoxRun >= 2)) return false;
  return letters437 > letters1252 || (longestBoxRun >= 3 && boxes * 2 >= high) || (coloured && boxes > 0);
}

function isLetter(octet: number | undefined): boolean {
  const letter = (octet ?? 0) | 0x20;
  return letter >= 0x61 && letter <= 0x7a;
}

/**
 * Octets as a string: one character for each octet, U+0000 to U+00FF. Names, selectors and words of old servers are
 * octets in a charset that no server declares. As strings they can be searched and split without loss, and a list of
 * 50,000 names stays cheap.
 */
export type OctetString = string;

/** Differs from Latin-1 only in the octets 0x80 to 0x9F. */
const nearlyLatin1 = new TextDecoder('windows-1252');

export function octetStringOf(octets: Uint8Array): OctetString {
  // The platform's decoder is several times as fast as `latin1Of`, and few texts have octets from 0x80 to 0x9F.
  const text = nearlyLatin1.decode(octets);
  return /[^\x00-\x7f\xa0-\xff]/.test(text) ? latin1Of(octets) : text;
}

export const octetsOf: (text: OctetString) => Uint8Array = octetsOfLatin1;

const PRINTABLE = /^[\x20-\x7e\r\n\t]*$/;
/** Control characters that a shown text should not have: in a terminal they can hide the text that follows. */
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/** Decodes a name or a text. Control characters become U+FFFD. */
export type Decode = (octets: OctetString) => string;

/**
 * Makes a decoder for names and texts of servers that declare no charset: valid UTF-8 is read as UTF-8 (RFC 2640 §3.1),
 * other octets in the likeliest charset.
 *
 * @param charset - a reader's choice, as `charsetOf` returns it; `null` = detect it for each text
 * @example
 * ```ts
 * decoderFor(null)('K\xe4se'); // 'Käse'
 * ```
 */
export function decoderFor(charset: string | null): Decode {
  return (text) => {
    if (PRINTABLE.test(text)) return text;
    const octets = octetsOf(text);
    return decodeCharset(octets, charset ?? detectCharset(octets)).replace(CONTROLS, '\ufffd');
  };
}

/**
 * Decodes pieces of one text, or one text after another: making a decoder takes longer than decoding a line. A
 * character may be cut at the end of a piece.
 */
export class CharsetDecoder {
  readonly #decode: (octets: Uint8Array, isLast: boolean) => string;

  /** @param charset - as `charsetOf` returns it */
  constructor(charset: string) {
    if (charset === 'cp437') {
      this.#decode = (octets) => decodeCharset(octets, charset);
      return;
    }
    const decoder = new TextDecoder(charset);
    this.#decode = (octets, isLast) => decoder.decode(octets, { stream: !isLast });
  }

  /** @param isLast - whether the text ends with these octets */
  decode(octets: Uint8Array, isLast = false): string {
    return this.#decode(octets, isLast);
  }
}

/** What is sent for a character that the charset does not have. */
const UNKNOWN = 0x3f;
const REPLACEMENT = '\ufffd';
const LF = 0x0a;

/**
 * The octets of each character above ASCII, by charset. Platforms can encode only UTF-8, so an encoder for another
 * charset is made from its decoder, when text is typed first.
 */
const encoders = new Map<string, ReadonlyMap<string, readonly number[]>>();

/**
 * Encodes text. A character that the charset does not have becomes `?`. `encodeCharset('ä', 'cp437')` is
 * `Uint8Array.of(0x84)`. `charset` is as `charsetOf` returns it.
 */
export function encodeCharset(text: string, charset: string): Uint8Array<ArrayBuffer> {
  if (charset === 'utf-8') return new Uint8Array(new TextEncoder().encode(text));
  const table = encoders.get(charset) ?? tableOf(charset);
  encoders.set(charset, table);
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
