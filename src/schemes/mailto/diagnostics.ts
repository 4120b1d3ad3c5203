/**
 * The diagnostics of mailto.
 */
import { defineDiagnostics, info, warning } from '../../uri/diagnostic.ts';

export const diagnostics = defineDiagnostics({
  'mailto-slashes': warning('A mail address does not begin with slashes. They were removed.', 'RFC 6068', '2'),
  'mailto-domain': info('Mail domains are written in lower case and in ASCII form.', 'RFC 6068', '2'),
  'mailto-header-case': info('Names of header fields are written in lower case.', 'RFC 6068', '2'),
  'mailto-to-field': warning(
    'Some mail programs ignore addresses in a "to" field. Put them before the question mark.',
    'RFC 6068',
    '2',
  ),
  'mailto-address': warning('A mail address must have a local part, "@" and a domain.', 'RFC 6068', '2'),
});
