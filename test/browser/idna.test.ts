/**
 * International hosts in the browser: Chromium has the same results as Node, and the explorer loads the tables when a
 * host first needs them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FOLLOW, type HostResult } from '../src/idna/read-hosts.ts';
import { bundledReadHosts, differences, digest, hosts } from '../src/idna/runtimes.ts';
import { hasChromium } from './chromium.ts';
import { type Session, startSession } from './session.ts';

const TABLES = '**/assets/idna.js*';

describe.skipIf(!hasChromium())('international hosts', () => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession();
  });
  afterAll(() => session?.close());

  test('have the same canonical forms and slugs in Chromium as in Node', async () => {
    await using opened = await session.open('/');
    const { page } = opened;
    await page.evaluate(await bundledReadHosts());
    const others: HostResult[] = [];
    // In parts, because one message to the browser must not be too long.
    for (let from = 0; from < hosts.length; from += 10_000) {
      const part = JSON.stringify(hosts.slice(from, from + 10_000));
      others.push(...JSON.parse(await page.evaluate(`readHosts(${part}).then(JSON.stringify)`)));
    }
    expect(differences(others)).toEqual([]);
    expect(others).toHaveLength(hosts.length);
    expect(await page.evaluate('digestOfTables()')).toBe(digest);
    expect(await page.evaluate('knownNewer()'), FOLLOW).toEqual([]);
  });

  test('are explained in the explorer, which loads the tables once', async () => {
    await using opened = await session.open('/');
    const { page, errors, takeRequests } = opened;
    await page.waitForLoadState('networkidle');
    takeRequests();
    await page.fill('#url', 'gopher://STRAẞE.example/');
    await page.waitForSelector('#canonical');
    await expect.poll(() => page.textContent('#canonical')).toBe('gopher://xn--strae-oqa.example/');
    expect(takeRequests()).toEqual([expect.stringMatching(/\/assets\/idna\.js\?/)]);
    await page.fill('#url', 'gopher://xn--bcher-kva.example/');
    expect(await page.textContent('#canonical')).toBe('gopher://xn--bcher-kva.example/');
    await page.fill('#url', 'gopher://xn--a.example/');
    expect(await page.textContent('#canonical')).toBe('gopher://xn--a.example/');
    await page.fill('#url', 'gopher://xn--a.ü/');
    expect(await page.textContent('.input-error .lead')).toContain('international domain name');
    expect(takeRequests()).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('are explained when the tables have come, if the input is still the same', async () => {
    await using opened = await session.open('/');
    const { page, errors } = opened;
    let send = (): void => {};
    const sent = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route(TABLES, async (route) => {
      await sent;
      await route.continue();
    });
    await page.fill('#url', 'gopher://bücher.example/');
    await expect.poll(() => page.textContent('#answer')).toBe('Loading the tables of international host names…');
    await page.fill('#url', 'gopher://h.example/');
    expect(await page.textContent('#canonical')).toBe('gopher://h.example/');
    await page.fill('#url', 'gopher://büro.example/');
    send();
    await expect.poll(() => page.textContent('#canonical')).toBe('gopher://xn--bro-hoa.example/');
    expect(errors).toEqual([]);
    await page.unroute(TABLES);
  });

  test('cannot be explained if the tables do not load; the next attempt loads them', async () => {
    await using opened = await session.open('/');
    const { page } = opened;
    await page.route(TABLES, (route) => route.abort());
    await page.fill('#url', 'gopher://bücher.example/');
    await expect
      .poll(() => page.textContent('#answer'))
      .toBe(
        'Could not load the tables of international host names. Check your connection, then press Explain to try again.',
      );
    await page.unroute(TABLES);
    await page.click('button[data-explain]');
    await expect.poll(() => page.textContent('#canonical')).toBe('gopher://xn--bcher-kva.example/');
  });

  test('are read in a long text, whose links are in a worker', async () => {
    await using opened = await session.open('/');
    const { page, errors } = opened;
    const text = `${'gopher://h.example/\n'.repeat(1200)}gopher://bücher.example/\nftp://STRAẞE.example/\n`;
    await page.evaluate((pasted) => {
      const transfer = new DataTransfer();
      transfer.setData('text/plain', pasted);
      document
        .getElementById('url')
        ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }));
    }, text);
    await expect.poll(() => page.textContent('#answer')).toContain('gopher://xn--bcher-kva.example/');
    expect(await page.textContent('#answer')).toContain('ftp://xn--strae-oqa.example/');
    expect(errors).toEqual([]);
  });
});
