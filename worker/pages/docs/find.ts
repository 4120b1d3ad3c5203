/** Finds places of the documentation by words. The index comes from `catalogue.ts`. */

export interface FoundPlace {
  readonly title: string;
  /** The title of its page; absent if the place is a whole page. */
  readonly page?: string;
  /** Its path, with an anchor. */
  readonly href: string;
  /** More words by which it is found. */
  readonly words: string;
}

/** The most places that a search finds. */
const MOST = 8;

/**
 * The places that have all words of a query, or the beginnings of such words. Places whose title has them come first.
 *
 * @param query - as a person types it
 * @example
 * ```ts
 * const index = [
 *   { title: 'Resolve a URL', href: '/docs/urls#resolve', words: 'canonical base' },
 *   { title: 'Delete a link', href: '/docs/short-links#deleteLink', words: 'DELETE url' },
 * ];
 * find('url', index).map(({ title }) => title); // ['Resolve a URL', 'Delete a link']
 * find('canon', index).length; // 1
 * find('', index); // []
 * ```
 */
export function find(query: string, index: readonly FoundPlace[]): readonly FoundPlace[] {
  const words = searchWords(query);
  if (words.length === 0) return [];
  return index
    .map((place) => ({ place, score: scoreOf(words, place) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ place }) => place);
}

function scoreOf(words: readonly string[], { title, words: more }: FoundPlace): number {
  const inTitle = searchWords(title);
  const others = searchWords(more);
  // A name that is typed in full comes first.
  let score = title.toLowerCase() === words.join(' ') ? 9 : 0;
  for (const word of words) {
    const begins = (other: string): boolean => other.startsWith(word);
    if (inTitle.includes(word)) score += 9;
    else if (inTitle.some(begins)) score += 6;
    else if (others.some(begins)) score += 1;
    else return 0;
  }
  return score;
}

/** The words of a text, in lower case: names such as `allowHosts` and `NEWS_SERVER` are also found by their parts. */
function searchWords(text: string): readonly string[] {
  const parts = text.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
  return `${text} ${parts === text ? '' : parts}`.toLowerCase().match(/[\p{L}\p{N}_.]+/gu) ?? [];
}
