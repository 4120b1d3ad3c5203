/**
 * One connection of a test server: lines and octets in; replies and bodies out, through the fault switch; a log of all
 * octets received, for the tests; and the switch to TLS, for protocols that have one.
 */
import type { Socket } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type SecureContext, TLSSocket } from 'node:tls';
import {
  applyFault,
  Cut,
  type Fault,
  type FaultKind,
  type FaultOf,
  type FaultSwitch,
  ofKind,
  type Stream,
} from './faults.ts';
import type { Octets } from './octets.ts';

/** The octets that one connection sent to a server. The log of a server is a list of these, oldest first. */
export interface ReceivedOctets {
  /** The number of the connection at its server, from 1. */
  readonly connection: number;
  readonly channel: 'control' | 'data';
  /** Whether the last octets came over TLS. */
  secure: boolean;
  /** All octets that the client has sent, without TLS. */
  octets: Buffer;
  /** Whether the connection is gone. */
  closed: boolean;
}

/** A longer line closes the connection. */
const LONGEST_LINE = 64 * 1024;

/** How long the server waits for the client's FIN after its own, and for the client to end when the server closes. */
const PATIENCE_MS = 500;

/** How long a client has to read what came before a reset. */
const RESET_DELAY_MS = 50;

/** Thrown when the client is gone while a server waits for it or speaks to it. */
export class Gone extends Error {
  constructor() {
    super('the client is gone');
  }
}

export class Conversation {
  readonly received: ReceivedOctets;
  readonly #faults: FaultSwitch;
  readonly #gone = new AbortController();
  /** The TCP connection itself, below TLS if there is TLS. */
  readonly #tcp: Socket;
  #socket: Socket;
  #ownFault: Fault | null = null;
  #unread: Buffer = Buffer.alloc(0);
  #finished = false;
  #wake: () => void = () => {};
  readonly #destroyAtEnd = (): void => this.destroy();

  constructor(socket: Socket, received: ReceivedOctets, faults: FaultSwitch) {
    this.#tcp = socket;
    this.#socket = socket;
    this.received = received;
    this.#faults = faults;
    socket.once('close', () => this.#leave());
    this.#listen(socket);
  }

  get secure(): boolean {
    return this.received.secure;
  }

  /** The address and port on the server's side. */
  get local(): { address: string; port: number } {
    return { address: this.#socket.localAddress ?? '127.0.0.1', port: this.#socket.localPort ?? 0 };
  }

  /** Whether TLS resumed a session of an earlier connection, which some FTP servers require. */
  get resumed(): boolean {
    return this.#socket instanceof TLSSocket && this.#socket.isSessionReused();
  }

  /** Sets a fault for this conversation, regardless of the server's switch. */
  setFault(fault: Fault): void {
    this.#ownFault = fault;
  }

  /** The fault of this conversation if it is of this kind, else `null`. */
  fault<Kind extends FaultKind>(kind: Kind): FaultOf<Kind> | null {
    return ofKind(this.#ownFault ?? this.#faults.active, kind);
  }

  /** The next line without its LF or CR LF; `null` when the client has finished. */
  async line(): Promise<Octets | null> {
    for (let searched = 0; ; ) {
      const end = this.#unread.indexOf(0x0a, searched);
      if (end >= 0) {
        const line = this.#take(end + 1).toString('latin1');
        return line.endsWith('\r\n') ? line.slice(0, -2) : line.slice(0, -1);
      }
      searched = this.#unread.length;
      if (searched > LONGEST_LINE) throw new Gone();
      if (!(await this.#more())) return null;
    }
  }

  /** The next `size` octets; fewer when the client finishes before. */
  async exactly(size: number): Promise<Buffer> {
    while (this.#unread.length < size && (await this.#more()));
    return this.#take(Math.min(size, this.#unread.length));
  }

  /** The next octet, without consuming it; `null` when the client has finished. */
  async peek(): Promise<number | null> {
    while (this.#unread.length === 0 && (await this.#more()));
    return this.#unread[0] ?? null;
  }

  /** Sends a status line or another short reply. */
  async reply(octets: Octets, endlessLine?: string): Promise<void> {
    const reply = { octets: [Buffer.from(octets, 'latin1')], position: 'reply' } as const;
    await this.#send(endlessLine === undefined ? reply : { ...reply, endlessLine });
  }

  /** Sends the data that a reply announced, or the whole response of a protocol without replies. */
  async body(octets: Octets | Iterable<Buffer>, endlessLine?: string): Promise<void> {
    const chunks = typeof octets === 'string' ? [Buffer.from(octets, 'latin1')] : octets;
    const body = { octets: chunks, position: 'body' } as const;
    await this.#send(endlessLine === undefined ? body : { ...body, endlessLine });
  }

  /**
   * Answers a TLS handshake. Octets received before it and not yet read are discarded (RFC 4642 §2.2.2), unless they
   * are the beginning of the handshake.
   */
  async begin(context: SecureContext, unread: 'forget' | 'is the handshake' = 'forget'): Promise<void> {
    this.#tcp.removeAllListeners('data').removeAllListeners('end').pause();
    if (unread === 'is the handshake') {
      this.#tcp.unshift(this.#unread);
      this.received.octets = Buffer.alloc(0);
    }
    this.#unread = Buffer.alloc(0);
    const secured = new TLSSocket(this.#tcp, { isServer: true, secureContext: context });
    this.#socket = secured;
    secured.once('close', () => this.destroy());
    this.#listen(secured);
    await new Promise<void>((resolve, reject) => {
      secured.once('secure', resolve);
      for (const event of ['end', 'error', 'close']) secured.once(event, () => reject(new Gone()));
    });
    this.received.secure = true;
  }

  /** Closes in an orderly way after everything is sent, and resolves when the connection is gone. */
  async end(): Promise<void> {
    if (this.received.closed) return;
    let patience: ReturnType<typeof setTimeout> | undefined;
    // Stop waiting for a client that keeps its side open.
    this.#socket.end(() => {
      patience = setTimeout(() => this.destroy(), PATIENCE_MS);
    });
    this.#socket.resume();
    await this.gone();
    clearTimeout(patience);
  }

  /** Leaves what the client sends in the buffers of the operating system. */
  stopReading(): void {
    this.#socket.pause();
  }

  /** Drops the connection with a TCP reset. */
  reset(): void {
    this.#tcp.resetAndDestroy();
  }

  /** Drops the connection at once. */
  destroy(): void {
    this.#tcp.destroy();
  }

  /** As `end`, but does not wait for a client that reads slowly or not at all. */
  async dismiss(): Promise<void> {
    const patience = setTimeout(() => this.destroy(), PATIENCE_MS);
    await this.end();
    clearTimeout(patience);
  }

  /** Resolves when the connection is gone. */
  async gone(): Promise<void> {
    if (this.received.closed) return;
    await new Promise((resolve) => this.#gone.signal.addEventListener('abort', resolve, { once: true }));
  }

  async #send(stream: Stream): Promise<void> {
    const fault = this.#ownFault ?? this.#faults.active;
    // Even a silent server notices that the client has left.
    if (fault?.kind === 'silent') this.#socket.off('end', this.#destroyAtEnd).once('end', this.#destroyAtEnd);
    try {
      for await (const chunk of applyFault(fault, stream, this.#gone.signal)) {
        // A destroyed socket accepts every write, and its 'close' comes only when this loop pauses.
        if (this.received.closed || this.#socket.destroyed) throw new Gone();
        if (!this.#socket.write(chunk)) await this.#drained();
      }
    } catch (error) {
      if (!(error instanceof Cut)) throw this.received.closed ? new Gone() : error;
      await this.#drained();
      if (error.how === 'close') await this.end();
      else {
        // A reset that arrives with the data looks like an orderly close to some clients, libuv among them.
        await sleep(RESET_DELAY_MS);
        this.reset();
      }
      throw new Gone();
    }
    if (this.received.closed) throw new Gone();
  }

  async #drained(): Promise<void> {
    if (this.received.closed) return;
    // The kernel took everything at once. Without a turn of the event loop, an endless body would never see a close.
    if (this.#socket.writableLength === 0) return nextTurn();
    const socket = this.#socket;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        socket.off('drain', done);
        this.#gone.signal.removeEventListener('abort', done);
        resolve();
      };
      socket.on('drain', done);
      this.#gone.signal.addEventListener('abort', done);
    });
  }

  #listen(socket: Socket): void {
    socket.on('data', (chunk: Buffer) => {
      this.received.octets = Buffer.concat([this.received.octets, chunk]);
      this.#unread = Buffer.concat([this.#unread, chunk]);
      this.#wake();
    });
    socket.on('end', () => {
      this.#finished = true;
      this.#wake();
    });
    // Tests break connections on purpose; 'close' follows.
    socket.on('error', () => {});
  }

  #leave(): void {
    this.received.closed = true;
    this.#finished = true;
    this.#gone.abort();
    this.#wake();
  }

  async #more(): Promise<boolean> {
    if (this.#finished) return false;
    const length = this.#unread.length;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    return this.#unread.length > length || !this.#finished;
  }

  #take(size: number): Buffer {
    const taken = this.#unread.subarray(0, size);
    this.#unread = this.#unread.subarray(size);
    return taken;
  }
}
