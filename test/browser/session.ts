/** A Worker and a browser for the tests of one file. */
import type { BrowserContextOptions } from 'playwright-core';
import { type RunningWorker, startWorker } from '../worker/harness.ts';
import { startChromium } from './chromium.ts';
import { type OpenPage, openPage } from './open-page.ts';

export interface Session {
  /** Of the Worker. */
  readonly origin: string;
  readonly fetch: RunningWorker['fetch'];
  /** Opens a page in its own browser profile. */
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<OpenPage>;
  readonly close: () => Promise<void>;
}

/**
 * Starts a Worker and a browser.
 *
 * @param vars - variables of the Worker, beside those of wrangler.toml
 */
export async function startSession(vars: Record<string, string> = {}): Promise<Session> {
  const [worker, browser] = await Promise.all([startWorker(vars), startChromium()]);
  return {
    origin: worker.origin,
    fetch: worker.fetch,
    open: (path, options) => openPage(browser, worker.origin, path, options),
    close: async () => {
      await browser.close();
      await worker.close();
    },
  };
}
