/** What came onto the screen: octets of the server, and text of the page. It is shown again in another charset. */

/** The most that is kept, in octets: as many lines as the terminal keeps. A part costs some of them by itself. */
const MOST_KEPT = 1024 * 1024;
const PART = 64;

/** Octets of the server, or text that the page shows itself. */
export type ShownPart = Uint8Array | string;

export class ShownOutput {
  #parts: ShownPart[] = [];
  #length = 0;

  get parts(): readonly ShownPart[] {
    return this.#parts;
  }

  add(part: ShownPart): void {
    this.#parts.push(part);
    this.#length += part.length + PART;
    while (this.#length > MOST_KEPT) this.#length -= (this.#parts.shift()?.length ?? 0) + PART;
  }

  /** Drops the last parts of the server, which never came onto the screen. */
  dropLast(count: number): void {
    let left = count;
    for (let at = this.#parts.length - 1; at >= 0 && left > 0; at--) {
      if (typeof this.#parts[at] === 'string') continue;
      const [part] = this.#parts.splice(at, 1);
      this.#length -= (part?.length ?? 0) + PART;
      left -= 1;
    }
  }

  clear(): void {
    this.#parts = [];
    this.#length = 0;
  }
}
