/**
 * A socket of Node as a pair of streams (WHATWG Streams): the connections of the command line and of the package begin
 * here. `Duplex.toWeb` is no byte stream in Node 20 and 22, and cannot change to TLS.
 */
import { isIP, type LookupFunction, connect as openTcp, type Socket as TcpSocket } from 'node:net';
import { connect as openTls, type TLSSocket } from 'node:tls';
import type { Listener } from '../src/net/connection.ts';

/**
 * How long an address may take before the next one of the name is tried, in milliseconds. Node gives up an address
 * after 250, but old servers are often slow, or far away.
 */
const ATTEMPT_TIME = 3000;

interface TcpOptions {
  /** A name or an address; IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** Resolves the name. Absent = as the system does. */
  readonly lookup?: LookupFunction;
  /** Called with the address of the server before its first octet; `null` = nobody listens. */
  readonly listen?: ((address: string) => Listener | null) | null;
}

/** What is known of a socket that is connected. */
export interface Connected {
  readonly remoteAddress: string;
}

/** Opens a TCP connection. `opened` says when it is there. */
export function openSocket({ host, port, lookup, listen = null }: TcpOptions): NodeSocket {
  const waiting = { autoSelectFamilyAttemptTimeout: ATTEMPT_TIME, ...(lookup && { lookup }) };
  // What is half open can still be asked whether its end was a reset.
  const socket = openTcp({ host, port, allowHalfOpen: true, ...waiting });
  socket.setNoDelay(true);
  const listener = once(() => listen?.(socket.remoteAddress ?? host) ?? null);
  return new NodeSocket(socket, 'connect', listener);
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Waits until a socket is connected, in TCP or in TLS. */
export function openingOf(socket: TcpSocket, connected: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(connected, () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The socket closed.')));
  });
}

/**
 * Waits for a socket, but no longer than this.
 *
 * @param milliseconds - `null` = without limit
 * @param late - the error after that time
 * @throws the reason of the signal
 */
export async function inTime<Value>(
  opening: Promise<Value>,
  signal: AbortSignal | null,
  milliseconds: number | null,
  late: () => Error,
): Promise<Value> {
  let end: () => void = () => {};
  const ended = new Promise<never>((_, reject) => {
    const timer = milliseconds === null ? undefined : setTimeout(() => reject(late()), milliseconds);
    const abort = () => reject(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
  });
  try {
    return await Promise.race([opening, ended]);
  } finally {
    end();
  }
}

/** One socket, with the members of that in Workers. Until someone reads, the system holds the server back. */
export class NodeSocket {
  readonly readable: ReadableStream;
  readonly writable: WritableStream<Uint8Array>;
  /** @throws the error of the system, also after TLS with a certificate that is not valid */
  readonly opened: Promise<Connected>;
  readonly closed: Promise<void>;
  readonly upgraded = false;
  readonly secureTransport: 'on' | 'starttls';
  readonly #socket: TcpSocket;
  readonly #listener: () => Listener | null;
  #failure: Error | null = null;
  #isEnded = false;
  /** Continues the read that waits. */
  #wake: () => void = () => {};

  constructor(socket: TcpSocket | TLSSocket, connected: 'connect' | 'secureConnect', listener: () => Listener | null) {
    this.#socket = socket;
    this.#listener = listener;
    this.secureTransport = connected === 'connect' ? 'starttls' : 'on';
    this.opened = openingOf(socket, connected).then(() => ({ remoteAddress: socket.remoteAddress ?? '' }));
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('error', (error) => {
      this.#failure = error;
    });
    socket.once('end', () => this.#end());
    for (const event of EVENTS) socket.on(event, this.#onEvent);
    this.readable = new ReadableStream({
      type: 'bytes',
      pull: (controller) => this.#pull(controller),
      // Nobody waits any longer, and the controller takes nothing more.
      cancel: () => this.#sleep(),
    });
    this.writable = new WritableStream({
      write: (octets: Uint8Array) => this.#write(octets),
      abort: () => void socket.destroy(),
    });
  }

  readonly #onEvent = () => this.#wake();

  #pull(controller: ReadableByteStreamController): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        if (!this.#deliver(controller)) return;
        this.#sleep();
        resolve();
      };
      this.#wake();
    });
  }

  #sleep(): void {
    this.#wake = () => {};
  }

  /** Hands over what has arrived, or the end; `false` if there is neither yet. */
  #deliver(controller: ReadableByteStreamController): boolean {
    const socket = this.#socket;
    const view = controller.byobRequest?.view ?? null;
    const waiting = socket.readableLength;
    const octets: Uint8Array<ArrayBuffer> | null =
      view === null ? socket.read() : socket.read(Math.min(view.byteLength, waiting));
    if (octets !== null && octets.byteLength > 0) {
      this.#listener()?.received(octets);
      if (view === null) controller.enqueue(octets);
      else {
        new Uint8Array(view.buffer, view.byteOffset).set(octets);
        controller.byobRequest?.respond(octets.byteLength);
      }
      return true;
    }
    if (this.#failure !== null) controller.error(this.#failure);
    else if (this.#isEnded || socket.destroyed) {
      controller.close();
      controller.byobRequest?.respond(0);
    } else return false;
    return true;
  }

  /**
   * Ends the connection that the server has ended. Node reports a reset as an end if octets arrived with it; then the
   * system refuses even a write without octets, which sends nothing.
   */
  #end(): void {
    this.#socket.write(new Uint8Array(0), (error) => {
      this.#failure ??= error ?? null;
      this.#isEnded = true;
      this.#socket.end();
      this.#wake();
    });
  }

  #write(octets: Uint8Array): Promise<void> {
    this.#listener()?.sent(octets);
    return new Promise((resolve, reject) => {
      this.#socket.write(octets, (error) => (error ? reject(error) : resolve()));
    });
  }

  /**
   * Begins TLS. This socket has no use afterwards.
   *
   * @param authorities - certificates in PEM that are trusted in place of Node's own; absent = Node's own
   */
  startTls(
    { expectedServerHostname: host = '' }: { readonly expectedServerHostname?: string } = {},
    authorities?: readonly string[],
  ): NodeSocket {
    for (const event of EVENTS) this.#socket.off(event, this.#onEvent);
    // A certificate may be valid for an address, but TLS sends only names (RFC 6066 §3).
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = openTls({ socket: this.#socket, host, ...name, ...(authorities && { ca: [...authorities] }) });
    return new NodeSocket(socket, 'secureConnect', this.#listener);
  }

  async close(): Promise<void> {
    this.#socket.destroySoon();
    await this.closed;
  }
}

const EVENTS = ['readable', 'error', 'close'] as const;
