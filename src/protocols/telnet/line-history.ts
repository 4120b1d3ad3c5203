/** The lines that were sent, for the keys ↑ and ↓. Hidden lines never come here. */

/** The most lines that are kept. */
export const MOST_LINES = 200;

/** `older` and `newer` walk through the lines; behind the newest one stands the draft at which the walk began. */
export class LineHistory {
  #lines: string[] = [];
  /** How far the walk is from the draft. */
  #back = 0;
  #draft = '';

  /** Ends the walk. Empty lines, and a line that is the last one once more, are not kept. */
  add(line: string): void {
    this.#back = 0;
    if (line === '' || line === this.#lines.at(-1)) return;
    this.#lines.push(line);
    if (this.#lines.length > MOST_LINES) this.#lines.shift();
  }

  /** The line before; `null` = there is none. `draft` is the line that is being typed. */
  older(draft: string): string | null {
    if (this.#back === this.#lines.length) return null;
    if (this.#back === 0) this.#draft = draft;
    this.#back += 1;
    return this.#lines.at(-this.#back) ?? null;
  }

  /** The line behind, or the draft; `null` = the draft is being typed already. */
  newer(): string | null {
    if (this.#back === 0) return null;
    this.#back -= 1;
    return this.#back === 0 ? this.#draft : (this.#lines.at(-this.#back) ?? null);
  }
}
