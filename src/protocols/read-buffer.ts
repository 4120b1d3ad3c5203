/**
 * The buffer that a connection reads into. It grows with the reads that fill it, so that a slow stream needs little
 * memory and a fast one is read in large parts: each read costs a turn of the event loop.
 */

const KiB = 1024;
const SMALLEST = 16 * KiB;
/** With 1 MiB, the loop of the pump costs as much as a native pipe; see docs/decisions.md. */
const LARGEST = 1024 * KiB;
const GROWTH = 4;
/** The most octets of all grown buffers of an isolate. The platform gives it 128 MiB for everything. */
const BUDGET = 32 * 1024 * KiB;

/** The octets of all grown buffers of this isolate now. */
let grown = 0;

/** One buffer. A read takes it away (BYOB) and gives it back with its octets. */
export class ReadBuffer {
  #buffer = new ArrayBuffer(SMALLEST);
  /** The share of the budget, in octets. The buffer itself has no length while a read has it. */
  #share = 0;
  #released = false;

  /** The whole buffer, for the next read. */
  take(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#buffer);
  }

  /** Takes the buffer back. A read that filled it makes the next one larger, if the budget allows. */
  giveBack(octets: Uint8Array<ArrayBuffer>): void {
    this.#buffer = octets.buffer;
    const size = octets.buffer.byteLength;
    if (octets.byteLength < size || size === LARGEST || this.#released) return;
    const next = Math.min(size * GROWTH, LARGEST);
    if (grown - this.#share + next > BUDGET) return;
    grown += next - this.#share;
    this.#share = next;
    this.#buffer = new ArrayBuffer(next);
  }

  /** Returns the share of the budget, at the end of the connection. */
  release(): void {
    grown -= this.#share;
    this.#share = 0;
    this.#released = true;
  }
}
