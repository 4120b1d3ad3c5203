/** A server of a terminal session, and a client in the place of a page, for measurements. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import WebSocket from 'ws';
import { CREDIT, CREDIT_STEP, SUBPROTOCOL } from '../../worker/pages/terminal/messages.ts';

/** The octets that the source pours after `p`. */
export const OUTPUT: number = 100 * 1024 * 1024;

/** A line of output, as a program prints it. */
const LINE = Buffer.from(`${'The quick brown fox jumps over the lazy dog. '.repeat(2).trimEnd().slice(0, 78)}\r\n`);
const BLOCK = Buffer.concat(Array.from({ length: 800 }, () => LINE));

/** A server that greets, echoes what it receives, pours output after `p`, and output without an end after `f`. */
export async function startSource(): Promise<{ readonly port: number; readonly server: Server }> {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {});
    socket.write('$ ');
    socket.on('data', (octets) => {
      if (octets.at(-1) === 'p'.charCodeAt(0)) pour(socket);
      else if (octets.at(-1) === 'f'.charCodeAt(0)) pour(socket, Number.POSITIVE_INFINITY);
      else socket.write(octets);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, server };
}

function pour(socket: Socket, octets = OUTPUT): void {
  let left = octets;
  const more = (): void => {
    while (left > 0 && !socket.destroyed) {
      const block = left < BLOCK.length ? BLOCK.subarray(0, left) : BLOCK;
      left -= block.length;
      if (!socket.write(block)) {
        socket.once('drain', more);
        return;
      }
    }
  };
  more();
}

/** A terminal's WebSocket that takes octets as a page does. */
export class Client {
  readonly socket: WebSocket;
  received = 0;
  #taken = 0;
  #wake: () => void = () => {};

  constructor(socket: WebSocket, grantsCredit: boolean) {
    this.socket = socket;
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (!isBinary) return;
      this.received += data.length;
      this.#taken += data.length;
      if (grantsCredit && this.#taken >= CREDIT_STEP) {
        socket.send(JSON.stringify({ type: 'credit', octets: this.#taken }));
        this.#taken = 0;
      }
      this.#wake();
    });
  }

  static async open(url: string, { origin, credit = CREDIT }: { origin: string; credit?: number }): Promise<Client> {
    const socket = new WebSocket(url, [SUBPROTOCOL], { origin, perMessageDeflate: false });
    const client = new Client(socket, credit > 0);
    await once(socket, 'open');
    if (credit > 0) socket.send(JSON.stringify({ type: 'credit', octets: credit }));
    return client;
  }

  async until(octets: number): Promise<void> {
    while (this.received < octets) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
