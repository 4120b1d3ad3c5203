/**
 * Text of a URL together with its meaning. A `Spelled` is a sequence of octets with two spellings, chosen at random
 * from the equivalent ones: raw, or escaped in upper, lower or mixed case.
 */
import fc from 'fast-check';
import { anyCharacter } from './unicode.ts';

export interface Spelled {
  readonly octets: readonly number[];
  readonly a: string;
  readonly b: string;
}

const encoder = new TextEncoder();

export const DIGITS = '0123456789';
export const ALPHA = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** `unreserved` of RFC 3986 §2.3. */
export const UNRESERVED: string = `${ALPHA}${DIGITS}-._~`;
/** `sub-delims` of RFC 3986 §2.2. */
export const SUB_DELIMS = "!$&'()*+,;=";
/**
 * Characters that RFC 3986 forbids raw in a path and browsers accept, without `<` and `>`, which may close a wrapper.
 */
export const UNWISE = ' "[]^`{|}';

/** The characters of `set` that are not in `others`. */
export function without(set: string, others: string): string {
  return [...set].filter((character) => !others.includes(character)).join('');
}

const hex = (octet: number, style: number): string => {
  const [high, low] = octet.toString(16).padStart(2, '0');
  const upper = (digit: string | undefined): string => (digit ?? '').toUpperCase();
  return [`%${upper(high)}${upper(low)}`, `%${high}${low}`, `%${upper(high)}${low}`][style % 3] ?? '';
};

const escapes = (octets: readonly number[], style: number): string => octets.map((octet) => hex(octet, style)).join('');

/** One spelling in four is raw, so that a long text still has escapes. */
const anyStyle: fc.Arbitrary<number> = fc.nat(7);
interface Piece {
  readonly octets: readonly number[];
  /** The raw spelling; `null` if it must be escaped. */
  readonly raw: string | null;
  /** Whether it must be raw. */
  readonly fixed: boolean;
}

const rawAscii = (raw: string, fixed: boolean): fc.Arbitrary<Piece> =>
  fc.constantFrom(...raw).map((character) => ({ octets: [character.charCodeAt(0)], raw: character, fixed }));

const beyondAscii: fc.Arbitrary<Piece> = fc
  .oneof(fc.constantFrom('é', 'ü', 'ß', 'Ω', 'я', '日', '\u00a0', '\u200d', '😀', '\ufeff'), anyCharacter)
  .filter((character) => character.charCodeAt(0) > 0x7f)
  .map((character) => ({ octets: [...encoder.encode(character)], raw: character, fixed: false }));

/** The characters of a text. */
export interface Alphabet {
  /** ASCII characters that may be raw and mean the same when escaped. */
  readonly raw: string;
  /** ASCII characters that are raw and would mean something else when escaped. */
  readonly fixed?: string;
  /** ASCII characters that are data only when they are escaped. */
  readonly escaped?: string;
  /** Beyond ASCII: characters and octets that are not UTF-8 (the default), only characters, or nothing. */
  readonly beyondAscii?: 'octets' | 'characters' | 'none';
  /** Whether octets below 0x20 and 0x7F occur: all, all but CR and LF (and TAB), or none. */
  readonly controls?: 'all' | 'no-line-break' | 'none';
  readonly minLength?: number;
  readonly maxLength?: number;
}

const CONTROLS: readonly number[] = [...Array.from({ length: 32 }, (_, octet) => octet), 0x7f];
const controlsOf = (controls: Alphabet['controls']): readonly number[] =>
  controls === 'all'
    ? CONTROLS
    : controls === 'no-line-break'
      ? CONTROLS.filter((octet) => ![9, 10, 13].includes(octet))
      : [];

const spell = ({ octets, raw, fixed }: Piece, style: number): string =>
  raw !== null && (fixed || style > 2) ? raw : escapes(octets, style);

const octetPiece = (octet: number): Piece => ({ octets: [octet], raw: null, fixed: false });

/** Texts over an alphabet. */
export function spelled(alphabet: Alphabet): fc.Arbitrary<Spelled> {
  const { raw, fixed = '', escaped = '', controls = 'none', minLength = 0, maxLength = 12 } = alphabet;
  const beyond = alphabet.beyondAscii ?? 'octets';
  const forced = [...[...escaped].map((character) => character.charCodeAt(0)), ...controlsOf(controls)];
  const choices: { weight: number; arbitrary: fc.Arbitrary<Piece> }[] = [
    { weight: 12, arbitrary: rawAscii(raw, false) },
  ];
  if (beyond !== 'none') choices.push({ weight: 2, arbitrary: beyondAscii });
  if (fixed !== '') choices.push({ weight: 3, arbitrary: rawAscii(fixed, true) });
  if (beyond === 'octets') choices.push({ weight: 1, arbitrary: fc.integer({ min: 0x80, max: 0xff }).map(octetPiece) });
  if (forced.length > 0) choices.push({ weight: 2, arbitrary: fc.constantFrom(...forced).map(octetPiece) });
  const piece = fc.tuple(fc.oneof(...choices), anyStyle, anyStyle);
  return fc.array(piece, { minLength, maxLength }).map((pieces) => ({
    octets: pieces.flatMap(([{ octets }]) => octets),
    a: pieces.map(([piece, style]) => spell(piece, style)).join(''),
    b: pieces.map(([piece, , style]) => spell(piece, style)).join(''),
  }));
}

/** Literal syntax: one spelling, no octets. */
export function literal(text: string): Spelled {
  return { octets: [], a: text, b: text };
}

/** A literal in any case. */
export function anyCase(text: string): fc.Arbitrary<string> {
  return fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) =>
      [...text].map((letter, index) => (upper[index] ? letter.toUpperCase() : letter.toLowerCase())).join(''),
    );
}

/** Joins several texts. */
export function concat(...parts: readonly Spelled[]): Spelled {
  return {
    octets: parts.flatMap((part) => part.octets),
    a: parts.map((part) => part.a).join(''),
    b: parts.map((part) => part.b).join(''),
  };
}

/** Joins several texts with a separator. */
export function join(parts: readonly Spelled[], separator: string): Spelled {
  return concat(...parts.flatMap((part, index) => (index === 0 ? [part] : [literal(separator), part])));
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A text in ASCII, in one spelling except for its blanks. */
export function ascii(text: string): Spelled {
  return { octets: [...text].map((character) => character.charCodeAt(0)), a: text, b: text.replaceAll(' ', '%20') };
}

/** Syntax that has two spellings. */
export function variant(a: string, b: string): Spelled {
  return { octets: [], a, b };
}

/** Octets as text: UTF-8 if they are valid UTF-8, else ISO Latin-1. */
export function utf8OrLatin1Of(octets: readonly number[]): string {
  try {
    return strictUtf8.decode(Uint8Array.from(octets));
  } catch {
    return latin1(octets);
  }
}

/** Octets as text, one character for each (ISO Latin-1). */
export function latin1(octets: readonly number[]): string {
  return octets.map((octet) => String.fromCharCode(octet)).join('');
}
