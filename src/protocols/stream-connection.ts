/**
 * The connection of every platform: a pair of streams (WHATWG Streams), with deadlines. The Worker, the command line
 * and the package differ in how they open sockets, and in nothing else.
 */
import { concatOctets } from '../octets/octets.ts';
import type { Connection } from './connection.ts';
import { ProtocolError } from './protocol-error.ts';
import { ReadBuffer } from './read-buffer.ts';

/** The octets that are kept of the beginning: a line of SMTP has at most 512 (RFC 5321 §4.5.3.1.5). */
const BEGINNING = 512;

/** The two directions of a connected socket. */
export interface Streams {
  /** A byte stream if the platform has one: its reads need no new buffers. */
  readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly writable: WritableStream<Uint8Array>;
  /** Closes the socket, and must not throw. */
  close?(): void;
  /**
   * Begins TLS on the same socket, and checks the certificate. Neither stream is locked then. Absent = the platform
   * cannot do that.
   *
   * @throws ProtocolError `tls` or `timeout`, after closing the socket
   */
  startTls?(): Promise<Streams>;
}

/** How long a server may be silent, in milliseconds; `null` = without limit. */
export interface Patience {
  /** From a request to the first octet of the reply. */
  readonly first: number | null;
  /**
   * Between two octets of a reply, for the whole rest of a line that has begun, and until the server accepts octets
   * that are sent.
   */
  readonly idle: number | null;
}

/** How long the server took, in milliseconds; `null` = it has not happened. */
export interface StreamTimings {
  tls: number | null;
  /** From the last request to the first octet. */
  firstByte: number | null;
}

const SILENCE: Readonly<Record<keyof Patience, string>> = {
  first: 'The server accepted the connection, but did not answer in time.',
  idle: 'The server stopped in the middle of its answer.',
};

/**
 * It owns the streams, its read buffer and its timers. `close` releases them all.
 *
 * A deadline closes the connection, and the pending read ends with the deadline's error. Racing a promise against each
 * read would keep a million promises after a million reads.
 *
 * @example
 * ```ts
 * const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
 * const echo = new StreamConnection({ readable, writable }, { first: 1000, idle: 1000 });
 * void echo.write(new TextEncoder().encode('hello'));
 * new TextDecoder().decode((await echo.read()) ?? undefined); // 'hello'
 * echo.close();
 * ```
 */
export class StreamConnection implements Connection {
  readonly timings: StreamTimings = { tls: null, firstByte: null };
  readonly #patience: Patience;
  #signal: AbortSignal | null = null;
  #streams: Streams;
  #reader: StreamReader;
  #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #buffer = new ReadBuffer();
  #beginning: Uint8Array = new Uint8Array(0);
  /** The octets that were put back, the next ones last. */
  readonly #unread: Uint8Array[] = [];
  #ended = false;
  #closed = false;
  /** What every call throws once the connection is closed. */
  #reason: unknown = null;
  #writing = false;
  #requestedAt = Date.now();
  #answered = false;
  readonly #readTimer = new IdleTimer(() => this.#expire(this.#answered ? 'idle' : 'first'));
  readonly #writeTimer = new IdleTimer(() => this.#expire('idle'));
  readonly #onAbort = () => this.#end(this.#signal?.reason);

  /**
   * @param streams - of a connected socket, both unlocked; the connection closes them
   * @param patience - how long the server may be silent
   * @param signal - closes the connection. Its reason is the error of every call afterwards.
   */
  constructor(streams: Streams, patience: Patience, signal: AbortSignal | null = null) {
    this.#streams = streams;
    this.#patience = patience;
    this.#reader = readerOf(streams.readable, this.#buffer);
    this.#writer = streams.writable.getWriter();
    this.follow(signal);
  }

  /** Obeys this signal from now on, and no other. */
  protected follow(signal: AbortSignal | null): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted) this.#onAbort();
  }

  /** The first octets that the server sent, up to 512. They show which protocol it speaks. */
  get beginning(): Uint8Array {
    return this.#beginning;
  }

  /**
   * The next octets, at least one; `null` at the end of the stream. They are a view of a buffer that the next `read`
   * overwrites.
   *
   * @param waited - as in `Source`: it shortens the deadline of this read
   * @throws ProtocolError `timeout`; `unreachable` when the connection breaks, or is closed
   */
  async read(waited = 0): Promise<Uint8Array | null> {
    if (this.#closed) throw this.#reason;
    const unread = this.#unread.pop();
    if (unread !== undefined) return unread;
    if (this.#ended) return null;
    const patience = this.#answered ? this.#patience.idle : this.#patience.first;
    this.#readTimer.start(patience === null ? null : Math.max(0, patience - waited));
    try {
      let { done, value } = await this.#reader.read();
      // Only streams that are not byte streams have empty parts.
      while (!done && value?.byteLength === 0) ({ done, value } = await this.#reader.read());
      if (this.#closed) throw this.#reason;
      if (done || value === undefined) {
        this.#ended = true;
        return null;
      }
      this.#noteAnswer();
      this.#reader.buffer?.giveBack(value);
      if (this.#beginning.length < BEGINNING) this.#keepBeginning(value);
      return value;
    } catch (cause) {
      throw this.#broken(cause);
    } finally {
      this.#readTimer.pause();
    }
  }

  #keepBeginning(octets: Uint8Array): void {
    this.#beginning = concatOctets([this.#beginning, octets.subarray(0, BEGINNING - this.#beginning.length)]);
  }

  #noteAnswer(): void {
    if (!this.#answered) this.timings.firstByte ??= Date.now() - this.#requestedAt;
    this.#answered = true;
  }

  /** Puts back octets for the next `read`, as a line reader reads more than its line. The last ones come first. */
  unread(octets: Uint8Array): void {
    if (octets.byteLength > 0) this.#unread.push(octets);
  }

  /**
   * Sends octets as they are. Use `writeLine` for the lines of a protocol.
   *
   * @throws ProtocolError as `read`
   */
  async write(octets: Uint8Array): Promise<void> {
    if (this.#closed) throw this.#reason;
    this.#writing = true;
    this.#writeTimer.start(this.#patience.idle);
    try {
      await this.#writer.write(octets);
    } catch (cause) {
      throw this.#broken(cause);
    } finally {
      this.#writeTimer.pause();
      this.#writing = false;
    }
    this.#requestedAt = Date.now();
    this.#answered = false;
  }

  /** The error for a wait that failed: the reason that we know, else what the platform says. */
  #broken(cause: unknown): unknown {
    return this.#closed
      ? this.#reason
      : new ProtocolError('unreachable', 'The connection to the server broke.', { cause });
  }

  /**
   * Changes to TLS. The certificate must be valid for the host that the connection was opened to.
   *
   * @throws ProtocolError `tls`; `malformed` if the server sent more before the handshake, because octets of an
   *   attacker
   * would then count as the server's (CVE-2011-0411)
   */
  async startTls(): Promise<void> {
    if (this.#closed) throw this.#reason;
    if (this.#unread.length > 0) {
      this.#end(new ProtocolError('malformed', 'The server sent data between agreeing to TLS and starting it.'));
      throw this.#reason;
    }
    const started = Date.now();
    this.#reader.releaseLock();
    this.#writer.releaseLock();
    try {
      const secured = await this.#streams.startTls?.();
      if (secured === undefined) throw new ProtocolError('tls', 'This connection cannot change to TLS.');
      this.#streams = secured;
      this.#reader = readerOf(secured.readable, this.#buffer);
      this.#writer = secured.writable.getWriter();
    } catch (error) {
      this.#end(error);
    }
    if (this.#closed) {
      this.#closeStreams();
      throw this.#reason;
    }
    this.timings.tls = Date.now() - started;
  }

  /** Closes the socket and ends every wait on it. Can be called twice; never throws. */
  close(): void {
    if (!this.#closed) this.#end(new ProtocolError('unreachable', 'The connection is closed.'));
  }

  #expire(phase: keyof Patience): void {
    this.#end(new ProtocolError('timeout', SILENCE[phase]));
  }

  /** Closes the connection for this reason, unless it is closed. */
  #end(reason: unknown): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#reason = reason;
    this.#readTimer.stop();
    this.#writeTimer.stop();
    this.#buffer.release();
    this.#signal?.removeEventListener('abort', this.#onAbort);
    this.#closeStreams();
  }

  #closeStreams(): void {
    // A pending read ends by the cancellation. A pending write would keep `close` waiting until it is aborted.
    this.#reader.cancel(this.#reason).catch(ignore);
    if (this.#writing) this.#writer.abort(this.#reason).catch(ignore);
    if (this.#streams.close !== undefined) this.#streams.close();
    else this.#writer.close().catch(ignore);
  }
}

/** The rejections of streams that are being closed say nothing new. */
const ignore = (): void => {};

/** A reader of either kind. */
interface StreamReader {
  /** What `read` fills; `null` = each read has octets of its own. */
  readonly buffer: ReadBuffer | null;
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array<ArrayBuffer> | undefined }>;
  cancel(reason: unknown): Promise<void>;
  releaseLock(): void;
}

/** Sockets of Node as streams (`Duplex.toWeb`) are not byte streams in Node 20 and 22. */
function readerOf(readable: Streams['readable'], buffer: ReadBuffer): StreamReader {
  const byob = byobReaderOf(readable);
  if (byob !== null) return withBuffer(byob, buffer, () => byob.read(buffer.take()));
  const reader = readable.getReader();
  return withBuffer(reader, null, () => reader.read());
}

function withBuffer(
  reader: Pick<StreamReader, 'cancel' | 'releaseLock'>,
  buffer: StreamReader['buffer'],
  read: StreamReader['read'],
): StreamReader {
  return { buffer, read, cancel: (reason) => reader.cancel(reason), releaseLock: () => reader.releaseLock() };
}

function byobReaderOf(readable: Streams['readable']): ReadableStreamBYOBReader | null {
  try {
    return readable.getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}

/**
 * Calls back when a wait takes too long. It is fast in loops of many short waits: starting and ending a wait only reads
 * the clock, and a new timer is set only when the last one has run out.
 */
export class IdleTimer {
  readonly #expired: () => void;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** When `#timer` fires, and when the wait is over its limit, in milliseconds of the clock. */
  #fires = 0;
  #due = Number.POSITIVE_INFINITY;

  constructor(expired: () => void) {
    this.#expired = expired;
  }

  start(milliseconds: number | null): void {
    if (milliseconds === null) {
      this.pause();
      return;
    }
    this.#due = Date.now() + milliseconds;
    if (this.#timer !== null && this.#fires > this.#due) this.stop();
    if (this.#timer === null) this.#set(milliseconds);
  }

  pause(): void {
    this.#due = Number.POSITIVE_INFINITY;
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #set(milliseconds: number): void {
    this.#fires = Date.now() + milliseconds;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#due === Number.POSITIVE_INFINITY) return;
      const left = this.#due - Date.now();
      if (left > 0) this.#set(left);
      else this.#expired();
    }, milliseconds);
  }
}
