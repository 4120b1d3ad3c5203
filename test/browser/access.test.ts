/**
 * The explorer for everybody: without a script, in both themes, in a narrow window, for those who listen.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from './chromium.ts';
import { LETTER, MANY_PARTS } from './examples.ts';
import { type Session, startSession } from './session.ts';
import { barriers, overhang } from './visit.ts';

/** Every state of the page that looks different, and what leads there. */
const states: Readonly<Record<string, string>> = {
  'nothing asked': '/',
  'a URL': `/#url=${encodeURIComponent(MANY_PARTS)}`,
  'a long URL': `/#url=${encodeURIComponent(`wais://h.example/db?${'a%C3%A9%00'.repeat(60)}`)}`,
  'no URL': '/#url=gopher%3A%2F%2Fh.example%2F0a%250D',
  'a reference': '/#url=..%2F..%2Fb&base=http%3A%2F%2Fh.example%2Fa%2Fb%2Fc&dialect=url-1994&lax=true',
  'a text': `/#url=${encodeURIComponent(LETTER)}`,
  'right to left': `/#url=${encodeURIComponent('mailto:שלום@h.example?subject=مرحبا')}`,
};

describe.skipIf(!hasChromium())('the explorer', () => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession({ LINK_TOKENS: 'alice:a-token-of-32-characters-or-more' });
  }, 60_000);
  afterAll(() => session?.close());

  describe('without a script', () => {
    const still = { javaScriptEnabled: false };

    test('the form asks the server, and the page is the same', async () => {
      await using silent = await session.open('/', still);
      await silent.page.fill('#url', MANY_PARTS);
      await silent.page.click('button:has-text("Explain")');
      await using live = await session.open(`/#url=${encodeURIComponent(MANY_PARTS)}`);
      expect(silent.page.url()).toContain('/inspect?url=ftp%3A%2F%2F');
      for (const part of ['.anatomy', '.sentence', '.steps', '.parts', '.messages', '#canonical']) {
        expect(await silent.page.textContent(part), part).toBe(await live.page.textContent(part));
      }
    });

    test('a base that is left empty is none', async () => {
      await using visiting = await session.open('/', still);
      await visiting.page.fill('#url', 'x');
      await visiting.page.click('button:has-text("Explain")');
      expect(await visiting.page.textContent('.input-error .lead')).toMatch(/no scheme/);
    });

    test('a text gives its table', async () => {
      await using visiting = await session.open('/', still);
      await visiting.page.fill('#url', LETTER);
      await visiting.page.click('button:has-text("Explain")');
      expect(await visiting.page.locator('.links-table tbody tr').count()).toBe(3);
    });

    test('nothing is shown that only a script could do', async () => {
      await using visiting = await session.open('/', still);
      const shown = await visiting.page
        .locator('.scripted')
        .evaluateAll((elements) =>
          elements.filter((element) => element.getClientRects().length > 0).map(({ textContent }) => textContent),
        );
      expect(shown).toEqual([]);
    });
  });

  describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
    test.each(Object.entries(states))('%s has no barrier that axe-core knows', async (_, path) => {
      await using visiting = await session.open(path, { colorScheme });
      // What is folded away is looked at as well.
      await visiting.page.evaluate(() => {
        for (const folded of document.querySelectorAll('details')) folded.open = true;
      });
      expect(await visiting.page.locator('#answer > *').count()).toBe(1);
      expect(await barriers(visiting.page)).toEqual([]);
      expect(visiting.complaints).toEqual([]);
    });
  });

  test.each(Object.entries(states))('%s needs no sideways scrolling at 320 pixels', async (_, path) => {
    await using visiting = await session.open(path, { viewport: { width: 320, height: 800 } });
    expect(await overhang(visiting.page)).toBe(0);
  });

  // A name is longer than a short part, and hangs over the end of the line that the part is at the end of.
  test.each([320, 390, 768, 1280])('no name of a part leaves a window of %i pixels', async (width) => {
    await using visiting = await session.open('/', { viewport: { width, height: 800 } });
    const urls = Array.from({ length: 40 }, (_, length) => 'a'.repeat(length + 1)).flatMap((name) => [
      `http://${name}.example/`,
      `http://h.example/${name}#b`,
      `ftp://${name}:b@h.example:1/`,
    ]);
    const wide = await visiting.page.evaluate((urls) => {
      const field = document.getElementById('url');
      if (!(field instanceof HTMLTextAreaElement)) throw new Error('there is no field');
      return urls.filter((url) => {
        field.value = url;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        return document.documentElement.scrollWidth > document.documentElement.clientWidth;
      });
    }, urls);
    expect(await visiting.page.textContent('#canonical')).toBe(urls.at(-1));
    expect(wide).toEqual([]);
  });
});
