/**
 * The accessibility of the explorer: without scripts, in both themes, in a narrow window, with a screen reader.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from './chromium.ts';
import { MANY_PARTS, TEXT_WITH_LINKS } from './examples.ts';
import { horizontalOverflow, violationsInBothThemes } from './open-page.ts';
import { type Session, startSession } from './session.ts';

/** The states of the page, and the addresses that lead to them. */
const states: Readonly<Record<string, string>> = {
  'an empty field': '/',
  'a URL': `/#url=${encodeURIComponent(MANY_PARTS)}`,
  'a long URL': `/#url=${encodeURIComponent(`wais://h.example/db?${'a%C3%A9%00'.repeat(60)}`)}`,
  'an error': '/#url=gopher%3A%2F%2Fh.example%2F0a%250D',
  'a reference': '/#url=..%2F..%2Fb&base=http%3A%2F%2Fh.example%2Fa%2Fb%2Fc&dialect=url-1994&lax=true',
  'a text': `/#url=${encodeURIComponent(TEXT_WITH_LINKS)}`,
  'right to left': `/#url=${encodeURIComponent('mailto:שלום@h.example?subject=مرحبا')}`,
};

describe.skipIf(!hasChromium())('the explorer', () => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession({ LINK_TOKENS: 'alice:a-token-of-32-characters-or-more' });
  });
  afterAll(() => session?.close());

  describe('without scripts', () => {
    const withoutScripts = { javaScriptEnabled: false };

    test('the form gives the same page, rendered by the server', async () => {
      await using served = await session.open('/', withoutScripts);
      await served.page.fill('#url', MANY_PARTS);
      await served.page.click('button:has-text("Explain")');
      await using live = await session.open(`/#url=${encodeURIComponent(MANY_PARTS)}`);
      expect(served.page.url()).toContain('/inspect?url=ftp%3A%2F%2F');
      for (const part of ['.anatomy', '.sentence', '.steps', '.parts', '.messages', '#canonical']) {
        expect(await served.page.textContent(part), part).toBe(await live.page.textContent(part));
      }
    });

    test('an empty base counts as no base', async () => {
      await using opened = await session.open('/', withoutScripts);
      await opened.page.fill('#url', 'x');
      await opened.page.click('button:has-text("Explain")');
      expect(await opened.page.textContent('.input-error .lead')).toMatch(/beginning is missing/);
    });

    test('a text gives the table of its links', async () => {
      await using opened = await session.open('/check', withoutScripts);
      await opened.page.fill('#url', TEXT_WITH_LINKS);
      await opened.page.click('button:has-text("Show the links")');
      await expect.poll(() => opened.page.locator('.links-table tbody tr').count()).toBe(3);
    });

    test('nothing is shown that needs a script', async () => {
      await using opened = await session.open('/', withoutScripts);
      const shown = await opened.page
        .locator('.scripted')
        .evaluateAll((elements) =>
          elements.filter((element) => element.getClientRects().length > 0).map(({ textContent }) => textContent),
        );
      expect(shown).toEqual([]);
    });
  });

  test.each(Object.entries(states))('%s has no accessibility violation that axe-core finds', async (_, path) => {
    await using opened = await session.open(path);
    // The check includes the content of closed details.
    await opened.page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    expect(await opened.page.locator('#answer > *').count()).toBe(1);
    expect(await violationsInBothThemes(opened.page)).toEqual([]);
    expect(opened.errors).toEqual([]);
  });

  test.each(Object.entries(states))('%s needs no sideways scrolling at 320 pixels', async (_, path) => {
    await using opened = await session.open(path, { viewport: { width: 320, height: 800 } });
    expect(await horizontalOverflow(opened.page)).toBe(0);
  });

  // A name can be longer than its part, and then extend beyond the part at the end of a line.
  test.each([320, 390, 768, 1280])('the names of parts stay inside a window of %i pixels', async (width) => {
    await using opened = await session.open('/', { viewport: { width, height: 800 } });
    const urls = Array.from({ length: 40 }, (_, length) => 'a'.repeat(length + 1)).flatMap((name) => [
      `http://${name}.example/`,
      `http://h.example/${name}#b`,
      `ftp://${name}:b@h.example:1/`,
    ]);
    const wide = await opened.page.evaluate((urls) => {
      const field = document.getElementById('url');
      if (!(field instanceof HTMLInputElement)) throw new Error('there is no field');
      return urls.filter((url) => {
        field.value = url;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        return document.documentElement.scrollWidth > document.documentElement.clientWidth;
      });
    }, urls);
    expect(await opened.page.textContent('#canonical')).toBe(urls.at(-1));
    expect(wide).toEqual([]);
  });
});
