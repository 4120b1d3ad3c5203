/** What a page says about a dict link that no gateway opens. */
import { withoutUserInfo } from '../../uri/user-info.ts';
import type { Explanation, ResolutionOf } from '../scheme.ts';
import { shellQuoted } from '../sentence-parts.ts';
import type { DictDetails } from './request.ts';

export function explanation({ canonical, details }: ResolutionOf<'dict', DictDetails, unknown>): Explanation {
  const { command, word, database, strategy, number } = details;
  const isForCurl = command !== 'server' && command !== 'other';
  return {
    what: 'A word in the dictionaries of a server, or the list of them.',
    command: isForCurl ? `curl ${shellQuoted(withoutUserInfo(canonical))}` : null,
    details: [
      ['Word', word],
      ['Database', database],
      ['Strategy', strategy],
      ['Number', number],
    ],
  };
}
