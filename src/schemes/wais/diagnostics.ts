/** The diagnostics of wais URLs. */
import { defineDiagnostics, warning } from '../../uri/diagnostic.ts';

export const diagnostics = defineDiagnostics({
  'wais-path': warning(
    'The URL names neither a database, nor a search in one, nor a document in one by type and path.',
    'draft-hoffkohn-rfc1738bis',
    '2.7',
  ),
});
