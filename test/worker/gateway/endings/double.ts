/**
 * A server between a client and a test server. It passes everything on until a conversation ends in the way that a test
 * wants: at the door, after the request, or in the middle of the answer.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { FaultKind } from '../../../servers/faults.ts';
import type { RunningServer } from '../../../servers/listener.ts';

/** What happens at the end: the connection closes, breaks or stays silent, after some octets. */
export interface End {
  readonly octets?: string | Buffer;
  readonly how: 'closes' | 'resets' | 'is silent' | 'goes on';
}

/** How a conversation ends, and when. */
export type Ending =
  | { readonly at: 'port' }
  | ({ readonly at: 'door' | 'request' } & End)
  /** After so many octets of the answer. */
  | ({ readonly at: 'answer'; readonly after: number } & End);

/** Octets that are no text of any charset. */
export const NOISE = randomBytes(4096);

/** More than is read of an answer that is no file. */
const ENDLESS = Buffer.alloc(6 * 1024 * 1024, 'x');

/**
 * The ports of doubles, one after the other: a double closes its port and opens it again, and nobody may take it in the
 * meantime. The system takes others from 32768 on (ip(7), `ip_local_port_range`), and `freePort` takes some before.
 */
const PORTS = { first: 26_000, end: 32_768 } as const;
let nextPort = PORTS.first + (process.pid % (PORTS.end - PORTS.first));

/** A server whose conversations end as a test wants. */
export interface Peer {
  readonly port: number;
  /** @param ending - `null` = as the test server ends them */
  end(ending: Ending | null): Promise<void>;
  close(): void | Promise<void>;
}

/** A server without connections, whose own faults stand for the endings. */
export class FaultyServer implements Peer {
  readonly #server: Pick<RunningServer, 'port' | 'close' | 'faults'>;

  constructor(server: Pick<RunningServer, 'port' | 'close' | 'faults'>) {
    this.#server = server;
  }

  static canHave(ending: Ending): boolean {
    return faultOf(ending) !== null;
  }

  get port(): number {
    return this.#server.port;
  }

  async end(ending: Ending | null): Promise<void> {
    await this.#server.faults.set(ending === null ? null : faultOf(ending));
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}

function faultOf(ending: Ending): FaultKind | null {
  if (ending.at === 'port') return 'refused';
  if (ending.at !== 'door') return null;
  if (ending.octets === undefined) return ending.how === 'is silent' ? 'silent' : null;
  return ending.octets === NOISE ? 'garbage' : null;
}

export class Double implements Peer {
  /** How each conversation ends; `null` = as the test server ends it. */
  #ending: Ending | null = null;
  readonly #inner: number;
  /** What the request looks like among the octets of a client. */
  readonly #request: RegExp;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  private constructor(inner: number, request: RegExp) {
    this.#inner = inner;
    this.#request = request;
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#serve(socket));
  }

  static async start(inner: number, request: RegExp): Promise<Double> {
    const double = new Double(inner, request);
    for (;;) {
      double.#port = nextPort;
      nextPort = nextPort + 1 < PORTS.end ? nextPort + 1 : PORTS.first;
      try {
        await double.#listen();
        return double;
      } catch (error) {
        // Another program has this one.
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      }
    }
  }

  get port(): number {
    return this.#port;
  }

  async end(ending: Ending | null): Promise<void> {
    this.#ending = ending;
    const isOpen = ending?.at !== 'port';
    if (isOpen && !this.#server.listening) await this.#listen();
    if (!isOpen && this.#server.listening) this.#server.close();
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  #track(socket: Socket): Socket {
    this.#sockets.add(socket);
    return socket.on('error', () => {}).once('close', () => this.#sockets.delete(socket));
  }

  #serve(client: Socket): void {
    const ending = this.#ending;
    this.#track(client);
    if (ending?.at === 'door') {
      finish(client, ending);
      return;
    }
    const server = this.#track(connect(this.#inner, '127.0.0.1'));
    client.once('close', () => server.destroy());
    let sent = '';
    let isAsked = false;
    let answered = 0;
    client.on('data', (octets) => {
      if (isAsked) return void server.write(octets);
      sent += octets.toString('latin1');
      isAsked = this.#request.test(sent);
      if (!isAsked || ending?.at !== 'request') return void server.write(octets);
      server.removeAllListeners('data').removeAllListeners('end');
      finish(client, ending);
    });
    client.on('end', () => server.end());
    server.on('end', () => client.end());
    server.on('data', (octets: Buffer) => {
      if (!isAsked || ending?.at !== 'answer') return void client.write(octets);
      const part = octets.subarray(0, ending.after - answered);
      answered += part.length;
      client.write(part);
      if (answered < ending.after) return;
      server.removeAllListeners('data').removeAllListeners('end').destroy();
      finish(client, ending);
    });
  }
}

function finish(client: Socket, { octets = '', how }: End): void {
  client.resume();
  client.write(octets);
  switch (how) {
    case 'closes':
      client.end();
      break;
    case 'resets':
      // It arrives with the octets, as from a busy server.
      client.resetAndDestroy();
      break;
    case 'is silent':
      break;
    case 'goes on':
      client.end(ENDLESS);
  }
}
