/** What a WAIS server has, as values and as JSON. */
import { displayText } from '../../../src/octets/ansi.ts';
import { decodeCharset, detectCharset } from '../../../src/octets/charset.ts';
import { mediaTypeOf } from '../../../src/open/media-type.ts';
import { describeDatabase, searchDatabase, sourcesIn, type WaisSource } from '../../../src/protocols/wais/database.ts';
import { withoutParagraphMarks } from '../../../src/protocols/wais/marked-text.ts';
import { WaisSession } from '../../../src/protocols/wais/session.ts';
import { USUAL_HITS } from '../../../src/schemes/wais/messages.ts';
import { openAddress } from '../shared/json-stream.ts';
import { decodedText, type Hits, hitsIn, type ListedHit, type TextContext, type WaisContext } from './context.ts';

type LinkContext = Pick<WaisContext, 'resolution' | 'links'>;

export interface DatabaseView extends Hits {
  /** `null` = the words are empty. */
  readonly search: string | null;
  readonly source: WaisSource | null;
  /** Whether there are as many hits as were asked for: the server may have more. */
  readonly isCut: boolean;
}

/** The hits of a search, or what a database or a server says of itself. */
export async function fetchDatabase(
  context: TextContext & Pick<WaisContext, 'target' | 'connect'>,
  most: number = USUAL_HITS,
): Promise<DatabaseView> {
  const { target, connect, resolution } = context;
  const session = await WaisSession.open((tls) => connect({ tls }));
  try {
    const found = await searchDatabase(session, target, most);
    const isDescribed = target.words?.length === 0 && !target.isList;
    const description = isDescribed ? await describeDatabase(session, target.database, found.hits) : null;
    return {
      ...hitsIn(context, found),
      search: resolution.details.search || null,
      // A server may have refused the larger number.
      isCut: [most, USUAL_HITS].includes(found.hits.length) && Boolean(resolution.details.search),
      source: description === null ? null : (sourcesIn(decodedText(context, description))[0] ?? null),
    };
  } finally {
    session.close();
  }
}

export function databaseJson({ resolution, links }: LinkContext, view: DatabaseView): object {
  const hitJson = ({ types, ...hit }: ListedHit) => ({
    ...hit,
    types: types.map(({ type, url, opened }) => ({ type, url, open: openAddress(links, opened) })),
  });
  return {
    kind: 'search',
    url: resolution.canonical,
    database: resolution.details.database,
    search: view.search,
    description: view.source,
    hits: view.hits.map(hitJson),
    mayHaveMore: view.isCut,
    catalogue: view.catalogue === null ? null : hitJson(view.catalogue),
  };
}

/** The field of a document id that names the document on its server. */
const LOCAL_ID = 3;

/** The name of the document: the last part of a path in its id, or else its type. */
export function documentName({ resolution }: Pick<LinkContext, 'resolution'>): string {
  const { fields, wtype } = resolution.details;
  const paths = fields.flatMap(({ value }) => /([^/\s]+)\/?\s*$/.exec(value)?.[1] ?? []);
  const local = fields.find(({ number }) => number === LOCAL_ID)?.value ?? '';
  return displayText(/([^/\s]+)\/?\s*$/.exec(local)?.[1] ?? paths[0] ?? wtype ?? 'document');
}

/** A document that is not a text, or is too long for JSON. */
export function fileJson(context: LinkContext, kind: Pick<DocumentKind, 'mediaType'>): object {
  const { resolution, links } = context;
  const name = documentName(context);
  const mediaType = kind.mediaType ?? mediaTypeOf(name, null);
  const raw = links.root + links.self({ format: 'raw' });
  return { kind: 'file', url: resolution.canonical, name, mediaType, links: { raw } };
}

/** Names by which `mediaTypeOf` knows the types of texts. */
const NAMES_OF_TEXTS: Readonly<Record<string, string>> = { 'text/plain': 'a.txt', 'text/html': 'a.html' };

/** The media type of a document that begins with these octets. A text and a page say in which charset they are. */
export function documentType(context: TextContext, { mediaType }: DocumentKind, first: Uint8Array): string {
  if (mediaType !== null && !(mediaType in NAMES_OF_TEXTS)) return mediaType;
  const name = NAMES_OF_TEXTS[mediaType ?? ''] ?? documentName(context);
  return mediaTypeOf(name, { first, charset: context.view.charset });
}

export interface DocumentText {
  readonly charset: string;
  /** Without the marks of paragraphs, except in a message. */
  readonly shown: string;
  /** The databases that the text describes. */
  readonly sources: readonly WaisSource[];
}

/** Decodes a document, in the charset that the visitor chose or else in the likeliest one. */
export function readText({ view }: TextContext, presentation: DocumentPresentation, octets: Uint8Array): DocumentText {
  const unmarked = presentation === 'message' ? octets : withoutParagraphMarks(octets);
  const charset = view.charset ?? detectCharset(unmarked);
  const shown = decodeCharset(unmarked, charset);
  const sources = presentation === 'sources' ? sourcesIn(shown) : [];
  return { charset, shown, sources };
}

/** @param octets - the document as the server sent it, with its marks */
export function textJson(
  { resolution }: Pick<LinkContext, 'resolution'>,
  octets: Uint8Array,
  { charset, sources }: DocumentText,
): object {
  const text = decodeCharset(octets, charset);
  return { kind: 'text', url: resolution.canonical, charset, text, databases: sources };
}

/** `text` as a page, `sources` as a list of databases, `link` as a link, `file` as it is. */
export type DocumentPresentation = 'text' | 'sources' | 'link' | 'message' | 'file';

export interface DocumentKind {
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
