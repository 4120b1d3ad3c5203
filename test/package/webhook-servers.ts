/** The servers that tricks aim at: one that may be called, and two that are private. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TrickServers {
  /** A server at 127.0.0.1, which the guards allow. Another one, at 127.0.0.2 with the same port, is private. */
  readonly publicPort: number;
  /** Of the private server at every address of this machine. */
  readonly privatePort: number;
  /** The targets that the public server got since the last call. */
  readonly takeTargets: () => readonly string[];
  /** The connections to private servers, ever. */
  readonly privateConnections: () => number;
  readonly close: () => void;
}

export async function startTrickServers(): Promise<TrickServers> {
  const targets: string[] = [];
  let connections = 0;
  const everywhere = await listening(createServer(), '::', 0);
  const { port: privatePort } = addressOf(everywhere);
  const open = createServer(({ url = '', headers }, response) => {
    targets.push('x-second' in headers ? 'a second line' : url);
    const [, host] = /^\/to\/(.*)$/.exec(url) ?? [];
    if (host !== undefined) response.setHeader('Location', `http://${host}:${privatePort}/`);
    response.writeHead(host === undefined ? 200 : 302).end();
  });
  await listening(open, '127.0.0.1', 0);
  const { port: publicPort } = addressOf(open);
  const beside = await listening(createServer(), '127.0.0.2', publicPort);
  for (const server of [everywhere, beside]) {
    server.on('connection', (socket) => {
      connections += 1;
      socket.destroy();
    });
  }
  return {
    publicPort,
    privatePort,
    takeTargets: () => targets.splice(0),
    privateConnections: () => connections,
    close() {
      for (const server of [everywhere, open, beside]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

async function listening(server: Server, host: string, port: number): Promise<Server> {
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address;
}
