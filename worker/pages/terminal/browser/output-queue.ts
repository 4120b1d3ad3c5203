/**
 * Output on its way to the screen. The screen gets a little at a time, because it cannot give back what it has: after
 * an interrupt, the rest can be left out.
 */

/** The most octets that the screen has before it has shown them: as many as keep it busy. */
const MOST_WRITTEN = 128 * 1024;

interface OutputPart {
  readonly octets: Uint8Array;
  readonly taken: () => void;
}

export class OutputQueue {
  readonly #write: (octets: Uint8Array, shown: () => void) => void;
  #parts: OutputPart[] = [];
  /** Octets that the screen has and has not shown. */
  #written = 0;

  /** @param write - gives octets to the screen, which calls `shown` once it shows them */
  constructor(write: (octets: Uint8Array, shown: () => void) => void) {
    this.#write = write;
  }

  /** Whether the screen shows everything that was added. */
  get isEmpty(): boolean {
    return this.#written === 0 && this.#parts.length === 0;
  }

  /** @param taken - is called when the screen shows the octets, or when they are left out */
  add(octets: Uint8Array, taken: () => void): void {
    this.#parts.push({ octets, taken });
    this.#flush();
  }

  /** Leaves out what the screen does not have. */
  clear(): void {
    const parts = this.#parts;
    this.#parts = [];
    for (const { taken } of parts) taken();
  }

  #flush(): void {
    while (this.#written < MOST_WRITTEN) {
      const part = this.#parts.shift();
      if (part === undefined) return;
      this.#written += part.octets.length;
      this.#write(part.octets, () => {
        this.#written -= part.octets.length;
        part.taken();
        this.#flush();
      });
    }
  }
}
