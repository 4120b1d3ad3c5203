/** Lines and columns of places in a text that comes in pieces. */

/** A place, both from 1; the column counts characters. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Counts lines and characters up to places that come in their order, so that each character is looked at once. */
export class PlaceCounter {
  #line = 1;
  #column = 1;
  #text = '';
  #at = 0;

  /** Goes on with the next piece of the text. */
  next(text: string): void {
    this.#advance(this.#text.length);
    this.#text = text;
    this.#at = 0;
  }

  /** The place of an index in the piece; no index is before the last one. */
  placeOf(index: number): Place {
    this.#advance(index);
    return { line: this.#line, column: this.#column };
  }

  #advance(index: number): void {
    for (; this.#at < index; this.#at++) {
      const unit = this.#text.charCodeAt(this.#at);
      const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff;
      if (unit === 0x0a) {
        this.#line++;
        this.#column = 1;
      } else if (!isLowSurrogate) this.#column++;
    }
  }
}
