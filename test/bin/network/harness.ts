/**
 * Runs `waypost get` and `waypost check` in the process of the test: the same modules as in the package, in one bundle.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { checkLinks } from '../../../bin/check/run.ts';
import { readCommandLine } from '../../../bin/command-line.ts';
import { mendFiles } from '../../../bin/mend/run.ts';
import type { NetworkCommands } from '../../../bin/network/contract.ts';
import { fingerprint } from '../../fingerprint.ts';
import { memoryStreams, type StreamOptions } from '../harness.ts';

/** The outcome of a run; `opened` = the link could be opened. */
export interface Got {
  readonly opened: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

const root = join(import.meta.dirname, '../../..');
const bundles = join(root, '.wrangler/commands');

/** The files that the bundle depends on. */
const INPUTS = ['src/**/*', 'worker/**/*', 'bin/**/*', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** Another run may still use a younger bundle: an hour, in milliseconds. */
const KEPT_MS = 3_600_000;

/** How long a bundle takes at most, in milliseconds. A run that was killed leaves one unfinished. */
const PATIENCE_MS = 15_000;

let written: Promise<string> | null = null;

/** The path of the bundle, which is written once for all processes, for programs that load it themselves. */
export function writeBundle(): Promise<string> {
  written ??= bundleOnce();
  return written;
}

async function bundleOnce(): Promise<string> {
  const folder = join(bundles, fingerprint(INPUTS));
  const file = join(folder, 'commands.mjs');
  mkdirSync(bundles, { recursive: true });
  while (!existsSync(file)) {
    if (!claim(folder)) {
      await sleep(20);
      continue;
    }
    removeOld();
    const draft = mkdtempSync(join(folder, 'draft-'));
    await bundleCommands(join(draft, 'commands.mjs'));
    renameSync(join(draft, 'commands.mjs'), file);
  }
  return file;
}

async function bundleCommands(outfile: string): Promise<void> {
  await build({
    ...{ entryPoints: [join(root, 'bin/network/commands.ts')], outfile, bundle: true, minify: true, format: 'esm' },
    ...{ platform: 'node', target: 'node20', conditions: ['worker', 'browser'] },
    inject: [join(root, 'worker/build/package/node-20.ts')],
  });
}

/** Makes the folder of a bundle. Returns `false` if another process is writing it. */
function claim(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return Date.now() - statSync(folder).mtimeMs > PATIENCE_MS;
  }
}

function removeOld(): void {
  for (const old of readdirSync(bundles)) {
    const folder = join(bundles, old);
    if (Date.now() - statSync(folder).mtimeMs > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}

/** The commands of the bundle. */
export async function loadBundle(): Promise<NetworkCommands> {
  return import(/* @vite-ignore */ await writeBundle());
}

/** Runs `waypost get` with these arguments. */
export async function get(args: readonly string[], options: StreamOptions = {}): Promise<Got> {
  const { get } = await loadBundle();
  const invocation = readCommandLine(['get', ...args]);
  if (invocation.kind !== 'get') throw new TypeError('not a command line of get');
  const { streams, written } = memoryStreams(options);
  const opened = await get(invocation, streams, VERSION);
  return { opened, ...written() };
}

/** The outcome of a check of links. */
export interface Checked {
  /** Whether no link fails the run. */
  readonly passed: boolean;
  /** Whether a file could not be read. */
  readonly failed: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `waypost check` with these arguments. */
export async function check(args: readonly string[], options: StreamOptions = {}): Promise<Checked> {
  const { linkChecker } = await loadBundle();
  const invocation = readCommandLine(['check', ...args]);
  if (invocation.kind !== 'check') throw new TypeError('not a command line of check');
  const { streams, written } = memoryStreams(options);
  const outcome = await checkLinks(invocation, linkChecker(invocation, streams, VERSION), streams, VERSION);
  return { ...outcome, ...written() };
}

/** The objects in the lines of an output; `null` for an empty line. */
export function objectsIn({ stdout }: Pick<Checked, 'stdout'>): readonly (Readonly<Record<string, unknown>> | null)[] {
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => (line === '' ? null : JSON.parse(line)));
}

const VERSION = '1.2.3';

/** Runs `waypost mend` without pauses. */
export async function mend(...args: readonly string[]) {
  const { linkChecker } = await loadBundle();
  const invocation = readCommandLine(['mend', '--pause=0ms', ...args]);
  if (invocation.kind !== 'mend') throw new TypeError('not a command line of mend');
  const { streams, written } = memoryStreams({});
  const outcome = await mendFiles(invocation, linkChecker(invocation, streams, '1'), streams);
  return { ...outcome, ...written() };
}
