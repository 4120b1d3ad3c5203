/** The gallery's entries for news, snews, nntp and nntps. */
import type { GalleryEntry } from '../gallery-entry.ts';

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'news',
    url: 'news:%3C1992May4.180512@umn.edu%3E',
    year: 1980,
    history: 'Usenet began with two universities and a telephone line. Nobody has ever owned it.',
  },
  {
    scheme: 'snews',
    url: 'snews://news.example/comp.infosystems.gopher',
    year: 1996,
    history: 'News over TLS, from the days when every secure protocol got its own scheme.',
  },
  {
    scheme: 'nntp',
    url: 'nntp:comp.infosystems.gopher/0042',
    year: 1986,
    history: 'News by server, group and article number. Every server has its own numbers.',
  },
  {
    scheme: 'nntps',
    url: 'nntps://news.example/comp.infosystems.gopher/42',
    year: 2006,
    history: 'NNTP over TLS. The specification preferred STARTTLS; most servers did not.',
  },
];
