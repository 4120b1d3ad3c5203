/**
 * `fetch` for URLs that strangers supply, on any platform. Each hop is judged, looked up once, judged again, and
 * connected to exactly the addresses that passed.
 *
 * ```
 *   URL ──▶ scheme, host, port ──▶ resolve ──▶ every address ──▶ connect ──▶ exchange ──▶ redirect? ──▶ Response
 *           approach               once        judgeCalled                    maxHeader    judged anew   maxBody
 *           └──────────────── connectTime ──────────────────────────────┘  answerTime
 *           └──────────────────────────────────── totalTime ──────────────────────────────────────────────┘
 * ```
 */
import { formatAddress } from '../egress/address.ts';
import { deniedError, EgressError } from '../egress/egress-error.ts';
import { approach } from '../egress/judgement.ts';
import type { Coding, HttpConnection, JudgedServer, RequestBody, TransportAnswer } from '../net/transport.ts';
import { judgeCalled } from '../webhooks/delivery.ts';
import { answerHeaders, responseOf } from './answer.ts';
import { LimitDeadline, underSignal } from './deadline.ts';
import type { Guard } from './options.ts';
import { emptyBody, type Outgoing, outgoingBody, outgoingFields } from './outgoing.ts';
import { locationOf, redirected, refused } from './redirect.ts';

/** Methods that `fetch` never sends (Fetch §2.2.1, forbidden methods). */
const FORBIDDEN = /^(?:CONNECT|TRACE|TRACK)$/i;

/** Sends a request under a guard. `guardedFetch` of each platform says what it takes, returns and throws. */
export async function fetchUnder(guard: Guard, input: string | URL | Request, init: RequestInit): Promise<Response> {
  refuseCredentials(input);
  // Node needs `duplex` for a stream.
  const options: RequestInit & { readonly duplex: 'half' } = { duplex: 'half', ...init };
  const request = new Request(input, options);
  // Bun makes such a request.
  if (FORBIDDEN.test(request.method)) throw new TypeError(`The method ${request.method} is forbidden.`);
  const { limits } = guard;
  const total = new LimitDeadline(request.signal, 'totalTime', limits.totalTime).start();
  try {
    const body = await underSignal(outgoingBody(request, init.body), total.signal);
    let next: Outgoing = { url: new URL(request.url), method: request.method, headers: request.headers, body };
    for (let followed = 0; ; followed++) {
      const called = await call(next, guard, total.signal);
      const { answer, headers } = called;
      const location = locationOf(answer.status, headers);
      if (location === null || request.redirect === 'manual') {
        const { maxBody } = limits;
        const end = () => {
          total.end();
          called.close();
        };
        const scope = { signal: total.signal, maxBody, end };
        try {
          return describedResponse(
            responseOf(answer, headers, next.method, guard.transport, scope),
            next.url,
            followed > 0,
          );
        } catch (error) {
          end();
          throw error;
        }
      }
      called.close();
      if (request.redirect === 'error') throw refused('redirect-error', 'The server redirects the request.');
      if (followed >= limits.redirects) throw tooManyRedirects(limits.redirects);
      next = redirected(next, answer.status, location);
    }
  } catch (error) {
    total.end();
    // A stream of the caller that nobody reads any longer.
    if (request.body?.locked === false) request.body.cancel(error).catch(() => {});
    throw error;
  }
}

function tooManyRedirects(most: number): EgressError {
  const message = most === 0 ? 'The server redirects the request.' : `The server redirects more than ${most} times.`;
  return refused('redirects', message);
}

/** `Request` would repeat the password in its error. One that was made has none, and its text is no URL. */
function refuseCredentials(input: string | URL | Request): void {
  const text = String(input);
  if (!URL.canParse(text)) return;
  const { hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') throw credentialsError(hostname);
}

const credentialsError = (host: string) =>
  new EgressError('EGRESS_DENIED', 'no-credentials', `${host}: The URL has a user name or a password before the host.`);

/** The address of the last hop, which the constructor of `Response` cannot set. */
function describedResponse(response: Response, url: URL, isRedirected: boolean): Response {
  const address = new URL(url);
  address.hash = '';
  return Object.defineProperties(response, {
    url: { value: address.href },
    redirected: { value: isRedirected },
  });
}

interface Called {
  readonly answer: TransportAnswer;
  readonly headers: Headers;
  close(): void;
}

/** One hop: its answer, whose body is still to come. */
async function call(request: Outgoing, guard: Guard, signal: AbortSignal): Promise<Called> {
  const { limits, transport } = guard;
  const connection = await connectToJudged(request.url, guard, signal);
  const answering = new LimitDeadline(signal, 'answerTime', limits.answerTime);
  try {
    const { url, method, headers } = request;
    const codings = (['gzip', 'deflate', 'br'] satisfies Coding[]).filter((coding) => transport.decoders[coding]);
    const body = request.body?.open() ?? (WITH_LENGTH.has(method) ? emptyBody() : null);
    if (body === null) answering.start();
    const answer = await underSignal(
      connection.exchange(
        {
          method,
          host: url.host,
          target: `${url.pathname}${url.search}`,
          fields: outgoingFields(headers, codings),
          body: body && endOf(body, () => answering.start()),
        },
        limits.maxHeader,
      ),
      answering.signal,
    );
    return { answer, headers: answerHeaders(answer), close: () => connection.close() };
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    answering.end();
  }
}

/** Without a body, these methods have the length 0 (Fetch §4.6, HTTP-network-or-cache fetch). */
const WITH_LENGTH: ReadonlySet<string> = new Set(['POST', 'PUT']);

/** Says when the body has been read to its end. */
function endOf(body: RequestBody, ended: () => void): RequestBody {
  return { ...body, stream: body.stream.pipeThrough(new TransformStream({ flush: ended })) };
}

async function connectToJudged(url: URL, guard: Guard, signal: AbortSignal): Promise<HttpConnection> {
  const connecting = new LimitDeadline(signal, 'connectTime', guard.limits.connectTime).start();
  try {
    const server = await judged(url, guard, connecting.signal);
    return await guard.transport.connect(server, connecting.signal);
  } finally {
    connecting.end();
  }
}

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ['https:', 443],
  ['http:', 80],
]);

/** Judges a URL, looks up its name, and judges every address. Throws an `EgressError`. */
async function judged(url: URL, { policy, transport }: Guard, signal: AbortSignal): Promise<JudgedServer> {
  const { protocol, hostname, username, password } = url;
  const defaultPort = DEFAULT_PORTS.get(protocol);
  if (defaultPort === undefined || !policy.sender.schemes.includes(protocol.slice(0, -1))) {
    throw new EgressError('EGRESS_DENIED', 'scheme', `${hostname}: The scheme ${protocol} is not allowed.`);
  }
  if (username !== '' || password !== '') throw credentialsError(hostname);
  const port = Number(url.port || defaultPort);
  const server = { host: hostname, port, defaultPort };
  const approached = approach(server, policy.egress, policy.sender);
  const serverName = protocol === 'https:' ? certificateName(hostname) : null;
  const addressesOf = async (name: string) => {
    const addresses = await underSignal(transport.resolve(name, signal), signal);
    if (addresses.length > 0) return addresses;
    throw new EgressError('NOT_RESOLVED', 'no-address', `${hostname}: The name has no address.`);
  };
  switch (approached.kind) {
    case 'denied':
      throw deniedError(approached, hostname);
    case 'listed': {
      const { host } = approached;
      return { hosts: transport.resolvesListed ? await addressesOf(host) : [host], port, serverName };
    }
    case 'literal':
      return { hosts: [formatAddress(approached.address)], port, serverName };
    case 'name': {
      // Only for runtimes that forbid private networks themselves: they judge the addresses that we never see.
      if (policy.egress.dns.kind === 'system') return { hosts: [approached.name], port, serverName };
      const addresses = await addressesOf(approached.name);
      const verdict = judgeCalled(addresses, server, policy);
      if (!verdict.allowed) throw deniedError(verdict, hostname);
      return { hosts: addresses, port, serverName };
    }
  }
}

const certificateName = (hostname: string): string => hostname.replace(/[[\]]|\.$/g, '');
