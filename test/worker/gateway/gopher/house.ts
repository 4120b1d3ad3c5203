/** The Worker beside the gopher servers of the museum, for the tests of the gateway. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { authorityPath } from '../../../servers/certificates.ts';
import { type GopherOptions, startGopher } from '../../../servers/gopher.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import type { RunningWorker } from '../../harness.ts';

export interface House<Name extends string> {
  readonly worker: RunningWorker;
  readonly servers: Readonly<Record<Name, RunningServer>>;
  /** The path at which the Worker opens a link to a server: its authority, then the path as it is written. */
  at(server: Name, path: string, scheme?: 'gopher' | 'gophers'): string;
  /** The requests that a server heard since the last time, each as one string of octets. */
  heard(server: Name): string[];
  close(): Promise<void>;
}

/**
 * Starts servers by their names, and the Worker so that it reaches them as `localhost`.
 *
 * @param vars - variables above those that every test of the gateway has
 * @param others - ports of this machine that the Worker may reach, too
 */
export async function openHouse<Name extends string>(
  wanted: Readonly<Record<Name, GopherOptions>>,
  vars: Record<string, string> = {},
  others: readonly number[] = [],
): Promise<House<Name>> {
  // The runtime trusts what is named here when wrangler is loaded, hence the late import.
  process.env.NODE_EXTRA_CA_CERTS = authorityPath;
  const { startWorker } = await import('../../harness.ts');
  const servers: Partial<Record<Name, RunningServer>> = {};
  for (const name in wanted) servers[name] = await startGopher(wanted[name]);
  const running = servers as Record<Name, RunningServer>;
  const all: RunningServer[] = Object.values(running);
  const allowed = all.flatMap(({ host, port }) => [`${host === '::1' ? '[::1]' : host}:${port}`, `localhost:${port}`]);
  for (const port of others) allowed.push(`localhost:${port}`);
  const worker = await startWorker({ EGRESS_ALLOW: allowed.join(' '), ...vars });
  return {
    worker,
    servers: running,
    at: (server, path, scheme = 'gopher') => `/${scheme}/localhost:${running[server].port}${path}`,
    heard: (server) => running[server].log.splice(0).map(({ octets }) => octets.toString('latin1')),
    async close() {
      await worker.close();
      await Promise.all(all.map((server) => server.close()));
    },
  };
}

export interface Double {
  readonly port: number;
  /** The requests that it heard since the last time. */
  heard(): string[];
  close(): Promise<void>;
}

/** A server that answers each selector with octets of the test's choice, and all others with the empty one's. */
export async function startDouble(answers: Readonly<Record<string, string>>): Promise<Double> {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (octets) => {
      const line = octets.toString('latin1');
      heard.push(line);
      const selector = line.replace(/\r\n.*$/s, '');
      socket.end(Buffer.from(answers[selector] ?? answers[''] ?? '', 'latin1'));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    heard: () => heard.splice(0),
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}

/** Resolves when a condition holds; throws after `milliseconds`. */
export async function until(holds: () => boolean, milliseconds = 10_000): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`this does not come true: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Octets as the strings in which the museum keeps them. */
export const latin1 = (octets: ArrayBuffer): string => Buffer.from(octets).toString('latin1');
