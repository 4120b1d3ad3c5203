/**
 * The known facts about gopher servers, for the lifetime of an isolate: their `caps.txt` and `robots.txt`, fetched when
 * needed and kept while they are valid, and whether they speak Gopher+.
 */

import { type Capabilities, parseCaps } from '../../../src/protocols/gopher/caps.ts';
import { plainText } from '../../../src/protocols/gopher/period.ts';
import { protocolLimits } from '../../../src/protocols/limits.ts';
import { allowsRobots, parseRobots, type Robots } from '../../../src/protocols/robots.ts';
import { decodeText } from '../../../src/uri/decode.ts';
import { codeOf, GatewayError, isFailure } from '../../errors/gateway-error.ts';
import type { GatewayCode } from '../../errors/table.ts';
import type { Connection } from '../../net/connection.ts';
import type { GopherContext } from './context.ts';
import { ask, collectBody, type ServerContext } from './reply.ts';

/** A cache with one entry for each server. It drops the oldest entry first. */
class ServerCache<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>();
  readonly #most = 500;

  get(server: string): Value | undefined {
    const entry = this.#entries.get(server);
    if (entry !== undefined && entry.until > Date.now()) return entry.value;
    this.#entries.delete(server);
    return undefined;
  }

  set(server: string, value: Value, seconds: number): void {
    this.#entries.delete(server);
    this.#entries.set(server, { value, until: Date.now() + seconds * 1000 });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#most && oldest !== undefined) this.#entries.delete(oldest);
  }
}

const capabilities = new ServerCache<Capabilities | null>();
const robots = new ServerCache<Robots>();

/** RFC 9309 §2.4 allows a day; an hour spares a server nearly as many requests. */
const ROBOTS_SECONDS = 3600;
/** How long to remember that a server has no `caps.txt`. */
const NO_CAPS_SECONDS = 600;

/** The server with its scheme: over TLS it may be another server. */
function serverKey({ resolution, server: { host, port } }: GopherContext): string {
  return `${resolution.scheme}://${host}:${port}`;
}

/** How long a page waits for `caps.txt`, in milliseconds: it only helps to guess a charset. */
const CAPS_MS = 1000;

/** The fetches that requests have begun. A request cannot wait for the fetch of another one. */
const fetches = new WeakMap<GopherContext, Promise<Capabilities | null>>();

/**
 * The capabilities of the server, fetched if they are not known; `null` if it has none or does not answer within a
 * second. A request fetches them once.
 */
export function fetchCapabilities(context: GopherContext): Promise<Capabilities | null> {
  const cached = capabilities.get(serverKey(context));
  if (cached !== undefined) return Promise.resolve(cached);
  const begun = fetches.get(context) ?? fetchCaps(context);
  fetches.set(context, begun);
  return begun;
}

async function fetchCaps(context: GopherContext): Promise<Capabilities | null> {
  const connections: Connection[] = [];
  let late = false;
  const connect: GopherContext['connect'] = async (options) => {
    const connection = await context.connect(options);
    connections.push(connection);
    if (late) connection.close();
    return connection;
  };
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => {
    late = true;
    for (const connection of connections) connection.close();
    resolve(null);
  }, CAPS_MS);
  // A server that cannot be reached has no capabilities either.
  const file = fetchServerFile({ ...context, connect }, 'caps.txt').catch(() => null);
  const octets = await Promise.race([file, promise]);
  clearTimeout(timer);
  const found = octets === null ? null : parseCaps(octets);
  rememberCapabilities(context, found);
  return found;
}

/** Keeps the capabilities of the server for later requests. */
export function rememberCapabilities(context: GopherContext, found: Capabilities | null): void {
  capabilities.set(serverKey(context), found, found?.expiresAfter ?? NO_CAPS_SECONDS);
}

/** The capabilities of the server if they are known already; nothing is fetched. */
export function knownCapabilities(context: GopherContext): Capabilities | null {
  return capabilities.get(serverKey(context)) ?? null;
}

/**
 * Refuses a robot if the server's `robots.txt` excludes all robots, this robot, or gateways. If the server cannot be
 * reached, no robot is allowed anything (RFC 9309 §2.3.1.4); the next one asks again.
 *
 * @throws GatewayError `forbidden`; `gateway-busy` if the rules are not known
 */
export async function checkRobots(context: GopherContext): Promise<void> {
  const { robot, path } = context;
  if (robot === null) return;
  const server = serverKey(context);
  let rules = robots.get(server);
  if (rules === undefined) {
    rules = parseRobots(await fetchRobots(context));
    robots.set(server, rules, ROBOTS_SECONDS);
  }
  if (allowsRobots(rules, ['*', 'webproxy', robot.toLowerCase()], decodeText(path.selector))) return;
  throw new GatewayError('forbidden', 'The robots.txt of this server asks robots to stay away from this.');
}

async function fetchRobots(context: GopherContext): Promise<Uint8Array> {
  try {
    return await fetchServerFile(context, 'robots.txt');
  } catch (cause) {
    if (!isFailure(cause) || !UNREACHABLE.has(codeOf(cause))) throw cause;
    const detail = 'The robots.txt of this server cannot be read now, so robots must stay away.';
    throw new GatewayError('gateway-busy', detail, { cause });
  }
}

/** The errors of a server that cannot be reached, as RFC 9309 §2.3.1.4 means it. */
const UNREACHABLE: ReadonlySet<GatewayCode> = new Set([
  'gateway-unreachable',
  'gateway-timeout',
  'gateway-protocol',
  'gateway-tls',
]);

/**
 * Fetches a file about the server itself. A server without it sends an error as text, or nothing.
 *
 * @throws GatewayError if the server cannot be reached or stops in the middle
 */
export async function fetchServerFile(context: ServerContext, selector: string): Promise<Uint8Array> {
  const reply = await ask(context, { type: '0', selector, search: null, plus: null });
  reply.body.expectPeriod();
  const { octets } = await collectBody(reply, protocolLimits.siteFile);
  reply.body.close();
  return plainText(octets);
}

/** Servers that sent a Gopher+ reply or menu. They only decide which actions a page offers. */
const plusServers = new Set<string>();
const MOST_PLUS_SERVERS = 1000;

/** Remembers that the server speaks Gopher+. */
export function rememberPlus({ server: { host, port } }: GopherContext): void {
  if (plusServers.size >= MOST_PLUS_SERVERS) plusServers.clear();
  plusServers.add(`${host}:${port}`);
}

/** Whether the server is known to speak Gopher+. */
export function isKnownPlusServer({ server: { host, port } }: GopherContext): boolean {
  return plusServers.has(`${host}:${port}`);
}
