/** What a server cannot do to the page of a terminal and to the person before it, and what a person cannot do to it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../worker/gateway/worker.ts';
import { hasChromium } from './chromium.ts';
import { GENERATED, SEQUENCES } from './freeze-payloads.ts';
import { ANSWERS, ATTACKS, type Attack, inEightBits } from './terminal-attacks.ts';
import { CHARACTERS, type OpenTerminal, openTerminal, readOn, sees } from './terminal-page.ts';

/** So much of a payload is enough for its sequence: the whole one takes seconds to show. In UTF-16 code units. */
const BRIEF = 512;
const SLOW = 'freeze the page';
const attacks: readonly Attack[] = [
  ...ATTACKS,
  ...SEQUENCES.map(({ name, text }) => ({ name, text: text.slice(0, BRIEF), mustNot: SLOW })),
  ...GENERATED.map((payload) => ({ ...payload, mustNot: SLOW })),
];

/** A busy machine takes long to show what takes a second, in milliseconds. */
const PATIENCE_MS = 60_000;

/** A mode that no terminal has: after its report, everything before it was answered. */
const FENCE = '\x1b[?77077$p';
const FENCE_REPORT = '\x1b[?77077;0$y';
/** Ends a string or a sequence, and undoes what it did. */
const UNDO = '\x18\x1bc';

/** What the page may call, and must not. */
interface Watched {
  readonly calls: string[];
  /** Changes of the document outside of the screen and of the title that the server chooses. */
  readonly changes: string[];
}
declare global {
  interface Window {
    watched: Watched & { readonly readClipboard: () => Promise<string> };
    goOn: () => void;
  }
}

/** Has the page note what it must not do. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const calls: string[] = [];
    const changes: string[] = [];
    const readClipboard = navigator.clipboard.readText.bind(navigator.clipboard);
    window.watched = { calls, changes, readClipboard };
    const spyOn = (owner: object, ...names: readonly string[]): void => {
      for (const name of names) {
        Object.defineProperty(owner, name, {
          value: () => {
            calls.push(name);
          },
        });
      }
    };
    spyOn(window, 'open', 'alert', 'confirm', 'prompt', 'print', 'fetch', 'moveTo', 'moveBy', 'resizeTo', 'resizeBy');
    spyOn(window, 'Audio', 'AudioContext', 'Notification', 'FileReader', 'Image', 'Worker', 'XMLHttpRequest');
    spyOn(navigator.clipboard, 'readText', 'writeText', 'read', 'write');
    spyOn(navigator, 'sendBeacon', 'vibrate', 'share', 'registerProtocolHandler');
    spyOn(document, 'execCommand', 'write', 'writeln');
    spyOn(history, 'pushState', 'replaceState', 'back', 'forward', 'go');
    spyOn(URL, 'createObjectURL');
    spyOn(Storage.prototype, 'setItem', 'removeItem', 'clear');
    spyOn(Element.prototype, 'requestFullscreen', 'requestPointerLock', 'insertAdjacentHTML');
    const isExpected = (node: Node): boolean => {
      const element = node instanceof Element ? node : node.parentElement;
      return element === null || element.closest('#screen, #terminal-title, #traffic, #busy') !== null;
    };
    new MutationObserver((records) => {
      for (const { target, type, attributeName, oldValue } of records) {
        const isSame = target instanceof Element && target.getAttribute(attributeName ?? '') === oldValue;
        if (!isExpected(target) && !(type === 'attributes' && isSame))
          changes.push(`${type} ${attributeName ?? ''} of ${target.nodeName}`);
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeOldValue: true });
  });

/** What must be the same after an attack as before. */
const stateOf = (page: Page) =>
  page.evaluate(async () => {
    const screen = document.querySelector('#screen');
    const inScreen = [...(screen?.querySelectorAll('*') ?? [])];
    return {
      calls: window.watched.calls.splice(0),
      changes: window.watched.changes.splice(0),
      clipboard: await window.watched.readClipboard(),
      title: document.title,
      address: location.href,
      history: history.length,
      focus: document.activeElement?.className,
      elements: [...new Set(inScreen.map(({ localName }) => localName))].sort(),
      attributes: inScreen.flatMap((element) =>
        element.getAttributeNames().filter((name) => /^on|href|src|action/.test(name)),
      ),
      /** xterm.js underlines a link under the mouse. */
      links: inScreen.filter((element) => element.matches('.xterm-underline-5, .xterm-cursor-pointer')).length,
      inTitle: document.querySelectorAll('#terminal-title *').length,
    };
  });

describe.skipIf(!hasChromium())('a server at a terminal in Chromium must not', () => {
  let opened: OpenTerminal;
  let attack: (text: string) => Promise<void>;
  let before: Awaited<ReturnType<typeof stateOf>>;
  const events: string[] = [];

  beforeAll(async () => {
    opened = await openTerminal(async (client) => {
      await client.reply(CHARACTERS);
      attack = (text) => client.reply(Buffer.from(text).toString('latin1'));
      await readOn(client);
    });
    const { page, received } = opened;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await until(() => received().length === CHARACTERS.length);
    await page.evaluate(() => navigator.clipboard.writeText('kept'));
    await answerTo('ready');
    await watch(page);
    for (const event of ['dialog', 'download', 'filechooser', 'popup', 'framenavigated', 'frameattached', 'worker'])
      page.on(event as 'popup', () => events.push(event));
    opened.takeRequests();
    before = await stateOf(page);
    expect(before).toMatchObject({ clipboard: 'kept', links: 0, inTitle: 0, calls: [], changes: [], attributes: [] });
  });
  afterAll(async () => {
    await opened?.page.context().clearPermissions();
    await opened?.[Symbol.asyncDispose]();
  });

  /** What the terminal answered to a text that the server sent. */
  async function answerTo(text: string): Promise<string> {
    const { length } = opened.received();
    await attack(`${text}\x18${FENCE}`);
    const answer = () => opened.received().slice(length);
    await until(() => answer().endsWith(FENCE_REPORT), PATIENCE_MS);
    return answer().slice(0, -FENCE_REPORT.length);
  }

  test.each(attacks.map((each, number) => ({ ...each, number })))('$mustNot: $name', async ({ text, number }) => {
    const { page } = opened;
    for (const [form, sent] of Object.entries({ seven: text, eight: inEightBits(text) })) {
      expect(await answerTo(sent)).toMatch(ANSWERS);
      // Over the first letters of the screen, where a link would be.
      for (const x of [15, 25]) await page.locator('#screen').hover({ position: { x, y: 18 } });
      expect(await stateOf(page)).toEqual(before);
      expect(await page.textContent('#terminal-title')).toMatch(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]{0,120}$/u);
      await attack(`${UNDO}${form} bits, number ${number}`);
      await sees(page, `${form} bits, number ${number}`);
    }
    expect([opened.takeRequests(), opened.errors, events]).toEqual([[], [], []]);
  });
});

/** What a page of others puts on the clipboard, and what is left of it: text, tabs, and Enter for the ends of lines. */
const COPIED = 'a\x1b[201~b\x1b\x1b[201~\0\x03\x04\x08\x7f\x9b201~\x90\tc\r\nd\n\x1b[?1;2ce\rf\x1b';
const PASTED = 'a[201~b[201~201~\tc\rd\r[?1;2ce\rf';

describe.skipIf(!hasChromium())('a person at a terminal in Chromium', () => {
  test.each<[name: string, before: string, received: string]>([
    ['characters', '', PASTED],
    ['a shell that marks pastes', '\x1b[?2004h', `\x1b[200~${PASTED}\x1b[201~`],
  ])('pastes a text, and no control of it: %s', async (_name, before, received) => {
    await using opened = await openTerminal(async (client) => {
      await client.reply(`${CHARACTERS}${before}ready`);
      await readOn(client);
    });
    const { page } = opened;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await sees(page, 'ready');
    await page.evaluate((text) => navigator.clipboard.writeText(text), COPIED);
    // A server gets CR NUL for Enter (RFC 854).
    const typed = () => opened.received().slice(CHARACTERS.length).replaceAll('\r\0', '\r');
    await page.focus('.xterm-helper-textarea');
    await page.keyboard.press('Shift+Insert');
    await until(() => typed().length >= received.length);
    expect(typed()).toBe(received);
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-typed="paste"]')?.click());
    await until(() => typed().length >= 2 * received.length);
    expect(typed()).toBe(received.repeat(2));
    expect(await page.inputValue('.xterm-helper-textarea')).toBe('');
    await page.context().clearPermissions();
  });

  test.each([
    ['the screen', 'width', '#screen', 400, 2],
    ['the letters', 'fontSize', ':root', 10, 0.02],
  ] as const)(
    'resizes %s 500 times, and the server gets the last size',
    async (_name, style, selector, least, step) => {
      await using opened = await openTerminal(async (client) => {
        // DO NAWS (RFC 1073)
        await client.reply(`${CHARACTERS}\xff\xfd\x1fready`);
        await readOn(client);
      });
      const { page } = opened;
      await sees(page, 'ready');
      const sizes = () =>
        [...opened.received().matchAll(/\xff\xfa\x1f\0(.)\0(.)\xff\xf0/gs)].map((match) =>
          match.slice(1).map((side) => side.charCodeAt(0)),
        );
      await until(() => sizes().length > 0);
      // Nothing that waits for a moment goes on while the window changes.
      await page.evaluate(() => {
        const { setTimeout: later } = window;
        const waiting = new Map<number, () => void>();
        let id = 1_000_000;
        window.goOn = () => {
          window.setTimeout = later;
          for (const run of waiting.values()) run();
        };
        const setTimeout = (run: () => void): number => waiting.set(++id, run) && id;
        Object.assign(window, { setTimeout, clearTimeout: (one: number) => waiting.delete(one) });
      });
      await page.$eval(
        selector,
        async (element: HTMLElement, { style, least, step }) => {
          for (let time = 0; time < 500; time++) {
            element.style[style] = `${least + step * ((time * 7) % 500)}px`;
            // Those of a frame are one for the page.
            if (time % 10 === 9) await new Promise(requestAnimationFrame);
          }
          // The page fits its screen at the end of a frame.
          await new Promise(requestAnimationFrame);
        },
        { style, least, step },
      );
      await page.evaluate(() => window.goOn());
      await until(() => sizes().length > 1);
      await page.keyboard.type('k');
      await until(() => opened.received().endsWith('k'));
      const rows = await page.$$eval('.xterm-rows > div', (rows) => rows.length);
      const heights = sizes().map(([, height]) => height);
      expect(heights.at(-1)).toBe(rows);
      // The first one, one that was on its way when the storm began, and the last one.
      expect(heights.length).toBeLessThanOrEqual(3);
      expect(opened.errors).toEqual([]);
    },
  );
});
