/** A process of workerd, for tests and measurements: its start, its ports, its log and its end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { authorityPath } from '../servers/certificates.ts';

const required = createRequire(import.meta.url);
const wrangler = join(dirname(required.resolve('wrangler/package.json')), 'bin/wrangler.js');
// workerd is a dependency of wrangler, so it is resolved from there.
const workerd: string = createRequire(wrangler)('workerd').default;

/** What a Worker of `npm run mutate` writes about itself (`test/mutate/selection.ts`): it is no error. */
const RECORDED = /^MUTANT \d+$/;

/** How long workerd may take to start on a busy machine. */
const START_MS = 25_000;

export interface RunningWorkerd {
  /** The identifier of the process that runs all Workers. */
  readonly pid: number;
  /** The port on 127.0.0.1 of each socket, by its name. */
  readonly ports: ReadonlyMap<string, number>;
  /** The lines that Workers have written to their log so far. */
  readonly log: readonly string[];
  /** The lines that the runtime has written to stderr so far. */
  readonly errors: readonly string[];
  readonly close: () => void;
  /** Kills the process, as a power failure would, and waits until it has ended. */
  readonly kill: () => Promise<void>;
}

/** The service of a configuration that serves the files of a folder. */
export function assetService(folder: string): string {
  return `(name = "assets", disk = (path = ${JSON.stringify(folder)}))`;
}

/** The service of a configuration through which Workers reach the test servers, and nothing beyond this machine. */
export function internetService(): string {
  const authority = readFileSync(authorityPath, 'utf8');
  return `(name = "internet", network = (allow = ["local"],
    tlsOptions = (trustBrowserCas = true, trustedCertificates = [${JSON.stringify(authority)}])))`;
}

/**
 * Runs workerd until it is closed.
 *
 * @param sockets - the number of ports in the configuration
 * @param configOf - makes the configuration for the folder in which it is written; its paths are relative to that
 *   folder
 */
export async function runWorkerd(sockets: number, configOf: (folder: string) => string): Promise<RunningWorkerd> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-workerd-'));
  const config = join(folder, 'config.capnp');
  writeFileSync(config, configOf(folder));
  const stdio = ['ignore', 'pipe', 'pipe', 'pipe'] as const;
  const child = spawn(workerd, ['serve', '--control-fd=3', config], { stdio: [...stdio] });
  const log: string[] = [];
  if (child.stdout !== null) createInterface(child.stdout).on('line', (line) => log.push(line));
  const errors: string[] = [];
  if (child.stderr !== null)
    createInterface(child.stderr).on('line', (line) => {
      if (!RECORDED.test(line)) errors.push(line);
      // Faults that the Worker has logged are a matter of the tests.
      if (!/^(?:\d+ )?\{/.test(line)) process.stderr.write(`${line}\n`);
    });
  endWithThisProcess(child, folder);
  const close = (): void => {
    child.kill();
    rmSync(folder, { recursive: true });
  };
  const kill = async (): Promise<void> => {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    rmSync(folder, { recursive: true });
  };
  return { pid: child.pid ?? 0, ports: await portsOf(child, sockets), log, errors, close, kill };
}

/**
 * A process of tests may be killed, and then runs no handler. A guard waits for the end of its standard input, which is
 * the end of this process, and then kills workerd and removes its folder.
 */
const GUARD = `
  const [pid, folder] = process.argv.slice(1);
  let line = '';
  process.stdin.on('data', (part) => { line += part; }).on('end', () => {
    if (line === 'over') return;
    try { process.kill(Number(pid), 'SIGKILL'); } catch {}
    require('node:fs').rmSync(folder, { recursive: true, force: true });
  });`;

function endWithThisProcess(workerd: ChildProcess, folder: string): void {
  const guard = spawn(process.execPath, ['-e', GUARD, String(workerd.pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // What loads modules into this process is not for the guard.
    env: {},
  });
  guard.unref();
  workerd.once('exit', () => guard.stdin.end('over'));
}

/** workerd reports its ports: one line of JSON for each socket. */
function portsOf(child: ChildProcess, count: number): Promise<ReadonlyMap<string, number>> {
  const ports = new Map<string, number>();
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`workerd has opened ${ports.size} of ${count} ports`));
    }, START_MS);
    child.once('exit', (code) => {
      clearTimeout(patience);
      reject(new Error(`workerd ended with ${code}`));
    });
    const control = child.stdio[3];
    if (!(control instanceof Readable)) throw new Error('workerd has no control channel');
    createInterface(control).on('line', (line) => {
      const { event, socket, port }: { event: string; socket: string; port: number } = JSON.parse(line);
      if (event === 'listen') ports.set(socket, port);
      if (ports.size < count) return;
      clearTimeout(patience);
      resolve(ports);
    });
  });
}
