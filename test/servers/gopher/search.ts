/** The search of the gopher test server (item type 7): all words must occur; texts with most occurrences come first. */
import { type Octets, octets } from '../octets.ts';
import { whole } from '../source.ts';
import type { Gopherspace, Item } from './item.ts';

export interface Match {
  readonly selector: Octets;
  readonly item: Item;
  /** How often the words occur. A word in the title counts ten times. */
  readonly score: number;
}

/** The words of a text, as octets. ASCII letters are in lower case. */
const wordsOf = (text: Octets): Octets[] => text.toLowerCase().match(/[\w\x80-\xff]+/g) ?? [];

/**
 * Searches the texts of the server.
 *
 * @param query - the words as the client sent them; "+", "and" and "or" have no meaning
 */
export function search(space: Gopherspace, query: Octets): Match[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return [];
  const matches: Match[] = [];
  for (const [selector, item] of space) {
    const counts = indexOf(item);
    if (counts === null || !wanted.every((word) => counts.has(word))) continue;
    matches.push({ selector, item, score: wanted.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) });
  }
  return matches.sort((one, other) => other.score - one.score);
}

const indexes = new WeakMap<Item, ReadonlyMap<Octets, number>>();

/** How often each word occurs in an item; `null` for an item that is not a text. */
function indexOf(item: Item): ReadonlyMap<Octets, number> | null {
  if (item.kind !== 'document' || item.type !== '0') return null;
  const cached = indexes.get(item);
  if (cached !== undefined) return cached;
  const counts = new Map<Octets, number>();
  const count = (word: Octets, weight: number): void => {
    counts.set(word, (counts.get(word) ?? 0) + weight);
  };
  for (const word of wordsOf(item.title)) count(word, 10);
  for (const word of wordsOf(whole(item.views[0].source).toString('latin1'))) count(word, 1);
  indexes.set(item, counts);
  return counts;
}

/** The information line for a search without a match. */
export const NOTHING_FOUND = octets('Nothing in the museum has all of these words. Try “link”.');
