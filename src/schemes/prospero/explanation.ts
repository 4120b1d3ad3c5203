/** What a page says about a prospero link that no gateway opens. */
import type { Explanation } from '../scheme.ts';

interface Link {
  readonly details: {
    readonly hsoname: string;
    readonly version: string | null;
    readonly fields: readonly { readonly name: string; readonly value: string }[];
  };
}

export function explanation({ details }: Link): Explanation {
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
