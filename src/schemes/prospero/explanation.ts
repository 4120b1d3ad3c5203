/** What a page says about a prospero link that no gateway opens. */
import type { Explanation } from '../scheme.ts';
import type { ProsperoDetails } from './request.ts';

export function explanation({ details }: { readonly details: ProsperoDetails }): Explanation {
  return {
    what: 'An object in a directory of the Prospero file system.',
    needed:
      'Prospero uses UDP, which this service cannot send. Its operator can run a relay that does: npm run relay starts ' +
      'it, and the setting PROSPERO_RELAY names it.',
    details: [
      ['Object', details.hsoname],
      ['Version', details.version],
      ...details.fields.map(({ name, value }) => [name, value] as const),
    ],
  };
}
