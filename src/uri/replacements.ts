/** What a pass has replaced. It maps offsets of the output to offsets of the text, which diagnostics need. */

/** Where the numbers of a replacement stand: `text[from, to)` became `[out, end)` of the output. */
const OUT = 0;
const END = 1;
const FROM = 2;
const TO = 3;
const NUMBERS = 4;
const GROWTH = 4;
/** Room for the replacements of most URLs, in numbers. Engines keep so small an array beside its object. */
const USUAL = 16;
const NONE = new Int32Array();

/** The replacements of one pass, from left to right. */
export class Replacements {
  /** As numbers, one after the other: a URL of 64 KiB may have 20,000 replacements, and as many objects are slow. */
  #numbers = NONE;
  #length = 0;

  add(out: number, end: number, from: number, to: number): void {
    const at = this.#length;
    if (at === this.#numbers.length) this.#grow();
    const numbers = this.#numbers;
    numbers[at + OUT] = out;
    numbers[at + END] = end;
    numbers[at + FROM] = from;
    numbers[at + TO] = to;
    this.#length = at + NUMBERS;
  }

  #grow(): void {
    const numbers = new Int32Array(Math.max(USUAL, GROWTH * this.#numbers.length));
    numbers.set(this.#numbers);
    this.#numbers = numbers;
  }

  /** Drops the last ones: those that reach beyond `from` in the text, or begin at `out` in the output or after it. */
  dropAfter(out: number, from: number): void {
    const numbers = this.#numbers;
    let last = this.#length - NUMBERS;
    while (last >= 0 && ((numbers[last + TO] ?? 0) > from || (numbers[last + OUT] ?? 0) >= out)) last -= NUMBERS;
    this.#length = last + NUMBERS;
  }

  /** The offset in the text for an offset of the output; inside a replacement, the edge of what was replaced. */
  textAt(out: number, edge: 'start' | 'end'): number {
    const numbers = this.#numbers;
    let shift = 0;
    for (let index = 0; index < this.#length; index += NUMBERS) {
      const begin = numbers[index + OUT] ?? 0;
      const end = numbers[index + END] ?? 0;
      if (begin > out || (begin === out && (edge === 'end' || end > out))) break;
      if (end > out) return numbers[index + (edge === 'start' ? FROM : TO)] ?? 0;
      shift = (numbers[index + TO] ?? 0) - end;
    }
    return out + shift;
  }
}
