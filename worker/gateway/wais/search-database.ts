/** Searches a database. Its diagnostics are errors unless it has something to show. */

import { parseSearchAnswer, type SearchAnswer } from '../../../src/protocols/wais/answer.ts';
import { searchMessage } from '../../../src/schemes/wais/search.ts';
import type { GatewayCode } from '../../errors/table.ts';

import type { WaisContext } from './context.ts';
import { understood, type WaisSession } from './session.ts';
import { diagnosticError } from './status.ts';

type SearchContext = Pick<WaisContext, 'resolution' | 'target'>;

/**
 * Searches the database of a link for its words, or for nothing, which servers answer with a description.
 *
 * @throws GatewayError for a diagnostic of the server
 */
export async function searchDatabase(context: SearchContext, session: WaisSession): Promise<SearchAnswer> {
  const { database, words } = context.target;
  const answer = await session.exchange(searchMessage(database, words ?? new Uint8Array()));
  const found = understood(() => parseSearchAnswer(answer));
  checkDiagnostics(context, found);
  return found;
}

/** The errors of a server that has no list of its databases. */
const NO_LIST: ReadonlySet<GatewayCode> = new Set(['not-found', 'bad-request']);

/** A server without a list of its databases is not at fault, and hits count even if something else went wrong. */
function checkDiagnostics({ resolution }: SearchContext, { hits, diagnostics }: SearchAnswer): void {
  const [first] = diagnostics;
  const asksForList = resolution.details.database === '';
  if (first === undefined || hits.length > 0) return;
  const error = diagnosticError(first);
  if (!asksForList || !NO_LIST.has(error.code)) throw error;
}
