/** The API documentation in a browser: complete, with forms that work, and accessible. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from './chromium.ts';
import { faultsOf } from './open-page.ts';
import { type Session, startSession } from './session.ts';

describe.skipIf(!hasChromium())('the documentation', () => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession({});
  });
  afterAll(() => session?.close());

  test('has every operation of the description, with links that lead to it', async () => {
    await using opened = await session.open('/docs');
    const { page, errors } = opened;
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
    expect(errors).toEqual([]);
  });

  test('an operation can be tried in its section', async () => {
    await using opened = await session.open('/docs#resolve');
    const { page, errors } = opened;
    await page.click('#resolve .try summary');
    await page.fill('#resolve-url', 'GO:a&b');
    await page.selectOption('#resolve-fields', 'canonical');
    await page.click('#resolve .try button');
    await page.waitForFunction(() => document.querySelector('#resolve pre')?.textContent?.startsWith('200'));
    expect(await page.getAttribute('#resolve .response a', 'href')).toBe('/v1/resolve?url=GO%3Aa%26b&fields=canonical');
    expect(await page.textContent('#resolve pre')).toContain('"canonical": "go:a%26b"');
    expect(errors).toEqual([]);
  });

  test('a path parameter goes into the path', async () => {
    await using opened = await session.open('/docs#openGatewayPath');
    const { page } = opened;
    await page.click('#openGatewayPath .try summary');
    await page.fill('#openGatewayPath-scheme', 'mailto');
    await page.click('#openGatewayPath .try button');
    await page.waitForSelector('#openGatewayPath .response a');
    expect(await page.getAttribute('#openGatewayPath .response a', 'href')).toMatch(/^\/mailto\/[^/?]+\/.*world$/);
  });

  test('without scripts a form works for an operation without path parameters', async () => {
    await using opened = await session.open('/docs', { javaScriptEnabled: false });
    const { page } = opened;
    await page.click('#compare .try summary');
    await page.click('#compare .try button');
    expect(new URL(page.url()).pathname).toBe('/v1/compare');
    expect(await page.textContent('body')).toContain('"equivalent":true');
  });

  test('has no fault in either theme, nor at 320 pixels, with all details open', async () => {
    await using opened = await session.open('/docs');
    await opened.page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    expect(await faultsOf(opened)).toEqual([]);
  });
});
