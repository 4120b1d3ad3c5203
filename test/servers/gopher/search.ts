/** The search of the museum, item type 7: all words must occur, the texts with most occurrences come first. */
import { type Octets, octets } from '../octets.ts';
import { whole } from '../source.ts';
import type { Exhibit, Gopherspace } from './exhibit.ts';

export interface Match {
  readonly selector: Octets;
  readonly exhibit: Exhibit;
  /** How often the words occur; a word in the title counts ten times. */
  readonly score: number;
}

/** Words are compared as octets, letters of ASCII without case. */
const wordsOf = (text: Octets): Octets[] => text.toLowerCase().match(/[\w\x80-\xff]+/g) ?? [];

/**
 * Searches the texts of the museum.
 *
 * @param query - the words as the client sent them; "+", "and" and "or" mean nothing
 */
export function search(space: Gopherspace, query: Octets): Match[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return [];
  const matches: Match[] = [];
  for (const [selector, exhibit] of space) {
    const counts = indexOf(exhibit);
    if (counts === null || !wanted.every((word) => counts.has(word))) continue;
    matches.push({ selector, exhibit, score: wanted.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) });
  }
  return matches.sort((one, other) => other.score - one.score);
}

const indexes = new WeakMap<Exhibit, ReadonlyMap<Octets, number>>();

/** How often each word occurs in a text; `null` for what is none. */
function indexOf(exhibit: Exhibit): ReadonlyMap<Octets, number> | null {
  if (exhibit.kind !== 'document' || exhibit.type !== '0') return null;
  const known = indexes.get(exhibit);
  if (known !== undefined) return known;
  const counts = new Map<Octets, number>();
  const count = (word: Octets, weight: number): void => {
    counts.set(word, (counts.get(word) ?? 0) + weight);
  };
  for (const word of wordsOf(exhibit.title)) count(word, 10);
  for (const word of wordsOf(whole(exhibit.views[0].source).toString('latin1'))) count(word, 1);
  indexes.set(exhibit, counts);
  return counts;
}

/** What a search without a match has to say. */
export const NOTHING_FOUND = octets('Nothing in the museum has all of these words. Try “link”.');
