/** The octets of a transfer, which end only when the server has confirmed that it sent everything. */
import { concatOctets } from '../../octets/octets.ts';
import type { Body, Collected } from '../connection.ts';
import { otherLength } from '../protocol-error.ts';

/** The most octets of a short file. It is the first read buffer of a connection. */
const SHORT = 16 * 1024;
/** How long the rest of a short file may take, in milliseconds. */
const PATIENCE_MS = 1000;

export interface DownloadOptions {
  /** The offset at which the octets begin. */
  readonly start: number;
  /** The size of the whole file in octets; `null` = unknown. */
  readonly size: number | null;
  /** Waits for the server's reply after the data, and throws unless it confirms the transfer. */
  readonly verdict: () => Promise<void>;
}

/** The octets of a file or of a listing. Close it before the session is used again. */
export class Download implements Body {
  /** The offset at which the octets begin: 0 for a server that refuses REST, and sends the whole file. */
  readonly start: number;
  readonly #data: Body;
  readonly #verdict: () => Promise<void>;
  /** The number of octets that are still to come; `null` = unknown. */
  #left: number | null;
  /** Whether all octets have arrived; and whether the server has confirmed that. */
  #arrived = false;
  #confirmed = false;
  /** The octets that were put back, the next ones last. */
  readonly #unread: Uint8Array[] = [];
  /** A read that has begun, and whose octets nobody has taken. */
  #begun: Promise<Uint8Array | null> | null = null;

  /** @param data - the data connection */
  constructor(data: Body, { start, size, verdict }: DownloadOptions) {
    this.#data = data;
    this.#verdict = verdict;
    this.start = start;
    this.#left = size === null ? null : size - start;
  }

  /**
   * The next octets; `null` once the server has confirmed that these were all.
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
    if (this.#confirmed) return null;
    const octets = await this.#data.read();
    if (octets === null) return this.#end();
    if (this.#left !== null) this.#left -= octets.byteLength;
    if (this.#left !== null && this.#left < 0) throw otherLength();
    return octets;
  }

  async #end(): Promise<null> {
    this.#arrived = true;
    // vsftpd with TLS waits until the data connection is closed, and only then sends its reply.
    this.#data.close();
    await this.#verdict();
    if (this.#left !== null && this.#left > 0) throw otherLength();
    this.#confirmed = true;
    return null;
  }
}
