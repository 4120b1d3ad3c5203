/** What a page says about a finger link that no gateway opens. */
import type { Explanation, ResolutionOf } from '../scheme.ts';
import { shellQuoted } from '../sentence-parts.ts';
import type { FingerDetails } from './request.ts';

export function explanation({ details, components }: ResolutionOf<'finger', FingerDetails, unknown>): Explanation {
  const { user, hosts } = details;
  const target = [user ?? '', ...hosts, components.host ?? ''].join('@');
  // The program knows no other port, and would read a hyphen as the beginning of an option.
  const isAskable = components.explicitPort === null && !target.startsWith('-');
  return {
    what: 'What a server tells about a user, or about everyone who is logged in.',
    command: isAskable ? `finger ${details.verbose ? '-l ' : ''}${shellQuoted(target)}` : null,
    details: [
      ['User', user],
      ['Passed on to', hosts.toReversed().join(', ')],
    ],
  };
}
