/**
 * The Worker as `wrangler deploy` uploads it, built once for all tests: the module, the static assets, and the settings
 * of the runtime in wrangler.toml. The build stays in `.wrangler/tests` until a file that goes into it
 * changes.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { V4WorkerOptionsShape } from 'miniflare';
import type { experimental_readRawConfig } from 'wrangler';
import { bundleWorker } from '../../worker/build/bundle.ts';
import { bundleService } from '../../worker/self-host/services.ts';
import { fingerprint } from '../fingerprint.ts';

const root = join(import.meta.dirname, '../..');
const builds = join(root, '.wrangler/tests');
/** Settings that were read from wrangler.toml. */
const settingsFolder = join(root, '.wrangler/test-settings');

/** The files that a build depends on. */
const INPUTS = [
  ...['src/**/*', 'worker/**/*', 'docs/**/*'],
  ...['wrangler.toml', 'package.json', 'package-lock.json', 'tsconfig.json', 'test/worker/built.ts'],
];

/** Another run may still use a younger build: an hour, in milliseconds. */
const KEPT_MS = 3_600_000;

/** Bindings and flags of wrangler.toml, as Miniflare takes them. */
export type Settings = V4WorkerOptionsShape;

/** wrangler.toml as wrangler reads it. */
type RawConfig = ReturnType<typeof experimental_readRawConfig>['rawConfig'];

/** A build: its paths, and the settings of the runtime. */
export interface Built {
  /** The only module of the Worker. */
  readonly module: string;
  /** The module that hands requests to the Worker on a self-hosted machine. */
  readonly front: string;
  /** The folder of the static assets. */
  readonly assets: string;
  readonly settings: Settings;
  /** wrangler.toml as it is written. */
  readonly rawConfig: RawConfig;
}

let cached: Promise<Built> | null = null;

/** Builds the Worker, unless it was built from the same files before. */
export function built(): Promise<Built> {
  cached ??= build();
  return cached;
}

async function build(): Promise<Built> {
  // One run of the tests uses one build, even if the sources change meanwhile. A copy of the project has its own.
  const current = process.env.WAYPOST_TEST_BUILD;
  const folder = current?.startsWith(builds) ? current : join(builds, fingerprint(INPUTS));
  if (!existsSync(folder)) await buildInto(folder);
  process.env.WAYPOST_TEST_BUILD = folder;
  const read: Pick<Built, 'settings' | 'rawConfig'> = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'));
  return {
    module: join(folder, 'index.js'),
    front: join(folder, 'front.js'),
    assets: join(folder, 'public'),
    ...read,
  };
}

/** Builds into a temporary folder first, so that a folder under its final name is always complete. */
async function buildInto(folder: string): Promise<void> {
  mkdirSync(builds, { recursive: true });
  const draft = mkdtempSync(join(builds, 'draft-'));
  await promisify(execFile)(process.execPath, [join(root, 'worker/build/assets.ts')]);
  writeFileSync(join(draft, 'index.js'), (await bundleWorker()).code);
  writeFileSync(join(draft, 'front.js'), await bundleService('front'));
  cpSync(join(root, 'build/public'), join(draft, 'public'), { recursive: true });
  writeFileSync(join(draft, 'settings.json'), await settingsText());
  for (const old of globSync('*', { cwd: builds })) {
    if (Date.now() - statSync(join(builds, old)).mtimeMs > KEPT_MS) rmSync(join(builds, old), { recursive: true });
  }
  if (existsSync(folder)) rmSync(draft, { recursive: true });
  else renameSync(draft, folder);
}

/**
 * The settings of the runtime in wrangler.toml, as JSON. Loading wrangler takes seconds of processor time, so they are
 * kept until wrangler.toml, a package or this file changes.
 */
async function settingsText(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of ['wrangler.toml', 'package-lock.json', 'test/worker/built.ts'])
    hash.update(readFileSync(join(root, file)));
  const kept = join(settingsFolder, `${hash.digest('hex').slice(0, 16)}.json`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const { experimental_readRawConfig, unstable_getMiniflareWorkerOptions } = await import('wrangler');
  const config = join(root, 'wrangler.toml');
  const { rawConfig } = experimental_readRawConfig({ config });
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
  // The folder of the project is that of the copy which reads them.
  const { modulesRules: _, rootPath: __, ...settings } = workerOptions;
  const text = JSON.stringify({ settings, rawConfig });
  mkdirSync(settingsFolder, { recursive: true });
  writeFileSync(`${kept}.${process.pid}`, text);
  renameSync(`${kept}.${process.pid}`, kept);
  return text;
}
