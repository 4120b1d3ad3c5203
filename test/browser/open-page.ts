/**
 * Opens a page in the browser and records its faults: errors in the console, and requests to other hosts. Tabs are
 * reused, and keep the last page until the next: the first page of a tab takes 500 ms of processor time, a page after
 * another of the same host 90 ms, a page after a blank one 200 ms.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { treeFaults } from './accessibility-tree.ts';
import { sharedChromium } from './chromium.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** How Chromium reports an error page, or a file that is not there. */
const STATUS = 'Failed to load resource: the server responded with a status of';

/** The rules of axe-core that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

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
 * @param root - the address of the Worker, without a slash at the end; requests to other addresses are faults
 * @param path - path, query and fragment of the page
 */
export async function openPage(
  root: string,
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
  // The page before may still end its work. It counts no more once this one is requested.
  let begun = false;
  let sockets = 0;
  page.on('console', (message) => {
    const { url } = message.location();
    // The browser reports the status of an error page as an error.
    const status = message.text().startsWith(STATUS) && url === page.url();
    if (begun && !status && /error|warning/.test(message.type())) errors.push(message.text());
  });
  page.on('pageerror', (error) => {
    if (begun) errors.push(error.message);
  });
  page.on('websocket', () => {
    sockets += 1;
  });
  page.on('request', (request) => {
    begun ||= request.isNavigationRequest();
    if (!begun) return;
    const address = request.url();
    if (/^(?:data|blob):/.test(address)) return;
    // The browser requests the icon of a page at any time, that of the page before from another gateway, too.
    if (/^http:\/\/127\.0\.0\.1:\d+\/(?:[\w/]+\/)?assets\/icon\.svg$/.test(address)) return;
    requests.push(address);
    if (!address.startsWith(`${root}/`)) errors.push(`a request to ${address}`);
  });
  const [before] = page.url().split('#');
  const [document] = (root + path).split('#');
  // If the page differed only in its fragment, the browser would not load it.
  if (before === document) await page.goto('about:blank');
  await page.goto(root + path);
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
      // Sessions end with their page.
      if (sockets > 0) await page.goto('about:blank');
      tabs.push(page);
    },
  };
}

async function newTab(profile: BrowserContextOptions): Promise<Page> {
  const context = await (await sharedChromium()).newContext(profile);
  context.setDefaultTimeout(PATIENCE);
  return context.newPage();
}

/**
 * The violations that axe-core finds on a page: the rule, and the element that breaks it.
 *
 * @param rules - the rules to check; default: all
 */
export async function accessibilityViolations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // Not as a script element: the policy of the page forbids those.
  await page.evaluate(AXE);
  // axe-core leaves out `target-size` (WCAG 2.2 §2.5.8) unless it is enabled.
  const options = JSON.stringify({
    resultTypes: ['violations'],
    ...(rules ? { runOnly: rules } : { rules: { 'target-size': { enabled: true } } }),
  });
  // The page keeps the promise: the browser may collect one that nothing keeps.
  return page.evaluate(`globalThis.audit = axe.run(${options}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`);
}

/** As {@link accessibilityViolations}, in both themes; what does not depend on colours is checked once. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, rules] of [
    ['light', undefined],
    ['dark', COLOUR_RULES],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    for (const violation of await accessibilityViolations(page, rules)) found.push(`${colorScheme}: ${violation}`);
  }
  return found;
}

/** How much wider than its window a page is, in pixels (WCAG 2.2 §1.4.10). */
export async function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Whether an element of the page is wider than its own box, so that it scrolls inside of it. */
export async function scrollsSideways(page: Page, selector: string): Promise<boolean> {
  return page.$eval(selector, ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
}

/**
 * Every fault of a page that a browser can find: violations of accessibility in both themes, what a screen
 * reader or a keyboard stumbles over, sideways scrolling in a window of 320 pixels (of the page, or of a part that the
 * keyboard cannot scroll), errors and violations of its own policy. The page is loaded once for all of them, so layout
 * and colours must follow the window by themselves.
 */
export async function faultsOf({ page, errors }: OpenPage): Promise<readonly string[]> {
  const violations = [...(await violationsInBothThemes(page)), ...(await treeFaults(page))];
  await page.setViewportSize({ width: 320, height: 900 });
  const overflow = await horizontalOverflow(page);
  violations.push(...(await accessibilityViolations(page, ['scrollable-region-focusable'])));
  return [...violations, ...(overflow > 0 ? [`at 320 pixels: ${overflow} too wide`] : []), ...errors];
}
