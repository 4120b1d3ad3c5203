/** Lists of a dictionary server: words, databases and strategies, in its order. */
import { encodeUtf8 } from '../../octets/octets.ts';
import type { DictMatch, DictName } from '../../protocols/dict/client.ts';
import type { Link } from '../contract.ts';
import { fewRows } from '../few-rows.ts';
import { KnownOctets } from '../known-octets.ts';
import type { Listing, ListingRow, RawReply, SortOrder } from '../opened.ts';
import { linkOfWord } from './links.ts';
import { searchFormOf } from './search.ts';

type DictLink = Link<'dict'>;

const FRESH = 3600;

/** The words that match another one, with their databases if there are several. */
export function matchListing(link: DictLink, matches: readonly DictMatch[]): Listing {
  const isOfOne = matches.every(({ database }) => database === matches[0]?.database);
  const rows = matches.map((match) => wordRow(isOfOne ? match.word : `${match.word} [${match.database}]`, link, match));
  const list = listOf(link, 'words', rows);
  return {
    ...list,
    title: link.details.word ?? '',
    json: (order, { openCanonical }) => ({
      kind: 'words',
      words: inOrder(list, order, matches).map(({ word, database }) => {
        const url = linkOfWord(link, { word, database });
        return { word, database, url, open: url === null ? null : openCanonical(url) };
      }),
    }),
  };
}

export function databasesOf(link: DictLink, databases: readonly DictName[]): Listing {
  const list = listOf(link, 'databases', databases.map(nameRow));
  return {
    ...list,
    json: (order) => ({ kind: 'databases', databases: inOrder(list, order, databases) }),
  };
}

export function strategiesOf(link: DictLink, strategies: readonly DictName[]): Listing {
  const list = listOf(link, 'strategies', strategies.map(nameRow));
  return {
    ...list,
    json: (order) => ({ kind: 'strategies', strategies: inOrder(list, order, strategies) }),
  };
}

/** The databases of a server, with a form for words. */
export function serverListing(
  link: DictLink,
  databases: readonly DictName[],
  strategies: readonly DictName[],
): Listing {
  const list = databasesOf(link, databases);
  return {
    ...list,
    noun: 'server',
    form: searchFormOf(link, databases, strategies),
    json: (order) => ({
      kind: 'dictionaries',
      databases: inOrder(list, order, databases),
      strategies,
    }),
  };
}

/** As the server has the list: a name, and a text in quotes, on each line. */
export function rawList(pairs: readonly (readonly [name: string, text: string])[]): RawReply {
  const lines = pairs.map(([name, text]) => `${name} "${text.replace(/["\\]/g, '\\$&')}"\r\n`);
  return {
    shape: 'octets',
    freshFor: FRESH,
    name: 'list.txt',
    mediaType: 'text/plain; charset=utf-8',
    body: new KnownOctets(encodeUtf8(lines.join(''))),
  };
}

/** What a list is made of, in an order of its rows. */
function inOrder<Item>({ rows }: Listing, order: SortOrder | null, items: readonly Item[]): readonly Item[] {
  return rows.sorted(order).flatMap((index) => items[index] ?? []);
}

function listOf({ canonical: url }: DictLink, noun: string, rows: readonly ListingRow[]): Listing {
  return {
    shape: 'listing',
    freshFor: FRESH,
    noun,
    url,
    title: '',
    path: null,
    isBase: false,
    form: null,
    columns: ['name'],
    rows: fewRows(rows),
    order: null,
    facts: {},
    words: [],
    readme: null,
    unread: [],
    cut: false,
    nothing: 'The server has none.',
    beside: [],
    others: [],
  };
}

function nameRow({ name, description }: DictName): ListingRow {
  return { ...NAME, name: description === '' ? name : `${name}: ${description}` };
}

function wordRow(name: string, link: DictLink, { word, database }: DictMatch): ListingRow {
  return {
    ...NAME,
    name,
    // A URL costs more than a word, and a page shows a part of 50,000.
    get url() {
      return linkOfWord(link, { word, database });
    },
  };
}

const NAME: ListingRow = { kind: 'name', name: '', octets: null, size: null, modified: null, target: null, url: null };
