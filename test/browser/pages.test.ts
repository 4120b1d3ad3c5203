/**
 * Pages in a browser: accessible in both themes (axe-core), usable at 320 pixels (WCAG 2.2 §1.4.10), without violations
 * of their own policy, and with forms that work.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFtp } from '../servers/ftp.ts';
import { startGopher } from '../servers/gopher.ts';
import type { RunningServer } from '../servers/listener.ts';
import { startNntp } from '../servers/nntp.ts';
import { type RunningWorker, startWorker } from '../worker/harness.ts';
import { headingsOf, stopsAfterHeader, treeFaults } from './accessibility-tree.ts';
import { hasChromium } from './chromium.ts';
import { faultsOf, horizontalOverflow, type OpenPage, openPage } from './open-page.ts';

interface TestServers {
  readonly gopher: RunningServer;
  readonly ftp: RunningServer;
  readonly nntp: RunningServer;
}

const encoded = encodeURIComponent;

/** One page of each kind. */
const pages: Readonly<Record<string, (servers: TestServers) => string>> = {
  'the privacy page': () => '/privacy',
  'the page of problems': () => '/problems',
  'the page before an external link': () => `/r?url=${encoded('http://paypal.com@www.аррӏе.example/')}`,
  'an explanation': () => `/r?url=${encoded('file://vms.host.edu/disk$user/notes.txt')}`,
  'the form for webhooks': () => '/inspect/webhook',
  'the verdict on a webhook': () => `/inspect/webhook?url=${encoded('https://0x7f.1/admin')}`,
  'links of a list, without a URL among them': () =>
    `/check?url=${encoded('gopher://h.example:99999/ mailto:a@h.example')}`,
  'a mail draft': () => `/open?url=${encoded('mailto:a@h.example?subject=b&body=c%0D%0Ad&bcc=e@h.example&attach=f')}`,
  'a refusal': () => '/gopher/192.168.1.1/1/a/very/long/way/to/a/directory/that/is/not/there/at/all',
  'an invalid URL': () => `/r?url=${encoded('gopher://h.example/0a%0D')}`,
  'an unknown address': () => '/nothing/here',
  'a gopher menu': ({ gopher }) => `/gopher/localhost:${gopher.port}/`,
  'the second page of a menu': ({ gopher }) => `/gopher/localhost:${gopher.port}/1/large/corridor?page=2`,
  'items found in a menu': ({ gopher }) => `/gopher/localhost:${gopher.port}/1/large/corridor?filter=door+77`,
  'no items found in a menu': ({ gopher }) => `/gopher/localhost:${gopher.port}/1/large/corridor?filter=window`,
  'a wrong page of a menu': ({ gopher }) => `/gopher/localhost:${gopher.port}/1/large/corridor?page=x`,
  'a gopher text': ({ gopher }) => `/gopher/localhost:${gopher.port}/0/about/welcome.txt`,
  'a sound of gopher': ({ gopher }) => `/gopher/localhost:${gopher.port}/s/gallery/telephone.wav`,
  'a sound that no browser plays': ({ ftp }) => `/ftp/localhost:${ftp.port}/pub/sounds/telephone.au`,
  'a text of FTP': ({ ftp }) => `/ftp/localhost:${ftp.port}/pub/charsets/letter.txt`,
  'a gopher search': ({ gopher }) => `/gopher/localhost:${gopher.port}/7/search`,
  'an FTP directory': ({ ftp }) => `/ftp/localhost:${ftp.port}/pub/`,
  'a list of newsgroups': () => '/news/~/*',
  'a newsgroup': () => '/news/~/museum.history',
};

describe.skipIf(!hasChromium())('in Chromium', () => {
  let servers: TestServers;
  let worker: RunningWorker;
  /** An external gateway. */
  let portal: Server;
  beforeAll(async () => {
    portal = createServer(({ url }, response) => response.end(`The portal opens ${url}`));
    await new Promise<void>((listening) => portal.listen(0, '127.0.0.1', listening));
    const { port: portalPort } = portal.address() as AddressInfo;
    servers = { gopher: await startGopher({}), ftp: await startFtp({}), nntp: await startNntp({}) };
    const ports = Object.values(servers).map(({ port }: RunningServer) => port);
    worker = await startWorker({
      EGRESS_ALLOW: ports.flatMap((port) => [`localhost:${port}`, `127.0.0.1:${port}`]).join(' '),
      NEWS_SERVER: `localhost:${servers.nntp.port}`,
      CONTACT: 'curator@museum.example',
      GATEWAYS: `{"rlogin": "none", "gemini": "http://127.0.0.1:${portalPort}/{+authority}/{+path}"}`,
    });
  });
  afterAll(async () => {
    await worker?.close();
    portal?.close();
    await Promise.all(Object.values(servers ?? {}).map((server: RunningServer) => server.close()));
  });

  const open = (path: string, colorScheme: 'light' | 'dark', width: number): Promise<OpenPage> =>
    openPage(worker.origin, path, { colorScheme, viewport: { width, height: 900 } });

  test.each(Object.entries(pages))('%s has no fault in either theme, nor at 320 pixels', async (_, path) => {
    await using opened = await open(path(servers), 'light', 1280);
    expect(await faultsOf(opened)).toEqual([]);
  });

  test.each<[string, (servers: TestServers) => string, headings: readonly string[], stops: readonly string[]]>([
    [
      'the explorer',
      () => '/',
      [
        '1 Open any old link',
        '2 For programs',
        '3 Canonicalize',
        '3 Short link',
        '3 Check a webhook URL',
        '2 A full-text search on gopher.floodgap.com for “lost worlds” (selector “/v2/vs”).',
        '2 What changed, and why',
        '2 What it means',
        '2 What a client sends',
        '2 Bookmarks and shortcuts',
        '2 One of each',
        '3 Telnet session',
      ],
      [
        'textbox "A link, or a text with links in it"',
        'button "Open"',
        'button "Explain"',
        'link "the page for lists"',
        'text: Options',
      ],
    ],
    [
      'a gopher menu',
      ({ gopher }) => `/gopher/localhost:${gopher.port}/`,
      ['1 The Waypost museum'],
      ['link "Explain"', 'text: Share', 'text: More', 'link "TEXT Welcome to the Waypost museum"'],
    ],
    [
      'an FTP directory',
      ({ ftp }) => `/ftp/localhost:${ftp.port}/pub/`,
      ['1 pub', '2 README'],
      ['link "Explain"', 'text: Share', 'text: More', 'link "Name"', 'link "Size"'],
    ],
    [
      'a newsgroup',
      () => '/news/~/museum.history',
      ['1 museum.history'],
      ['link "Explain"', 'text: Share', 'text: Archives', 'text: More', 'link "The reading circle is open"'],
    ],
    [
      'an article',
      () => '/news/~/veronica.3@museum.test',
      ['1 Re: Who remembers Veronica?', '2 Thread in museum.history'],
      [
        'link "Explain"',
        'text: Share',
        'link "Download"',
        'text: Archives',
        'text: More',
        'link "museum.history"',
        'link "Night Porter, 1993-11-16 03:40 UTC"',
        'link "Re: Who remembers Veronica? (Night Porter)"',
      ],
    ],
    // The server is one for gopher, which waits for a line.
    [
      'a terminal',
      ({ gopher }) => `/telnet/localhost:${gopher.port}/`,
      ['1 localhost, port …'],
      ['textbox "Terminal input"'],
    ],
    [
      'the documentation',
      () => '/docs',
      ['1 Documentation', '2 In one minute', '3 Over HTTP, with curl', '3 In a program', '3 On the command line'],
      ['searchbox "Search the documentation"', 'link "Overview"', 'link "In one minute"'],
    ],
    [
      'the page of problems',
      () => '/problems',
      ['1 Errors and notes', '2 Errors', '2 Notes about a link'],
      ['searchbox "Search codes and sentences"', 'link "Errors"', 'link "Notes about a link"'],
    ],
  ])('%s can be walked with a screen reader and a keyboard', async (_, path, headings, stops) => {
    await using opened = await open(path(servers), 'light', 1280);
    const { page } = opened;
    const found = (await headingsOf(page)).map((heading) => heading.replace(/(?<=port )\d+$/, '…'));
    expect(found.slice(0, headings.length)).toEqual(headings);
    expect(await stopsAfterHeader(page, stops.length)).toEqual(stops);
    expect(await treeFaults(page)).toEqual([]);
  });

  test.each([
    ['/nothing/here', 'Page not found', 'Go to the home page'],
    // Control characters of a URL are visible.
    [`/r?url=${encoded('gopher://h.example/0a\rb')}`, 'This is not a valid URL', 'gopher://h.example/0aCRb'],
  ])('%s tells a person what to do', async (path, title, text) => {
    await using opened = await open(path, 'light', 1280);
    const { page } = opened;
    expect(await page.textContent('h1')).toBe(title);
    expect(await page.textContent('main')).toContain(text);
    expect(await page.textContent('main')).not.toContain('GET /');
  });

  test('headings begin at one height', async () => {
    const paths = [...Object.values(pages).map((path) => path(servers)), '/docs', '/links', '/problems', '/owners'];
    const tops = new Map<string, number>();
    for (const path of paths) {
      await using opened = await open(path, 'light', 1280);
      // The front page and the page for lists need the room.
      if ((await opened.page.locator('.explorer').count()) > 0) continue;
      tops.set(path, await opened.page.locator('h1').evaluate((heading) => heading.getBoundingClientRect().top));
    }
    const wanted = tops.get('/docs');
    expect([...tops].filter(([, top]) => top !== wanted)).toEqual([]);
  });

  test('the kind of an item is not cut on a phone', async () => {
    await using opened = await open(`/gopher/localhost:${servers.gopher.port}/h/horrors/trap.html`, 'light', 390);
    const kicker = opened.page.locator('.kicker');
    expect(await kicker.textContent()).toBe('Gopher HTML document or URL');
    expect(await kicker.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
  });

  test('the header leads to the six things that one can do, and marks the one of the page', async () => {
    await using opened = await open('/docs', 'light', 960);
    const links = opened.page.locator('.sections nav a');
    expect(await links.allTextContents()).toEqual([
      ...['Open', 'Check a list', 'Short links', 'Site owners', 'For programs', 'Docs'],
    ]);
    expect(await opened.page.textContent('.sections [aria-current=page]')).toBe('Docs');
    // They stand on one line.
    const tops = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
  });

  test.each([390, 768, 959, 960])(
    'the field in the header shows what it is for in a window of %i pixels',
    async (width) => {
      await using opened = await open(`/gopher/localhost:${servers.gopher.port}/`, 'light', width);
      const field = opened.page.locator('.open-field input[name]');
      expect(await field.evaluate((input) => input.clientWidth)).toBeGreaterThan(150);
      expect(await opened.page.locator('.sections summary').isVisible()).toBe(width < 960);
    },
  );

  test.each([
    ['a gateway of the Worker', (): string => `gopher://localhost:${servers.gopher.port}/1/about`, '/1/about'],
    // Chromium applies the policy for forms to the redirects after them.
    ['an external gateway', (): string => 'gemini://h.example/x', '/h.example/x'],
    ['the page before the Web', (): string => 'https://h.example/', '/r?url=https%3A%2F%2Fh.example%2F'],
  ] as const)('the field in the header leads to %s', async (_, link, end) => {
    await using opened = await open(`/gopher/localhost:${servers.gopher.port}/`, 'light', 1280);
    const { page } = opened;
    await page.getByLabel('Open another link').fill(link());
    const arrival = page.waitForURL(`**${end}`);
    await page.keyboard.press('Enter');
    await arrival;
    expect(page.url()).toContain(end);
  });

  test('a text that is not a URL comes back in a form, with proposals', async () => {
    await using opened = await open('/r?url=localhost/1/about', 'light', 320);
    const { page } = opened;
    const field = page.getByLabel('Link', { exact: true });
    expect(await field.inputValue()).toBe('localhost/1/about');
    expect(await page.getAttribute('#link', 'aria-invalid')).toBe('true');
    expect(await page.locator('.proposals a').allTextContents()).toContain('gopher://localhost/1/about');
    await field.fill(`gopher://localhost:${servers.gopher.port}/1/about`);
    const arrival = page.waitForURL('**/1/about');
    await page.getByRole('button', { name: 'Open' }).click();
    await arrival;
    expect(page.url()).toContain('/gopher/');
  });

  test('a look-alike host is shown by its A-label, with the foreign letter marked', async () => {
    await using opened = await open(`/r?url=${encoded('http://\u0430pple.com/')}`, 'light', 1280);
    const { page } = opened;
    expect(await page.textContent('.destination')).toBe('xn--pple-43d.com');
    expect(await page.textContent('.spelling mark')).toBe('\u0430');
    expect(await page.textContent('.spelling')).toContain('The marked letter is Cyrillic.');
    expect(await page.locator('.buttons a').allTextContents()).toEqual(['Go back', 'Go to xn--pple-43d.com']);
    expect(await page.getAttribute('.buttons .button', 'href')).toBe('/');
    const warning = page.url();
    await page.goto(new URL('/privacy', warning).href);
    await page.goto(warning);
    await page.getByText('Go back').click();
    await page.waitForURL('**/privacy');
  });

  test('the command for a link that is explained can be copied', async () => {
    await using opened = await open('/r?url=rlogin://guest@h.example/', 'light', 1280);
    const { page } = opened;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    expect(await page.textContent('h1')).toContain('remote login at h.example');
    await page.getByRole('button', { name: 'Copy the command' }).click();
    await page.locator('.copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('rlogin -l guest h.example');
  });

  test('the error of a page leads to the section about it', async () => {
    await using opened = await open('/gopher/192.168.1.1/', 'light', 1280);
    expect(await opened.page.getAttribute('.content .aside a', 'href')).toBe('/problems#egress-denied');
  });

  test.each([
    ['a list of groups', () => '/news/~/*', 'main table a, .sections nav a', 'none'],
    ['prose', () => '/privacy', 'main p a', 'underline'],
  ])('links in %s have the right line', async (_, path, selector, line) => {
    await using opened = await open(path(), 'light', 1280);
    const lines = await opened.page
      .locator(selector)
      .evaluateAll((links) => links.map((link) => getComputedStyle(link).textDecorationLine));
    expect(new Set(lines)).toEqual(new Set([line]));
  });

  test('the signpost stays visible in forced colours', async () => {
    await using opened = await open('/privacy', 'light', 1280);
    await opened.page.emulateMedia({ forcedColors: 'active' });
    const [icon, page] = await opened.page.evaluate(() => [
      getComputedStyle(document.querySelector('.brand') ?? document.body, '::before').backgroundColor,
      getComputedStyle(document.body).backgroundColor,
    ]);
    await opened.page.emulateMedia({ forcedColors: 'none' });
    expect(icon).not.toBe(page);
  });

  test.each([
    [
      'audio',
      'a sound of gopher',
      ({ gopher }: TestServers) => `/gopher/localhost:${gopher.port}/s/gallery/telephone.wav`,
    ],
    ['video', 'a film of gopher', ({ gopher }: TestServers) => `/gopher/localhost:${gopher.port}/;/gallery/radar.webm`],
    ['audio', 'a sound of FTP', ({ ftp }: TestServers) => `/ftp/localhost:${ftp.port}/pub/sounds/telephone.wav`],
    ['video', 'a film of FTP', ({ ftp }: TestServers) => `/ftp/localhost:${ftp.port}/pub/gallery/radar.webm`],
    ['audio', 'a sound in an article', () => '/news/~/sounds.1@museum.test'],
    ['video', 'a film in an article', () => '/news/~/sounds.1@museum.test'],
    ['audio', 'an attached sound', () => '/news/~/sounds.1@museum.test/part/2'],
    ['video', 'an attached film', () => '/news/~/sounds.1@museum.test/part/3'],
  ] as const)('the %s element of %s plays', async (element, _, path) => {
    await using opened = await open(path(servers), 'light', 1280);
    const { page, errors } = opened;
    const state = await page.locator(element).evaluate(
      (player) =>
        new Promise((resolve) => {
          const report = () => resolve({ ready: Reflect.get(player, 'readyState') >= 1, error: null });
          player.addEventListener('loadedmetadata', report);
          player.addEventListener('error', () =>
            resolve({ ready: false, error: String(Reflect.get(player, 'error')) }),
          );
          if (Reflect.get(player, 'readyState') >= 1) report();
        }),
    );
    expect([state, errors]).toEqual([{ ready: true, error: null }, []]);
  });

  test.each([
    ['gopher', ({ gopher }: TestServers) => `/gopher/localhost:${gopher.port}/s/gallery/telephone.wav`],
    ['FTP', ({ ftp }: TestServers) => `/ftp/localhost:${ftp.port}/pub/sounds/telephone.wav`],
    ['news', () => '/news/~/sounds.1@museum.test/part/2'],
  ] as const)('one can seek in a sound of %s, and save it', async (_, path) => {
    await using opened = await open(path(servers), 'light', 1280);
    const { page } = opened;
    const seeked = await page.locator('audio').evaluate(
      (player) =>
        new Promise((resolve) => {
          const seek = () => {
            player.addEventListener('seeked', () => resolve(Reflect.get(player, 'currentTime')));
            Reflect.set(player, 'currentTime', 1.5);
          };
          if (Reflect.get(player, 'readyState') >= 1) seek();
          else player.addEventListener('loadedmetadata', seek);
        }),
    );
    expect(seeked).toBe(1.5);
    expect(await page.textContent('main')).toMatch(/telephone\.wav.*audio\/wav.*15 KiB/s);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download')]);
    expect(download.suggestedFilename()).toBe('telephone.wav');
  });

  test('a screen reader hears a blank between the kind and the name of an FTP entry', async () => {
    await using opened = await open(`/ftp/localhost:${servers.ftp.port}/pub/`, 'light', 1280);
    expect(await opened.page.getByRole('cell', { name: 'Directory charsets/', exact: true }).count()).toBe(1);
  });

  test('a text of FTP looks like a text of gopher', async () => {
    await using opened = await open(`/ftp/localhost:${servers.ftp.port}/pub/charsets/letter.txt`, 'light', 320);
    const { page } = opened;
    expect(await page.textContent('h1')).toBe('letter.txt');
    expect(await page.textContent('pre.text')).toContain('ß');
    expect(await page.textContent('.breadcrumbs')).toContain('charsets');
    expect(await page.locator('.charsets a').count()).toBeGreaterThan(5);
    expect(await horizontalOverflow(page)).toBe(0);
    await page.click('.charsets summary');
    await page.click('.charsets a >> text=KOI8-R');
    await page.waitForURL(/charset=koi8-r/);
    expect(await page.textContent('h1')).toBe('letter.txt');
    expect(await page.textContent('pre.text')).not.toContain('ß');
  });

  test('a filled-in Gopher+ form reaches the server', async () => {
    await using opened = await open(`/gopher/localhost:${servers.gopher.port}/1/plus`, 'light', 1280);
    const { page } = opened;
    await page.click('a[href*="visitors-book"]');
    await page.fill('main input[type=text] >> nth=0', 'A visitor in Chromium');
    servers.gopher.log.length = 0;
    const [response] = await Promise.all([page.waitForNavigation(), page.click('form[method=post] [type=submit]')]);
    expect(response?.status()).toBe(200);
    const received = () => servers.gopher.log.map(({ octets }) => octets.toString('latin1')).join('');
    expect(received().match(/\r\nA visitor in Chromium\r\n/g)).toHaveLength(1);
    expect(await page.textContent('pre.text')).toContain('A visitor in Chromium');
    // Loading the reply again, and coming back to it, sends nothing, also if the browser did not keep it: short of
    // memory, Chromium keeps nothing.
    const isReplyOrForm = async () =>
      (await page.locator('pre.text').count()) > 0
        ? expect(await page.textContent('pre.text')).toContain('A visitor in Chromium')
        : expect(await page.inputValue('main input[type=text] >> nth=0')).toBe('A visitor in Chromium');
    await page.reload();
    await isReplyOrForm();
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Network.clearBrowserCache');
    await page.reload();
    await isReplyOrForm();
    await page.click('main a[href*="visitors-book"] >> nth=0');
    await page.goBack();
    await isReplyOrForm();
    expect(received().match(/\r\nA visitor in Chromium\r\n/g)).toHaveLength(1);
  });

  test('the first stop of the Tab key is the link that skips the header', async () => {
    await using opened = await open('/privacy', 'light', 1280);
    const { page } = opened;
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
  });
});
