/**
 * Streams a file, whole or from an offset (REST, RFC 3659 §5). Length, date and entity tag come from the server's SIZE
 * and MDTM. Texts, sounds and films that a browser opens in a window get a page.
 */
import { decoderFor, type OctetString } from '../../../src/octets/charset.ts';
import { type Collected, collect } from '../../../src/protocols/connection.ts';
import type { FileFacts, FtpClient } from '../../../src/protocols/ftp/client.ts';
import type { Download } from '../../../src/protocols/ftp/download.ts';
import { pump } from '../../net/pump.ts';
import { limits } from '../../settings/limits.ts';
import type { GatewayContext } from '../contract/contract.ts';
import { isMedia, PAGE_OR_FILE, wantsPage } from '../shared/media-page.tsx';
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
import { mediaPage, pageValidators, textPage } from './file-page.tsx';

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
  const page = wantsPage(context) ? pageKind(file) : null;
  const validators = page === null ? ofFile : pageValidators(ofFile, context);
  const headers = new Headers({ ...headersOf(file), ...validatorHeaders(validators) });
  const pageHeaders = { ...cachingOf(file), ...validatorHeaders(validators) };
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
    return mediaPage(context, title, { type: mediaType, size }, pageHeaders);
  }
  // The whole file is a valid answer to any range.
  const part = range.kind === 'part' && download.start === start ? range : null;
  const cap = context.environment.downloadCap;
  const beginning = await download.beginning(endsInside(part, size) ? Math.min(part.length, cap) : cap);
  if (page === 'text') {
    const octets = await wholeText(context, file, download, beginning);
    if (octets !== null) {
      client.close();
      return textPage(context, title, octets, pageHeaders);
    }
    for (const header of ['ETag', 'Last-Modified']) headers.delete(header);
    for (const [header, value] of Object.entries(validatorHeaders(ofFile))) headers.set(header, value);
  }
  return stream(context, client, file, { download, beginning, part }, headers);
}

function servedFile({ view }: Context, file: RequestedFile): ServedFile {
  const { name, type, facts } = file;
  // A file of VMS without its version, so that other systems recognize the extension.
  const title = decoderFor(view.charset)(name).replace(/(\.[\w$-]{0,39});\d{1,5}$/, '$1');
  const size = type === 'I' && facts.kind === 'file' ? facts.size : null;
  return { ...file, title, mediaType: mediaTypeOf(title, null), size };
}

/** The kind of page that shows a file, by its name and size; `null` = none. A file without a known type may be text. */
function pageKind({ mediaType, size }: ServedFile): 'text' | 'media' | null {
  if (isMedia(mediaType)) return 'media';
  const mayBeText = mediaType === 'text/plain' || mediaType === UNKNOWN;
  return mayBeText && (size ?? 0) <= limits.filePage ? 'text' : null;
}

/** All octets of a text that is short enough for a page; `null` for other files, which are sent as they are. */
async function wholeText(
  { view }: Context,
  { title }: ServedFile,
  download: Download,
  beginning: Collected,
): Promise<Uint8Array | null> {
  const type = mediaTypeOf(title, { first: beginning.octets, charset: view.charset });
  if (!type.startsWith('text/plain')) return null;
  if (beginning.complete) return beginning.octets;
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
  if (beginning.complete) {
    client.close();
    return new Response(length === null ? octets : octets.subarray(0, length), { status, headers });
  }
  const delivery = { length, stopAtLength: endsInside(part, size), cap: environment.downloadCap };
  const body = pump(download, { ...delivery, ended: () => client.close() }, context);
  return new Response(body, { status, headers });
}

function headersOf(file: ServedFile): Record<string, string> {
  return { ...fileHeaders(file.title, file.mediaType), ...cachingOf(file) };
}

function cachingOf({ cacheControl }: RequestedFile): Record<string, string> {
  return { 'Cache-Control': `${cacheControl}, no-transform`, Vary: `${PAGE_OR_FILE}, Authorization` };
}

function validatorHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag === null ? {} : { ETag: etag }),
    ...(lastModified === null ? {} : { 'Last-Modified': lastModified }),
  };
}
