/**
 * Workers in plain workerd, several in one process, without the proxies of wrangler. They are for measurements, and for
 * tests of what the proxies hide, such as a client that leaves.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { authorityPath } from '../servers/certificates.ts';
import { type Built, built } from './built.ts';

const root = join(import.meta.dirname, '../..');
const required = createRequire(import.meta.url);
const wrangler = join(dirname(required.resolve('wrangler/package.json')), 'bin/wrangler.js');
// workerd is a dependency of wrangler, so it is resolved from there.
const workerd: string = createRequire(wrangler)('workerd').default;

/** What hands requests to the Worker on a machine of one's own. */
const FRONT = join(root, 'worker/self-host/front.js');

/** A Worker to run: the path of its one module, and its variables. */
export interface Module {
  readonly path: string;
  readonly vars: Readonly<Record<string, string>>;
  /** The folder in which its short links are stored, or `temporary` for one that goes with the process; absent = none. */
  readonly links?: string;
  /** Whether it also listens behind the front of self-hosting; that port has the name of the Worker and `-front`. */
  readonly front?: boolean;
}

export interface RunningWorkerd {
  /** The identifier of the process that runs all Workers. */
  readonly pid: number;
  /** The port on 127.0.0.1 of each Worker, by its name. */
  readonly ports: ReadonlyMap<string, number>;
  /** The lines that Workers have written to their log so far. */
  readonly log: readonly string[];
  /** The lines that the runtime has written to stderr so far. */
  readonly errors: readonly string[];
  readonly close: () => void;
  /** Kills the process, as a power failure would, and waits until it has ended. */
  readonly kill: () => Promise<void>;
}

/**
 * Runs Workers until they are closed. Each has the static assets of this one.
 *
 * @param v8Flags - options of the JavaScript engine, such as `--max-heap-size=64`
 */
export async function startWorkerd(
  modules: Readonly<Record<string, Module>>,
  v8Flags: readonly string[] = [],
): Promise<RunningWorkerd> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-workerd-'));
  const config = join(folder, 'config.capnp');
  writeFileSync(config, configOf(modules, v8Flags, folder, await built()));
  const stdio = ['ignore', 'pipe', 'pipe', 'pipe'] as const;
  const child = spawn(workerd, ['serve', '--control-fd=3', config], { stdio: [...stdio] });
  const log: string[] = [];
  if (child.stdout !== null) createInterface(child.stdout).on('line', (line) => log.push(line));
  const errors: string[] = [];
  if (child.stderr !== null)
    createInterface(child.stderr).on('line', (line) => {
      errors.push(line);
      // Faults that the Worker has logged are a matter of the tests.
      if (!line.startsWith('{')) process.stderr.write(`${line}\n`);
    });
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
  return { pid: child.pid ?? 0, ports: await portsOf(child, socketNames(modules).length), log, errors, close, kill };
}

/** workerd reports its ports: one line of JSON for each socket. */
function portsOf(child: ChildProcess, count: number): Promise<ReadonlyMap<string, number>> {
  const ports = new Map<string, number>();
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`workerd ended with ${code}`)));
    const control = child.stdio[3];
    if (!(control instanceof Readable)) throw new Error('workerd has no control channel');
    createInterface(control).on('line', (line) => {
      const { event, socket, port }: { event: string; socket: string; port: number } = JSON.parse(line);
      if (event === 'listen') ports.set(socket, port);
      if (ports.size === count) resolve(ports);
    });
  });
}

/** The names of the ports. */
function socketNames(modules: Readonly<Record<string, Module>>): readonly string[] {
  return Object.entries(modules).flatMap(([name, { front }]) => (front ? [name, `${name}-front`] : [name]));
}

/** The configuration; paths of modules are relative to its folder. */
function configOf(
  modules: Readonly<Record<string, Module>>,
  v8Flags: readonly string[],
  folder: string,
  { assets, settings }: Built,
): string {
  const text = JSON.stringify;
  const assetService = `(name = "assets", disk = (path = ${text(assets)}))`;
  // The test servers are on this machine, which workerd lets no Worker reach by default.
  const authority = readFileSync(authorityPath, 'utf8');
  const internet = `(name = "internet", network = (allow = ["public", "private"],
    tlsOptions = (trustBrowserCas = true, trustedCertificates = [${text(authority)}])))`;
  const services = Object.entries(modules).flatMap(([name, { path, vars, links, front }]) => {
    // Measurements ask a server more often than a client may.
    const bindings = Object.entries({ RATE_LIMITS: 'off', ...vars }).map(
      ([key, value]) => `(name = ${text(key)}, text = ${text(value)})`,
    );
    bindings.push('(name = "ASSETS", service = "assets")');
    if (links !== undefined) bindings.push('(name = "LINKS", durableObjectNamespace = "LinkShard")');
    const disk = `${name}-links`;
    const objects = `durableObjectNamespaces = [(className = "LinkShard", uniqueKey = "links", enableSql = true)],
      durableObjectStorage = (localDisk = ${text(disk)}),`;
    const worker = `(name = ${text(name)}, worker = (
      modules = [(name = "index.js", esModule = embed ${text(relative(folder, path))})],
      bindings = [${bindings.join(', ')}],
      ${links === undefined ? '' : objects}
      compatibilityDate = ${text(settings.compatibilityDate)},
      compatibilityFlags = ${text(settings.compatibilityFlags)}))`;
    const services = [worker];
    if (links !== undefined) {
      const place = links === 'temporary' ? mkdtempSync(join(folder, 'links-')) : links;
      services.push(`(name = ${text(disk)}, disk = (path = ${text(place)}, writable = true))`);
    }
    if (front) services.push(frontOf(name, vars.BASE_PATH ?? ''));
    return services;
  });
  function frontOf(name: string, basePath: string): string {
    return `(name = ${text(`${name}-front`)}, worker = (
      modules = [(name = "front.js", esModule = embed ${text(relative(folder, FRONT))})],
      bindings = [(name = "WORKER", service = ${text(name)}), (name = "FILES", service = "assets"),
        (name = "BASE_PATH", text = ${text(basePath)})],
      compatibilityDate = ${text(settings.compatibilityDate)}))`;
  }
  const sockets = socketNames(modules).map(
    (name) => `(name = ${text(name)}, address = "127.0.0.1:0", http = (), service = ${text(name)})`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [${[assetService, internet, ...services].join(',\n')}],
      sockets = [${sockets.join(', ')}],
      v8Flags = ${text(v8Flags)});`;
}
