/** The gallery's entries for http and https. */
import type { GalleryEntry } from '../gallery-entry.ts';

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'http',
    url: 'http://info.cern.ch:80/hypertext/WWW/../WWW/TheProject.html',
    year: 1991,
    history: 'The address of the first website. At the time, Gopher was more popular.',
  },
  {
    scheme: 'https',
    url: 'https://www.rfc-editor.org:443/rfc/rfc3986#section-6.2.2',
    year: 1994,
    history: 'HTTP over TLS. Netscape invented it so that shops could sell on the Web.',
  },
];
