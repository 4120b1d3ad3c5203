/** What a search has found, or what a database or a server says of itself. */
import { displayText } from '../../octets/ansi.ts';
import { latin1Of } from '../../octets/octets.ts';
import type { Hit } from '../../protocols/wais/answer.ts';
import {
  DESCRIPTION_TYPE,
  describeDatabase,
  isCatalogue,
  searchDatabase,
  sourcesIn,
  type WaisSource,
} from '../../protocols/wais/database.ts';
import { USUAL_HITS } from '../../schemes/wais/messages.ts';
import type { WaisTarget } from '../../schemes/wais/request.ts';
import type { Link, OpenContext } from '../contract.ts';
import type { JsonLinks } from '../links.ts';
import type { FoundDocument, ResultForm, Results } from '../opened.ts';
import { decodedText } from '../text.ts';
import { databaseLink, documentLink } from './links.ts';
import { openSession } from './session.ts';

/** How many hits a search may ask for; more than the last come only with other words. */
export const HIT_COUNTS = [USUAL_HITS, 100, 200, 500] as const;

/** Servers index new documents by the hour. In seconds. */
const FRESH = 300;

/** Searches a database. The session is closed then. */
export async function resultsOf(
  link: Link<'wais'>,
  target: Pick<WaisTarget, 'database' | 'words' | 'isList'>,
  context: Pick<OpenContext, 'connect' | 'charset' | 'options'>,
): Promise<Results> {
  const { charset, options } = context;
  const most = Number(options.hits ?? USUAL_HITS);
  const session = await openSession(context);
  try {
    const { hits } = await searchDatabase(session, target, most);
    const isDescribed = target.words?.length === 0 && !target.isList;
    const description = isDescribed ? await describeDatabase(session, target.database, hits) : null;
    const source = description === null ? null : (sourcesIn(decodedText(description, charset).text)[0] ?? null);
    return shapeOf(link, listedHits(link, hits, charset), source, most);
  } finally {
    session.close();
  }
}

function shapeOf(
  link: Link<'wais'>,
  { all, hits, catalogue }: ListedHits,
  source: WaisSource | null,
  most: number,
): Results {
  const { database } = link.details;
  const search = link.details.search || null;
  // A server may have refused the larger number.
  const isCut = [most, USUAL_HITS].includes(all) && search !== null;
  const next = HIT_COUNTS.find((count) => count > most);
  return {
    shape: 'results',
    freshFor: FRESH,
    noun: search === null ? 'database' : 'search',
    title: searchTitle(database, search),
    form: database === '' ? null : { url: databaseLink(link), label: 'Search terms', words: search ?? '', choices: [] },
    isScored: search !== null,
    about: source === null ? null : aboutOf(source),
    found: hits.map(documentOf),
    catalogue: catalogue === null ? null : documentOf(catalogue),
    isCut,
    more: next === undefined ? null : { text: `Ask for ${next}`, options: { hits: String(next) } },
    nothing: nothingIn(database, search),
    json: (links) => ({
      kind: 'search',
      database,
      search,
      description: source,
      hits: hits.map((hit) => hitJson(hit, links)),
      mayHaveMore: isCut,
      catalogue: catalogue === null ? null : hitJson(catalogue, links),
    }),
  };
}

function searchTitle(database: string, search: string | null): string {
  if (database === '') return 'The databases of this server';
  return search === null ? database : `${search} in ${database}`;
}

function nothingIn(database: string, search: string | null): string {
  if (database === '') return 'The server does not list its databases. A link can name one: wais://host/database.';
  return search === null ? 'The database does not describe itself.' : 'The search found nothing.';
}

function aboutOf({ description, database, host, port, maintainer }: WaisSource): Results['about'] {
  return {
    text: description,
    facts: [
      ['Database', displayText(database)],
      ['Server', displayText(`${host}:${port}`)],
      ['Maintainer', maintainer && displayText(maintainer)],
    ],
  };
}

interface ListedHit extends Omit<Hit, 'documentId' | 'headline' | 'types'> {
  readonly headline: string;
  readonly types: readonly ResultForm[];
}

interface ListedHits {
  /** How many there are, with the catalogue. */
  readonly all: number;
  readonly hits: readonly ListedHit[];
  /** The catalogue of the database, which servers return when nothing was found. */
  readonly catalogue: ListedHit | null;
}

/** Sets the catalogue apart from the documents that were found. */
function listedHits(link: Link<'wais'>, found: readonly Hit[], charset: string | null): ListedHits {
  const listed = (hit: Hit) => listedHit(link, hit, charset);
  const catalogue = found.find(isCatalogue);
  return {
    all: found.length,
    hits: found.filter((hit) => !isCatalogue(hit)).map(listed),
    catalogue: catalogue === undefined ? null : listed(catalogue),
  };
}

/** A document of this type is the address in its headline. */
const LINK_TYPE = 'URL';
/** The type that a document without one has. */
const PLAIN = 'TEXT';
/** The length in a URL has ten digits at most. */
const LARGEST_SIZE = 9_999_999_999;

function listedHit(
  link: Link<'wais'>,
  { documentId, headline, types, ...hit }: Hit,
  charset: string | null,
): ListedHit {
  const octets = types.length === 0 ? [new TextEncoder().encode(PLAIN)] : types;
  const text = displayText(decodedText(headline, charset).text).replace(/\s+/g, ' ').trim();
  return {
    headline: text,
    ...hit,
    types: octets.map((type, index) => {
      const name = latin1Of(type).toUpperCase();
      if (name === LINK_TYPE) return { type: name, url: text, opened: text };
      const url = documentLink(link, type, documentId);
      // The size is that of the usual type. With it in the link, ranges are possible.
      const isSized = index === 0 && hit.bytes !== null && hit.bytes <= LARGEST_SIZE;
      return { type: name, url, opened: isSized ? documentLink(link, type, documentId, hit.bytes) : url };
    }),
  };
}

function documentOf({ headline, score, bytes, date, types }: ListedHit): FoundDocument {
  const type = types[0]?.type;
  return {
    title: headline,
    score,
    size: bytes,
    date,
    isAbout: type === DESCRIPTION_TYPE,
    tag: type === LINK_TYPE ? 'link' : null,
    forms: types,
  };
}

function hitJson({ types, ...hit }: ListedHit, { open }: JsonLinks): object {
  return { ...hit, types: types.map(({ type, url, opened }) => ({ type, url, open: open(opened) })) };
}
