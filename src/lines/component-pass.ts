/** A piece of a component in octets: escapes, characters that must be escaped, and dot segments, as its table says. */
import { CAPITAL, DOT, ENCODE, HEX, MARK, NOT_HEX, PERCENT, PLAIN, STOP } from '../uri/percent.ts';
import { DECODE, DECODE_DOT, LEAVE, NEXT, type PieceTable, UTF8 } from './tables.ts';

/** The line is left to `canonicalize`. */
export const LEFT = -1;

/** The most octets that the pass writes for an octet that it reads. */
export const GROWTH = 3;

const PERCENT_SIGN = 0x25;
const FULL_STOP = 0x2e;
const SLASH = 0x2f;
const COLON = 0x3a;
const LOWER_CASE = 0x20;

/** The length of an escape, such as `%2E`. */
const ESCAPE_LENGTH = 3;

/** The upper-case hexadecimal digits. */
const DIGITS: Uint8Array = Uint8Array.from('0123456789ABCDEF', (digit) => digit.charCodeAt(0));

export class ComponentPass {
  /** Where the pass is in the source: after `rewrite`, where the piece ends. */
  read = 0;
  /** Whether `..` does not remove a drive letter from the path. */
  keepsDrive = false;

  /**
   * Writes the piece that begins at `source[from]` to `target` from `at` on, and returns its end there; `LEFT` if
   * the line is left to `canonicalize`.
   *
   * @param root - where the path begins in `target`, if its dot segments are removed; otherwise `LEFT`
   */
  rewrite(source: Uint8Array, from: number, target: Uint8Array, at: number, piece: PieceTable, root: number): number {
    const { raw } = piece;
    let read = from;
    let write = at;
    for (;;) {
      let octet = source[read] ?? 0;
      let action = raw[octet] ?? LEAVE;
      // Most octets are plain, as is a dot within a segment, so this loop takes most of the time.
      while (action === PLAIN || (action === DOT && target[write - 1] !== SLASH)) {
        target[write++] = octet;
        octet = source[++read] ?? 0;
        action = raw[octet] ?? LEAVE;
      }
      this.read = read;
      if (action === STOP || action === NEXT || action === MARK) return write;
      if (action === PERCENT) write = this.#escape(source, target, write, piece, root);
      else if (action === DOT) write = this.#dot(source, target, write, 1, raw, root);
      else if (action === CAPITAL) write = this.#capital(target, write, octet);
      else write = this.#character(source, target, write, action);
      if (write === LEFT) return LEFT;
      read = this.read;
    }
  }

  /** An escape, or a stray percent sign. */
  #escape(source: Uint8Array, target: Uint8Array, at: number, { raw, escapes }: PieceTable, root: number): number {
    const { read } = this;
    const high = HEX[source[read + 1] ?? 0] ?? NOT_HEX;
    const low = high === NOT_HEX ? NOT_HEX : (HEX[source[read + 2] ?? 0] ?? NOT_HEX);
    if (low === NOT_HEX) {
      this.read = read + 1;
      return writeEscape(target, at, PERCENT_SIGN);
    }
    const octet = ((high & 15) << 4) | (low & 15);
    const action = escapes[octet];
    if (action === LEAVE) return LEFT;
    if (action === DECODE_DOT) return this.#dot(source, target, at, ESCAPE_LENGTH, raw, root);
    this.read = read + ESCAPE_LENGTH;
    if (action !== DECODE) return writeEscape(target, at, octet);
    target[at] = octet;
    return at + 1;
  }

  #capital(target: Uint8Array, at: number, octet: number): number {
    this.read++;
    target[at] = octet | LOWER_CASE;
    return at + 1;
  }

  /** A character that must be escaped. */
  #character(source: Uint8Array, target: Uint8Array, at: number, action: number): number {
    const length = action === ENCODE ? 1 : action === UTF8 ? utf8Length(source, this.read) : 0;
    if (length === 0) return LEFT;
    let write = at;
    for (const end = this.read + length; this.read < end; this.read++) {
      write = writeEscape(target, write, source[this.read] ?? 0);
    }
    return write;
  }

  /** A dot, raw or escaped, which has `length` octets, and the dot segment that it may begin. */
  #dot(source: Uint8Array, target: Uint8Array, at: number, length: number, raw: Uint8Array, root: number): number {
    if (target[at - 1] === SLASH) {
      const one = this.read + length;
      const two = dotEnd(source, one);
      const octet = source[two] ?? 0;
      if (octet === SLASH || raw[octet] === STOP) {
        // The slash after the segment is that before it.
        this.read = octet === SLASH ? two + 1 : two;
        if (root === LEFT || two === one) return root === LEFT ? LEFT : at;
        // The scheme's own functions know what a drive letter is.
        return this.keepsDrive && target[root + 2] === COLON ? LEFT : parentOf(target, root, at);
      }
    }
    this.read += length;
    target[at] = FULL_STOP;
    return at + 1;
  }
}

/** The end of a dot, raw or escaped, at `from`; `from` if there is none. */
function dotEnd(source: Uint8Array, from: number): number {
  if (source[from] === FULL_STOP) return from + 1;
  const isEscaped =
    source[from] === PERCENT_SIGN && source[from + 1] === 0x32 && ((source[from + 2] ?? 0) | 0x20) === 0x65;
  return isEscaped ? from + ESCAPE_LENGTH : from;
}

/** Where the last segment of the directory `target[root, to)` begins; both end in a slash. */
function parentOf(target: Uint8Array, root: number, to: number): number {
  if (to === root + 1) return to;
  let end = to - 1;
  while (target[end - 1] !== SLASH) end--;
  return end;
}

function writeEscape(target: Uint8Array, at: number, octet: number): number {
  target[at] = PERCENT_SIGN;
  target[at + 1] = DIGITS[octet >> 4] ?? 0;
  target[at + 2] = DIGITS[octet & 15] ?? 0;
  return at + ESCAPE_LENGTH;
}

/** The length of the well-formed UTF-8 character outside of ASCII at `from` (RFC 3629 §4); 0 if there is none. */
function utf8Length(source: Uint8Array, from: number): number {
  const first = source[from] ?? 0;
  const second = source[from + 1] ?? 0;
  if (first < 0xc2 || first > 0xf4 || !isTail(second)) return 0;
  if (first < 0xe0) return 2;
  if (!isTail(source[from + 2] ?? 0)) return 0;
  if (first < 0xf0) return (first === 0xe0 && second < 0xa0) || (first === 0xed && second > 0x9f) ? 0 : 3;
  if (!isTail(source[from + 3] ?? 0)) return 0;
  return (first === 0xf0 && second < 0x90) || (first === 0xf4 && second > 0x8f) ? 0 : 4;
}

function isTail(octet: number): boolean {
  return (octet & 0xc0) === 0x80;
}
