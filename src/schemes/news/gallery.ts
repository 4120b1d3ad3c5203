/** The gallery's entries for news, snews, nntp and nntps. */
import type { GalleryEntry } from '../gallery-entry.ts';

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'news',
    url: 'news:%3C1992May4.180512@umn.edu%3E',
    year: 1980,
    history: 'Two universities and a telephone line: the worldwide bulletin board has no owner to this day.',
  },
  {
    scheme: 'snews',
    url: 'snews://news.example/comp.infosystems.gopher',
    year: 1996,
    history: 'News in the same envelope, in the days when each such protocol had a scheme of its own.',
  },
  {
    scheme: 'nntp',
    url: 'nntp:comp.infosystems.gopher/0042',
    year: 1986,
    history: 'Netnews read over a connection, by server, group and number, which mean nothing on any other server.',
  },
  {
    scheme: 'nntps',
    url: 'nntps://news.example/comp.infosystems.gopher/42',
    year: 2006,
    history: 'NNTP over TLS. The specification would rather have STARTTLS; most servers would rather not.',
  },
];
