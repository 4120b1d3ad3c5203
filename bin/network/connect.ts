/**
 * `connect()` of `cloudflare:sockets` over the sockets of Node: the build of the command line puts it in the place of the
 * platform's, so that the gateways run in Node as they are.
 */
import { isIP, connect as openTcp, type Socket as TcpSocket } from 'node:net';
import { connect as openTls } from 'node:tls';
import { currentNetwork, type Listener, publicLookup } from './network.ts';

/**
 * How long an address may take before the next one of the name is tried, in milliseconds. Node gives up an address after
 * 250, but old servers are often slow, or far away.
 */
const ATTEMPT_TIME = 3000;

/** As the platform's `connect()`. `secureTransport: 'on'` is not used by the gateways, so it is not here. */
export function connect({ hostname, port }: SocketAddress, { secureTransport }: SocketOptions): Socket {
  const { publicOnly, listen } = currentNetwork();
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = openTcp({
    host,
    port,
    autoSelectFamilyAttemptTimeout: ATTEMPT_TIME,
    ...(publicOnly && { lookup: publicLookup }),
  });
  socket.setNoDelay(true);
  const listener = once(() => listen?.({ address: socket.remoteAddress ?? host, port }) ?? null);
  return new NodeSocket(socket, 'connect', listener, secureTransport === 'starttls' ? 'starttls' : 'off');
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** One socket of Node with the interface of the platform's. Until someone reads, the system holds the server back. */
class NodeSocket implements Socket {
  readonly readable: ReadableStream;
  readonly writable: WritableStream;
  readonly opened: Promise<SocketInfo>;
  readonly closed: Promise<void>;
  readonly upgraded = false;
  readonly secureTransport: 'on' | 'off' | 'starttls';
  readonly #socket: TcpSocket;
  readonly #listener: () => Listener | null;
  #failure: Error | null = null;
  /** Continues the read that waits. */
  #wake: () => void = () => {};

  constructor(
    socket: TcpSocket,
    connected: 'connect' | 'secureConnect',
    listener: () => Listener | null,
    secureTransport: 'on' | 'off' | 'starttls',
  ) {
    this.#socket = socket;
    this.#listener = listener;
    this.secureTransport = secureTransport;
    this.opened = new Promise((resolve, reject) => {
      socket.once(connected, () => resolve({ remoteAddress: socket.remoteAddress ?? '' }));
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('The socket closed.')));
    });
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('error', (error) => {
      this.#failure = error;
    });
    for (const event of ['readable', 'end', 'error', 'close'] as const) socket.on(event, this.#onEvent);
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
    const octets: Uint8Array | null = view === null ? socket.read() : socket.read(Math.min(view.byteLength, waiting));
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
    else if (socket.readableEnded || socket.destroyed) {
      controller.close();
      controller.byobRequest?.respond(0);
    } else return false;
    return true;
  }

  #write(octets: Uint8Array): Promise<void> {
    this.#listener()?.sent(octets);
    return new Promise((resolve, reject) => {
      this.#socket.write(octets, (error) => (error ? reject(error) : resolve()));
    });
  }

  startTls({ expectedServerHostname: host = '' }: TlsOptions = {}): Socket {
    for (const event of ['readable', 'end', 'error', 'close'] as const) this.#socket.off(event, this.#onEvent);
    // A certificate may be valid for an address, but TLS sends only names (RFC 6066 §3).
    const socket = openTls({ socket: this.#socket, host, ...(isIP(host) === 0 && { servername: host }) });
    return new NodeSocket(socket, 'secureConnect', this.#listener, 'on');
  }

  async close(): Promise<void> {
    this.#socket.destroySoon();
    await this.closed;
  }
}
