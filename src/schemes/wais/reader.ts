/** Reads the octets of a WAIS message from front to back. Every length is checked against what is there. */

/** A message of a server that WAIS does not allow. */
export class WaisError extends Error {
  override readonly name = 'WaisError';
}

/** A compressed integer has at most five octets of value; servers may put octets 0x80 before it. */
export const LONGEST_INTEGER = 8;
/** 2⁵³ needs seven octets. */
const LONGEST_NUMBER = 6;

export class MessageReader {
  readonly #octets: Uint8Array;
  #at = 0;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
  }

  get left(): number {
    return this.#octets.length - this.#at;
  }

  /** @throws WaisError if the message has fewer octets left */
  octets(length: number): Uint8Array {
    if (length > this.left) throw new WaisError('The answer ends too early.');
    this.#at += length;
    return this.#octets.subarray(this.#at - length, this.#at);
  }

  octet(): number {
    return this.octets(1)[0] ?? 0;
  }

  /** A big-endian integer. */
  fixed(width: number): number {
    let value = 0;
    for (const octet of this.octets(width)) value = value * 256 + octet;
    return value;
  }

  compressed(): number {
    let value = 0;
    for (let length = 1; length <= LONGEST_INTEGER; length++) {
      const octet = this.octet();
      value = value * 128 + (octet & 0x7f);
      if (octet < 0x80 && value <= Number.MAX_SAFE_INTEGER) return value;
      if (octet < 0x80) break;
    }
    throw new WaisError('The answer has a number that is too long.');
  }

  /** A field: its tag and its value. */
  field(): { readonly tag: number; readonly value: Uint8Array } {
    const tag = this.compressed();
    return { tag, value: this.octets(this.compressed()) };
  }

  /** A reader of the next octets. */
  within(length: number): MessageReader {
    return new MessageReader(this.octets(length));
  }
}

/** The value of a field that is a number. */
export function numberIn(value: Uint8Array): number {
  const first = value.findIndex((octet) => octet !== 0);
  const digits = first === -1 ? value.subarray(value.length) : value.subarray(first);
  if (digits.length > LONGEST_NUMBER) throw new WaisError('The answer has a number that is too long.');
  return new MessageReader(digits).fixed(digits.length);
}
