/** Code of a test that runs in workerd, beside real shards of links: what no request to the Worker can show. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { startWorkerd } from '../workerd.ts';

export interface StoreModule {
  /** Asks the module for a path, and returns its JSON. */
  readonly ask: <Answer>(path: string) => Promise<Answer>;
  /** The lines that the runtime has written to stderr so far. */
  readonly errors: readonly string[];
  readonly close: () => void;
}

/** @param source - a module of a Worker with the class `LinkShard`; its paths of imports begin at the project */
export async function startStoreModule(source: string): Promise<StoreModule> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-store-module-'));
  const path = join(folder, 'module.js');
  await build({
    stdin: { contents: source, resolveDir: join(import.meta.dirname, '../../..') },
    outfile: path,
    bundle: true,
    format: 'esm',
    external: ['cloudflare:workers'],
  });
  const { ports, errors, close } = await startWorkerd({ module: { path, vars: {}, links: 'temporary' } });
  return {
    ask: async (path) => (await fetch(`http://127.0.0.1:${ports.get('module')}${path}`)).json(),
    errors,
    close: () => {
      close();
      rmSync(folder, { recursive: true });
    },
  };
}
