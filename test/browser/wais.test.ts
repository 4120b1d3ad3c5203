/** The pages of the WAIS gateway in a browser: from the form to a document and a part of it, accessible and narrow. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../servers/listener.ts';
import { startWais } from '../servers/wais.ts';
import { startGateway } from '../worker/gateway/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';
import { hasChromium } from './chromium.ts';
import { faultsOf, openPage, scrollsSideways } from './open-page.ts';

describe.skipIf(!hasChromium())('in Chromium', () => {
  let server: RunningServer;
  let worker: RunningWorker;

  beforeAll(async () => {
    server = await startWais();
    worker = await startGateway([server]);
  });

  afterAll(async () => {
    await worker?.close();
    await server?.close();
  });

  const search = (words: string): string =>
    `/open?url=${encodeURIComponent(`wais://localhost:${server.port}/history?${words}`)}`;
  const pages: Readonly<Record<string, () => string>> = {
    'a database': () => `/wais/localhost:${server.port}/history`,
    'a search': () => search('wais'),
    'a search without a result': () => search('nothing'),
    'the databases of a server': () => `/wais/localhost:${server.port}/`,
  };

  test('a visitor fills the form, follows a hit, and reads its words marked', async () => {
    await using opened = await openPage(worker.origin, pages['a database']?.() ?? '');
    const { page, errors } = opened;
    await page.fill('#search', 'history');
    await page.click('main button[type="submit"]');
    await page.click('text=wais.txt: The history of WAIS');
    expect(await page.textContent('mark')).toBe('WAIS');
    expect(await page.textContent('h1')).toBe('wais.txt');
    const raw = await page.getAttribute('text=As the server sent it', 'href');
    const octets = (await (await worker.fetch(raw ?? '')).arrayBuffer()).byteLength;
    expect(octets).toBe(215);
    // The policy of the page lets no script fetch anything.
    const part = await worker.fetch(raw ?? '', { headers: { Range: 'bytes=0-4' } });
    expect([part.status, part.headers.get('Content-Range')]).toEqual([206, 'bytes 0-4/215']);
    expect(errors).toEqual([]);
  });

  test('the description of a database is wrapped in a narrow window', async () => {
    await using opened = await openPage(worker.origin, pages['a database']?.() ?? '', {
      viewport: { width: 320, height: 800 },
    });
    expect(await opened.page.textContent('pre.text')).toContain('The history of the Internet before the Web');
    expect(await scrollsSideways(opened.page, 'pre.text')).toBe(false);
  });

  test('hits say what their numbers are in a narrow window, which has no column headings', async () => {
    await using opened = await openPage(worker.origin, search('wais'), { viewport: { width: 320, height: 800 } });
    const { page } = opened;
    expect(await page.isVisible('.hits thead')).toBe(false);
    const labels = await page.$$eval('.hits tbody tr:first-child :is(.score, .types)', (cells) =>
      cells.map((cell) => getComputedStyle(cell, '::before').content + cell.textContent?.trim()),
    );
    expect(labels).toEqual(['"score "1000', '"also as "PS']);
    expect(await page.textContent('.hits tbody tr:first-child')).toContain('215 B');
    // A cell without a value takes no place.
    expect(await page.isVisible('.hits tbody tr:nth-child(2) td:empty')).toBe(false);
  });

  test.each(Object.entries(pages))('%s has no fault in either theme, nor at 320 pixels', async (_, path) => {
    await using opened = await openPage(worker.origin, path());
    expect(await faultsOf(opened)).toEqual([]);
  });
});
