/**
 * From the explorer through the gateways to the test servers and back: a menu, a text, a search, a file, an article.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFtp } from '../servers/ftp.ts';
import { startGopher } from '../servers/gopher.ts';
import type { RunningServer } from '../servers/listener.ts';
import { startNntp } from '../servers/nntp.ts';
import { hasChromium } from './chromium.ts';
import { type Session, startSession } from './session.ts';

describe.skipIf(!hasChromium())('from the explorer through the gateways', () => {
  let gopher: RunningServer;
  let ftp: RunningServer;
  let news: RunningServer;
  let session: Session;
  beforeAll(async () => {
    [gopher, ftp, news] = await Promise.all([startGopher({}), startFtp({}), startNntp({})]);
    const allowed = [gopher, ftp, news].flatMap(({ port }) => [`localhost:${port}`, `127.0.0.1:${port}`]);
    session = await startSession({ EGRESS_ALLOW: allowed.join(' '), NEWS_SERVER: `localhost:${news.port}` });
  });
  afterAll(async () => {
    await session?.close();
    await Promise.all([gopher, ftp, news].map((server) => server?.close()));
  });

  /** Types a URL into the explorer and opens it. */
  async function openInExplorer(url: string) {
    const opened = await session.open('/');
    await opened.page.fill('#url', url);
    await opened.page.click('.explorer-actions .button');
    await opened.page.waitForURL((address) => address.pathname !== '/');
    return opened;
  }

  test('opens a menu, a text in it, and the menu again', async () => {
    await using opened = await openInExplorer(`GOPHER://localhost:${gopher.port}/1`);
    const { page, errors } = opened;
    expect(new URL(page.url()).pathname).toBe(`/gopher/localhost:${gopher.port}/`);
    const menu = await page.title();
    await page.click('main a:has-text("Welcome")');
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/gopher/localhost:${gopher.port}/0`));
    expect(await page.textContent('main')).toMatch(/museum/i);
    await page.goBack();
    expect(await page.title()).toBe(menu);
    expect(errors).toEqual([]);
  });

  test('searches', async () => {
    await using opened = await openInExplorer(`gopher://localhost:${gopher.port}/7/search`);
    const { page, errors } = opened;
    await page.fill('main input[type="search"], main input[type="text"]', 'gopher');
    await page.keyboard.press('Enter');
    await page.waitForURL(/%09gopher/);
    expect(await page.locator('main li a').count()).toBeGreaterThan(0);
    expect(errors).toEqual([]);
  });

  test('downloads a file with the octets of the server', async () => {
    await using opened = await openInExplorer(`ftp://localhost:${ftp.port}/pub/`);
    const { page, errors } = opened;
    const href = await page.locator('main a:has-text("README")').first().getAttribute('href');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      // Saves the link instead of following it.
      page.evaluate((address) => {
        const link = document.createElement('a');
        [link.href, link.download] = [address ?? '', 'README'];
        document.body.append(link);
        link.click();
      }, href),
    ]);
    const chunks: Uint8Array[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    const original = readFileSync(new URL('../servers/content/texts/readme.txt', import.meta.url), 'utf8');
    expect(Buffer.concat(chunks).toString().replaceAll('\r\n', '\n')).toBe(original);
    expect(errors).toEqual([]);
  });

  test('opens a newsgroup, and an article in it', async () => {
    await using opened = await openInExplorer('news:museum.history');
    const { page, errors } = opened;
    expect(new URL(page.url()).pathname).toBe('/news/~/museum.history');
    await page.locator('main a[href*="%40"], main a[href*="@"]').first().click();
    await page.waitForURL(/(?:%40|@)/);
    expect(await page.textContent('main')).toMatch(/museum\.history/);
    expect(errors).toEqual([]);
  });
});
