/** The gateway to WAIS databases (Z39.50-1988 with the extensions of WAIS, RFC 1625). */

import type { Gateway } from '../contract/contract.ts';
import { checkWais } from './check.ts';
import { waisContext } from './context.ts';
import { openDatabase, redirectToSearch } from './open-database.tsx';
import { openDocument } from './open-document.tsx';

export const wais: Gateway<'wais'> = {
  kind: 'wais',
  protocol: null,
  check: checkWais,
  schemes: ['wais'],
  parameters: ['search', 'part'],
  async open(gatewayContext) {
    const context = waisContext(gatewayContext);
    const { document } = context.target;
    if (document !== null) return openDocument(context, document);
    const words = context.view.query.get('search');
    return words === null || words.trim() === '' ? openDatabase(context) : redirectToSearch(context, words);
  },
};
