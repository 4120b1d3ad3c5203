/**
 * Runs workerd as a child that cannot outlive this process. workerd reads its configuration from standard input, so it
 * serves nothing before it has all of it; a watchdog is ready by then, and kills workerd when this process has gone,
 * also after a SIGKILL.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

interface RuntimeOptions {
  readonly program: string;
  /** Compiled. */
  readonly configuration: Uint8Array;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

export async function startRuntime({ program, configuration, args, environment }: RuntimeOptions) {
  const child = spawn(program, ['serve', '--binary', '--control-fd=3', ...args, '-'], {
    stdio: ['pipe', 'inherit', 'inherit', 'pipe'],
    env: environment,
  });
  /** Resolves to the exit status; `null` = a signal. */
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  await once(child, 'spawn');
  const release = await watch(child);
  void ended.then(release);
  const port = portOf(child);
  // If workerd has ended, its exit says so.
  child.stdin?.on('error', () => {});
  child.stdin?.end(configuration);
  return { port, ended, stop: stopper(child) };
}

/**
 * Makes the function that stops a process: it answers no new request, open ones have `grace` milliseconds to end, and a
 * second call ends all of them. workerd keeps its port until then, so a connection that comes meanwhile waits, and is
 * reset in the end.
 */
function stopper(child: ChildProcess): (grace: number) => void {
  let isStopping = false;
  const kill = () => child.kill('SIGKILL');
  return (grace) => {
    if (isStopping) return void kill();
    isStopping = true;
    child.kill('SIGTERM');
    setTimeout(kill, grace).unref();
  };
}

/** A line ends the watchdog. The end of its input without one is the end of this process. */
const WATCHDOG = `trap '' INT TERM HUP; read -r _ || kill -KILL "$0"`;

/** Starts the watchdog of a process, and returns what ends it. Windows ends children with their parent by itself. */
async function watch({ pid }: ChildProcess): Promise<() => void> {
  if (process.platform === 'win32' || pid === undefined) return () => {};
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG, String(pid)], { stdio: ['pipe', 'ignore', 'ignore'] });
  await once(watchdog, 'spawn');
  watchdog.stdin?.on('error', () => {});
  return () => watchdog.stdin?.end('\n');
}

/** workerd reports its port when it listens, as a line of JSON. */
async function portOf(child: ChildProcess): Promise<number> {
  const control = child.stdio[3];
  if (!(control instanceof Readable)) throw new Error('workerd has no control channel');
  for await (const line of createInterface(control)) {
    const { event, port }: { event: string; port: number } = JSON.parse(line);
    if (event === 'listen') return port;
  }
  return new Promise(() => {});
}
