/**
 * The explorer while somebody types: it explains the URL after each key, without a request to the server.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium } from './chromium.ts';
import { MANY_PARTS } from './examples.ts';
import { openPage } from './open-page.ts';
import { type Session, startSession } from './session.ts';

describe.skipIf(!hasChromium())('the explorer, while somebody types', () => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession();
  });
  afterAll(() => session?.close());

  test('explains the URL after each key, without a request', async () => {
    await using opened = await session.open('/');
    const { page, errors, takeRequests } = opened;
    await page.waitForLoadState('networkidle');
    takeRequests();
    await page.focus('#url');
    await page.keyboard.type('GOPHER://H.example:70/7find%09gold');
    expect(await page.textContent('#canonical')).toBe('gopher://h.example/7find%09gold');
    expect(await page.textContent('.sentence')).toBe('A full-text search on h.example for “gold” (selector “find”).');
    expect(await page.textContent('.octets')).toBe('findTABgoldCRLF\n');
    expect(await page.locator('.hex').textContent()).toBe('66 69 6e 64 09 67 6f 6c 64 0d 0a');
    // Whoever pauses at a half-typed URL gets proposals, and a busy machine pauses.
    expect(takeRequests().filter((address) => !/\/(?:rarely-needed|library-\w+)\.js/.test(address))).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('is loaded when somebody turns to the page, and takes what was typed before', async () => {
    await using opened = await openPage(session.root, '/');
    const { page, errors, takeRequests } = opened;
    await page.waitForLoadState('networkidle');
    expect(takeRequests().filter((address) => address.includes('.js'))).toHaveLength(2);
    await page.fill('#url', 'go:x');
    await expect.poll(() => page.textContent('#canonical')).toBe('go:x');
    expect(errors).toEqual([]);
  });

  test('is loaded by a click on an example, which is explained at once', async () => {
    await using opened = await openPage(session.root, '/');
    await opened.page.click('[data-example^="wais:"]');
    await expect.poll(() => opened.page.textContent('#canonical')).toMatch(/^wais:/);
  });

  test('shows each part of the URL above its name', async () => {
    await using opened = await session.open(`/#url=${encodeURIComponent(MANY_PARTS)}`);
    const parts = await opened.page.locator('.part').evaluateAll((elements) =>
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

  test('shows names that do not overlap', async () => {
    await using opened = await session.open('/#url=go%3A%2F%2Fa%3Ab%40h%3A1%2F', {
      viewport: { width: 320, height: 800 },
    });
    for (const url of ['ftp://a:b@h:1/c#d', 'http://a:b@h:1/c?d#e', 'mid:a@b']) {
      await opened.page.fill('#url', url);
      const overlaps = await opened.page.locator('.part-name').evaluateAll((names) => {
        // A name lower down is joined to its part by a line, which may pass other names. Only its text counts.
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

  test('shows what the browser makes of the URL, with the differences marked', async () => {
    await using opened = await session.open('/#url=ftp%3A%2F%2Fh.example%2F%257eA%3Btype%3DI');
    const { page } = opened;
    expect(await page.textContent('.theirs code')).toBe('ftp://h.example/%7eA;type=I');
    expect(await page.locator('.theirs mark').allTextContents()).toEqual(['%7e', 'I']);
    expect(await page.locator('.ours mark').allTextContents()).toEqual(['~', 'i']);
  });

  test('shows for each step its place, its result and its clause', async () => {
    await using opened = await session.open('/#url=GOPHER%3A%2F%2Fh.example%3A70%2F0%25zz');
    const { page } = opened;
    expect(await page.locator('.steps li').allInnerTexts()).toEqual([
      expect.stringMatching(/lower case.*GOPHER.*→.*gopher.*RFC 3986 §6\.2\.2\.1/s),
      expect.stringMatching(/default port.*was removed.*:70.*→.*nothing.*RFC 3986 §6\.2\.3/s),
      expect.stringMatching(/^Warning: .*%.*→.*%25.*RFC 3986 §2\.4/s),
    ]);
    expect(await page.locator('.clause a').first().getAttribute('href')).toBe(
      'https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.1',
    );
    expect(await page.textContent('.input')).toBe('GOPHER1://h.example:702/0%3zz');
  });

  test('shows several changes by one rule as one step, whose number is at each place', async () => {
    await using opened = await session.open('/#url=%3CURL%3Ago%3Aa%7Cb%20c%20d%3E');
    const { page } = opened;
    expect(await page.textContent('.input')).toBe('<1URL:1go:a|2b␣2c␣2d>1');
    const steps = await page.locator('.steps li').allInnerTexts();
    expect(steps).toHaveLength(2);
    expect(steps[1]).toMatch(/\|.*→.*%7C.*→.*%20, 2 times/s);
  });

  test('highlights the row, the place and the step of a part under the mouse or the keyboard focus', async () => {
    await using opened = await session.open('/#url=gopher%3A%2F%2FH.example%2F1');
    const { page } = opened;
    const highlighted = () =>
      page
        .locator('.explained :is(tr, li, mark)[data-part="host"]')
        .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).backgroundColor));
    const before = await highlighted();
    expect(before).toHaveLength(3);
    await page.hover('.part[data-part="host"]');
    const hovered = await highlighted();
    await page.hover('h1');
    expect(await highlighted()).toEqual(before);
    await page.focus('.part[data-part="host"]');
    expect(await highlighted()).toEqual(hovered);
    for (const [index, colour] of hovered.entries()) expect(colour).not.toBe(before[index]);
  });

  test('resolves a reference in the chosen dialect', async () => {
    await using opened = await session.open('/');
    const { page } = opened;
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
    expect(await page.textContent('.input-error h2')).toBe('The base is not a URL');
  });

  test('says that a reference was resolved, and shows its base', async () => {
    await using opened = await session.open('/#url=..%2Fb&base=gopher%3A%2F%2Fh.example%2F1%2Fa%2Fc');
    expect(await opened.page.textContent('.columns section')).toMatch(/resolved against its base.*RFC 3986 §5\.2/);
    expect(await opened.page.isVisible('#base')).toBe(true);
  });

  test('compares with what the browser makes of the URL without its wrapper', async () => {
    await using opened = await session.open('/#url=%3CURL%3Agopher%3A%2F%2Fh.example%2F0a%20b%3E');
    const { page } = opened;
    expect(await page.textContent('.theirs dd')).toMatch(/^gopher:\/\/h\.example\/0a(?:%20| )b$|^the same$/);
  });

  test('names a host that looks like another by its A-labels, and marks the foreign letter', async () => {
    await using opened = await session.open(`/#url=${encodeURIComponent('http://аpple.com/')}`);
    const { page } = opened;
    await expect
      .poll(() => page.textContent('.unicode-host'))
      .toBe(
        'This host is made to look like аpple.com. The marked letter is Cyrillic. Its real name is xn--pple-43d.com.',
      );
    expect(await page.locator('.unicode-host mark').allTextContents()).toEqual(['а']);
    expect(await page.textContent('.sentence')).toContain('xn--pple-43d.com');
    expect(await page.title()).toContain('xn--pple-43d.com');
    await page.fill('#url', 'http://bücher.example/');
    expect(await page.textContent('.unicode-host')).toBe('The host in Unicode: bücher.example');
  });

  test('has the sentence about the URL as its title, and a button that says what it does', async () => {
    await using opened = await session.open('/');
    const { page } = opened;
    expect(await page.title()).toBe('Waypost: open and explain old links');
    await page.fill('#url', 'ftp://h.example/pub/');
    expect(await page.title()).toBe(`${(await page.textContent('.sentence'))?.replace(/\.$/, '')} · Waypost`);
    const button = page.locator('.explorer-actions .button');
    expect(await button.textContent()).toBe('Open it');
    for (const explained of ['afs://cell.example/a', 'file:///etc/motd', 'go:x', 'prospero://h.example//a', 'foo:x']) {
      await page.fill('#url', explained);
      await expect.poll(() => button.textContent(), { message: explained }).toBe('How to open it');
    }
    await page.fill('#url', `gopher://h.example/0${'a'.repeat(300)}`);
    expect((await page.title()).length).toBeLessThan(140);
  });

  test('proposes URLs for a text that is not one', async () => {
    await using opened = await session.open('/');
    const { page } = opened;
    await page.fill('#url', 'gopher.floodgap.com');
    const proposals = page.locator('.input-error .link-list a:not([data-example])');
    await expect
      .poll(() => proposals.allTextContents())
      .toEqual(['gopher', 'http', 'https', 'ftp'].map((scheme) => `${scheme}://gopher.floodgap.com/`));
    // One click opens a proposal, another link explains it.
    const hrefs = await proposals.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs[0]).toBe('/r?url=gopher%3A%2F%2Fgopher.floodgap.com%2F');
    await page.click('.input-error .link-list [data-example] >> nth=0');
    expect(await page.textContent('#canonical')).toBe('gopher://gopher.floodgap.com/');
    await page.goBack();
    await expect.poll(() => page.inputValue('#url')).toBe('gopher.floodgap.com');
    await using served = await session.open('/inspect?url=www.example.org%2Fx', { javaScriptEnabled: false });
    expect(await served.page.textContent('.input-error .link-list')).toContain('http://www.example.org/x');
  });

  test('says what it is within the first screen, and offers links to open', async () => {
    await using opened = await session.open('/', { viewport: { width: 390, height: 844 } });
    const { page } = opened;
    const lead = page.locator('.explorer > .lead');
    expect(await lead.textContent()).toMatch(/^Waypost opens and explains the links that browsers forgot/);
    expect((await lead.boundingBox())?.y).toBeLessThan(300);
    const examples = page.locator('.examples a');
    expect(await examples.count()).toBeGreaterThan(2);
    expect(await examples.first().getAttribute('href')).toMatch(/^\/r\?url=gopher%3A/);
    await page.fill('#url', 'go:x');
    expect(await examples.first().isVisible()).toBe(false);
  });

  test('cuts a long URL after eight lines, and shows all of it on request', async () => {
    const url = `wais://h.example/db?${'a%C3%A9'.repeat(560)}`;
    await using opened = await session.open(`/#url=${encodeURIComponent(url)}`);
    const { page } = opened;
    const height = async (): Promise<number> => page.evaluate('document.documentElement.scrollHeight');
    const cut = await height();
    expect(cut).toBeLessThan(8000);
    await page.click('.anatomy .show-all summary');
    expect(await height()).toBeGreaterThan(cut + 1000);
    expect(await page.textContent('.anatomy .show-all summary')).toContain('Show less');
    // The text is whole for those who copy it.
    expect(await page.textContent('#canonical')).toBe(url);
  });

  test('marks the place of an error', async () => {
    await using opened = await session.open('/#url=gopher%3A%2F%2Fh.example%2F0a%250Db');
    expect(await opened.page.textContent('.input-error .lead')).toMatch(/line break/);
    expect(await opened.page.textContent('.input-error mark')).toBe('%0D');
  });

  test('announces the result to screen readers when typing stops', async () => {
    await using opened = await session.open('/');
    await opened.page.fill('#url', 'GO:x');
    // On a slow machine, the example of the empty page is announced first.
    await expect.poll(() => opened.page.textContent('#announcement')).toBe('go:x. 1 step, no warnings.');
    expect(await opened.page.getAttribute('#announcement', 'aria-live')).toBe('polite');
  });

  test('keeps the input; Tab reaches the parts, then the actions and clauses', async () => {
    await using opened = await session.open('/');
    const { page } = opened;
    await page.focus('#url');
    await page.keyboard.type('GOPHER://h.example/');
    expect(await page.inputValue('#url')).toBe('GOPHER://h.example/');
    const stops: string[] = [];
    for (let stop = 0; stop < 15; stop++) {
      await page.keyboard.press('Tab');
      stops.push(await page.evaluate('document.activeElement.textContent.trim()'));
    }
    expect(stops.slice(0, 10)).toEqual([
      ...['Open', 'Explain', 'the page for lists', 'Options', 'gopher scheme', 'h.example host', '/ path'],
      ...['Open it', 'Copy', 'Share'],
    ]);
    expect(stops).toContain('RFC 3986 §6.2.2.1');
  });
});
