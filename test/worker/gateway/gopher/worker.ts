/** The Worker and gopher test servers, for the tests of the gateway. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { authorityPath } from '../../../servers/certificates.ts';
import { type GopherOptions, startGopher } from '../../../servers/gopher.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import type { RunningWorker } from '../../harness.ts';

/** A Worker, and the servers that it may reach. */
export interface Fixture<Name extends string> {
  readonly worker: RunningWorker;
  readonly servers: Readonly<Record<Name, RunningServer>>;
  /** The gateway path of a link to a server: its authority, then the path as written. */
  at(server: Name, path: string, scheme?: 'gopher' | 'gophers'): string;
  /** The requests that a server received since the last call, each as a string of octets. */
  takeRequests(server: Name): string[];
  close(): Promise<void>;
}

/**
 * Starts servers, and a Worker that reaches them as `localhost`.
 *
 * @param options - the options of each server, by its name in the test
 * @param vars - further variables of the Worker
 * @param others - further ports of this machine that the Worker may reach
 */
export async function startFixture<Name extends string>(
  options: Readonly<Record<Name, GopherOptions>>,
  vars: Record<string, string> = {},
  others: readonly number[] = [],
): Promise<Fixture<Name>> {
  // The runtime reads this variable when it is loaded, so the import comes later.
  process.env.NODE_EXTRA_CA_CERTS = authorityPath;
  const { startWorker } = await import('../../harness.ts');
  const servers: Partial<Record<Name, RunningServer>> = {};
  for (const name in options) servers[name] = await startGopher(options[name]);
  const running = servers as Record<Name, RunningServer>;
  const all: RunningServer[] = Object.values(running);
  const allowed = all.flatMap(({ host, port }) => [`${host === '::1' ? '[::1]' : host}:${port}`, `localhost:${port}`]);
  for (const port of others) allowed.push(`localhost:${port}`);
  const worker = await startWorker({ EGRESS_ALLOW: allowed.join(' '), ...vars });
  return {
    worker,
    servers: running,
    at: (server, path, scheme = 'gopher') => `/${scheme}/localhost:${running[server].port}${path}`,
    takeRequests: (server) => running[server].log.splice(0).map(({ octets }) => octets.toString('latin1')),
    async close() {
      await worker.close();
      await Promise.all(all.map((server) => server.close()));
    },
  };
}

/** A server without content of its own. */
export interface FakeServer {
  readonly port: number;
  /** The requests that it received since the last call. */
  takeRequests(): string[];
  /** The connections that are open. */
  readonly connections: number;
  close(): Promise<void>;
}

/**
 * Starts a server that sends fixed octets for each selector.
 *
 * @param answers - octets by selector; those of the empty selector answer all others
 */
export async function startFakeServer(answers: Readonly<Record<string, string>>): Promise<FakeServer> {
  return startScriptedServer((socket, selector) => {
    socket.end(Buffer.from(answers[selector] ?? answers[''] ?? '', 'latin1'));
  });
}

/**
 * Starts a server that answers in its own time.
 *
 * @param answer - writes to the connection of a request, and may keep it open
 */
export async function startScriptedServer(
  answer: (socket: Socket, selector: string) => void | Promise<void>,
): Promise<FakeServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (octets) => {
      const line = octets.toString('latin1');
      requests.push(line);
      void answer(socket, line.replace(/\r\n.*$/s, ''));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    takeRequests: () => requests.splice(0),
    get connections() {
      return sockets.size;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** Octets as a string with one character for each, as the test servers keep them. */
export const latin1 = (octets: ArrayBuffer): string => Buffer.from(octets).toString('latin1');
