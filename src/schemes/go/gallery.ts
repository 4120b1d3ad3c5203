/** The gallery's entry for go. */
import type { GalleryEntry } from '../gallery-entry.ts';

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'go',
    url: 'go://cnrp.foo.com?Mercedes%20Benz;geography=US-ga',
    year: 2002,
    history: 'Type a name instead of an address. By 2002, search engines already did that.',
  },
];
