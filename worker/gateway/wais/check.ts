/** Checks wais links: searches the database, or retrieves the beginning of the document. */

import { searchDatabase } from '../../../src/protocols/wais/database.ts';
import { DocumentStream } from '../../../src/protocols/wais/document-stream.ts';
import { WaisSession } from '../../../src/protocols/wais/session.ts';
import { ALIVE, type LinkContext, type LinkFinding } from '../contract/check.ts';
import { waisContext } from './context.ts';

export async function checkWais(linkContext: LinkContext<'wais'>): Promise<LinkFinding> {
  const context = waisContext(linkContext);
  const { target } = context;
  const session = await WaisSession.open((tls) => context.connect({ tls }));
  if (target.document === null) await searchDatabase(session, target);
  else {
    const { id: documentId, type } = target.document;
    await new DocumentStream(session, { database: target.database, documentId, type }, { from: 0, to: 1 }).read();
  }
  return ALIVE;
}
