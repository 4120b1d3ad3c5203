/** Sockets of the platform that a test plays: no octet leaves the process. */
import { parseEgressPolicy } from '../../../src/egress/policy.ts';
import type { Dialer } from '../../../src/net/connection.ts';
import { Deadline, timedOut } from '../../../src/net/deadline.ts';
import { parseDeadlines } from '../../../src/net/deadlines.ts';

/** How a socket behaves. */
export interface SocketScript {
  /** Absent = it opens at once. */
  readonly opened?: Promise<unknown>;
  /** What the server sends, before it ends. */
  readonly reply?: string;
  /** The socket after `startTls`. Absent = one that opens at once. */
  readonly secured?: FakeSocket;
}

/** As in the runtime, `closed` and `close` may fail, also when nobody wants to know. */
export class FakeSocket implements Socket {
  readonly upgraded = false;
  readonly secureTransport = 'starttls';
  readonly opened: Promise<SocketInfo>;
  readonly #closed = Promise.withResolvers<void>();
  readonly closed = this.#closed.promise;
  readonly readable: ReadableStream;
  readonly writable: WritableStream;
  readonly #secured: FakeSocket | undefined;
  closes = 0;
  written = '';
  /** The name that the certificate must have; `null` = TLS has not begun. */
  serverName: string | null = null;

  constructor({ opened = Promise.resolve(), reply = '', secured }: SocketScript = {}) {
    this.opened = opened.then(() => ({}));
    this.#secured = secured;
    this.readable = new ReadableStream({
      start: (controller) => {
        if (reply !== '') controller.enqueue(Buffer.from(reply));
        controller.close();
      },
    });
    this.writable = new WritableStream({
      write: (octets: Uint8Array) => {
        this.written += Buffer.from(octets).toString('latin1');
      },
    });
  }

  async close(): Promise<void> {
    this.closes += 1;
    throw new Error('already closed');
  }

  /** This socket, which somebody has now. */
  taken(): this {
    this.#closed.reject(new Error('closed'));
    return this;
  }

  startTls(options?: TlsOptions): Socket {
    this.serverName = options?.expectedServerHostname ?? '';
    return (this.#secured ?? new FakeSocket()).taken();
  }
}

/** A `connect` that gives these sockets, one after the other, and its calls. */
export function connecting(...sockets: readonly FakeSocket[]) {
  const calls: { readonly hostname: string; readonly port: number; readonly options: SocketOptions | undefined }[] = [];
  const connect: Dialer['connect'] = (address, options) => {
    calls.push({ ...address, options });
    return (sockets[calls.length - 1] ?? new FakeSocket()).taken();
  };
  return { connect, calls, hosts: () => calls.map(({ hostname }) => hostname) };
}

/** A dialer of a request whose client stays. */
export function dialerWith(own: Partial<Dialer> & Pick<Dialer, 'connect'>): Dialer {
  return {
    policy: parseEgressPolicy({}),
    deadlines: parseDeadlines('connect=900ms'),
    lifetime: new Deadline(null, timedOut('total'), null),
    admit: null,
    ...own,
  };
}

/** A promise that is settled after a time of the clock. */
export function later(milliseconds: number, error?: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => (error === undefined ? resolve() : reject(error)), milliseconds);
  });
}

export const never = new Promise<void>(() => {});
