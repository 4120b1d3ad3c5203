/**
 * The actions of the explorer: share, copy, QR code, short link, examples.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from './chromium.ts';
import { readQr } from './qr-reader.ts';
import { type Session, startSession } from './session.ts';

/** Scripts put it before each own path. */
const BASE_PATH = '/tools/waypost';

const TOKEN = 'a-token-of-32-characters-or-more';

describe.skipIf(!hasChromium())('the actions of the explorer', () => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession({ LINK_TOKENS: `alice:${TOKEN}`, BASE_PATH });
  });
  afterAll(() => session?.close());

  test('the address holds the query and restores it', async () => {
    await using first = await session.open('/');
    await first.page.fill('#url', 'gopher://h/0a b#c&d=%é');
    await first.page.waitForFunction(() => location.hash !== '');
    const address = new URL(first.page.url());
    await using second = await session.open(`/${address.hash}`);
    expect(await second.page.inputValue('#url')).toBe('gopher://h/0a b#c&d=%é');
    expect(await second.page.textContent('#canonical')).toBe('gopher://h/0a%20b#c&d=%25%C3%A9');
    await second.page.evaluate(() => {
      location.hash = 'url=GO:y';
    });
    await second.page.waitForFunction(() => document.getElementById('canonical')?.textContent === 'go:y');
  });

  test('each copy button copies what it names', async () => {
    await using opened = await session.open('/#url=GO%3Ait%27s', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { page } = opened;
    const copied = async (): Promise<string> => page.evaluate('navigator.clipboard.readText()');
    await page.click('.ours .copy');
    await page.waitForSelector('.copied');
    expect(await copied()).toBe("go:it's");
    await page.click('summary:text-is("Copy")');
    await page.click('[data-copy-json]');
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith('{'));
    const response = await session.fetch(`/v1/resolve?url=${encodeURIComponent("GO:it's")}`);
    expect(await response.json()).toMatchObject(JSON.parse(await copied()));
    await page.click('.action-menu[open] .copyable:has-text("curl") .copy');
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith('curl'));
    expect(await copied()).toBe(`curl -G --data-urlencode 'url=GO:it'\\''s' ${session.root}/v1/resolve`);
  });

  test('the QR code holds the address that opens the link', async () => {
    await using opened = await session.open(`/#url=${encodeURIComponent('gopher://h.example/0wörld')}`);
    await opened.page.click('summary:text-is("Share")');
    expect(await readQr(opened.page, '.qr svg')).toBe(
      `${session.root}/r?url=gopher%3A%2F%2Fh.example%2F0w%25C3%25B6rld`,
    );
  });

  test('the QR code is loaded again if that failed', async () => {
    await using opened = await session.open('/#url=go%3Ait');
    const { page } = opened;
    await page.route('**/assets/qr-path.js*', (route) => route.abort());
    const summary = page.locator('summary:text-is("Share")');
    await summary.click();
    await expect.poll(() => page.textContent('.action-menu[open] .panel')).toContain('Could not load the QR code.');
    await page.unroute('**/assets/qr-path.js*');
    await summary.click();
    await summary.click();
    await page.waitForSelector('.qr svg');
  });

  test('a short link leads to the link, and its QR code holds the short link', async () => {
    await using opened = await session.open('/#url=gopher%3A%2F%2Fgopher.floodgap.com%2F1');
    const { page, errors } = opened;
    await page.click('summary:text-is("Share")');
    await page.fill('#token', TOKEN);
    await page.click('button:has-text("Create")');
    const short = (await page.textContent('.action-menu[open] [aria-live] a')) ?? '';
    expect(short).toMatch(new RegExp(`^${session.root}/[a-z0-9]{10}$`));
    const followed = await session.fetch(short.slice(session.root.length));
    expect(followed.status).toBe(308);
    expect(followed.headers.get('location')).toBe(`${BASE_PATH}/gopher/gopher.floodgap.com/`);
    expect(errors).toEqual([]);
    await page.setContent(await (await session.fetch(`${short.slice(session.root.length)}.svg`)).text());
    expect(await readQr(page, 'svg')).toBe(short);
  });

  test('the panels have the type of the page, and their texts are not indented', async () => {
    await using opened = await session.open('/#url=go:x');
    const { page } = opened;
    for (const name of ['Copy', 'Share']) {
      await page.click(`summary:text-is("${name}")`);
      const fonts = await page.$$eval('body, .action-menu[open] .label', (all) =>
        all.map((element) => getComputedStyle(element).fontFamily),
      );
      expect(fonts.length).toBeGreaterThan(1);
      expect(new Set(fonts).size).toBe(1);
      const indent = await page.$eval('.action-menu[open] pre', (pre) => getComputedStyle(pre).paddingInlineStart);
      expect(Number.parseFloat(indent)).toBeLessThan(20);
    }
  });

  test('a wrong token is reported', async () => {
    await using opened = await session.open('/#url=go:x');
    await opened.page.click('summary:text-is("Share")');
    await opened.page.fill('#token', 'no-such-token');
    await opened.page.keyboard.press('Enter');
    expect(await opened.page.textContent('.action-menu[open] [aria-live] p')).toMatch(/token/);
  });

  test('the link to a part keeps the query in the address', async () => {
    await using opened = await session.open('/#url=gopher%3A%2F%2Fh.example%2F1');
    const { page } = opened;
    await page.click('.part[data-part="host"]');
    await page.waitForURL(`${session.root}/#url=gopher%3A%2F%2Fh.example%2F1`);
    expect(await page.locator('tr[data-part="host"]').evaluate((row) => row.matches(':target'))).toBe(true);
    await page.reload();
    await expect.poll(() => page.textContent('#canonical')).toBe('gopher://h.example/');
  });

  test('“Back” returns from a proposal to what was typed, and “Forward” to the proposal', async () => {
    await using opened = await session.open('/');
    const { page } = opened;
    await page.fill('#url', 'ftp.h.example');
    await page.click('[data-example="ftp://ftp.h.example/"]');
    expect(await page.textContent('#canonical')).toBe('ftp://ftp.h.example/');
    await page.goBack();
    await expect.poll(() => page.inputValue('#url')).toBe('ftp.h.example');
    await page.goForward();
    await expect.poll(() => page.textContent('#canonical')).toBe('ftp://ftp.h.example/');
  });

  test('a proposal picked on a page of the server leads back to that page', async () => {
    await using opened = await session.open('/inspect?url=ftp.h.example');
    const { page } = opened;
    await page.click('[data-example="ftp://ftp.h.example/"]');
    await expect.poll(() => page.textContent('#canonical')).toBe('ftp://ftp.h.example/');
    await page.goBack();
    await expect.poll(() => page.textContent('.input-error h2')).toBe('This is not a URL');
  });

  test('an example of the gallery is explained without a request', async () => {
    await using opened = await session.open('/');
    const { page, takeRequests } = opened;
    await page.waitForLoadState('networkidle');
    takeRequests();
    await page.click('[data-example^="wais:"]');
    await expect.poll(() => page.textContent('#canonical')).toBe('wais://quake.think.com/directory-of-servers?gopher');
    expect(await page.inputValue('#url')).toBe('wais://quake.think.com/directory-of-servers?gopher');
    // The messages of WAIS are loaded with the first wais URL; nothing that was typed leaves the browser.
    expect(takeRequests()).toEqual([expect.stringMatching(/\/assets\/wais\.js\?/)]);
  });
});
