/** What makes a terminal easier: lines that were sent, a field for a line, the search, and the text as a file. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { until } from '../worker/gateway/worker.ts';
import { hasChromium } from './chromium.ts';
import { violationsInBothThemes } from './open-page.ts';
import { CHARACTERS, openTerminal, readOn, sees } from './terminal-page.ts';

describe.skipIf(!hasChromium())('a terminal in Chromium', () => {
  test('↑ and ↓ recall the lines that were sent, on the screen and in the field, and no password', async () => {
    await using opened = await openTerminal(async (client) => {
      await client.reply('Name: ');
      await client.line();
      await client.reply('\xff\xfb\x01Password: ');
      await client.exactly('\xff\xfd\x01'.length);
      await client.line();
      await client.reply('\xff\xfc\x01\r\n> ');
      await readOn(client);
    });
    const { page } = opened;
    await sees(page, 'Name:');
    await page.keyboard.type('ada\r');
    await sees(page, 'Password:');
    expect(await page.getAttribute('#line', 'type')).toBe('password');
    await page.click('#line');
    // There is nothing to choose from while the line is hidden.
    await page.keyboard.press('ArrowUp');
    expect(await page.inputValue('#line')).toBe('');
    await page.keyboard.type('secret');
    await page.keyboard.press('Enter');
    await sees(page, /Password:\s*\n>/);
    expect(await page.getAttribute('#line', 'type')).toBe('text');
    await page.fill('#line', 'look');
    await page.keyboard.press('Enter');
    await sees(page, '> look');
    await page.keyboard.type('dr');
    const recalled: string[] = [];
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown']) {
      await page.keyboard.press(key);
      recalled.push(await page.inputValue('#line'));
    }
    expect(recalled).toEqual(['look', 'ada', 'ada', 'look', 'dr', 'dr']);
    await page.fill('#line', '');
    await page.click('#screen');
    await page.keyboard.type('x');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await until(() => opened.received().endsWith('secret\r\n\xff\xfe\x01look\r\nada\r\n'));
    expect(await page.content()).not.toContain('secret');
    expect(opened.errors).toEqual([]);
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  test('a password in the field never becomes visible, and the field goes when the server takes characters', async () => {
    let goOn = (): void => {};
    const paused = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await using opened = await openTerminal(async (client) => {
      await client.reply('\xff\xfb\x01Password: ');
      await client.exactly('\xff\xfd\x01'.length);
      await paused;
      await client.reply('\xff\xfc\x01\r\nToo late. ');
      await client.exactly('\xff\xfe\x01'.length);
      await client.line();
      await client.reply(`${CHARACTERS}$ `);
      await readOn(client);
    });
    const { page } = opened;
    await sees(page, 'Password:');
    await page.fill('#line', 'secret');
    goOn();
    await sees(page, 'Too late.');
    expect(await page.inputValue('#line')).toBe('');
    expect(await page.getAttribute('#line', 'type')).toBe('text');
    await page.press('#line', 'Enter');
    await sees(page, '$');
    await expect.poll(() => page.isVisible('#line')).toBe(false);
  });

  test('a line that is not sent at the end of a session waits for the next one', async () => {
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let sessions = 0;
    await using opened = await openTerminal(async (client) => {
      await client.reply('Name: ');
      sessions += 1;
      await (sessions === 1 ? ended : readOn(client));
    });
    const { page } = opened;
    await sees(page, 'Name:');
    await page.fill('#line', 'ada');
    end();
    await expect.poll(() => page.isVisible('#line')).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('reconnect');
    await page.click('#reconnect');
    await expect.poll(() => page.isVisible('#line')).toBe(true);
    expect(await page.inputValue('#line')).toBe('ada');
  });

  test.each(['\xff\xf9', '\xff\xfb\x19\xff\xef'])('a line goes on behind a prompt that %j ends', async (mark) => {
    let goOn = (): void => {};
    const paused = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await using opened = await openTerminal(async (client) => {
      await client.reply('> ');
      await paused;
      await client.reply(`\r\nAda arrives.\r\n> ${mark}`);
      await readOn(client);
    });
    const { page } = opened;
    await sees(page, '>');
    await page.keyboard.type('loo');
    await sees(page, '> loo');
    goOn();
    await sees(page, /> loo\nAda arrives\.\n> loo\s*$/);
    await page.keyboard.type('k\r');
    await until(() => opened.received().endsWith('look\r\n'));
    await sees(page, /\n> look\s*$/);
  });

  test('a text that is found is in view on a phone, which shows half of a row', async () => {
    await using opened = await openTerminal(
      async (client) => {
        await client.reply(`needle${' '.repeat(66)}haystack\r\n`);
        await readOn(client);
      },
      { viewport: { width: 390, height: 844 } },
    );
    const { page } = opened;
    await sees(page, 'haystack');
    const panned = () => page.evaluate(() => document.querySelector('.xterm')?.parentElement?.scrollLeft ?? 0);
    await page.fill('#find', 'haystack');
    await page.press('#find', 'Enter');
    expect(await panned()).toBeGreaterThan(100);
    await page.fill('#find', 'needle');
    await page.press('#find', 'Enter');
    expect(await panned()).toBe(0);
  });

  test('a text is found in the scrollback, and all of it is saved as a file', async () => {
    await using opened = await openTerminal(async (client) => {
      await client.reply('The \x1b[1mneedle\x1b[0m\r\n\x1b[2J\x1b[H');
      for (let line = 0; line < 100; line++) await client.reply(`line ${line}\r\n`);
      await client.reply('\xff\xfb\x01Password: ');
      await client.line();
      await client.reply('\xff\xfc\x01\r\nNeedle again\r\n');
      await readOn(client);
    });
    const { page } = opened;
    await sees(page, 'Password:');
    await page.keyboard.type('secret\r');
    await sees(page, 'Needle again');
    await page.fill('#find', 'needle');
    await page.press('#find', 'Enter');
    await expect.poll(() => page.textContent('#found')).toBe('1 of 2');
    await page.press('#find', 'Enter');
    await expect.poll(() => page.textContent('#found')).toBe('2 of 2');
    await sees(page, 'The needle');
    await page.press('#find', 'Shift+Enter');
    await expect.poll(() => page.textContent('#found')).toBe('1 of 2');
    await page.fill('#find', 'haystack');
    expect(await page.textContent('#found')).toBe('');
    await page.press('#find', 'Enter');
    await expect.poll(() => page.textContent('#found')).toBe('Not found.');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-text')]);
    expect(download.suggestedFilename()).toMatch(/^telnet-localhost-\d+\.txt$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toMatch(/^The needle\n/);
    expect(text).toContain('line 0\nline 1\n');
    expect(text).toMatch(/line 99\nPassword:\s*\nNeedle again\n$/);
    expect(text).not.toMatch(/secret|\x1b/);
  });
});
