/** Pages of a long text: walked with links, accessible, light enough. And pictures that have their place. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { png } from '../servers/content/pictures.ts';
import { type FakeServer, startFakeServer } from '../worker/gateway/gopher/worker.ts';
import { hasChromium } from './chromium.ts';
import { layoutShift } from './layout-shift.ts';
import { accessibilityViolations, faultsOf } from './open-page.ts';
import { type Session, startSession } from './session.ts';

/** Prose of a page and a sixth, in numbered lines. */
const LONG = Array.from(
  { length: 20_800 },
  (_, index) => `${index}: ${'tea and cake '.repeat(4)}\r\n${index % 8 === 7 ? '\r\n' : ''}`,
).join('');
const BASE_PATH = '/tools/waypost';

describe.skipIf(!hasChromium())('in Chromium', () => {
  let server: FakeServer;
  let session: Session;
  let at: string;
  beforeAll(async () => {
    const pictures = Array.from({ length: 9 }, (_, index) => `IPicture ${index}\t/${index}.png\tlocalhost\t70\r\n`);
    server = await startFakeServer({ '/long.txt': LONG, 'caps.txt': '', '/pictures': pictures.join('') });
    session = await startSession({ EGRESS_ALLOW: `localhost:${server.port}`, BASE_PATH });
    at = `/gopher/localhost:${server.port}`;
  });
  afterAll(() => Promise.all([session?.close(), server?.close()]));

  test('a long text is walked forth and back', async () => {
    await using opened = await session.open(`${at}/0/long.txt`);
    const { page } = opened;
    const place = () => page.locator('nav.pages span').first().textContent();
    const first = () => page.locator('pre.text').evaluate((text) => Number.parseInt(text.textContent ?? '', 10));
    expect([await place(), await first()]).toEqual(['Page 1 of about 2', 0]);
    await page.locator('a[rel="next"]').last().click();
    await page.waitForURL(/page=2$/);
    expect([await place(), await first()]).toEqual(['Page 2 of 2', expect.any(Number)]);
    expect(await page.title()).toBe('long.txt, page 2 · Waypost');
    // No script is needed. The way back, and the whole file:
    expect(await page.locator('script').count()).toBe(0);
    expect(await page.locator('.breadcrumbs a').count()).toBeGreaterThan(0);
    expect(await page.locator('a[download]').getAttribute('href')).toBe(`${BASE_PATH}${at}/0/long.txt?format=raw`);
    expect(await layoutShift(page)).toBeLessThan(0.05);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    await page.locator('a[rel="prev"]').first().click();
    await page.waitForURL(/long\.txt$/);
    expect(await faultsOf(opened)).toEqual([]);
  });

  test('a page of a long text is accessible, and not much heavier than its text', async () => {
    const response = await session.fetch(`${at}/0/long.txt`, { headers: { Accept: 'text/html' } });
    const html = await response.text();
    const text = gzipSync(LONG.slice(0, 1024 * 1024)).length;
    expect(gzipSync(html).length).toBeLessThan(text + 20 * 1024);
    expect(response.headers.get('Link')).toContain(`<${BASE_PATH}${at}/0/long.txt?page=2>; rel="next"`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await using opened = await session.open(`${at}/0/long.txt?page=3`, { colorScheme });
      expect(await opened.page.textContent('h1')).toBe('Not found on this server');
      expect(await accessibilityViolations(opened.page)).toEqual([]);
      await opened.page.goto(`${session.root}${at}/0/long.txt?page=2`);
      expect(await accessibilityViolations(opened.page)).toEqual([]);
    }
  });

  test.each([1280, 390])('pictures of a menu move nothing, in a window of %i pixels', async (width) => {
    await using opened = await session.open('/privacy', { viewport: { width, height: 844 } });
    const { page } = opened;
    await page.route(/\.png$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.fulfill({ contentType: 'image/png', body: png() });
    });
    await page.goto(`${session.root}${at}/1/pictures?images=show`, { waitUntil: 'networkidle' });
    const picture = page.locator('.menu img').first();
    await expect.poll(() => picture.evaluate((img) => Reflect.get(img, 'naturalWidth'))).toBeGreaterThan(99);
    expect(await layoutShift(page)).toBeLessThan(0.05);
  });
});
