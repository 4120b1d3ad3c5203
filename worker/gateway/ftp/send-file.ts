/**
 * Streams a file, whole or from an offset (REST, RFC 3659 §5). Length, date and entity tag come from the server's SIZE
 * and MDTM. Texts, sounds and films that a browser opens in a window get a page.
 */
import type { OctetString } from '../../../src/octets/octet-string.ts';
import { collect } from '../../../src/protocols/collect.ts';
import type { Reply } from '../../../src/protocols/ftp/reply.ts';
import { otherLength } from '../../../src/protocols/protocol-error.ts';
import { pump } from '../../net/pump.ts';
import { limits } from '../../settings/limits.ts';
import type { GatewayContext } from '../contract/contract.ts';
import { isMedia } from '../shared/media-page.tsx';
import { dispositionOf, documentPolicy, mediaTypeOf, UNKNOWN } from '../shared/media-type.ts';
import {
  allowsPart,
  isFresh,
  parseRange,
  preconditionFails,
  type RequestedRange,
  type Validators,
  validatorsOf,
} from '../shared/range.ts';
import { PAGE_OR_FILE, wantsPage } from '../shared/wants-page.ts';
import { type Beginning, readBeginning } from './beginning.ts';
import { type Transfer, transfer } from './data-connection.ts';
import type { FileFacts } from './file-facts.ts';
import { mediaPage, pageValidators, textPage } from './file-page.tsx';
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
  const ofFile = validatorsOf(size, file.facts.kind === 'file' ? file.facts.modified : null, now);
  const page = wantsPage(context) ? pageKind(file) : null;
  const validators = page === null ? ofFile : pageValidators(ofFile, context);
  const headers = new Headers({ ...headersOf(file), ...validatorHeaders(validators) });
  const pageHeaders = { ...cachingOf(file), ...validatorHeaders(validators) };
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
  if (page === 'media') {
    // The transfer shows that the file exists. The player requests it again.
    begun.data.close();
    session.control.close();
    const media = { type: mediaTypeOf(file.name, null), size };
    return { kind: 'response', response: mediaPage(context, file.name, media, pageHeaders) };
  }
  const beginning = await readBeginning(begun.data, context.environment.downloadCap);
  if (page === 'text') {
    const octets = await wholeText(context, file, beginning);
    if (octets !== null) {
      await finish(session, file, begun, octets);
      return { kind: 'response', response: textPage(context, file.name, octets, pageHeaders) };
    }
    for (const name of ['ETag', 'Last-Modified']) headers.delete(name);
    for (const [name, value] of Object.entries(validatorHeaders(ofFile))) headers.set(name, value);
  }
  // The whole file is a valid answer to any range.
  return {
    kind: 'response',
    response: await stream(context, session, file, { ...begun, beginning }, begun.restarted ? part : WHOLE, headers),
  };
}

/** The kind of page that shows a file, by its name and size; `null` = none. A file without a known type may be text. */
function pageKind(file: FileRequest): 'text' | 'media' | null {
  const type = mediaTypeOf(file.name, null);
  if (isMedia(type)) return 'media';
  const mayBeText = type === 'text/plain' || type === UNKNOWN;
  return mayBeText && (transferSize(file) ?? 0) <= limits.filePage ? 'text' : null;
}

/** All octets of a text that is short enough for a page; `null` for other files, which are sent as they are. */
async function wholeText(
  { view }: GatewayContext<'ftp'>,
  { name }: FileRequest,
  beginning: Beginning,
): Promise<Uint8Array | null> {
  const type = mediaTypeOf(name, { first: beginning.octets, charset: view.charset });
  if (!type.startsWith('text/plain')) return null;
  if (beginning.kind === 'whole') return beginning.octets;
  const { octets, complete } = await collect(beginning.source, limits.filePage);
  if (complete) return octets;
  beginning.source.unread(octets);
  return null;
}

/** Ends a transfer of which all octets have arrived: asks for the verdict, and closes the session. */
async function finish(
  { control }: FtpSession,
  file: FileRequest,
  { data, verdict }: Transfer,
  octets: Uint8Array,
): Promise<void> {
  data.close();
  await verdict();
  control.close();
  const size = transferSize(file);
  if (size !== null && octets.byteLength !== size) throw otherLength();
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
  { data, verdict, beginning }: Transfer & { readonly beginning: Beginning },
  part: RequestedRange,
  headers: Headers,
): Promise<Response> {
  const { view, environment } = context;
  const size = transferSize(file);
  const status = part.kind === 'part' ? 206 : 200;
  const length = part.kind === 'part' ? part.length : size;
  const inside = part.kind === 'part' && size !== null && part.start + part.length < size;

  // Before the response begins, an error can still be a status code.
  const { octets } = beginning;
  const ended = beginning.kind === 'whole';
  if (ended) {
    data.close();
    if (!inside) await verdict();
  }
  if (length !== null && contradicts(octets.byteLength, length, { inside, ended })) throw otherLength();
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

function headersOf(file: FileRequest): Record<string, string> {
  const { name } = file;
  const type = mediaTypeOf(name, null);
  const policy = documentPolicy(type);
  return {
    'Content-Type': type,
    'Content-Disposition': dispositionOf(name, type),
    ...(policy === null ? {} : { 'Content-Security-Policy': policy }),
    'Content-Encoding': 'identity',
    ...cachingOf(file),
  };
}

function cachingOf({ cacheControl }: FileRequest): Record<string, string> {
  return { 'Cache-Control': `${cacheControl}, no-transform`, Vary: `${PAGE_OR_FILE}, Authorization` };
}

function validatorHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag === null ? {} : { ETag: etag }),
    ...(lastModified === null ? {} : { 'Last-Modified': lastModified }),
  };
}
