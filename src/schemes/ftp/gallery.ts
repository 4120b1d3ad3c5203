/** The gallery's entries for ftp and ftps. */
import type { GalleryEntry } from '../gallery-entry.ts';

export const gallery: readonly GalleryEntry[] = [
  {
    scheme: 'ftp',
    url: 'FTP://ftp.funet.fi/pub/%7Edoc/README;type=I',
    year: 1971,
    history: 'It moved files before there was an Internet. Browsers dropped it in 2021.',
  },
  {
    scheme: 'ftps',
    url: 'ftps://ftp.example:990/pub/README',
    year: 1997,
    history: 'FTP over TLS, on its own port.',
  },
];
