/** What a page says about a gopher link that no gateway opens. */
import { withoutUserInfo } from '../../uri/user-info.ts';
import type { Explanation, ResolutionOf } from '../scheme.ts';
import { shellQuoted } from '../sentence-parts.ts';
import type { GopherDetails } from './path.ts';

export function explanation({ canonical, details }: ResolutionOf<'gopher', GopherDetails, unknown>): Explanation {
  return {
    what: 'An item on a gopher server.',
    command: `curl ${shellQuoted(withoutUserInfo(canonical))}`,
    details: [
      ['Item type', details.typeName === null ? details.type : `${details.type}, ${details.typeName}`],
      ['Selector', details.selector],
      ['Search', details.search],
    ],
  };
}
