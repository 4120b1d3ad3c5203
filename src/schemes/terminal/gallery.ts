/** The gallery's entries for telnet, rlogin and tn3270. */
import type { GalleryEntry } from '../gallery-entry.ts';

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'telnet',
    url: 'telnet://melvyl.ucop.edu:23/',
    year: 1969,
    history: 'The oldest of all: a terminal on another computer. Library catalogues used it until the nineties.',
  },
  {
    scheme: 'rlogin',
    url: 'rlogin://guest@archie.example.edu',
    year: 1983,
    history: 'Berkeley’s remote login, for computers that trusted each other. They should not have.',
  },
  {
    scheme: 'tn3270',
    url: 'tn3270://MELVYL.example.edu',
    year: 1988,
    history: 'Telnet for IBM mainframe screens, with twenty-four function keys.',
  },
];
