/** The charset of a terminal's page: recognised, chosen, kept, in the address, or agreed with the server. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { until } from '../worker/gateway/worker.ts';
import { hasChromium } from './chromium.ts';
import { CHARACTERS, openTerminal, readOn, sees } from './terminal-page.ts';

/** A frame of a board in code page 437, and Latin letters. */
const BOARD = '\x1b[1;34m\xc9\xcd\xcd\xcd\xbb\r\n\xba caf\x82 \xba\r\n\xc8\xcd\xcd\xcd\xbc\x1b[0m\r\n';
const chosen = (page: Page): Promise<string> => page.inputValue('#charset');

describe.skipIf(!hasChromium())('a terminal in Chromium', () => {
  test('a board in code page 437 is recognised, and its questions are answered once', async () => {
    await using opened = await openTerminal(async (client) => {
      await client.reply(`${CHARACTERS}Hello\r\n\x1b[6n`);
      await client.exactly(CHARACTERS.length + '\x1b[2;1R'.length);
      await client.reply(BOARD);
      await readOn(client);
    });
    const { page } = opened;
    await sees(page, 'Hello\n╔═══╗\n║ café ║\n╚═══╝');
    expect(await chosen(page)).toBe('cp437');
    await page.keyboard.type('é');
    await until(() => opened.received().endsWith('\x82'));
    expect(opened.received().match(/\x1b\[2;1R/g)).toHaveLength(1);
  });

  test('a board is read aloud as it is recognised, and lines before it once; another charset is not read', async () => {
    await using opened = await openTerminal(async (client) => {
      await client.reply(`${CHARACTERS}> `);
      await client.exactly(CHARACTERS.length + 1);
      await client.reply('Hello\r\nWait\r\n');
      await client.exactly(1);
      await client.reply(BOARD);
      await client.exactly(1);
      await client.reply('\x1bcBye\r\n');
      await readOn(client);
    });
    const { page } = opened;
    const heard = () => page.$$eval('#spoken > *', (lines) => lines.map(({ textContent }) => textContent));
    await sees(page, '>');
    await page.click('#screen-reader');
    await page.keyboard.type('k');
    await expect.poll(heard).toEqual(['Hello', 'Wait']);
    await page.keyboard.type('k');
    const board = ['╔═══╗', '║ café ║', '╚═══╝'];
    await expect.poll(heard).toEqual(['Hello', 'Wait', '> Hello', ...board]);
    await page.selectOption('#charset', 'windows-1252');
    await sees(page, 'caf\u201a');
    await page.keyboard.type('k');
    await expect.poll(heard).toEqual(['Hello', 'Wait', '> Hello', ...board, 'Bye']);
    expect(opened.errors).toEqual([]);
  });

  test('another charset repaints the screen and the lines before it, and is kept for the server', async () => {
    await using opened = await openTerminal(async (client) => {
      await client.reply(`caf\xe9\r\n${'line\r\n'.repeat(100)}na\xefve> `);
      await readOn(client);
    });
    const { page } = opened;
    await sees(page, 'naïve>');
    expect(await chosen(page)).toBe('windows-1252');
    await page.keyboard.type('mine');
    await page.selectOption('#charset', 'cp437');
    await sees(page, 'na∩ve> mine');
    await page.evaluate(() => document.querySelector('.xterm-viewport, .xterm-scrollable-element')?.scrollTo(0, 0));
    await page.keyboard.press('Shift+PageUp');
    for (let times = 0; times < 9; times++) await page.keyboard.press('Shift+PageUp');
    await sees(page, 'cafΘ');
    expect(new URL(page.url()).searchParams.get('charset')).toBe('cp437');
    const bare = new URL(page.url());
    bare.search = '';
    await page.goto(bare.href);
    await sees(page, 'na∩ve');
    // The address goes before what is kept.
    await page.goto(`${bare.href}?charset=koi8-r`);
    await sees(page, 'naОve');
    expect(await chosen(page)).toBe('koi8-r');
    expect(opened.errors).toEqual([]);
  });

  test('a charset that no terminal can use is left out', async () => {
    await using opened = await openTerminal(
      async (client) => {
        await client.reply('gr\xc3\xbcn');
        await readOn(client);
      },
      { path: '/?charset=utf-16' },
    );
    await sees(opened.page, 'grün');
  });

  test('the server and the page agree on a charset', async () => {
    await using opened = await openTerminal(async (client) => {
      await client.reply('\xff\xfd\x2a\xff\xfa\x2a\x01;BIG5\xff\xf0\xa4\xa4\xa4\xe5');
      await readOn(client);
    });
    const { page } = opened;
    await sees(page, '中文');
    expect(await chosen(page)).toBe('big5');
    expect(opened.received()).toBe('\xff\xfb\x2a\xff\xfa\x2a\x02BIG5\xff\xf0');
  });

  test.each([
    [1, 1000],
    [1, 887],
    [2, 1000],
    [2, 949],
    [3, 1000],
  ])('blocks of a board join, in 80 columns (%i pixels each, window of %i)', async (deviceScaleFactor, height) => {
    await using opened = await openTerminal(
      async (client) => {
        // Forty rows above: what is erased goes to the scrollback, and the picture begins at the first row.
        await client.reply(
          `${CHARACTERS}${'x\r\n'.repeat(40)}\x1b[2J\x1b[1m${'\xdb'.repeat(80 * 5)}end\x1b[0m\r\n\xc9\xcd`,
        );
        await readOn(client);
      },
      { viewport: { width: 1400, height }, deviceScaleFactor },
    );
    const { page } = opened;
    await sees(page, /^(?:█{80}\n){5}end\n╔═/);
    expect(await chosen(page)).toBe('cp437');
    const box = await page.locator('#screen').boundingBox();
    const last = await page.locator('.xterm-rows > div').last().boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
    const row = await page.locator('.xterm-rows > div').first().boundingBox();
    const text = await page.locator('.xterm-rows > div').first().locator('span').first().boundingBox();
    const clip = {
      x: (text?.x ?? 0) + 1,
      y: (row?.y ?? 0) + 1,
      width: (text?.width ?? 0) - 2,
      height: 5 * (row?.height ?? 0) - 2,
    };
    expect(clip.width).toBeGreaterThan(400);
    const image = (await page.screenshot({ clip })).toString('base64');
    await page.goto('about:blank');
    const darkest = await page.evaluate(async (png) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${png}`;
      await picture.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
      const context = canvas.getContext('2d');
      context?.drawImage(picture, 0, 0);
      const octets = context?.getImageData(0, 0, picture.width, picture.height).data;
      return octets?.reduce((least, octet) => Math.min(least, octet), 255);
    }, image);
    // A seam would be dark, and bold text without a colour grey.
    expect(darkest).toBeGreaterThan(215);
  });
});
