/** The gallery's entry for go. */
import type { GalleryEntry } from '../gallery-entry.ts';

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'go',
    url: 'go://cnrp.foo.com?Mercedes%20Benz;geography=US-ga',
    year: 2002,
    history: 'Type a name and not an address. By then search engines did the same, and nobody came.',
  },
];
