/**
 * A checkout of this project, and the Worker that `wrangler deploy` would upload from it. Only what stays the same when
 * files move is used: wrangler.toml, and the names of npm scripts. A build is kept in the checkout until a file of it
 * changes.
 */
import { execFile, execFileSync } from 'node:child_process';
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

/** A Worker that is ready to run. */
export interface WorkerBuild {
  /** The path of its only module. */
  readonly module: string;
  /** The folder of its static assets. */
  readonly assets: string;
  /** The bindings and flags of wrangler.toml, as Miniflare takes them. */
  readonly settings: V4WorkerOptionsShape;
}

/** Builds of a day ago are removed, in milliseconds. */
const KEPT_MS = 86_400_000;

export class Checkout {
  readonly folder: string;

  constructor(folder: string) {
    if (!existsSync(join(folder, 'wrangler.toml'))) throw new Error(`${folder} is not a checkout of this project`);
    if (!existsSync(join(folder, 'node_modules'))) throw new Error(`${folder} has no node_modules: run npm ci there`);
    this.folder = folder;
  }

  /** Runs wrangler for the upload without uploading, unless these files were built before. */
  async worker(): Promise<WorkerBuild> {
    const built = await this.#built('worker', (draft) => this.#buildWorker(draft));
    const settings: V4WorkerOptionsShape = JSON.parse(readFileSync(join(built, 'settings.json'), 'utf8'));
    const module = join(built, 'module');
    return { module: join(module, moduleIn(module)), assets: join(built, 'assets'), settings };
  }

  /** The folder of the npm package. */
  package(): Promise<string> {
    return this.#built('package', async (draft) => {
      const environment = { ...process.env, npm_config_loglevel: 'error' };
      const options = { cwd: this.folder, env: environment };
      await promisify(execFile)('npm', ['run', '--silent', 'package', '--', draft], options);
    });
  }

  /**
   * A folder with a build of these files.
   *
   * @param build - writes it into an empty folder
   */
  async #built(name: string, build: (draft: string) => Promise<void>): Promise<string> {
    const builds = join(this.folder, '.wrangler/compare');
    const built = join(builds, `${name}-${this.#fingerprint()}`);
    if (existsSync(built)) return built;
    mkdirSync(builds, { recursive: true });
    for (const old of globSync('*', { cwd: builds })) {
      if (Date.now() - statSync(join(builds, old)).mtimeMs > KEPT_MS) rmSync(join(builds, old), { recursive: true });
    }
    const draft = mkdtempSync(join(builds, 'draft-'));
    await build(draft);
    // Somebody else may have built the same meanwhile.
    if (existsSync(built)) rmSync(draft, { recursive: true });
    else renameSync(draft, built);
    return built;
  }

  /** A hash of the files that are in version control or could be, but those of tests. */
  #fingerprint(): string {
    const options = { cwd: this.folder, encoding: 'utf8' } as const;
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], options);
    const hash = createHash('sha256');
    for (const file of new Set(files.split('\0').toSorted())) {
      const path = join(this.folder, file);
      if (file === '' || file.startsWith('test/') || !existsSync(path)) continue;
      hash.update(`${file}\0`).update(readFileSync(path)).update('\0');
    }
    return hash.digest('hex').slice(0, 16);
  }

  async #buildWorker(draft: string): Promise<void> {
    const wrangler = join(this.folder, 'node_modules/wrangler/bin/wrangler.js');
    const module = join(draft, 'module');
    await promisify(execFile)(process.execPath, [wrangler, 'deploy', '--dry-run', '--outdir', module], {
      cwd: this.folder,
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' },
    });
    moduleIn(module);
    const { unstable_getMiniflareWorkerOptions } = await import('wrangler');
    const { workerOptions } = unstable_getMiniflareWorkerOptions(join(this.folder, 'wrangler.toml'));
    const { modulesRules: _, rootPath: __, ...settings } = workerOptions;
    const assets = assetsOf(settings);
    if (assets === undefined) throw new Error(`wrangler.toml of ${this.folder} names no static assets`);
    cpSync(assets, join(draft, 'assets'), { recursive: true });
    writeFileSync(join(draft, 'settings.json'), JSON.stringify(settings));
  }
}

/** The name of the only module in a folder. */
function moduleIn(folder: string): string {
  const [module, ...others] = globSync('*.js', { cwd: folder });
  if (module === undefined || others.length > 0) throw new Error(`${folder} does not have exactly one module`);
  return module;
}

/** The folder of the static assets, which wrangler writes as an absolute path. */
function assetsOf({ assets }: V4WorkerOptionsShape): string | undefined {
  return assets?.directory;
}
