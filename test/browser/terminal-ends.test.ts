/** How the page of a session says that it ended, or could not begin. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunningServer } from '../servers/listener.ts';
import { startTelnet } from '../servers/telnet.ts';
import { startGateway, until } from '../worker/gateway/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';
import { hasChromium } from './chromium.ts';
import { accessibilityViolations, openPage, violationsInBothThemes } from './open-page.ts';
import { logIn, openTerminal, readOn, screenText, sees } from './terminal-page.ts';

describe.skipIf(!hasChromium())('the end of a session in Chromium', () => {
  let server: RunningServer;
  let worker: RunningWorker;
  beforeAll(async () => {
    server = await startTelnet();
    worker = await startGateway([server]);
  });
  afterAll(() => Promise.all([worker?.close(), server?.close()]));
  beforeEach(() => server.faults.set(null));

  const open = () => openPage(worker.origin, `/telnet/localhost:${server.port}/?user=guest`);

  test('the end is told, and the button connects again', async () => {
    await using opened = await open();
    const { page } = opened;
    await logIn(page);
    expect(await page.isVisible('#reconnect')).toBe(false);
    await page.keyboard.type('q');
    await expect
      .poll(() => page.textContent('#status'))
      .toBe('The server ended the session. Press Reconnect to begin another session. (closed)');
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

  test('rlogin: a person confirms the name, the rule is explained, and telnet is offered', async () => {
    await using opened = await openTerminal(
      async (client) => {
        await client.exactly('\0ada\0ada\0xterm-256color/38400\0'.length);
        await client.reply('\x01rlogind: Permission denied.\r\n');
      },
      { protocol: 'rlogin', path: '/?user=guest' },
    );
    const { page } = opened;
    await expect.poll(() => page.inputValue('#user')).toBe('guest');
    expect(await page.getAttribute('#telnet', 'href')).toBe('/telnet/localhost/');
    // Before the login, there is no screen, and the name stands in its field alone.
    expect(await page.isVisible('#screen')).toBe(false);
    expect(await page.innerText('main')).not.toContain('guest');
    expect(await page.textContent('#login')).toContain('Most rlogin servers refuse web gateways.');
    expect(opened.server.log).toEqual([]);
    await page.fill('#user', 'ada');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.textContent('#status')).toMatch(/Permission denied.*Try telnet/);
    expect(opened.received()).toMatch(/^\0ada\0ada\0/);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('a page that is busy for long offers to end the session', async () => {
    await using opened = await openTerminal(async (client) => {
      for (;;) {
        await client.reply('tick ');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    });
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
    expect(await page.textContent('#status')).toBe(
      'You ended the session. Press Reconnect to begin another session. (left)',
    );
    expect(await page.isVisible('#reconnect')).toBe(true);
  });

  test.each(['telnet', 'rlogin', 'tn3270'] as const)('a person leaves a session of %s', async (protocol) => {
    await using opened = await openTerminal(
      async (client) => {
        await client.reply(protocol === 'rlogin' ? '\0Welcome' : 'Welcome');
        await readOn(client);
      },
      { protocol, path: '/?user=guest' },
    );
    const { page, server } = opened;
    if (protocol === 'rlogin') await page.click('#login button');
    await expect.poll(() => page.textContent('#screen')).toContain('Welcome');
    expect(await page.isVisible('#reconnect')).toBe(false);
    await page.click('#leave');
    await expect
      .poll(() => page.textContent('#status'))
      .toBe('You ended the session. Press Reconnect to begin another session. (left)');
    await until(() => server.connections === 0);
    expect([await page.isVisible('#leave'), await page.isVisible('#reconnect')]).toEqual([false, true]);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('reconnect');
    expect(opened.errors).toEqual([]);
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
      if (frame !== null) frame.dataset.socket += '?format=x';
    });
    await page.keyboard.type('\r\rq');
    await expect.poll(() => page.isVisible('#reconnect')).toBe(true);
    await page.click('#reconnect');
    await expect.poll(() => page.textContent('#status')).toContain('must be html or json or raw');
  });

  test.each([
    ['session=500ms', 'Waypost ends a session in which nothing is sent for 0.5 seconds.', 'session-idle'],
    ['longest=500ms', 'Waypost ends a session after 0.5 seconds.', 'session-longest'],
  ])('%s ends a session, and the page says why', async (deadline, words, code) => {
    const gateway = await startGateway([server], { DEADLINES: deadline });
    await using opened = await openPage(gateway.origin, `/telnet/localhost:${server.port}/`);
    await expect
      .poll(() => opened.page.textContent('#status'))
      .toBe(`${words} Press Reconnect to begin another session. (${code})`);
    expect(await opened.page.isVisible('#reconnect')).toBe(true);
    await gateway.close();
  });

  test('a server of another protocol is named', async () => {
    await using opened = await openTerminal(async (client) => {
      await client.reply('SSH-2.0-OpenSSH_9.9\r\n');
      await readOn(client);
    });
    await expect
      .poll(() => opened.page.textContent('#status'))
      .toContain('This server speaks SSH, not a terminal protocol');
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
});
