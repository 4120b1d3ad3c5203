/**
 * The text of a document of the type TEXT. An escape character begins a mark: `ESC (` and `ESC )` stand around the
 * words of the search, and other marks of five octets number the paragraphs.
 */

const ESCAPE = 0x1b;
const [OPEN, CLOSE] = [0x28, 0x29];
/** In octets, with the escape character. */
const PARAGRAPH_MARK = 5;

/**
 * Removes the marks of paragraphs from a text. They are removed before it is decoded, because their octets are numbers
 * and not characters.
 */
export function withoutParagraphMarks(octets: Uint8Array): Uint8Array {
  if (!octets.includes(ESCAPE)) return octets;
  const kept = new Uint8Array(octets.length);
  let length = 0;
  for (let at = 0; at < octets.length; ) {
    const octet = octets[at] ?? 0;
    const next = octets[at + 1];
    if (octet === ESCAPE && next !== OPEN && next !== CLOSE) {
      at += PARAGRAPH_MARK;
    } else {
      kept[length++] = octet;
      at++;
    }
  }
  return kept.subarray(0, length);
}

/** A piece of a text. */
export interface MarkedPiece {
  readonly text: string;
  /** Whether the piece is a word of the search. */
  readonly highlighted: boolean;
}

const MARK = /\x1b([()])/g;

/**
 * Splits a text at the marks around the words of the search, which are left out.
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
  for (const match of text.matchAll(MARK)) {
    add(match.index);
    from = match.index + match[0].length;
    highlighted = match[1] === '(';
  }
  add(text.length);
  return pieces;
}
