/** What a page says about a wais link that no gateway opens. */
import type { Explanation } from '../scheme.ts';

interface Link {
  readonly details: { readonly database: string; readonly search: string | null; readonly wtype: string | null };
}

export function explanation({ details }: Link): Explanation {
  return {
    what: 'A search of a full-text database, or a document from one, by the WAIS protocol (Z39.50 of 1988).',
    details: [
      ['Database', details.database],
      ['Search', details.search],
      ['Document type', details.wtype],
    ],
  };
}
