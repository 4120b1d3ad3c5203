/** The hits of a search as pages and JSON show them. */

import { latin1Of } from '../../../src/octets/octets.ts';
import type { Hit, SearchAnswer } from '../../../src/protocols/wais/answer.ts';
import { isCatalogue } from '../../../src/protocols/wais/database.ts';
import { documentLink, lineOf, type WaisContext } from './context.ts';

/** A hit with its links. */
export interface ListedHit {
  readonly headline: string;
  readonly score: number | null;
  readonly bytes: number | null;
  readonly lines: number | null;
  readonly date: string | null;
  /** The types in which the document can be read. */
  readonly types: readonly ListedType[];
}

export interface ListedType {
  readonly type: string;
  /** The canonical link; `null` if no URL can hold the id. */
  readonly url: string | null;
  /**
   * The link that opens it. It has the length of the document if the server reports it, so that ranges are possible.
   */
  readonly opened: string | null;
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
/** The length in a URL has ten digits at most. */
const LARGEST_SIZE = 9_999_999_999;

/** Sets the catalogue apart from the documents that were found. */
export function hitsIn(context: WaisContext, { hits }: SearchAnswer): Hits {
  const catalogue = hits.find(isCatalogue);
  return {
    hits: hits.filter((hit) => !isCatalogue(hit)).map((hit) => listedHit(context, hit)),
    catalogue: catalogue === undefined ? null : listedHit(context, catalogue),
  };
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
    types: octets.map((type, index) => {
      const name = latin1Of(type).toUpperCase();
      if (name === LINK_TYPE) return { type: name, url: text, opened: text };
      const url = documentLink(context, type, documentId);
      // The size is that of the usual type.
      const isSized = index === 0 && hit.bytes !== null && hit.bytes <= LARGEST_SIZE;
      return { type: name, url, opened: isSized ? documentLink(context, type, documentId, hit.bytes) : url };
    }),
  };
}
