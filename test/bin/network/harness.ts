/**
 * Runs `waypost get` and `waypost check` in the process of the test: the same bundle as that of the package, with the
 * library in it.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkLinks } from '../../../bin/check/run.ts';
import { readCommandLine } from '../../../bin/command-line.ts';
import { bundleCommands } from '../../../bin/network/bundle.ts';
import type { NetworkCommands } from '../../../bin/network/contract.ts';
import { memoryStreams, type StreamOptions } from '../harness.ts';

/** The outcome of a run; `opened` = the link could be opened. */
export interface Got {
  readonly opened: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

const bundles = join(import.meta.dirname, '../../../.wrangler/commands');

/** Another run may still use a younger bundle: an hour, in milliseconds. */
const KEPT_MS = 3_600_000;

let written: Promise<string> | null = null;

/** The path of the bundle, which is written once, for programs that load it themselves. */
export function writeBundle(): Promise<string> {
  written ??= bundleOnce();
  return written;
}

async function bundleOnce(): Promise<string> {
  mkdirSync(bundles, { recursive: true });
  for (const old of readdirSync(bundles)) {
    const folder = join(bundles, old);
    if (Date.now() - statSync(folder).mtimeMs > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
  const file = join(mkdtempSync(join(bundles, 'bundle-')), 'commands.mjs');
  await bundleCommands(file, null);
  return file;
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
  const outcome = await checkLinks(invocation, linkChecker(invocation, streams, VERSION), streams);
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
