/** The gateway to WAIS databases (Z39.50-1988 with the extensions of WAIS, RFC 1625). */
import { searchDatabase } from '../../../src/protocols/wais/database.ts';
import { DocumentStream } from '../../../src/protocols/wais/document-stream.ts';
import { WaisSession } from '../../../src/protocols/wais/session.ts';
import { ALIVE } from '../contract/check.ts';
import type { Gateway } from '../contract/contract.ts';
import { redirectToSearch } from '../shared/page-parts.tsx';
import { searchLink, waisContext } from './context.ts';
import { openDatabase } from './open-database.tsx';
import { openDocument } from './open-document.tsx';

const UNFIT = 'A WAIS search cannot contain these characters.';

export const wais: Gateway<'wais'> = {
  kind: 'wais',
  protocol: null,
  schemes: ['wais'],
  parameters: ['search', 'part'],

  /** Searches the database, or retrieves the beginning of the document. */
  async check(linkContext) {
    const { target, connect } = waisContext(linkContext);
    const session = await WaisSession.open((tls) => connect({ tls }));
    if (target.document === null) await searchDatabase(session, target);
    else {
      const { id: documentId, type } = target.document;
      await new DocumentStream(session, { database: target.database, documentId, type }, { from: 0, to: 1 }).read();
    }
    return ALIVE;
  },

  async open(gatewayContext) {
    const context = waisContext(gatewayContext);
    const { document } = context.target;
    if (document !== null) return openDocument(context, document);
    const words = context.view.query.get('search');
    if (words === null || words.trim() === '') return openDatabase(context);
    return redirectToSearch(context, searchLink(context, words.trim()), UNFIT);
  },
};
