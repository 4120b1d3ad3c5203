/**
 * The paragraphs of a text that was written for screens of 80 columns: prose may be broken anew where a screen is
 * narrower, lines of words may each go on in the next one, and drawings and tables must stay as they are.
 */

/** How a paragraph fits into a narrow screen: broken anew, line by line, cut short, or by being scrolled. */
export type Flow = 'prose' | 'lines' | 'rule' | null;

export interface Paragraph {
  /** With its line ends. */
  readonly text: string;
  readonly flow: Flow;
}

/**
 * Cuts a text at its empty lines, and at the rules between words.
 *
 * @example
 * ```ts
 * paragraphsOf('a b\n\n+--+\n').map(({ flow }) => flow); // ['lines', null]
 * ```
 */
export function paragraphsOf(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  for (const [lines] of text.matchAll(/(?:[^\n]*\S[^\n]*(?:\n|$))+|(?:[^\S\n]*\n)+|[^\S\n]+$/g)) {
    const isEmpty = lines.trim() === '';
    for (const { text, flow } of isEmpty ? [{ text: lines, flow: null }] : partsOf(lines)) {
      const last = paragraphs.at(-1);
      const joins = last?.flow === null || last?.flow === 'lines';
      if (joins && (isEmpty || last.flow === flow)) {
        paragraphs.splice(-1, 1, { text: last.text + text, flow: last.flow });
      } else paragraphs.push({ text, flow });
    }
  }
  return paragraphs;
}

/** A line across the page. */
const RULE = /^([-=_~*#+.]{10,}[^\S\n]*(?:\n|$))/m;

/** Words, and the rules between them; among anything else a line is a part of a drawing. */
function partsOf(lines: string): Paragraph[] {
  // What a pattern captures stands between the parts that it splits.
  const parts = lines.split(RULE).map((text, index): Paragraph => ({ text, flow: index % 2 ? 'rule' : flowOf(text) }));
  return parts.some(({ flow }) => flow === null) ? [{ text: lines, flow: null }] : parts.filter(({ text }) => text);
}

/** The shortest line that was broken because there was no more room. */
const FULL_LINE = 45;

/** Items of a list begin lines of their own; a year at the beginning of a line does not number it. */
const ITEM = /^(?:[*+\-o•·–]|\(?\d{1,3}[.)]) /;

/** Prose was broken for want of room: all lines but the last are full, none is indented, and words fill them. */
function flowOf(text: string): Flow {
  const lines = text.trimEnd().split('\n');
  if (!lines.every(isWords)) return null;
  const full = lines.length > 1 && lines.slice(0, -1).every(({ length }) => length >= FULL_LINE);
  return full && !lines.some((line) => /^\s/.test(line) || ITEM.test(line)) ? 'prose' : 'lines';
}

/** Letters and single spaces, two after a full stop as typists did it; nothing that is lined up with other lines. */
function isWords(line: string): boolean {
  const words = line.trim();
  if (/^[|\\/]|[|\\]$|[^.!?:]\s{2}|\s{3}|\t|[|_=~*#+\\/<>^]{3}|\.{4}|[\u2500-\u259f]/.test(words)) return false;
  const letters = words.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0;
  return letters * 2 >= words.length;
}
