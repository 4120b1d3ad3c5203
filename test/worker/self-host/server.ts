/**
 * The built server for tests: in a read-only folder, and started as a user who owns nothing but the folder of short
 * links.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { buildServer } from '../../../worker/self-host/build.ts';

/** A user who owns nothing; only root can become another one. */
export const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : null;

const required = createRequire(import.meta.url);
const { default: workerd }: { default: string } = createRequire(required.resolve('wrangler/package.json'))('workerd');

export interface RunningServer {
  readonly origin: string;
  readonly child: ChildProcess;
  readonly stop: () => Promise<void>;
}

export interface BuiltServer {
  readonly folder: string;
  /** What the build has said. */
  readonly steps: readonly string[];
  /** The folder of short links. */
  readonly data: string;
  /** Starts the launcher, and does not wait. */
  readonly launch: (args?: readonly string[], env?: NodeJS.ProcessEnv) => ChildProcess;
  /** Starts the server, and waits until it listens. */
  readonly start: (env?: NodeJS.ProcessEnv, args?: readonly string[]) => Promise<RunningServer>;
  /** Removes both folders. */
  readonly remove: () => void;
}

/**
 * Builds the server.
 *
 * @param environment - the variables and secrets of each start
 */
export async function buildForTests(environment: () => NodeJS.ProcessEnv): Promise<BuiltServer> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-server-'));
  const steps: string[] = [];
  await buildServer(folder, (step) => steps.push(step));
  for (const path of ['.', ...globSync('**/*', { cwd: folder })].map((path) => join(folder, path))) {
    chmodSync(path, statSync(path).isDirectory() ? 0o555 : 0o444);
  }
  const data = mkdtempSync(join(tmpdir(), 'waypost-data-'));
  if (user !== null) chownSync(data, user.uid, user.gid);

  const launch = (args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): ChildProcess =>
    spawn(process.execPath, [join(folder, 'server.js'), '--port', '0', '--data', data, ...args], {
      ...user,
      // Nothing may be written but short links: not to the folder that it is started in, either.
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { WORKERD: workerd, ...environment(), ...env },
    });

  return {
    folder,
    steps,
    data,
    launch,
    start: async (env = {}, args = []) => {
      const child = launch(args, env);
      child.stderr?.pipe(process.stderr);
      return { origin: await listening(child), child, stop: () => stop(child) };
    },
    remove: () => {
      for (const path of [folder, data]) rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Waits until a launcher says where it listens. */
export function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
    linesOf(child).on('line', (line) => {
      const origin = /^Waypost is at (http:\/\/.*)\/$/.exec(line)?.[1];
      if (origin !== undefined) resolve(origin);
    });
  });
}

/** The lines that a launcher writes. */
export function linesOf({ stdout }: ChildProcess): Interface {
  if (stdout === null) throw new Error('it has no output');
  return createInterface(stdout);
}

/** Asks a server to stop, and waits until it has ended. It may have ended before. */
export function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** The processes that have a text in their command line, as files of `/proc`. */
export function processesWith(text: string): readonly string[] {
  return globSync('/proc/[0-9]*/cmdline').filter((file) => {
    try {
      return readFileSync(file, 'utf8').includes(text);
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
}
