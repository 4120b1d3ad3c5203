/**
 * Files: streamed as they arrive, with the media type and name that menus do not contain. Gopher has no ranges and no
 * dates, and only Gopher+ has lengths.
 */
import { isUtf8 } from '../../../src/schemes/charset.ts';
import { latin1Of } from '../../../src/uri/octets.ts';
import { pump } from '../../net/pump.ts';
import { DotTerminator } from '../../net/terminator.ts';
import { dispositionOf, documentPolicy } from '../shared/media-type.ts';
import { jsonResponse } from './caching.ts';
import type { GopherContext } from './context.ts';
import { isShown, itemKind, itemMediaType, itemTypeName, SNIFFED } from './item-kinds.ts';
import { itemName } from './item-page.ts';
import { peek, type Reply } from './reply.ts';
import { charsetLabel } from './text-reader.ts';

/** An hour: files change rarely. */
const CACHED = 'public, max-age=3600, no-transform';
/** A media type with which `dispositionOf` makes an attachment. */
const SAVED = 'application/octet-stream';

interface FileKind {
  readonly mediaType: string;
  /** Whether a period alone on the last line belongs to the protocol and not to the file. */
  readonly isText: boolean;
}

/** Responds with a file. Its media type depends on the item type, the name and the first octets. */
export async function openFile(context: GopherContext, reply: Reply): Promise<Response> {
  const beginning = await peek(reply.connection, (octets) => octets.length >= SNIFFED);
  const { type } = context.resolution.details;
  const mediaType = itemMediaType(type, itemName(context), latin1Of(beginning.subarray(0, SNIFFED)));
  return streamFile(context, reply, { mediaType, isText: false });
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
  const beginning = await peek(reply.connection, (octets) => octets.length >= SAMPLE);
  const charset = context.view.charset ?? (isUtf8(beginning, 'beginning') ? 'utf-8' : null);
  const mediaType = charset === null ? type : `${type}; charset=${charsetLabel(charset)}`;
  return streamFile(context, reply, { mediaType, isText: false });
}

/** The octets of a text that show its charset. */
const SAMPLE = 1024;

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
    links: { raw: links.origin + links.self({ format: 'raw' }) },
  };
  return jsonResponse(context, file, { 'Cache-Control': CACHED, Vary: 'Accept' });
}

/** Streams the body of a reply. */
export function streamFile(context: GopherContext, reply: Reply, { mediaType, isText }: FileKind): Response {
  const { connection, framing } = reply;
  const length = framing.kind === 'length' ? framing.length : null;
  const headers: Record<string, string> = {
    'Content-Type': mediaType,
    'Content-Disposition': dispositionFor(context, mediaType),
    'Content-Encoding': 'identity',
    'Cache-Control': CACHED,
    'Accept-Ranges': 'none',
  };
  const policy = documentPolicy(mediaType);
  if (policy !== null) headers['Content-Security-Policy'] = policy;
  if (context.request.method === 'HEAD') {
    connection.close();
    if (length !== null) headers['Content-Length'] = String(length);
    return new Response(null, { headers });
  }
  const terminated = framing.kind === 'period' || (isText && framing.kind === 'close');
  const delivery = {
    length,
    stopAtLength: true,
    cap: context.environment.downloadCap,
    filter: terminated ? new DotTerminator() : null,
  };
  return new Response(pump(connection, delivery, context), { headers });
}

/** Items of a type that is saved are attachments, even if a browser can show their media type. */
function dispositionFor(context: GopherContext, mediaType: string): string {
  const saved = itemKind(context.resolution.details.type).presentation === 'saved' && !isShown(mediaType);
  return dispositionOf(itemName(context), saved || mediaType.startsWith('application/') ? SAVED : mediaType);
}
