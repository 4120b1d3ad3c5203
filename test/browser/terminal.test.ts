/** The page of a telnet session in a browser: typing, sizes, charsets and long pastes. */
import { createHash } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHARSETS } from '../../worker/pages/terminal/charsets.ts';
import type { RunningServer } from '../servers/listener.ts';
import { startTelnet } from '../servers/telnet.ts';
import { startGateway, until } from '../worker/gateway/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';
import { hasChromium } from './chromium.ts';
import { horizontalOverflow, openPage, violationsInBothThemes } from './open-page.ts';
import { CHARACTERS, logIn, openTerminal, readOn, screenText, sees } from './terminal-page.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const field = document.querySelector('.xterm-helper-textarea');
    field?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

describe.skipIf(!hasChromium())('a terminal in Chromium', () => {
  let server: RunningServer;
  let worker: RunningWorker;
  beforeAll(async () => {
    server = await startTelnet();
    worker = await startGateway([server]);
  });
  afterAll(() => Promise.all([worker?.close(), server?.close()]));
  beforeEach(() => server.faults.set(null));

  const open = (options: BrowserContextOptions = {}) =>
    openPage(worker.origin, `/telnet/localhost:${server.port}/?user=guest`, options);

  test('a person logs in by typing, without a violation of the policy', async () => {
    await using opened = await open();
    const { page } = opened;
    await logIn(page);
    expect(await screenText(page)).not.toContain('secret');
    // The first screen of the museum is right in the charset with which the page begins.
    await sees(page, '╔═══════█═══════════╗');
    expect(await page.textContent('#status')).toBe('Connected.');
    expect(await page.textContent('#terminal-title')).toBe('Guestbook of the museum');
    expect(await page.title()).toBe(`localhost, port ${server.port} · Waypost`);
    // Colours outside the palette are style attributes, which xterm.js sets in a way that the policy permits.
    await page.keyboard.type('c');
    await sees(page, 'underlined');
    expect(opened.errors).toEqual([]);
  });

  test('a program that fills the window follows its size', async () => {
    await using opened = await open();
    const { page } = opened;
    await logIn(page);
    await page.keyboard.type('w');
    await sees(page, /\d+x\d+ xterm-256color/);
    const sizeOf = async () =>
      /(\d+)x(\d+) xterm/
        .exec(await screenText(page))
        ?.slice(1)
        .map(Number) ?? [];
    const [columns = 0, rows = 0] = await sizeOf();
    expect([columns > 100, rows > 20]).toEqual([true, true]);
    await page.setViewportSize({ width: 640, height: 900 });
    await expect.poll(async () => (await sizeOf())[0]).toBeLessThan(columns - 20);
    await page.click('#whole-window');
    await expect.poll(async () => (await sizeOf())[1]).toBeGreaterThan(rows);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('q');
    await sees(page, 'leave');
    expect(opened.errors).toEqual([]);
  });

  test('a charset holds for what is shown and for what is typed', async () => {
    await using opened = await open();
    const { page } = opened;
    const labels: string[] = await page.$$eval('#charset option', (options) =>
      options.map((option) => option.getAttribute('value') ?? ''),
    );
    expect(labels).toHaveLength(CHARSETS.length);
    const decodable = labels.filter((label) => label !== 'cp437');
    expect(await page.evaluate((names) => names.map((name) => new TextDecoder(name).encoding), decodable)).toEqual(
      decodable,
    );
    await page.selectOption('#charset', 'cp437');
    await logIn(page);
    await page.keyboard.type('a');
    await sees(page, '╔═══════█═══════════╗');
    await page.keyboard.type('s');
    await sees(page, 'Your line:');
    await paste(page, 'Grüße, ½ π');
    await page.keyboard.press('Enter');
    await sees(page, 'Thank you');
    expect(server.log.at(-1)?.octets.includes(Buffer.from('Gr\x81\xe1e, \xab \xe3', 'latin1'))).toBe(true);
    await sees(page, 'Your line: Grüße, ½ π');
    await page.selectOption('#charset', 'utf-8');
    await page.keyboard.type('u');
    await sees(page, 'Ångström, naïveté, Διόνυσος, 日本語, ✓');
  });

  test('text that arrives without keys is typed, as the keyboards of phones and input methods send it', async () => {
    await using opened = await open();
    const { page } = opened;
    await sees(page, 'login:');
    for (const part of ['gu', 'e', 'st']) await page.keyboard.insertText(part);
    await page.keyboard.press('Enter');
    await sees(page, /login: guest\s+Password/);
    await page.keyboard.type('\r');
    await sees(page, 'Hello, guest.');
    await page.keyboard.type('s');
    await sees(page, 'Your line:');
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
    await session.send('Input.insertText', { text: 'Zoë' });
    // xterm.js sends a composition a moment after its end; nobody presses Enter before they see the text.
    await sees(page, 'Zoë');
    await page.keyboard.press('Enter');
    await sees(page, 'Thank you');
    await until(() => server.log.at(-1)?.octets.toString('utf8').endsWith('sZoë\r\0') === true);
  });

  test('a paste of 1 MB arrives whole', async () => {
    await using opened = await open();
    const { page } = opened;
    await logIn(page);
    await page.keyboard.type('p');
    await sees(page, 'Ctrl-D');
    const text = Array.from({ length: 100_000 }, (_, index) => String(index).padStart(10, '.')).join('');
    await paste(page, text);
    await page.keyboard.press('Control+d');
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
    await sees(page, `1000000 octets, ${hash}`);
  });

  test('a page that stands still does not lose the session', async () => {
    await using opened = await open();
    const { page } = opened;
    await server.faults.set('endless');
    await page.reload();
    const received = async () => (await page.textContent('#traffic')) ?? '';
    await expect.poll(received).toMatch(/MiB in/);
    await page.evaluate(() => {
      const end = performance.now() + 2000;
      while (performance.now() < end);
    });
    const before = await received();
    await expect.poll(received).not.toBe(before);
    expect(await page.textContent('#status')).toBe('Connected.');
  });

  test('a thousand questions are answered in a few messages', async () => {
    await using opened = await openTerminal(async (client) => {
      await client.reply(`${CHARACTERS}ready`);
      await client.exactly(CHARACTERS.length + 1);
      await client.reply(`${'\x1b[6n'.repeat(1000)}\r\nall asked`);
      await readOn(client);
    });
    const { page } = opened;
    await sees(page, 'ready');
    const messages = new Set<unknown>();
    const session = await page.context().newCDPSession(page);
    session.on('Network.webSocketFrameSent', (frame) => messages.add(frame));
    await session.send('Network.enable');
    await page.keyboard.type('x');
    await sees(page, 'all asked');
    await until(() => opened.received().endsWith('\x1b[1;6R'.repeat(1000)));
    expect(messages.size).toBeLessThan(100);
  });

  test('Tab is sent, and Shift+Tab leaves the screen for the buttons', async () => {
    await using opened = await open();
    const { page } = opened;
    await logIn(page);
    const focused = () =>
      page.evaluate(() => (document.activeElement?.closest('#screen') ? 'screen' : document.activeElement?.id));
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('screen');
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('screen-reader');
    expect(await page.textContent('#terminal')).toContain('Shift+Tab leaves the screen');
  });

  test('has no accessibility violation in either theme', async () => {
    await using opened = await open();
    await logIn(opened.page);
    expect(await violationsInBothThemes(opened.page)).toEqual([]);
  });

  test.each([1280, 768])('the screen, its state and its controls fit a window of %i × 900 pixels', async (width) => {
    await using opened = await open({ viewport: { width, height: 900 } });
    await sees(opened.page, /login/);
    const bottoms = await opened.page.$$eval('.terminal-status, .terminal-controls', (parts) =>
      parts.map((part) => part.getBoundingClientRect().bottom),
    );
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(900);
  });

  test('a phone has 80 columns, which pan, and the keys that its keyboard lacks', async () => {
    await using opened = await openTerminal(async (client) => {
      await client.reply(`${CHARACTERS}\x1b[?1h${'0123456789'.repeat(8)}\r\n$ `);
      await readOn(client);
    }, PHONE);
    const { page } = opened;
    await sees(page, /^(0123456789){8}\n\$/);
    expect(await horizontalOverflow(page)).toBe(0);
    const widths = await page.$eval('#screen', ({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    expect(widths[0]).toBeGreaterThan(widths[1] ?? 0);
    const { length: before } = opened.received();
    for (const key of ['escape', 'tab', 'up', 'left', 'control']) await page.tap(`[data-typed="${key}"]`);
    expect(await page.getAttribute('[data-typed="control"]', 'aria-pressed')).toBe('true');
    await page.keyboard.type('cc');
    // Ctrl+C has the gateway ask for a timing mark, sooner or later.
    const typed = (): string => opened.received().slice(before).replaceAll('\xff\xfd\x06', '');
    await until(() => typed().endsWith('c'));
    expect(typed()).toBe('\x1b\t\x1bOA\x1bOD\x03c');
    expect(await page.getAttribute('[data-typed="control"]', 'aria-pressed')).toBe('false');
    await page.evaluate(() => {
      navigator.clipboard.readText = async () => 'from the clipboard';
    });
    await page.tap('[data-typed="paste"]');
    await until(() => typed().endsWith('from the clipboard'));
    expect(await page.innerText('#terminal')).not.toContain('Shift+');
    expect(await violationsInBothThemes(page)).toEqual([]);
  });

  test('fits 320 pixels', async () => {
    await using opened = await open({ viewport: { width: 320, height: 800 } });
    await sees(opened.page, /login/);
    expect(await horizontalOverflow(opened.page)).toBe(0);
  });

  test('without a script, the page says what the link is and which command opens it', async () => {
    await using opened = await open({ javaScriptEnabled: false });
    expect(await opened.page.isVisible('#terminal')).toBe(false);
    expect(await opened.page.textContent('#explanation')).toContain(`telnet localhost ${server.port}`);
  });
});
