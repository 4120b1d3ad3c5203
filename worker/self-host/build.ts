/**
 * Writes a server that runs by itself, to `dist/server` or to the folder in the first argument: the Worker, its static
 * files, the configuration of workerd and a launcher. It needs Node and the package workerd, and nothing else.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { unstable_readConfig } from 'wrangler';
import { bundleWorker, licencesOf } from '../build/bundle.ts';
import {
  configurationOf,
  DISK_CACHE,
  FRONT,
  NETWORKS,
  type NetworkName,
  STATIC_FILES,
  WORKER,
} from './configuration.ts';
import { bundleService } from './services.ts';

const LAUNCHER = 'server.js';

const root = join(import.meta.dirname, '../..');
const required = createRequire(import.meta.url);
// workerd is a dependency of wrangler, so it is resolved from there.
const runtime = createRequire(required.resolve('wrangler/package.json'));
const run = promisify(execFile);

/**
 * @param folder - where the server goes; what is there is replaced
 * @param tell - hears what is being done, before it is
 */
export async function buildServer(folder: string, tell: (step: string) => void = () => {}): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  tell('Waypost builds its pages and documents.');
  await run(process.execPath, [join(root, 'worker/build/assets.ts')]);
  tell('Waypost bundles the Worker.');
  const worker = await bundleWorker();
  writeFileSync(join(folder, WORKER), worker.code);
  cpSync(join(root, 'build/public'), join(folder, STATIC_FILES), { recursive: true });
  writeFileSync(join(folder, FRONT), await bundleService('front'));
  writeFileSync(join(folder, DISK_CACHE), await bundleService('disk-cache'));
  for (const licence of ['LICENSE', 'LICENSE-UNICODE']) copyFileSync(join(root, licence), join(folder, licence));
  tell('Waypost compiles the configuration of workerd.');
  await writeConfigurations(folder);
  tell('Waypost bundles the launcher.');
  const modules = [...(await bundleLauncher(folder)), ...worker.modules];
  writeFileSync(join(folder, 'LICENSES'), licencesOf(`${WORKER} and ${LAUNCHER}`, modules));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/** The configurations as text, for people, and compiled: workerd takes only those by standard input. */
async function writeConfigurations(folder: string): Promise<void> {
  const { compatibility_date, compatibility_flags } = unstable_readConfig({ config: join(root, 'wrangler.toml') });
  const id = createHash('sha256')
    .update(readFileSync(join(folder, WORKER)))
    .digest('hex')
    .slice(0, 16);
  const facts = { id, compatibilityDate: compatibility_date ?? '', compatibilityFlags: compatibility_flags };
  const { default: workerd }: { default: string } = runtime('workerd');
  for (const network of Object.keys(NETWORKS).filter((name): name is NetworkName => name in NETWORKS)) {
    const file = join(folder, `${network}.capnp`);
    writeFileSync(file, configurationOf(facts, network));
    const options = { encoding: 'buffer', maxBuffer: 2 ** 25, cwd: folder } as const;
    const { stdout } = await run(workerd, ['compile', '--config-only', file], options);
    writeFileSync(join(folder, `${network}.bin`), stdout);
  }
}

/** Writes the launcher as one file, with the relay, and returns the paths of its modules. */
async function bundleLauncher(folder: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, 'server.ts')],
    outfile: join(folder, LAUNCHER),
    metafile: true,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // What Node 20 lacks.
    inject: [join(import.meta.dirname, '../build/package/node-20.ts')],
    charset: 'utf8',
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}

function manifest(): object {
  const { version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const workerd = JSON.parse(readFileSync(runtime.resolve('workerd/package.json'), 'utf8'));
  return {
    name: 'waypost-server',
    private: true,
    ...{ version, license, engines },
    type: 'module',
    bin: { 'waypost-server': 'server.js' },
    scripts: { start: 'node server.js' },
    // The configuration is compiled for this version.
    dependencies: { workerd: workerd.version },
    allowScripts: { workerd: true },
  };
}

if (import.meta.main) {
  const target = resolve(process.argv[2] ?? join(root, 'dist/server'));
  await buildServer(target, console.log);
  console.log(`The server is in ${target}. Install workerd there: npm install --prefix ${target}`);
}
