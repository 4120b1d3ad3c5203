/**
 * Removes the final line `.` from a text that is streamed. RFC 1436 §3.2 ends texts with it, but many servers do not
 * send it. At most the last three octets are held back.
 */

import { concatOctets } from '../../octets/octets.ts';
import type { Filter } from '../connection.ts';

const LF = 0x0a;
const CR = 0x0d;
const DOT = 0x2e;
/** `.` CR LF, the longest terminator. */
const LONGEST = 3;

/**
 * A filter for one text. It cannot be used again.
 *
 * @example
 * ```ts
 * const filter = new DotTerminator();
 * const parts = [...filter.pass(new TextEncoder().encode('a\r\n.\r\n')), filter.flush()];
 * parts.map((part) => new TextDecoder().decode(part)).join(''); // 'a\r\n'
 * ```
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
