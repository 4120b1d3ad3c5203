/** The gallery's entry for mailto. */
import type { GalleryEntry } from '../gallery-entry.ts';

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'mailto',
    url: 'mailto:gopher@Boombox.Micro.UMN.EDU?Subject=RFC%201436',
    year: 1971,
    history: 'The at sign is from the year of the first mail between two machines; the scheme is from 1994.',
  },
];
