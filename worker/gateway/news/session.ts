/**
 * A session with a news server (RFC 3977): greeting, MODE READER, capabilities, commands and their data blocks; TLS
 * where the server wants it (RFC 4642), and a password where the operator gave one (RFC 4643).
 *
 * ```
 *   200 greeting  →  MODE READER  →  CAPABILITIES + first command  →  …
 *                                     483 → STARTTLS, 480 → AUTHINFO, then the command again
 * ```
 */

import { type Capabilities, parseCapabilities } from '../../../src/schemes/news/lists.ts';
import { FALLBACK_CHARSET, readText } from '../../../src/schemes/news/message-charset.ts';
import { parseStatus, type Status } from '../../../src/schemes/news/response.ts';
import { utf8Of } from '../../../src/uri/octets.ts';
import type { Connection } from '../../net/connection.ts';
import { GatewayError } from '../../net/errors.ts';
import { limits } from '../../net/limits.ts';
import { LineReader, writeLine } from '../../net/lines.ts';
import { DataStream } from './data-stream.ts';
import type { NewsContext, NewsServer } from './server.ts';
import type { NewsCredentials } from './settings.ts';
import { statusError } from './status.ts';

/** Statuses that a session cares for by itself. */
const SERVICE = new Set([200, 201]);
const GOODBYE = 400;
const CAPABILITY_LIST = 101;
const CONTINUE_WITH_TLS = 382;
const PASSWORD_REQUIRED = 381;
const LOGGED_IN = 281;
const LOGIN_REQUIRED = 480;
const TLS_REQUIRED = 483;
/** Said instead of an answer to MODE READER, they mean that there is none; 502 means that we may not read. */
const UNKNOWN_COMMAND = new Set([500, 501, 503]);

/** RFC 3977 §3.1 has 512 octets for a status line, with which not every server agrees. */
const STATUS_CAPS = { line: limits.line, total: limits.line + 2 };

/** The lines of a data block. */
export interface Lines {
  readonly lines: readonly string[];
  readonly complete: boolean;
  /** In which lines were read that are not UTF-8; `null` = there were none. */
  readonly charset: string | null;
}

export class NewsSession {
  readonly #connection: Connection;
  readonly #credentials: NewsCredentials | null;
  readonly #charset: string | null;
  #secure: boolean;
  #loggedIn = false;
  #capabilities: Capabilities | null = null;

  private constructor(connection: Connection, server: NewsServer, charset: string | null) {
    this.#connection = connection;
    this.#credentials = server.credentials;
    this.#charset = charset;
    this.#secure = server.tls === 'implicit';
  }

  /**
   * Connects, hears the greeting and becomes a reader.
   *
   * @throws GatewayError where the server does not let us in
   */
  static async open(context: Pick<NewsContext, 'connect' | 'view'>, server: NewsServer): Promise<NewsSession> {
    const charset = context.view.charset;
    const { host, port, defaultPort, tls } = server;
    // In the clear at first, but able to go over to TLS if the server insists.
    const connection = await context.connect({ host, port, defaultPort, tls: tls === 'none' ? 'starttls' : tls });
    const session = new NewsSession(connection, server, charset);
    try {
      const greeting = await session.#status();
      if (!SERVICE.has(greeting.code)) throw statusError(greeting);
      await session.#becomeReader();
      return session;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** What the server can do; empty for servers older than RFC 3977. */
  async capabilities(): Promise<Capabilities> {
    if (this.#capabilities === null) {
      await writeLine(this.#connection, 'CAPABILITIES');
      this.#capabilities = await this.#readCapabilities();
    }
    return this.#capabilities;
  }

  /**
   * Sends one command, and does what the server may want first: TLS, a password.
   *
   * @param line - built of names that `src/schemes/news/names.ts` accepts
   * @returns the status, whatever it is
   */
  async command(line: string): Promise<Status> {
    let status = await this.#exchange(line);
    if (status.code === TLS_REQUIRED && (await this.#upgrade())) status = await this.#exchange(line);
    if (status.code === LOGIN_REQUIRED && (await this.#logIn())) status = await this.#exchange(line);
    return status;
  }

  /** Sends several commands in one write (RFC 3977 §3.5); their statuses are read with `status`, in order. */
  async pipeline(...lines: readonly string[]): Promise<void> {
    await writeLine(this.#connection, ...lines);
  }

  /** The next status. */
  status(): Promise<Status> {
    return this.#status();
  }

  /**
   * The lines of a data block. One that is longer than `cap` is cut before the line that does not fit; then nothing
   * can follow it, and the session is to be closed.
   *
   * @param cap - octets
   * @throws GatewayError `gateway-protocol` where the server ends in the middle
   */
  async lines(cap: number): Promise<Lines> {
    const { octets, complete } = await this.data().collect(cap);
    const read = linesOf(complete ? octets : octets.subarray(0, octets.lastIndexOf(LF) + 1), this.#charset);
    if (read.lines.length === 0 && !complete) {
      throw new GatewayError('gateway-protocol', 'The news server sent a line of excessive length.');
    }
    return { ...read, complete };
  }

  /** The octets of a data block, dots taken away. It owns the connection from now on. */
  data(): DataStream {
    return new DataStream(this.#connection);
  }

  /** Takes leave, without waiting for the answer. */
  close(): void {
    const connection = this.#connection;
    writeLine(connection, 'QUIT')
      .catch(() => {})
      .finally(() => connection.close());
  }

  /** RFC 3977 §5.3: nothing may be sent behind MODE READER before it is answered, as another program takes over. */
  async #becomeReader(): Promise<void> {
    await writeLine(this.#connection, 'MODE READER');
    const status = await this.#status();
    if (SERVICE.has(status.code) || UNKNOWN_COMMAND.has(status.code)) return;
    if (status.code === TLS_REQUIRED || status.code === LOGIN_REQUIRED) return;
    throw statusError(status);
  }

  /** One command, with a look at the capabilities on the way to the first. */
  async #exchange(line: string): Promise<Status> {
    if (this.#capabilities !== null) {
      await writeLine(this.#connection, line);
    } else {
      await writeLine(this.#connection, 'CAPABILITIES', line);
      this.#capabilities = await this.#readCapabilities();
    }
    return this.#status();
  }

  async #readCapabilities(): Promise<Capabilities> {
    const status = await this.#status();
    if (status.code !== CAPABILITY_LIST) return new Map();
    const { lines, complete } = await this.lines(limits.multilineReply);
    if (!complete) throw new GatewayError('gateway-limit', 'The news server can do more than it can be good for.');
    return parseCapabilities(lines);
  }

  /** Goes over to TLS; `false` where the server offers none, or where we are there. */
  async #upgrade(): Promise<boolean> {
    if (this.#secure || !(await this.capabilities()).has('STARTTLS')) return false;
    await writeLine(this.#connection, 'STARTTLS');
    const status = await this.#status();
    if (status.code !== CONTINUE_WITH_TLS) return false;
    await this.#connection.startTls();
    this.#secure = true;
    // RFC 4642 §2.2.2: what was learnt in the clear is forgotten.
    this.#capabilities = null;
    await this.#becomeReader();
    return true;
  }

  /** Says the operator's name and password, over TLS alone; `false` where there is none or no TLS. */
  async #logIn(): Promise<boolean> {
    const { user, password } = this.#credentials ?? {};
    if (user === undefined || password === undefined || this.#loggedIn) return false;
    if (!this.#secure && !(await this.#upgrade())) return false;
    await writeLine(this.#connection, `AUTHINFO USER ${user}`);
    let status = await this.#status();
    if (status.code === PASSWORD_REQUIRED) {
      await writeLine(this.#connection, `AUTHINFO PASS ${password}`);
      status = await this.#status();
    }
    if (status.code !== LOGGED_IN) throw statusError(status);
    this.#loggedIn = true;
    this.#capabilities = null;
    return true;
  }

  async #status(): Promise<Status> {
    const line = await new LineReader(this.#connection, STATUS_CAPS).line();
    if (line === null) throw new GatewayError('gateway-protocol', 'The news server hung up without a word.');
    const status = parseStatus(readText(line, null));
    if (status === null) throw new GatewayError('gateway-protocol', 'The server does not speak NNTP.');
    // Said at any time, and whatever was asked: the server closes the connection (RFC 3977 §3.2.1).
    if (status.code === GOODBYE) throw statusError(status);
    return status;
  }
}

const LF = 0x0a;

/** Octets as lines. Most lists are UTF-8 as a whole; in others every line may have a charset of its own. */
function linesOf(octets: Uint8Array, charset: string | null): Omit<Lines, 'complete'> {
  const text = charset === null ? utf8Of(octets) : null;
  // An escape begins another charset within ASCII.
  const lines = text === null || text.includes('\x1b') ? octetLines(octets, charset) : text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return { lines, charset: text === null ? (charset ?? FALLBACK_CHARSET) : null };
}

function octetLines(octets: Uint8Array, charset: string | null): string[] {
  const lines: string[] = [];
  for (let from = 0; from < octets.length; ) {
    const lineFeed = octets.indexOf(LF, from);
    const end = lineFeed < 0 ? octets.length : lineFeed;
    lines.push(readText(octets.subarray(from, end), charset).replace(/\r$/, ''));
    from = end + 1;
  }
  return lines;
}
