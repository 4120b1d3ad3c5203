/**
 * Streams a file, whole or from an offset (REST, RFC 3659 §5). Length, date and entity tag come from the server's SIZE
 * and MDTM.
 */
import type { OctetString } from '../../../src/schemes/ftp/octet-string.ts';
import type { Reply } from '../../../src/schemes/ftp/reply.ts';
import { GatewayError } from '../../gateway-error.ts';
import { pump } from '../../net/pump.ts';
import type { GatewayContext } from '../core/contract.ts';
import { dispositionOf, documentPolicy, mediaTypeOf } from '../shared/media-type.ts';
import {
  allowsPart,
  isFresh,
  parseRange,
  preconditionFails,
  type RequestedRange,
  type Validators,
  validatorsOf,
} from '../shared/range.ts';
import { readBeginning } from './beginning.ts';
import { type Transfer, transfer } from './data-connection.ts';
import type { FileFacts } from './file-facts.ts';
import type { FtpSession } from './login.ts';

export interface FileRequest {
  /** The name, with the prefix of its directory. */
  readonly path: OctetString;
  /** The name, decoded. */
  readonly name: string;
  /** With `A`, the server converts line ends, so the size from SIZE is wrong. */
  readonly type: 'A' | 'I';
  readonly facts: FileFacts;
  readonly cacheControl: string;
}

/** The response with a file, or the server's refusal to send it. */
export type FileResult = { readonly kind: 'response'; readonly response: Response } | Refusal;
interface Refusal {
  readonly kind: 'refused';
  readonly reply: Reply;
}

/** Answers with a file, a part of it, 304, 412 or 416. The control connection is closed at the end. */
export async function sendFile(
  context: GatewayContext<'ftp'>,
  session: FtpSession,
  file: FileRequest,
): Promise<FileResult> {
  const { headers: asked, method } = context.request;
  const now = new Date();
  const size = transferSize(file);
  const validators = validatorsOf(size, file.facts.kind === 'file' ? file.facts.modified : null, now);
  const headers = new Headers({ ...headersOf(file), ...validatorHeaders(validators) });
  const withoutBody = (status: number): FileResult => {
    session.control.close();
    return { kind: 'response', response: new Response(null, { status, headers }) };
  };
  if (preconditionFails(asked, validators)) return withoutBody(412);
  if (isFresh(asked, validators)) return withoutBody(304);

  const resumable = size !== null && /\bSTREAM\b/i.test(session.features.get('REST') ?? '');
  if (resumable) headers.set('Accept-Ranges', 'bytes');
  if (method === 'HEAD') {
    // RFC 9110 §14.2 defines ranges for GET only.
    if (size !== null) headers.set('Content-Length', String(size));
    return withoutBody(200);
  }
  const wanted = resumable && allowsPart(asked.get('If-Range'), validators, now);
  const part = wanted ? parseRange(asked.get('Range'), size) : WHOLE;
  if (part.kind === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`);
    return withoutBody(416);
  }

  const begun = await transfer(session, 'RETR', file.path, part.kind === 'part' ? part.start : 0);
  if (begun.kind === 'refused') return begun;
  // The whole file is a valid answer to any range.
  return {
    kind: 'response',
    response: await stream(context, session, file, begun, begun.restarted ? part : WHOLE, headers),
  };
}

/** The number of octets in the transfer; `null` = unknown. */
function transferSize({ type, facts }: FileRequest): number | null {
  return type === 'I' && facts.kind === 'file' ? facts.size : null;
}

const WHOLE: RequestedRange = { kind: 'whole' };

async function stream(
  context: GatewayContext<'ftp'>,
  { control }: FtpSession,
  file: FileRequest,
  { data, verdict }: Transfer,
  part: RequestedRange,
  headers: Headers,
): Promise<Response> {
  const { view, environment } = context;
  const size = transferSize(file);
  const status = part.kind === 'part' ? 206 : 200;
  const length = part.kind === 'part' ? part.length : size;
  const inside = part.kind === 'part' && size !== null && part.start + part.length < size;

  // Before the response begins, an error can still be a status code.
  const beginning = await readBeginning(data, environment.downloadCap);
  const { octets } = beginning;
  const ended = beginning.kind === 'whole';
  if (ended) {
    data.close();
    if (!inside) await verdict();
  }
  if (length !== null && contradicts(octets.byteLength, length, { inside, ended })) {
    throw new GatewayError('gateway-protocol', 'The server sent another length than it announced.');
  }
  if (part.kind === 'part') {
    headers.set('Content-Range', `bytes ${part.start}-${part.start + part.length - 1}/${size}`);
  } else {
    // With the first octets, the media type can be determined even if the name has no known extension.
    const mediaType = mediaTypeOf(file.name, { first: octets, charset: view.charset });
    headers.set('Content-Type', mediaType);
    headers.set('Content-Disposition', dispositionOf(file.name, mediaType));
  }
  if (beginning.kind === 'whole') {
    control.close();
    return new Response(length === null ? octets : octets.subarray(0, length), { status, headers });
  }
  const body = pump(
    beginning.source,
    {
      length,
      stopAtLength: inside,
      cap: environment.downloadCap,
      // A range that ends before the file does not wait for the server's reply, which would be an error.
      ...(inside ? {} : { finish: verdict }),
      ended: () => control.close(),
    },
    context,
  );
  return new Response(body, { status, headers });
}

interface Received {
  /** Whether the range ends before the file. The server sends the rest of the file, too. */
  readonly inside: boolean;
  /** Whether these are all octets of the transfer. */
  readonly ended: boolean;
}

function contradicts(received: number, length: number, { inside, ended }: Received): boolean {
  if (inside) return ended && received < length;
  return ended ? received !== length : received > length;
}

function headersOf({ name, cacheControl }: FileRequest): Record<string, string> {
  const type = mediaTypeOf(name, null);
  const policy = documentPolicy(type);
  return {
    'Content-Type': type,
    'Content-Disposition': dispositionOf(name, type),
    ...(policy === null ? {} : { 'Content-Security-Policy': policy }),
    'Content-Encoding': 'identity',
    'Cache-Control': `${cacheControl}, no-transform`,
    Vary: 'Authorization',
  };
}

function validatorHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag === null ? {} : { ETag: etag }),
    ...(lastModified === null ? {} : { 'Last-Modified': lastModified }),
  };
}
