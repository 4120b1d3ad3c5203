/** What the page of a telnet session shows and reads aloud, or does not: lines that it edits, passwords, and output. */
import { describe, expect, test } from 'vitest';
import { PACE_COST } from '../../worker/pages/terminal/browser/frame-pace.ts';
import { until } from '../worker/gateway/worker.ts';
import { hasChromium } from './chromium.ts';
import { violationsInBothThemes } from './open-page.ts';
import { CHARACTERS, openTerminal, readOn, screenText, sees } from './terminal-page.ts';

describe.skipIf(!hasChromium())('a terminal in Chromium', () => {
  test('local lines, until the server echoes', async () => {
    await using opened = await openTerminal(async (client) => {
      await client.reply('Name? ');
      await client.reply(`Hello ${await client.line()}.\r\nWait\r\n${CHARACTERS}`);
      await readOn(client);
    });
    const { page } = opened;
    await sees(page, 'Name?');
    await page.keyboard.type('Adx');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('a');
    await sees(page, 'Name? Ada');
    expect(opened.received()).toBe('');
    await page.keyboard.press('Enter');
    await sees(page, 'Hello Ada.');
    await page.keyboard.type('x');
    await until(() => opened.received().endsWith('x'));
  });

  test('a server that suppresses go-aheads and does not echo gets each character, and the page shows it', async () => {
    await using opened = await openTerminal(async (client) => {
      await client.reply('\xff\xfb\x03Name? ');
      await client.exactly('\xff\xfd\x03'.length);
      await client.reply(`(${(await client.exactly(1)).toString('latin1')})`);
      await client.reply('\xff\xfb\x01 Password? ');
      await readOn(client);
    });
    const { page } = opened;
    await sees(page, 'Name?');
    await page.keyboard.type('A');
    await sees(page, 'Name? A(A) Password?');
    await until(() => opened.received().endsWith('\xff\xfd\x01'));
    await page.keyboard.type('secret\r');
    await until(() => opened.received().endsWith('secret\r\0'));
    expect(await page.content()).not.toContain('secret');
  });

  test('a question is answered while lines are edited, and the answer is no part of the line', async () => {
    await using opened = await openTerminal(async (client) => {
      await client.reply('Name: ');
      await client.reply('\x1b[6n');
      const answer = '\x1b[1;7R';
      await client.reply((await client.exactly(answer.length)).toString('latin1') === answer ? 'ANSI. ' : 'TTY. ');
      await readOn(client);
    });
    const { page } = opened;
    await sees(page, 'Name: ANSI.');
    await page.keyboard.type('ada\r');
    await until(() => opened.received().endsWith('ada\r\n'));
    expect(opened.received()).toBe('\x1b[1;7Rada\r\n');
  });

  test('a password that the server hides is edited, sent as a line, and shown nowhere', async () => {
    await using opened = await openTerminal(async (client) => {
      await client.reply('Name: ');
      const name = await client.line();
      await client.reply('\xff\xfb\x01Password: ');
      // The client agrees to the server's echo before it answers.
      await client.exactly('\xff\xfd\x01'.length);
      const password = await client.line();
      await client.reply(`\xff\xfc\x01\r\nWelcome, ${name}, with ${password?.length} letters.\r\n> `);
      await client.exactly('\xff\xfe\x01'.length);
      await client.reply(`You say: ${await client.line()}\r\n`);
    });
    const { page } = opened;
    await sees(page, 'Name:');
    await page.keyboard.type('ada\r');
    await sees(page, 'Password:');
    await page.keyboard.type('secrex');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('t\r');
    await sees(page, 'Welcome, ada, with 6 letters.');
    await page.keyboard.type('hello\r');
    await sees(page, 'You say: hello');
    expect(await screenText(page)).toMatch(
      /Name: ada\nPassword:\nWelcome, ada, with 6 letters\.\n> hello\nYou say: hello/,
    );
    expect(await page.content()).not.toContain('secre');
    expect(opened.received()).toBe('ada\r\n\xff\xfd\x01secret\r\n\xff\xfe\x01hello\r\n');
  });

  test.each([false, true])('a hidden password is in no other place either (read aloud: %s)', async (aloud) => {
    await using opened = await openTerminal(async (client) => {
      await client.reply('\xff\xfb\x01Password: ');
      await client.exactly('\xff\xfd\x01'.length);
      await client.line();
      await client.reply('\xff\xfc\x01\r\nWelcome, friend.\r\n');
      await readOn(client);
    });
    const { page } = opened;
    await sees(page, 'Password:');
    if (aloud) await page.click('#screen-reader');
    const field = page.locator('.xterm-helper-textarea');
    await page.keyboard.type('Wel');
    // What an input method composes is on the screen otherwise.
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'come', selectionStart: 4, selectionEnd: 4 });
    const shown = () => page.$eval('.composition-view', (view) => getComputedStyle(view).visibility);
    expect(await shown()).toBe('hidden');
    await session.send('Input.insertText', { text: 'come1' });
    await expect.poll(() => field.inputValue()).toBe('');
    await page.keyboard.press('Enter');
    await sees(page, 'Welcome, friend.');
    expect(opened.received()).toMatch(/^\xff\xfd\x01Welcome1\r\n/);
    expect(await shown()).toBe('visible');
    expect(await page.content()).not.toContain('come1');
    const heard = () => page.textContent('#spoken');
    // Letters of the answer that are those of the password are no echo of it.
    if (aloud) await expect.poll(heard).toContain('Welcome, friend.');
  });

  test('a password that nobody asks for any longer begins no line, and what is typed ahead does', async () => {
    let goOn = (): void => {};
    const pause = () =>
      new Promise<void>((resolve) => {
        goOn = resolve;
      });
    await using opened = await openTerminal(async (client) => {
      for (const [shown, hidden] of [
        ['Password: ', false],
        ['\r\nAgain: ', true],
      ] as const) {
        await client.reply(`\xff\xfb\x01${shown}`);
        await client.exactly('\xff\xfd\x01'.length);
        if (hidden) await client.line();
        await pause();
        await client.reply('\xff\xfc\x01\r\nNext: ');
        await client.exactly('\xff\xfe\x01'.length);
        await client.reply(`You say "${await client.line()}".`);
      }
      await readOn(client);
    });
    const { page } = opened;
    await sees(page, 'Password:');
    await page.keyboard.type('sec');
    goOn();
    await sees(page, 'Next:');
    await page.keyboard.type('ada\r');
    await sees(page, 'You say "ada".');
    await sees(page, 'Again:');
    await page.keyboard.type('secret\rlo');
    await until(() => opened.received().endsWith('secret\r\n'));
    goOn();
    await sees(page, /Again:\nNext:\s*$/);
    await page.keyboard.type('ok\r');
    await sees(page, 'You say "look".');
  });

  test.each([false, true])(
    'text without a key is typed after a key whose end was lost (read aloud: %s)',
    async (aloud) => {
      await using opened = await openTerminal(async (client) => {
        await client.reply(`${CHARACTERS}> `);
        await readOn(client);
      });
      const { page } = opened;
      await sees(page, '>');
      if (aloud) await page.click('#screen-reader');
      await page.keyboard.type('a');
      // The window loses the focus while a key is down, as with Alt and Tab, and the other window gets its end.
      await page.keyboard.down('Alt');
      await page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
      await page.keyboard.up('Alt');
      await page.focus('.xterm-helper-textarea');
      for (const text of ['ü', '😀']) await page.keyboard.insertText(text);
      // And with Shift and Tab, and a click on the screen.
      await page.keyboard.press('Shift+Tab');
      await page.click('#screen');
      await page.keyboard.insertText('!');
      await page.keyboard.type('z');
      await until(() => opened.received().endsWith('z'));
      const [, , typed = ''] = opened.received().split('\xff\xfd');
      expect(Buffer.from(typed, 'latin1').toString()).toBe('\x03aü😀!z');
    },
  );

  test('letters without an end leave the page alive', async () => {
    await using opened = await openTerminal(async (client) => {
      await client.reply(CHARACTERS);
      for (let sent = 0; sent < 2_000_000; sent += 50_000) await client.reply('A'.repeat(50_000));
      await client.reply('\r\nall sent ');
      await client.exactly(CHARACTERS.length);
      await client.reply(`and answered with ${(await client.exactly(1)).toString('latin1')}`);
      await readOn(client);
    });
    const { page } = opened;
    await sees(page, 'A\nall sent');
    // A second copy of them, for screen readers, would freeze the page for as long as it is laid out.
    expect(await page.evaluate(() => document.body.textContent?.length)).toBeLessThan(100_000);
    await page.keyboard.type('k');
    await sees(page, 'all sent and answered with k');
  });

  test('what is read aloud has an end, however many marks its letters have', async () => {
    await using opened = await openTerminal(async (client) => {
      await client.reply(`${CHARACTERS}> `);
      await client.exactly(CHARACTERS.length + 1);
      const line = Buffer.from(`${`e${'\u0301'.repeat(16)}`.repeat(60)}\r\n`).toString('latin1');
      for (let sent = 0; sent < 10; sent++) {
        await client.reply(line.repeat(30));
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
      await client.reply('all sent');
      await readOn(client);
    });
    const { page } = opened;
    await sees(page, '>');
    await page.click('#screen-reader');
    await page.keyboard.type('k');
    await expect.poll(() => page.textContent('#spoken'), { timeout: 60_000 }).toContain('all sent');
    const { length } = (await page.textContent('#spoken')) ?? '';
    expect(length).toBeLessThanOrEqual(20_000);
    expect(length).toBeGreaterThan(15_000);
  });

  test('letters that may need fonts of their own are shown in parts, on the screen and for screen readers', async () => {
    const row = 'ա'.repeat(80);
    await using opened = await openTerminal(async (client) => {
      await client.reply(`${CHARACTERS}> `);
      await client.exactly(CHARACTERS.length + 1);
      await client.reply(Buffer.from(`${`\r\n${row}`.repeat(35)}\r\nall sent`).toString('latin1'));
      await readOn(client);
    });
    const { page } = opened;
    await sees(page, '>');
    await page.click('#screen-reader');
    await page.evaluate(() => {
      const parts = [0];
      Object.assign(window, { parts });
      const frame = (): void => {
        parts.push(0);
        requestAnimationFrame(frame);
      };
      frame();
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const { textContent } of addedNodes)
            parts.push((parts.pop() ?? 0) + (textContent?.match(/ա/g)?.length ?? 0));
      }).observe(document.body, { subtree: true, childList: true });
    });
    await page.focus('.xterm-helper-textarea');
    await page.keyboard.type('k');
    await sees(page, `${row}\nall sent`);
    await expect.poll(() => page.textContent('#spoken')).toBe(`${row.repeat(35)}all sent`);
    await expect.poll(() => page.textContent('.xterm-accessibility-tree')).toContain(`${row}all sent`);
    // Leaving the screen shows it again.
    await page.focus('#leave');
    await page.evaluate(() => new Promise((shown) => setTimeout(shown, 300)));
    const parts: readonly number[] = await page.evaluate('parts');
    // What is counted as one may be the end of a frame and the beginning of the next.
    expect(Math.max(...parts)).toBeLessThan(2 * (PACE_COST + row.length));
    expect(parts.reduce((sum, part) => sum + part)).toBeGreaterThan(6000);
  });

  test('output is read aloud on request, and then at the next visit as well', async () => {
    await using opened = await openTerminal(async (client) => {
      await client.reply(`${CHARACTERS}login: `);
      await client.exactly(CHARACTERS.length);
      for (let key = await client.exactly(1); key.length > 0; key = await client.exactly(1))
        await client.reply(key.toString('latin1').replace('\r', '\r\nWelcome.\r\n'));
    });
    const { page } = opened;
    await sees(page, 'login:');
    const heard = () => page.$$eval('#spoken > *', (lines) => lines.map(({ textContent }) => textContent));
    const rows = () => page.$$eval('.xterm-accessibility-tree > *', (rows) => rows.length);
    expect(await page.$$('.xterm-accessibility')).toEqual([]);
    expect(await page.getAttribute('#screen-reader', 'aria-pressed')).toBe('false');
    // Shift+Tab leaves the screen, to this button.
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('screen-reader');
    await page.keyboard.press('Enter');
    expect(await page.getAttribute('#screen-reader', 'aria-pressed')).toBe('true');
    await page.keyboard.type('guest\r');
    await sees(page, 'login: guest\nWelcome.');
    await expect.poll(heard).toEqual(['Welcome.']);
    expect(await page.textContent('.live-region')).toBe('');
    expect(await rows()).toBeGreaterThan(10);
    // Without a key, as an emoji panel types it: xterm.js drops such text in this mode.
    await page.keyboard.insertText('u');
    await sees(page, /Welcome\.\nu\s*$/);
    expect(opened.errors).toEqual([]);
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.reload();
    await sees(page, 'login:');
    await expect.poll(rows).toBeGreaterThan(10);
    await page.click('#screen-reader');
    await expect.poll(() => page.$$('.xterm-accessibility')).toEqual([]);
    await page.reload();
    await sees(page, 'login:');
    expect(await page.getAttribute('#screen-reader', 'aria-pressed')).toBe('false');
  });
});
