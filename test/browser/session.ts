/** A Worker, and its pages in the browser, for the tests of one file. */
import type { BrowserContextOptions } from 'playwright-core';
import { type RunningWorker, startWorker } from '../worker/harness.ts';
import { type OpenPage, openPage } from './open-page.ts';

export interface Session {
  /** The origin of the Worker. */
  readonly origin: string;
  readonly fetch: RunningWorker['fetch'];
  readonly open: (path: string, options?: BrowserContextOptions) => Promise<OpenPage>;
  readonly close: () => Promise<void>;
}

/**
 * Starts a Worker. The browser starts with the first page.
 *
 * @param vars - variables of the Worker, in addition to those of wrangler.toml
 */
export async function startSession(vars: Record<string, string> = {}): Promise<Session> {
  const { origin, fetch, close } = await startWorker(vars);
  return { origin, fetch, open: (path, options) => openPage(origin, path, options), close };
}
