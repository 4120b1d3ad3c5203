/** The gallery's entry for file. */
import type { GalleryEntry } from '../gallery-entry.ts';

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'file',
    url: 'file:/C|/GOPHER/GOPHER.INI',
    year: 1994,
    history: 'A file without a protocol to fetch it by. Its slashes were never agreed on.',
  },
];
