/**
 * The front door: one field for any old link, a button that opens it and one that explains it. It keeps still while it
 * is loaded.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGopher } from '../servers/gopher.ts';
import type { RunningServer } from '../servers/listener.ts';
import { hasChromium } from './chromium.ts';
import { layoutShift } from './layout-shift.ts';
import { faultsOf, openPage } from './open-page.ts';
import { type Session, startSession } from './session.ts';

const PHONE = { viewport: { width: 390, height: 844 } } as const;
/** Three hosts. */
const LIST = 'www.example.org\ngopher.floodgap.com\nftp.funet.fi';
const inFragment = (url: string): string => `/#url=${encodeURIComponent(url)}`;

describe.skipIf(!hasChromium())('the front door', () => {
  let gopher: RunningServer;
  let session: Session;
  beforeAll(async () => {
    gopher = await startGopher({});
    const allowed = `localhost:${gopher.port} 127.0.0.1:${gopher.port}`;
    session = await startSession({ EGRESS_ALLOW: allowed, LINK_TOKENS: 'alice:a-token-of-32-characters-or-more' });
  });
  afterAll(async () => {
    await session?.close();
    await gopher?.close();
  });

  const link = (): string => `GOPHER://localhost:${gopher.port}/1`;

  test.each([true, false])('on a phone, opens a link with its first button (scripts: %s)', async (scripts) => {
    await using opened = await session.open('/', { ...PHONE, javaScriptEnabled: scripts });
    const { page, errors } = opened;
    await page.fill('#url', link());
    // Above the keyboard of a phone.
    const open = page.locator('.query-form button').first();
    const box = await open.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(500);
    await open.click();
    await page.waitForURL(`**/gopher/localhost:${gopher.port}/`);
    await page.goBack();
    if (scripts) await expect.poll(() => page.inputValue('#url')).toBe(link());
    expect(errors).toEqual([]);
  });

  test('the first door answers while somebody types, also in another script', async () => {
    await using opened = await session.open('/');
    const { page, errors } = opened;
    await page.fill('#door-url', 'HTTP://BÜCHER.example:80/%7E');
    await expect.poll(() => page.textContent('#door-answer')).toBe('{"canonical":"http://xn--bcher-kva.example/~"}');
    expect(await page.textContent('#door-request')).toContain('HTTP%3A%2F%2FB%C3%9CCHER.example%3A80%2F%257E&fields');
    await page.fill('#door-url', "it's");
    await expect.poll(() => page.textContent('#door-answer')).toContain('422: ');
    expect(await page.textContent('#door-request')).toContain('url=it%27s&');
    expect(errors).toEqual([]);
  });

  test('the door for webhooks asks about what is typed, and shows no answer to something else', async () => {
    await using opened = await session.open('/');
    const { page } = opened;
    await page.fill('#hook-url', 'https://h.example/hook');
    await expect.poll(() => page.textContent('#hook-answer')).toBe('Press Check for the answer.');
    expect(await page.textContent('#hook-request')).toContain(
      '/v1/validate?url=https%3A%2F%2Fh.example%2Fhook&fields=',
    );
  });

  test.each(['.query-options', '#answer .action-menu'])(
    'the first tap opens the fold %s, and so does the first key',
    async (fold) => {
      for (const isKey of [false, true]) {
        await using opened = await session.open('/#programs', { ...PHONE, hasTouch: true });
        const { page } = opened;
        const summary = page.locator(`${fold} > summary`).first();
        if (isKey) {
          await summary.focus();
          await page.keyboard.press('Enter');
        } else await summary.tap();
        await page.waitForSelector('.has-explorer');
        await page.waitForTimeout(600);
        expect(await page.locator(fold).first().getAttribute('open')).not.toBeNull();
        if (isKey) expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
        // An address that names a place in the page keeps it.
        expect(new URL(page.url()).hash).toBe('#programs');
      }
    },
  );

  test.each([
    ['/', { viewport: { width: 1280, height: 800 } }],
    ['/', PHONE],
    ['/inspect/webhook', PHONE],
    ['/inspect/webhook?url=https%3A%2F%2F0x7f.1%2Fadmin', PHONE],
  ])('%s has no fault with %j', async (path, options) => {
    await using opened = await session.open(path, options);
    expect(await faultsOf(opened)).toEqual([]);
  });

  test('a webhook URL is checked without a script', async () => {
    await using opened = await session.open('/', { javaScriptEnabled: false });
    await opened.page.click('.doors button');
    await opened.page.waitForURL('**/inspect/webhook');
    expect(await opened.page.textContent('h2')).toBe('Do not call this URL');
  });

  test('opens a link with Enter, in the syntax of the options', async () => {
    await using opened = await session.open('/');
    const { page } = opened;
    await page.fill('#url', '1');
    await page.click('.query-options summary');
    await page.fill('#base', link());
    await page.focus('#url');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/gopher/localhost:${gopher.port}/`);
  });

  test.each([
    ['a link', (at: string) => `GOPHER://${at}/1\n`],
    ['a link between blank lines', (at: string) => `\r\n GOPHER://${at}/1\r\n  \n`],
    ['a wrapped link', (at: string) => `<URL:GOPHER://${at.replace('h', 'h\n')}/1>\n`],
  ])('opens %s with Enter that was pasted with line breaks, with its scripts and before them', async (_, textOf) => {
    const text = textOf(`localhost:${gopher.port}`);
    for (const isEarly of [false, true]) {
      await using opened = await openPage(session.root, '/privacy');
      const { page } = opened;
      if (isEarly) await page.route('**/assets/*.js*', (route) => route.abort());
      await page.goto(`${session.root}/`);
      await pasteInto(page, text);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/gopher/localhost:${gopher.port}/`);
      if (isEarly) {
        await page.unroute('**/assets/*.js*');
        continue;
      }
      // “Back” returns to what was typed, and Enter opens it again.
      await page.goBack();
      await expect.poll(() => page.inputValue('#url')).toContain('GOPHER://');
      await page.focus('#url');
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/gopher/localhost:${gopher.port}/`);
    }
  });

  test('opens a link with Enter that is broken over lines', async () => {
    await using opened = await session.open('/');
    const { page } = opened;
    // Without a pause: what says that this is one link is not loaded yet.
    await pasteInto(page, `http://localhost:${gopher.port}/a/long/\npath.html`);
    expect(await page.inputValue('#url')).toBe(`http://localhost:${gopher.port}/a/long/\npath.html`);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/r' && url.search.includes('path.html'));
  });

  test('leads a list to its own page with Enter, and back to what was pasted', async () => {
    await using opened = await session.open('/');
    const { page, errors, takeRequests } = opened;
    await pasteInto(page, LIST);
    await expect.poll(() => page.textContent('#answer')).toContain('A text with links');
    expect(await faultsOf(opened)).toEqual([]);
    takeRequests();
    await page.focus('#url');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/check');
    await page.waitForSelector('.links-table');
    expect(await page.inputValue('#url')).toBe(LIST);
    // Nothing of it was sent.
    expect(takeRequests().filter((address) => address.includes('floodgap'))).toEqual([]);
    await page.goBack();
    await expect.poll(() => page.inputValue('#url')).toBe(LIST);
    expect(errors).toEqual([]);
  });

  test.each<[what: string, give: (page: Page) => Promise<unknown>]>([
    ['a file', (page) => transfer(page, 'drop', { file: `nr,link\n1,gopher://a.example/\n2,gopher://b.example/\n` })],
    [
      'a long text',
      (page) => transfer(page, 'paste', { text: 'gopher://a.example/\ngopher://b.example/\n'.repeat(600) }),
    ],
    [
      'cells with links under other words',
      (page) =>
        transfer(page, 'paste', {
          text: 'a\tb\nc\td\n',
          html: '<table><tr><td>a<td><a href="gopher://a.example/">b</a><tr><td>c<td><a href="gopher://b.example/">d</a></table>',
        }),
    ],
  ])('leads %s to the page for lists, with the focus on the result, and back', async (_, give) => {
    await using opened = await session.open('/', PHONE);
    const { page, errors } = opened;
    await page.fill('#url', 'go:x');
    await give(page);
    await page.waitForURL((url) => url.pathname === '/check');
    await expect
      .poll(() => page.locator('.links-table').allTextContents())
      .toEqual([expect.stringMatching(/gopher:\/\/a\.example\/.*gopher:\/\/b\.example\//s)]);
    expect(await page.evaluate('document.activeElement.matches("#answer h2")')).toBe(true);
    const top = Number(await page.evaluate("document.getElementById('answer').getBoundingClientRect().top"));
    // It has a margin.
    expect(Math.abs(top)).toBeLessThan(20);
    // A reload shows it again, and “Back” what was typed before.
    await page.waitForFunction(() => location.hash !== '#list');
    await page.reload();
    await page.waitForSelector('.links-table');
    await page.goBack();
    await expect.poll(() => page.inputValue('#url')).toBe('go:x');
    expect(errors).toEqual([]);
  });

  test.each([
    ['a link', 'gopher://h.example/1', 'The main menu of the gopher server'],
    ['something else', 'gopher.floodgap.com', 'This is not a URL'],
  ])('on a phone, explains %s at the top of the window, with the focus there', async (_, text, heading) => {
    await using opened = await session.open('/', PHONE);
    const { page } = opened;
    await page.fill('#url', text);
    await page.getByRole('button', { name: 'Explain' }).click();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain(heading);
    await expect.poll(() => page.evaluate('document.activeElement.matches("#answer h2")')).toBe(true);
    // A short answer is above the end of the page, and cannot be at the top.
    const top = await page.evaluate("document.getElementById('answer').getBoundingClientRect().top");
    expect(Math.abs(Number(top))).toBeLessThan(PHONE.viewport.height / 6);
  });

  test('shows what can be opened of a host, instead of an error page', async () => {
    await using opened = await session.open('/', PHONE);
    const { page } = opened;
    await page.fill('#url', 'gopher.floodgap.com');
    await page.locator('.query-form button').first().click();
    await expect.poll(() => page.textContent('#answer')).toContain('gopher://gopher.floodgap.com/');
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('without a script, opens a link with Enter, and has several links as a table', async () => {
    await using opened = await session.open('/', { javaScriptEnabled: false });
    const { page } = opened;
    await page.fill('#url', link());
    await page.press('#url', 'Enter');
    await page.waitForURL(`**/gopher/localhost:${gopher.port}/`);
    await page.goto(`${session.root}/check`);
    await page.fill('#url', LIST);
    await page.click('button:text-is("Show the links")');
    await page.waitForURL('**/check?url=*');
    const opens = page.locator('.links-table tbody a:has-text("Open")');
    expect(await opens.evaluateAll((all) => all.map((a) => decodeURIComponent(a.getAttribute('href') ?? '')))).toEqual([
      '/r?url=http://www.example.org/',
      '/r?url=gopher://gopher.floodgap.com/',
      '/r?url=ftp://ftp.funet.fi/',
    ]);
  });

  test('says what a path lacks, and searches gopherspace for words', async () => {
    await using opened = await session.open('/');
    const { page } = opened;
    await page.fill('#url', '/pub/README');
    expect(await page.textContent('.input-error')).toContain('This looks like a path.');
    await page.fill('#url', 'lost worlds');
    await expect
      .poll(() => page.locator('.input-error .link-list a:not([data-example])').allTextContents())
      .toEqual(['Search Gopherspace for “lost worlds”']);
  });

  test('is the page of /r without a link', async () => {
    await using opened = await session.open('/r', PHONE);
    expect(await opened.page.textContent('h1')).toBe('Open any old link');
    expect(await opened.page.title()).toBe('Waypost: open and explain old links');
    expect(await faultsOf(opened)).toEqual([]);
  });

  test.each(['/open', '/open?url=', '/open?url=%20'])('has its field on %s, which has no link', async (path) => {
    await using opened = await session.open(path, PHONE);
    const { page } = opened;
    expect(await page.textContent('h1')).toBe('No link was given');
    expect(await page.textContent('.lead')).toBe('Paste one below.');
    expect(await faultsOf(opened)).toEqual([]);
    await page.fill('#link', link());
    await page.click('.link-form button');
    await page.waitForURL(`**/gopher/localhost:${gopher.port}/`);
  });

  test('claims nothing of a scheme that it does not know', async () => {
    await using opened = await session.open(inFragment('gemini://geminiprotocol.net/'));
    const { page } = opened;
    expect(await page.textContent('.sentence')).toBe('Unknown scheme: gemini');
    expect(await page.textContent('#answer')).toContain('Unknown: Waypost does not know this scheme’s protocol.');
    expect(await page.textContent('#answer')).not.toContain('no network protocol');
  });

  test('never shows another link before a shared one', async () => {
    const shared = 'ftp://ftp.funet.fi/pub/README';
    await using opened = await openPage(session.root, '/privacy');
    const { page } = opened;
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/explorer.js*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(session.root + inFragment(shared), { waitUntil: 'commit' });
    await page.waitForSelector('.shortcuts', { state: 'attached' });
    expect(await page.inputValue('#url')).toBe(shared);
    expect(await page.isVisible('.examples')).toBe(false);
    expect(await page.innerText('#answer')).toBe('');
    release();
    await expect.poll(() => page.textContent('#canonical')).toBe(shared);
    await page.unroute('**/assets/explorer.js*');
  });

  describe.each([1280, 390])('keeps still in a window of %i pixels', (width) => {
    test.each([
      ...['/', '/r', '/r?url=bad', '/inspect?url=gopher%3A%2F%2Fh.example%2F1', '/inspect?url=three%20words%20here'],
      ...['/links', '/owners', '/problems', '/problems#egress-denied', '/docs', '/privacy', '/nothing/here', '/open'],
      ...['ftp://ftp.funet.fi/pub/README', 'http://bücher.example/a', 'wais://h.example/db?x'].map(inFragment),
      ...['/check', '/check?url=http%3A%2F%2Fa.example%2F%0Ahttp%3A%2F%2Fb.example%2F', '/check#url=go%3Aa%20go%3Ab'],
      ...['www.example.org/x', 'http://a.example/ and\nhttp://b.example/\nftp://c.example/'].map(inFragment),
    ])('%s', async (path) => {
      await using opened = await openPage(session.root, '/nothing/there', {
        viewport: { width, height: width < 700 ? 844 : 900 },
      });
      const { page } = opened;
      // A slow network shows what waits for what.
      const devtools = await page.context().newCDPSession(page);
      const network = { offline: false, latency: 100, downloadThroughput: 200_000, uploadThroughput: 200_000 };
      await devtools.send('Network.emulateNetworkConditions', network);
      await page.goto(session.root + path, { waitUntil: 'networkidle' });
      if ((await page.locator('script[src*="/assets/explorer.js"]').count()) > 0) {
        await page.dispatchEvent('body', 'pointerover');
        await page.waitForSelector('html.has-explorer');
        await page.waitForLoadState('networkidle');
      }
      expect(await layoutShift(page)).toBeLessThan(0.05);
      await devtools.detach();
    });
  });
});

/** Pastes a text into the field as a clipboard does, line breaks included. */
async function pasteInto(page: Page, text: string): Promise<void> {
  await page.focus('#url');
  if (await transfer(page, 'paste', { text })) await page.keyboard.insertText(text);
}

/** Pastes or drops. Returns whether the browser does what it does by itself. */
function transfer(
  page: Page,
  kind: 'paste' | 'drop',
  { text = '', html = '', file = '' }: { text?: string; html?: string; file?: string },
): Promise<boolean> {
  return page.evaluate(
    ([kind, text, html, file]) => {
      const data = new DataTransfer();
      if (text !== '') data.setData('text/plain', text);
      if (html !== '') data.setData('text/html', html);
      if (file !== '') data.items.add(new File([file], 'links.csv'));
      const options = { bubbles: true, cancelable: true };
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data });
      return document.getElementById('url')?.dispatchEvent(event) ?? false;
    },
    [kind, text, html, file] as const,
  );
}
