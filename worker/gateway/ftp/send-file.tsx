/**
 * Streams a file, whole or from an offset (REST, RFC 3659 §5). Length, date and entity tag come from the server's SIZE
 * and MDTM. Texts, sounds and films that a browser opens in a window get a page.
 */
import { displayText } from '../../../src/octets/ansi.ts';
import { decodeCharset, decoderFor, detectCharset, type OctetString } from '../../../src/octets/charset.ts';
import { type Collected, collect } from '../../../src/protocols/connection.ts';
import type { FileFacts, FtpClient } from '../../../src/protocols/ftp/client.ts';
import type { Download } from '../../../src/protocols/ftp/transfer.ts';
import { askedUrl } from '../../http/hosts.ts';
import { pump } from '../../net/pump.ts';
import type { Page } from '../../pages/parts/layout.tsx';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { fingerprint } from '../../settings/fingerprint.ts';
import { limits } from '../../settings/limits.ts';
import { version } from '../../version.ts';
import type { GatewayContext } from '../contract/contract.ts';
import { FRAME_POLICY, framedResponse, htmlContent, wantsFramed } from '../shared/html-page.tsx';
import { isMedia, MEDIA_POLICY, MediaContent, mediaNoun, PAGE_OR_FILE, wantsPage } from '../shared/media-page.tsx';
import { dispositionOf, fileHeaders, mediaTypeOf, UNKNOWN } from '../shared/media-type.ts';
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
import { repeatedParameters } from './directory.ts';

type Context = GatewayContext<'ftp'>;

export interface RequestedFile {
  /** The name in the current directory of the session. */
  readonly name: OctetString;
  /** With `A`, the server converts line ends, so the size from SIZE is wrong. */
  readonly type: 'A' | 'I';
  readonly facts: FileFacts;
  readonly cacheControl: string;
}

/** A file, with what follows from its name and its facts. */
interface ServedFile extends RequestedFile {
  /** The name, decoded. */
  readonly title: string;
  /** By the name alone. */
  readonly mediaType: string;
  /** The number of octets in the transfer; `null` = unknown. */
  readonly size: number | null;
}

/**
 * Answers with a file, a part of it, 304, 412 or 416. The session is closed at the end.
 *
 * @returns `null` if the name is a directory
 */
export async function sendFile(
  context: Context,
  client: FtpClient,
  requested: RequestedFile,
): Promise<Response | null> {
  const { headers: asked, method } = context.request;
  const now = new Date();
  const file = servedFile(context, requested);
  const { name, type, facts, title, mediaType, size } = file;
  const ofFile = validatorsOf(size, facts.kind === 'file' ? facts.modified : null, now);
  const framed = wantsFramed(context);
  const page = framed || wantsPage(context) ? pageKind(file) : null;
  const validators = page === null ? ofFile : pageValidators(ofFile, context);
  const pageHeaders = {
    'Cache-Control': `${file.cacheControl}, no-transform`,
    Vary: `${PAGE_OR_FILE}, Authorization`,
    ...validatorHeaders(validators),
  };
  const headers = new Headers({ ...fileHeaders(title, mediaType), ...pageHeaders });
  const withoutBody = (status: number): Response => {
    client.close();
    return new Response(null, { status, headers });
  };
  if (preconditionFails(asked, validators)) return withoutBody(412);
  if (isFresh(asked, validators)) return withoutBody(304);

  const resumable = size !== null && client.canRestart;
  if (resumable) headers.set('Accept-Ranges', 'bytes');
  if (method === 'HEAD') {
    // RFC 9110 §14.2 defines ranges for GET only.
    if (size !== null) headers.set('Content-Length', String(size));
    return withoutBody(200);
  }
  const wanted = resumable && allowsPart(asked.get('If-Range'), validators, now);
  const range: RequestedRange = wanted ? parseRange(asked.get('Range'), size) : { kind: 'whole' };
  if (range.kind === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`);
    return withoutBody(416);
  }

  const start = range.kind === 'part' ? range.start : 0;
  const download = await client.retrieveUnlessDirectory(name, { type, start, size });
  if (download === null) return null;
  if (page === 'media') {
    // The transfer shows that the file exists. The player requests it again.
    download.close();
    client.close();
    return mediaPage(context, file, pageHeaders);
  }
  // The whole file is a valid answer to any range.
  const part = range.kind === 'part' && download.start === start ? range : null;
  const cap = context.environment.downloadCap;
  const beginning = await download.beginning(endsInside(part, size) ? Math.min(part.length, cap) : cap);
  if (page === 'text' || page === 'html') {
    const octets = await wholeText(context, file, download, beginning.octets);
    if (octets !== null) {
      client.close();
      if (page === 'html') return htmlResponse(context, title, octets, pageHeaders);
      return textPage(context, title, octets, pageHeaders);
    }
    for (const header of ['ETag', 'Last-Modified']) headers.delete(header);
    for (const [header, value] of Object.entries(validatorHeaders(ofFile))) headers.set(header, value);
  }
  return stream(context, client, file, { download, beginning, part }, headers);
}

function servedFile({ view }: Context, file: RequestedFile): ServedFile {
  const { name, type, facts } = file;
  const title = fileTitle(name, view.charset);
  const size = type === 'I' && facts.kind === 'file' ? facts.size : null;
  return { ...file, title, mediaType: mediaTypeOf(title, null), size };
}

/** The name of a file, decoded. That of VMS has no version, so that other systems recognize the extension. */
export function fileTitle(name: OctetString, charset: string | null): string {
  return decoderFor(charset)(name).replace(/(\.[\w$-]{0,39});\d{1,5}$/, '$1');
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
  { title }: ServedFile,
  download: Download,
  first: Uint8Array,
): Promise<Uint8Array | null> {
  const type = mediaTypeOf(title, { first, charset: view.charset });
  if (!/^text\/(?:plain|html)\b/.test(type)) return null;
  const { octets, complete } = await collect(download, limits.filePage);
  if (complete) return octets;
  download.unread(octets);
  return null;
}

type Part = Extract<RequestedRange, { kind: 'part' }>;

/** Whether a range ends before the file. */
function endsInside(part: Part | null, size: number | null): part is Part {
  return part !== null && size !== null && part.start + part.length < size;
}

interface Begun {
  readonly download: Download;
  readonly beginning: Collected;
  /** `null` = the whole file. */
  readonly part: Part | null;
}

function stream(
  context: Context,
  client: FtpClient,
  { title, size }: ServedFile,
  { download, beginning, part }: Begun,
  headers: Headers,
): Response {
  const { view, environment } = context;
  const { octets } = beginning;
  if (part !== null) {
    headers.set('Content-Range', `bytes ${part.start}-${part.start + part.length - 1}/${size}`);
  } else {
    // With the first octets, the media type can be determined even if the name has no known extension.
    const mediaType = mediaTypeOf(title, { first: octets, charset: view.charset });
    headers.set('Content-Type', mediaType);
    headers.set('Content-Disposition', dispositionOf(title, mediaType));
  }
  const status = part === null ? 200 : 206;
  const length = part?.length ?? size;
  const ended = () => {
    client.close();
    if (download.unconfirmed) context.notes.unconfirmed = true;
  };
  if (beginning.complete) {
    ended();
    return new Response(length === null ? octets : octets.subarray(0, length), { status, headers });
  }
  const delivery = { length, stopAtLength: endsInside(part, size), cap: environment.downloadCap };
  const body = pump(download, { ...delivery, ended }, context);
  return new Response(body, { status, headers });
}

function validatorHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag === null ? {} : { ETag: etag }),
    ...(lastModified === null ? {} : { 'Last-Modified': lastModified }),
  };
}

type PageHeaders = Readonly<Record<string, string>>;

/** The page of a text, as gopher shows it. */
function textPage(context: Context, name: string, octets: Uint8Array, headers: PageHeaders): Response {
  const charset = context.view.charset ?? detectCharset(octets);
  const text = decodeCharset(octets, charset).replace(/\r\n?/g, '\n');
  const query = repeatedParameters(context.view.query);
  const content = (
    <TextContent context={context} name={name} octets={octets} text={text} charset={charset} query={query} />
  );
  return respond(context, name, { title: name, kicker: 'FTP text file', content }, headers);
}

/** The page around an HTML document, or the document in its frame. */
function htmlResponse(context: Context, name: string, octets: Uint8Array, headers: PageHeaders): Response {
  if (wantsFramed(context)) return framedResponse(context, octets, headers);
  const repeated = repeatedParameters(context.view.query);
  const { title, content } = htmlContent(context, octets, name, { repeated });
  const page = { title: title === null ? name : displayText(title), kicker: 'FTP HTML file', content };
  return respond(context, name, page, { ...headers, 'Content-Security-Policy': FRAME_POLICY });
}

/** The page of a sound, a video or a picture. */
function mediaPage(context: Context, { title, mediaType: type, size }: ServedFile, headers: PageHeaders): Response {
  const kicker = `FTP ${mediaNoun(type)}`;
  const content = <MediaContent file={{ name: title, type, size, href: rawHref(context) }} />;
  return respond(context, title, { title, kicker, content }, { ...headers, 'Content-Security-Policy': MEDIA_POLICY });
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
  const repeated = repeatedParameters(context.view.query);
  const viewed = viewerPage(context, { ...page, download: name, without: ['json'], repeated });
  return pageResponse(context, viewed, { headers });
}

/** The address of the octets. */
function rawHref({ links, view }: Context): string {
  return links.self({ ...repeatedParameters(view.query), format: 'raw' });
}
