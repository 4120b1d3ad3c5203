/**
 * One request over a connection (HTTP/1.1, RFC 9112). `fetch` would resolve the name of the server again, so the
 * address that a policy judged would not be the one that is reached. Redirects are never followed.
 */
import type { Sink, Source } from '../connection.ts';
import type { Credentials } from '../credentials.ts';
import { protocolLimits } from '../limits.ts';
import { writeLines } from '../lines.ts';
import { longRequest, ProtocolError } from '../protocol-error.ts';
import { readBody } from './body.ts';
import { type Head, type HttpHead, readHead } from './head.ts';

/** A request. The fields that belong to the connection are added to its own. */
export interface ExchangeRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** The value of `Host`: a name or an address, with the port if it is not the default. */
  readonly host: string;
  /** The path and the query, such as `/`. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Sent by the scheme Basic (RFC 7617). Absent or `null` = none. */
  readonly credentials?: Credentials | null;
  /** `null` = none. */
  readonly body: Uint8Array | null;
  /** Whether the connection may be used again after the answer. Absent = `false`. */
  readonly isKept?: boolean;
}

/** An answer that is not interim. */
export interface CollectedAnswer extends HttpHead {
  readonly body: Uint8Array;
  /** Whether another request may follow on the connection (RFC 9112 §9.3). */
  readonly isKept: boolean;
}

/**
 * Sends a request and reads its answer.
 *
 * @param connection - open, and used for nothing else meanwhile; the caller closes it
 * @param cap - the most octets of the body of the answer
 * @throws ProtocolError `invalid-request` for a request that is too long or has a second line in a field,
 * `malformed` for an answer that is not HTTP/1.1, `unreachable` for one that is cut off, `too-large` for one that is
 * too long
 */
export async function exchange(
  connection: Source & Sink,
  request: ExchangeRequest,
  cap: number,
): Promise<CollectedAnswer> {
  const head = await requestHead(connection, request);
  const body = await readBody(connection, head, cap);
  return { ...head, body, isKept: request.isKept === true && isPersistent(head) };
}

/** Whether an answer has a known end, and its server keeps the connection. Octets behind chunks may be lost. */
function isPersistent({ version, headers }: Head): boolean {
  return version === '1.1' && headers.has('content-length') && !/\bclose\b/i.test(headers.get('connection') ?? '');
}

/**
 * Sends a request and reads the head of its answer, without the body.
 *
 * @param cap - the most octets of the head of the request
 * @throws ProtocolError as `exchange`
 */
export async function requestHead(
  connection: Source & Sink,
  { method, host, target, headers, credentials = null, body, isKept = false }: ExchangeRequest,
  cap: number = protocolLimits.request,
): Promise<Head> {
  const length = body?.byteLength ?? 0;
  if (length > protocolLimits.request) throw longRequest();
  const fields: readonly (readonly [string, string | number])[] = [
    ['Host', host],
    ...headers,
    ['Accept-Encoding', 'identity'],
    ...(credentials === null ? [] : [['Authorization', basic(credentials)] as const]),
    ...(isKept ? [] : [['Connection', 'close'] as const]),
    ...(body === null ? [] : [['Content-Length', length] as const]),
  ];
  const lines = [`${method} ${target} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`), ''];
  await writeLines(connection, lines, cap);
  if (body !== null) await connection.write(body);
  try {
    return await readHead(connection, protocolLimits.httpHead);
  } catch (cause) {
    // A head without an end is no answer.
    if (!(cause instanceof ProtocolError) || cause.code !== 'too-large') throw cause;
    throw new ProtocolError('malformed', `The head of the answer is longer than ${protocolLimits.httpHead} octets.`, {
      cause,
    });
  }
}

function basic({ user, password }: Credentials): string {
  return `Basic ${btoa(`${user}:${password}`)}`;
}
