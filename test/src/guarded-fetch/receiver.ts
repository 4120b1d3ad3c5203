/** The receivers of webhooks that tests call: servers over HTTP and TLS, and servers that break HTTP. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { type CertificateName, credentials } from '../../servers/certificates.ts';

export interface Receiver {
  readonly port: number;
  /** How many connections were made. */
  connections: number;
  close(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A web server. */
export function receiver(answer: Answer, certificate: CertificateName | null = null): Promise<Receiver> {
  const server = certificate === null ? createServer() : createTlsServer(credentials(certificate));
  // A client that goes away in the middle of its request is not an error of the test.
  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    try {
      await answer(request, response);
    } catch {
      response.destroy();
    }
  });
  return listening(server);
}

/** A server that sends these octets as soon as somebody connects, or does what a function says. */
export function rawReceiver(reply: string | Uint8Array | ((socket: Socket) => void)): Promise<Receiver> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    if (typeof reply === 'function') reply(socket);
    else socket.once('data', () => socket.end(reply));
  });
  return listening(server);
}

async function listening(server: Server): Promise<Receiver> {
  const sockets = new Set<Socket>();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const running: Receiver = {
    port,
    connections: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('connection', (socket) => {
    running.connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return running;
}
