/**
 * The diagnostics of gopher and gophers.
 */
import { defineDiagnostics, error, info } from '../../uri/diagnostic.ts';

const RFC4266 = 'RFC 4266';
const URL03 = 'draft-ietf-uri-url-03';

export const diagnostics = defineDiagnostics({
  'gopher-type': error(
    'The item type, the first character of the path, must be a printable ASCII character.',
    RFC4266,
    '2.1',
  ),
  'gopher-type-unknown': info('No list has this item type.', 'draft-murali-url-gopher', '2.1'),
  'gopher-type-unlisted': info(
    'The item type is in common use but missing in the list of the specification.',
    'draft-murali-url-gopher',
    '2.1',
  ),
  'gopher-default-type': info('The empty selector of a menu is written as an empty path.', RFC4266, '2.1'),
  'gopher-cr-lf': error(
    'A CR or LF would end the request line; only a filled-in Gopher+ form may hold them.',
    RFC4266,
    '2.1',
  ),
  'gopher-old-search': info(
    'In URLs of 1994 a question mark begins the search; it is written %09.',
    URL03,
    'BNF for specific URL schemes',
  ),
  'gopher-old-space': info(
    'In searches of 1994 a plus sign stands for a space.',
    URL03,
    'BNF for specific URL schemes',
  ),
  'gopher-type-changed': info(
    'The reference leads to an item of another type than the base.',
    'draft-murali-url-gopher',
    '2.9',
  ),
});
