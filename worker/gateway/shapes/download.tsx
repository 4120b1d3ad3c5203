/**
 * Files as they arrive, and players for sounds and films. Such a file has no date, and its server sends no ranges. So a
 * player can seek only in a file that is short enough to be read as a whole, or whose length is announced.
 */

import { displayText } from '../../../src/octets/ansi.ts';
import { decodeCharset } from '../../../src/octets/charset.ts';
import { latin1Of } from '../../../src/octets/octets.ts';
import { splitSauce } from '../../../src/octets/sauce.ts';
import { isMedia, mediaNoun, UNKNOWN } from '../../../src/open/media-type.ts';
import type { Arriving, DownloadOffer, Moved, RawReply } from '../../../src/open/opened.ts';
import { LARGEST_TEXT, sauceMember } from '../../../src/open/text.ts';
import { pump } from '../../net/pump.ts';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { fingerprint } from '../../settings/fingerprint.ts';
import { limits } from '../../settings/limits.ts';
import { dispositionOf, fileHeaders } from '../shared/file-headers.ts';
import { FRAME_POLICY, framedResponse, htmlContent, wantsFramed } from '../shared/html-page.tsx';
import { aboutLink } from '../shared/json-stream.ts';
import { MEDIA_POLICY, MediaContent, PAGE_OR_FILE, wantsPage } from '../shared/media-page.tsx';
import { rangeResponse } from '../shared/range.ts';
import { itemPage } from '../shared/viewer.tsx';
import { caching, jsonLinks, jsonResponse, type ShapeContext } from './context.ts';
import { respondWithLongText } from './text.tsx';

/** @returns what the server sends in place of the file */
export async function respondWithDownload(
  context: ShapeContext,
  download: DownloadOffer,
): Promise<Response | Moved | RawReply> {
  const { json } = download;
  if (json !== null && context.view.format === 'json') {
    return jsonResponse(
      { ...aboutLink(context), ...json(jsonLinks(context)) },
      { ...fileCaching(context, download), Vary: 'Accept' },
    );
  }
  const arriving = await download.begin();
  return arriving.shape === 'arriving' ? respondWithArriving(context, arriving) : arriving;
}

/** A file is never transformed: its length would not be that of its octets. */
function fileCaching(context: ShapeContext, shape: Parameters<typeof caching>[1]): Readonly<Record<string, string>> {
  const { 'Cache-Control': control } = caching(context, shape);
  return control === undefined ? {} : { 'Cache-Control': `${control}, no-transform` };
}

async function respondWithArriving(context: ShapeContext, file: Arriving): Promise<Response> {
  const isPage = context.view.format === 'html' && context.around === undefined;
  if (file.page?.kind === 'text' && isPage) return respondWithText(context, file, file.page);
  if (context.request.method === 'HEAD' || file.page === null) return stream(context, file);
  if (file.page.kind === 'html') return respondWithHtml(context, file, file.page);
  return isMedia(file.mediaType) ? respondWithMedia(context, file) : stream(context, file);
}

type LongTextPage = Extract<Arriving['page'], { kind: 'text' }>;

function respondWithText(context: ShapeContext, file: Arriving, { noun, charset, decode }: LongTextPage) {
  const { name, size, body } = file;
  const { filter } = file.sentTo('decoder');
  const read = (octets: Uint8Array) => {
    const { text, sauce } = splitSauce(octets);
    const decoded = decode?.(text) ?? decodeCharset(text, charset);
    const head = () => file.head();
    return {
      shape: 'text',
      noun,
      name,
      octets,
      charset,
      head,
      text: decoded,
      ...sauceMember(sauce),
      json: () => ({}),
    } as const;
  };
  const headers = { ...caching(context, file), Vary: 'Accept' };
  return respondWithLongText(context, { body, charset, size, filter, read }, { headers });
}

type HtmlPage = Extract<Arriving['page'], { kind: 'html' }>;

/** Responds with an HTML document: a page around it, the document in its frame, or its octets. */
async function respondWithHtml(context: ShapeContext, file: Arriving, { resolve }: HtmlPage): Promise<Response> {
  const framed = wantsFramed(context);
  const octets = framed || wantsPage(context) ? await file.whole(limits.filePage) : null;
  if (octets === null) return stream(context, file);
  const headers = { ...fileCaching(context, file), Vary: PAGE_OR_FILE };
  const framing = { resolveReference: resolve };
  if (framed) return framedResponse(context, octets, headers, framing);
  const { name } = file;
  const charset = context.view.query.get('charset');
  const repeated = charset === null ? {} : { charset };
  const { title, content } = htmlContent(context, octets, name, { repeated, framing });
  const shown = { title: title === null ? null : displayText(title), download: name, content };
  const page = itemPage(context, file.head(), shown);
  return pageResponse(context, page, { headers: { ...headers, 'Content-Security-Policy': FRAME_POLICY } });
}

/** How long to wait for the whole file, in milliseconds. A file that takes longer is played as it arrives. */
const PATIENCE_MS = 3000;

/** Responds with a sound, a video or a picture: a page for people, and the octets for its player. */
async function respondWithMedia(context: ShapeContext, file: Arriving): Promise<Response> {
  const isPlayed = mediaNoun(file.mediaType) !== 'picture';
  if (!(isPlayed || wantsPage(context))) return stream(context, file);
  const { octets, isAll } = await file.ahead(LARGEST_TEXT, PATIENCE_MS);
  if (wantsPage(context)) {
    file.body.close();
    return mediaPage(context, file, octets, file.size ?? (isAll ? octets.byteLength : null));
  }
  if (!isAll) return stream(context, file);
  return rangeResponse(context.request, octets, {
    ...fileHeaders(file.name, file.mediaType),
    ...fileCaching(context, file),
    ETag: `"${fingerprint(latin1Of(octets))}"`,
    Vary: PAGE_OR_FILE,
  });
}

function mediaPage(context: ShapeContext, file: Arriving, first: Uint8Array, size: number | null): Response {
  const { name, mediaType: type } = file;
  const href = context.links.self({ format: 'raw' });
  const content = <MediaContent file={{ name, type, size, href, first }} />;
  const page = itemPage(context, file.head(), { title: null, download: name, content });
  const policy = { Vary: PAGE_OR_FILE, 'Content-Security-Policy': MEDIA_POLICY };
  return pageResponse(context, page, { headers: { ...fileCaching(context, file), ...policy } });
}

const TEXTS = /^(?:text\/|application\/xml$)/;

/** Sends the octets as they arrive. */
function stream(context: ShapeContext, file: Arriving): Response {
  const { name, mediaType, isSaved, body } = file;
  const { type, length, filter } = file.sentTo('browser');
  const headers: Record<string, string> = {
    ...fileHeaders(name, mediaType),
    'Content-Type': type,
    ...fileCaching(context, file),
    'Accept-Ranges': 'none',
    ...(/^(?:image\/|text\/html)/.test(mediaType) && { Vary: PAGE_OR_FILE }),
  };
  // Texts that are saved are attachments. Browsers show pictures and documents all the same.
  if (isSaved && TEXTS.test(mediaType)) headers['Content-Disposition'] = dispositionOf(name, UNKNOWN);
  if (context.request.method === 'HEAD') {
    body.close();
    if (length !== null) headers['Content-Length'] = String(length);
    return new Response(null, { headers });
  }
  const delivery = { length, cap: context.environment.downloadCap, filter };
  return new Response(pump(body, delivery, context), { headers });
}
