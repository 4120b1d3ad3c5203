/**
 * Collects octets that arrive in parts, up to a cap. The parts go into one buffer, because a server decides how small
 * they are: a million views of one octet each would need a hundred times the memory of their octets.
 */

/** What every collector begins with: most of those for replies stay empty. */
const EMPTY = new Uint8Array(0);

/**
 * A buffer that at least doubles when it is full, so that each octet is copied a constant number of times on average.
 */
export class Collector {
  readonly #cap: number;
  #buffer = EMPTY;
  #length = 0;

  /** @param cap - the most octets to keep; absent = all */
  constructor(cap = Number.POSITIVE_INFINITY) {
    this.#cap = cap;
  }

  /** Copies octets into the buffer, as many as the cap allows. Returns how many of them were taken. */
  add(octets: Uint8Array): number {
    const taken = Math.min(octets.byteLength, this.#cap - this.#length);
    const length = this.#length + taken;
    if (length > this.#buffer.byteLength) {
      const grown = new Uint8Array(Math.min(this.#cap, Math.max(length, 2 * this.#buffer.byteLength)));
      grown.set(this.octets);
      this.#buffer = grown;
    }
    this.#buffer.set(taken < octets.byteLength ? octets.subarray(0, taken) : octets, this.#length);
    this.#length = length;
    return taken;
  }

  /** The number of collected octets. */
  get length(): number {
    return this.#length;
  }

  /** The collected octets. Later calls of `add` do not change them. */
  get octets(): Uint8Array<ArrayBuffer> {
    return this.#length === this.#buffer.length ? this.#buffer : this.#buffer.subarray(0, this.#length);
  }

  /** The collected octets, which are the caller's; the collector is empty and small again. */
  take(): Uint8Array<ArrayBuffer> {
    const { octets } = this;
    this.#buffer = EMPTY;
    this.#length = 0;
    return octets;
  }
}
