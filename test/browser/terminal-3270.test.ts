/** The page of a 3270 terminal in a browser: a form by keyboard alone, sizes, and accessibility. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type RunningServer } from '../servers/listener.ts';
import { FIELD, field } from '../servers/tn3270/datastream.ts';
import { startTn3270 } from '../servers/tn3270.ts';
import { startGateway, until } from '../worker/gateway/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';
import { hasChromium } from './chromium.ts';
import { horizontalOverflow, openPage, violationsInBothThemes } from './open-page.ts';
import { openTerminal, readOn } from './terminal-page.ts';

/** What a host must not get into the page. */
const HTML = "<img src='x' onerror='alert(1)'><b>x";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** The rows of the screen, inputs in brackets. */
const rowsOf = (page: Page): Promise<string[]> =>
  page.$$eval('.screen-row', (rows) =>
    rows.map((row) =>
      [...row.children]
        .map((cell) => {
          const input = cell.querySelector('input');
          return input === null ? cell.textContent : `[${input.value.trimEnd()}]`;
        })
        .join('')
        .trimEnd(),
    ),
  );

async function sees(page: Page, text: string): Promise<void> {
  await expect.poll(async () => (await rowsOf(page)).join('\n')).toContain(text);
}

describe.skipIf(!hasChromium())('a 3270 terminal in Chromium', () => {
  let server: RunningServer;
  let hostile: RunningServer;
  let worker: RunningWorker;
  beforeAll(async () => {
    server = await startTn3270();
    hostile = await listen('tn3270', {}, async (client) => {
      await client.reply(`${HTML}\xff\xfd\x19\xff\xfb\x19\xff\xfd\0\xff\xfb\0`);
      // Erase/Write: the text as the label of a field, and in the field.
      const screen = [0xf5, 0xc3, ...field(FIELD.label, HTML), ...field(FIELD.input, HTML), ...field(FIELD.label)];
      await client.body([Buffer.from([...screen, 0xff, 239])]);
      await readOn(client);
    });
    worker = await startGateway([server, hostile]);
  });
  afterAll(() => Promise.all([worker, server, hostile].map((running) => running?.close())));

  const open = (options: BrowserContextOptions = {}, to = server) =>
    openPage(worker.origin, `/tn3270/localhost:${to.port}/`, options);

  test('a form is filled in and sent with the keyboard alone', async () => {
    await using opened = await open();
    const { page } = opened;
    await sees(page, 'You have an IBM-3278-2-E with 24 rows.');
    const { keyboard } = page;
    await keyboard.type('Adam');
    await keyboard.press('Backspace');
    await keyboard.press('Tab');
    await keyboard.type('3x');
    expect(await page.textContent('#operator')).toBe('X Only digits here');
    await keyboard.press('Escape');
    await keyboard.type('6');
    await keyboard.press('Tab');
    await keyboard.type('secret');
    await sees(page, '[Ada]');
    expect((await rowsOf(page)).join()).not.toContain('secret');
    await keyboard.press('Enter');
    await sees(page, 'Hello Ada, aged 36, 6 secret letters.');
    await keyboard.press('Home');
    await keyboard.press('End');
    await keyboard.type('Bo');
    await keyboard.press('F1');
    await sees(page, 'PF3 leaves');
    await keyboard.press('Alt+Digit2');
    await sees(page, 'The key 6e does nothing here.');
    expect(await page.textContent('#operator')).toBe('The host rings the alarm.');
    await keyboard.press('Shift+F3');
    await sees(page, 'The key c3 does nothing here.');
    await keyboard.press('F3');
    await sees(page, 'Goodbye.');
    await expect
      .poll(() => page.textContent('#status'))
      .toBe('The server ended the session. Press Reconnect to begin another session. (closed)');
    expect(opened.errors).toEqual([]);
  });

  test('the operator line shows the cursor, insert mode and protected fields; the arrow keys go anywhere', async () => {
    await using opened = await open();
    const { page } = opened;
    await sees(page, 'THE TERMINAL ROOM');
    expect(await page.textContent('#cursor-place')).toBe('6/21');
    await page.keyboard.press('ArrowUp');
    expect(await page.textContent('#cursor-place')).toBe('5/21');
    await page.keyboard.type('x');
    expect(await page.textContent('#operator')).toBe('X Protected field');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ac');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Insert');
    expect(await page.textContent('#insert-mode')).toBe('Insert');
    await page.keyboard.type('b');
    await sees(page, '[abc]');
    await page.click('[data-edit="erase-input"]');
    await sees(page, 'Name              []');
  });

  test('Tab stays in the fields, and Alt+L leaves the screen for the buttons', async () => {
    await using opened = await open();
    const { page } = opened;
    await sees(page, 'You have an IBM-3278-2-E with 24 rows.');
    const isInside = () => page.evaluate(() => document.activeElement?.closest('#screen') !== null);
    await page.keyboard.press('Tab');
    expect(await isInside()).toBe(true);
    await page.keyboard.press('Alt+KeyL');
    expect([await isInside(), await page.textContent(':focus')]).toEqual([false, 'Enter']);
  });

  test('buttons do what keys do, and a click moves the cursor', async () => {
    await using opened = await open();
    const { page } = opened;
    await sees(page, 'THE TERMINAL ROOM');
    await page.click('input[aria-label="Age (a number)"]');
    await page.keyboard.type('7');
    await page.click('[data-send="enter"]');
    await sees(page, 'Hello nobody, aged 7');
    await page.click('[data-send="pf24"]');
    await sees(page, 'The key 4c does nothing here.');
    await page.click('[data-send="clear"]');
    await sees(page, '[]');
  });

  test('HTML of a host is text: on the screen, in a field, in a label, and before 3270 mode', async () => {
    await using opened = await open({}, hostile);
    const { page } = opened;
    await sees(page, `${HTML} [${HTML}]`);
    expect(await page.getAttribute('#screen input', 'aria-label')).toBe(HTML);
    expect(await page.textContent('#host-text')).toBe(HTML);
    expect(await page.$$('#terminal img, #terminal script, #terminal b')).toEqual([]);
    expect(opened.errors).toEqual([]);
  });

  test('a field that a screen reader gives the focus keeps it, also where the cursor had divided a text', async () => {
    await using opened = await open({}, hostile);
    const { page } = opened;
    await sees(page, `${HTML} [${HTML}]`);
    await page.focus('#screen input');
    expect(await page.evaluate(() => document.activeElement?.matches('#screen input'))).toBe(true);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Z');
    expect(await page.inputValue('#screen input')).toContain('Z');
  });

  test('a host that begins with a menu in line mode gets lines, and then shows its screen', async () => {
    await using opened = await openTerminal(
      async (client) => {
        await client.reply('1 TSO\r\n2 CICS\r\nChoice: ');
        const choice = await client.line();
        await client.reply('Password: ');
        const password = await client.line();
        await client.reply('\xff\xfd\x19\xff\xfb\x19\xff\xfd\0\xff\xfb\0');
        await client.exactly(12);
        const screen = [0xf5, 0xc3, ...field(FIELD.label, `${choice}, ${password?.length} letters`)];
        await client.body([Buffer.from([...screen, 0xff, 239])]);
        await readOn(client);
      },
      { protocol: 'tn3270' },
    );
    const { page } = opened;
    await sees(page, '1 TSO\n2 CICS\nChoice:');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('line');
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.keyboard.type('sruvm');
    await page.keyboard.press('Enter');
    await sees(page, 'Choice: sruvm\nPassword:');
    expect(await page.getAttribute('#line', 'type')).toBe('password');
    await page.keyboard.type('secret');
    await page.keyboard.press('Enter');
    await sees(page, 'sruvm, 6 letters');
    expect(await page.isVisible('#host-line')).toBe(false);
    expect(await page.textContent('#terminal')).not.toContain('secret');
    expect(opened.errors).toEqual([]);
  });

  test('a rectangle, a selection of rows and the whole screen are copied, with what was typed', async () => {
    await using opened = await open();
    const { page } = opened;
    await sees(page, 'THE TERMINAL ROOM');
    await page.keyboard.type('Ada');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('secret');
    const copied = () =>
      page.evaluate(() => {
        const clipboardData = new DataTransfer();
        document.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
        return clipboardData.getData('text/plain');
      });
    expect(await copied()).toBe('');
    const rows = await page.$$('.screen-row');
    const [name, secret] = await Promise.all([rows[5]?.boundingBox(), rows[7]?.boundingBox()]);
    if (!name || !secret) throw new Error('no rows');
    const letter = await page.$eval('.screen-row', (row) => {
      const [first, last] = [row.firstElementChild, row.lastElementChild].map((cell) => cell?.getBoundingClientRect());
      return ((last?.right ?? 0) - (first?.left ?? 0)) / 80;
    });
    await page.mouse.move(name.x + letter * 1.5, name.y + 3);
    await page.mouse.down();
    await page.mouse.move(name.x + letter * 25.5, secret.y + 3, { steps: 4 });
    await page.mouse.up();
    expect(await copied()).toMatch(/^ *Name +Ada\n *Age \(a number\)\n *\S.*$/);
    expect(await copied()).not.toContain('secret');
    await page.keyboard.press('ArrowLeft');
    expect(await copied()).toBe('');
    await page.evaluate(() => {
      const found = [...document.querySelectorAll('.screen-row')];
      const [from, to] = [found[5]?.querySelector('span'), found[6]?.querySelector('span')];
      if (from?.firstChild && to?.firstChild) getSelection()?.setBaseAndExtent(from.firstChild, 0, to.firstChild, 1);
    });
    expect(await copied()).toMatch(/^ *Name +Ada\n *Age \(a number\)$/);
    await page.evaluate(() => {
      const written: string[] = [];
      Object.assign(window, { written });
      navigator.clipboard.writeText = async (text) => void written.push(text);
    });
    await page.click('#copy-screen');
    const [whole = ''] = await page.evaluate<string[]>('window.written');
    expect(whole.split('\n')).toHaveLength(24);
    expect(whole).toMatch(/THE TERMINAL ROOM.*Name +Ada\n/s);
    expect(whole).not.toContain('secret');
  });

  test('fields, reverse video and colours are there in the forced colours of a system', async () => {
    await using opened = await open({ forcedColors: 'active' });
    const { page } = opened;
    await sees(page, 'THE TERMINAL ROOM');
    const background = (selector: string) =>
      page.$eval(selector, (element) => getComputedStyle(element).backgroundColor);
    const screen = await background('#screen');
    for (const shown of ['.screen-row input:not(:focus)', '.highlight-reverse'])
      expect(await background(shown), shown).not.toBe(screen);
  });

  test('a phone has the whole screen and its keys in view', async () => {
    await using opened = await open(PHONE);
    const { page } = opened;
    await sees(page, 'THE TERMINAL ROOM');
    expect(await page.$eval('#screen', ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const letters = (): Promise<number> =>
      page.$eval('#screen', (screen) => parseFloat(getComputedStyle(screen).fontSize));
    expect(await letters()).toBeGreaterThan(6.5);
    for (const key of ['[data-edit="tab"]', '#paste', '[data-send="enter"]', '[data-send="pf12"]'])
      expect((await page.locator(key).boundingBox())?.y, key).toBeLessThan(844);
    await page.tap('#larger-letters');
    expect(await letters()).toBe(13);
    await page.tap('#larger-letters');
    await page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(letters).toBeGreaterThanOrEqual(13);
    expect(await page.isVisible('#larger-letters')).toBe(false);
  });

  test('a phone has keys for fields, and with larger letters targets that a finger can hit', async () => {
    await using opened = await open(PHONE);
    const { page } = opened;
    await sees(page, 'THE TERMINAL ROOM');
    await page.tap('#larger-letters');
    await page.tap('[data-edit="tab"]');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Age (a number)');
    await page.tap('[data-edit="backtab"]');
    await page.evaluate(() => {
      navigator.clipboard.readText = async () => 'Cleo';
    });
    await page.tap('#paste');
    await sees(page, '[Cleo]');
    const heights = await page.$$eval('.screen-row input', (inputs) =>
      inputs.map((input) => input.getBoundingClientRect().height),
    );
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
    expect(await page.innerText('#terminal')).not.toMatch(/Alt\+|Shift/);
    expect(await horizontalOverflow(page)).toBe(0);
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  test('another size is another terminal', async () => {
    await using opened = await open();
    const { page } = opened;
    await sees(page, '24 rows');
    await page.selectOption('#model', '4');
    await sees(page, 'You have an IBM-3278-4-E with 43 rows.');
    expect(await page.$$('.screen-row')).toHaveLength(43);
  });

  test('a paste goes into the field, line by line', async () => {
    await using opened = await open();
    const { page } = opened;
    await sees(page, 'THE TERMINAL ROOM');
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/plain', 'Cleo\n44');
      const options = { inputType: 'insertFromPaste', dataTransfer, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new InputEvent('beforeinput', options));
    });
    await sees(page, '[Cleo]');
    await sees(page, '[44]');
  });

  test('columns stand below each other, also with inputs', async () => {
    await using opened = await open();
    const { page } = opened;
    await sees(page, 'THE TERMINAL ROOM');
    const widths: number[] = await page.$$eval('.screen-row', (rows) =>
      rows.map((row) =>
        Math.round([...row.children].reduce((sum, cell) => sum + cell.getBoundingClientRect().width, 0)),
      ),
    );
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1);
  });

  test('has no accessibility violation in either theme', async () => {
    await using opened = await open();
    await sees(opened.page, 'THE TERMINAL ROOM');
    // The host places its fields on a grid of characters: WCAG 2.2 §2.5.8 excepts targets whose presentation is
    // essential.
    const violations = await violationsInBothThemes(opened.page);
    expect(violations.filter((violation) => !/target-size: <input class="[^"]*cells-\d/.test(violation))).toEqual([]);
    expect(await opened.page.getAttribute('input[aria-label="Name"]', 'maxlength')).toBeNull();
  });

  test('fits 320 pixels: only the screen scrolls sideways', async () => {
    await using opened = await open({ viewport: { width: 320, height: 800 } });
    await sees(opened.page, 'THE TERMINAL ROOM');
    const { page } = opened;
    expect(await horizontalOverflow(page)).toBe(0);
    const letters = await page.$eval('.screen-3270', (screen) => Number.parseFloat(getComputedStyle(screen).fontSize));
    expect(letters).toBeGreaterThanOrEqual(12);
    // The screen follows the cursor.
    const scrolled = () => page.$eval('.screen-3270', ({ scrollLeft }) => scrollLeft);
    for (let key = 0; key < 40; key++) await page.keyboard.press('ArrowRight');
    expect(await scrolled()).toBeGreaterThan(100);
    for (let key = 0; key < 55; key++) await page.keyboard.press('ArrowLeft');
    expect(await scrolled()).toBe(0);
  });

  test('the address has the model and the logical unit', async () => {
    await using opened = await openPage(worker.origin, `/tn3270/localhost:${server.port}/?model=4&lu=TCP00012`);
    const { page } = opened;
    await sees(page, 'You have an IBM-3278-4-E with 43 rows.');
    expect(server.log.at(-1)?.octets.includes('\x01TCP00012')).toBe(true);
    expect(await page.inputValue('#lu')).toBe('TCP00012');
    const sessions = server.log.length;
    await page.fill('#lu', ' ');
    await page.press('#lu', 'Tab');
    // What ends a session before it has begun is an error on the console of a browser.
    await until(() => server.log.length > sessions && server.log.at(-1)?.octets.length !== 0);
    await page.selectOption('#model', '3');
    await sees(page, 'You have an IBM-3278-3-E');
    expect(new URL(page.url()).search).toBe('?model=3');
    expect(opened.errors).toEqual([]);
  });

  test('a host that insists on model 4 gets it with one press', async () => {
    let sessions = 0;
    await using opened = await openTerminal(
      async (client) => {
        sessions += 1;
        await client.reply('\xff\xfd\x18\xff\xfa\x18\x01\xff\xf0');
        const type = '\xff\xfb\x18\xff\xfa\x18\0IBM-3279-2-E\xff\xf0';
        const isLarge = (await client.exactly(type.length)).toString('latin1').includes('-4-');
        await client.reply(isLarge ? 'Welcome.\r\n' : 'Plain model 4 required.\r\n');
        if (isLarge) await readOn(client);
      },
      { protocol: 'tn3270' },
    );
    const { page } = opened;
    await expect
      .poll(() => page.textContent('#status'))
      .toBe(
        'The server ended the session. Press Reconnect to begin another session. It wants model 4, a screen of 43 × 80, which is now chosen. (closed)',
      );
    await page.keyboard.press('Enter');
    await sees(page, 'Welcome.');
    expect(sessions).toBe(2);
  });
});
