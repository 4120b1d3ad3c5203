/** The page of a telnet session in a browser: typing, sizes, charsets, long pastes, and what a server must not do. */
import { createHash } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHARSETS } from '../../worker/pages/terminal/charsets.ts';
import fc, { runs } from '../fast-check.ts';
import { listen, type RunningServer } from '../servers/listener.ts';
import { startTelnet } from '../servers/telnet.ts';
import { startGateway, until } from '../worker/gateway/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';
import { hasChromium } from './chromium.ts';
import { accessibilityViolations, horizontalOverflow, openPage, violationsInBothThemes } from './open-page.ts';

/** What the server with escape sequences sends. */
let greeting = '';

/** The text on the screen of the terminal. */
const screenText = (page: Page): Promise<string> =>
  page.$$eval('.xterm-rows > div', (rows) => rows.map(({ textContent }) => textContent?.trimEnd()).join('\n'));

async function sees(page: Page, text: string | RegExp): Promise<void> {
  await expect.poll(() => screenText(page)).toMatch(text);
}

async function logIn(page: Page): Promise<void> {
  await sees(page, 'login:');
  await page.keyboard.type('guest\r');
  await sees(page, 'Password');
  await page.keyboard.type('secret\r');
  await sees(page, 'Hello, guest');
}

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
  let hostile: RunningServer;
  let worker: RunningWorker;
  beforeAll(async () => {
    server = await startTelnet();
    hostile = await listen('telnet', {}, async (client) => {
      await client.reply(`\xff\xfb\x01${greeting}`);
      while ((await client.exactly(1)).length > 0);
    });
    worker = await startGateway([server, hostile]);
  });
  afterAll(() => Promise.all([worker?.close(), server?.close(), hostile?.close()]));
  beforeEach(() => server.faults.set(null));

  const open = (options: BrowserContextOptions = {}, to = server) =>
    openPage(worker.origin, `/telnet/localhost:${to.port}/?user=guest`, options);

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

  test('the end is told, and the button connects again', async () => {
    await using opened = await open();
    const { page } = opened;
    await logIn(page);
    expect(await page.isVisible('#reconnect')).toBe(false);
    await page.keyboard.type('q');
    await expect.poll(() => page.textContent('#status')).toBe('The server ended the session. (closed)');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('reconnect');
    // The first octets are counted at once: nothing ticks here.
    await page.evaluate(() => {
      Object.assign(window, { setInterval: () => 0 });
    });
    await page.keyboard.press('Enter');
    await sees(page, /leave.*login:/s);
    await expect.poll(() => page.textContent('#traffic')).toMatch(/^0:0\d · [1-9]\d* B in · \d+ B out$/);
  });

  test('a session that ends in a program that fills the window leaves no trace of it', async () => {
    await using opened = await open();
    const { page } = opened;
    await logIn(page);
    await page.keyboard.type('w');
    await sees(page, /xterm-256color/);
    await page.evaluate(() => document.getElementById('reconnect')?.click());
    await sees(page, /leave.*login:/s);
    expect(await screenText(page)).not.toContain('xterm-256color');
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

  test('local lines, until the server echoes', async () => {
    const plain = await listen('telnet', {}, async (client) => {
      await client.reply('Name? ');
      await client.reply(`Hello ${await client.line()}.\r\nWait\r\n\xff\xfb\x01`);
      while ((await client.exactly(1)).length > 0);
    });
    const gateway = await startGateway([plain]);
    await using opened = await openPage(gateway.origin, `/telnet/localhost:${plain.port}/`);
    const { page } = opened;
    await sees(page, 'Name?');
    await page.keyboard.type('Adx');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('a');
    await sees(page, 'Name? Ada');
    expect(plain.log.at(-1)?.octets.length).toBe(0);
    await page.keyboard.press('Enter');
    await sees(page, 'Hello Ada.');
    await page.keyboard.type('x');
    await until(() => plain.log.at(-1)?.octets.toString('latin1').endsWith('x') === true);
    await gateway.close();
    await plain.close();
  });

  test('rlogin: a person confirms the name, the rule is explained, and telnet is offered', async () => {
    const rlogin = await listen('rlogin', {}, async (client) => {
      await client.exactly('\0ada\0ada\0xterm-256color/38400\0'.length);
      await client.reply('\x01rlogind: Permission denied.\r\n');
    });
    const gateway = await startGateway([rlogin]);
    await using opened = await openPage(gateway.origin, `/rlogin/localhost:${rlogin.port}/?user=guest`);
    const { page } = opened;
    await expect.poll(() => page.inputValue('#user')).toBe('guest');
    expect(await page.getAttribute('#telnet', 'href')).toBe('/telnet/localhost/');
    // Before the login, there is no screen, and the name stands in its field alone.
    expect(await page.isVisible('#screen')).toBe(false);
    expect(await page.innerText('main')).not.toContain('guest');
    expect(await page.textContent('#login')).toContain('Most rlogin servers refuse web gateways.');
    expect(rlogin.log).toEqual([]);
    await page.fill('#user', 'ada');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.textContent('#status')).toMatch(/Permission denied.*Try telnet/);
    expect(rlogin.log.at(-1)?.octets.toString('latin1')).toMatch(/^\0ada\0ada\0/);
    expect(await accessibilityViolations(page)).toEqual([]);
    await gateway.close();
    await rlogin.close();
  });

  test('a server cannot reach the clipboard, the window, or the keyboard with text of its own', async () => {
    const escapes = [
      '\x1b]52;c;c3RvbGVu\x07\x1b]52;c;?\x07',
      '\x1b]2;<img src=x onerror=alert(1)>\x07\x1b[21t\x1b[20t\x1b[14t\x1b[8;5;5t\x1b[3;9;9t',
      '\x1b]8;;javascript:alert(1)\x07click me\x1b]8;;\x07',
      '\x1b]4;1;rgb:12/34/56\x07\x1b]4;1;?\x07\x1b]10;#123456\x07\x1b]10;?\x07\x1b]11;?\x07\x1b]12;?\x07',
      '\x1bP$qevil\x1b\\\x1bP$qm\x1b\\\x1bP+q544e\x1b\\',
      '\x1bPq#0;2;0;0;0#0~~@@vv@@~~@@~~$-\x1b\\\x1b]1337;File=inline=1:AAAA\x07',
      '<b>bold?</b><script>alert(1)</script>',
      '\x05\x1b[c\x1b[6n',
      'done',
    ];
    greeting = escapes.join('').replaceAll('\xff', '');
    await using opened = await open({}, hostile);
    const { page } = opened;
    await sees(page, 'done');
    await sees(page, '<b>bold?</b><script>alert(1)</script>');
    const received = () => hostile.log.at(-1)?.octets.toString('latin1') ?? '';
    await until(() => received().includes('R'));
    // DO ECHO, the device attributes and the place of the cursor: nothing that the server chose.
    expect(received()).toMatch(/^\xff\xfd\x01\x1b\[\?[\d;]+c\x1b\[\d+;\d+R$/);
    expect(await page.textContent('#terminal-title')).toBe('<img src=x onerror=alert(1)>');
    expect(await page.$$('#screen a, #screen img, #screen canvas, #screen script, #terminal-title > *')).toEqual([]);
    await page.hover('.xterm-rows > div:first-child', { force: true });
    expect(await page.evaluate(() => document.querySelector('.xterm-underline-5, .xterm-cursor-pointer'))).toBeNull();
    expect(opened.errors).toEqual([]);
  });

  test('no sequence of a server stops the page', async () => {
    const marks = '\u0301'.repeat(100_000);
    const large = fc.constantFrom('99999999', '5000000', '1;99999999', '99\x0099999', '0;0;99999999');
    const final = fc.constantFrom(...'@ABCDEFGHIJKLMPSTXZ`abdefgrsu', ' @', ' A', "'}", "'~", '"p', '!p');
    const generated = fc.sample(
      fc.array(
        fc.oneof(
          fc.tuple(large, final).map(([count, end]) => `\x1b[${count}${end}`),
          fc.constantFrom('x', '漢'),
        ),
      ),
      { ...runs(0.1), seed: 854 },
    );
    const known = [
      ...['S', 'T', 'L', 'M', 'X', '@', 'H', 'I'].map((end) => `\x1b[99999999${end}`),
      ...['x\x1b[5000000b', 'x\x1b[99999999b', `e${marks}`, `\x1b[${'1;'.repeat(150_000)}m`],
      ...[`\x1bPq${'~'.repeat(500_000)}\x1b\\`, `\x1b]0;${'t'.repeat(1_000_000)}\x07`],
    ];
    const texts = [...known, ...generated.map((parts) => parts.join(''))];
    let next: () => void = () => {};
    const server = await listen('telnet', {}, async (client) => {
      await client.reply('\xff\xfb\x01');
      for (const [index, text] of texts.entries()) {
        const octets = Buffer.from(`${text}\x1bc${index} is here`).toString('latin1');
        await client.reply(octets);
        await new Promise<void>((resolve) => {
          next = resolve;
        });
      }
    });
    const gateway = await startGateway([server]);
    await using opened = await openPage(gateway.origin, `/telnet/localhost:${server.port}/`);
    for (const index of texts.keys()) {
      await sees(opened.page, `${index} is here`);
      next();
    }
    expect(await opened.page.isVisible('#busy')).toBe(false);
    await gateway.close();
    await server.close();
  });

  test('a page that is busy for long offers to end the session', async () => {
    const server = await listen('telnet', {}, async (client) => {
      for (;;) {
        await client.reply('tick ');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    });
    const gateway = await startGateway([server]);
    await using opened = await openPage(gateway.origin, `/telnet/localhost:${server.port}/`);
    const { page } = opened;
    await sees(page, 'tick tick');
    expect(await page.isVisible('#busy')).toBe(false);
    // The screen takes nothing more: it writes in tasks of its own, which never come.
    await page.evaluate(() => {
      const { setTimeout: later } = window;
      Object.assign(window, { setTimeout: (run: () => void, ms?: number) => (ms ? later(run, ms) : 0) });
    });
    await expect.poll(() => page.isVisible('#busy')).toBe(true);
    await page.click('#leave');
    expect(await page.textContent('#status')).toBe('You ended the session. (left)');
    expect(await page.isVisible('#reconnect')).toBe(true);
    await gateway.close();
    await server.close();
  });

  test('a denied server is refused in words with the rule, before a page is shown', async () => {
    await using opened = await openPage(worker.origin, '/telnet/h.example.org:25/');
    expect(await opened.page.textContent('main')).toContain('egress-denied: port');
  });

  test('a restart of the gateway is told as such', async () => {
    const gateway = await startGateway([server], {}, { alone: true });
    await using opened = await openPage(gateway.origin, `/telnet/localhost:${server.port}/`);
    const { page } = opened;
    await sees(page, 'login:');
    await gateway.close();
    await expect.poll(() => page.textContent('#status')).toContain('perhaps because Waypost was restarted');
    expect(await page.isVisible('#reconnect')).toBe(true);
  });

  test('a refusal before the WebSocket is told in the words of the gateway', async () => {
    await using opened = await open();
    const { page } = opened;
    await sees(page, 'login:');
    await page.evaluate(() => {
      const frame = document.getElementById('terminal');
      if (frame !== null) frame.dataset.socket = '/telnet/h.example.org:25/?format=x';
    });
    await page.keyboard.type('\r\rq');
    await expect.poll(() => page.isVisible('#reconnect')).toBe(true);
    await page.click('#reconnect');
    await expect.poll(() => page.textContent('#status')).toContain('must be html or json or raw');
  });

  test.each([
    ['session=500ms', 'Neither you nor the server sent anything for too long. (gateway-timeout)'],
    ['longest=500ms', 'The session reached the time limit of this gateway. (gateway-timeout)'],
  ])('%s ends a session, and the page says why', async (deadline, words) => {
    const gateway = await startGateway([server], { DEADLINES: deadline });
    await using opened = await openPage(gateway.origin, `/telnet/localhost:${server.port}/`);
    await expect.poll(() => opened.page.textContent('#status')).toBe(words);
    await gateway.close();
  });

  test('a server of another protocol is named', async () => {
    const ssh = await listen('telnet', {}, async (client) => {
      await client.reply('SSH-2.0-OpenSSH_9.9\r\n');
      while ((await client.exactly(1)).length > 0);
    });
    const gateway = await startGateway([ssh]);
    await using opened = await openPage(gateway.origin, `/telnet/localhost:${ssh.port}/`);
    await expect
      .poll(() => opened.page.textContent('#status'))
      .toContain('This server speaks SSH, not a terminal protocol');
    await gateway.close();
    await ssh.close();
  });

  test('a server that refuses is reported', async () => {
    await server.faults.set('refused');
    await using opened = await open();
    await expect
      .poll(() => opened.page.textContent('#status'))
      .toBe('The server does not accept a connection. (gateway-unreachable)');
    const { page } = opened;
    expect([await page.isVisible('#terminal'), await page.isVisible('#failure')]).toEqual([false, true]);
    expect(await page.innerText('#failure')).toMatch(/does not accept a connection.*Try again/s);
    expect(await page.innerText('#failure')).toContain(`telnet localhost ${server.port}`);
    expect(await page.getAttribute('#failure a.go', 'href')).toContain('/inspect?url=telnet%3A');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('try-again');
    expect(await violationsInBothThemes(page)).toEqual([]);
    await server.faults.set(null);
    await page.keyboard.press('Enter');
    await sees(page, 'login:');
    expect([await page.isVisible('#terminal'), await page.isVisible('#failure')]).toEqual([true, false]);
  });

  test('Tab is sent, and Shift+Tab leaves the screen for the buttons', async () => {
    await using opened = await open();
    const { page } = opened;
    await logIn(page);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-key') ?? 'screen');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('screen');
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('break');
    expect(await page.textContent('#terminal')).toContain('Shift+Tab leaves the screen.');
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
    let received = '';
    const server = await listen('telnet', {}, async (client) => {
      await client.reply(`\xff\xfb\x01\x1b[?1h${'0123456789'.repeat(8)}\r\n$ `);
      for (let octets = await client.exactly(1); octets.length > 0; octets = await client.exactly(1))
        received += Buffer.from(octets).toString('latin1');
    });
    const gateway = await startGateway([server]);
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    await using opened = await openPage(gateway.origin, `/telnet/localhost:${server.port}/`, phone);
    const { page } = opened;
    await sees(page, /^(0123456789){8}\n\$/);
    expect(await horizontalOverflow(page)).toBe(0);
    const widths = await page.$eval('#screen', ({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    expect(widths[0]).toBeGreaterThan(widths[1] ?? 0);
    received = '';
    for (const key of ['escape', 'tab', 'up', 'left', 'control']) await page.tap(`[data-typed="${key}"]`);
    expect(await page.getAttribute('[data-typed="control"]', 'aria-pressed')).toBe('true');
    await page.keyboard.type('cc');
    // Ctrl+C has the gateway ask for a timing mark, sooner or later.
    const typed = (): string => received.replaceAll('\xff\xfd\x06', '');
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
    await gateway.close();
    await server.close();
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
