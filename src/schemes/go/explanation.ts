/** What a page says about a go link that no gateway opens. */
import type { Explanation } from '../scheme.ts';
import type { GoDetails } from './details.ts';

export function explanation({ details }: { readonly details: GoDetails }): Explanation {
  return {
    what: 'A common name, to be looked up by the Common Name Resolution Protocol.',
    details: [
      ['Common name', details.commonName],
      ['Server', details.server],
      ['Identifier', details.id],
      ...details.attributes.map(({ name, value }) => [name, value] as const),
    ],
  };
}
