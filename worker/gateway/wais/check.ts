/** Checks wais links: searches the database, or retrieves the beginning of the document. */

import { ALIVE, type LinkContext, type LinkFinding } from '../contract/check.ts';
import { waisContext } from './context.ts';
import { DocumentStream } from './document-stream.ts';
import { searchDatabase } from './search-database.ts';
import { WaisSession } from './session.ts';

export async function checkWais(linkContext: LinkContext<'wais'>): Promise<LinkFinding> {
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
