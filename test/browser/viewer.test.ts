/** What the pages of all gateways share: a short head, the actions in one order, and frames for strangers' HTML. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseEgressPolicy } from '../../src/egress/policy.ts';
import { type RunningRelay, startRelay } from '../../worker/relay/relay.ts';
import { decodeQr, modulesIn } from '../qr-code.ts';
import { startCnrp } from '../servers/cnrp.ts';
import { png } from '../servers/content/pictures.ts';
import { startCso } from '../servers/cso.ts';
import { startFtp } from '../servers/ftp.ts';
import { startGopher } from '../servers/gopher.ts';
import { startNntp } from '../servers/nntp.ts';
import { startProspero } from '../servers/prospero.ts';
import { startTelnet } from '../servers/telnet.ts';
import { startWais } from '../servers/wais.ts';
import { startFakeServer } from '../worker/gateway/gopher/worker.ts';
import { type RunningWorker, startWorker } from '../worker/harness.ts';
import { hasChromium } from './chromium.ts';
import { layoutShift } from './layout-shift.ts';
import { accessibilityViolations, faultsOf, openPage } from './open-page.ts';

const SECRET = 'a secret of the tests';
const PHONE = { viewport: { width: 390, height: 844 } };

/** Starts one server of each protocol. */
async function startServers() {
  const [ftp, nntp, wais, cso, telnet] = await Promise.all([
    startFtp(),
    startNntp({}),
    startWais(),
    startCso(),
    startTelnet(),
  ]);
  const gopher = await startGopher({});
  const cnrp = await startCnrp({ otherPorts: { gopher: gopher.port, ftp: ftp.port } });
  const prospero = await startProspero({ otherPorts: { ftp: ftp.port, gopher: gopher.port, wais: wais.port } });
  const old = await startFakeServer(OLD_PAGES);
  return { ftp, nntp, wais, cso, telnet, gopher, cnrp, prospero, old };
}

/** A home page as they were: frames, a map of places, a form, a page that moved, and six pictures. */
const OLD_PAGES: Readonly<Record<string, string>> = {
  '/frames.html': '<title>Frames</title><frameset cols="20%,*"><frame name=menu src=menu.html></frameset>',
  '/moved.html': '<meta http-equiv="refresh" content="0; url=menu.html">',
  '/menu.html':
    '<title>My corner</title><body bgcolor=black text=lime background=1.gif><a name=top></a>' +
    '<img src=1.gif usemap=#places width=90 height=90><map name=places><area coords=0,0,90,90 href=/map/></map>' +
    [2, 3, 4, 5, 6].map((number) => `<img src=${number}.gif width=90 height=90>`).join('') +
    '<img src=http://counter.example/count.gif><p><a href=http://web.example/>The Web</a> <a href=#end>Below</a>' +
    '<iframe src=http://banner.example/></iframe><form action=http://catch.example/><input type=submit></form>' +
    `${'<p>So much to say. '.repeat(200)}<h2 id=end>The end</h2>`,
  '/photo.bmp': 'BM',
  '/map': '1A place\t/place\r\n',
  '': 'GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;',
};

type Servers = Awaited<ReturnType<typeof startServers>>;

const open = (url: string): string => `/open?url=${encodeURIComponent(url)}`;

/** One page of each kind. */
const kinds: Readonly<Record<string, (servers: Servers) => string>> = {
  'a gopher menu': ({ gopher }) => `/gopher/localhost:${gopher.port}/1/gallery`,
  'a gopher text': ({ gopher }) => `/gopher/localhost:${gopher.port}/0/about/welcome.txt`,
  'a gopher search': ({ gopher }) => `/gopher/localhost:${gopher.port}/7/search`,
  'a message of gopher': ({ gopher }) => `/gopher/localhost:${gopher.port}/M/gallery/mail.eml`,
  'a sound of gopher': ({ gopher }) => `/gopher/localhost:${gopher.port}/s/gallery/telephone.wav`,
  'attributes of gopher': ({ gopher }) => `/gopher/localhost:${gopher.port}/0/plus/motto%09%09!`,
  'a form of gopher': ({ gopher }) => `/gopher/localhost:${gopher.port}/1/plus/visitors-book%09%09%3F`,
  'a phone book': ({ cso }) => `/gopher/localhost:${cso.port}/2`,
  'HTML of gopher': ({ gopher }) => `/gopher/localhost:${gopher.port}/h/gallery/page.html`,
  'a picture of gopher': ({ gopher }) => `/gopher/localhost:${gopher.port}/g/gallery/post.gif`,
  'HTML of FTP': ({ ftp }) => `/ftp/localhost:${ftp.port}/pub/gallery/page.html`,
  'a picture of FTP': ({ ftp }) => `/ftp/localhost:${ftp.port}/pub/pictures/post.gif`,
  'an FTP directory': ({ ftp }) => `/ftp/localhost:${ftp.port}/pub/`,
  'a text of FTP': ({ ftp }) => `/ftp/localhost:${ftp.port}/pub/charsets/letter.txt`,
  'a sound of FTP': ({ ftp }) => `/ftp/localhost:${ftp.port}/pub/sounds/telephone.wav`,
  'a list of newsgroups': () => '/news/~/*',
  'a newsgroup': () => '/news/~/museum.history',
  'an article': () => '/news/~/veronica.3@museum.test',
  'an attachment': () => '/news/~/sounds.1@museum.test/part/2',
  'a text attachment': () => '/news/~/attachment.1@museum.test/part/3',
  'a file in an article': () => '/news/~/uuencoded.1@museum.test/part/encoded-1',
  'a WAIS database': ({ wais }) => `/wais/localhost:${wais.port}/history`,
  'a WAIS search': ({ wais }) => open(`wais://localhost:${wais.port}/history?wais`),
  'a Prospero directory': ({ prospero }) => open(`prospero://localhost:${prospero.port}//museum`),
  'HTML of Prospero': ({ prospero }) => open(`prospero://localhost:${prospero.port}//museum/page.html`),
  'a Prospero file': ({ prospero }) => open(`prospero://localhost:${prospero.port}//museum/welcome.txt`),
  'common names': () => open('go:o'),
  'a mail draft': () => open('mailto:a@museum.test?subject=Hello'),
  'a terminal': ({ telnet }) => `/telnet/localhost:${telnet.port}/`,
};

/** The order of all actions; a page has those that its link has. */
const ORDER = ['Explain', 'Share', 'Download', 'Archives', 'More'];
const VIEWS = ['JSON', 'As the server sent it', 'Feed', 'Attributes'];

describe.skipIf(!hasChromium())('in Chromium', () => {
  let servers: Servers;
  let relay: RunningRelay;
  let worker: RunningWorker;

  beforeAll(async () => {
    servers = await startServers();
    const ports = Object.values(servers).map(({ port }) => port);
    const EGRESS_ALLOW = ports.flatMap((port) => [`localhost:${port}`, `127.0.0.1:${port}`]).join(',');
    relay = await startRelay({ secret: SECRET, policy: parseEgressPolicy({ EGRESS_ALLOW }), port: 0 });
    worker = await startWorker({
      EGRESS_ALLOW,
      NEWS_SERVER: `localhost:${servers.nntp.port}`,
      CNRP_SERVICES: `localhost:${servers.cnrp.port}`,
      PROSPERO_RELAY: relay.origin,
      PROSPERO_RELAY_SECRET: SECRET,
    });
  });

  afterAll(async () => {
    await worker?.close();
    await relay?.close();
    await Promise.all(Object.values(servers ?? {}).map((server) => server.close()));
  });

  test.each(Object.entries(kinds))('the content of %s begins within 160 pixels on a telephone', async (_, path) => {
    await using opened = await openPage(worker.origin, path(servers), PHONE);
    const { page } = opened;
    const top = await page.locator('main > .content').evaluate((content) => content.getBoundingClientRect().top);
    expect(top).toBeGreaterThan(80);
    expect(top).toBeLessThanOrEqual(160);
    expect(await page.locator('.masthead .sections > *').count()).toBe(3);
    const words = (await page.locator('.link-actions > ul > li').allInnerTexts()).map((text) => text.trim());
    expect(words.slice(0, 2)).toEqual(['Explain', 'Share']);
    expect(words).toEqual(ORDER.filter((word) => words.includes(word)));
    const views = await page.locator('.link-actions details').last().locator('a').allTextContents();
    expect(views.filter((text) => VIEWS.includes(text))).toEqual(VIEWS.filter((text) => views.includes(text)));
    expect(views).toContain(
      views.includes('As the server sent it') || !views.includes('JSON') ? 'As the server sent it' : 'JSON',
    );
  });

  // Pages with a script, a frame or a picture load what they show, too.
  const plain = Object.entries(kinds).filter(([kind]) => !/terminal|HTML|picture|file in/.test(kind));

  test.each(plain)('%s weighs at most 14 KiB in three requests', async (_, path) => {
    await using opened = await openPage(worker.origin, path(servers));
    const [page = '', style = '', ...others] = opened
      .takeRequests()
      .map((address) => address.slice(worker.origin.length));
    expect([style, others.filter((address) => !/format=raw$/.test(address))]).toEqual([
      expect.stringContaining('/assets/waypost.css'),
      [],
    ]);
    const weights = await Promise.all(
      [page, style, '/assets/icon.svg'].map(async (address) => {
        const response = await worker.fetch(address, { headers: { Accept: 'text/html' } });
        return gzipSync(Buffer.from(await response.arrayBuffer()), { level: 9 }).length;
      }),
    );
    const sum = weights.reduce((sum, weight) => sum + weight, 0);
    expect(sum).toBeGreaterThan(9 * 1024);
    expect(sum).toBeLessThanOrEqual(14 * 1024);
  });

  test('the QR code comes when somebody wants to share, and holds the address', async () => {
    await using opened = await openPage(worker.origin, kinds['a gopher text']?.(servers) ?? '', PHONE);
    const { page, takeRequests } = opened;
    expect(takeRequests().filter((address) => address.includes('/v1/qr'))).toEqual([]);
    await page.click('.link-actions summary:text-is("Share")');
    await expect.poll(() => page.$eval('.share-code', (img) => Reflect.get(img, 'naturalWidth'))).toBeGreaterThan(20);
    const [address = ''] = takeRequests().filter((address) => address.includes('/v1/qr'));
    const code = await worker.fetch(address.slice(worker.origin.length));
    expect(decodeQr(modulesIn(await code.text()))).toBe(await page.textContent('.link-panel .whole >> nth=0'));
  });

  test('the reason why a link does not open begins within 160 pixels, too', async () => {
    await using opened = await openPage(worker.origin, '/gopher/192.168.1.1/1/a/b', PHONE);
    const top = await opened.page.locator('main .lead').evaluate((reason) => reason.getBoundingClientRect().top);
    expect(top).toBeLessThanOrEqual(160);
  });

  test('each action leads where it says, without a script', async () => {
    await using opened = await openPage(worker.origin, kinds['a gopher text']?.(servers) ?? '', {
      ...PHONE,
      javaScriptEnabled: false,
    });
    const { page } = opened;
    const link = `gopher://localhost:${servers.gopher.port}/0/about/welcome.txt`;
    await page.click('.link-actions summary:text-is("Share")');
    expect(await page.locator('.link-panel:visible code').allTextContents()).toEqual([
      `${worker.origin}/r?url=${encodeURIComponent(link)}`,
      link,
    ]);
    // Only one panel is open at a time.
    await page.click('.link-actions summary:text-is("More")');
    expect(await page.locator('.link-panel:visible').count()).toBe(1);
    // A server shows only later that it has attributes.
    const views = await page.locator('.link-panel:visible a').allTextContents();
    expect(views.filter((text) => text !== 'Attributes')).toEqual(['JSON', 'As the server sent it']);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('.link-actions a:text-is("Download")'),
    ]);
    expect(download.suggestedFilename()).toBe('welcome.txt');
    await page.click('.link-actions a:text-is("Explain")');
    await page.waitForURL('**/inspect?url=*');
    expect(await page.textContent('#canonical')).toBe(link);
  });

  /** What a transport, or the copy of a moment later, may have of its own. */
  const OF_THE_MOMENT = /^(?:age|cache-status|connection|content-encoding|date|keep-alive|server-timing|x-request-id)$/;

  // RFC 9111 §3.2: whoever has the answer takes the headers of a 304 for its own.
  test.each(
    Object.entries(kinds).flatMap(([kind, path]) =>
      (['text/html', '*/*', 'application/json'] as const).map((accept) => [kind, accept, path] as const),
    ),
  )('a 304 for %s as %s has no header that the answer has not', async (_, Accept, path) => {
    const get = async (headers: Readonly<Record<string, string>>) => {
      const response = await worker.fetch(path(servers), { headers: { Accept, ...headers } });
      await response.arrayBuffer();
      return response;
    };
    const whole = await get({});
    const tag = whole.headers.get('etag');
    if (tag === null) return;
    const { status, headers } = await get({ 'If-None-Match': tag });
    expect(status).toBe(304);
    expect(
      [...headers].filter(([name, value]) => whole.headers.get(name) !== value && !OF_THE_MOMENT.test(name)),
    ).toEqual([]);
  });

  test.each(Object.entries(kinds))('the open panels of %s have no fault', async (_, path) => {
    await using opened = await openPage(worker.origin, path(servers));
    await opened.page.click('.link-actions summary:text-is("Share")');
    expect(await faultsOf(opened)).toEqual([]);
  });

  test.each(['HTML of gopher', 'HTML of FTP'] as const)(
    '%s has its pictures, and a click leads the whole window on',
    async (kind) => {
      await using opened = await openPage(worker.origin, kinds[kind]?.(servers) ?? '', { javaScriptEnabled: false });
      const { page, errors } = opened;
      const frame = page.frameLocator('iframe.document');
      const picture = frame.locator('img');
      await picture.waitFor();
      await expect.poll(() => picture.evaluate((img) => Reflect.get(img, 'naturalWidth'))).toBe(192);
      expect(await page.textContent('.breadcrumbs')).toContain('gallery');
      await frame.locator('a >> nth=1').click();
      await page.waitForURL(/\/gallery\/texts\/links\.txt$/);
      // The test looks into the frame by a script, which the frame refuses; and the FTP server lacks the text.
      expect(errors.filter((error) => !/Blocked script execution|404/.test(error))).toEqual([]);
    },
  );

  test('an old home page shows four pictures, more when asked, and its places, frames and moves lead on', async () => {
    const at = `/gopher/localhost:${servers.old.port}`;
    await using opened = await openPage(worker.origin, `${at}/h/menu.html`, { javaScriptEnabled: false });
    const { page, takeRequests } = opened;
    const frame = page.frameLocator('iframe.document');
    await frame.locator('h2').waitFor();
    const shown = () => frame.locator('img[src]').count();
    expect(await shown()).toBe(4);
    expect(await frame.locator('body[background]').count()).toBe(1);
    await frame.locator('a:text-is("Below")').click();
    await expect.poll(() => frame.locator('h2').isVisible()).toBe(true);
    expect(page.url()).toBe(`${worker.origin}${at}/h/menu.html`);
    expect(takeRequests().filter((address) => !address.startsWith(worker.origin))).toEqual([]);
    await page.click('a:text-is("Show all 6 pictures")');
    await frame.locator('h2').waitFor();
    expect(await shown()).toBe(6);
    await frame.locator('a:text-is("The Web")').click();
    await page.waitForURL(`${worker.origin}/r?url=http%3A%2F%2Fweb.example%2F`);
    await page.goto(`${worker.origin}${at}/h/menu.html`);
    await frame.locator('img[usemap]').click();
    await page.waitForURL(`${worker.origin}${at}/1/map/`);
    for (const [document, link] of [
      ['frames', 'menu'],
      ['moved', 'menu.html'],
    ] as const) {
      await page.goto(`${worker.origin}${at}/h/${document}.html`);
      await frame.locator(`a:text-is("${link}")`).click();
      await page.waitForURL(`${worker.origin}${at}/h/menu.html`);
    }
    expect(await page.title()).toBe('My corner · Waypost');
  });

  describe.each([1280, 390])('in a window of %i pixels', (width) => {
    test.each<[kind: string, hasSize: boolean, path: (servers: Servers) => string]>([
      ['gopher', true, ({ gopher }) => `/gopher/localhost:${gopher.port}/g/gallery/lamp.gif`],
      ['FTP', true, ({ ftp }) => `/ftp/localhost:${ftp.port}/pub/pictures/post.gif`],
      ['an unknown size', false, ({ old }) => `/gopher/localhost:${old.port}/I/photo.bmp`],
    ])('a picture of %s moves nothing when it arrives', async (_kind, hasSize, path) => {
      await using opened = await openPage(worker.origin, '/privacy', { viewport: { width, height: 844 } });
      const { page } = opened;
      await page.route(/format=raw/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        await route.fulfill({ contentType: 'image/png', body: png() });
      });
      await page.goto(worker.origin + path(servers), { waitUntil: 'networkidle' });
      const picture = page.locator('img.picture');
      await expect.poll(() => picture.evaluate((img) => Reflect.get(img, 'naturalWidth'))).toBeGreaterThan(99);
      expect((await picture.getAttribute('width')) !== null).toBe(hasSize);
      expect(await layoutShift(page)).toBeLessThan(0.05);
    });
  });

  test.each([
    ['A picture of WAIS', 'img.picture', 'wais.gif'],
    ['gopher.html: Gopher and WAIS', 'iframe.document', 'gopher.html'],
    ['wais.txt: The history of WAIS', 'pre.text', 'wais.txt'],
  ])('%s of WAIS is framed, with its name, and a way back to the database', async (headline, shown, name) => {
    await using opened = await openPage(
      worker.origin,
      open(`wais://localhost:${servers.wais.port}/history?wais`),
      PHONE,
    );
    const { page } = opened;
    await page.click(`.hits a:text-is("${headline}")`);
    await page.waitForSelector(shown);
    expect(await page.textContent('h1')).toBe(name);
    const top = await page.locator('main > .content').evaluate((content) => content.getBoundingClientRect().top);
    expect(top).toBeLessThanOrEqual(160);
    await page.click('.breadcrumbs a:text-is("history")');
    await page.waitForURL(`${worker.origin}/wais/localhost:${servers.wais.port}/history`);
  });

  test('an article in HTML shows its own picture, and its links lead the whole window on', async () => {
    await using opened = await openPage(worker.origin, '/news/~/inline.1@museum.test', { javaScriptEnabled: false });
    const { page, errors, takeRequests } = opened;
    const frame = page.frameLocator('iframe.document');
    await frame.locator('img').evaluate((picture: HTMLImageElement) => picture.decode());
    expect(errors).toEqual([]);
    expect(takeRequests().at(-1)).toBe(`${worker.origin}/news/~/inline.1@museum.test/part/2?format=raw`);
    await frame.locator('a:text-is("veronica")').click();
    await page.waitForURL(`${worker.origin}/news/~/veronica.3@museum.test`);
    await page.goBack();
    await frame.locator('a:text-is("Signposts on the Web")').click();
    await page.waitForURL(`${worker.origin}/r?url=http%3A%2F%2Fsignposts.elsewhere.test%2F`);
  });

  test('a message of WAIS has its picture, whose address has a NUL and a query', async () => {
    const search = open(`wais://localhost:${servers.wais.port}/history?picture`);
    await using opened = await openPage(worker.origin, search);
    const { page, errors } = opened;
    await page.click('.hits a:text-is("parts.eml: WAIS with a picture")');
    await page.click('.attachments a >> nth=0');
    const picture = page.frameLocator('iframe.document').locator('img');
    await picture.evaluate((picture: HTMLImageElement) => picture.decode());
    expect(await picture.getAttribute('src')).toContain('part=3&format=raw');
    expect(errors).toEqual([]);
  });

  test('a browser without frames has a link to the document, whose links lead on', async () => {
    await using opened = await openPage(worker.origin, kinds['HTML of gopher']?.(servers) ?? '');
    const { page } = opened;
    await page.click('a:text-is("Open it without the frame")');
    await page.waitForURL('**/gallery/page.html?view=framed');
    await page.click('a >> nth=1');
    await page.waitForURL(/\/gallery\/texts\/links\.txt$/);
  });

  test('a page that attacks runs nothing, asks nobody, and moves nothing in its frame', async () => {
    const trap = `/gopher/localhost:${servers.gopher.port}/h/horrors/trap.html`;
    await using opened = await openPage(worker.origin, trap);
    const { page, errors, takeRequests } = opened;
    const frame = page.frameLocator('iframe.document');
    await frame.locator('h1').waitFor();
    await frame.locator('a:text-is("Continue")').click();
    expect(await frame.locator('[data-trap], script, meta[http-equiv], base, form').count()).toBe(0);
    expect(await frame.locator('body').evaluate(() => window.origin)).toBe('null');
    expect(await frame.locator('input').isDisabled()).toBe(true);
    expect(page.url()).toBe(worker.origin + trap);
    expect(takeRequests().filter((address) => !address.startsWith(worker.origin))).toEqual([]);
    expect(errors.filter((error) => !error.includes('Blocked script execution'))).toEqual([]);
  });

  test.each(['light', 'dark'] as const)('paper is white, and has nothing to press, in the %s theme', async (theme) => {
    await using opened = await openPage(worker.origin, kinds['an FTP directory']?.(servers) ?? '');
    const { page } = opened;
    for (const path of ['', '/', '/docs', '/problems']) {
      if (path !== '') await page.goto(worker.origin + path);
      await page.emulateMedia({ media: 'print', colorScheme: theme });
      expect(
        await page.locator(':is(button, .search, .actions, .open-field, .examples, .colophon):visible').count(),
      ).toBe(0);
      const colours = await page.evaluate(
        '[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]',
      );
      expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(34, 38, 42)']);
    }
    await page.goto(`${worker.origin}/inspect?url=gopher://h.example/`);
    // The script draws the parts anew.
    const scheme = page.locator(':text-is("gopher")').first();
    await expect.poll(() => scheme.evaluate((part) => getComputedStyle(part).color)).toBe('rgb(156, 43, 73)');
    await page.emulateMedia({ media: 'screen' });
  });

  test('the sections are behind a button on a telephone, and in the row in a wide window', async () => {
    await using opened = await openPage(worker.origin, '/news/~/*', PHONE);
    const { page } = opened;
    const sections = page.locator('.sections nav a');
    expect(await sections.first().isVisible()).toBe(false);
    await page.click('.sections summary');
    expect(await sections.first().isVisible()).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.click('.sections summary');
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await sections.first().isVisible()).toBe(true);
    const tops = await sections.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
  });
});
