/**
 * One TCP connection to an address that passed the egress policy. It closes when a deadline passes or the client
 * leaves.
 */

import { type EgressPolicy, judgePort } from '../../src/egress/policy.ts';
import { concatOctets } from '../../src/octets/octets.ts';
import { egressDenied, GatewayError } from '../errors/gateway-error.ts';
import type { Deadlines } from '../settings/deadlines.ts';
import { abortReason, Deadline, IdleTimer, timedOut, underSignal } from './deadline.ts';
import { dial, ignore } from './dial.ts';
import { ReadBuffer } from './read-buffer.ts';

/** The octets that are kept of the beginning: a line of SMTP has at most 512 (RFC 5321 §4.5.3.1.5). */
const BEGINNING = 512;

/** The policy and the limits of the connections of one HTTP request. */
export interface Dialer {
  readonly policy: EgressPolicy;
  readonly deadlines: Deadlines;
  /** The deadline of the whole request. The client's signal aborts it too. */
  readonly lifetime: Deadline;
  /** Counts a connection to a public host, and throws `rate-limited`; `null` = connections are not counted. */
  readonly admit: ((host: string) => Promise<void>) | null;
}

/** How long each phase of opening took, in milliseconds, for `Server-Timing`; `null` = the phase was skipped. */
export interface Timings {
  dns: number | null;
  connect: number;
  tls: number | null;
  firstByte: number | null;
}

/**
 * It owns the socket, its read buffer and its timers. `close` releases them all.
 *
 * A deadline closes the connection, and the pending read ends with the deadline's error. Racing a promise against each
 * read would keep a million promises after a million reads.
 */
export class Connection {
  readonly timings: Timings = { dns: null, connect: 0, tls: null, firstByte: null };
  readonly #dialer: Dialer;
  /** The host that was passed to `connect()`: an approved address, or a name that the policy lists. */
  readonly #host: string;
  readonly #serverName: string;
  #socket: Socket;
  #reader: ReadableStreamBYOBReader;
  #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #buffer = new ReadBuffer();
  #beginning: Uint8Array = new Uint8Array(0);
  /** The octets that were put back, the next ones last. */
  readonly #unread: Uint8Array[] = [];
  #failure: GatewayError | null = null;
  #ended = false;
  #closed = false;
  #writing = false;
  #requestedAt = Date.now();
  #answered = false;
  #phase: 'first' | 'idle' = 'first';
  readonly #readTimer = new IdleTimer(() => this.#fail(timedOut(this.#phase)));
  readonly #writeTimer = new IdleTimer(() => this.#fail(timedOut('idle')));
  readonly #onAbort = () => this.#fail(abortReason(this.#dialer.lifetime.signal));

  constructor(socket: Socket, host: string, serverName: string, dialer: Dialer) {
    this.#socket = socket;
    this.#host = host;
    this.#serverName = serverName;
    this.#dialer = dialer;
    this.#reader = socket.readable.getReader({ mode: 'byob' });
    this.#writer = socket.writable.getWriter();
    const { signal } = dialer.lifetime;
    signal.addEventListener('abort', this.#onAbort, { once: true });
    if (signal.aborted) this.#onAbort();
  }

  /** The first octets that the server sent, up to 512. They show which protocol it speaks. */
  get beginning(): Uint8Array {
    return this.#beginning;
  }

  /**
   * The next octets, at least one; `null` at the end of the stream. They are a view of a buffer that the next `read`
   * overwrites.
   *
   * @throws GatewayError `gateway-timeout`, `gateway-unreachable` when the connection breaks, `client-closed`
   */
  async read(): Promise<Uint8Array | null> {
    if (this.#failure) throw this.#failure;
    const unread = this.#unread.pop();
    if (unread !== undefined) return unread;
    if (this.#ended) return null;
    this.#phase = this.#answered ? 'idle' : 'first';
    return this.#waiting(this.#readTimer, this.#dialer.deadlines[this.#phase], async () => {
      const { value, done } = await this.#reader.read(this.#buffer.take());
      if (this.#failure) throw this.#failure;
      if (done) {
        this.#ended = true;
        return null;
      }
      this.#noteAnswer();
      this.#buffer.giveBack(value);
      if (this.#beginning.length < BEGINNING) this.#keepBeginning(value);
      return value;
    });
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
   * @throws GatewayError as `read`
   */
  async write(octets: Uint8Array): Promise<void> {
    this.#writing = true;
    try {
      await this.#waiting(this.#writeTimer, this.#dialer.deadlines.idle, () => this.#writer.write(octets));
    } finally {
      this.#writing = false;
    }
    this.#requestedAt = Date.now();
    this.#answered = false;
  }

  /** Runs one wait for the server under its timer. If it fails, it throws the reason that we know. */
  async #waiting<T>(timer: IdleTimer, milliseconds: number | null, wait: () => Promise<T>): Promise<T> {
    if (this.#failure) throw this.#failure;
    timer.start(milliseconds);
    try {
      return await wait();
    } catch (cause) {
      throw this.#failure ?? new GatewayError('gateway-unreachable', 'The connection to the server broke.', { cause });
    } finally {
      timer.pause();
    }
  }

  /**
   * Changes to TLS. The certificate must be valid for the host of the target.
   *
   * @throws GatewayError `gateway-tls`; `gateway-protocol` if the server sent more before the handshake, because
   * octets of an attacker would then count as the server's (CVE-2011-0411)
   */
  async startTls(): Promise<void> {
    if (this.#unread.length > 0) {
      throw this.#fail(
        new GatewayError('gateway-protocol', 'The server sent data between agreeing to TLS and starting it.'),
      );
    }
    const started = Date.now();
    this.#reader.releaseLock();
    this.#writer.releaseLock();
    this.#socket = this.#socket.startTls({ expectedServerHostname: this.#serverName });
    ignore(this.#socket.closed);
    this.#reader = this.#socket.readable.getReader({ mode: 'byob' });
    this.#writer = this.#socket.writable.getWriter();
    const { lifetime, deadlines } = this.#dialer;
    const deadline = new Deadline(deadlines.connect, timedOut('connect'), lifetime.signal);
    try {
      await underSignal(this.#socket.opened, deadline.signal);
    } catch (cause) {
      // The runtime reports every failed handshake as an internal error, so the phase has to identify the failure.
      const detail = 'The server offers no TLS, or its certificate is not valid for this host.';
      throw this.#fail(
        deadline.signal.aborted ? abortReason(deadline.signal) : new GatewayError('gateway-tls', detail, { cause }),
      );
    } finally {
      deadline.lift();
    }
    this.timings.tls = Date.now() - started;
  }

  /**
   * Opens a second connection to the same peer, as FTP does for data (RFC 959 §3.2). It uses the approved address of
   * this connection, and ignores addresses that the server sends (CVE-2020-8284).
   *
   * @throws GatewayError `egress-denied` for a system port or one on the deny list, else as `openSocket`
   */
  async openData(port: number, tls: 'none' | 'starttls' = 'none'): Promise<Connection> {
    const verdict = judgePort(port, null, this.#dialer.policy);
    if (!verdict.allowed) throw egressDenied(verdict);
    const { deadlines, lifetime } = this.#dialer;
    const deadline = new Deadline(deadlines.connect, timedOut('connect'), lifetime.signal);
    try {
      const { socket, host } = await dial([this.#host], port, tls === 'starttls', deadlines.connect, deadline.signal);
      return new Connection(socket, host, this.#serverName, this.#dialer);
    } finally {
      deadline.lift();
    }
  }

  /** Lifts the deadline of the whole request for a stream. The idle deadline stays. */
  liftTotal(): void {
    this.#dialer.lifetime.lift();
  }

  /** Closes the socket and ends every wait on it. Can be called twice; never throws. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#readTimer.stop();
    this.#writeTimer.stop();
    this.#buffer.release();
    this.#dialer.lifetime.signal.removeEventListener('abort', this.#onAbort);
    this.#failure ??= new GatewayError('gateway-unreachable', 'The connection is closed.');
    // A pending read ends by the cancellation. A pending write would keep `close` waiting until it is aborted.
    ignore(this.#reader.cancel(this.#failure));
    if (this.#writing) ignore(this.#writer.abort(this.#failure));
    ignore(this.#socket.close());
  }

  #fail(error: GatewayError): GatewayError {
    this.#failure ??= error;
    this.close();
    return this.#failure;
  }
}
