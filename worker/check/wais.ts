/** Checks wais links: searches the database, or retrieves the beginning of the document. */

import { waisContext } from '../gateway/wais/context.ts';
import { DocumentStream } from '../gateway/wais/document-stream.ts';
import { searchDatabase } from '../gateway/wais/search-database.ts';
import { WaisSession } from '../gateway/wais/session.ts';
import { ALIVE, type Finding, type LinkContext } from './contract.ts';

export async function checkWais(linkContext: LinkContext<'wais'>): Promise<Finding> {
  const context = waisContext(linkContext);
  const { database, document } = context.target;
  const session = await WaisSession.open(context);
  if (document === null) await searchDatabase(context, session);
  else {
    const { id: documentId, type } = document;
    await new DocumentStream(session, { database, documentId, type }, { from: 0, to: 1 }).read();
  }
  return ALIVE;
}
