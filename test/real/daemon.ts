/** Starts and stops real servers, each on a free port of the loopback address. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The folder where `install.sh` unpacks packages that it does not install. */
export const SERVERS: string = process.env.SERVERS ?? '/var/tmp/waypost-servers';

export interface Daemon {
  readonly host: '127.0.0.1';
  readonly port: number;
  readonly close: () => Promise<void>;
}

export interface DaemonSettings {
  /** Variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether its standard input stays open: some programs end with it. */
  readonly keepsInput?: boolean;
  /** The folder in which it runs; absent = that of this process. */
  readonly folder?: string;
}

/**
 * Starts a server in the foreground and waits until it accepts connections.
 *
 * @throws if the program is missing, ends, or does not listen in time
 */
export async function startDaemon(
  program: string,
  options: readonly string[],
  port: number,
  { env = {}, keepsInput = false, folder }: DaemonSettings = {},
): Promise<Daemon> {
  if (!existsSync(program)) throw new Error(`${program} is missing: test/real/install.sh installs it`);
  const child = spawn(program, options, {
    stdio: [keepsInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    cwd: folder,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (octets: Buffer) => (output += octets));
  const ended = once(child, 'exit');
  for (let attempt = 0; !(await accepts(port)); attempt++) {
    if (child.exitCode !== null || attempt > 200) {
      child.kill('SIGKILL');
      throw new Error(`${program} does not listen on ${port}: ${output}`);
    }
    await sleep(50);
  }
  return { host: '127.0.0.1', port, close: () => stop(child, ended) };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  const patience = setTimeout(() => child.kill('SIGKILL'), 2000);
  await ended;
  clearTimeout(patience);
}
