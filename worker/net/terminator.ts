/**
 * Takes the final line `.` off a text on its way: RFC 1436 §3.2 ends texts with it, though many servers do not, so
 * it is dropped only where it stands. Nothing but the last three octets is ever held back.
 */
import type { Filter } from './pump.ts';

const LF = 0x0a;
const CR = 0x0d;
const DOT = 0x2e;
/** `.` CR LF, the longest terminator. */
const LONGEST = 3;

/**
 * A filter for one text, which is used up with it.
 *
 * @example
 * ```ts
 * pump(connection, { length: null, cap: limits.download, filter: new DotTerminator() }, context);
 * ```
 */
export class DotTerminator implements Filter {
  #held = new Uint8Array(0);
  /** The octet before the held ones; a text begins as if after a line end. */
  #before = LF;

  pass(octets: Uint8Array): readonly Uint8Array[] {
    const held = this.#held;
    const free = held.byteLength + octets.byteLength - LONGEST;
    if (free <= 0) {
      this.#held = concatenate(held, octets);
      return [];
    }
    // Of the old octets, those that no longer belong to the last three; then all but the tail of the new ones.
    const released = held.subarray(0, free);
    const passed = octets.subarray(0, Math.max(0, free - held.byteLength));
    this.#before = passed.at(-1) ?? released.at(-1) ?? this.#before;
    this.#held = concatenate(held.subarray(released.byteLength), octets.subarray(passed.byteLength));
    return [released, passed];
  }

  flush(): Uint8Array {
    const held = this.#held;
    const withoutEnd = held.at(-1) === LF ? held.subarray(0, held.at(-2) === CR ? -2 : -1) : held;
    const before = withoutEnd.at(-2) ?? this.#before;
    return withoutEnd.at(-1) === DOT && before === LF ? withoutEnd.subarray(0, -1) : held;
  }
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.byteLength + second.byteLength);
  whole.set(first, 0);
  whole.set(second, first.byteLength);
  return whole;
}
