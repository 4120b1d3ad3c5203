/**
 * The paragraphs of a text that was written for screens of 80 columns: those that are prose may be broken anew where
 * a screen is narrower, those that are drawings, tables or lists must not.
 */

export interface Paragraph {
  /** With its line ends. */
  readonly text: string;
  readonly prose: boolean;
}

/**
 * Cuts a text at its empty lines.
 *
 * @example
 * paragraphsOf('a b\n\n+--+\n').map(({ prose }) => prose); // [false, false, false]: too short to be prose
 */
export function paragraphsOf(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  for (const [piece] of text.matchAll(/(?:[^\n]*\S[^\n]*(?:\n|$))+|(?:[^\S\n]*\n)+|[^\S\n]+$/g)) {
    const prose = isProse(piece.replace(/\n$/, '').split('\n'));
    const last = paragraphs.at(-1);
    if (last !== undefined && last.prose === prose && !prose)
      paragraphs.splice(-1, 1, { text: last.text + piece, prose });
    else paragraphs.push({ text: piece, prose });
  }
  return paragraphs;
}

/** The shortest line that was broken because there was no more room. */
const FULL_LINE = 45;

/** Lines that were broken for want of room: all but the last are full, none is indented, and words fill them. */
function isProse(lines: readonly string[]): boolean {
  const [first = '', ...others] = lines;
  if (others.length === 0) return first.length > FULL_LINE && isWords(first);
  return lines.slice(0, -1).every((line) => line.length >= FULL_LINE) && lines.every(isWords);
}

/** No item of a list; letters and single spaces, two after a full stop as typists did it; nothing that is lined up with other lines. */
function isWords(line: string): boolean {
  if (/^(?:[*+\-o•·–]|\(?\d+[.)]) /.test(line)) return false;
  if (/^\s|[^.!?:]\s{2}|\s{3}|\t|[|_=~*#+\\/<>^]{3}|[\u2500-\u259f]/.test(line.trimEnd())) return false;
  const letters = line.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0;
  return letters * 2 >= line.length;
}
