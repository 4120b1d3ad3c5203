/** Searches a database, or asks for what it says of itself. */
import { latin1Of } from '../../octets/octets.ts';
import { searchMessage } from '../../schemes/wais/messages.ts';
import type { WaisTarget } from '../../schemes/wais/request.ts';
import { collect } from '../collect.ts';
import { type ProtocolCode, ProtocolError } from '../protocol-error.ts';
import { diagnosticError, type Hit, parseSearchAnswer, type SearchAnswer } from './answer.ts';
import { DocumentStream, type RetrievalSession } from './document-stream.ts';
import { understood, type WaisSession } from './session.ts';

/** The errors of a server that has no list of its databases. */
const NO_LIST: ReadonlySet<ProtocolCode> = new Set(['not-found', 'invalid-request']);

/**
 * Searches a database for words, or for nothing, which servers answer with a description.
 *
 * @throws ProtocolError for a diagnostic of the server. A server without a list of its databases is not at fault, and
 *   hits
 * count even if something else went wrong.
 */
export async function searchDatabase(
  session: WaisSession,
  { database, words, isList }: Pick<WaisTarget, 'database' | 'words' | 'isList'>,
): Promise<SearchAnswer> {
  const answer = await session.exchange(searchMessage(database, words ?? new Uint8Array()));
  const found = understood(() => parseSearchAnswer(answer));
  const [first] = found.diagnostics;
  if (first === undefined || found.hits.length > 0) return found;
  const error = diagnosticError(first);
  if (!isList || !NO_LIST.has(error.code)) throw error;
  return found;
}

/** The headlines of catalogues: the first if nothing was found, the second after a search for nothing. */
const CATALOGUE = /^search produced no result|\bcatalog(?:ue)? (?:for|of) (?:the )?database\b/i;
const CATALOGUE_TYPE = 'WCAT';

/** Whether a hit is the catalogue of the database, which servers return beside what was found, or instead of it. */
export function isCatalogue({ score, headline, types }: Hit): boolean {
  if (types.some((type) => latin1Of(type).toUpperCase() === CATALOGUE_TYPE)) return true;
  return (score ?? 0) === 0 && CATALOGUE.test(latin1Of(headline).replace(/\s+/g, ' ').trim());
}

/** Descriptions that servers had were below 15,000 octets. */
const LONGEST_DESCRIPTION = 64 * 1024;
/** The type of the description of a database. */
export const DESCRIPTION_TYPE = 'WSRC';

/**
 * The first description among the hits of a search for nothing, which `sourcesIn` reads when it is decoded.
 *
 * @returns `null` if the server has none, or does not send it
 */
export async function describeDatabase(
  session: RetrievalSession,
  database: Uint8Array,
  hits: readonly Hit[],
): Promise<Uint8Array | null> {
  for (const { documentId, types } of hits) {
    const type = types.find((name) => latin1Of(name).toUpperCase() === DESCRIPTION_TYPE);
    if (type === undefined) continue;
    try {
      const stream = new DocumentStream(session, { database, documentId, type }, { from: 0, to: LONGEST_DESCRIPTION });
      return (await collect(stream, LONGEST_DESCRIPTION)).octets;
    } catch (error) {
      if (error instanceof ProtocolError) return null;
      throw error;
    }
  }
  return null;
}
