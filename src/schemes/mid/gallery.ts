/** The gallery's entries for mid and cid. */
import type { GalleryEntry } from '../gallery-entry.ts';

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'mid',
    url: 'mid:960830.1639@XIson.com/partA.960830.1639@XIson.com',
    year: 1997,
    history: 'A letter is an address too: every message has an identifier that no other one has.',
  },
  {
    scheme: 'cid',
    url: 'cid:%3Cfoo4%2Afoo1@bar.net%3E',
    year: 1997,
    history: 'How a letter with pictures says which picture goes where. Mail does it to this day.',
  },
];
