/** The API's documentation in a browser: found, tried out, and read by everybody. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from './chromium.ts';
import { type Session, startSession } from './session.ts';
import { barriers, overhang } from './visit.ts';

describe.skipIf(!hasChromium())('the documentation', () => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession({});
  }, 60_000);
  afterAll(() => session?.close());

  test('has every operation of the description, and leads to each', async () => {
    await using visiting = await session.open('/docs');
    const { page, complaints } = visiting;
    const { paths }: { paths: Record<string, Record<string, { operationId: string }>> } = await (
      await session.fetch('/openapi.json')
    ).json();
    const described = Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
    expect(await page.locator('.operation').evaluateAll((sections) => sections.map(({ id }) => id))).toEqual(described);
    const dangling = await page
      .locator('main a[href^="#"]')
      .evaluateAll((links) =>
        links.map((link) => link.getAttribute('href') ?? '').filter((href) => document.querySelector(href) === null),
      );
    expect(dangling).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('an operation is tried where it is described', async () => {
    await using visiting = await session.open('/docs#resolve');
    const { page, complaints } = visiting;
    await page.click('#resolve .try summary');
    await page.fill('#resolve-url', 'GO:a&b');
    await page.selectOption('#resolve-fields', 'canonical');
    await page.click('#resolve .try button');
    await page.waitForFunction(() => document.querySelector('#resolve pre')?.textContent?.startsWith('200'));
    expect(await page.getAttribute('#resolve .response a', 'href')).toBe('/v1/resolve?url=GO%3Aa%26b&fields=canonical');
    expect(await page.textContent('#resolve pre')).toContain('"canonical": "go:a%26b"');
    expect(complaints).toEqual([]);
  });

  test('a parameter of the path finds its place', async () => {
    await using visiting = await session.open('/docs#mirror');
    const { page } = visiting;
    await page.click('#mirror .try summary');
    await page.fill('#mirror-scheme', 'mailto');
    await page.click('#mirror .try button');
    await page.waitForSelector('#mirror .response a');
    expect(await page.getAttribute('#mirror .response a', 'href')).toMatch(/^\/mailto\/[^/?]+\/.*world$/);
  });

  test('without a script a form asks by itself, for what needs no path', async () => {
    await using visiting = await session.open('/docs', { javaScriptEnabled: false });
    const { page } = visiting;
    await page.click('#compare .try summary');
    await page.click('#compare .try button');
    expect(new URL(page.url()).pathname).toBe('/v1/compare');
    expect(await page.textContent('body')).toContain('"equivalent":true');
  });

  test.each(['light', 'dark'] as const)('has no barrier in the %s theme, unfolded', async (colorScheme) => {
    await using visiting = await session.open('/docs', { colorScheme });
    await visiting.page.evaluate(() => {
      for (const folded of document.querySelectorAll('details')) folded.open = true;
    });
    expect(await barriers(visiting.page)).toEqual([]);
  });

  test('needs no sideways scrolling at 320 pixels', async () => {
    await using visiting = await session.open('/docs', { viewport: { width: 320, height: 800 } });
    await visiting.page.evaluate(() => {
      for (const folded of document.querySelectorAll('details')) folded.open = true;
    });
    expect(await overhang(visiting.page)).toBe(0);
  });
});
