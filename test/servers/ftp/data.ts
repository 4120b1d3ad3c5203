/**
 * The data connections of FTP: a passive port for each transfer (RFC 959 §4.1.2, RFC 2428), one connection to it
 * from the client's own address, TLS on it after `PROT P` (RFC 4217 §9).
 */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Conversation } from '../conversation.ts';
import type { ServerContext } from '../listener.ts';

/** How long a client may take to connect to a passive port, in milliseconds. */
const PATIENCE_MS = 5000;

export class PassivePort {
  readonly port: number;
  readonly #listener: Server;
  readonly #connected: Promise<Conversation>;

  private constructor(listener: Server, port: number, context: ServerContext) {
    this.port = port;
    this.#listener = listener;
    this.#connected = new Promise((resolve) => {
      listener.once('connection', (socket: Socket) => {
        // One port serves one transfer.
        listener.close();
        resolve(context.connections.admit(socket, 'data'));
      });
    });
  }

  /**
   * Opens a port on the address of the control connection.
   *
   * @param from - the first port to try; 0 = any free port
   * @param until - the last port to try
   * @returns `null` if none of them is free
   */
  static async open(
    control: Conversation,
    context: ServerContext,
    from: number,
    until: number,
  ): Promise<PassivePort | null> {
    for (let port = from; port <= until; port += 1) {
      const listener = createServer({ allowHalfOpen: true, noDelay: true });
      listener.listen(port, control.local.address);
      const free = await once(listener, 'listening').then(
        () => true,
        () => false,
      );
      const address = listener.address();
      if (free && typeof address === 'object' && address !== null)
        return new PassivePort(listener, address.port, context);
    }
    return null;
  }

  /** The client's connection; `null` if it did not connect in time. */
  async connection(): Promise<Conversation | null> {
    const late = new AbortController();
    const none = sleep(PATIENCE_MS, null, { signal: late.signal }).catch(() => null);
    const connection = await Promise.race([this.#connected, none]);
    late.abort();
    return connection;
  }

  /** Closes the port, so that further connections are refused. */
  shut(): void {
    this.#listener.close();
  }

  /** Closes the port and its connection. */
  close(): void {
    this.shut();
    this.#connected.then((connection) => connection.destroy());
  }
}
