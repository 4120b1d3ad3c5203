/** Searches: the words that a link must have. */
import type { Claim, LinkRecord } from '../../src/links/record.ts';

/** Whether a link has each of these words, in any case, in its slug, URL, title or note. */
export function hasWords(
  { slug, url, title, note }: Pick<LinkRecord, 'slug' | 'url'> & Partial<Pick<Claim, 'title' | 'note'>>,
  words: readonly string[],
): boolean {
  if (words.length === 0) return true;
  const text = folded([slug, url, title ?? '', note ?? ''].join('\n'));
  return words.every((word) => text.includes(word));
}

/** The words of a search, in one case. */
export function wordsOf(query: string): readonly string[] {
  return folded(query).split(/\s+/).filter(Boolean);
}

/** A text in one case; letters with accents are spelled in one way (UAX 15, NFC). */
function folded(text: string): string {
  return text.toLowerCase().normalize('NFC');
}
