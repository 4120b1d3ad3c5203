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

/** The eight pieces of an address, or `null`. Zeros take the place of `::`. */
function readPieces(text: string): readonly number[] | null {
  const [head = '', tail, ...more] = text.split('::');
  const left = piecesIn(head, tail === undefined);
  const right = piecesIn(tail ?? '', true);
  const zeros = PIECES - left.length - right.length;
  if (more.length > 0 || (tail === undefined ? zeros !== 0 : zeros < 1)) return null;
  const pieces = [...left, ...new Array<number>(zeros).fill(0), ...right];
  return pieces.includes(Number.NaN) ? null : pieces;
}

/** The pieces between colons; `NaN` = this is not a piece. At the end of an address, two may be written as IPv4. */
function piecesIn(part: string, atEnd: boolean): readonly number[] {
  if (part === '') return [];
  const texts = part.split(':');
  return texts.flatMap((text, index) => {
    if (atEnd && index === texts.length - 1 && isCanonicalIpv4(text, 0, text.length)) {
      const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
      return [a * 256 + b, c * 256 + d];
    }
    return /^[\da-f]{1,4}$/i.test(text) ? Number.parseInt(text, 16) : Number.NaN;
  });
}

function writePieces(pieces: readonly number[]): string {
  const text = pieces.map((piece) => piece.toString(16)).join(':');
  const [longest] = [...text.matchAll(/\b0(?::0)+\b/g)].sort((a, b) => b[0].length - a[0].length);
  if (longest === undefined) return text;
  const { 0: zeros, index } = longest;
  return `${text.slice(0, Math.max(index - 1, 0))}::${text.slice(index + zeros.length + 1)}`;
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
