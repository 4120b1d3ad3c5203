/**
 * Pages in a browser: accessible in both themes (axe-core), whole at 320 pixels (WCAG 2.2 §1.4.10), under a policy
 * that nothing on them breaks, and with forms that arrive.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFtp } from '../servers/ftp.ts';
import { startGopher } from '../servers/gopher.ts';
import type { RunningServer } from '../servers/listener.ts';
import { startNntp } from '../servers/nntp.ts';
import { type RunningWorker, startWorker } from '../worker/harness.ts';
import { hasChromium, startChromium } from './chromium.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core reports of a page. */
interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

interface Museum {
  readonly gopher: RunningServer;
  readonly ftp: RunningServer;
  readonly nntp: RunningServer;
}

const encoded = encodeURIComponent;

/** Every kind of page. */
const pages: Readonly<Record<string, (museum: Museum) => string>> = {
  'the privacy page': () => '/privacy',
  'the way out': () => `/r?url=${encoded('http://paypal.com@www.аррӏе.example/')}`,
  'an explanation': () => `/r?url=${encoded('file://vms.host.edu/disk$user/notes.txt')}`,
  'a mail': () => `/open?url=${encoded('mailto:a@h.example?subject=b&body=c%0D%0Ad&bcc=e@h.example&attach=f')}`,
  'a refusal': () => '/gopher/192.168.1.1/1/a/very/long/way/to/a/directory/that/is/not/there/at/all',
  'a URL at fault': () => `/r?url=${encoded('gopher://h.example/0a%0D')}`,
  'nothing at all': () => '/nothing/here',
  'a gopher menu': ({ gopher }) => `/gopher/localhost:${gopher.port}/`,
  'a gopher text': ({ gopher }) => `/gopher/localhost:${gopher.port}/0/about/welcome.txt`,
  'a gopher search': ({ gopher }) => `/gopher/localhost:${gopher.port}/7/search`,
  'an FTP directory': ({ ftp }) => `/ftp/localhost:${ftp.port}/pub/`,
  'a list of newsgroups': () => '/news/~/*',
  'a newsgroup': () => '/news/~/museum.history',
};

describe.skipIf(!hasChromium())('in Chromium', () => {
  let museum: Museum;
  let worker: RunningWorker;
  let browser: Browser;
  beforeAll(async () => {
    museum = { gopher: await startGopher({}), ftp: await startFtp({}), nntp: await startNntp({}) };
    const ports = Object.values(museum).map(({ port }: RunningServer) => port);
    worker = await startWorker({
      EGRESS_ALLOW: ports.flatMap((port) => [`localhost:${port}`, `127.0.0.1:${port}`]).join(' '),
      NEWS_SERVER: `localhost:${museum.nntp.port}`,
      CONTACT: 'curator@museum.example',
    });
    browser = await startChromium();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await worker?.close();
    await Promise.all(Object.values(museum ?? {}).map((server: RunningServer) => server.close()));
  });

  async function open(path: string, colorScheme: 'light' | 'dark', width: number): Promise<Page & AsyncDisposable> {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
    const page = await context.newPage();
    await page.goto(worker.origin + path);
    return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() });
  }

  describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
    test.each(Object.entries(pages))('%s has no barrier that axe-core knows', async (_, path) => {
      await using page = await open(path(museum), theme, 1280);
      await page.addScriptTag({ content: AXE });
      const violations: Violation[] = await page.evaluate('axe.run().then(({ violations }) => violations)');
      const told = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
      expect(told).toEqual([]);
    });
  });

  test.each(Object.entries(pages))('%s needs no sideways scrolling at 320 pixels', async (_, path) => {
    await using page = await open(path(museum), 'light', 320);
    const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(wider)).toBe(0);
  });

  test.each(Object.entries(pages))('%s breaks no rule of its own policy', async (_, path) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    const response = await page.goto(worker.origin + path(museum));
    await context.close();
    // That a page of a failure has the status of one is all that there may be to say.
    const status = `Failed to load resource: the server responded with a status of ${response?.status()}`;
    expect(said.filter((text) => !text.startsWith(status))).toEqual([]);
  });

  test.each([
    ['/nothing/here', 'There is nothing at this address', 'To the front page'],
    // No character of a URL is there and cannot be seen.
    [`/r?url=${encoded('gopher://h.example/0a\rb')}`, 'The URL cannot be understood', 'gopher://h.example/0aCRb'],
  ])('%s says what a person can do', async (path, title, words) => {
    await using page = await open(path, 'light', 1280);
    expect(await page.textContent('h1')).toBe(title);
    expect(await page.textContent('main')).toContain(words);
    expect(await page.textContent('main')).not.toContain('GET /');
  });

  test('a form of Gopher+ that a person fills in arrives at the server', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${worker.origin}/gopher/localhost:${museum.gopher.port}/1/plus`);
    page.setDefaultTimeout(5000);
    await page.click('a[href*="visitors-book"]');
    await page.fill('main input[type=text] >> nth=0', 'A visitor in Chromium');
    museum.gopher.log.length = 0;
    const [response] = await Promise.all([page.waitForNavigation(), page.click('form[method=post] [type=submit]')]);
    await context.close();
    expect(response?.request().method()).toBe('POST');
    expect(response?.status()).toBe(200);
    const heard = museum.gopher.log.map(({ octets }) => octets.toString('latin1')).join('');
    expect(heard).toContain('\r\nA visitor in Chromium\r\n');
  });

  test('the first stop of the keyboard is the way past the header', async () => {
    await using page = await open('/privacy', 'light', 1280);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
  });
});
