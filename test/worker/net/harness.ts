/** Starts the harness Worker in the real runtime, which trusts the test authority. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { built } from '../built.ts';
import { startModule } from '../runtime.ts';
import type { Operation, Report } from './harness/operations.ts';

export interface Harness {
  /** Performs an operation that answers with a report. */
  perform(operation: Operation): Promise<Report & { readonly status: number; readonly headers: Headers }>;
  /** The URL of an operation, for other clients. */
  urlOf(operation: Operation): string;
  /** How pumps ended since the last call. */
  outcomes(): Promise<{ octets: number; code: string | null; aborted: boolean }[]>;
  /** Rejected promises that nobody handled. */
  rejections(): Promise<string[]>;
  close(): Promise<void>;
}

export async function startHarness(): Promise<Harness> {
  const {
    outputFiles: [bundle],
  } = await build({
    entryPoints: [join(import.meta.dirname, 'harness/worker.ts')],
    bundle: true,
    format: 'esm',
    external: ['cloudflare:*'],
    write: false,
  });
  const { compatibilityDate = '', compatibilityFlags = [] } = (await built()).settings;
  const { origin, close } = await startModule(bundle?.text ?? '', {
    compatibilityDate,
    compatibilityFlags,
    ratelimits: { TWICE: { namespace_id: '1001', simple: { limit: 2, period: 60 } } },
  });
  const urlOf = (operation: Operation) => {
    const target = new URL(origin);
    target.searchParams.set('operation', JSON.stringify(operation));
    return target.href;
  };
  return {
    urlOf,
    async perform(operation) {
      const response = await fetch(urlOf(operation));
      const report: Report = await response.json();
      return { ...report, status: response.status, headers: response.headers };
    },
    async outcomes() {
      return (await fetch(urlOf({ kind: 'outcomes' }))).json();
    },
    async rejections() {
      return (await fetch(urlOf({ kind: 'rejections' }))).json();
    },
    close,
  };
}
