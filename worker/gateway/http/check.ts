/**
 * Checks http and https links: HEAD, or GET where a server refuses HEAD, after a look at the robots.txt. Redirects are
 * reported; each target is checked like a first one.
 */
import { explain, resolve, UrlError } from '../../../src/index.ts';
import type { SocketConnection } from '../../../src/net/connection.ts';
import type { GatewayCode } from '../../../src/net/failure.ts';
import { codeOf, GatewayError, isFailure } from '../../../src/net/failure.ts';
import { octetsOfLatin1, utf8OrLatin1Of } from '../../../src/octets/octets.ts';
import type { FOUND, LinkFinding } from '../../../src/open/contract.ts';
import { readBody } from '../../../src/protocols/http/body.ts';
import { type ExchangeRequest, requestHead } from '../../../src/protocols/http/exchange.ts';
import type { Head } from '../../../src/protocols/http/head.ts';
import { decodeText } from '../../../src/uri/decode.ts';
import { withoutUserInfo } from '../../../src/uri/user-info.ts';
import { type Checker, EXCLUDED, type LinkContext, noServer } from '../contract/check.ts';

type HttpContext = LinkContext<'http'>;

/** RFC 9309 §2.5 asks robots to read at least 500 KiB. */
const LARGEST_ROBOTS = 512 * 1024;
/** RFC 9309 §2.3.1.2: at least five redirects of a robots.txt are followed. */
const MOST_ROBOTS_REDIRECTS = 5;

/** What statuses say; for others their class decides. */
const STATUSES: ReadonlyMap<number, keyof typeof FOUND> = new Map([
  [304, 'alive'],
  [401, 'restricted'],
  [402, 'restricted'],
  [403, 'restricted'],
  [404, 'gone'],
  [407, 'restricted'],
  [410, 'gone'],
  [451, 'restricted'],
]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Errors that a GET would not change. After the others it may, because many servers do not expect HEAD. */
const SETTLED: ReadonlySet<number> = new Set([401, 407, 410, 429]);
/** Errors of a robots.txt without rules that could be read. */
const UNREADABLE: ReadonlySet<GatewayCode> = new Set(['gateway-protocol', 'gateway-limit']);

/** The Web needs no gateway: browsers open its links. */
export const http: Checker<'http'> = { kind: 'http', protocol: 'HTTP', check: checkHttp };

async function checkHttp(context: HttpContext): Promise<LinkFinding> {
  const { canonical, components } = context.resolution;
  const url = withoutUserInfo(canonical.split('#', 1).join(''));
  const root = resolve('/', url);
  const target = components.path + (components.query === null ? '' : `?${components.query}`);
  const allowed = await context.robots.allow(root, decodeText(target), () =>
    fetchRobots(context, resolve('/robots.txt', root)),
  );
  if (!allowed) return EXCLUDED;
  const head = await requestOnly(context, url, 'HEAD');
  const refused = head.status >= 400 && !SETTLED.has(head.status);
  const final = refused ? await requestOnly(context, url, 'GET') : head;
  context.onHead?.(url, final);
  return judge(final, url);
}

async function requestOnly(context: HttpContext, url: string, method: ExchangeRequest['method']): Promise<Head> {
  const { head, connection } = await request(context, url, method);
  connection.close();
  return head;
}

function judge(head: Head, url: string): LinkFinding {
  const { status, statusLine: reply } = head;
  const location = locationIn(head, url);
  if (location !== null) return { status: 'moved', reply, location };
  return { status: STATUSES.get(status) ?? (status < 300 ? 'alive' : 'unavailable'), reply };
}

/** The canonical target of a redirect; `null` if the answer is none, or names no URL. */
function locationIn({ status, headers }: Head, url: string): string | null {
  const location = headers.get('location');
  if (location === undefined || !REDIRECTS.has(status)) return null;
  try {
    return withoutUserInfo(resolve(utf8OrLatin1Of(octetsOfLatin1(location)), url));
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

/** Sends a request on a connection of its own, and reads the head of the answer. */
async function request(
  { connect, userAgent }: HttpContext,
  url: string,
  method: ExchangeRequest['method'],
): Promise<{ readonly head: Head; readonly connection: SocketConnection }> {
  const { kind, components, request } = explain(url, { complete: true });
  if (kind !== 'http' || request === null) throw noServer();
  const { host, port, target, transport } = request;
  const connection = await connect({
    host,
    port,
    defaultPort: transport === 'tls' ? 443 : 80,
    tls: transport === 'tls' ? 'implicit' : 'none',
  });
  const { explicitPort } = components;
  const head = await requestHead(connection, {
    method,
    target,
    host: explicitPort === null ? host : `${host}:${explicitPort}`,
    headers: [
      ['User-Agent', userAgent],
      ['Accept', '*/*'],
    ],
    body: null,
  });
  return { head, connection };
}

/** RFC 9309 §2.3.1: a server without the file allows everything; one that fails allows nothing. */
async function fetchRobots(context: HttpContext, robots: string): Promise<Uint8Array> {
  let url = robots;
  for (let redirects = 0; redirects <= MOST_ROBOTS_REDIRECTS; redirects++) {
    const { head, connection } = await request(context, url, 'GET');
    const location = locationIn(head, url);
    if (location === null) return robotsIn(head, connection);
    connection.close();
    url = location;
    if (explain(url).kind !== 'http') break;
  }
  return NOTHING;
}

const NOTHING = new Uint8Array();

async function robotsIn(head: Head, connection: SocketConnection): Promise<Uint8Array> {
  const { status, statusLine: reply } = head;
  if (status >= 500) {
    throw new GatewayError('gateway-busy', 'The server does not send its robots.txt now.', { reply });
  }
  if (status >= 300) return NOTHING;
  try {
    return await readBody(connection, head, LARGEST_ROBOTS);
  } catch (error) {
    if (isFailure(error) && UNREADABLE.has(codeOf(error))) return NOTHING;
    throw error;
  } finally {
    connection.close();
  }
}
