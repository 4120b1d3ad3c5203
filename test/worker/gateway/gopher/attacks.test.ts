/**
 * Attacks by links and by servers. Each watches what arrives at the server: nothing at all, or the harmless octets
 * that the link really means.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startGopher } from '../../../servers/gopher.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { fetchAsIs } from '../as-is.ts';
import { type Double, type House, openHouse, startDouble } from './house.ts';

let house: House<'museum'>;
let double: Double;
/** A server that nothing allows. */
let forbidden: RunningServer;

const CRLF = '\r\n';
const hostile: Readonly<Record<string, string>> = {
  '': `3Nothing\t\terror.host\t1${CRLF}`,
  '/words': `3<script>alert(1)</script> "quoted" \x1b]0;title\x07\t\terror.host\t1${CRLF}.${CRLF}`,
  '/menu': [
    `0<img src=x onerror=alert(1)>\t/a"><script>alert(1)</script>\tlocalhost\t70`,
    `0A carriage return\t/a\rb\tlocalhost\t70`,
    `0A NUL\t/a\0b\tlocalhost\t70`,
    `hScript\tURL:javascript:alert(1)\tlocalhost\t70`,
    `h Shouted\tURL:  JaVaScRiPt:alert(1)\tlocalhost\t70`,
    `hTabbed\tURL:java\x01script:alert(1)\tlocalhost\t70`,
    `hData\tURL:data:text/html,<script>alert(1)</script>\tlocalhost\t70`,
    `hMarkup\tURL:https://x.example/"onmouseover="alert(1)\tlocalhost\t70`,
    `iTITLE <script>\tTITLE\terror.host\t1`,
    '.',
    '',
  ].join(CRLF),
  '/moved\t+': `--1${CRLF}3 A <a@b>${CRLF}0New\t/new\t169.254.169.254\t80${CRLF}.${CRLF}`,
  '/script\t+': `--1${CRLF}3 A <a@b>${CRLF}hNew\tURL:javascript:alert(1)\tx\t70${CRLF}.${CRLF}`,
  '/web\t+': `--1${CRLF}3 A <a@b>${CRLF}hNew\tURL:https://elsewhere.example/\tx\t70${CRLF}.${CRLF}`,
  '/break\t+': `--1${CRLF}3 A <a@b>${CRLF}0New\t/a\rSet-Cookie: x\tx.example\t70${CRLF}.${CRLF}`,
  '/form\t!': [
    '+-1',
    '+INFO: 0Form\t/form\tlocalhost\t70\t?',
    '+ASK:',
    ' Note: <script>alert(1)</script>',
    ' Ask: "><script>alert(2)</script>\t"><script>alert(3)</script>',
    ' Choose: x\t"><script>alert(4)</script>\ty',
    '.',
    '',
  ].join(CRLF),
  '/attributes\t!': [
    '+-1',
    '+INFO: 0<b>\t/a\tlocalhost\t70\t+',
    '+ADMIN:',
    ' Admin: <script>alert(1)</script>',
    '+VIEWS:',
    ' text/html"><script>: <1k>',
    '+EVIL<script>:',
    ' x',
    '.',
    '',
  ].join(CRLF),
};

beforeAll(async () => {
  double = await startDouble(hostile);
  forbidden = await startGopher();
  house = await openHouse({ museum: {} }, {}, [double.port]);
});

afterAll(async () => {
  await house?.close();
  await double?.close();
  await forbidden?.close();
});

beforeEach(() => {
  house.heard('museum');
  double.heard();
});

const link = (path: string) => `gopher://localhost:${house.servers.museum.port}${path}`;
const mirror = (path: string) => house.worker.origin + house.at('museum', path);

describe('a second request inside the first', () => {
  const breaks = ['%0d%0aFLUSHALL', '%0D%0AFLUSHALL%0D%0A', '%0d', '%0a', '%0AQUIT', '%00', '%00%0d%0a'];
  const places: readonly (readonly [where: string, path: (octets: string) => string])[] = [
    ['type', (octets) => `/${octets}`],
    ['selector', (octets) => `/0/about${octets}`],
    ['selector of a menu', (octets) => `/1${octets}`],
    ['search', (octets) => `/7/search%09gopher${octets}`],
    ['Gopher+ string', (octets) => `/0/plus/motto%09%09+${octets}`],
    ['view', (octets) => `/0/plus/motto%09%09+text/plain${octets}`],
    ['attribute', (octets) => `/0/plus/motto%09%09!+ADMIN${octets}`],
    ['half a form', (octets) => `/0/plus/visitors-book%09%09+%091${octets}+-1`],
    ['a form with more behind it', (octets) => `/0/x%09%09+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0A${octets}`],
  ];
  const rows = places.flatMap(([where, path]) => breaks.map((octets) => [octets, where, path(octets)] as const));

  test.each(rows)('%s in the %s', async (octets, _where, path) => {
    for (const url of [mirror(path), `${house.worker.origin}/open?url=${encodeURIComponent(link(path))}`]) {
      const { status } = await fetchAsIs(url);
      expect([400, 422]).toContain(status);
    }
    // A CR in the hash of a form, or none: whatever is heard, it is one line.
    expect(house.heard('museum'), octets).toEqual([]);
  });

  test.each(['%0d%0aFLUSHALL', '%0a', '%00', '%09+'])('%s in the words of a search', async (octets) => {
    const { status } = await fetchAsIs(`${mirror('/7/search')}?search=a${octets}b`);
    expect(status).toBe(400);
    expect(house.heard('museum')).toEqual([]);
  });

  test.each([
    ['/0/names/%250d%250a', '/names/%0d%0a\r\n'],
    ['/0/x%250aQUIT', '/x%0aQUIT\r\n'],
    ['/7/search%09%250d%250a', '/search\t%0d%0a\r\n'],
    ['/0/plus/motto%09%09+text%250d%250a', '/plus/motto\t+text%0d%0a\r\n'],
    ['/0/x%C4%8A%E5%98%8A', '/x\xc4\x8a\xe5\x98\x8a\r\n'],
    ['/0/xĊ嘊', '/x\xc4\x8a\xe5\x98\x8a\r\n'],
    ['/7/search%09xĊ嘊', '/search\tx\xc4\x8a\xe5\x98\x8a\r\n'],
    ['/0/x%E2%80%A8y', '/x\xe2\x80\xa8y\r\n'],
    ['/0/x%09y', '/x\ty\r\n'],
    ['/0/x%85y', '/x\x85y\r\n'],
  ])('%s arrives as what it is', async (path, octets) => {
    await fetchAsIs(mirror(path));
    // A text that is not UTF-8 makes the gateway ask for the charset; only what the link sends counts here.
    expect(house.heard('museum')[0]).toBe(octets);
  });

  test('one tab too many', async () => {
    const { status } = await fetchAsIs(mirror('/0/x%09y%09+%09z'));
    expect([status, house.heard('museum')]).toEqual([400, []]);
  });

  test('a request beyond what a request can be', async () => {
    const { status } = await fetchAsIs(mirror(`/0/${'x'.repeat(5000)}`));
    expect([status, house.heard('museum')]).toEqual([400, []]);
  });
});

describe('a server that must not be reached', () => {
  test.each([
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '017700000001',
    '%E2%91%A0%E2%91%A1%E2%91%A6.%E2%93%AA.%E2%93%AA.%E2%91%A0',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'x.localhost',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '169.254.169.254',
    'metadata.google.internal',
    'printer',
  ])('%s', async (host) => {
    forbidden.log.length = 0;
    const { status, body } = await fetchAsIs(
      `${house.worker.origin}/gopher/${host}:${forbidden.port}/0/about/motto.txt`,
    );
    expect([status, JSON.parse(body.toString()).type]).toEqual([403, expect.stringContaining('egress-denied')]);
    expect(forbidden.log).toEqual([]);
  });

  test.each([1, 22, 25, 53, 80, 443, 6379, 11211, 3306])('port %i of a public host', async (port) => {
    const { status } = await fetchAsIs(`${house.worker.origin}/gopher/8.8.8.8:${port}/`);
    expect(status).toBe(403);
  });
});

describe('a server that attacks', () => {
  const at = (path: string) => `${house.worker.origin}/gopher/localhost:${double.port}${path}`;
  const html = async (path: string) => (await fetchAsIs(at(path), { Accept: 'text/html' })).body.toString();

  test.each(['/1/menu', '/0/words', '/1/words', '/0/form%09%09%3F', '/0/attributes%09%09!'])(
    'finds no way into the page: %s',
    async (path) => {
      const page = await html(path);
      expect(page).not.toMatch(/<script/i);
      expect(page).not.toMatch(/<img src=x/);
      expect(page).not.toMatch(/<[^>]*\son\w+=/i);
      expect(page).not.toContain('\x1b');
      expect(page).not.toMatch(/(?:href|src|action)="\s*(?:javascript|data|vbscript):/i);
    },
  );

  test('gets no link that would be refused anyway', async () => {
    const { lines } = JSON.parse((await fetchAsIs(at('/1/menu?format=json'))).body.toString());
    const opened = Object.fromEntries(
      lines.map(({ display, open = null }: Record<string, unknown>) => [display, open]),
    );
    expect(opened).toMatchObject({
      'A carriage return': null,
      Script: null,
      ' Shouted': null,
      Tabbed: null,
      Data: null,
    });
  });

  test('cannot send a visitor where this gateway does not go', async () => {
    const moved = await house.worker.fetch(`/gopher/localhost:${double.port}/0/moved%09%09+`);
    expect([moved.status, moved.headers.get('Location')]).toEqual([302, '/gopher/169.254.169.254:80/0/new']);
    expect((await house.worker.fetch(moved.headers.get('Location') ?? '')).status).toBe(403);
  });

  test.each([
    ['/0/script%09%09+', 422],
    ['/0/web%09%09+', 200],
  ])('cannot make this gateway an open redirect: %s', async (path, status) => {
    const moved = await house.worker.fetch(`/gopher/localhost:${double.port}${path}`);
    const location = moved.headers.get('Location') ?? '';
    expect(location).toMatch(/^\/r\?url=/);
    const next = await house.worker.fetch(location);
    expect([next.status, next.headers.get('Location')]).toEqual([status, null]);
  });

  test('cannot break a header', async () => {
    const moved = await house.worker.fetch(`/gopher/localhost:${double.port}/0/break%09%09+`);
    expect([moved.status, moved.headers.get('Set-Cookie'), moved.headers.get('Location')]).toEqual([404, null, null]);
  });

  test.each(['javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x'])(
    'hURL:%s leads nowhere, and nobody is asked',
    async (url) => {
      const first = await house.worker.fetch(house.at('museum', `/hURL:${encodeURIComponent(url)}`));
      const next = await house.worker.fetch(first.headers.get('Location') ?? '');
      expect([next.status, next.headers.get('Location'), house.heard('museum')]).toEqual([422, null, []]);
    },
  );
});
