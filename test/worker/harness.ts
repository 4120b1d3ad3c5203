/**
 * The Worker in the real runtime, for tests: `wrangler.toml` as it is deployed, on a port of its own.
 */
import { join } from 'node:path';
import { createTestHarness } from 'wrangler';

process.env.WRANGLER_SEND_METRICS = 'false';
process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';

/** A request; a body that comes in pieces needs `duplex` (Fetch §5.4). */
export type Ask = RequestInit & { readonly duplex?: 'half' };

/** A Worker that answers requests until it is closed. */
export interface RunningWorker {
  /** Where it listens, without a slash at the end. */
  readonly origin: string;
  readonly fetch: (path: string, init?: Ask) => Promise<Response>;
  /** The lines of JSON that it has written to its log since the last call. */
  readonly takeLog: () => Record<string, unknown>[];
  readonly close: () => Promise<void>;
}

/**
 * Starts the Worker.
 *
 * @param vars - Variables above those of wrangler.toml.
 */
export async function startWorker(vars: Record<string, string> = {}): Promise<RunningWorker> {
  const root = join(import.meta.dirname, '../..');
  const harness = createTestHarness({ root, workers: [{ configPath: 'wrangler.toml', vars }] });
  const { url } = await harness.listen();
  return {
    origin: url.origin,
    // The path goes out as it is written; a URL parser would take `//x` for a host.
    fetch: (path, init) => fetch(url.origin + path, { redirect: 'manual', ...init }),
    takeLog: () => {
      const lines = harness.getLogs().map(({ message }) => message);
      harness.clearLogs();
      return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    },
    close: () => harness.close(),
  };
}
