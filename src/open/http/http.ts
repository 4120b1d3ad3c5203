/**
 * Fetches http and https links, for programs that have no browser. An answer has the octets, or says where the link has
 * moved; for JSON, its header is enough.
 */
import { explain } from '../../index.ts';
import { GatewayError } from '../../net/failure.ts';
import { type ProtocolCode, ProtocolError } from '../../protocols/protocol-error.ts';
import { decodeText } from '../../uri/decode.ts';
import type { Link, OpenContext, Opener } from '../contract.ts';
import type { File, Moved, RawReply } from '../opened.ts';
import { asReadableText } from '../text.ts';
import { webFrontAt } from '../web-front.ts';
import { AnswerBody } from './answer-body.ts';
import { check } from './check.ts';
import { askWeb, type Head, redirectTarget } from './request.ts';

type WebLink = Link<'http'>;

export const http: Opener<'http'> = {
  kind: 'http',
  schemes: ['http', 'https'],
  name: 'Web',
  protocol: 'HTTP',
  shapes: ['file', 'octets'],
  sendsUserInfo: true,
  // As many as browsers follow (Fetch §4.4).
  mostRedirects: 20,
  open: (link, context) => (context.wants === 'json' ? describedFile(link, context) : fetched(link, context)),
  check,
  webFront(link) {
    const { path, query } = link.components;
    const target = path + (query === null ? '' : `?${query}`);
    return link.scheme === 'http' ? webFrontAt(link, target, { isPlainToo: false, isFile: true }) : null;
  },
};

/** The octets of a link as they arrive, or where it has moved. */
async function fetched(link: WebLink, context: OpenContext): Promise<RawReply | Moved> {
  const answer = await fetchLink(link, context, 'GET');
  if ('shape' in answer) return answer;
  const { head, body } = answer;
  return { shape: 'octets', name: fileName(link), mediaType: mediaTypeOf(head), body };
}

/** What the header of an answer says of a file. */
async function describedFile(link: WebLink, context: OpenContext): Promise<File | Moved> {
  const answer = await fetchLink(link, context, 'HEAD');
  if ('shape' in answer) return answer;
  const { head, body } = answer;
  body.close();
  const [name, mediaType] = [fileName(link), mediaTypeOf(head)];
  const size = Number.parseInt(firstValue(head, 'content-length') ?? '', 10);
  const time = Date.parse(firstValue(head, 'last-modified') ?? '');
  const facts = { size: Number.isNaN(size) ? null : size, modified: Number.isNaN(time) ? null : new Date(time) };
  return {
    shape: 'file',
    noun: 'file',
    ...{ name, mediaType, ...facts },
    isExact: true,
    exists: true,
    isBase: true,
    isResumable: false,
    isRead: false,
    read: (octets, charset = context.charset) => asReadableText({ noun: 'file', name, octets, charset }),
    json: () => ({ kind: 'file', mediaType, ...facts }),
    async fetch() {
      const again = await fetchLink(link, context, 'GET');
      return 'shape' in again ? again : again.body;
    },
    close() {},
  };
}

function fileName({ components: { path } }: WebLink): string {
  return decodeText(path.slice(path.lastIndexOf('/') + 1));
}

/** The media type, with its parameters. */
function mediaTypeOf(head: Head): string {
  return firstValue(head, 'content-type') ?? 'application/octet-stream';
}

/** The value of a field that should come once. Of several, the first counts, as in browsers and in Node. */
function firstValue({ fields }: Head, wanted: string): string | null {
  return fields.find(([name]) => name === wanted)?.[1] ?? null;
}

/** A link has a limit of its own. */
const NO_LIMIT = Number.POSITIVE_INFINITY;

interface WebAnswer {
  readonly head: Head;
  readonly body: AnswerBody;
}

/**
 * Asks for a link.
 *
 * @returns a successful answer, or where the link has moved
 * @throws ProtocolError for every other status, and as `ask`; GatewayError `rate-limited`
 */
async function fetchLink(link: WebLink, context: OpenContext, method: 'GET' | 'HEAD'): Promise<WebAnswer | Moved> {
  const { canonical: url } = link;
  const { credentials } = context;
  const answer = await understood(async () => {
    const { head, connection } = await askWeb(context, { url, method, credentials, longest: NO_LIMIT });
    return { head, body: new AnswerBody(connection, method === 'HEAD' ? null : head) };
  });
  const { head, body } = answer;
  if (head.status < 300) return answer;
  const moved = redirectOf(head, url);
  await body.drain();
  body.close();
  if (moved === null) throw errorOfStatus(head);
  return moved;
}

/** An answer in broken HTTP is from a server of another protocol. */
async function understood<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof ProtocolError) || cause.code !== 'malformed') throw cause;
    throw new ProtocolError('malformed', 'The server did not answer with HTTP/1.1.', { cause });
  }
}

/** Where an answer leads within the Web; `null` = nowhere. */
function redirectOf(head: Head, url: string): Moved | null {
  const location = head.status < 400 ? firstValue(head, 'location') : null;
  const target = location === null ? null : redirectTarget(location, url);
  return target !== null && explain(target).kind === 'http' ? { shape: 'moved', url: target } : null;
}

/** What statuses mean; for others their class decides. */
const MEANINGS: ReadonlyMap<number, ProtocolCode> = new Map([
  [400, 'invalid-request'],
  [401, 'login-required'],
  [403, 'forbidden'],
  [451, 'forbidden'],
  [503, 'busy'],
  [504, 'timeout'],
]);

/** RFC 6585 §4. */
const TOO_MANY_REQUESTS = 429;

function errorOfStatus({ status, statusLine }: Head): ProtocolError | GatewayError {
  const message = `The server says: ${statusLine.replace(/^\S+ /, '').trimEnd()}`;
  // To a person it is all the same which server counts.
  if (status === TOO_MANY_REQUESTS) return new GatewayError('rate-limited', message);
  const code = MEANINGS.get(status) ?? (status >= 400 && status < 500 ? 'not-found' : 'malformed');
  return new ProtocolError(code, message, { status });
}
