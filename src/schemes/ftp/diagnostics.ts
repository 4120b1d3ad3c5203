/**
 * The diagnostics of ftp and ftps.
 */
import { defineDiagnostics, error, info, warning } from '../../uri/diagnostic.ts';

const BIS = 'draft-hoffkohn-rfc1738bis';
const URL03 = 'draft-ietf-uri-url-03';

export const diagnostics = defineDiagnostics({
  'ftp-control': error(
    'A control character in a path, user name or password would break the FTP command.',
    'RFC 959',
    '5.3.2',
  ),
  'ftp-type-case': info('The transfer type is written in lower case.', BIS, '2.2.2'),
  'ftp-type-unknown': warning('The transfer type is not a, i or d, so it was read as part of the name.', BIS, '2.2.2'),
  'ftp-semicolon': info('A semicolon that is part of a name was escaped.', BIS, '2.2.2'),
  'ftp-old-type': info(
    'In 1994 syntax an exclamation mark begins the transfer type. Today it is written ";type=".',
    URL03,
    'BNF for specific URL schemes',
  ),
});
