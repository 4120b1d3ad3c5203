/** The gallery's entry for afs. */
import type { GalleryEntry } from '../gallery-entry.ts';

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'afs',
    url: 'afs://andrew.cmu.edu/usr/guest/README',
    year: 1983,
    history:
      'One file tree for the world, from Pittsburgh. The scheme never got past a draft; the file system is still in use.',
  },
];
