/** A Worker, and its pages in the browser, for the tests of one file. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type RunningWorker, startWorker } from '../worker/harness.ts';
import { type OpenPage, openPage } from './open-page.ts';

export interface Session {
  /** The address of the Worker, with `BASE_PATH`, without a slash at the end. */
  readonly root: string;
  readonly fetch: RunningWorker['fetch'];
  /** Opens a page. The script of the explorer, which waits until somebody turns to the page, is loaded. */
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
    open: async (path, options) => {
      const opened = await openPage(root, path, options);
      if (options?.javaScriptEnabled !== false) await turnTo(opened.page);
      return opened;
    },
    close,
  };
}

/** Moves a mouse over the page, and waits for the explorer if this is its page. */
async function turnTo(page: Page): Promise<void> {
  if ((await page.locator('script[src*="/assets/explorer.js"]').count()) === 0) return;
  await page.dispatchEvent('body', 'pointerover');
  await page.waitForSelector('html.has-explorer');
}
