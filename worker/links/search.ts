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

/** The trigrams of a word that are asked for. The last ones: beginnings, such as `https://`, are common. */
const MOST_TRIGRAMS = 8;

/**
 * The expression of FTS5 that finds each text which has these words, and some others: their trigrams, in whatever
 * order, or {@link ANYTHING}. `null` = no word has three characters, so no index knows it.
 */
export function trigramsOf(words: readonly string[]): string | null {
  const trigrams = words.flatMap((word) => {
    const characters = [...withoutNul(word)];
    const ofWord = characters.slice(2).map((last, index) => `${characters[index]}${characters[index + 1]}${last}`);
    return ofWord.slice(-MOST_TRIGRAMS);
  });
  if (trigrams.length === 0) return null;
  const all = [...new Set(trigrams)].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' ');
  return `${all} OR "${ANYTHING}"`;
}

/** The trigram of a text that is too long for the index, so it may have any word. No character is assigned to it. */
export const ANYTHING = '\u{10fffd}'.repeat(3);

/** A text as its trigrams are indexed. */
export function indexed(text: string): string {
  return withoutNul(folded(text));
}

/** FTS5 skips NUL, and the two characters around it are none of a trigram. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', ' ');
}

/** A text in one case; letters with accents are spelled in one way (UAX 15, NFC). */
function folded(text: string): string {
  return text.toLowerCase().normalize('NFC');
}
