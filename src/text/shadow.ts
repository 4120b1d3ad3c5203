/** The running text of a marked-up text, for the search of URLs. */
import type { TextRange } from './link.ts';

const BLANK = 0x20;
/** Few enough arguments for every runtime. */
const AT_ONCE = 8192;

/**
 * A text as the search for URLs sees it, in as many characters: escapes are letters, marks are punctuation, and what is
 * no running text is blanks.
 */
export class Shadow {
  readonly #text: string;
  readonly #codes: Uint16Array;
  #hiddenTo = 0;

  constructor(text: string) {
    this.#text = text;
    this.#codes = new Uint16Array(text.length);
    for (let index = 0; index < text.length; index++) this.#codes[index] = text.charCodeAt(index);
  }

  /** Puts a character in the place of all of a range. */
  replace([from, to]: TextRange, character: ' ' | '!' | 'x'): void {
    this.#codes.fill(character.charCodeAt(0), from, to);
  }

  /** Hides the text up to the first match of an expression. */
  hide(from: number, end: RegExp): void {
    if (from < this.#hiddenTo) return;
    end.lastIndex = from;
    this.#hiddenTo = end.exec(this.#text)?.index ?? from;
    this.#codes.fill(BLANK, from, this.#hiddenTo);
  }

  toString(): string {
    let text = '';
    for (let at = 0; at < this.#codes.length; at += AT_ONCE)
      text += String.fromCharCode(...this.#codes.subarray(at, at + AT_ONCE));
    return text;
  }

  /** Whether a range contains an escape or a mark. */
  isReplaced([from, to]: TextRange): boolean {
    return this.#codes
      .subarray(from, to)
      .some((code, index) => code !== BLANK && code !== this.#text.charCodeAt(from + index));
  }
}
