/**
 * The HTTP client of the tests. It receives the answer even if a Worker answers before it has read the body. The
 * runtime then closes the connection, and `fetch` would fail because it is still writing.
 */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request. A streamed body needs `duplex` (Fetch §5.4). */
export type Ask = RequestInit & { readonly duplex?: 'half' };

/** A body up to this many octets fits into the buffers of a socket, and is written at once. */
const WRITTEN_AT_ONCE = 65_536;

const NULL_BODY = new Set([204, 304]);

/**
 * Sends a request, and does not follow redirects.
 *
 * @param origin - where the Worker listens, without a slash at the end
 * @param path - the path, unchanged; a URL parser would read `//x` as a host
 */
export async function ask(origin: string, path: string, init: Ask = {}): Promise<Response> {
  const url = origin + path;
  const { body = null } = init;
  if (body === null || comesInPieces(body)) return fetch(url, { redirect: 'manual', ...init });
  const whole = new Response(body);
  const octets = new Uint8Array(await whole.arrayBuffer());
  const headers = new Headers(init.headers);
  const type = whole.headers.get('Content-Type');
  if (type !== null && !headers.has('Content-Type')) headers.set('Content-Type', type);
  if (octets.byteLength > WRITTEN_AT_ONCE) return announce(url, init.method ?? 'GET', headers, octets);
  headers.set('Connection', 'close');
  return fetch(url, { redirect: 'manual', ...init, headers, body: octets });
}

function comesInPieces(body: RequestInit['body']): boolean {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** Sends the body only when the Worker begins to read it (RFC 9110 §10.1.1), and returns the complete answer. */
async function announce(url: string, method: string, headers: Headers, body: Uint8Array): Promise<Response> {
  headers.set('Expect', '100-continue');
  headers.set('Content-Length', String(body.byteLength));
  const outgoing = request({ ...addressOf(url), method, headers: Object.fromEntries(headers), agent: false });
  outgoing.once('continue', () => outgoing.end(body));
  outgoing.flushHeaders();
  const [incoming]: IncomingMessage[] = await once(outgoing, 'response');
  if (incoming === undefined) throw new Error('there is no response');
  const { statusCode: status = 0, headersDistinct } = incoming;
  const received = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const content = new Uint8Array(await buffer(incoming));
  return new Response(NULL_BODY.has(status) ? null : content, { status, headers: received });
}

/** Splits a URL without a parser, which would change the path. */
function addressOf(url: string): { readonly hostname: string; readonly port: string; readonly path: string } {
  const [, hostname = '', port = '', path = ''] = /^http:\/\/([^/:]+):(\d+)(.*)$/s.exec(url) ?? [];
  return { hostname, port, path };
}
