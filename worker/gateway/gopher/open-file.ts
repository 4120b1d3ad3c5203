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
import { itemKind, itemMediaType, itemTypeName, SNIFFED } from './item-kinds.ts';
import { itemName } from './item-page.ts';
import type { Reply } from './reply.ts';
import { chained, servedCharset, typeWithCharset } from './served-charset.ts';

/** An hour: files change rarely. */
const CACHED = 'public, max-age=3600, no-transform';
/** A media type with which `dispositionOf` makes an attachment. */
const SAVED = 'application/octet-stream';

interface FileKind {
  /** Without a charset. */
  readonly mediaType: string;
  /** The charset of a text, which the response names; `null` = unknown, or not a text. */
  readonly charset: string | null;
  /** Whether a period alone on the last line belongs to the protocol and not to the file. */
  readonly isText: boolean;
}

/** Responds with a file. Its media type depends on the item type, the name and the first octets. */
export async function openFile(context: GopherContext, reply: Reply): Promise<Response> {
  const { octets } = await reply.body.peek(({ length }) => length >= SNIFFED, { patience: SAMPLE_MS });
  const { type } = context.resolution.details;
  const mediaType = itemMediaType(type, itemName(context), latin1Of(octets.subarray(0, SNIFFED)));
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
    links: { raw: links.origin + links.self({ format: 'raw' }) },
  };
  return jsonResponse(context, file, { 'Cache-Control': CACHED, Vary: 'Accept' });
}

/** Streams the body of a reply. */
export function streamFile(context: GopherContext, { body, framing }: Reply, file: FileKind): Response {
  const { mediaType, charset, isText } = file;
  if (isText) body.expectPeriod();
  const hasPeriod = framing.kind === 'period' || (isText && framing.kind === 'close');
  const served = servedCharset(context, charset);
  const length = served.filter === null ? body.length : null;
  const headers: Record<string, string> = {
    'Content-Type': typeWithCharset(mediaType, served),
    'Content-Disposition': dispositionFor(context, mediaType),
    'Content-Encoding': 'identity',
    'Cache-Control': CACHED,
    'Accept-Ranges': 'none',
  };
  const policy = documentPolicy(mediaType);
  if (policy !== null) headers['Content-Security-Policy'] = policy;
  if (context.request.method === 'HEAD') {
    body.close();
    if (length !== null) headers['Content-Length'] = String(length);
    return new Response(null, { headers });
  }
  const delivery = {
    length,
    cap: context.environment.downloadCap,
    filter: chained(hasPeriod ? new DotTerminator() : null, served.filter),
  };
  return new Response(pump(body, delivery, context), { headers });
}

/** Texts of an item type that is saved are attachments. Browsers show its pictures and documents all the same. */
function dispositionFor(context: GopherContext, mediaType: string): string {
  const isSaved = itemKind(context.resolution.details.type).presentation === 'saved';
  return dispositionOf(itemName(context), isSaved && TEXTS.test(mediaType) ? SAVED : mediaType);
}

const TEXTS = /^(?:text\/|application\/xml$)/;
