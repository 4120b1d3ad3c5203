/**
 * The text of a document of the type TEXT. An escape character begins a mark: `ESC (` and `ESC )` stand around the words
 * of the search, and other marks of five octets number the paragraphs.
 */

/** A piece of a text. */
export interface MarkedPiece {
  readonly text: string;
  /** Whether the piece is a word of the search. */
  readonly highlighted: boolean;
}

/**
 * Splits a text at its marks, which are left out.
 *
 * @example
 * ```ts
 * markedPieces('about \x1b(tea\x1b)!').map(({ text }) => text); // ['about ', 'tea', '!']
 * ```
 */
export function markedPieces(text: string): MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  let highlighted = false;
  let from = 0;
  const add = (to: number): void => {
    if (to > from) pieces.push({ text: text.slice(from, to), highlighted });
  };
  for (let at = text.indexOf('\x1b'); at !== -1; at = text.indexOf('\x1b', from)) {
    add(at);
    const mark = text[at + 1];
    from = at + (mark === '(' || mark === ')' ? 2 : PARAGRAPH_MARK);
    if (mark === '(' || mark === ')') highlighted = mark === '(';
  }
  add(text.length);
  return pieces;
}

/** In octets, with the escape character. */
const PARAGRAPH_MARK = 5;
