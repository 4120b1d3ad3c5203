/** The gallery's entry for prospero. */
import type { GalleryEntry } from '../gallery-entry.ts';

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'prospero',
    url: 'prospero://host.dom//pros/name%00v1.0',
    year: 1989,
    history: 'Directories that span the network. Archie, the first Internet search engine, was queried with it.',
  },
];
