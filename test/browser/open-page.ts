/**
 * Opens a page in the browser and records its faults: errors in the console, and requests to other hosts. Tabs are
 * reused: the first page of a tab takes 500 ms of processor time, each later page 100 ms.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { sharedChromium } from './chromium.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How long an action in the browser may take, in milliseconds. A busy machine takes long. */
const PATIENCE = 100_000;

export interface OpenPage extends AsyncDisposable {
  readonly page: Page;
  /** Errors and warnings in the console so far, and requests to other hosts. */
  readonly errors: readonly string[];
  /** The addresses requested since the last call, without `data:` and `blob:`. */
  readonly takeRequests: () => readonly string[];
}

/** Tabs that no test uses now, by the options of their browser profile. */
const idle = new Map<string, Page[]>();

/**
 * Opens a page. Its browser profile is that of earlier pages with the same options.
 *
 * @param origin - of the Worker
 * @param path - path, query and fragment of the page
 */
export async function openPage(
  origin: string,
  path: string,
  { viewport = { width: 1280, height: 900 }, colorScheme = 'light', ...profile }: BrowserContextOptions = {},
): Promise<OpenPage> {
  const key = JSON.stringify(profile);
  const tabs = idle.get(key) ?? [];
  idle.set(key, tabs);
  const page = tabs.pop() ?? (await newTab(profile));
  if (viewport !== null) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  const errors: string[] = [];
  let requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => {
    const address = request.url();
    if (/^(?:data|blob):/.test(address)) return;
    // The browser requests the icon of a page at any time.
    if (!address.endsWith('/icon.svg')) requests.push(address);
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
    [Symbol.asyncDispose]: async () => {
      page.removeAllListeners();
      // If the next page differed only in its fragment, the browser would not load it.
      await page.goto('about:blank');
      tabs.push(page);
    },
  };
}

async function newTab(profile: BrowserContextOptions): Promise<Page> {
  const context = await (await sharedChromium()).newContext(profile);
  context.setDefaultTimeout(PATIENCE);
  return context.newPage();
}

/** The violations that axe-core finds on a page: the rule, and the element that breaks it. */
export async function accessibilityViolations(page: Page): Promise<readonly string[]> {
  // Not as a script element: the policy of the page forbids those.
  await page.evaluate(AXE);
  return page.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`);
}

/** How much wider than its window a page is, in pixels (WCAG 2.2 §1.4.10). */
export async function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
