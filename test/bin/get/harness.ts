/** Runs `waypost get` in the process of the test: the same bundle as that of the package, with the library in it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine } from '../../../bin/command-line.ts';
import { bundleGet } from '../../../bin/get/bundle.ts';
import type { GetBundle } from '../../../bin/get/contract.ts';
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
  await bundleGet(join(folder, 'get.mjs'), null);
  return { file: join(folder, 'get.mjs'), remove: () => rmSync(folder, { recursive: true }) };
}

let bundle: Promise<GetBundle> | null = null;

async function loadBundle(): Promise<GetBundle> {
  const { file, remove } = await writeBundle();
  try {
    return await import(/* @vite-ignore */ file);
  } finally {
    remove();
  }
}

/** Runs `waypost get` with these arguments. */
export async function get(args: readonly string[], options: StreamOptions = {}): Promise<Got> {
  bundle ??= loadBundle();
  const invocation = readCommandLine(['get', ...args]);
  if (invocation.kind !== 'get') throw new TypeError('not a command line of get');
  const { streams, written } = memoryStreams(options);
  const opened = await (await bundle).get(invocation, streams, '1.2.3');
  return { opened, ...written() };
}
