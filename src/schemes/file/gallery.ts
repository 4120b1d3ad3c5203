/** The gallery's entry for file. */
import type { GalleryEntry } from '../gallery-entry.ts';

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'file',
    url: 'file:/C|/GOPHER/GOPHER.INI',
    year: 1994,
    history: 'A path, but no protocol to fetch it with. Programs never agreed on its slashes.',
  },
];
