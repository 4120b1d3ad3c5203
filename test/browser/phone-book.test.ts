/** Phone books in a browser: from the form to the entries and back, accessible and narrow. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCso } from '../servers/cso.ts';
import type { RunningServer } from '../servers/listener.ts';
import { startGateway } from '../worker/gateway/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';
import { hasChromium } from './chromium.ts';
import { faultsOf, openPage } from './open-page.ts';

describe.skipIf(!hasChromium())('in Chromium', () => {
  let book: RunningServer;
  let worker: RunningWorker;
  beforeAll(async () => {
    book = await startCso();
    worker = await startGateway([book]);
  });
  afterAll(() => Promise.all([worker?.close(), book?.close()]));

  const open = (query = '') => openPage(worker.origin, `/gopher/localhost:${book.port}/2${query}`);

  test('a visitor fills in the form, reads an entry, goes back, and asks again', async () => {
    await using opened = await open();
    const { page } = opened;
    await page.getByLabel('name', { exact: true }).fill('Doe');
    await page.getByLabel('All fields of each entry').check();
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await page.textContent('main')).toMatch(/1 entry.*jdoe@museum\.test.*Thule/s);
    // The form below the entries has the query.
    expect(await page.getByLabel('name', { exact: true }).inputValue()).toBe('Doe');
    await page.goBack();
    expect(await page.textContent('main')).not.toContain('1 entry');
    await page.getByLabel('name', { exact: true }).fill('nobody');
    await page.keyboard.press('Enter');
    await page.waitForURL(/nobody/);
    expect(await page.textContent('main')).toContain('No entry matches.');
    expect(opened.errors).toEqual([]);
  });

  test.each([
    ['the form', ''],
    ['an entry', '?field.name=Doe&return=all'],
    ['no entry', '?field.name=nobody'],
    ['the help', '?help=1'],
    ['a field that there is not', '?field.shoe=44'],
  ])('%s has no fault in either theme, nor at 320 pixels', async (_, query) => {
    await using opened = await open(query);
    expect(await faultsOf(opened)).toEqual([]);
  });
});
