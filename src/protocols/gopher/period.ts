/**
 * The period of RFC 1436 §3.2. Alone on the last line, it ends a text or a menu. A text line that begins with a period
 * gets a second period. Most servers do neither, and some do only the first; the octets of a text show which.
 */
import { concatOctets, latin1Of } from '../../octets/octets.ts';
import type { Filter } from '../connection.ts';

const LF = 0x0a;
const CR = 0x0d;
const DOT = 0x2e;

/** Whether a line, without its end, is the period that ends a text or a menu (`Lastline`). */
export function isLastLine(line: Uint8Array): boolean {
  return line.length === 1 && line[0] === DOT;
}

/** Whether octets, of which the last {@link PERIOD_LINE_LENGTH} are enough, end with a line that is only a period. */
export function endsWithPeriod(tail: Uint8Array): boolean {
  return /(?:^|\n)\.\r?\n$/.test(latin1Of(tail));
}

/** The octets of a line break, a period and CR LF. */
export const PERIOD_LINE_LENGTH = 5;

/** The octets up to the first line that is only a period; all octets if there is no such line. */
export function upToPeriod(octets: Uint8Array): Uint8Array {
  for (const line of replyLines(octets)) {
    if (isLastLine(line)) return octets.subarray(0, line.byteOffset - octets.byteOffset);
  }
  return octets;
}

/**
 * The text without what the protocol added: the period on the last line, and the second of two periods at the
 * beginning of a line. A server does not double periods if it sends no period at the end, or if any line begins with a
 * single period.
 *
 * @example
 * ```ts
 * new TextDecoder().decode(plainText(octetsOf('..x\r\n.\r\n'))); // '.x\r\n'
 * ```
 */
export function plainText(octets: Uint8Array): Uint8Array {
  const text = withoutLastLine(octets);
  return text.length < octets.length ? withSinglePeriods(text) : text;
}

/** The octets without a last line that is only a period. */
function withoutLastLine(octets: Uint8Array): Uint8Array {
  let end = octets.length;
  if (octets[end - 1] === LF) end -= octets[end - 2] === CR ? 2 : 1;
  const alone = octets[end - 1] === DOT && (end === 1 || octets[end - 2] === LF);
  return alone ? octets.subarray(0, end - 1) : octets;
}

function withSinglePeriods(text: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    if (text[at] === DOT) {
      if (text[at + 1] !== DOT) return text;
      parts.push(text.subarray(from, at));
      from = at + 1;
    }
    const end = text.indexOf(LF, at);
    at = end === -1 ? text.length : end + 1;
  }
  return from === 0 ? text : concatOctets([...parts, text.subarray(from)]);
}

/** The lines of a reply, without their ends. If several CR precede an LF, only the last belongs to the end. */
export function* replyLines(octets: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < octets.length; ) {
    const end = octets.indexOf(LF, from);
    const to = end === -1 ? octets.length : end;
    yield octets.subarray(from, octets[to - 1] === CR && to > from ? to - 1 : to);
    from = to + 1;
  }
}

/** `.` CR LF, the longest terminator. */
const LONGEST = 3;

/**
 * A filter that removes the final period from one text that is streamed. It holds back at most the last three octets,
 * and cannot be used again.
 */
export class DotTerminator implements Filter {
  #held: Uint8Array = new Uint8Array(0);
  /** The octet before the held ones; a text begins as if after a line end. */
  #before = LF;

  pass(octets: Uint8Array): readonly Uint8Array[] {
    const held = this.#held;
    const free = held.byteLength + octets.byteLength - LONGEST;
    if (free <= 0) {
      this.#held = concatOctets([held, octets]);
      return [];
    }
    // The held octets that no longer belong to the last three, then the new octets but the last three.
    const released = held.subarray(0, free);
    const passed = octets.subarray(0, Math.max(0, free - held.byteLength));
    this.#before = passed.at(-1) ?? released.at(-1) ?? this.#before;
    this.#held = concatOctets([held.subarray(released.byteLength), octets.subarray(passed.byteLength)]);
    return [released, passed];
  }

  flush(): Uint8Array {
    const held = this.#held;
    const withoutEnd = held.at(-1) === LF ? held.subarray(0, held.at(-2) === CR ? -2 : -1) : held;
    const before = withoutEnd.at(-2) ?? this.#before;
    return withoutEnd.at(-1) === DOT && before === LF ? withoutEnd.subarray(0, -1) : held;
  }
}
