/**
 * The diagnostics of go.
 */
import { defineDiagnostics, error, info, warning } from '../../uri/diagnostic.ts';

const RFC3368 = 'RFC 3368';

export const diagnostics = defineDiagnostics({
  'go-localhost': info('An empty server means localhost.', RFC3368, '3.3.2'),
  'go-path': error('A go: URL has no path: the query follows the server.', RFC3368, '3.2'),
  'go-path-slash': info('A go: URL has no path; the slash was removed.', RFC3368, '3.2'),
  'go-separator': info('A ";", "=" or "," that separates nothing was escaped.', RFC3368, '3.2'),
  'go-id-case': info('The "id" before an identifier is written in lower case.', RFC3368, '3.2'),
  'go-attribute': warning('An attribute must be a name, "=" and a value.', RFC3368, '3.2'),
});
