/**
 * Files: streamed as they come, with the type and the name that menus do not tell. Gopher has no ranges and no
 * dates, and a length only in Gopher+.
 */
import { isUtf8 } from '../../../src/schemes/charset.ts';
import { latin1Of } from '../../../src/uri/octets.ts';
import { pump } from '../../net/pump.ts';
import { DotTerminator } from '../../net/terminator.ts';
import { dispositionOf, documentPolicy } from '../media.ts';
import { labelOf } from './charset.ts';
import { nameOf } from './frame.ts';
import { jsonResponse } from './fresh.ts';
import { isShown, itemMediaType, kindOf, SNIFFED, typeNameOf } from './item-kinds.ts';
import { type GopherVisit, peek, type Reply } from './reply.ts';

/** An hour: what is worth streaming changes rarely. */
const KEPT = 'public, max-age=3600, no-transform';
const SAVED = 'application/octet-stream';

interface FileForm {
  readonly mediaType: string;
  /** Whether a period on the last line is the protocol's. */
  readonly isText: boolean;
}

/** Answers with a file, under the type that its item, its name and its first octets suggest. */
export async function openFile(visit: GopherVisit, reply: Reply): Promise<Response> {
  const beginning = await peek(reply.connection, (octets) => octets.length >= SNIFFED);
  const { type } = visit.resolution.details;
  const mediaType = itemMediaType(type, nameOf(visit), latin1Of(beginning.subarray(0, SNIFFED)));
  return streamFile(visit, reply, { mediaType, isText: false });
}

/**
 * Answers with a text of a type that says its charset itself, or is left to the reader. Only UTF-8, which is sure to
 * be seen, is told.
 */
export async function openAs(visit: GopherVisit, reply: Reply, type: 'text/html' | 'text/plain'): Promise<Response> {
  const beginning = await peek(reply.connection, (octets) => octets.length >= SAMPLE);
  const charset = visit.view.charset ?? (isUtf8(beginning, 'beginning') ? 'utf-8' : null);
  const mediaType = charset === null ? type : `${type}; charset=${labelOf(charset)}`;
  return streamFile(visit, reply, { mediaType, isText: false });
}

/** So much of a text shows its charset. */
const SAMPLE = 1024;

/** What a program is told of a file; of a text, where no answer of ours could hold it. */
export function fileJson(visit: GopherVisit): Response {
  const { resolution, links } = visit;
  const { type, selector } = resolution.details;
  const file = {
    kind: 'file',
    url: resolution.canonical,
    type,
    typeName: typeNameOf(type),
    name: nameOf(visit),
    selector,
    mediaType: itemMediaType(type, nameOf(visit), ''),
    links: { raw: links.origin + links.here({ format: 'raw' }) },
  };
  return jsonResponse(visit, file, { 'Cache-Control': KEPT, Vary: 'Accept' });
}

/** Streams the body of a reply. */
export function streamFile(visit: GopherVisit, reply: Reply, { mediaType, isText }: FileForm): Response {
  const { connection, framing } = reply;
  const length = framing.kind === 'length' ? framing.length : null;
  const headers: Record<string, string> = {
    'Content-Type': mediaType,
    'Content-Disposition': dispositionFor(visit, mediaType),
    'Content-Encoding': 'identity',
    'Cache-Control': KEPT,
    'Accept-Ranges': 'none',
  };
  const policy = documentPolicy(mediaType);
  if (policy !== null) headers['Content-Security-Policy'] = policy;
  if (visit.request.method === 'HEAD') {
    connection.close();
    if (length !== null) headers['Content-Length'] = String(length);
    return new Response(null, { headers });
  }
  const terminated = framing.kind === 'period' || (isText && framing.kind === 'close');
  const delivery = {
    length,
    stopAtLength: true,
    cap: visit.environment.downloadCap,
    filter: terminated ? new DotTerminator() : null,
  };
  return new Response(pump(connection, delivery, visit.context), { headers });
}

/** Files to save are saved, even where a browser could show their type. */
function dispositionFor(visit: GopherVisit, mediaType: string): string {
  const saved = kindOf(visit.resolution.details.type).presentation === 'saved' && !isShown(mediaType);
  return dispositionOf(nameOf(visit), saved || mediaType.startsWith('application/') ? SAVED : mediaType);
}
