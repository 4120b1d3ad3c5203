/** The gallery's entries for gopher and gophers. */
import type { GalleryEntry } from '../gallery-entry.ts';

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'gopher',
    url: 'gopher://gopher.micro.umn.edu:70/00/Information%20About%20Gopher/about',
    year: 1991,
    history: 'Menus of everything, from Minnesota. Until the spring of 1994 it carried more traffic than the Web.',
  },
  {
    scheme: 'gophers',
    url: 'gophers://gopher.example:70/1/phlog',
    year: 2020,
    history: 'Gopher over TLS. People still build gopherspace, and some encrypt it.',
  },
];
