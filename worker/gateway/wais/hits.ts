/** The hits of a search as pages and JSON show them. */
import type { Hit, SearchAnswer } from '../../../src/schemes/wais/answer.ts';
import { latin1Of } from '../../../src/uri/octets.ts';
import { documentLink, lineOf, type WaisContext } from './context.ts';

/** A hit with its links. */
export interface ListedHit {
  readonly headline: string;
  readonly score: number | null;
  readonly bytes: number | null;
  readonly lines: number | null;
  readonly date: string | null;
  /** The types in which the document can be read, each with its canonical link; `null` if no URL can hold the id. */
  readonly types: readonly { readonly type: string; readonly url: string | null }[];
}

export interface Hits {
  readonly hits: readonly ListedHit[];
  /** The catalogue of the database, which servers return when nothing was found. */
  readonly catalogue: ListedHit | null;
}

/** A document of this type is the address in its headline. */
export const LINK_TYPE = 'URL';
/** The type that a document without one has. */
const PLAIN = 'TEXT';
/** The headline of a hit that freeWAIS returns when it found nothing. */
const NOTHING_FOUND = /^search produced no result/i;
const CATALOGUE = /\bcatalog(?:ue)?\b/i;

/** Sets the catalogue apart from the documents that were found. */
export function hitsIn(context: WaisContext, { hits }: SearchAnswer): Hits {
  const listed = hits.map((hit) => listedHit(context, hit));
  const isCatalogue = ({ score, headline, types }: ListedHit): boolean =>
    types.some(({ type }) => type === 'WCAT') ||
    NOTHING_FOUND.test(headline) ||
    (score === 0 && CATALOGUE.test(headline));
  return { hits: listed.filter((hit) => !isCatalogue(hit)), catalogue: listed.find(isCatalogue) ?? null };
}

function listedHit(context: WaisContext, { documentId, headline, types, ...hit }: Hit): ListedHit {
  const octets = types.length === 0 ? [new TextEncoder().encode(PLAIN)] : types;
  const text = lineOf(context, headline);
  return {
    headline: text,
    score: hit.score,
    bytes: hit.bytes,
    lines: hit.lines,
    date: hit.date,
    types: octets.map((type) => {
      const name = latin1Of(type).toUpperCase();
      return { type: name, url: name === LINK_TYPE ? text : documentLink(context, type, documentId) };
    }),
  };
}
