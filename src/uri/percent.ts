/**
 * Percent-encoding (RFC 3986 §2.1, §6.2.2.1, §6.2.2.2): one scan that finds where a component ends and makes
 * its escapes canonical on the way. What happens to each character of a component is data, a `Policy`.
 */
import { type CharacterSet, UNRESERVED } from './characters.ts';
import { ABSENT, type Rewrite } from './rewrite.ts';

/** What the scan does with a raw character. */
export const PLAIN = 0; //   stays
export const ENCODE = 1; //  is escaped
export const PERCENT = 2; // begins an escape
export const STOP = 3; //    ends the component
export const DOT = 4; //     stays; a dot segment may begin here
export const MARK = 5; //    stays; its first offset is reported to the scheme
export const REREAD = 6; //  browsers drop or replace it
export const CAPITAL = 7; // is written in lower case
export const DATA = 8; //    is escaped: a delimiter where the grammar has none

/** What happens to every character of one component: `raw` by character, `decoded` by escaped octet. */
export interface Policy {
  readonly raw: Uint8Array;
  /** 1 if the escape of this octet is written as the character itself. */
  readonly decoded: Uint8Array;
}

/**
 * Makes a policy.
 *
 * @param raw - characters that may appear raw; every other one is encoded
 * @param options.decode - characters whose escapes are decoded, a subset of those that may appear raw; unreserved
 *   characters by default
 * @param options.stop - characters that end the component
 * @param options.mark - raw characters whose first offset is kept in `Rewrite.marked`
 * @param options.dots - whether to look for dot segments
 * @param options.reread - characters on which the scan throws {@link Reread}
 * @param options.data - delimiters of the component that are data here, and are escaped
 * @param options.lower - whether capitals are written in lower case
 * @throws {@link RangeError} if a decoded character may not appear raw, so that a second pass would change it again
 */
export function policy(
  raw: CharacterSet,
  options: {
    decode?: CharacterSet;
    stop?: string;
    mark?: string;
    dots?: boolean;
    reread?: string;
    data?: Iterable<string>;
    lower?: boolean;
  } = {},
): Policy {
  const actions = new Uint8Array(128).fill(ENCODE);
  const decoded = new Uint8Array(256);
  const assign = (characters: Iterable<string>, action: number): void => {
    for (const character of characters) actions[character.charCodeAt(0)] = action;
  };
  assign(raw, PLAIN);
  if (options.lower) for (const letter of raw) if (/[A-Z]/.test(letter)) assign(letter, CAPITAL);
  assign('%', PERCENT);
  assign(options.data ?? '', DATA);
  if (options.dots) assign('.', DOT);
  assign(options.mark ?? '', MARK);
  assign(options.stop ?? '', STOP);
  assign(options.reread ?? '', REREAD);
  const result: Policy = { raw: actions, decoded };
  for (const character of options.decode ?? UNRESERVED) {
    const action = actions[character.charCodeAt(0)];
    if (action !== PLAIN && action !== DOT && action !== CAPITAL)
      throw new RangeError(`"${character}" is decoded, but not raw.`);
    decoded[character.charCodeAt(0)] = 1;
  }
  return result;
}

/** Whether a policy leaves a raw character alone anywhere in a segment. */
export function isPlain({ raw }: Policy, character: string): boolean {
  const action = raw[character.charCodeAt(0)];
  return action === PLAIN || action === DOT;
}

/** Octets that a scheme checks in its own code, escaped or raw. */
export type Excluded = 'none' | 'line breaks' | 'controls' | 'all but printable ASCII';

const isControl = (octet: number): boolean => octet < 0x20 || octet === 0x7f;

export const EXCLUDED: Readonly<Record<Excluded, (octet: number) => boolean>> = {
  none: () => false,
  'line breaks': (octet) => octet === 0x0a || octet === 0x0d,
  controls: isControl,
  'all but printable ASCII': (octet) => isControl(octet) || octet > 0x7f,
};

/** The diagnostics of a scheme whose components have pieces. */
export interface PieceCodes<Code extends string> {
  /** A delimiter is added, or is data and is escaped; zeros before a number are dropped. */
  readonly delimiter: Code;
  /** Capitals are written in lower case. Absent = as `delimiter`. */
  readonly capital?: Code;
}

/** Thrown when a scan meets a character that prepare.ts must remove first. */
export const Reread: { readonly reread: true } = { reread: true };

const LOWER = 16; // flag in HEX: the digit is a lower-case letter
export const NOT_HEX = 32;

/** Value of each hexadecimal digit, with `LOWER`; `NOT_HEX` for every other character. */
export const HEX: Uint8Array = new Uint8Array(256).fill(NOT_HEX);
for (const [value, digit] of [...'0123456789ABCDEF'].entries()) {
  HEX[digit.charCodeAt(0)] = value;
  if (value > 9) HEX[digit.toLowerCase().charCodeAt(0)] = value | LOWER;
}

/** The canonical escape of each octet. */
export const ESCAPE: readonly string[] = Array.from(
  { length: 256 },
  (_, octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`,
);

/**
 * Makes an encoder of octets, one character for each, as a part of a canonical URL.
 *
 * @param raw - the characters without an escape
 * @param plain - recognises most texts that need no escape
 */
export function octetEncoder(raw: Iterable<string>, plain: RegExp): (octets: string) => string {
  const unescaped = new Set(raw);
  const encoded = ESCAPE.map((escaped, octet) => {
    const character = String.fromCharCode(octet);
    return unescaped.has(character) ? character : escaped;
  });
  return (octets) => {
    if (plain.test(octets)) return octets;
    let text = '';
    for (let index = 0; index < octets.length; index++) text += encoded[octets.charCodeAt(index)];
    return text;
  };
}

/** The digit's value and flags from `HEX`; `NOT_HEX` outside ASCII and past the end. */
function hexAt(text: string, index: number): number {
  const code = text.charCodeAt(index); // NaN past the end
  return code < 128 ? (HEX[code] ?? NOT_HEX) : NOT_HEX;
}

/** The octet of the escape at `text[index]`; `ABSENT` if there is no complete escape. */
export function octetAt(text: string, index: number): number {
  const high = hexAt(text, index + 1);
  const low = hexAt(text, index + 2);
  return high === NOT_HEX || low === NOT_HEX ? ABSENT : ((high & 15) << 4) | (low & 15);
}

/**
 * Makes `pass.text[from, to)` canonical under a policy and returns where the component ends. Sets `pass.dotSegment`,
 * `marked`, `control` and `lineBreak` to what it finds on the way.
 *
 * @param codes - the scheme's own diagnostics, if the policy has capitals or delimiters that are data
 */
export function rewriteComponent<Code extends string = never>(
  pass: Rewrite<Code>,
  from: number,
  to: number,
  { raw, decoded }: Policy,
  codes?: PieceCodes<Code>,
): number {
  const { text } = pass;
  pass.dotSegment = ABSENT;
  pass.marked = ABSENT;
  pass.control = ABSENT;
  pass.lineBreak = ABSENT;
  let index = from;
  for (;;) {
    let code = 0;
    let action: number | undefined = PLAIN;
    // Most characters are plain, so this loop takes most of the time.
    for (; index < to; index++) {
      code = text.charCodeAt(index);
      action = code < 128 ? raw[code] : ENCODE;
      if (action !== PLAIN) break;
    }
    if (index >= to || action === STOP) return index;
    if (action === PERCENT) {
      index = rewriteEscape(pass, index, to, raw, decoded);
    } else if (action === DOT) {
      if (pass.dotSegment === ABSENT && text.charCodeAt(index - 1) === 0x2f) pass.dotSegment = index;
      index++;
    } else if (action === MARK) {
      if (pass.marked === ABSENT) pass.marked = index;
      index++;
    } else if (action === REREAD && !pass.cleaned) {
      throw Reread;
    } else if (action === DATA && codes !== undefined) {
      pass.replace(index, ++index, ESCAPE[code] ?? '', codes.delimiter);
    } else if (action === CAPITAL && codes !== undefined) {
      index = rewriteCapitals(pass, index, to, raw, codes.capital ?? codes.delimiter);
    } else {
      index = encodeCharacter(pass, index, code);
    }
  }
}

/**
 * Makes search words, `pass.text[from, to)`, canonical under a policy. A raw `+` in them means a blank, and its
 * replacement is reported as `plus`.
 */
export function rewriteWords<Code extends string>(
  pass: Rewrite<Code>,
  from: number,
  to: number,
  policy: Policy,
  plus: Code,
): void {
  let lineBreak = ABSENT;
  for (let index = from; index < to; ) {
    const found = pass.text.indexOf('+', index);
    const end = found === ABSENT || found > to ? to : found;
    rewriteComponent(pass, index, end, policy);
    if (lineBreak === ABSENT) lineBreak = pass.lineBreak;
    if (end < to) pass.replace(end, end + 1, '%20', plus);
    index = end + 1;
  }
  pass.lineBreak = lineBreak;
}

/** Writes a run of plain characters, from its first capital to its last, in lower case. */
function rewriteCapitals<Code extends string>(
  pass: Rewrite<Code>,
  from: number,
  to: number,
  raw: Uint8Array,
  code: Code,
): number {
  let end = from + 1;
  for (let index = end; index < to; index++) {
    const action = raw[pass.text.charCodeAt(index)];
    if (action === CAPITAL) end = index + 1;
    else if (action !== PLAIN) break;
  }
  pass.replace(from, end, pass.text.slice(from, end).toLowerCase(), code);
  return end;
}

/** One escape, or a stray percent sign, at `pass.text[index]`. */
function rewriteEscape(pass: Rewrite, index: number, to: number, raw: Uint8Array, decoded: Uint8Array): number {
  const { text } = pass;
  const high = hexAt(text, index + 1);
  const low = hexAt(text, index + 2);
  if (high === NOT_HEX || low === NOT_HEX || index + 3 > to) {
    pass.replace(index, index + 1, '%25', 'percent-malformed');
    return index + 1;
  }
  const octet = ((high & 15) << 4) | (low & 15);
  if (decoded[octet] === 1) {
    if (octet === 0x2e && pass.dotSegment === ABSENT && text.charCodeAt(index - 1) === 0x2f) pass.dotSegment = index;
    const character = String.fromCharCode(octet);
    const by = raw[octet] === CAPITAL ? character.toLowerCase() : character;
    pass.replace(index, index + 3, by, 'percent-unreserved');
    return index + 3;
  }
  if (octet < 0x20 || octet === 0x7f) recordControl(pass, index, octet);
  if ((high | low) & LOWER) pass.replace(index, index + 3, ESCAPE[octet] ?? '', 'percent-case');
  return index + 3;
}

/** A character at `pass.text[index]` that must not appear raw. */
function encodeCharacter(pass: Rewrite, index: number, code: number): number {
  if (code < 0x80) {
    if (code < 0x20 || code === 0x7f) recordControl(pass, index, code);
    pass.replace(index, index + 1, ESCAPE[code] ?? '', code === 0x3f ? 'question-mark-as-data' : 'percent-encoded');
    return index + 1;
  }
  if (pass.latin1) {
    pass.replace(index, index + 1, ESCAPE[code] ?? '', 'percent-encoded-latin1');
    return index + 1;
  }
  const point = pass.text.codePointAt(index) ?? 0xfffd;
  if (point >= 0xd800 && point <= 0xdfff) {
    pass.replace(index, index + 1, '%EF%BF%BD', 'lone-surrogate');
    return index + 1;
  }
  const next = index + (point > 0xffff ? 2 : 1);
  pass.replace(index, next, escapeUtf8(point), 'percent-encoded');
  return next;
}

function recordControl(pass: Rewrite, index: number, octet: number): void {
  if (pass.control === ABSENT) pass.control = index;
  if (pass.lineBreak === ABSENT && (octet === 0x0a || octet === 0x0d)) pass.lineBreak = index;
}

function escapeUtf8(point: number): string {
  const tail = (shift: number): string => ESCAPE[0x80 | ((point >> shift) & 0x3f)] ?? '';
  if (point < 0x800) return (ESCAPE[0xc0 | (point >> 6)] ?? '') + tail(0);
  if (point < 0x10000) return (ESCAPE[0xe0 | (point >> 12)] ?? '') + tail(6) + tail(0);
  return (ESCAPE[0xf0 | (point >> 18)] ?? '') + tail(12) + tail(6) + tail(0);
}
