/**
 * A file: streamed as it comes, whole or from an offset (REST, RFC 3659 §5), with the length, date and tag that the
 * server's SIZE and MDTM allow.
 */
import type { OctetString } from '../../../src/schemes/ftp/octet-string.ts';
import type { Reply } from '../../../src/schemes/ftp/reply.ts';
import { GatewayError } from '../../net/errors.ts';
import { pump } from '../../net/pump.ts';
import type { GatewayContext } from '../core/contract.ts';
import { dispositionOf, documentPolicy, mediaTypeOf } from '../shared/media-type.ts';
import { type Transfer, transfer } from './data-connection.ts';
import type { FileFacts } from './file-facts.ts';
import type { FtpSession } from './login.ts';
import { allowsPart, isFresh, isOther, type Part, partOf, type Validators, validatorsOf } from './range.ts';

export interface FileRequest {
  /** The name with what goes before it. */
  readonly path: OctetString;
  /** The name for people. */
  readonly name: string;
  /** `A` has the server change line ends on the way, so no length holds. */
  readonly type: 'A' | 'I';
  readonly facts: FileFacts;
  readonly cacheControl: string;
}

/** The answer with a file, or the server's refusal to send it. */
export type Sent = { readonly kind: 'sent'; readonly response: Response } | Refusal;
interface Refusal {
  readonly kind: 'refused';
  readonly reply: Reply;
}

/** Answers with a file, a part of it, 304, 412 or 416; the control connection is closed in the end. */
export async function sendFile(context: GatewayContext<'ftp'>, session: FtpSession, file: FileRequest): Promise<Sent> {
  const { headers: asked, method } = context.request;
  const now = new Date();
  const size = sizeOf(file);
  const validators = validatorsOf(size, file.facts.kind === 'file' ? file.facts.modified : null, now);
  const headers = new Headers({ ...headersOf(file), ...validatorHeaders(validators) });
  const withoutBody = (status: number): Sent => {
    session.control.close();
    return { kind: 'sent', response: new Response(null, { status, headers }) };
  };
  if (isOther(asked, validators)) return withoutBody(412);
  if (isFresh(asked, validators)) return withoutBody(304);

  const resumable = size !== null && /\bSTREAM\b/i.test(session.features.get('REST') ?? '');
  if (resumable) headers.set('Accept-Ranges', 'bytes');
  if (method === 'HEAD') {
    // Ranges are for GET alone (§14.2).
    if (size !== null) headers.set('Content-Length', String(size));
    return withoutBody(200);
  }
  const wanted = resumable && allowsPart(asked.get('If-Range'), validators, now);
  const part = wanted ? partOf(asked.get('Range'), size) : WHOLE;
  if (part.kind === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${size}`);
    return withoutBody(416);
  }

  const begun = await transfer(session, 'RETR', file.path, part.kind === 'part' ? part.start : 0);
  if (begun.kind === 'refused') return begun;
  // The whole answers any range as well.
  return {
    kind: 'sent',
    response: await stream(context, session, file, begun, begun.restarted ? part : WHOLE, headers),
  };
}

/** How many octets will come; `null` where nobody knows. */
function sizeOf({ type, facts }: FileRequest): number | null {
  return type === 'I' && facts.kind === 'file' ? facts.size : null;
}

const WHOLE: Part = { kind: 'whole' };

async function stream(
  { view, environment, execution }: GatewayContext<'ftp'>,
  { control }: FtpSession,
  file: FileRequest,
  { data, verdict }: Transfer,
  part: Part,
  headers: Headers,
): Promise<Response> {
  const size = sizeOf(file);
  const status = part.kind === 'part' ? 206 : 200;
  const length = part.kind === 'part' ? part.length : size;
  const inside = part.kind === 'part' && size !== null && part.start + part.length < size;

  // What is wrong from the first octet on can still be told by a status.
  const first = (await data.read()) ?? NO_OCTETS;
  if (first.byteLength === 0) {
    data.close();
    await verdict();
  } else {
    data.unread(first);
  }
  if (length !== null && contradicts(first.byteLength, length, inside)) {
    throw new GatewayError('gateway-protocol', 'The server sent another length than it announced.');
  }
  if (part.kind === 'part') {
    headers.set('Content-Range', `bytes ${part.start}-${part.start + part.length - 1}/${size}`);
  } else {
    // What a name does not tell, the first octets may.
    const mediaType = mediaTypeOf(file.name, { first, charset: view.charset });
    headers.set('Content-Type', mediaType);
    headers.set('Content-Disposition', dispositionOf(file.name, mediaType));
  }
  if (first.byteLength === 0) {
    control.close();
    return new Response('', { status, headers });
  }
  const body = pump(
    data,
    {
      length,
      stopAtLength: inside,
      cap: environment.downloadCap,
      // Who has what they wanted before the end, does not wait for the server to complain.
      ...(inside ? {} : { finish: verdict }),
      ended: () => control.close(),
    },
    execution,
  );
  return new Response(body, { status, headers });
}

const NO_OCTETS = new Uint8Array();

function contradicts(first: number, length: number, inside: boolean): boolean {
  return first === 0 ? length > 0 : !inside && first > length;
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
