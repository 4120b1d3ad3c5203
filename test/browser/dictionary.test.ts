/** The pages of finger and dict in a browser: from the form of a server to definitions, accessible and narrow. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDict } from '../servers/dict.ts';
import { startFinger } from '../servers/finger.ts';
import type { RunningServer } from '../servers/listener.ts';
import { startGateway } from '../worker/gateway/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';
import { hasChromium } from './chromium.ts';
import { faultsOf, openPage } from './open-page.ts';

describe.skipIf(!hasChromium())('in Chromium', () => {
  let people: RunningServer;
  let dictionary: RunningServer;
  let worker: RunningWorker;

  beforeAll(async () => {
    people = await startFinger();
    dictionary = await startDict();
    worker = await startGateway([people, dictionary]);
  });
  afterAll(() => Promise.all([worker, people, dictionary].map((running) => running?.close())));

  const finger = (path: string) => () => `/finger/localhost:${people.port}/${path}`;
  const dict = (path: string) => () => `/dict/localhost:${dictionary.port}/${path}`;
  const server = dict('');

  test('a visitor looks for words, and follows one to its definition', async () => {
    await using opened = await openPage(worker.origin, server());
    const { page, errors } = opened;
    await page.fill('#search', 'go');
    await page.selectOption('#database', '*');
    await page.selectOption('#strategy', 'prefix');
    await page.click('main button[type="submit"]');
    expect(await page.locator('td.name').allTextContents()).toEqual([
      'gopher [museum]',
      'gold [elements]',
      'gopher [elements]',
    ]);
    await page.click('text=gold [elements]');
    expect(await page.textContent('h1')).toBe('gold');
    expect(await page.textContent('pre.text')).toContain('Symbol: Au');
    expect(errors).toEqual([]);
  });

  test('a word that is not there leads to words that are like it', async () => {
    await using opened = await openPage(worker.origin, dict('d:gol:elements')());
    const { page } = opened;
    await page.click('text=Words that are like it');
    expect(await page.locator('td.name').allTextContents()).toEqual(['gold']);
  });

  test.each([
    ['a user', finger('curator')],
    ['who is logged in', finger('')],
    ['a definition', dict('d:gopher:*')],
    ['words', dict('m:go:*:prefix')],
    ['a server with its form', server],
    ['strategies', dict('show:strat')],
    ['a word that is not there', dict('d:nothing')],
  ])('%s has no fault in either theme, nor at 320 pixels', async (_, path) => {
    await using opened = await openPage(worker.origin, path());
    expect(await faultsOf(opened)).toEqual([]);
  });
});
