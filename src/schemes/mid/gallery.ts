/** The gallery's entries for mid and cid. */
import type { GalleryEntry } from '../gallery-entry.ts';

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'mid',
    url: 'mid:960830.1639@XIson.com/partA.960830.1639@XIson.com',
    year: 1997,
    history: 'Every mail message has a unique identifier, so a link can name it.',
  },
  {
    scheme: 'cid',
    url: 'cid:%3Cfoo4%2Afoo1@bar.net%3E',
    year: 1997,
    history: 'It says where each attached picture belongs in a message. Mail programs still use it.',
  },
];
