/** Opens wais links (Z39.50-1988 with the extensions of WAIS, RFC 1625): databases, searches and documents. */
import { searchDatabase } from '../../protocols/wais/database.ts';
import { USUAL_HITS } from '../../schemes/wais/messages.ts';
import { ALIVE, type Link, type Opener, type Step } from '../contract.ts';
import { serverUrlOf } from '../trail.ts';
import { documentOf } from './document.ts';
import { searchLink } from './links.ts';
import { HIT_COUNTS, resultsOf } from './results.ts';
import { openSession, streamOf, waisTargetOf } from './session.ts';

export const wais: Opener<'wais'> = {
  kind: 'wais',
  schemes: ['wais'],
  name: 'WAIS',
  protocol: null,
  shapes: ['results', 'text', 'message', 'file'],
  options: {
    hits: {
      about: `How many documents a search may find. Default: ${USUAL_HITS}.`,
      values: HIT_COUNTS.map(String),
      isRepeated: false,
    },
  },
  searchFields: {
    fields: { search: 'Words of documents.' },
    unfit: 'A WAIS search cannot contain these characters.',
  },

  trail: { steps: stepsTo },

  search(link, { search = '' }) {
    const words = search.trim();
    return waisTargetOf(link).document !== null || words === '' ? null : searchLink(link, words);
  },

  /** Searches the database, or retrieves the beginning of the document. */
  async check(link, network) {
    const { document, ...target } = waisTargetOf(link);
    const session = await openSession(network);
    if (document === null) await searchDatabase(session, target);
    else await streamOf(session, { ...target, document }, { from: 0, to: 1 }).read();
    return ALIVE;
  },

  async open(link, context) {
    const { document, ...target } = waisTargetOf(link);
    if (document === null) return resultsOf(link, target, context);
    return documentOf(link, { ...target, document }, context);
  },
};

/** The database, and the search or the type of the document. */
function stepsTo(link: Link<'wais'>): readonly Step[] {
  const { database, search, wtype } = link.details;
  const [path = ''] = /^\/[^/]*/.exec(link.components.path) ?? [];
  const named = database === '' ? [] : [{ text: database, url: serverUrlOf(link) + path }];
  const last = search ?? wtype;
  return last === null || last === '' ? named : [...named, { text: last, url: null }];
}
