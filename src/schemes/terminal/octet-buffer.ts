/** Octets that come in pieces and are taken as one. */

const FIRST_CAPACITY = 256;

/**
 * A buffer that grows.
 *
 * @example
 * ```ts
 * const buffer = new OctetBuffer();
 * buffer.append([0xff, 0xfd]);
 * buffer.append([0x18]);
 * buffer.take(); // Uint8Array.of(0xff, 0xfd, 0x18)
 * ```
 */
export class OctetBuffer {
  #octets = new Uint8Array(FIRST_CAPACITY);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(octets: ArrayLike<number>): void {
    const length = this.#length + octets.length;
    if (length > this.#octets.length) {
      const larger = new Uint8Array(Math.max(length, this.#octets.length * 2));
      larger.set(this.#octets.subarray(0, this.#length));
      this.#octets = larger;
    }
    this.#octets.set(octets, this.#length);
    this.#length = length;
  }

  /** The octets so far. */
  copy(): Uint8Array {
    return this.#octets.slice(0, this.#length);
  }

  /** The octets so far; the buffer is empty and small again. */
  take(): Uint8Array {
    const octets = this.copy();
    this.clear();
    return octets;
  }

  clear(): void {
    if (this.#octets.length > FIRST_CAPACITY) this.#octets = new Uint8Array(FIRST_CAPACITY);
    this.#length = 0;
  }
}
