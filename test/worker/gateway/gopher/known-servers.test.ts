/** The caps.txt and robots.txt of servers, and gopher over TLS. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorker } from '../../harness.ts';
import { type FakeServer, type Fixture, startFakeServer, startFixture, startScriptedServer } from './worker.ts';

let fixture: Fixture<'main' | 'secure' | 'selfSigned' | 'wrongName' | 'plain'>;
let latin2: FakeServer;
let withoutRobots: FakeServer;
/** Has no robots.txt that can be read. */
let broken: FakeServer;

beforeAll(async () => {
  latin2 = await startFakeServer({
    '/pl.txt': 'Drzwi s\xb1 otwarte. Wejd\xbc, prosz\xea.\r\n.\r\n',
    'caps.txt': 'CAPS\r\nServerDefaultEncoding=ISO-8859-2\r\nServerTLSPort=7443\r\nServerDescription=<b>A</b>\r\n.\r\n',
    '': '3Nothing\t\terror.host\t1\r\n',
  });
  withoutRobots = await startFakeServer({ '': 'iHello\t\terror.host\t1\r\n.\r\n' });
  broken = await startScriptedServer((socket, selector) => {
    if (selector === 'robots.txt') socket.resetAndDestroy();
    else socket.end('iHello\t\terror.host\t1\r\n.\r\n');
  });
  fixture = await startFixture(
    {
      main: {},
      plain: {},
      secure: { tls: 'sniffed' },
      selfSigned: { tls: 'sniffed', certificate: 'self-signed' },
      wrongName: { tls: 'sniffed', certificate: 'wrong-name' },
    },
    {},
    // The port 9 of this machine has no server.
    [latin2.port, withoutRobots.port, broken.port, 9],
  );
});

afterAll(async () => {
  await fixture?.close();
  await latin2?.close();
  await withoutRobots?.close();
  await broken?.close();
});

const BOT = { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };

describe('robots.txt', () => {
  test.each([
    ['/9/large/3MB.bin', 403],
    ['/1/horrors', 403],
    ['/0/staff', 403],
    ['/0/about/motto.txt', 200],
    ['/0/staff%09%09!', 403],
  ])('%s: %i for a robot', async (path, status) => {
    const response = await fixture.worker.fetch(fixture.at('main', path), { headers: BOT });
    await response.body?.cancel();
    expect(response.status).toBe(status);
  });

  test('does not apply to people', async () => {
    fixture.takeRequests('main');
    const response = await fixture.worker.fetch(fixture.at('main', '/0/staff'));
    expect([response.status, fixture.takeRequests('main')]).toEqual([200, ['/staff\r\n']]);
  });

  test('forbids nothing if the server has none', async () => {
    const response = await fixture.worker.fetch(`/gopher/localhost:${withoutRobots.port}/1/x`, { headers: BOT });
    expect(response.status).toBe(200);
  });
});

describe('a robots.txt that cannot be read', () => {
  const statusAt = async (port: number, headers: Record<string, string>) => {
    const response = await fixture.worker.fetch(`/gopher/localhost:${port}/1/x`, { headers });
    await response.body?.cancel();
    return response.status;
  };

  test('keeps robots away for a minute, and nobody else (RFC 9309 §2.3.1.4)', async () => {
    expect([await statusAt(broken.port, BOT), await statusAt(broken.port, BOT)]).toEqual([503, 503]);
    expect(broken.takeRequests()).toEqual(['robots.txt\r\n']);
    expect(await statusAt(broken.port, {})).toBe(200);
  });

  test('because nobody listens keeps robots away', async () => {
    expect(await statusAt(9, BOT)).toBe(503);
  });
});

describe('caps.txt', () => {
  test('gives the charset of texts, and is requested once, only for a text that is not UTF-8', async () => {
    const path = `/gopher/localhost:${latin2.port}/0/pl.txt?format=json`;
    latin2.takeRequests();
    for (const _ of [1, 2]) {
      const response = await fixture.worker.fetch(path);
      expect(await response.json()).toMatchObject({
        charset: 'iso-8859-2',
        text: 'Drzwi są otwarte. Wejdź, proszę.\r\n',
      });
    }
    expect(latin2.takeRequests()).toEqual(['/pl.txt\r\n', 'caps.txt\r\n', '/pl.txt\r\n']);
    fixture.takeRequests('main');
    await (await fixture.worker.fetch(fixture.at('main', '/0/charsets/languages.txt'))).text();
    expect(fixture.takeRequests('main')).toEqual(['/charsets/languages.txt\r\n']);
  });

  test.each(['0', '1'])('is requested beside an item of type %s, as soon as it is not UTF-8', async (type) => {
    const asked = Promise.withResolvers<void>();
    const server = await startScriptedServer(async (socket, selector) => {
      if (selector === 'caps.txt') {
        asked.resolve();
        socket.end('CAPS\r\nServerDefaultEncoding=ISO-8859-2\r\n.\r\n');
        return;
      }
      socket.write('iWejd\xbc\r\n', 'latin1');
      // The rest comes only when the other request is there.
      await asked.promise;
      socket.end('iprosz\xea\r\n.\r\n', 'latin1');
    });
    const worker = await startWorker({ EGRESS_ALLOW: `localhost:${server.port}`, DEADLINES: 'idle=20s' });
    try {
      const response = await worker.fetch(`/gopher/localhost:${server.port}/${type}/pl?format=json`);
      const text = await response.text();
      expect([response.status, text]).toEqual([200, expect.stringMatching(/Wejdź.*proszę/s)]);
    } finally {
      await worker.close();
      await server.close();
    }
  });

  test('is a page with a table, and a link to the server over TLS', async () => {
    const html = await (await fixture.worker.fetch(`/gopher/localhost:${latin2.port}/0caps.txt`)).text();
    expect(html).toContain('About this server');
    expect(html).toContain('href="/gophers/localhost:7443/"');
    expect(html).toContain('&lt;b>A&lt;/b>');
    // Pages that need the charset of this server offer TLS.
    const text = await (await fixture.worker.fetch(`/gopher/localhost:${latin2.port}/0/pl.txt`)).text();
    expect(text).toContain('<a href="/gophers/localhost:7443/0/pl.txt" rel="nofollow alternate">Over TLS</a>');
  });
});

describe('gophers', () => {
  test('is gopher over TLS, with a valid certificate', async () => {
    const response = await fixture.worker.fetch(`${fixture.at('secure', '/1/about', 'gophers')}?format=json`);
    expect(response.status).toBe(200);
    expect(fixture.servers.secure.log.at(-1)?.secure).toBe(true);
    const { canonical, lines } = await response.json<{ canonical: string; lines: { url?: string }[] }>();
    expect(canonical).toBe(`gophers://localhost:${fixture.servers.secure.port}/1/about`);
    expect(lines.find((line) => line.url?.endsWith('links.txt'))?.url).toMatch(/^gophers:/);
  });

  test('links to other servers without TLS', async () => {
    const response = await fixture.worker.fetch(`${fixture.at('secure', '/1/gallery', 'gophers')}?format=json`);
    const { lines } = await response.json<{ lines: { mirror?: boolean; url?: string }[] }>();
    expect(lines.find(({ mirror }) => mirror)?.url).toMatch(/^gopher:\/\/127\.0\.0\.1/);
  });

  test.each(['selfSigned', 'wrongName', 'plain'] as const)(
    'of a server that is %s: 502, without a request',
    async (name) => {
      fixture.takeRequests(name);
      const response = await fixture.worker.fetch(fixture.at(name, '/0/about/motto.txt', 'gophers'), {
        headers: { Accept: 'application/json' },
      });
      expect(response.status).toBe(502);
      const { type, detail } = await response.json<{ type: string; detail: string }>();
      expect(type).toContain('tls');
      expect(detail).not.toMatch(/internal error|reference/);
      expect(fixture.takeRequests(name).join('')).not.toContain('/about/motto.txt');
    },
  );
});
