/**
 * What one request knows of a gopher server. Its `caps.txt` and `robots.txt` are fetched when needed and remembered
 * while they are valid, which saves the server questions. What a page offers follows from this request alone: readers
 * share it.
 */
import { GatewayError } from '../../net/failure.ts';
import { octetStringOf, octetsOf } from '../../octets/charset.ts';
import { fetchCapsFile, fetchServerFile, type GopherCapabilities, parseCaps } from '../../protocols/gopher/caps.ts';
import type { GopherServer } from '../../protocols/gopher/reply.ts';
import { type ProtocolCode, ProtocolError } from '../../protocols/protocol-error.ts';
import { allowsRobots, parseRobots } from '../../protocols/robots.ts';
import { decodeText } from '../../uri/decode.ts';
import type { Memory } from '../memory.ts';

/** RFC 9309 §2.4 allows a day; an hour spares a server nearly as many requests. */
const ROBOTS_SECONDS = 3600;
/** A crawler would wait for the deadline at each of its requests, and the server would be asked each time. */
const SILENT_SECONDS = 60;
/** How long to remember that a server has no `caps.txt`. */
const NO_CAPS_SECONDS = 600;

const NONE = new Uint8Array();

export class KnownServer {
  readonly #server: GopherServer;
  readonly #memory: Memory;
  /** Over TLS, other files may be served. */
  readonly #key: string;
  #speaksPlus = false;
  #capabilities: GopherCapabilities | null = null;

  constructor(server: GopherServer, memory: Memory) {
    const { tls, host, port } = server;
    this.#server = server;
    this.#memory = memory;
    this.#key = `gopher ${tls} ${host}:${port}`;
  }

  /** Whether the reply to this request shows Gopher+. It only decides which actions a page offers. */
  get speaksPlus(): boolean {
    return this.#speaksPlus;
  }

  /** Notes that the reply shows Gopher+. */
  notePlus(): void {
    this.#speaksPlus = true;
  }

  /** The capabilities of the server, if this request needed them. */
  get capabilities(): GopherCapabilities | null {
    return this.#capabilities;
  }

  /**
   * The capabilities of the server, fetched if they are not known; `null` if it has none or does not answer within a
   * second. A request cannot wait for the fetch of another one, so each fetches them itself.
   */
  async fetchCapabilities(): Promise<GopherCapabilities | null> {
    const text = this.#memory.get(`caps ${this.#key}`);
    if (text === undefined) return this.rememberCapabilities((await fetchCapsFile(this.#server)) ?? NONE);
    this.#capabilities = parseCaps(octetsOf(text));
    return this.#capabilities;
  }

  /** Keeps the capabilities in a `caps.txt` for later requests; `null` if it has none. */
  rememberCapabilities(file: Uint8Array): GopherCapabilities | null {
    const found = parseCaps(file);
    const text = found === null ? '' : octetStringOf(file);
    this.#memory.set(`caps ${this.#key}`, text, found?.expiresAfter ?? NO_CAPS_SECONDS);
    this.#capabilities = found;
    return found;
  }

  /**
   * Refuses a robot if the server's `robots.txt` excludes all robots, this robot, or gateways. If the server cannot be
   * reached, no robot is allowed anything (RFC 9309 §2.3.1.4) for a minute; then the next one asks again.
   *
   * @param robot - its product token
   * @param selector - percent-encoded
   */
  async checkRobots(robot: string, selector: string): Promise<void> {
    const rules = parseRobots(octetsOf(await this.#robotsFile()));
    if (allowsRobots(rules, ['*', 'webproxy', robot.toLowerCase()], decodeText(selector))) return;
    throw new GatewayError('forbidden', 'The robots.txt of this server asks robots to stay away from this.');
  }

  async #robotsFile(): Promise<string> {
    const known = this.#memory.get(`robots ${this.#key}`);
    if (known !== undefined) return known;
    if (this.#memory.get(`silent ${this.#key}`) !== undefined) throw new GatewayError('gateway-busy', UNREADABLE);
    try {
      const text = octetStringOf(await fetchServerFile(this.#server, 'robots.txt'));
      this.#memory.set(`robots ${this.#key}`, text, ROBOTS_SECONDS);
      return text;
    } catch (cause) {
      if (!(cause instanceof ProtocolError) || !UNREACHABLE.has(cause.code)) throw cause;
      this.#memory.set(`silent ${this.#key}`, '', SILENT_SECONDS);
      throw new GatewayError('gateway-busy', UNREADABLE, { cause });
    }
  }
}

const UNREADABLE = 'The robots.txt of this server cannot be read now, so robots must stay away.';

/** The errors of a server that cannot be reached, as RFC 9309 §2.3.1.4 means it. */
const UNREACHABLE: ReadonlySet<ProtocolCode> = new Set(['unreachable', 'timeout', 'malformed', 'tls']);
