/** The gallery's entry for wais. */
import type { GalleryEntry } from '../gallery-entry.ts';

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'wais',
    url: 'wais://quake.think.com/directory-of-servers?gopher',
    year: 1991,
    history: 'Full-text search before search engines. You marked good results, and it found more like them.',
  },
];
