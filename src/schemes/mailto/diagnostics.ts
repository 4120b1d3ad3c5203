/**
 * The diagnostics of mailto.
 */
import { defineDiagnostics, info, warning } from '../../uri/diagnostic.ts';

export const diagnostics = defineDiagnostics({
  'mailto-slashes': warning('A mail address has no host part with slashes; they were removed.', 'RFC 6068', '2'),
  'mailto-domain': info('Mail domains are written in lower case and in ASCII form.', 'RFC 6068', '2'),
  'mailto-header-case': info('Names of header fields are written in lower case.', 'RFC 6068', '2'),
  'mailto-to-field': warning(
    'Addresses in a "to" field are ignored by some mail programs; they belong before the question mark.',
    'RFC 6068',
    '2',
  ),
  'mailto-address': warning('A mail address has a local part, "@" and a domain.', 'RFC 6068', '2'),
});
