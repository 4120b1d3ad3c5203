/**
 * Terminal pages in Chromium with real servers: Ctrl+C under a flood of both telnetds, and the logo of Hercules.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../browser/chromium.ts';
import { openPage } from '../browser/open-page.ts';
import { startGateway } from '../worker/gateway/worker.ts';
import { areInstalled, ReferenceTerminal, startHercules, startTelnetd, startTelnetdSsl } from './terminal-servers.ts';

/** The rows of the screen, of either kind of terminal, without those that are empty at its end. */
const textOf = async (page: Page): Promise<string> =>
  (await page.$$eval('.xterm-rows > div, .screen-row', rowsIn)).join('\n').trimEnd();

/** How long the screen of a busy machine may take, in milliseconds. */
const SLOW = { timeout: 60_000 };

/** An unprotected field is an input. */
const rowsIn = (rows: readonly Element[]): string[] =>
  rows.map((row) =>
    [...row.childNodes]
      .map((cell) =>
        cell instanceof Element ? (cell.querySelector('input')?.value ?? cell.textContent) : cell.textContent,
      )
      .join('')
      .replaceAll('\u00a0', ' ')
      .trimEnd(),
  );

describe.skipIf(!hasChromium())('in Chromium', () => {
  test.each([
    ['telnetd', startTelnetd],
    ['telnetd-ssl', startTelnetdSsl],
  ] as const)('%s: Ctrl+C ends a flood, and the prompt comes without another key', async (name, start) => {
    if (!areInstalled(name)) return;
    const daemon = await start();
    const gateway = await startGateway([daemon]);
    await using opened = await openPage(gateway.origin, `/telnet/localhost:${daemon.port}/`);
    const { page } = opened;
    await expect.poll(() => textOf(page), SLOW).toMatch(/\$$/);
    for (let times = 0; times < 3; times++) {
      await page.keyboard.type(`yes flood${times}\r`);
      await expect.poll(() => textOf(page), SLOW).toContain(`flood${times}\nflood${times}\nflood${times}`);
      await page.keyboard.press('Control+C');
      await expect.poll(() => textOf(page), SLOW).toMatch(/\n\$$/);
    }
    await page.keyboard.type('echo still $((40+2))\r');
    await expect.poll(() => textOf(page), SLOW).toMatch(/still 42\n\$$/);
    expect(await page.isVisible('#busy')).toBe(false);
    expect(opened.errors).toEqual([]);
    await gateway.close();
    await daemon.close();
  });

  test('the logo of Hercules is that of s3270, and its cursor', async () => {
    if (!areInstalled('hercules', 's3270')) return;
    const daemon = await startHercules();
    const gateway = await startGateway([daemon]);
    const reference = new ReferenceTerminal();
    await reference.run(`Connect(127.0.0.1:${daemon.port})`);
    await expect.poll(async () => (await reference.rows()).join(), SLOW).toContain('HHH');
    await using opened = await openPage(gateway.origin, `/tn3270/localhost:${daemon.port}/`);
    const { page } = opened;
    await expect.poll(() => textOf(page), SLOW).toContain('HHH');
    // The device number and its subchannel differ between two sessions.
    const alike = (text: string): string => text.replace(/(: 0[07]0)[01]$/gm, '$1x');
    expect(alike(await textOf(page))).toBe(alike((await reference.rows()).join('\n').trimEnd()));
    expect(opened.errors).toEqual([]);
    reference.close();
    await gateway.close();
    await daemon.close();
  });
});
