/**
 * A visit to a page in the browser, with what it must never do written down: errors in the console, and requests
 * to another host.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface GatewayContext extends AsyncDisposable {
  readonly page: Page;
  /** Errors and warnings that the browser has told of so far. */
  readonly complaints: readonly string[];
  /** Addresses that were asked for since the last call, without those of data and blobs. */
  readonly takeRequests: () => readonly string[];
}

/**
 * Opens a page in a browser profile of its own.
 *
 * @param path - behind the origin of the Worker
 */
export async function visit(
  browser: Browser,
  origin: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<GatewayContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  let requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const address = request.url();
    if (/^(?:data|blob):/.test(address)) return;
    requests.push(address);
    if (!address.startsWith(`${origin}/`)) complaints.push(`a request to ${address}`);
  });
  await page.goto(origin + path);
  return {
    page,
    complaints,
    takeRequests: () => {
      const taken = requests;
      requests = [];
      return taken;
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** What axe-core finds on a page: the rule, and the elements that break it. */
export async function barriers(page: Page): Promise<readonly string[]> {
  // Not as an element of the page, whose policy would not let it run.
  await page.evaluate(AXE);
  return page.evaluate(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`);
}

/** By how much a page is wider than its window (WCAG 2.2 §1.4.10). */
export async function overhang(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
