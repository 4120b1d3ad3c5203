/** The pages of the gopher gateway in a browser: accessible, usable on a narrow screen, safe from hostile servers. */
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, startFixture } from '../worker/gateway/gopher/worker.ts';
import { hasChromium, sharedChromium } from './chromium.ts';
import { faultsOf, openPage } from './open-page.ts';

const pages: Readonly<Record<string, string>> = {
  'a menu with every item type': '/1/gallery',
  'a menu with pictures': '/1/gallery?images=show',
  'a menu that attacks': '/1/horrors',
  'a menu in several charsets': '/1/charsets',
  'difficult names': '/1/names',
  'results of a search': '/7/search%09gopher',
  'a text with colours': '/0/charsets/poster.txt',
  'a mail message': '/M/gallery/mail.eml',
  'attributes of an item': '/0/plus/motto%09%09!',
  'attributes of a menu': '/1/plus%09%09$',
  'a form': '/0/plus/visitors-book%09%09%3F',
  'a session': '/8guest',
  'the capabilities of a server': '/0caps.txt',
};

describe.skipIf(!hasChromium())('in Chromium', () => {
  let fixture: Fixture<'main'>;

  beforeAll(async () => {
    fixture = await startFixture({ main: {} });
  });

  afterAll(async () => {
    await fixture?.close();
  });

  const open = (path: string, options: BrowserContextOptions = {}) =>
    openPage(fixture.worker.origin, fixture.at('main', path), options);

  test.each(Object.entries(pages))('%s has no fault in either theme, nor at 320 pixels', async (_, path) => {
    await using opened = await open(path);
    expect(await faultsOf(opened)).toEqual([]);
  });

  test('a page from a server runs no script, loads nothing, and has no origin', async () => {
    const context = await (await sharedChromium()).newContext();
    const page = await context.newPage();
    const loaded: string[] = [];
    page.on('requestfinished', (request) => loaded.push(request.url()));
    const address = fixture.worker.origin + fixture.at('main', '/h/horrors/trap.html?format=raw');
    await page.goto(address);
    await page.click('a');
    const seen = await page.evaluate(() => [
      document.title,
      window.origin,
      document.querySelectorAll('[data-trap]').length,
    ]);
    await context.close();
    expect(seen).toEqual(['A page that wants to be trusted', 'null', 0]);
    expect(loaded).toEqual([address]);
  });

  test('a menu that attacks has no link to a script', async () => {
    await using opened = await open('/1/horrors');
    const hrefs: string[] = await opened.page.$$eval('a', (links) => links.map((link) => link.href));
    expect(hrefs.filter((href) => /^(?:javascript|data|vbscript|blob|file):/i.test(href))).toEqual([]);
    expect(await opened.page.$$('main script, .content img')).toEqual([]);
  });

  test('the rows of a menu are high enough for a finger', async () => {
    await using opened = await open('/1/plus');
    const heights = await opened.page.$$eval('.menu li', (rows) =>
      rows.map((row) => row.getBoundingClientRect().height),
    );
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
  });

  test('Arabic and Hebrew begin on the right', async () => {
    await using opened = await open('/0/charsets/languages.txt');
    const { direction, isRight } = await opened.page.locator('pre.text').evaluate((text) => {
      const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      let isRight = false;
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const index = node.textContent?.search(/[\u0590-\u06ff]/) ?? -1;
        if (index < 0) continue;
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        isRight = range.getBoundingClientRect().right > text.getBoundingClientRect().right - 40;
      }
      return { direction: getComputedStyle(text).unicodeBidi, isRight };
    });
    expect([direction, isRight]).toEqual(['plaintext', true]);
  });

  test('pictures are shown', async () => {
    await using opened = await open('/1/gallery?images=show', {
      viewport: { width: 1280, height: 3000 },
      bypassCSP: true,
    });
    await opened.page.waitForFunction(() =>
      [...document.images].every((image) => image.complete || image.closest('.menu') === null),
    );
    const widths = await opened.page.$$eval('.menu img', (images) =>
      images.map((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
    );
    expect(widths.length).toBe(3);
    expect(widths.every((width) => width > 0)).toBe(true);
  });

  test('a search form can be sent with the keyboard', async () => {
    await using opened = await open('/7/search');
    await opened.page.focus('#search');
    await opened.page.keyboard.type('two words');
    await Promise.all([opened.page.waitForURL(/%09two%20words$/), opened.page.keyboard.press('Enter')]);
    expect(await opened.page.inputValue('#search')).toBe('two words');
  });
});
