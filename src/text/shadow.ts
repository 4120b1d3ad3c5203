/** The running text of a marked-up text, for the search of URLs. */
import type { TextRange } from './link.ts';

/**
 * A text as the search for URLs sees it, in as many characters: escapes are letters, marks are punctuation, and what is
 * no running text is blanks.
 */
export class Shadow {
  readonly #text: string;
  readonly #pieces: string[] = [];
  readonly #replaced: TextRange[] = [];
  #done = 0;
  #hideFrom = 0;
  #hideTo = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Puts a character in the place of all of a range. Ranges come in the order of the text. */
  replace([from, to]: TextRange, character: ' ' | '!' | 'x'): void {
    const begin = Math.max(from, this.#done);
    if (begin >= to) return;
    this.#pieces.push(this.#visible(this.#done, begin), character.repeat(to - begin));
    this.#done = to;
    if (character !== ' ') this.#replaced.push([from, to]);
  }

  /** Hides the text up to the first match of an expression, within the next blank line. */
  hide(from: number, end: RegExp): void {
    if (from < this.#hideTo) return;
    this.#flush(from);
    end.lastIndex = from;
    this.#hideFrom = from;
    this.#hideTo = end.exec(this.#text)?.index ?? from;
  }

  #flush(to: number): void {
    if (to <= this.#done) return;
    this.#pieces.push(this.#visible(this.#done, to));
    this.#done = to;
  }

  #visible(from: number, to: number): string {
    const [begin, end] = [Math.max(from, this.#hideFrom), Math.min(to, this.#hideTo)];
    if (begin >= end) return this.#text.slice(from, to);
    return this.#text.slice(from, begin) + ' '.repeat(end - begin) + this.#text.slice(end, to);
  }

  toString(): string {
    this.#flush(this.#text.length);
    return this.#pieces.join('');
  }

  /** Whether a range contains an escape or a mark. */
  isReplaced([from, to]: TextRange): boolean {
    let low = 0;
    let high = this.#replaced.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#replaced[middle]?.[1] ?? 0) <= from) low = middle + 1;
      else high = middle;
    }
    return (this.#replaced[low]?.[0] ?? to) < to;
  }
}
