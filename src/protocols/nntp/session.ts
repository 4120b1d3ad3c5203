/**
 * A session with a news server (RFC 3977): greeting, MODE READER, capabilities, commands and their data blocks. It uses
 * TLS if the server demands it (RFC 4642), and a login if there is one (RFC 4643).
 *
 * ```
 *   200 greeting  →  MODE READER  →  CAPABILITIES + first command  →  …
 *                                     483 → STARTTLS, 480 → AUTHINFO, then the command again
 * ```
 */
import { decodeWithLabel, FALLBACK_CHARSET } from '../../message/charset.ts';
import { isUtf8 } from '../../octets/charset.ts';
import { utf8Of } from '../../octets/octets.ts';
import { type Connect, type Connection, collect } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import { LineReader, PARTIAL_CODE, writeLine } from '../lines.ts';
import { ProtocolError } from '../protocol-error.ts';
import { DataStream } from './data-block.ts';
import { type NntpCapabilities, type NntpStatus, parseCapabilities, parseStatus, refusal } from './response.ts';

// The statuses that a session handles itself.
const SERVICE = new Set([200, 201]);
const GOODBYE = 400;
const CAPABILITY_LIST = 101;
const CONTINUE_WITH_TLS = 382;
const PASSWORD_REQUIRED = 381;
const LOGGED_IN = 281;
const LOGIN_REQUIRED = 480;
const TLS_REQUIRED = 483;
/** In reply to MODE READER, these mean that the server does not support it; 502 means that reading is not permitted. */
const UNKNOWN_COMMAND = new Set([500, 501, 503]);

/** RFC 3977 §3.1 allows 512 octets in a status line, but some servers send longer ones. */
const STATUS_CAPS = { line: protocolLimits.line, total: protocolLimits.line + 2 };

/** The lines of a data block. */
export interface Lines {
  /** Without their ends. */
  readonly lines: readonly string[];
  readonly complete: boolean;
  /** The charset in which lines that are not UTF-8 were decoded; `null` = all lines are UTF-8. */
  readonly charset: string | null;
  /** The indexes of these lines, unless the reader chose the charset. */
  readonly guessed: ReadonlySet<number>;
}

/** The text of a long data block that consists of lines. */
export interface TextPieces {
  /** Each has whole lines. */
  readonly texts: readonly string[];
  readonly complete: boolean;
}

/** A name and a password for AUTHINFO. */
export interface NewsLogin {
  readonly user: string;
  readonly password: string;
}

export interface SessionOptions {
  /** Whether the connection begins with TLS, as on port 563. Absent = `none`: it begins in the clear. */
  readonly tls?: 'none' | 'implicit' | undefined;
  /** The login, if the server demands one. It is sent over TLS only. Absent = none. */
  readonly login?: NewsLogin | null | undefined;
  /** The charset of lines that are not UTF-8. Absent = it is detected in each line. */
  readonly charset?: string | null | undefined;
}

/**
 * A conversation with a news server. The functions of `commands.ts` fetch groups and articles through it.
 *
 * @example
 * ```ts
 * const replies = ['200 ready\r\n', '201 no posting\r\n', '101 list\r\nREADER\r\n.\r\n211 2 1 2 misc.test\r\n'];
 * const octets: Uint8Array[] = replies.map((reply) => new TextEncoder().encode(reply));
 * const source = { read: async () => octets.shift() ?? null, unread: (rest: Uint8Array) => void octets.unshift(rest) };
 * const connection = { ...source, write: async () => {}, close: () => {}, startTls: async () => {} };
 * const session = await NewsSession.open(async () => connection);
 * (await session.expect('GROUP misc.test', 211)).text; // '2 1 2 misc.test'
 * ```
 */
export class NewsSession {
  readonly #connection: Connection;
  readonly #login: NewsLogin | null;
  readonly #charset: string | null;
  #secure: boolean;
  #loggedIn = false;
  #capabilities: NntpCapabilities | null = null;

  private constructor(connection: Connection, { tls, login, charset }: SessionOptions) {
    this.#connection = connection;
    this.#login = login ?? null;
    this.#charset = charset ?? null;
    this.#secure = tls === 'implicit';
  }

  /**
   * Connects, reads the greeting and sends MODE READER.
   *
   * @throws ProtocolError if the server does not accept the session
   */
  static async open(connect: Connect, options: SessionOptions = {}): Promise<NewsSession> {
    // A connection that begins in the clear can switch to TLS if the server demands it.
    const connection = await connect(options.tls === 'implicit' ? 'implicit' : 'starttls');
    const session = new NewsSession(connection, options);
    try {
      const greeting = await session.status();
      if (!SERVICE.has(greeting.code)) throw refusal(greeting);
      await session.#becomeReader();
      return session;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** The charset of lines that the reader chose; `null` = it is detected in each. */
  get charset(): string | null {
    return this.#charset;
  }

  /** The capabilities of the server; empty for servers older than RFC 3977. */
  async capabilities(): Promise<NntpCapabilities> {
    if (this.#capabilities === null) {
      await writeLine(this.#connection, 'CAPABILITIES');
      this.#capabilities = await this.#readCapabilities();
    }
    return this.#capabilities;
  }

  /**
   * Sends one command. If the server demands TLS or a login first, does that and repeats the command.
   *
   * @param line - without its line end, made of names that `src/schemes/news/request.ts` accepts
   * @returns the status, of success or failure
   * @throws ProtocolError as {@link status}; for a login that is rejected
   */
  async command(line: string): Promise<NntpStatus> {
    let status = await this.#exchange(line);
    if (status.code === TLS_REQUIRED && (await this.#upgrade())) status = await this.#exchange(line);
    if (status.code === LOGIN_REQUIRED && (await this.#logIn())) status = await this.#exchange(line);
    return status;
  }

  /**
   * Sends one command as {@link command} does.
   *
   * @param code - of the only status that is a success
   * @throws ProtocolError for another status
   */
  async expect(line: string, code: number): Promise<NntpStatus> {
    const status = await this.command(line);
    if (status.code !== code) throw refusal(status);
    return status;
  }

  /** Sends several commands in one write (RFC 3977 §3.5). `status` reads their statuses in order. */
  async pipeline(...lines: readonly string[]): Promise<void> {
    await writeLine(this.#connection, ...lines);
  }

  /**
   * The next status.
   *
   * @throws ProtocolError `malformed` for a line that is no status; `unreachable` for none; for 400, because the server
   * closes the connection
   */
  async status(): Promise<NntpStatus> {
    const reader = new LineReader(this.#connection, STATUS_CAPS);
    const line = await reader.line();
    if (line === null) throw reader.cut();
    const status = parseStatus(decodeWithLabel(line, null));
    if (status === null) throw reader.nonsense('The server does not speak NNTP.', PARTIAL_CODE);
    // The server closes the connection. It may send this in reply to any command (RFC 3977 §3.2.1).
    if (status.code === GOODBYE) throw refusal(status);
    return status;
  }

  /**
   * Reads the lines of a data block. A longer block than `cap` is cut before the line that does not fit. Then no
   * command can follow, and the session must be closed.
   *
   * @param cap - in octets
   * @throws ProtocolError `unreachable` if the connection ends before the block
   */
  async lines(cap: number): Promise<Lines> {
    const { octets, complete } = await collect(this.data(), cap);
    const whole = complete ? octets : octets.subarray(0, octets.lastIndexOf(LF) + 1);
    if (whole.length === 0 && !complete) throw longLine();
    const { text, charset, guessed } = decodeLines(whole, this.#charset);
    const lines = text.split(/\r?\n/);
    if (lines.at(-1) === '') lines.pop();
    return { lines, complete, charset, guessed };
  }

  /**
   * Reads a long data block as pieces of whole lines. No buffer grows with the block, which would leave its old copies
   * to the garbage collector. A longer block than `cap` is cut as {@link lines} cuts it.
   *
   * @param cap - in octets
   * @param longest - the most octets of a piece
   * @throws ProtocolError `unreachable` if the connection ends before the block, `malformed` if a line is longer than a
   * piece
   */
  async pieces(cap: number, longest: number): Promise<TextPieces> {
    const data = this.data();
    const texts: string[] = [];
    for (let left = cap; ; ) {
      const { octets, complete } = await collect(data, Math.min(longest, left));
      const whole = complete ? octets.length : octets.lastIndexOf(LF) + 1;
      if (whole === 0 && !complete && left >= longest) throw longLine();
      if (whole > 0) texts.push(decodeLines(octets.subarray(0, whole), this.#charset).text);
      left -= whole;
      if (complete || whole === 0) return { texts, complete };
      data.unread(octets.subarray(whole));
    }
  }

  /** The octets of a data block, without dot-stuffing. The stream owns the connection from now on. */
  data(): DataStream {
    return new DataStream(this.#connection);
  }

  /** Sends QUIT and closes the connection without waiting for the reply. */
  close(): void {
    const connection = this.#connection;
    writeLine(connection, 'QUIT')
      .catch(() => {})
      .finally(() => connection.close());
  }

  /** RFC 3977 §5.3: MODE READER cannot be pipelined, because another program may take over the connection. */
  async #becomeReader(): Promise<void> {
    await writeLine(this.#connection, 'MODE READER');
    const status = await this.status();
    if (SERVICE.has(status.code) || UNKNOWN_COMMAND.has(status.code)) return;
    if (status.code === TLS_REQUIRED || status.code === LOGIN_REQUIRED) return;
    throw refusal(status);
  }

  /** Sends one command. With the first command, also requests the capabilities in the same write. */
  async #exchange(line: string): Promise<NntpStatus> {
    if (this.#capabilities !== null) {
      await writeLine(this.#connection, line);
    } else {
      await writeLine(this.#connection, 'CAPABILITIES', line);
      this.#capabilities = await this.#readCapabilities();
    }
    return this.status();
  }

  async #readCapabilities(): Promise<NntpCapabilities> {
    const status = await this.status();
    if (status.code !== CAPABILITY_LIST) return new Map();
    const { lines, complete } = await this.lines(protocolLimits.multilineReply);
    if (!complete) throw new ProtocolError('too-large', 'The list of the news server’s capabilities is too long.');
    return parseCapabilities(lines);
  }

  /** Switches to TLS; `false` if the server does not offer it or the connection already uses it. */
  async #upgrade(): Promise<boolean> {
    if (this.#secure || !(await this.capabilities()).has('STARTTLS')) return false;
    await writeLine(this.#connection, 'STARTTLS');
    const status = await this.status();
    if (status.code !== CONTINUE_WITH_TLS) return false;
    await this.#connection.startTls();
    this.#secure = true;
    // RFC 4642 §2.2.2: capabilities read in the clear must be discarded.
    this.#capabilities = null;
    await this.#becomeReader();
    return true;
  }

  /** Sends the login over TLS; `false` if there is no login or no TLS. */
  async #logIn(): Promise<boolean> {
    const { user, password } = this.#login ?? {};
    if (user === undefined || password === undefined || this.#loggedIn) return false;
    if (!this.#secure && !(await this.#upgrade())) return false;
    await writeLine(this.#connection, `AUTHINFO USER ${user}`);
    let status = await this.status();
    if (status.code === PASSWORD_REQUIRED) {
      await writeLine(this.#connection, `AUTHINFO PASS ${password}`);
      status = await this.status();
    }
    if (status.code !== LOGGED_IN) throw refusal(status);
    this.#loggedIn = true;
    this.#capabilities = null;
    return true;
  }
}

const LF = 0x0a;

function longLine(): ProtocolError {
  return new ProtocolError('malformed', 'The news server sent a line that is too long.');
}

/** Decodes lines. Most lists are UTF-8 as a whole; in others each line may have a different charset. */
function decodeLines(
  octets: Uint8Array,
  charset: string | null,
): { readonly text: string } & Pick<Lines, 'charset' | 'guessed'> {
  const guessed = new Set<number>();
  const text = charset === null ? utf8Of(octets) : null;
  // An escape character may begin ISO 2022-JP.
  if (text !== null && !text.includes('\x1b')) return { text, charset: null, guessed };
  const lines: string[] = [];
  for (let from = 0; from < octets.length; ) {
    const lineFeed = octets.indexOf(LF, from);
    const end = lineFeed < 0 ? octets.length : lineFeed + 1;
    const line = octets.subarray(from, end);
    if (charset === null && text === null && !isUtf8(line)) guessed.add(lines.length);
    lines.push(decodeWithLabel(line, charset));
    from = end;
  }
  return { text: lines.join(''), charset: text === null ? (charset ?? FALLBACK_CHARSET) : null, guessed };
}
