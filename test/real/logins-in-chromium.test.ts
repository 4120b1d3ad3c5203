/**
 * Logins of foreign telnet servers in Chromium, on a desktop and on a phone: who makes a slip in a hidden password gets
 * in all the same, and the password is nowhere afterwards.
 */
import { readFile } from 'node:fs/promises';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../browser/chromium.ts';
import { openPage } from '../browser/open-page.ts';
import { screenText } from '../browser/terminal-page.ts';
import { startGateway } from '../worker/gateway/worker.ts';
import { takeWholeLog } from '../worker/harness.ts';
import type { Daemon } from './daemon.ts';
import { hasTelnetlib3, startRanvier, startTelnetlib3, startTinyMux } from './game-servers.ts';
import { areInstalled, startConch, startTelnetd, startTelnetdSsl } from './terminal-servers.ts';

/** How long the screen of a busy machine may take, in milliseconds. */
const SLOW = { timeout: 60_000 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** Every server has this password; a part of it is nowhere either. */
const [PART, REST, SLIP] = ['Hush4', 'you', 'x'] as const;

interface Step {
  /** What the screen ends with. */
  readonly sees: RegExp;
  /** What a person answers; `null` = the password. */
  readonly types: string | null;
}

interface Login {
  readonly name: string;
  readonly isThere: () => boolean;
  readonly start: () => Promise<Daemon>;
  readonly steps: readonly Step[];
  /** What the screen ends with at last. */
  readonly shows: RegExp;
  /** Whether the server takes lines, so that the page has a field for them. */
  readonly takesLines: boolean;
}

/** A question of a shell, which turns the echo of the terminal off. The command has another text than the question. */
const ASK = "stty -echo; printf 'Co''de: '; read code; stty echo; test \"$code\" = Hu''sh4you && echo 'ri''ght'";
const shell = {
  steps: [
    { sees: /\$$/, types: ASK },
    { sees: /Code:$/, types: null },
  ],
  shows: /\bright\n\$$/,
};

const LOGINS: readonly Login[] = [
  {
    name: 'Conch of Twisted',
    isThere: () => areInstalled('python', 'conch'),
    start: startConch,
    steps: [
      { sees: /Username:$/, types: 'ada' },
      { sees: /Password:$/, types: 'wrong' },
      { sees: /Authentication failed\nUsername:$/, types: 'ada' },
      { sees: /failed\nUsername: ada\nPassword:$/, types: null },
      { sees: /Welcome\.\n>$/, types: 'shout' },
    ],
    shows: /> shout\nSHOUT\n>$/,
    takesLines: true,
  },
  {
    name: 'Ranvier',
    isThere: () => areInstalled('ranvier'),
    start: startRanvier,
    steps: [
      { sees: /name\?$/, types: 'ada' },
      { sees: /name\? ada\nEnter your password:$/, types: null },
      { sees: /\nWelcome, ada\.\n>$/, types: 'look' },
    ],
    shows: /> look\nLOOK\n>$/,
    takesLines: true,
  },
  {
    name: 'telnetlib3',
    isThere: hasTelnetlib3,
    start: startTelnetlib3,
    steps: [
      { sees: /Name:$/, types: 'ada' },
      { sees: /Name: ada\nPassword:$/, types: null },
      { sees: /\nWelcome, ada\.\n>$/, types: 'look' },
    ],
    shows: /> look\nLOOK\n>$/,
    takesLines: true,
  },
  { name: 'telnetd', isThere: () => areInstalled('telnetd'), start: startTelnetd, ...shell, takesLines: false },
  {
    name: 'telnetd-ssl',
    isThere: () => areInstalled('telnetd-ssl'),
    start: startTelnetdSsl,
    ...shell,
    takesLines: false,
  },
];

const DEVICES: Record<string, BrowserContextOptions> = { desktop: {}, phone: PHONE };

/** Types as a person with a keyboard does, on the screen, or as that of a phone does, in the field for lines. */
async function answer(page: Page, text: string | null, isPhone: boolean, takesLines: boolean): Promise<void> {
  if (isPhone) await page.tap(takesLines ? '#line' : '#screen');
  const type = (part: string) => (isPhone ? page.keyboard.insertText(part) : page.keyboard.type(part));
  await type(text ?? `${PART}${SLIP}`);
  if (text === null) {
    await page.keyboard.press('Backspace');
    await type(REST);
  }
  await page.keyboard.press('Enter');
}

describe.skipIf(!hasChromium())('in Chromium', () => {
  const rows = LOGINS.flatMap((login) =>
    Object.entries(DEVICES).map(([device, options]) => ({ login, device, options })),
  );
  test.each(rows)('$login.name lets a person in on a $device', async ({ login, device, options }) => {
    if (!login.isThere()) return;
    const daemon = await login.start();
    const gateway = await startGateway([daemon]);
    await using opened = await openPage(gateway.origin, `/telnet/localhost:${daemon.port}/`, options);
    const { page } = opened;
    const screen = async () => (await screenText(page)).trimEnd();
    await page.click('#screen-reader', SLOW);
    for (const { sees, types } of login.steps) {
      await expect.poll(screen, SLOW).toMatch(sees);
      await answer(page, types, device === 'phone', login.takesLines);
    }
    await expect.poll(screen, SLOW).toMatch(login.shows);
    if (login.takesLines) {
      const recalled: string[] = [];
      await page.focus('#line');
      for (let times = 0; times < 10; times++) {
        await page.keyboard.press('ArrowUp');
        recalled.push(await page.inputValue('#line'));
      }
      expect(recalled).toContain('ada');
      expect(recalled.join()).not.toMatch(/Hush|you|wrong/);
    }
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save-text')]);
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    const log = JSON.stringify(await takeWholeLog(gateway));
    const transcript = await readFile(await download.path(), 'utf8');
    const texts = { page: await page.content(), kept, log, transcript };
    expect(Object.entries(texts).flatMap(([name, text]) => (/Hush4|wrong/.test(text) ? [name] : []))).toEqual([]);
    expect(opened.errors).toEqual([]);
    await gateway.close();
    await daemon.close();
  });

  test('TinyMUX learns the terminal, the size and UTF-8', async () => {
    if (!areInstalled('tinymux')) return;
    const daemon = await startTinyMux();
    const gateway = await startGateway([daemon]);
    await using opened = await openPage(gateway.origin, `/telnet/localhost:${daemon.port}/`, PHONE);
    const { page } = opened;
    const answers = async (command: string, text: string | RegExp) => {
      await page.fill('#line', command);
      await page.press('#line', 'Enter');
      await expect.poll(() => screenText(page), SLOW).toMatch(text);
    };
    await expect.poll(() => screenText(page), SLOW).toContain('QUIT');
    await answers('connect Wizard potrzebie', 'Limbo(#0');
    await answers('think <[terminfo(me)]>', /<.*xterm.*>/i);
    // It takes 78 for clients that do not say it.
    await answers('think ([width(me)])', '(80)');
    await answers('say Grüße ☃', /You say, .Grüße ☃./);
    expect(opened.errors).toEqual([]);
    await gateway.close();
    await daemon.close();
  });
});
