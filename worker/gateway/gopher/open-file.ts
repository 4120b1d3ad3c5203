/**
 * Files: streamed as they come, with the type and the name that menus do not tell. Gopher has no ranges and no
 * dates, and a length only in Gopher+.
 */
import { isUtf8 } from '../../../src/schemes/charset.ts';
import { latin1Of } from '../../../src/uri/octets.ts';
import { pump } from '../../net/pump.ts';
import { DotTerminator } from '../../net/terminator.ts';
import { dispositionOf, documentPolicy } from '../shared/media-type.ts';
import { jsonResponse } from './caching.ts';
import { isShown, itemMediaType, kindOf, SNIFFED, typeNameOf } from './item-kinds.ts';
import { nameOf } from './item-page.ts';
import { type GopherContext, peek, type Reply } from './reply.ts';
import { labelOf } from './text-reader.ts';

/** An hour: what is worth streaming changes rarely. */
const KEPT = 'public, max-age=3600, no-transform';
const SAVED = 'application/octet-stream';

interface FileForm {
  readonly mediaType: string;
  /** Whether a period on the last line is the protocol's. */
  readonly isText: boolean;
}

/** Answers with a file, under the type that its item, its name and its first octets suggest. */
export async function openFile(context: GopherContext, reply: Reply): Promise<Response> {
  const beginning = await peek(reply.connection, (octets) => octets.length >= SNIFFED);
  const { type } = context.resolution.details;
  const mediaType = itemMediaType(type, nameOf(context), latin1Of(beginning.subarray(0, SNIFFED)));
  return streamFile(context, reply, { mediaType, isText: false });
}

/**
 * Answers with a text of a type that says its charset itself, or is left to the reader. Only UTF-8, which is sure to
 * be seen, is told.
 */
export async function openAs(
  context: GopherContext,
  reply: Reply,
  type: 'text/html' | 'text/plain',
): Promise<Response> {
  const beginning = await peek(reply.connection, (octets) => octets.length >= SAMPLE);
  const charset = context.view.charset ?? (isUtf8(beginning, 'beginning') ? 'utf-8' : null);
  const mediaType = charset === null ? type : `${type}; charset=${labelOf(charset)}`;
  return streamFile(context, reply, { mediaType, isText: false });
}

/** So much of a text shows its charset. */
const SAMPLE = 1024;

/** What a program is told of a file; of a text, where no answer of ours could hold it. */
export function fileJson(context: GopherContext): Response {
  const { resolution, links } = context;
  const { type, selector } = resolution.details;
  const file = {
    kind: 'file',
    url: resolution.canonical,
    type,
    typeName: typeNameOf(type),
    name: nameOf(context),
    selector,
    mediaType: itemMediaType(type, nameOf(context), ''),
    links: { raw: links.origin + links.self({ format: 'raw' }) },
  };
  return jsonResponse(context, file, { 'Cache-Control': KEPT, Vary: 'Accept' });
}

/** Streams the body of a reply. */
export function streamFile(context: GopherContext, reply: Reply, { mediaType, isText }: FileForm): Response {
  const { connection, framing } = reply;
  const length = framing.kind === 'length' ? framing.length : null;
  const headers: Record<string, string> = {
    'Content-Type': mediaType,
    'Content-Disposition': dispositionFor(context, mediaType),
    'Content-Encoding': 'identity',
    'Cache-Control': KEPT,
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
  return new Response(pump(connection, delivery, context.execution), { headers });
}

/** Files to save are saved, even where a browser could show their type. */
function dispositionFor(context: GopherContext, mediaType: string): string {
  const saved = kindOf(context.resolution.details.type).presentation === 'saved' && !isShown(mediaType);
  return dispositionOf(nameOf(context), saved || mediaType.startsWith('application/') ? SAVED : mediaType);
}
