/**
 * Data connections (RFC 959 §3.2): for each transfer the server opens a port, and the client connects to it at the
 * address of the control connection, with TLS if the session has TLS. The client never listens, so it sends no PORT.
 */
import type { OctetString } from '../../octets/charset.ts';
import { concatOctets } from '../../octets/octets.ts';
import type { Body, Collected, Connection } from '../connection.ts';
import { otherLength, ProtocolError } from '../protocol-error.ts';
import { type FtpReply, GOODBYE, isCompletion, isPreliminary, quoteReply, refusal } from './reply.ts';
import type { Control, FtpSession, FtpVerb } from './session.ts';

/** What of a file is transferred. */
export interface TransferExtent {
  /** The offset in octets at which the data is to begin. Absent = 0. */
  readonly start?: number | undefined;
  /** The size of the whole file in octets, to be checked at the end. Absent or `null` = unknown. */
  readonly size?: number | null | undefined;
}

/** Begins a transfer: opens the data connection, then sends the command. A server may refuse it with a reply. */
export async function transfer(
  session: FtpSession,
  verb: FtpVerb,
  argument?: OctetString,
  { start = 0, size = null }: TransferExtent = {},
): Promise<Download | FtpReply> {
  const { control } = session;
  const data = await openPassive(session);
  try {
    // REST comes immediately before the transfer (RFC 959 §4.1.3): BSD servers forget it at any other command.
    const restarted = start > 0 && (await control.command('REST', String(start))).code === RESTART_ACCEPTED;
    const reply = await control.begin(verb, argument);
    if (!isPreliminary(reply) && !isCompletion(reply)) {
      data.close();
      return reply;
    }
    if (session.protectedData) await protect(data, control);
    // A server may send a short file before its first reply. Then that reply is already the final one.
    const early = isCompletion(reply) ? reply : null;
    const verdict = async () => {
      const last = early ?? (await control.completion());
      if (!isCompletion(last)) throw refusal(last);
    };
    return new Download(data, { start: restarted ? start : 0, size, verdict });
  } catch (error) {
    data.close();
    throw error;
  }
}

const RESTART_ACCEPTED = 350;

/** Many servers require the data connection to resume the control connection's TLS session; workerd cannot do that. */
async function protect(data: Connection, control: Control): Promise<void> {
  try {
    await data.startTls();
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.code !== 'tls') throw error;
    const reply = await control.completion().catch(() => null);
    if (reply === null || isCompletion(reply)) throw error;
    const { code, lines } = reply;
    const detail = `The server refused TLS for the data connection: ${code} ${quoteReply(lines)}`;
    throw new ProtocolError('tls', detail, { status: code, cause: error });
  }
}

/** Tries EPSV first, which works with IPv6 and address translation; then PASV, if EPSV is refused or cannot connect. */
async function openPassive({ control, protectedData }: FtpSession): Promise<Connection> {
  const tls = protectedData ? 'starttls' : 'none';
  const extended = await control.command('EPSV');
  const port = extended.code === 229 ? parseExtendedPassive(extended.lines.join(' ')) : null;
  if (port !== null) {
    try {
      return await control.connection.another(port, tls);
    } catch (error) {
      if (!(error instanceof ProtocolError) || !UNANSWERED.has(error.code)) throw error;
    }
  }
  const passive = await control.command('PASV');
  if (passive.code !== 227) {
    throw port === null
      ? refusal(passive)
      : new ProtocolError('unreachable', 'The server did not open the data connection.');
  }
  const passivePort = parsePassive(passive.lines.join(' '));
  if (passivePort === null) {
    throw new ProtocolError('malformed', 'The server did not name a port for the data connection.');
  }
  return control.connection.another(passivePort, tls);
}

/** A firewall may drop the port of EPSV and forward that of PASV, so after these errors PASV is tried. */
const UNANSWERED: ReadonlySet<string> = new Set(['unreachable', 'timeout']);

/** The delimiter is any printable character except a digit; the protocol and the address are empty. */
const EXTENDED = /\(([!-/:-~])\1\1(\d{1,5})\1\)/;
/** Six numbers, in brackets or not: RFC 1123 §4.1.2.6 tells clients to search for the first digit. */
const ADDRESS_AND_PORT = /(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3}),(\d{1,3})(?!\d)/;

const LAST_PORT = 65_535;
const LAST_OCTET = 255;

/**
 * The port in the text of a 229 reply to EPSV (RFC 2428 §3); `null` if it has none.
 * `parseExtendedPassive('Entering Extended Passive Mode (|||40000|)')` is `40000`.
 */
export function parseExtendedPassive(text: string): number | null {
  const port = Number(EXTENDED.exec(text)?.[2] ?? 0);
  return port > 0 && port <= LAST_PORT ? port : null;
}

/**
 * The port in the text of a 227 reply to PASV (RFC 959 §4.1.2); `null` if it has none. Its address is ignored: a server
 * could name another host, and so use the client to scan its ports (CVE-2020-8284).
 * `parsePassive('Entering Passive Mode (192,0,2,1,156,64).')` is `40000`.
 */
export function parsePassive(text: string): number | null {
  const numbers = ADDRESS_AND_PORT.exec(text)?.slice(1).map(Number) ?? [];
  if (numbers.length < 6 || numbers.some((number) => number > LAST_OCTET)) return null;
  const [high = 0, low = 0] = numbers.slice(4);
  return high * 256 + low || null;
}

/** The most octets of a short file. It is the first read buffer of a connection. */
const SHORT = 16 * 1024;
/** How long the rest of a short file may take, in milliseconds. */
const PATIENCE_MS = 1000;

interface DownloadOptions {
  readonly start: number;
  /** `null` = unknown. */
  readonly size: number | null;
  /** Waits for the server's reply after the data, and throws unless it confirms the transfer; see `isSilence`. */
  readonly verdict: () => Promise<void>;
}

/** The octets of a file or of a listing. Close it before the session is used again. */
export class Download implements Body {
  /** The offset at which the octets begin: 0 for a server that refuses REST, and sends the whole file. */
  readonly start: number;
  readonly #data: Body;
  readonly #verdict: () => Promise<void>;
  /** The number of octets that are to come; `null` = unknown. A file that grows has more. */
  readonly #announced: number | null;
  #received = 0;
  /** Whether all octets have arrived; and whether the server has confirmed that, or said nothing about it. */
  #arrived = false;
  #ended = false;
  #unconfirmed = false;
  /** The octets that were put back, the next ones last. */
  readonly #unread: Uint8Array[] = [];
  /** A read that has begun, and whose octets nobody has taken. */
  #begun: Promise<Uint8Array | null> | null = null;

  /** @param data - the data connection */
  constructor(data: Body, { start, size, verdict }: DownloadOptions) {
    this.#data = data;
    this.#verdict = verdict;
    this.start = start;
    this.#announced = size === null ? null : size - start;
  }

  /**
   * Whether the octets are all that the server had announced, and it closed the data connection in order, but never
   * sent its reply. Firewalls drop control connections that are silent during a long transfer.
   */
  get unconfirmed(): boolean {
    return this.#unconfirmed;
  }

  /**
   * The next octets; `null` once the server has confirmed that these were all, or their number says so. An error comes
   * after all octets that have arrived.
   *
   * @throws ProtocolError if the server reports a failure; `malformed` for another length than it reported; else as the
   * connection
   */
  async read(): Promise<Uint8Array | null> {
    const unread = this.#unread.pop();
    if (unread !== undefined) return unread;
    const begun = this.#begun ?? this.#next();
    this.#begun = null;
    return begun;
  }

  unread(octets: Uint8Array): void {
    if (octets.byteLength > 0) this.#unread.push(octets);
  }

  close(): void {
    this.#data.close();
  }

  /**
   * Reads a short file to its end, and the first octets of another one. `read` returns these octets again. A short file
   * that breaks is an error here: an answer that has begun could only break off.
   *
   * @param cap - the octets that are needed at most: a file with more of them is not short
   * @throws ProtocolError as `read`
   */
  async beginning(cap: number): Promise<Collected> {
    let octets: Uint8Array = (await this.read())?.slice() ?? new Uint8Array();
    let complete = octets.byteLength === 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS, 'late');
    });
    try {
      while (!complete && octets.byteLength < Math.min(SHORT, cap)) {
        const pending = this.read();
        const read = await Promise.race([pending, late]);
        // A file that has arrived waits for the server's confirmation, however long that takes.
        if (read === 'late' && !this.#arrived) {
          // The next read throws its error.
          pending.catch(() => {});
          this.#begun = pending;
          break;
        }
        const next = await pending;
        complete = next === null;
        // The octets of a read are a view of a buffer that the next read overwrites.
        if (next !== null) octets = concatOctets([octets, next]);
      }
    } finally {
      clearTimeout(timer);
    }
    this.unread(octets);
    return { octets, complete };
  }

  async #next(): Promise<Uint8Array | null> {
    if (this.#ended) return null;
    const octets = await this.#data.read();
    if (octets === null) return this.#end();
    this.#received += octets.byteLength;
    return octets;
  }

  async #end(): Promise<null> {
    this.#arrived = true;
    // vsftpd with TLS waits until the data connection is closed, and only then sends its reply.
    this.#data.close();
    try {
      await this.#verdict();
    } catch (error) {
      if (this.#received !== this.#announced || !isSilence(error)) throw error;
      this.#unconfirmed = true;
    }
    if (this.#announced !== null && this.#received !== this.#announced) {
      throw otherLength(this.#announced, this.#received);
    }
    this.#ended = true;
    return null;
  }
}

/**
 * Whether the server said nothing against a transfer: a refusal has its status. 421 is about the control connection,
 * which a server closes if it has been idle for the time of a long transfer.
 */
function isSilence(error: unknown): boolean {
  return error instanceof ProtocolError && (error.status === null || error.status === GOODBYE);
}
