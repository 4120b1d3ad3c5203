/**
 * The listener that all test servers share: on loopback only, with a log of the octets received, a count of open
 * connections, the fault switch, TLS in the three ways of the protocols, and an orderly close.
 */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import { type CertificateName, secureContext } from './certificates.ts';
import { Conversation, Gone, type ReceivedOctets } from './conversation.ts';
import { type Fault, type FaultKind, FaultSwitch } from './faults.ts';

/** When TLS begins: with the first octet, after a command of the protocol, or if the client's first octet begins it. */
export type TlsMode = 'implicit' | 'explicit' | 'sniffed';

/** The options that all servers have. */
export interface ServerOptions {
  /** 0, the default = any free port. */
  readonly port?: number;
  /** The loopback address to listen on; default 127.0.0.1. */
  readonly host?: '127.0.0.1' | '::1';
  /** The fault from the start. */
  readonly fault?: Fault | FaultKind;
  readonly tls?: TlsMode;
  /** The certificate; default `trusted`. */
  readonly certificate?: CertificateName;
}

/** A running server. */
export interface RunningServer {
  readonly host: string;
  readonly port: number;
  /** The fault switch: `await server.faults.set('reset')`. */
  readonly faults: FaultSwitch;
  /** The octets of each connection, oldest first; `log.length = 0` clears the log. */
  readonly log: ReceivedOctets[];
  /** The number of open connections, data connections included. */
  readonly connections: number;
  /** Stops listening, ends every connection, and resolves when all are gone. */
  readonly close: () => Promise<void>;
}

/** The entries that a server keeps in its log: `npm start` may run all day. */
const LONGEST_LOG = 10_000;

/** The open connections of a server, and the log of all its connections. */
export class Connections {
  readonly log: ReceivedOctets[] = [];
  readonly #open = new Set<Conversation>();
  readonly #faults: FaultSwitch;
  #count = 0;

  constructor(faults: FaultSwitch) {
    this.#faults = faults;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Adds a new connection to the log and to the open ones. */
  admit(socket: Socket, channel: ReceivedOctets['channel']): Conversation {
    this.#count += 1;
    const received = { connection: this.#count, channel, secure: false, octets: Buffer.alloc(0), closed: false };
    this.log.push(received);
    if (this.log.length > LONGEST_LOG) this.log.shift();
    const conversation = new Conversation(socket, received, this.#faults);
    this.#open.add(conversation);
    socket.once('close', () => this.#open.delete(conversation));
    return conversation;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((conversation) => conversation.dismiss()));
  }
}

/** The parts of a server that all its conversations share. */
export interface ServerContext {
  readonly connections: Connections;
  readonly faults: FaultSwitch;
  /** For protocols that begin TLS by a command; `null` = the server has no TLS. */
  readonly tls: SecureContext | null;
}

/**
 * Starts a server that calls `serve` for every client. When `serve` is done, the connection is ended.
 *
 * @param protocol - its name, which decides the faults that the server can have
 * @throws the error of `listen`, for instance EADDRINUSE
 */
export async function listen(
  protocol: string,
  options: ServerOptions,
  serve: (conversation: Conversation, context: ServerContext) => Promise<void>,
): Promise<RunningServer> {
  const host = options.host ?? '127.0.0.1';
  const tls = options.tls === undefined ? null : secureContext(options.certificate ?? 'trusted');
  const listener = createServer({ allowHalfOpen: true, noDelay: true });
  const faults = new FaultSwitch(protocol, (fault) =>
    openOrShut(listener, fault?.kind !== 'refused', host, () => port),
  );
  const context: ServerContext = { connections: new Connections(faults), faults, tls };

  listener.on('connection', (socket) => {
    const conversation = context.connections.admit(socket, 'control');
    greet(conversation, options.tls, tls)
      .then(() => serve(conversation, context))
      .catch((error: unknown) => {
        if (!(error instanceof Gone)) throw error;
      })
      .finally(() => conversation.end());
  });
  listener.listen(options.port ?? 0, host);
  await once(listener, 'listening');
  const address = listener.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  if (options.fault !== undefined) await faults.set(options.fault);

  return {
    host,
    port,
    faults,
    log: context.connections.log,
    get connections() {
      return context.connections.size;
    },
    async close() {
      const closed = listener.listening ? once(listener, 'close') : null;
      listener.close();
      await context.connections.close();
      await closed;
    },
  };
}

async function greet(conversation: Conversation, mode: TlsMode | undefined, tls: SecureContext | null): Promise<void> {
  if (tls === null || mode === 'explicit') return;
  if (mode === 'implicit') return conversation.begin(tls);
  // A TLS handshake begins with 0x16, which no selector begins with.
  if ((await conversation.peek()) === 0x16) await conversation.begin(tls, 'is the handshake');
}

async function openOrShut(listener: Server, open: boolean, host: string, port: () => number): Promise<void> {
  if (open === listener.listening) return;
  if (open) {
    await listenAgain(listener, port(), host);
  } else {
    // Open connections stay: 'close' would wait for them.
    listener.close();
  }
}

/** Listens on a port again. Something else on this machine may use the port for a moment. */
async function listenAgain(listener: Server, port: number, host: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    listener.listen(port, host);
    try {
      await once(listener, 'listening');
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      await sleep(50);
    }
  }
}
