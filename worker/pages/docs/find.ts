/**
 * Finds places of the documentation by words. The build makes the index; browsers load it with this module when
 * somebody types.
 */
import MiniSearch, {
  type AsPlainObject,
  type MatchInfo,
  type Options,
  type Query,
  type SearchOptions,
  type SearchResult,
} from 'minisearch';

/** A section, an operation, a setting, a shape or an error. */
export interface DocumentedPlace {
  readonly title: string;
  /** The title of its page; absent if the place is a whole page. */
  readonly page?: string;
  /** Its path, with an anchor. */
  readonly href: string;
  /** What stands there. */
  readonly text: string;
  /** More words by which it is found. */
  readonly words?: string;
  /** How much it counts beside other places; absent = 1. */
  readonly weight?: number;
}

/** The places, and the words by which they are found. The places are numbered in their order. */
export interface PlaceIndex {
  readonly places: readonly DocumentedPlace[];
  readonly words: AsPlainObject;
}

export interface FoundPlace extends DocumentedPlace {
  /** A piece of its text: words that were found, and what stands between them. */
  readonly excerpt: readonly { readonly text: string; readonly isFound: boolean }[];
}

/** The most places that a search of the documentation finds. */
const MOST = 8;

/** How long an excerpt is, in UTF-16 code units, and how much of it stands before what was found. */
const EXCERPT = 120;
const BEFORE = 40;

/** Words that people use for each other. */
const LINK = ['link', 'links'];
const ADDRESS = ['url', 'urls'];
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map([
  ...LINK.map((word) => [word, ADDRESS] as const),
  ...ADDRESS.map((word) => [word, LINK] as const),
]);

/** How much a synonym counts beside the word itself. */
const OF_SYNONYMS = 0.5;

/** How many letters the beginning of a word has at least: one letter begins too many words. */
const BEGINNING = 2;

/** Words that stand everywhere, so nothing is found by them. */
const COMMON: ReadonlySet<string> = new Set(
  (
    'a an and another are as at be by can do does for from happen happens has have how i if in into is it its my of on ' +
    'or so that the their then there they this to was what when where which why will with you your'
  ).split(' '),
);

const OPTIONS: Options = {
  fields: ['title', 'page', 'words', 'text'],
  tokenize: searchWords,
  processTerm: (word) => (COMMON.has(word) ? null : word),
};

/** The index of some places. */
export function indexPlaces(places: readonly DocumentedPlace[]): PlaceIndex {
  const search = new MiniSearch(OPTIONS);
  search.addAll(places.map((place, id) => ({ ...place, id })));
  return { places, words: search.toJSON() };
}

/**
 * A search in an index. It finds the places that have all words of a query, or the beginnings of such words; a word
 * that stands nowhere may be a typing error. Behind them are places that have only the rarer words, so that there are
 * up to eight. Places whose title has the words come first.
 *
 * @param isFilter - finds all places with all words instead, and others only if there are none
 * @example
 * ```ts
 * const find = openIndex(
 *   indexPlaces([
 *     { title: 'Resolve a URL', href: '/docs/urls#resolve', text: 'The canonical form, with a base.' },
 *     { title: 'Delete a link', href: '/docs/short-links#deleteLink', text: 'DELETE /v1/links, with its url' },
 *   ]),
 * );
 * find('url').map(({ title }) => title); // ['Delete a link', 'Resolve a URL']
 * find('canon').length; // 1
 * find('cannonical')[0].excerpt.find(({ isFound }) => isFound).text; // 'canonical'
 * find(''); // []
 * ```
 */
export function openIndex({ places, words }: PlaceIndex, isFilter = false): (query: string) => readonly FoundPlace[] {
  const [enough, most] = isFilter ? [1, places.length] : [MOST, MOST];
  const search = MiniSearch.loadJS(words, OPTIONS);
  const known = new Set(words.index.map(([word]) => word));
  const options: SearchOptions = {
    tokenize: (word) => [word],
    boost: { title: 4, words: 4 },
    boostDocument: (id) => places[id]?.weight ?? 1,
    bm25: { k: 1.2, b: 0.4, d: 0.5 },
  };
  /** Places with all words, then those with all but the word that stands in the most places, and so on. */
  const findAll = (words: readonly Query[]): readonly SearchResult[] => {
    const counts = new Map<Query, number>();
    for (const word of words) counts.set(word, search.search(word, options).length);
    const countOf = (word: Query): number => counts.get(word) ?? 0;
    const ranked = words.filter((word) => countOf(word) > 0).sort((one, other) => countOf(one) - countOf(other));
    const found = new Map<number, SearchResult>();
    for (; ranked.length > 0 && found.size < enough; ranked.pop()) {
      const results = search.search({ combineWith: 'AND', queries: ranked }, options);
      for (const result of results) if (!found.has(result.id)) found.set(result.id, result);
    }
    return [...found.values()];
  };
  return (query) => {
    const found = findAll(
      wordsIn(query.replace(/\bback(?:ing)? up\b/gi, 'backup'))
        .map(({ word }) => word.toLowerCase())
        .filter((word) => !COMMON.has(word))
        .map((word) => withSynonyms(word, known.has(word) ? formsOf(word) : spellingsOf(word))),
    );
    // A name that is typed in full comes first.
    const isNamed = ({ id }: SearchResult): boolean => places[id]?.title === query.trim();
    const sorted = found.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
    return sorted.slice(0, most).flatMap(({ id, match }) => {
      const place = places[id];
      return place === undefined ? [] : [{ ...place, excerpt: excerptOf(place.text, match) }];
    });
  };
}

/** A word, its singular, and the words that it begins. */
const formsOf = (word: string): Query => ({
  combineWith: 'OR',
  queries: [
    { queries: [word], prefix: word.length >= BEGINNING, weights: { prefix: 0.1, fuzzy: 0 } },
    { queries: [...singularOf(word)] },
  ],
});

/** A query for a word, or for those that people use for it. */
function withSynonyms(word: string, query: Query): Query {
  const synonyms = SYNONYMS.get(word);
  if (synonyms === undefined) return query;
  return { combineWith: 'OR', queries: [query, { queries: [...synonyms], boostTerm: () => OF_SYNONYMS }] };
}

/** The words that one begins, and those that differ from it by a letter too much, too few or wrong, or by a swap. */
function spellingsOf(word: string): Query {
  const swapped = [...word]
    .slice(1)
    .map((letter, at) => `${word.slice(0, at)}${letter}${word[at]}${word.slice(at + 2)}`);
  const isLong = word.length > BEGINNING;
  return {
    combineWith: 'OR',
    queries: [
      { queries: [word], prefix: word.length >= BEGINNING, fuzzy: isLong && 1, weights: { prefix: 0.4, fuzzy: 0.3 } },
      { queries: [...(isLong ? swapped : []), ...singularOf(word)], boostTerm: () => 0.3 },
    ],
  };
}

/** The words of a text, in lower case. Names such as `allowHosts` and `NEWS_SERVER` are also found by their parts. */
function searchWords(text: string): string[] {
  return wordsIn(text).flatMap(({ spellings }) => spellings);
}

function wordsIn(text: string) {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:[._][\p{L}\p{N}]+)*/gu)].map(({ 0: word, index }) => {
    const parts = word.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[ ._]/);
    const all = [word, ...parts].map((part) => part.toLowerCase());
    return { word, index, spellings: [...new Set(all.flatMap((part) => [part, ...singularOf(part)]))] };
  });
}

/** The singular of a plural. Short words are left alone: most are names. */
function singularOf(word: string): readonly string[] {
  const [, stem] = /^(.{3,}[sx])es$/.exec(word) ?? /^(.{3,}[^sui])s$/.exec(word) ?? [];
  return stem === undefined ? [] : [stem];
}

/** The piece of a text that has the most of the words that were found, and begins as early as it can. */
function excerptOf(text: string, match: MatchInfo): FoundPlace['excerpt'] {
  const words = wordsIn(text).map((word) => ({
    ...word,
    term: word.spellings.find((one) => match[one] !== undefined),
  }));
  const found = words.filter(({ term }) => term !== undefined);
  const termsFrom = (start: number): number =>
    new Set(found.filter(({ index }) => index >= start && index < start + EXCERPT - BEFORE).map(({ term }) => term))
      .size;
  const most = Math.max(...found.map(({ index }) => termsFrom(index)));
  const at = found.find(({ index }) => termsFrom(index) === most)?.index ?? 0;
  const start = at < BEFORE ? 0 : (words.find(({ index }) => index >= at - BEFORE)?.index ?? 0);
  const last = words.findLast(({ index, word }) => index + word.length <= start + EXCERPT);
  const cut = last === undefined ? start + EXCERPT : last.index + last.word.length;
  const end = last === words.at(-1) ? text.length : cut;
  const pieces: { text: string; isFound: boolean }[] = [];
  let written = start;
  for (const { index, word } of found) {
    if (index < start || index + word.length > end) continue;
    pieces.push({ text: text.slice(written, index), isFound: false }, { text: word, isFound: true });
    written = index + word.length;
  }
  pieces.push({ text: text.slice(written, end), isFound: false });
  if (start > 0) pieces.unshift({ text: '… ', isFound: false });
  if (end < text.length) pieces.push({ text: ' …', isFound: false });
  return pieces.filter(({ text }) => text !== '');
}
