/**
 * Runs `waypost get` and `waypost check` in the process of the test: the same bundle as that of the package, with the
 * library in it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine } from '../../../bin/command-line.ts';
import { bundleCommands } from '../../../bin/network/bundle.ts';
import type { NetworkCommands } from '../../../bin/network/contract.ts';
import { linesOf } from '../../../bin/queries.ts';
import { memoryStreams, type StreamOptions } from '../harness.ts';

/** The outcome of a run; `opened` = the link could be opened. */
export interface Got {
  readonly opened: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** The bundle in a folder of its own, for programs that load it themselves. */
export async function writeBundle(): Promise<{ readonly file: string; readonly remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-get-'));
  await bundleCommands(join(folder, 'commands.mjs'), null);
  return { file: join(folder, 'commands.mjs'), remove: () => rmSync(folder, { recursive: true }) };
}

let bundle: Promise<NetworkCommands> | null = null;

/** The commands of the bundle, which is made once. */
function loadBundle(): Promise<NetworkCommands> {
  bundle ??= importBundle();
  return bundle;
}

async function importBundle(): Promise<NetworkCommands> {
  const { file, remove } = await writeBundle();
  try {
    return await import(/* @vite-ignore */ file);
  } finally {
    remove();
  }
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
  /** Whether all links are alive. */
  readonly alive: boolean;
  /** The objects in the lines of the output; `null` for an empty line. */
  readonly lines: readonly (Readonly<Record<string, unknown>> | null)[];
}

/** Runs `waypost check` with these arguments. */
export async function check(args: readonly string[], options: StreamOptions = {}): Promise<Checked> {
  const { check } = await loadBundle();
  const invocation = readCommandLine(['check', ...args]);
  if (invocation.kind !== 'check') throw new TypeError('not a command line of check');
  const { streams, written } = memoryStreams(options);
  const alive = await check({ ...invocation, links: linesOf(invocation, streams.stdin) }, streams, VERSION);
  const lines = written().stdout.split('\n').slice(0, -1);
  return { alive, lines: lines.map((line) => (line === '' ? null : JSON.parse(line))) };
}

const VERSION = '1.2.3';
