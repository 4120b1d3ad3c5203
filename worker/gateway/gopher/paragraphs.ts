/**
 * The paragraphs of a text that was written for screens of 80 columns: prose may be broken anew where a screen is
 * narrower, lines of words may each go on in the next one, and drawings and tables must stay as they are.
 */

/** How a paragraph fits into a narrow screen: as a whole, line by line, or by being scrolled. */
export type Flow = 'prose' | 'lines' | null;

export interface Paragraph {
  /** With its line ends. */
  readonly text: string;
  readonly flow: Flow;
}

/**
 * Cuts a text at its empty lines.
 *
 * @example
 * paragraphsOf('a b\n\n+--+\n').map(({ flow }) => flow); // ['lines', null]
 */
export function paragraphsOf(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  for (const [piece] of text.matchAll(/(?:[^\n]*\S[^\n]*(?:\n|$))+|(?:[^\S\n]*\n)+|[^\S\n]+$/g)) {
    const last = paragraphs.at(-1);
    const words = piece.trimEnd();
    const flow = words === '' ? (last?.flow ?? null) : flowOf(words.split('\n'));
    if (last !== undefined && last.flow === flow && flow !== 'prose') {
      paragraphs.splice(-1, 1, { text: last.text + piece, flow });
    } else paragraphs.push({ text: piece, flow: words === '' ? null : flow });
  }
  return paragraphs;
}

/** The shortest line that was broken because there was no more room. */
const FULL_LINE = 45;

/** Items of a list begin lines of their own; a year at the beginning of a line does not number it. */
const ITEM = /^(?:[*+\-o•·–]|\(?\d{1,3}[.)]) /;

/** Prose was broken for want of room: all lines but the last are full, none is indented, and words fill them. */
function flowOf(lines: readonly string[]): Flow {
  if (!lines.every(isWords)) return null;
  const full = lines.length > 1 && lines.slice(0, -1).every(({ length }) => length >= FULL_LINE);
  return full && !lines.some((line) => /^\s/.test(line) || ITEM.test(line)) ? 'prose' : 'lines';
}

/** Letters and single spaces, two after a full stop as typists did it; nothing that is lined up with other lines. */
function isWords(line: string): boolean {
  const words = line.trim();
  if (/[^.!?:]\s{2}|\s{3}|\t|[|_=~*#+\\/<>^]{3}|\.{4}|[\u2500-\u259f]/.test(words)) return false;
  const letters = words.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0;
  return letters * 2 >= words.length;
}
