/** Checks of gopher links: when a server is asked, for what, and what its reply says about the link. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CheckNetwork } from '../../../../src/open/contract.ts';
import { gopher } from '../../../../src/open/gopher/gopher.ts';
import { RobotsRules } from '../../../../src/open/robots-rules.ts';
import { lineServer, type MemoryServer } from '../../protocols/memory-server.ts';
import { contextAt, expectClosed, gopherDouble, gopherLink, type Replies } from './double.ts';

/** @param url - absolute, or the path of a link to `gopher://h.example` */
function checkAt(server: MemoryServer, url: string, network: Partial<CheckNetwork> = {}) {
  const link = gopherLink(url.startsWith('/') ? `gopher://h.example${url}` : url);
  if (gopher.check === undefined) throw new TypeError('gopher links can be checked');
  return gopher.check(link, contextAt(server, network));
}

/** Rules of a server that excludes nobody, so that only the item is asked for. */
const check = (url: string, replies: Replies) => checkAt(gopherDouble({ 'robots.txt': '', ...replies }), url);

const MENU = '0About\t/about\th.example\t70\r\n.\r\n';

describe('a link whose server is not asked', () => {
  test.each([
    ['to a session', '/8guest'],
    ['to another session', '/T'],
    ['that is text', '/i'],
    ['that leads out of gopher', '/hURL:http://x.example/'],
    ['to a form', '/0/x%09%09+%091%0D%0A+-1%0D%0AJane%0D%0A.%0D%0A'],
    ['to a search without words', '/7/find'],
    ['to a search with no word', '/7/find%09'],
  ])('is one %s', async (_what, path) => {
    const server = gopherDouble({});
    expect(await checkAt(server, path)).toEqual({
      ...{ status: 'not-checked', reason: 'no-request' },
      detail: 'No gopher request shows whether the target of this link exists.',
    });
    expect(server.dialled).toEqual([]);
  });

  test('is one that robots may not ask for', async () => {
    const server = gopherDouble({ 'robots.txt': 'User-agent: *\r\nDisallow: /a b\r\n', '/open': 'Words.' });
    const robots = new RobotsRules();
    expect(await checkAt(server, '/0/a%20b', { robots })).toEqual({
      ...{ status: 'not-checked', reason: 'robots' },
      detail: 'The robots.txt of this server asks robots to stay away from this.',
    });
    expect(await checkAt(server, '/0/open', { robots })).toEqual({ status: 'alive' });
    expect(server.requests).toEqual(['robots.txt\r\n', '/open\r\n']);
  });

  test('is none because of the rules of another port or of TLS', async () => {
    const server = gopherDouble({ 'robots.txt': '', '/x': 'Words.' });
    const robots = new RobotsRules();
    for (const origin of ['gopher://h.example', 'gopher://h.example:7070', 'gophers://h.example', 'gopher://x.example'])
      await checkAt(server, `${origin}/0/x`, { robots });
    expect(server.requests.filter((request) => request === 'robots.txt\r\n')).toHaveLength(4);
    expect(server.dialled).toEqual(['none', 'none', 'none', 'none', 'implicit', 'implicit', 'none', 'none']);
  });
});

describe('a link is alive', () => {
  test.each([
    ['a text', '/0/x', 'Words.\r\n.\r\n'],
    ['a menu', '/1/x', MENU],
    ['a menu of no items', '/1/x', 'iNothing here.\r\n.\r\n'],
    ['a menu with an error and an item', '/1/x', `3One is gone\t\th.example\t70\r\n${MENU}`],
    ['a file', '/9/x', '\0\0'],
    ['attributes', '/0/x%09%09!', '+-1\r\n+INFO: 0X\t/x\th.example\t70\t+\r\n.\r\n'],
    // A text about errors is no error.
    ['a text that looks like a menu of errors', '/0/x', '3a\t\th.example\t70\r\n3b\t\th.example\t70\r\n'],
  ])('if its server has %s', async (_what, path, reply) => {
    expect(await check(path, { '/x': reply, '/x\t!': reply })).toEqual({ status: 'alive' });
  });

  test('if a search for its words has results', async () => {
    expect(await check('/7/x%09gold', { '/x\tgold': MENU })).toEqual({ status: 'alive' });
  });

  test('if its phone book says which fields it has', async () => {
    const server = lineServer('', (line) => (line === 'quit' ? '200:Bye!\r\n' : '200:Ok.\r\n'));
    expect(await checkAt(server, 'gopher://h.example:105/2')).toEqual({ status: 'alive' });
    expect(server.requests).toEqual(['fields\r\n', 'quit\r\n']);
    await expectClosed(server);
  });
});

describe('a link is not alive', () => {
  test.each([
    ['an error', '/0/x', '3Not here\t\terror.host\t1\r\n.\r\n', 'not-found'],
    ['an error of access', '/9/x', '3Access denied\t\terror.host\t1\r\n.\r\n', 'forbidden'],
    ['a menu of errors', '/1/x', '3a\t\th.example\t70\r\n3b\t\th.example\t70\r\n', 'not-found'],
    ['an error below text', '/1/x', 'iSorry.\t\th.example\t70\r\n3Busy\t\th.example\t70\r\n', 'busy'],
    ['an error of Gopher+', '/0/x', '--1\r\n1 Admin <a@h.example>\r\nNot here.\r\n.\r\n', 'not-found'],
    ['a new place that is none', '/0/x', '--1\r\n3 Admin <a@h.example>\r\niNowhere\r\n.\r\n', 'not-found'],
  ])('if its server has %s', async (_what, path, reply, code) => {
    await expect(check(path, { '/x': reply })).rejects.toMatchObject({ code });
  });

  test('if a search for its words is an error', async () => {
    const found = check('/7/x%09gold', { '/x\tgold': '3No index\t\th\t1\r\n3None\t\th\t1\r\n' });
    await expect(found).rejects.toMatchObject({ code: 'not-found' });
  });

  test('if its phone book does not answer', async () => {
    const server = lineServer('', () => '403:Come back later.\r\n');
    await expect(checkAt(server, '/2')).rejects.toMatchObject({ code: 'busy' });
  });

  test.each(['/1/x', '/7/x%09', '/I/x'])('if its server sends nothing for %s', async (path) => {
    await expect(check(path.replace('%09', '%09a'), { '/x': '', '/x\ta': '' })).rejects.toMatchObject({
      code: 'unreachable',
    });
  });

  test.each(['/0/x', '/9/x', '/h/x'])('for certain if its server sends nothing for %s', async (path) => {
    const detail = 'The server sent nothing: the item is empty, or the server failed.';
    expect(await check(path, { '/x': '' })).toEqual({ status: 'alive', detail });
  });

  test.each([
    ['octets that are no text', '\x00\x01\x02\x03'.repeat(20)],
    ['a line that does not end', 'x'.repeat(64 * 1024 + 1)],
  ])('if its menu is %s', async (_what, reply) => {
    await expect(check('/1/x', { '/x': reply })).rejects.toMatchObject({ code: 'malformed' });
  });

  test('a menu may have the longest line that is read', async () => {
    expect(await check('/1/x', { '/x': 'x'.repeat(64 * 1024) })).toEqual({ status: 'alive' });
  });

  test('if the server names a new place', async () => {
    const moved = '--1\r\n3 Admin <a@h.example>\r\n0Here\t/new\tx.example\t70\t+\r\n.\r\n';
    expect(await check('/0/x', { '/x': moved })).toEqual({
      ...{ status: 'moved', location: 'gopher://x.example/0/new' },
      reply: expect.stringContaining('Here'),
    });
  });
});

describe('a reply of another protocol', () => {
  test.each([
    'HTTP/1.1 400 Bad Request\r\n',
    'HTTP/1.0 501 Not Implemented\r\n',
    'SSH-2.0-OpenSSH_9.2\r\n',
    'SSH-1.99-x\r\n',
    '220 mail.example ESMTP ready\r\n',
    '220-mail.example SMTP\r\n220 ready\r\n',
    '\x15\x03\x01\0\x02\x02F',
    '\x15\x03\0\0\x02\x02F',
    '\x15\x03\x04\0\x02\x02F',
  ])('is no item: %j', async (reply) => {
    await expect(check('/0/x', { '/x': reply })).rejects.toMatchObject({
      ...{
        code: 'malformed',
        message: expect.stringMatching(/^The server (?:does not speak|speaks \w+, not) gopher\.$/),
      },
    });
  });

  test.each([
    'HTTP/1.1 is a protocol.',
    'HTTP/1.1 200 OK\r\n',
    '\x16\x03\x03\0\x51',
    'SSH-2.0-x is a greeting without an end.',
    'HTTP/1.1 600 words',
    'HTTP/1.1 20 words',
    'HTTP/2.0 400 words',
    'HTTP/1.2 400 words',
    'HTTP/1.1 2000 words',
    'SSH-2 is a protocol.',
    'SSH-2.0 is a protocol.',
    '220 lamps',
    '2200 words about SMTP',
    '220 lamps\nand SMTP',
    'SMTP, SSH-2.0- and HTTP/1.1 400 are greetings.',
    'A 220 SMTP, SSH-2.0-, HTTP/1.1 400 ',
    '\x15\x03\x05',
    '\x14\x03\x01',
    ' \x15\x03\x01',
  ])('is not what begins like it: %j', async (reply) => {
    expect(await check('/0/x', { '/x': reply })).toEqual({ status: 'alive' });
  });
});

describe('of a long menu', () => {
  const errorsOf = (length: number) => `3${'a'.repeat(1000)}\t\r\n`.repeat(100).slice(0, length - 5);

  test.each([
    [16 * 1024, true],
    [16 * 1024 + 1, false],
  ])('%i octets have an item: %s', async (length, isAlive) => {
    const menu = `${errorsOf(length)}\t\r\n1\t${'b'.repeat(5000)}\th.example\t70\r\n.\r\n`;
    const found = check('/1/x', { '/x': menu });
    if (isAlive) expect(await found).toEqual({ status: 'alive' });
    else await expect(found).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('of a menu that does not end', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('what comes within half a second counts', async () => {
    vi.useFakeTimers();
    const server = gopherDouble({ 'robots.txt': '', '/x': { parts: [MENU.slice(0, -3)], end: 'open' } });
    const ended = vi.fn();
    const checked = checkAt(server, '/1/x').finally(ended);
    await vi.advanceTimersByTimeAsync(499);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await checked).toEqual({ status: 'alive' });
  });
});
