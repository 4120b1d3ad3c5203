/**
 * The paragraphs of a text that was written for screens of 80 columns. On a narrower screen prose is wrapped as a
 * whole, lines of words are wrapped one by one, and drawings and tables stay as they are.
 */

/** How a paragraph fits a narrow screen: `prose` and `lines` are wrapped, a `rule` is cut, `null` is scrolled. */
export type Flow = 'prose' | 'lines' | 'rule' | null;

interface Paragraph {
  /** With its line ends. */
  readonly text: string;
  readonly flow: Flow;
}

/**
 * Splits a text at its empty lines, and at the rules between words. `paragraphsOf('a b\n\n+--+\n').map(({ flow }) =>
 * flow)` is `['lines', null]`.
 */
export function paragraphsOf(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  for (const [lines] of text.matchAll(/(?:[^\n]*\S[^\n]*(?:\n|$))+|(?:[^\S\n]*\n)+|[^\S\n]+$/g)) {
    const isEmpty = lines.trim() === '';
    for (const { text, flow } of isEmpty ? [{ text: lines, flow: null }] : splitAtRules(lines)) {
      const last = paragraphs.at(-1);
      const joins = last?.flow === null || last?.flow === 'lines';
      if (joins && (isEmpty || last.flow === flow)) {
        paragraphs.splice(-1, 1, { text: last.text + text, flow: last.flow });
      } else paragraphs.push({ text, flow });
    }
  }
  return paragraphs;
}

/** A line of one repeated character across the page. */
const RULE = /^([-=_~*#+.]{10,}[^\S\n]*(?:\n|$))/m;

/** Splits lines of words at the rules between them. A rule beside anything else is part of a drawing. */
function splitAtRules(lines: string): Paragraph[] {
  // `split` keeps the rules, which the pattern captures, between the parts.
  const parts = lines.split(RULE).map((text, index): Paragraph => ({ text, flow: index % 2 ? 'rule' : flowOf(text) }));
  return parts.some(({ flow }) => flow === null) ? [{ text: lines, flow: null }] : parts.filter(({ text }) => text);
}

/** The length from which a line counts as full, so that its end is a wrap, in characters. */
const FULL_LINE = 45;

/** The beginning of a list item. A year at the beginning of a line is not the number of an item. */
const ITEM = /^(?:[*+\-o•·–]|\(?\d{1,3}[.)]) /;

/** More lines are no paragraph, and browsers take minutes to wrap a paragraph of a megabyte. */
const LONGEST_PARAGRAPH = 500;

/** A paragraph is prose if all lines but the last are full, and no line is indented or begins a list item. */
function flowOf(text: string): Flow {
  const lines = text.trimEnd().split('\n');
  if (!lines.every(isWords)) return null;
  const isParagraph = lines.length > 1 && lines.length <= LONGEST_PARAGRAPH;
  const full = isParagraph && lines.slice(0, -1).every(({ length }) => length >= FULL_LINE);
  return full && !lines.some((line) => /^\s/.test(line) || ITEM.test(line)) ? 'prose' : 'lines';
}

/** Whether a line has words with single spaces (two after a full stop), and nothing aligned with other lines. */
function isWords(line: string): boolean {
  const words = line.trim();
  if (/^[|\\/]|[|\\]$|[^.!?:]\s{2}|\s{3}|\t|[|_=~*#+\\/<>^]{3}|\.{4}|[\u2500-\u259f]/.test(words)) return false;
  const letters = words.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0;
  return letters * 2 >= words.length;
}
