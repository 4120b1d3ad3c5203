/** The diagnostics of wais URLs. */
import { defineDiagnostics, warning } from '../../uri/diagnostic.ts';

export const diagnostics = defineDiagnostics({
  'wais-path': warning(
    'This is not a WAIS database, a search of one, or a document in one (type and path).',
    'draft-hoffkohn-rfc1738bis',
    '2.7',
  ),
});
