/** What is known of a gopher server: what is asked for once, for how long it is remembered, and what robots may do. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GatewayError } from '../../../../src/net/failure.ts';
import { serverOfItem } from '../../../../src/open/gopher/item.ts';
import { KnownServer } from '../../../../src/open/gopher/known-server.ts';
import { Memory } from '../../../../src/open/memory.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import type { MemoryServer } from '../../protocols/memory-server.ts';
import { contextAt, gopherDouble, gopherLink } from './double.ts';

const CAPS = 'CAPS\r\nServerTLSPort=7443\r\n';
const ROBOTS =
  'User-agent: *\r\nDisallow: /all\r\nUser-agent: webproxy\r\nDisallow: /web\r\nUser-agent: bot\r\nDisallow: /bot\r\n';

const knownAt = (server: MemoryServer, memory: Memory, url = 'gopher://h.example/') =>
  new KnownServer(serverOfItem(gopherLink(url), contextAt(server).connect), memory);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const wait = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

describe('capabilities', () => {
  test.each([
    ['an hour', CAPS, 3600],
    ['as long as they say', `${CAPS}ExpireCapsAfter=60\r\n`, 60],
    ['ten minutes if there are none', 'Not here.', 600],
  ])('are remembered for %s', async (_what, caps, seconds) => {
    const [server, memory] = [gopherDouble({ 'caps.txt': caps }), new Memory()];
    const found = await knownAt(server, memory).fetchCapabilities();
    expect(found?.tlsPort).toBe(caps === 'Not here.' ? undefined : 7443);
    wait(seconds - 1);
    expect(await knownAt(server, memory).fetchCapabilities()).toEqual(found);
    expect(server.requests).toHaveLength(1);
    wait(1);
    expect(await knownAt(server, memory).fetchCapabilities()).toEqual(found);
    expect(server.requests).toHaveLength(2);
  });

  test('are none of a server that cannot be reached', async () => {
    const connect = () => Promise.reject(new ProtocolError('unreachable', 'Nobody is there.'));
    const known = new KnownServer(serverOfItem(gopherLink('gopher://h.example/'), connect), new Memory());
    expect(await known.fetchCapabilities()).toBeNull();
  });

  test('that somebody opens are remembered, and are not asked for', async () => {
    const [server, memory] = [gopherDouble({}), new Memory()];
    const octets = Buffer.from(`${CAPS}ServerAdmin=J\xf6rg\r\n`, 'latin1');
    const found = knownAt(server, memory).rememberCapabilities(octets);
    expect(await knownAt(server, memory).fetchCapabilities()).toEqual(found);
    expect(found?.entries).toContainEqual(['ServerAdmin', 'Jörg']);
    expect(server.dialled).toEqual([]);
  });

  test.each(['gopher://h.example:7070/', 'gophers://h.example/', 'gopher://x.example/'])(
    'of gopher://h.example/ are not those of %s',
    async (url) => {
      const [server, memory] = [gopherDouble({}), new Memory()];
      knownAt(server, memory).rememberCapabilities(Buffer.from(CAPS));
      expect(await knownAt(server, memory, url).fetchCapabilities()).toBeNull();
      expect(server.requests).toEqual(['caps.txt\r\n']);
    },
  );
});

describe('what a page offers', () => {
  test('follows from its own request, not from those before', async () => {
    const [server, memory] = [gopherDouble({ 'caps.txt': CAPS }), new Memory()];
    const first = knownAt(server, memory);
    expect([first.speaksPlus, first.capabilities]).toEqual([false, null]);
    first.notePlus();
    const found = await first.fetchCapabilities();
    expect([first.speaksPlus, first.capabilities]).toEqual([true, found]);
    const second = knownAt(server, memory);
    expect([second.speaksPlus, second.capabilities]).toEqual([false, null]);
    await second.fetchCapabilities();
    expect(second.capabilities).toEqual(found);
  });
});

describe('a robot', () => {
  test.each([
    ['/all', false],
    ['all', false],
    ['/%61ll', false],
    ['/web', false],
    ['/bot', false],
    ['/b', true],
  ])('may ask for %s: %s', async (selector, isAllowed) => {
    const check = knownAt(gopherDouble({ 'robots.txt': ROBOTS }), new Memory()).checkRobots('Bot', selector);
    if (isAllowed) await check;
    else {
      await expect(check).rejects.toMatchObject({
        ...{ code: 'forbidden' },
        message: 'The robots.txt of this server asks robots to stay away from this.',
      });
    }
  });

  test('obeys no rules of others', async () => {
    await knownAt(gopherDouble({ 'robots.txt': ROBOTS }), new Memory()).checkRobots('Crawler', '/bot');
  });

  test('needs the rules of a server once in an hour', async () => {
    const [server, memory] = [gopherDouble({ 'robots.txt': 'User-agent: *\r\nDisallow: /\xf6\r\n' }), new Memory()];
    const check = () => knownAt(server, memory).checkRobots('Bot', '/a');
    await check();
    wait(3599);
    await check();
    await expect(knownAt(server, memory).checkRobots('Bot', '/%C3%B6')).rejects.toMatchObject({ code: 'forbidden' });
    expect(server.requests).toEqual(['robots.txt\r\n']);
    wait(1);
    await check();
    expect(server.requests).toHaveLength(2);
  });

  test.each(['unreachable', 'timeout', 'malformed', 'tls'] as const)(
    'stays away for a minute from a server whose rules cannot be read: %s',
    async (code) => {
      const memory = new Memory();
      const cause = new ProtocolError(code, 'Nobody is there.');
      const connect = vi.fn(() => Promise.reject(cause));
      const known = new KnownServer(serverOfItem(gopherLink('gopher://h.example/'), connect), memory);
      const expected = {
        code: 'gateway-busy',
        message: 'The robots.txt of this server cannot be read now, so robots must stay away.',
      };
      await expect(known.checkRobots('Bot', '/a')).rejects.toMatchObject({ ...expected, cause });
      wait(59);
      await expect(known.checkRobots('Bot', '/a')).rejects.toMatchObject(expected);
      expect(connect).toHaveBeenCalledOnce();
      wait(1);
      await expect(known.checkRobots('Bot', '/a')).rejects.toMatchObject(expected);
      expect(connect).toHaveBeenCalledTimes(2);
    },
  );

  test.each([
    new ProtocolError('too-large', 'It is too long.'),
    new GatewayError('egress-denied', 'No.'),
    new GatewayError('client-closed', 'Nobody waits.'),
  ])('learns of %s, which says nothing of the server', async (error) => {
    const connect = vi.fn(() => Promise.reject(error));
    const known = new KnownServer(serverOfItem(gopherLink('gopher://h.example/'), connect), new Memory());
    await expect(known.checkRobots('Bot', '/a')).rejects.toBe(error);
    await expect(known.checkRobots('Bot', '/a')).rejects.toBe(error);
    expect(connect).toHaveBeenCalledTimes(2);
  });
});
