/** Files: with the media type and name that menus do not contain. */
import { isUtf8 } from '../../../src/octets/charset.ts';
import { latin1Of } from '../../../src/octets/octets.ts';
import type { Reply } from '../../../src/protocols/gopher/reply.ts';
import { isMedia } from '../shared/media-page.tsx';
import { jsonResponse } from './caching.ts';
import type { GopherContext } from './context.ts';
import { itemMediaType, itemTypeName, SNIFFED } from './item-kinds.ts';
import { itemName } from './item-page.tsx';
import { openMedia } from './open-media.tsx';
import { FILE_CACHED, streamFile } from './stream-file.ts';

/** Responds with a file. Its media type depends on the item type, the name and the first octets. */
export async function openFile(context: GopherContext, reply: Reply): Promise<Response> {
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
  reply: Reply,
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

/** Describes a file for programs, or a text that is too long for JSON, with a link to its octets. */
export function fileJson(context: GopherContext): Response {
  const { resolution, links } = context;
  const { type, selector } = resolution.details;
  const file = {
    kind: 'file',
    url: resolution.canonical,
    type,
    typeName: itemTypeName(type),
    name: itemName(context),
    selector,
    mediaType: itemMediaType(type, itemName(context), ''),
    links: { raw: links.root + links.self({ format: 'raw' }) },
  };
  return jsonResponse(context, file, { 'Cache-Control': FILE_CACHED, Vary: 'Accept' });
}
