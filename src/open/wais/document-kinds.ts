/** What documents are, by their type. */

/** `sources` are a list of databases, `link` is a URL, `file` is anything that is no text. */
export type DocumentPresentation = 'text' | 'sources' | 'link' | 'message' | 'file';

interface DocumentKind {
  readonly presentation: DocumentPresentation;
  /** `null` = by the name of the document and its first octets. */
  readonly mediaType: string | null;
}

const text: DocumentKind = { presentation: 'text', mediaType: 'text/plain' };
const file = (mediaType: string | null): DocumentKind => ({ presentation: 'file', mediaType });

/** By name in upper case. Servers disagree on the case. */
const KINDS: Readonly<Record<string, DocumentKind>> = {
  TEXT: text,
  'TEXT-FTP': text,
  WCAT: text,
  WSRC: { presentation: 'sources', mediaType: 'text/plain' },
  URL: { presentation: 'link', mediaType: 'text/plain' },
  MIME: { presentation: 'message', mediaType: 'message/rfc822' },
  HTML: file('text/html'),
  GIF: file('image/gif'),
  JPEG: file('image/jpeg'),
  JPG: file('image/jpeg'),
  PNG: file('image/png'),
  TIFF: file('image/tiff'),
  PICT: file('image/x-pict'),
  PS: file('application/postscript'),
  PDF: file('application/pdf'),
  DVI: file('application/x-dvi'),
};

const UNKNOWN = file(null);

export function documentKind(type: string): DocumentKind {
  return KINDS[type.toUpperCase()] ?? UNKNOWN;
}
