/** The pages of files: HTML, sounds, films and pictures. Those of texts are pages of the shape `text`. */
import { canonicalize } from '../../../src/index.ts';
import { displayText } from '../../../src/octets/ansi.ts';
import { detectCharset } from '../../../src/octets/charset.ts';
import { declaredTypeOf, isMedia, mediaNoun, UNKNOWN } from '../../../src/open/media-type.ts';
import type { File, FileTransfer, ReadableText } from '../../../src/open/opened.ts';
import { collect } from '../../../src/protocols/connection.ts';
import type { HeaderFields } from '../../http/headers.ts';
import type { Page } from '../../pages/parts/layout.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { limits } from '../../settings/limits.ts';
import type { DocumentFrame } from '../shared/framed-html.ts';
import { FRAME_POLICY, framedResponse, htmlContent, wantsFramed } from '../shared/html-page.tsx';
import { MEDIA_POLICY, MediaContent } from '../shared/media-page.tsx';
import { viewerPage } from '../shared/viewer.tsx';
import type { ShapeContext } from './context.ts';
import { respondWithMessage } from './message.tsx';
import { respondWithLongText, textPage } from './text.tsx';

export type PageKind = 'text' | 'html' | 'media';

/**
 * The kind of page that shows a file, by its name, and for HTML by its size; `null` = none. A file without a known type
 * may be text.
 */
export function pageKind(file: File): PageKind | null {
  const mediaType = declaredTypeOf(file, null);
  if (isMedia(mediaType)) return 'media';
  const isShort = !file.isExact || (file.size ?? 0) <= limits.filePage;
  if (mediaType === 'text/html') return isShort ? 'html' : null;
  return mediaType === 'text/plain' || mediaType === UNKNOWN ? 'text' : null;
}

/**
 * The page of a text or of HTML. The transfer is closed then.
 *
 * @param first - the first octets, which the transfer has still
 * @returns `null` for a file that is neither, or for long HTML, which is sent as it is
 */
export async function contentPage(
  context: ShapeContext,
  file: File,
  { transfer, first }: BegunText,
  headers: HeaderFields,
): Promise<Response | null> {
  const [type = ''] = declaredTypeOf(file, { first, charset: context.view.charset }).split(';', 1);
  if (type !== 'text/plain' && type !== 'text/html') return null;
  const { octets, complete } = await collect(transfer, limits.filePage);
  if (!complete) {
    transfer.unread(octets);
    return type === 'text/html' ? null : longTextPage(context, file, { transfer, first: octets }, headers);
  }
  transfer.close();
  return type === 'text/html' ? htmlPage(context, file, octets, headers) : textFilePage(context, file, octets, headers);
}

interface BegunText {
  readonly transfer: FileTransfer;
  /** Its beginning, which the transfer has still. */
  readonly first: Uint8Array;
}

/** One page of a text that is too long for one. */
export function longTextPage(
  context: ShapeContext,
  file: File,
  { transfer, first }: BegunText,
  headers: HeaderFields,
): Promise<Response> {
  const charset = context.view.charset ?? detectCharset(first, null, 'beginning');
  const read = (octets: Uint8Array): ReadableText => {
    const page = file.read(octets, charset);
    return { ...page, shape: 'text' };
  };
  const size = file.isExact ? file.size : null;
  return respondWithLongText(context, { body: transfer, charset, size, read }, { headers, ...textOptions(file) });
}

function textOptions(file: File) {
  return { noun: file.noun ?? 'text file', hasJson: file.json !== null };
}

function textFilePage(context: ShapeContext, file: File, octets: Uint8Array, headers: HeaderFields): Response {
  const read = file.read(octets);
  if (read.shape === 'message') return respondWithMessage(context, read);
  return textPage(context, read, { headers, ...textOptions(file) });
}

/** References are links as they stand. */
const ABSOLUTE: DocumentFrame = { resolveReference: (reference) => canonicalize(reference) };

/** The page around an HTML document, or the document in its frame. */
function htmlPage(context: ShapeContext, file: File, octets: Uint8Array, headers: HeaderFields): Response {
  const framing = file.isBase ? {} : { framing: ABSOLUTE };
  if (wantsFramed(context)) return framedResponse(context, octets, headers, framing.framing);
  const { repeated } = context;
  const { title, content } = htmlContent(context, octets, file.name, { repeated, ...framing });
  const page = { noun: 'HTML file', content, ...(title !== null && { title: displayText(title) }) };
  return respondWithFilePage(context, file, page, { ...headers, 'Content-Security-Policy': FRAME_POLICY });
}

/** The page of a sound, a video or a picture. */
export function mediaPage(context: ShapeContext, file: File, first: Uint8Array, headers: HeaderFields): Response {
  const { links, repeated } = context;
  const { name, size } = file;
  const type = declaredTypeOf(file, null);
  const content = <MediaContent file={{ name, type, size, href: links.self({ ...repeated, format: 'raw' }), first }} />;
  const page = { noun: mediaNoun(type), content };
  return respondWithFilePage(context, file, page, { ...headers, 'Content-Security-Policy': MEDIA_POLICY });
}

interface FilePage extends Pick<Page, 'content'> {
  /** What the file is, if it does not say it itself. */
  readonly noun: string | null;
  /** The title that stands in the file. */
  readonly title?: string;
}

/** A page whose title is that of the file, else its name. */
function respondWithFilePage(
  context: ShapeContext,
  file: File,
  { noun, title, content }: FilePage,
  headers: HeaderFields,
): Response {
  const { repeated, opener } = context;
  const page = viewerPage(context, {
    title: title ?? file.name,
    kicker: `${opener.name} ${file.noun ?? noun}`,
    download: file.name,
    without: file.json === null ? ['json'] : [],
    repeated,
    content,
  });
  return pageResponse(context, page, { headers });
}
