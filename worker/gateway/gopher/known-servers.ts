/**
 * The known facts about gopher servers, for the lifetime of an isolate: their `caps.txt` and `robots.txt`, fetched when
 * needed and kept while they are valid, and whether they speak Gopher+.
 */

import { GatewayError } from '../../../src/net/failure.ts';
import { fetchCapabilities, fetchServerFile, type GopherCapabilities } from '../../../src/protocols/gopher/caps.ts';
import type { ServerAddress } from '../../../src/protocols/gopher/menu.ts';
import type { GopherServer } from '../../../src/protocols/gopher/reply.ts';
import { type ProtocolCode, ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { allowsRobots, parseRobots, type Robots } from '../../../src/protocols/robots.ts';
import { decodeText } from '../../../src/uri/decode.ts';

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

const capabilities = new ServerCache<GopherCapabilities | null>();
const robots = new ServerCache<Robots>();
/** Servers whose `robots.txt` could not be read. */
const silent = new ServerCache<GatewayError>();

/** RFC 9309 §2.4 allows a day; an hour spares a server nearly as many requests. */
const ROBOTS_SECONDS = 3600;
/** A crawler would wait for the deadline at each of its requests, and the server would be asked each time. */
const SILENT_SECONDS = 60;
/** How long to remember that a server has no `caps.txt`. */
const NO_CAPS_SECONDS = 600;

/** A server as it is cached: over TLS it may be another one. */
function keyOf({ tls, host, port }: Omit<GopherServer, 'connect'>): string {
  return `${tls} ${host}:${port}`;
}

/**
 * The capabilities of a server, fetched if they are not known; `null` if it has none or does not answer within a
 * second. A request cannot wait for the fetch of another one, so each fetches them itself.
 */
export async function capabilitiesOf(server: GopherServer): Promise<GopherCapabilities | null> {
  const cached = capabilities.get(keyOf(server));
  if (cached !== undefined) return cached;
  const found = await fetchCapabilities(server);
  rememberCapabilities(server, found);
  return found;
}

/** Keeps the capabilities of the server for later requests. */
export function rememberCapabilities(server: GopherServer, found: GopherCapabilities | null): void {
  capabilities.set(keyOf(server), found, found?.expiresAfter ?? NO_CAPS_SECONDS);
}

/** The capabilities of the server if they are known already; nothing is fetched. */
export function knownCapabilities(server: GopherServer): GopherCapabilities | null {
  return capabilities.get(keyOf(server)) ?? null;
}

/**
 * Refuses a robot if the server's `robots.txt` excludes all robots, this robot, or gateways. If the server cannot be
 * reached, no robot is allowed anything (RFC 9309 §2.3.1.4) for a minute; then the next one asks again.
 *
 * @param robot - its product token
 * @param selector - percent-encoded
 */
export async function checkRobots(server: GopherServer, robot: string, selector: string): Promise<void> {
  let rules = robots.get(keyOf(server));
  if (rules === undefined) {
    rules = parseRobots(await fetchRobots(server));
    robots.set(keyOf(server), rules, ROBOTS_SECONDS);
  }
  if (allowsRobots(rules, ['*', 'webproxy', robot.toLowerCase()], decodeText(selector))) return;
  throw new GatewayError('forbidden', 'The robots.txt of this server asks robots to stay away from this.');
}

async function fetchRobots(server: GopherServer): Promise<Uint8Array> {
  const known = silent.get(keyOf(server));
  if (known !== undefined) throw known;
  try {
    return await fetchServerFile(server, 'robots.txt');
  } catch (cause) {
    if (!(cause instanceof ProtocolError) || !UNREACHABLE.has(cause.code)) throw cause;
    const detail = 'The robots.txt of this server cannot be read now, so robots must stay away.';
    const error = new GatewayError('gateway-busy', detail, { cause });
    silent.set(keyOf(server), error, SILENT_SECONDS);
    throw error;
  }
}

/** The errors of a server that cannot be reached, as RFC 9309 §2.3.1.4 means it. */
const UNREACHABLE: ReadonlySet<ProtocolCode> = new Set(['unreachable', 'timeout', 'malformed', 'tls']);

/** Servers that sent a Gopher+ reply or menu. They only decide which actions a page offers. */
const plusServers = new ServerCache<true>();

/** Remembers that the server speaks Gopher+. */
export function rememberPlus({ host, port }: ServerAddress): void {
  plusServers.set(`${host}:${port}`, true, Number.POSITIVE_INFINITY);
}

/** Whether the server is known to speak Gopher+. */
export function isKnownPlusServer({ host, port }: ServerAddress): boolean {
  return plusServers.get(`${host}:${port}`) ?? false;
}
