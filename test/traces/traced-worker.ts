/** The Worker in the real runtime, with functions that report their calls. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { WRANGLER } from '../../worker/build/bundle.ts';
import { startWorkerd } from '../worker/workerd.ts';
import { reportCalls, root } from './report-calls.ts';

/** The last function that each request calls. */
const LAST = 'worker/log.ts:logRequest';

/** How long a request may take on a busy machine, in milliseconds. */
const PATIENCE_MS = 15_000;

export interface TracedWorker {
  readonly origin: string;
  /**
   * The functions that a request calls, in the order of their first calls.
   *
   * @param before - the request before it, by default the same one: what happens once for an isolate has happened
   */
  readonly callsOf: (request: () => Promise<unknown>, before?: () => Promise<unknown>) => Promise<readonly string[]>;
  readonly close: () => void;
}

/**
 * Starts the Worker.
 *
 * @param folder - where its bundle is written
 * @param vars - its variables and secrets
 */
export async function startTracedWorker(folder: string, vars: Readonly<Record<string, string>>): Promise<TracedWorker> {
  const path = join(folder, 'worker.js');
  await build({
    ...WRANGLER,
    ...{ conditions: [...WRANGLER.conditions], external: [...WRANGLER.external] },
    ...{ absWorkingDir: root, entryPoints: [join(import.meta.dirname, 'worker-entry.ts')], outfile: path },
    ...{ bundle: true, plugins: [reportCalls] },
  });
  const workerd = await startWorkerd({ traced: { path, vars: { RATE_LIMITS: '', ...vars }, links: 'temporary' } });
  const origin = `http://127.0.0.1:${workerd.ports.get('traced')}`;

  /** The calls so far. */
  const clear = async (): Promise<readonly string[]> => (await fetch(`${origin}/calls`, { method: 'DELETE' })).json();

  /** The calls until the line of the log. */
  async function take(): Promise<readonly string[]> {
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(2)) {
      const calls: readonly string[] = await (await fetch(`${origin}/calls`)).json();
      if (calls.includes(LAST)) break;
      if (Date.now() > end) throw new Error(`The request does not end. It has called ${calls.join(', ')}`);
    }
    return clear();
  }

  return {
    origin,
    async callsOf(request, before = request) {
      await clear();
      await before();
      await take();
      await request();
      return take();
    },
    close: workerd.close,
  };
}
