/** Input for the explorer that several tests use. */

/** A URL with every part except a query. */
export const MANY_PARTS = 'ftp://anonymous:guest@FTP.funet.fi:2121/pub/%7edoc/read%20me;type=I#top';

/** Links in prose: wrapped, broken over lines, in brackets, at the end of a sentence, repeated. */
export const TEXT_WITH_LINKS = `See <URL:gopher://h.example/0old
  letter> and gopher://H.example:70/1/menu, or
(ftp://ftp.example/a;type=i). Also GOPHER://h.example/1/menu.`;
