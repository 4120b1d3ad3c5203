/**
 * The known facts about gopher servers, for the lifetime of an isolate: their `caps.txt` and `robots.txt`, fetched when
 * needed and kept while they are valid, and whether they speak Gopher+.
 */
import { type Capabilities, parseCaps } from '../../../src/schemes/gopher/caps.ts';
import { plainText } from '../../../src/schemes/gopher/period.ts';
import { allowsRobots, parseRobots, type Robots } from '../../../src/schemes/gopher/robots.ts';
import { decodeText } from '../../../src/uri/octets.ts';
import { GatewayError } from '../../gateway-error.ts';
import { limits } from '../../limits.ts';
import type { GopherContext } from './context.ts';
import { ask, collect } from './reply.ts';

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

/** The capabilities of the server, fetched if they are not known; `null` if it has none or does not answer. */
export async function fetchCapabilities(context: GopherContext): Promise<Capabilities | null> {
  const cached = capabilities.get(serverKey(context));
  if (cached !== undefined) return cached;
  const file = await fetchServerFile(context, 'caps.txt');
  const found = file === null ? null : parseCaps(file);
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
 * Refuses a robot if the server's `robots.txt` excludes all robots, this robot, or gateways.
 *
 * @throws GatewayError `forbidden`
 */
export async function checkRobots(context: GopherContext): Promise<void> {
  const { robot, path } = context;
  if (robot === null) return;
  const server = serverKey(context);
  let rules = robots.get(server);
  if (rules === undefined) {
    rules = parseRobots((await fetchServerFile(context, 'robots.txt')) ?? new Uint8Array(0));
    robots.set(server, rules, ROBOTS_SECONDS);
  }
  if (allowsRobots(rules, ['*', 'webproxy', robot.toLowerCase()], decodeText(path.selector))) return;
  throw new GatewayError('forbidden', 'The robots.txt of this server asks robots to stay away from this.');
}

/** Fetches a file about the server itself; `null` if it has none or does not answer. */
async function fetchServerFile(context: GopherContext, selector: string): Promise<Uint8Array | null> {
  try {
    const reply = await ask(context, { type: '0', selector, search: null, plus: null });
    const { octets } = await collect(reply, limits.siteFile);
    reply.connection.close();
    return plainText(octets);
  } catch (error) {
    if (error instanceof GatewayError && error.code !== 'client-closed') return null;
    throw error;
  }
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
