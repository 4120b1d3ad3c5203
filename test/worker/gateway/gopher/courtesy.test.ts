/** What servers say of themselves and of robots, and gopher over TLS. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Double, type House, openHouse, startDouble } from './house.ts';

let house: House<'museum' | 'secure' | 'selfSigned' | 'wrongName' | 'plain'>;
let latin2: Double;
let silentOnRobots: Double;

beforeAll(async () => {
  latin2 = await startDouble({
    '/pl.txt': 'Drzwi s\xb1 otwarte. Wejd\xbc, prosz\xea.\r\n.\r\n',
    'caps.txt': 'CAPS\r\nServerDefaultEncoding=ISO-8859-2\r\nServerTLSPort=7443\r\nServerDescription=<b>A</b>\r\n.\r\n',
    '': '3Nothing\t\terror.host\t1\r\n',
  });
  silentOnRobots = await startDouble({ '': 'iHello\t\terror.host\t1\r\n.\r\n' });
  house = await openHouse(
    {
      museum: {},
      plain: {},
      secure: { tls: 'sniffed' },
      selfSigned: { tls: 'sniffed', certificate: 'self-signed' },
      wrongName: { tls: 'sniffed', certificate: 'wrong-name' },
    },
    {},
    [latin2.port, silentOnRobots.port],
  );
});

afterAll(async () => {
  await house?.close();
  await latin2?.close();
  await silentOnRobots?.close();
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
    const response = await house.worker.fetch(house.at('museum', path), { headers: BOT });
    await response.body?.cancel();
    expect(response.status).toBe(status);
  });

  test('is nothing to people', async () => {
    house.heard('museum');
    const response = await house.worker.fetch(house.at('museum', '/0/staff'));
    expect([response.status, house.heard('museum')]).toEqual([200, ['/staff\r\n']]);
  });

  test('is asked for once', async () => {
    house.heard('plain');
    for (const path of ['/0/staff', '/1/large', '/0/about/motto.txt']) {
      await (await house.worker.fetch(house.at('plain', path), { headers: BOT })).text();
    }
    expect(house.heard('plain')).toEqual(['robots.txt\r\n', '/about/motto.txt\r\n']);
  });

  test('that a server does not have forbids nothing', async () => {
    const response = await house.worker.fetch(`/gopher/localhost:${silentOnRobots.port}/1/x`, { headers: BOT });
    expect(response.status).toBe(200);
  });
});

describe('caps.txt', () => {
  test('says in which charset texts are, and is asked for once, and only if that is in doubt', async () => {
    const path = `/gopher/localhost:${latin2.port}/0/pl.txt?format=json`;
    latin2.heard();
    for (const _ of [1, 2]) {
      const response = await house.worker.fetch(path);
      expect(await response.json()).toMatchObject({
        charset: 'iso-8859-2',
        text: 'Drzwi są otwarte. Wejdź, proszę.\r\n',
      });
    }
    expect(latin2.heard()).toEqual(['/pl.txt\r\n', 'caps.txt\r\n', '/pl.txt\r\n']);
    house.heard('museum');
    await (await house.worker.fetch(house.at('museum', '/0/charsets/languages.txt'))).text();
    expect(house.heard('museum')).toEqual(['/charsets/languages.txt\r\n']);
  });

  test('is a page of facts, with the way to the same server over TLS', async () => {
    const html = await (await house.worker.fetch(`/gopher/localhost:${latin2.port}/0caps.txt`)).text();
    expect(html).toContain('What this server says of itself');
    expect(html).toContain('href="/gophers/localhost:7443/"');
    expect(html).toContain('&lt;b>A&lt;/b>');
    // What was read once is offered from then on.
    const text = await (await house.worker.fetch(`/gopher/localhost:${latin2.port}/0/pl.txt`)).text();
    expect(text).toContain('<a href="/gophers/localhost:7443/0/pl.txt">Over TLS</a>');
  });
});

describe('gophers', () => {
  test('is gopher inside TLS, with a certificate that must be good', async () => {
    const response = await house.worker.fetch(`${house.at('secure', '/1/about', 'gophers')}?format=json`);
    expect(response.status).toBe(200);
    expect(house.servers.secure.log.at(-1)?.secure).toBe(true);
    const { url, lines } = await response.json<{ url: string; lines: { url?: string }[] }>();
    expect(url).toBe(`gophers://localhost:${house.servers.secure.port}/1/about`);
    expect(lines.find((line) => line.url?.endsWith('links.txt'))?.url).toMatch(/^gophers:/);
  });

  test('leads to plain gopher on other servers', async () => {
    const response = await house.worker.fetch(`${house.at('secure', '/1/gallery', 'gophers')}?format=json`);
    const { lines } = await response.json<{ lines: { mirror?: boolean; url?: string }[] }>();
    expect(lines.find(({ mirror }) => mirror)?.url).toMatch(/^gopher:\/\/127\.0\.0\.1/);
  });

  test.each(['selfSigned', 'wrongName', 'plain'] as const)(
    'of a server that is %s: 502, and no word is said',
    async (name) => {
      house.heard(name);
      const response = await house.worker.fetch(house.at(name, '/0/about/motto.txt', 'gophers'), {
        headers: { Accept: 'application/json' },
      });
      expect(response.status).toBe(502);
      const { type, detail } = await response.json<{ type: string; detail: string }>();
      expect(type).toContain('tls');
      expect(detail).not.toMatch(/internal error|reference/);
      expect(house.heard(name).join('')).not.toContain('/about/motto.txt');
    },
  );
});
