/** Searches: the words that a link must have. */
import type { Claim, LinkRecord } from '../../src/links/record.ts';
import { folded, hasWords } from '../../src/words.ts';

/** Whether a link has each of these words in its slug, URL, title or note. */
export function linkHasWords(
  { slug, url, title, note }: Pick<LinkRecord, 'slug' | 'url'> & Partial<Pick<Claim, 'title' | 'note'>>,
  words: readonly string[],
): boolean {
  return hasWords([slug, url, title ?? '', note ?? ''].join('\n'), words);
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
