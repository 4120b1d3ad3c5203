/** A Worker and a browser, for the tests of one file. */
import type { BrowserContextOptions } from 'playwright-core';
import { type RunningWorker, startWorker } from '../worker/harness.ts';
import { startChromium } from './chromium.ts';
import { type GatewayContext, visit } from './visit.ts';

export interface Session {
  /** Of the Worker. */
  readonly origin: string;
  readonly fetch: RunningWorker['fetch'];
  /** Opens a page in a profile of its own. */
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<GatewayContext>;
  readonly close: () => Promise<void>;
}

/**
 * Starts both.
 *
 * @param vars - of the Worker, above those of wrangler.toml
 */
export async function startSession(vars: Record<string, string> = {}): Promise<Session> {
  const [worker, browser] = await Promise.all([startWorker(vars), startChromium()]);
  return {
    origin: worker.origin,
    fetch: worker.fetch,
    open: (path, options) => visit(browser, worker.origin, path, options),
    close: async () => {
      await browser.close();
      await worker.close();
    },
  };
}
