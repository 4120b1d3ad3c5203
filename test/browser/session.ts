/** A Worker, and its pages in the browser, for the tests of one file. */
import type { BrowserContextOptions } from 'playwright-core';
import { type RunningWorker, startWorker } from '../worker/harness.ts';
import { type OpenPage, openPage } from './open-page.ts';

export interface Session {
  /** The address of the Worker, with `BASE_PATH`, without a slash at the end. */
  readonly root: string;
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
  const { BASE_PATH = '' } = vars;
  const root = origin + BASE_PATH;
  return {
    root,
    fetch: (path, init) => fetch(BASE_PATH + path, init),
    open: (path, options) => openPage(root, path, options),
    close,
  };
}
