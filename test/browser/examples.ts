/** What several of the tests give to the explorer. */

/** Has every part that a URL can have but a query. */
export const MANY_PARTS = 'ftp://anonymous:guest@FTP.funet.fi:2121/pub/%7edoc/read%20me;type=I#top';

/** As people wrote about links: wrapped, broken over lines, in brackets, at the end of a sentence, twice. */
export const LETTER = `See <URL:gopher://h.example/0old
  letter> and gopher://H.example:70/1/menu, or
(ftp://ftp.example/a;type=i). Also GOPHER://h.example/1/menu.`;
