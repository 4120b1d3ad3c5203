/**
 * Answers with a file, whole or from an offset. Length, date and entity tag come from what the server says of it.
 * Texts, sounds and films that a browser opens in a window get a page.
 */
import { displayText } from '../../../src/octets/ansi.ts';
import { decodeCharset, detectCharset } from '../../../src/octets/charset.ts';
import { mediaTypeOf, UNKNOWN } from '../../../src/open/media-type.ts';
import type { File, Moved, Transfer } from '../../../src/open/opened.ts';
import { type Collected, collect } from '../../../src/protocols/connection.ts';
import { askedUrl } from '../../http/hosts.ts';
import { pump } from '../../net/pump.ts';
import type { Page } from '../../pages/parts/layout.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { fingerprint } from '../../settings/fingerprint.ts';
import { limits } from '../../settings/limits.ts';
import { version } from '../../version.ts';
import { dispositionOf, fileHeaders } from '../shared/file-headers.ts';
import { FRAME_POLICY, framedResponse, htmlContent, wantsFramed } from '../shared/html-page.tsx';
import { isMedia, MEDIA_POLICY, MediaContent, mediaNoun, PAGE_OR_FILE, wantsPage } from '../shared/media-page.tsx';
import {
  allowsPart,
  isFresh,
  parseRange,
  preconditionFails,
  type RequestedRange,
  type Validators,
  validatorsOf,
} from '../shared/range.ts';
import { TextContent } from '../shared/text-content.tsx';
import { viewerPage } from '../shared/viewer.tsx';
import { cacheControl, type ShapeContext, varying } from './context.ts';

type Context = ShapeContext;

/** What is shown of a file. */
interface ServedFile extends Pick<File, 'name' | 'size'> {
  /** By the name alone. */
  readonly mediaType: string;
}

/**
 * Answers with a file, a part of it, 304, 412 or 416. The file is closed at the end.
 *
 * @returns the new link if the name is a directory
 */
export async function respondWithFile(context: Context, file: File): Promise<Response | Moved> {
  const { headers: asked, method } = context.request;
  const now = new Date();
  const { name, size, isResumable } = file;
  const served = { name, size, mediaType: mediaTypeOf(name, null) };
  const ofFile = validatorsOf(size, file.modified, now);
  const framed = wantsFramed(context);
  const page = framed || wantsPage(context) ? pageKind(served) : null;
  const validators = page === null ? ofFile : pageValidators(ofFile, context);
  const control = cacheControl(context, file);
  const pageHeaders = {
    ...(control === null ? {} : { 'Cache-Control': `${control}, no-transform` }),
    Vary: varying(context, PAGE_OR_FILE),
    ...validatorHeaders(validators),
  };
  const headers = new Headers({ ...fileHeaders(name, served.mediaType), ...pageHeaders });
  const withoutBody = (status: number): Response => {
    file.close();
    return new Response(null, { status, headers });
  };
  if (preconditionFails(asked, validators)) return withoutBody(412);
  if (isFresh(asked, validators)) return withoutBody(304);

  if (isResumable) headers.set('Accept-Ranges', 'bytes');
  if (method === 'HEAD') {
    // RFC 9110 §14.2 defines ranges for GET only.
    if (size !== null) headers.set('Content-Length', String(size));
    return withoutBody(200);
  }
  const wanted = isResumable && size !== null && allowsPart(asked.get('If-Range'), validators, now);
  const range: RequestedRange = wanted ? parseRange(asked.get('Range'), size) : { kind: 'whole' };
  if (range.kind === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`);
    return withoutBody(416);
  }

  const start = range.kind === 'part' ? range.start : 0;
  const transfer = await file.fetch(start);
  if (transfer.shape === 'moved') return transfer;
  if (page === 'media') {
    // The transfer shows that the file exists. The player requests it again.
    transfer.close();
    return mediaPage(context, served, pageHeaders);
  }
  // The whole file is a valid answer to any range.
  const part = range.kind === 'part' && transfer.start === start ? range : null;
  const cap = context.environment.downloadCap;
  const beginning = await transfer.beginning(endsInside(part, size) ? Math.min(part.length, cap) : cap);
  if (page === 'text' || page === 'html') {
    const octets = await wholeText(context, served, transfer, beginning.octets);
    if (octets !== null) {
      transfer.close();
      if (page === 'html') return htmlResponse(context, name, octets, pageHeaders);
      return textPage(context, name, octets, pageHeaders);
    }
    for (const header of ['ETag', 'Last-Modified']) headers.delete(header);
    for (const [header, value] of Object.entries(validatorHeaders(ofFile))) headers.set(header, value);
  }
  return stream(context, served, { transfer, beginning, part }, headers);
}

/** The kind of page that shows a file, by its name and size; `null` = none. A file without a known type may be text. */
function pageKind({ mediaType, size }: ServedFile): 'text' | 'html' | 'media' | null {
  if (isMedia(mediaType)) return 'media';
  if (mediaType === 'text/html') return (size ?? 0) <= limits.filePage ? 'html' : null;
  const mayBeText = mediaType === 'text/plain' || mediaType === UNKNOWN;
  return mayBeText && (size ?? 0) <= limits.filePage ? 'text' : null;
}

/** All octets of a text or of HTML that is short enough for a page; `null` for other files, which are sent as is. */
async function wholeText(
  { view }: Context,
  { name }: ServedFile,
  transfer: Transfer,
  first: Uint8Array,
): Promise<Uint8Array | null> {
  const type = mediaTypeOf(name, { first, charset: view.charset });
  if (!/^text\/(?:plain|html)\b/.test(type)) return null;
  const { octets, complete } = await collect(transfer, limits.filePage);
  if (complete) return octets;
  transfer.unread(octets);
  return null;
}

type Part = Extract<RequestedRange, { kind: 'part' }>;

/** Whether a range ends before the file. */
function endsInside(part: Part | null, size: number | null): part is Part {
  return part !== null && size !== null && part.start + part.length < size;
}

interface Begun {
  readonly transfer: Transfer;
  readonly beginning: Collected;
  /** `null` = the whole file. */
  readonly part: Part | null;
}

function stream(
  context: Context,
  { name, size }: ServedFile,
  { transfer, beginning: { octets, complete }, part }: Begun,
  headers: Headers,
): Response {
  const { view, environment } = context;
  if (part !== null) {
    headers.set('Content-Range', `bytes ${part.start}-${part.start + part.length - 1}/${size}`);
  } else {
    // With the first octets, the media type can be determined even if the name has no known extension.
    const mediaType = mediaTypeOf(name, { first: octets, charset: view.charset });
    headers.set('Content-Type', mediaType);
    headers.set('Content-Disposition', dispositionOf(name, mediaType));
  }
  const status = part === null ? 200 : 206;
  const length = part?.length ?? size;
  const ended = () => {
    transfer.close();
    if (transfer.remark() !== null) context.notes.unconfirmed = true;
  };
  // What is shorter than it was announced must look broken.
  if (complete && octets.byteLength >= (length ?? 0)) {
    ended();
    return new Response(length === null ? octets : octets.subarray(0, length), { status, headers });
  }
  const delivery = { length, stopAtLength: endsInside(part, size), cap: environment.downloadCap };
  const body = pump(transfer, { ...delivery, ended }, context);
  return new Response(body, { status, headers });
}

function validatorHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag === null ? {} : { ETag: etag }),
    ...(lastModified === null ? {} : { 'Last-Modified': lastModified }),
  };
}

type PageHeaders = Readonly<Record<string, string>>;

/** The page of a text. */
function textPage(context: Context, name: string, octets: Uint8Array, headers: PageHeaders): Response {
  const { view, opener, repeated } = context;
  const charset = view.charset ?? detectCharset(octets);
  const text = decodeCharset(octets, charset).replace(/\r\n?/g, '\n');
  const content = <TextContent {...{ context, name, octets, text, charset }} query={repeated} />;
  return respond(context, name, { title: name, kicker: `${opener.name} text file`, content }, headers);
}

/** The page around an HTML document, or the document in its frame. */
function htmlResponse(context: Context, name: string, octets: Uint8Array, headers: PageHeaders): Response {
  if (wantsFramed(context)) return framedResponse(context, octets, headers);
  const { repeated, opener } = context;
  const { title, content } = htmlContent(context, octets, name, { repeated });
  const page = { title: title === null ? name : displayText(title), kicker: `${opener.name} HTML file`, content };
  return respond(context, name, page, { ...headers, 'Content-Security-Policy': FRAME_POLICY });
}

/** The page of a sound, a video or a picture. */
function mediaPage(context: Context, { name, mediaType: type, size }: ServedFile, headers: PageHeaders): Response {
  const { links, repeated, opener } = context;
  const kicker = `${opener.name} ${mediaNoun(type)}`;
  const file = { name, type, size, href: links.self({ ...repeated, format: 'raw' }) };
  const page = { title: name, kicker, content: <MediaContent file={file} /> };
  return respond(context, name, page, { ...headers, 'Content-Security-Policy': MEDIA_POLICY });
}

/** The validators of the page around a file: it changes with the file, with its own address, and with Waypost. */
function pageValidators({ etag }: Validators, { environment, request }: Context): Validators {
  const print = fingerprint([version, environment.fingerprint, askedUrl(request)].join('\n'));
  return { etag: etag === null ? null : `${etag.slice(0, -1)}-${print}"`, lastModified: null };
}

/** @param name - of the file */
function respond(
  context: Context,
  name: string,
  page: Pick<Page, 'title' | 'kicker' | 'content'>,
  headers: PageHeaders,
): Response {
  const { repeated } = context;
  const viewed = viewerPage(context, { ...page, download: name, without: ['json'], repeated });
  return pageResponse(context, viewed, { headers });
}
