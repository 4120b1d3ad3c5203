/** The library and the command line in this process, with functions that report their calls. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { NetworkCommands } from '../../bin/network/contract.ts';
import type * as Program from '../../bin/run.ts';
import type * as Library from '../../src/index.ts';
import { memoryStreams } from '../bin/harness.ts';
import { filesExecuted } from './coverage.ts';
import { reportCalls, root } from './report-calls.ts';

/** The library, the command line, and the commands that use the network, which are loaded on their own. */
const ENTRIES = ['src/index.ts', 'bin/run.ts', 'bin/network/commands.ts'];

export interface TracedProgram {
  readonly library: typeof Library;
  readonly commands: NetworkCommands;
  /** Runs `waypost` with these arguments. */
  readonly waypost: (args: readonly string[]) => Promise<void>;
  /** The functions that something calls, in the order of their first calls, when the same was done before. */
  readonly callsOf: (use: () => unknown) => Promise<readonly string[]>;
  /** The files that something executes, as V8 counts them. */
  readonly coverageOf: (use: () => unknown) => Promise<ReadonlySet<string>>;
}

/** @param folder - where its modules are written */
export async function loadTracedProgram(folder: string): Promise<TracedProgram> {
  await build({
    ...{ absWorkingDir: root, entryPoints: ENTRIES, outbase: root, outdir: folder },
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', conditions: ['worker', 'browser'] },
    plugins: [reportCalls],
  });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', version: '1.2.3' }));
  const load = (path: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, path)).href);
  const library: typeof Library = await load('src/index.js');
  const program: typeof Program = await load('bin/run.js');
  const commands: NetworkCommands = await load('bin/network/commands.js');
  return {
    library,
    commands,
    async waypost(args) {
      const { streams, written } = memoryStreams({});
      const status = await program.run(args, streams);
      if (status !== 0) throw new Error(written().stderr);
    },
    async callsOf(use) {
      await use();
      const calls = new Set<string>();
      globalThis.__called = (call) => calls.add(call);
      try {
        await use();
      } finally {
        globalThis.__called = undefined;
      }
      return [...calls];
    },
    async coverageOf(use) {
      await use();
      return filesExecuted(pathToFileURL(folder).href, use);
    },
  };
}
