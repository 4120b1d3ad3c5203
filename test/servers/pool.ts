/**
 * Several servers of one kind, for tests that run at the same time: each test has its own server with its own fault.
 */
import type { Fault, FaultKind } from './faults.ts';
import type { RunningServer } from './listener.ts';

/** How long a connection may take to close after a test, in milliseconds. */
const PATIENCE = 10_000;

export class ServerPool {
  /** All servers, for the settings of the Worker that reaches them. */
  readonly servers: readonly RunningServer[];
  readonly #free: RunningServer[];
  readonly #waiting: ((server: RunningServer) => void)[] = [];

  private constructor(servers: readonly RunningServer[]) {
    this.servers = servers;
    this.#free = [...servers];
  }

  /**
   * Starts the servers.
   *
   * @param count - the number of tests that can have a server at the same time
   */
  static async start(count: number, start: () => Promise<RunningServer>): Promise<ServerPool> {
    return new ServerPool(await Promise.all(Array.from({ length: count }, start)));
  }

  /**
   * Lends a server, with a fault and an empty log, and waits until all of its connections are closed.
   *
   * @throws Error if a connection stays open
   */
  async lend<Result>(
    fault: Fault | FaultKind | null,
    use: (server: RunningServer) => Promise<Result>,
  ): Promise<Result> {
    const server = this.#free.pop() ?? (await new Promise<RunningServer>((resolve) => this.#waiting.push(resolve)));
    server.log.length = 0;
    try {
      await server.faults.set(fault);
      const result = await use(server);
      await closed(server);
      return result;
    } finally {
      await server.faults.set(null);
      const next = this.#waiting.shift();
      if (next === undefined) this.#free.push(server);
      else next(server);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.close()));
  }
}

async function closed(server: RunningServer): Promise<void> {
  for (const start = Date.now(); server.connections > 0; await new Promise((resolve) => setTimeout(resolve, 5))) {
    if (Date.now() - start > PATIENCE) throw new Error(`${server.connections} connections are still open`);
  }
}
