/** The gallery's entry for mailto. */
import type { GalleryEntry } from '../gallery-entry.ts';

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'mailto',
    url: 'mailto:gopher@Boombox.Micro.UMN.EDU?Subject=RFC%201436',
    year: 1971,
    history: 'The @ sign dates from the first network mail, in 1971; the scheme dates from 1994.',
  },
];
