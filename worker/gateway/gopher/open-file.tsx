/** Files: with the media type and name that menus do not contain, and players for sounds and films. */
import { isUtf8 } from '../../../src/octets/charset.ts';
import { latin1Of } from '../../../src/octets/octets.ts';
import type { GopherReply } from '../../../src/protocols/gopher/reply.ts';
import { pageResponse } from '../../pages/parts/respond.tsx';
import { fingerprint } from '../../settings/fingerprint.ts';
import { limits } from '../../settings/limits.ts';
import { isMedia, MEDIA_POLICY, MediaContent, PAGE_OR_FILE, wantsPage } from '../shared/media-page.tsx';
import { dispositionOf } from '../shared/media-type.ts';
import { rangeResponse } from '../shared/range.ts';
import { jsonResponse } from './caching.ts';
import { type GopherContext, itemName } from './context.ts';
import { itemMediaType, SNIFFED } from './item-kinds.ts';
import { itemPage } from './item-page.tsx';
import { fileJson } from './json.ts';
import { FILE_CACHED, streamFile } from './stream-file.ts';

/** Responds with a file. Its media type depends on the item type, the name and the first octets. */
export async function openFile(context: GopherContext, reply: GopherReply): Promise<Response> {
  const { octets } = await reply.body.peek(({ length }) => length >= SNIFFED, { patience: SAMPLE_MS });
  const { type } = context.resolution.details;
  const mediaType = itemMediaType(type, itemName(context), latin1Of(octets.subarray(0, SNIFFED)));
  if (isMedia(mediaType)) return openMedia(context, reply, mediaType);
  return streamFile(context, reply, { mediaType, charset: null, isText: false });
}

/**
 * Responds with a text and leaves its charset to the reader's program. The header names a charset only if the request
 * does, or if the text is certainly UTF-8.
 */
export async function openAs(
  context: GopherContext,
  reply: GopherReply,
  type: 'text/html' | 'text/plain',
): Promise<Response> {
  const { octets } = await reply.body.peek(({ length }) => length >= SAMPLE, { patience: SAMPLE_MS });
  const charset = context.view.charset ?? (isUtf8(octets, 'beginning') ? 'utf-8' : null);
  return streamFile(context, reply, { mediaType: type, charset, isText: false });
}

/** The octets of a text that show its charset. */
const SAMPLE = 1024;
/** How long to wait for so many octets after the first ones, in milliseconds. What has arrived is sent then. */
const SAMPLE_MS = 200;

/** Describes a file for programs, or a text that is too long for JSON. */
export function describeFile(context: GopherContext): Response {
  return jsonResponse(context, fileJson(context), { 'Cache-Control': FILE_CACHED, Vary: 'Accept' });
}

/** How long to wait for the whole file, in milliseconds. A file that takes longer is played as it arrives. */
const PATIENCE_MS = 3000;

/**
 * Responds with a sound or a film: a page with a player for people, and the octets for the player. Gopher has no
 * ranges, so a player can seek only in a file that is short enough to be read as a whole, or whose length Gopher+
 * announces.
 */
async function openMedia(context: GopherContext, reply: GopherReply, mediaType: string): Promise<Response> {
  const { body } = reply;
  const asIs = () => streamFile(context, reply, { mediaType, charset: null, isText: false });
  if (context.request.method === 'HEAD') return asIs();
  const { octets, ended } = await body.peek(() => false, { cap: limits.textPage, patience: PATIENCE_MS });
  if (wantsPage(context)) {
    body.close();
    return mediaPage(context, mediaType, body.length ?? (ended ? octets.byteLength : null));
  }
  if (!ended) return asIs();
  return rangeResponse(context.request, octets, {
    'Content-Type': mediaType,
    'Content-Disposition': dispositionOf(itemName(context), mediaType),
    'Content-Encoding': 'identity',
    'Cache-Control': FILE_CACHED,
    ETag: `"${fingerprint(latin1Of(octets))}"`,
    Vary: PAGE_OR_FILE,
  });
}

function mediaPage(context: GopherContext, type: string, size: number | null): Response {
  const { links } = context;
  const href = links.self({ format: 'raw' });
  const content = <MediaContent file={{ name: itemName(context), type, size, href }} />;
  const actions = [
    { text: 'Raw', href },
    { text: 'JSON', href: links.self({ format: 'json' }) },
  ];
  const headers = { 'Cache-Control': FILE_CACHED, Vary: PAGE_OR_FILE, 'Content-Security-Policy': MEDIA_POLICY };
  return pageResponse(context, itemPage(context, { actions, content }), { headers });
}
