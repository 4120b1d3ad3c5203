/** What a page says about a gopher link that no gateway opens. */
import type { Explanation } from '../scheme.ts';
import type { GopherDetails } from './details.ts';

export function explanation({ details }: { readonly details: GopherDetails }): Explanation {
  return {
    what: 'An item in gopherspace.',
    details: [
      ['Item type', details.typeName === null ? details.type : `${details.type}, ${details.typeName}`],
      ['Selector', details.selector],
      ['Search', details.search],
    ],
  };
}
