/**
 * Opens a page in the browser and records its faults: errors in the console, and requests to other hosts.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  /** Errors and warnings in the console so far, and requests to other hosts. */
  readonly errors: readonly string[];
  /** The addresses requested since the last call, without `data:` and `blob:`. */
  readonly takeRequests: () => readonly string[];
}

/**
 * Opens a page in its own browser profile.
 *
 * @param origin - of the Worker
 * @param path - path, query and fragment of the page
 */
export async function openPage(
  browser: Browser,
  origin: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const errors: string[] = [];
  let requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => {
    const address = request.url();
    if (/^(?:data|blob):/.test(address)) return;
    requests.push(address);
    if (!address.startsWith(`${origin}/`)) errors.push(`a request to ${address}`);
  });
  await page.goto(origin + path);
  return {
    page,
    errors,
    takeRequests: () => {
      const taken = requests;
      requests = [];
      return taken;
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** The violations that axe-core finds on a page: the rule, and the element that breaks it. */
export async function accessibilityViolations(page: Page): Promise<readonly string[]> {
  // Not as a script element: the policy of the page forbids those.
  await page.evaluate(AXE);
  return page.evaluate(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`);
}

/** How much wider than its window a page is, in pixels (WCAG 2.2 §1.4.10). */
export async function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
