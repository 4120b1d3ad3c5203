/**
 * IPv6 addresses (RFC 4291 §2.2), read and written as the WHATWG URL Standard does: lower case, no leading
 * zeros, the first longest run of two or more zero pieces as `::`, never a dotted tail.
 */
import { type CharacterCodes, isCanonicalIpv4 } from './ipv4.ts';

const PIECES = 8;
const COLON = 0x3a;

/**
 * The canonical form of an IPv6 address without its brackets, or `null`. `canonicalIpv6('2001:DB8:0:0::0:1')` is
 * `'2001:db8::1'`, and `canonicalIpv6('::FFFF:1.2.3.4')` is `'::ffff:102:304'`.
 */
export function canonicalIpv6(text: string): string | null {
  const pieces = readPieces(text);
  return pieces === null ? null : writePieces(pieces);
}

/** The eight pieces of an address, or `null`. */
function readPieces(text: string): readonly number[] | null {
  const pieces: number[] = [];
  let gap = -1; // the number of pieces before `::`
  let index = 0;
  if (text.startsWith(':')) {
    if (!text.startsWith('::')) return null;
    gap = 0;
    index = 2;
  }
  while (index < text.length) {
    if (pieces.length === PIECES) return null;
    if (text.charCodeAt(index) === COLON) {
      if (gap !== -1) return null;
      gap = pieces.length;
      index++;
      continue;
    }
    const from = index;
    let value = 0;
    for (; index < text.length && index - from < 4; index++) {
      const digit = hexDigit(text.charCodeAt(index));
      if (digit < 0) break;
      value = value * 16 + digit;
    }
    if (text.charCodeAt(index) === 0x2e) return fill(withDottedTail(pieces, text.slice(from)), gap);
    if (index === from) return null;
    pieces.push(value);
    if (index === text.length) break;
    if (text.charCodeAt(index++) !== COLON || index === text.length) return null;
  }
  return fill(pieces, gap);
}

/** Adds the last four octets, which are written as IPv4. */
function withDottedTail(pieces: readonly number[], tail: string): readonly number[] | null {
  if (pieces.length > PIECES - 2 || !isCanonicalIpv4(tail, 0, tail.length)) return null;
  const [a = 0, b = 0, c = 0, d = 0] = tail.split('.').map(Number);
  return [...pieces, a * 256 + b, c * 256 + d];
}

/** Replaces `::` by zeros. */
function fill(pieces: readonly number[] | null, gap: number): readonly number[] | null {
  if (pieces === null || gap === -1) return pieces?.length === PIECES ? pieces : null;
  const zeros = PIECES - pieces.length;
  return zeros < 1 ? null : [...pieces.slice(0, gap), ...new Array<number>(zeros).fill(0), ...pieces.slice(gap)];
}

function writePieces(pieces: readonly number[]): string {
  const text = pieces.map((piece) => piece.toString(16)).join(':');
  const [longest] = (text.match(/\b0(?::0)+\b/g) ?? []).sort((a, b) => b.length - a.length);
  return longest === undefined ? text : text.replace(new RegExp(`(?:^|:)${longest}(?::|$)`), '::');
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/**
 * Whether `text[from, to)` is an address in brackets that is obviously canonical: it has one `::`, and no zero piece
 * that could belong to it or begin a longer run. Other canonical addresses are left to {@link canonicalIpv6}.
 */
export function isCanonicalIpv6Literal(text: CharacterCodes, from: number, to: number): boolean {
  if (text.charCodeAt(from) !== 0x5b || text.charCodeAt(to - 1) !== 0x5d) return false;
  let pieces = 0;
  let gaps = 0;
  let digits = 0;
  for (let index = from + 1; index < to - 1; index++) {
    const code = text.charCodeAt(index);
    if (code === COLON) {
      if (text.charCodeAt(index + 1) === COLON) gaps++;
      else if (digits === 0 && text.charCodeAt(index - 1) !== COLON) return false;
      digits = 0;
    } else {
      const digit = (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66);
      // A piece that begins with zero has a leading zero, or is a zero piece that `::` may have to cover.
      if (!digit || (digits === 0 && code === 0x30) || digits === 4) return false;
      if (digits === 0) pieces++;
      digits++;
    }
  }
  return (
    gaps === 1 &&
    pieces <= PIECES - 2 &&
    (digits > 0 || (text.charCodeAt(to - 2) === COLON && text.charCodeAt(to - 3) === COLON))
  );
}
