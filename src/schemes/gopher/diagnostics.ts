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
  'gopher-type-unknown': info('No specification lists this item type.', 'draft-murali-url-gopher', '2.1'),
  'gopher-type-unlisted': info(
    'The item type is in common use, but the specification does not list it.',
    'draft-murali-url-gopher',
    '2.1',
  ),
  'gopher-default-type': info('The empty selector of a menu is written as an empty path.', RFC4266, '2.1'),
  'gopher-cr-lf': error(
    'This link contains a line break, which would inject a second request. Only Gopher+ form data may contain line breaks.',
    RFC4266,
    '2.1',
  ),
  'gopher-old-search': info(
    'In 1994 syntax a question mark begins the search. Today it is written "%09".',
    URL03,
    'BNF for specific URL schemes',
  ),
  'gopher-old-space': info(
    'In 1994 syntax a plus sign in a search stands for a space.',
    URL03,
    'BNF for specific URL schemes',
  ),
  'gopher-type-changed': info(
    'The reference leads to an item of a different type than the base.',
    'draft-murali-url-gopher',
    '2.9',
  ),
});
