/** Helpers for the tests of gateways. `startGateway` starts a Worker that may reach the test servers. */

import type { RunningServer } from '../../servers/listener.ts';
import { type RunningWorker, type RuntimeOptions, startWorker } from '../harness.ts';

/** Long enough for a busy machine. */
const PATIENT = 'connect=60s, first=60s, idle=60s, total=120s';
/** Short deadlines, for tests in which every timeout is the expected one: nothing has to come in time. */
export const HASTY: Record<string, string> = { DEADLINES: 'connect=60s, first=300ms, idle=300ms, total=60s' };
/** A short deadline for servers that stop in the middle. Everything before it may take its time. */
export const STOPPING: Record<string, string> = { DEADLINES: 'connect=60s, first=60s, idle=600ms, total=60s' };

/**
 * Starts the Worker so that it reaches these servers.
 *
 * @param vars - variables in addition to those of every test of the gateway
 */
export async function startGateway(
  servers: readonly Pick<RunningServer, 'host' | 'port'>[],
  vars: Record<string, string> = {},
  options?: RuntimeOptions,
): Promise<RunningWorker> {
  const own = {
    // By address and by name: certificates are for `localhost`.
    EGRESS_ALLOW: servers
      .flatMap(({ host, port }) => [`${host.includes(':') ? `[${host}]` : host}:${port}`, `localhost:${port}`])
      .join(', '),
    // The system chooses the data ports, and some of its choices are denied as ports of databases.
    EGRESS_DENY_PORTS: '6379',
    DEADLINES: PATIENT,
    LOG: 'on',
    ...vars,
  };
  return startWorker(own, options);
}

/** The lines that a server received on its control connections. */
export function commandsTo({ log }: Pick<RunningServer, 'log'>): string[] {
  return log
    .filter(({ channel }) => channel === 'control')
    .flatMap(({ octets }) => octets.toString('latin1').split('\r\n'))
    .filter((line) => line !== '');
}

/** The value of `Authorization` for a user name and a password. */
export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** Resolves when a condition holds; throws after `milliseconds`. */
export async function until(holds: () => boolean, milliseconds = 10_000): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`this does not come true in ${milliseconds} ms: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
