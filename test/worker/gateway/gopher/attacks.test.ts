/**
 * Attacks by links and by servers. Each test checks that the server receives nothing, or only the harmless octets of
 * the link.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startGopher } from '../../../servers/gopher.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { fetchAsIs } from '../as-is.ts';
import { type FakeServer, type Fixture, startFakeServer, startFixture } from './worker.ts';

let fixture: Fixture<'main'>;
let fakeServer: FakeServer;
/** A server that EGRESS_ALLOW does not name. */
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
  fakeServer = await startFakeServer(hostile);
  forbidden = await startGopher();
  fixture = await startFixture({ main: {} }, {}, [fakeServer.port]);
});

afterAll(async () => {
  await fixture?.close();
  await fakeServer?.close();
  await forbidden?.close();
});

beforeEach(() => {
  fixture.takeRequests('main');
  fakeServer.takeRequests();
});

const link = (path: string) => `gopher://localhost:${fixture.servers.main.port}${path}`;
const addressOf = (path: string) => fixture.worker.origin + fixture.at('main', path);

describe('a link with a second request', () => {
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
    ['a form and a second request', (octets) => `/0/x%09%09+%091%0D%0A+-1%0D%0Aa%0D%0A.%0D%0A${octets}`],
  ];
  const rows = places.flatMap(([where, path]) => breaks.map((octets) => [octets, where, path(octets)] as const));

  test.each(rows)('%s in the %s', async (octets, _where, path) => {
    for (const url of [addressOf(path), `${fixture.worker.origin}/open?url=${encodeURIComponent(link(path))}`]) {
      const { status } = await fetchAsIs(url);
      expect([400, 422]).toContain(status);
    }
    // No part of the link reaches the server.
    expect(fixture.takeRequests('main'), octets).toEqual([]);
  });

  test.each(['%0d%0aFLUSHALL', '%0a', '%00', '%09+'])('%s in the words of a search', async (octets) => {
    const { status } = await fetchAsIs(`${addressOf('/7/search')}?search=a${octets}b`);
    expect(status).toBe(400);
    expect(fixture.takeRequests('main')).toEqual([]);
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
  ])('%s arrives unchanged', async (path, octets) => {
    await fetchAsIs(addressOf(path));
    // For a text that is not UTF-8 the gateway also requests caps.txt. Only the request of the link counts here.
    expect(fixture.takeRequests('main')[0]).toBe(octets);
  });

  test('a tab too many', async () => {
    const { status } = await fetchAsIs(addressOf('/0/x%09y%09+%09z'));
    expect([status, fixture.takeRequests('main')]).toEqual([400, []]);
  });

  test('a request that is too long', async () => {
    const { status } = await fetchAsIs(addressOf(`/0/${'x'.repeat(5000)}`));
    expect([status, fixture.takeRequests('main')]).toEqual([400, []]);
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
      `${fixture.worker.origin}/gopher/${host}:${forbidden.port}/0/about/motto.txt`,
    );
    expect([status, JSON.parse(body.toString()).type]).toEqual([403, expect.stringContaining('egress-denied')]);
    expect(forbidden.log).toEqual([]);
  });

  test.each([1, 22, 25, 53, 80, 443, 6379, 11211, 3306])('port %i of a public host', async (port) => {
    const { status } = await fetchAsIs(`${fixture.worker.origin}/gopher/8.8.8.8:${port}/`);
    expect(status).toBe(403);
  });
});

describe('a server that attacks', () => {
  const at = (path: string) => `${fixture.worker.origin}/gopher/localhost:${fakeServer.port}${path}`;
  const html = async (path: string) => (await fetchAsIs(at(path), { Accept: 'text/html' })).body.toString();

  test.each(['/1/menu', '/0/words', '/1/words', '/0/form%09%09%3F', '/0/attributes%09%09!'])(
    'cannot inject markup into the page: %s',
    async (path) => {
      const page = await html(path);
      expect(page).not.toMatch(/<script/i);
      expect(page).not.toMatch(/<img src=x/);
      expect(page).not.toMatch(/<[^>]*\son\w+=/i);
      expect(page).not.toContain('\x1b');
      expect(page).not.toMatch(/(?:href|src|action)="\s*(?:javascript|data|vbscript):/i);
    },
  );

  test('gets no link that the gateway would refuse', async () => {
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

  test('cannot redirect to a server that is denied', async () => {
    const moved = await fixture.worker.fetch(`/gopher/localhost:${fakeServer.port}/0/moved%09%09+`);
    expect([moved.status, moved.headers.get('Location')]).toEqual([302, '/gopher/169.254.169.254:80/0/new']);
    expect((await fixture.worker.fetch(moved.headers.get('Location') ?? '')).status).toBe(403);
  });

  test.each([
    ['/0/script%09%09+', 422],
    ['/0/web%09%09+', 200],
  ])('cannot use the gateway as an open redirect: %s', async (path, status) => {
    const moved = await fixture.worker.fetch(`/gopher/localhost:${fakeServer.port}${path}`);
    const location = moved.headers.get('Location') ?? '';
    expect(location).toMatch(/^\/r\?url=/);
    const next = await fixture.worker.fetch(location);
    expect([next.status, next.headers.get('Location')]).toEqual([status, null]);
  });

  test('cannot inject a header', async () => {
    const moved = await fixture.worker.fetch(`/gopher/localhost:${fakeServer.port}/0/break%09%09+`);
    expect([moved.status, moved.headers.get('Set-Cookie'), moved.headers.get('Location')]).toEqual([404, null, null]);
  });

  test.each(['javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x'])(
    'hURL:%s leads nowhere, without a request to the server',
    async (url) => {
      const first = await fixture.worker.fetch(fixture.at('main', `/hURL:${encodeURIComponent(url)}`));
      const next = await fixture.worker.fetch(first.headers.get('Location') ?? '');
      expect([next.status, next.headers.get('Location'), fixture.takeRequests('main')]).toEqual([422, null, []]);
    },
  );
});
