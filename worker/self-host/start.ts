/**
 * `npm run self-host`: runs the Worker on any machine in workerd, the open-source runtime of the platform, without an
 * account. Variables and secrets come from the environment.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { unstable_readConfig } from 'wrangler';
import { parseEgressPolicy } from '../../src/egress/policy.ts';
import { settingsTable } from '../env.ts';
import { startRelay } from '../relay/relay.ts';
import { configurationOf } from './configuration.ts';

const USAGE = `npm run self-host -- [--host 127.0.0.1] [--port 8080] [--data ./data]

Variables and secrets come from the environment: CONTACT=me@example.org LINK_TOKENS=me:… npm run self-host
`;

/** workerd limits no subrequests. */
const NO_LIMIT = '999999999';

const { values: args } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8080' },
    data: { type: 'string', default: 'data' },
    help: { type: 'boolean', default: false },
  },
});

if (args.help) console.log(USAGE);
else await serve();

async function serve(): Promise<void> {
  const root = join(import.meta.dirname, '../..');
  const folder = mkdtempSync(join(tmpdir(), 'waypost-'));
  const data = resolve(args.data);
  mkdirSync(data, { recursive: true });
  const { compatibility_date, compatibility_flags } = unstable_readConfig({ config: join(root, 'wrangler.toml') });
  const relay = await findRelay();
  const configuration = configurationOf({
    bundle: relative(folder, bundle(root, folder)),
    front: relative(folder, join(import.meta.dirname, 'front.js')),
    files: join(root, 'worker/public'),
    data,
    address: `${args.host}:${args.port}`,
    compatibilityDate: compatibility_date ?? '',
    compatibilityFlags: compatibility_flags,
    relay: relay.address,
    variables: { SUBREQUESTS: NO_LIMIT, ...variablesOf(process.env), ...relay.variables },
    deployment: new Date().toISOString(),
    reachesPrivate: (process.env.EGRESS_ALLOW ?? '') !== '',
  });
  writeFileSync(join(folder, 'config.capnp'), configuration);
  const child = spawn(runtime(), ['serve', '--control-fd=3', join(folder, 'config.capnp')], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  announce(child);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => {
    rmSync(folder, { recursive: true, force: true });
    void relay.close();
    process.exitCode = code ?? 0;
  });
}

interface FoundRelay {
  /** `null` = reached by the network. */
  readonly address: string | null;
  readonly variables: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** The relay of the Prospero gateway: that of the operator, or one in this process. */
async function findRelay(): Promise<FoundRelay> {
  const own = process.env.PROSPERO_RELAY;
  if (own) {
    const { protocol, host } = new URL(own);
    return { address: protocol === 'http:' ? host : null, variables: {}, close: async () => {} };
  }
  const secret = randomUUID();
  const { origin, close } = await startRelay({ secret, port: 0, policy: parseEgressPolicy(process.env) });
  return {
    ...{ address: new URL(origin).host, close },
    variables: { PROSPERO_RELAY: origin, PROSPERO_RELAY_SECRET: secret },
  };
}

/** The variables and secrets of `worker/env.ts` that are set. */
function variablesOf(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    [...settingsTable].flatMap(([key, { kind }]) => {
      const value = environment[key];
      return value === undefined || kind === 'binding' ? [] : [[key, value] as const];
    }),
  );
}

/** Builds the Worker and the static files. */
function bundle(root: string, folder: string): string {
  const path = join(folder, 'index.js');
  const build = spawnSync(process.execPath, [join(root, 'worker/build.ts'), path], { encoding: 'utf8' });
  if (build.status !== 0) throw new Error(`The Worker could not be built:\n${build.stdout}${build.stderr}`);
  return path;
}

function wrangler(): string {
  return join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin/wrangler.js');
}

/** workerd is a dependency of wrangler, so it is resolved from there. */
function runtime(): string {
  const { default: path }: { default: string } = createRequire(wrangler())('workerd');
  return path;
}

/** workerd reports its port when it listens. */
function announce(child: ChildProcess): void {
  const control = child.stdio[3];
  if (!(control instanceof Readable)) throw new Error('workerd has no control channel');
  createInterface(control).on('line', (line) => {
    const { event, port }: { event: string; port: number } = JSON.parse(line);
    if (event === 'listen') console.log(`Waypost is at http://${args.host}:${port}/`);
  });
}
