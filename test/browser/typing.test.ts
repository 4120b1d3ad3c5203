/**
 * The explorer as one types: everything about a URL is there after each key, and the server is asked for nothing.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from './chromium.ts';
import { MANY_PARTS } from './examples.ts';
import { type Session, startSession } from './session.ts';

describe.skipIf(!hasChromium())('the explorer, as one types', () => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession();
  }, 60_000);
  afterAll(() => session?.close());

  test('everything is there after each key, and nothing is asked of the server', async () => {
    await using visiting = await session.open('/');
    const { page, complaints, takeRequests } = visiting;
    await page.waitForLoadState('networkidle');
    takeRequests();
    await page.focus('#url');
    await page.keyboard.type('GOPHER://H.example:70/7find%09gold');
    expect(await page.textContent('#canonical')).toBe('gopher://h.example/7find%09gold');
    expect(await page.textContent('.sentence')).toBe(
      'A full-text search at h.example by the selector “find”, asking for “gold”.',
    );
    expect(await page.textContent('.octets')).toBe('findTABgoldCRLF\n');
    expect(await page.locator('.hex').textContent()).toBe('66 69 6e 64 09 67 6f 6c 64 0d 0a');
    expect(takeRequests()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('each part of the URL stands over its name', async () => {
    await using visiting = await session.open(`/#url=${encodeURIComponent(MANY_PARTS)}`);
    const parts = await visiting.page.locator('.part').evaluateAll((elements) =>
      elements.map((element) => {
        const [characters, name] = element.children;
        if (characters === undefined || name === undefined) throw new Error('a part has no name');
        const [above] = characters.getClientRects();
        const below = name.getBoundingClientRect();
        return [
          characters.textContent,
          name.textContent.trim(),
          above !== undefined && Math.abs(above.left - below.left) < 2 && below.top >= above.bottom - 8,
        ];
      }),
    );
    expect(parts).toEqual([
      ['ftp', 'scheme', true],
      ['anonymous', 'user', true],
      ['guest', 'password', true],
      ['ftp.funet.fi', 'host', true],
      ['2121', 'port', true],
      ['/pub/~doc/read%20me;type=i', 'path', true],
      ['top', 'fragment', true],
    ]);
  });

  test('names do not run into each other', async () => {
    await using visiting = await session.open('/#url=go%3A%2F%2Fa%3Ab%40h%3A1%2F', {
      viewport: { width: 320, height: 800 },
    });
    for (const url of ['ftp://a:b@h:1/c#d', 'http://a:b@h:1/c?d#e', 'mid:a@b']) {
      await visiting.page.fill('#url', url);
      const overlaps = await visiting.page.locator('.part-name').evaluateAll((names) => {
        // Of a lower name, its text: the thread that it hangs on passes by the others.
        const boxes = names.map((name) => {
          const { left, right, bottom } = name.getBoundingClientRect();
          return { left, right, top: bottom - 12, bottom };
        });
        return boxes.flatMap((a, index) =>
          boxes
            .slice(index + 1)
            .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
        );
      });
      expect(overlaps, url).toEqual([]);
    }
  });

  test('the browser’s own reading stands beside, with its differences marked', async () => {
    await using visiting = await session.open('/#url=ftp%3A%2F%2Fh.example%2F%257eA%3Btype%3DI');
    const { page } = visiting;
    expect(await page.textContent('.theirs code')).toBe('ftp://h.example/%7eA;type=I');
    expect(await page.locator('.theirs mark').allTextContents()).toEqual(['%7e', 'I']);
    expect(await page.locator('.ours mark').allTextContents()).toEqual(['~', 'i']);
  });

  test('each step has its place, what it made of it, and its clause', async () => {
    await using visiting = await session.open('/#url=GOPHER%3A%2F%2Fh.example%3A70%2F0%25zz');
    const { page } = visiting;
    expect(await page.locator('.steps li').allInnerTexts()).toEqual([
      expect.stringMatching(/lower case.*GOPHER.*→.*gopher.*RFC 3986 §6\.2\.2\.1/s),
      expect.stringMatching(/port was removed.*:70.*→.*nothing.*RFC 3986 §6\.2\.3/s),
      expect.stringMatching(/^Warning: .*%.*→.*%25.*RFC 3986 §2\.4/s),
    ]);
    expect(await page.locator('.clause a').first().getAttribute('href')).toBe(
      'https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.1',
    );
    expect(await page.textContent('.input')).toBe('GOPHER1://h.example:702/0%3zz');
  });

  test('what one rule did more than once is one step, which all its places have the number of', async () => {
    await using visiting = await session.open('/#url=%3CURL%3Ago%3Aa%7Cb%20c%20d%3E');
    const { page } = visiting;
    expect(await page.textContent('.input')).toBe('<1URL:1go:a|2b␣2c␣2d>1');
    const steps = await page.locator('.steps li').allInnerTexts();
    expect(steps).toHaveLength(2);
    expect(steps[1]).toMatch(/\|.*→.*%7C.*→.*%20, 2 times/s);
  });

  test('pointing at a part, by mouse or keyboard, lights its row, its place and its step', async () => {
    await using visiting = await session.open('/#url=gopher%3A%2F%2FH.example%2F1');
    const { page } = visiting;
    const lit = () =>
      page
        .locator('.explained :is(tr, li, mark)[data-part="host"]')
        .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).backgroundColor));
    const before = await lit();
    expect(before).toHaveLength(3);
    await page.hover('.part[data-part="host"]');
    const hovered = await lit();
    await page.hover('h1');
    expect(await lit()).toEqual(before);
    await page.focus('.part[data-part="host"]');
    expect(await lit()).toEqual(hovered);
    for (const [index, colour] of hovered.entries()) expect(colour).not.toBe(before[index]);
  });

  test('a reference is resolved, in the dialect that is chosen', async () => {
    await using visiting = await session.open('/');
    const { page } = visiting;
    await page.fill('#url', '7find?a+b');
    await page.click('.query-options summary');
    await page.fill('#base', 'gopher://h.example/');
    expect(await page.textContent('#canonical')).toBe('gopher://h.example/7find%3Fa+b');
    await page.selectOption('#dialect', 'url-1994');
    expect(await page.textContent('#canonical')).toBe('gopher://h.example/7find%09a%20b');
    await page.fill('#url', 'gopher:1x');
    await page.check('#lax');
    expect(await page.textContent('#canonical')).toBe('gopher://h.example/1x');
    await page.fill('#base', 'x');
    expect(await page.textContent('.input-error h2')).toBe('The base is no URL');
  });

  test('a reference that is clean is said to be resolved, and its base is in sight', async () => {
    await using visiting = await session.open('/#url=..%2Fb&base=gopher%3A%2F%2Fh.example%2F1%2Fa%2Fc');
    expect(await visiting.page.textContent('.columns section')).toMatch(/resolved against its base.*RFC 3986 §5\.2/);
    expect(await visiting.page.isVisible('#base')).toBe(true);
  });

  test('what is no URL is told where', async () => {
    await using visiting = await session.open('/#url=gopher%3A%2F%2Fh.example%2F0a%250Db');
    expect(await visiting.page.textContent('.input-error .lead')).toMatch(/CR or LF/);
    expect(await visiting.page.textContent('.input-error mark')).toBe('%0D');
  });

  test('a screen reader is told once nobody types any more', async () => {
    await using visiting = await session.open('/');
    await visiting.page.fill('#url', 'GO:x');
    await visiting.page.waitForFunction(() => document.getElementById('announcement')?.textContent !== '');
    expect(await visiting.page.textContent('#announcement')).toBe('go:x. 1 step, no warnings.');
    expect(await visiting.page.getAttribute('#announcement', 'aria-live')).toBe('polite');
  });

  test('one asks with Enter, and comes to the parts, the actions and the clauses', async () => {
    await using visiting = await session.open('/');
    const { page } = visiting;
    await page.focus('#url');
    await page.keyboard.type('GOPHER://h.example/');
    await page.keyboard.press('Enter');
    expect(await page.inputValue('#url')).toBe('GOPHER://h.example/');
    const stops: string[] = [];
    for (let stop = 0; stop < 14; stop++) {
      await page.keyboard.press('Tab');
      stops.push(await page.evaluate('document.activeElement.textContent.trim()'));
    }
    expect(stops.slice(0, 9)).toEqual([
      ...['Explain', 'Base and dialect', 'gopher scheme', 'h.example host', '/ path'],
      ...['Open it', 'JSON', 'Copy JSON', 'QR code'],
    ]);
    expect(stops).toContain('RFC 3986 §6.2.2.1');
  });
});
