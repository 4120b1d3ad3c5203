/** The client of gopher and Gopher+, over connections in memory. */
import { describe, expect, test, vi } from 'vitest';
import { octetStringOf } from '../../../../src/octets/charset.ts';
import { utf8OrLatin1Of } from '../../../../src/octets/octets.ts';
import { fetchForm, readAttributes, sendForm } from '../../../../src/protocols/gopher/attributes.ts';
import { fetchCapabilities, fetchServerFile } from '../../../../src/protocols/gopher/caps.ts';
import { MenuSource } from '../../../../src/protocols/gopher/menu-source.ts';
import {
  ask,
  collectBody,
  errorInMenu,
  type GopherServer,
  isEmpty,
  refusalIn,
} from '../../../../src/protocols/gopher/reply.ts';
import { type Charsets, textReader } from '../../../../src/protocols/gopher/text-reader.ts';
import type { GopherPath } from '../../../../src/schemes/gopher/path.ts';
import { type MemoryAnswer, type MemoryServer, memoryServer } from '../memory-server.ts';

/** A server that sends these replies by the first line of a request, and closes the connection after each. */
function serverOf(replies: Readonly<Record<string, string | MemoryAnswer>>): [GopherServer, MemoryServer] {
  const memory = memoryServer((request) => {
    const reply = replies[request.split('\r\n', 1).join('')] ?? null;
    return typeof reply === 'string' ? { parts: [reply], end: 'closed' } : reply;
  });
  return [{ host: 'h.example', port: 70, tls: 'none', connect: memory.connect }, memory];
}

const item = (selector: string, more: Partial<GopherPath> = {}): GopherPath => ({
  type: '1',
  selector,
  search: null,
  plus: null,
  ...more,
});

/** Nobody chose a charset, and the server declares none. */
const UNKNOWN: Charsets = { charset: null, declared: async () => null };

describe('a request', () => {
  test.each<readonly [string, GopherPath, string]>([
    ['the top menu', item(''), '\r\n'],
    ['an item', item('/a%20b'), '/a b\r\n'],
    ['a search', item('/s', { type: '7', search: 'a%20b' }), '/s\ta b\r\n'],
    ['Gopher+', item('/a', { plus: '+text/plain' }), '/a\t+text/plain\r\n'],
  ])('for %s', async (_, path, line) => {
    const [server, memory] = serverOf({});
    void ask(server, path).catch(() => {});
    await vi.waitFor(() => expect(memory.requests).toEqual([line]));
  });

  test('goes over TLS if the server does', async () => {
    const [server, memory] = serverOf({ '/a': 'text' });
    await ask({ ...server, tls: 'implicit' }, item('/a'));
    expect(memory.dialled).toEqual(['implicit']);
  });

  test.each([
    ['a second line', item('/a%0D%0A/b')],
    ['a NUL', item('/a%00')],
    ['the answers to a form', item('/a', { plus: '+%091%0D%0A+-1%0D%0Ax%0D%0A.%0D%0A' })],
    ['too many octets', item('/a'.repeat(4096))],
  ])('with %s is refused, and leaves no connection open', async (_, path) => {
    const [server, memory] = serverOf({});
    await expect(ask(server, path)).rejects.toMatchObject({ code: 'invalid-request' });
    expect([memory.requests, memory.open]).toEqual([[], 0]);
  });
});

describe('a reply', () => {
  test.each<readonly [string, string, boolean, string]>([
    ['without a header', '+11\r\ntext', false, '+11\r\ntext'],
    ['of a known length', '+4\r\ntext', true, 'text'],
    ['up to a period', '+-1\r\ntext\r\n.\r\n', true, 'text\r\n'],
    ['up to the end', '+-2\r\ntext', true, 'text'],
  ])('%s', async (_, octets, plus, body) => {
    const [server, memory] = serverOf({ '/a': octets, '/a\t+': octets });
    const reply = await ask(server, item('/a', { plus: plus ? '+' : null }));
    expect(reply).toMatchObject({ plus, failed: false });
    expect(utf8OrLatin1Of((await collectBody(reply, 100)).octets)).toBe(body);
    expect(memory.open).toBe(0);
  });

  test('shorter than it announces breaks the protocol', async () => {
    const [server] = serverOf({ '/a\t+': '+9\r\ntext' });
    const reply = await ask(server, item('/a', { plus: '+' }));
    await expect(collectBody(reply, 100)).rejects.toMatchObject({ code: 'malformed' });
  });

  test('without an octet is empty, unless the server announces an empty item', async () => {
    const [server] = serverOf({ '/a': '', '/a\t+': '+0\r\n' });
    expect(await isEmpty(await ask(server, item('/a')))).toBe(true);
    expect(await isEmpty(await ask(server, item('/a', { plus: '+' })))).toBe(false);
  });
});

describe('an error of the server', () => {
  const PLUS = '--1\r\n';

  test.each<readonly [string, string, object]>([
    [
      'a line of type 3',
      '3No such file\t\terror.host\t1\r\n',
      { code: 'not-found', reply: 'No such file', status: null },
    ],
    ['that denies access', '3Access denied\t\terror.host\t1\r\n.\r\n', { code: 'forbidden' }],
    ['that is temporary', '3Too many users\t\terror.host\t1\r\n', { code: 'busy' }],
    ['the text of gophernicus', 'Error: Access denied!', { code: 'forbidden', reply: 'Access denied!' }],
    ['code 1 of Gopher+', `${PLUS}1 Admin <a@h.example>\r\nIt is gone.\r\n.\r\n`, { code: 'not-found', status: 1 }],
    ['code 2 of Gopher+', `${PLUS}2 Admin <a@h.example>\r\nCome back.\r\n.\r\n`, { code: 'busy', status: 2 }],
    ['Gopher+ without a code', `${PLUS}Oh dear\r\n.\r\n`, { code: 'malformed', reply: 'Oh dear', status: null }],
  ])('%s', async (_, octets, error) => {
    const [server] = serverOf({ '/a\t+': octets });
    const refusal = await refusalIn(server, await ask(server, item('/a', { plus: '+' })));
    expect(refusal).toMatchObject({ moved: null, error });
  });

  test('that names a new place has its line', async () => {
    const line = '0New\t/new\tx.example\t7070';
    const [server] = serverOf({ '/a\t+': `${PLUS}3 Admin <a@h.example>\r\n${line}\r\n.\r\n` });
    const refusal = await refusalIn(server, await ask(server, item('/a', { plus: '+' })));
    expect(refusal?.moved).toMatchObject({ kind: 'item', selector: '/new', host: 'x.example', port: 7070 });
    expect(refusal?.error.status).toBe(3);
  });

  test.each([
    ['a menu', '1Menu\t/m\th.example\t70\r\n'],
    ['a menu that begins with an error', '3Old\t\terror.host\t1\r\n1Menu\t/m\th.example\t70\r\n'],
    ['a text', 'Errors are human.'],
  ])('is not %s', async (_, octets) => {
    const [server] = serverOf({ '/a': octets });
    expect(await refusalIn(server, await ask(server, item('/a')))).toBe(null);
  });

  test('in a menu with a footer is one to a check', () => {
    const octets = Buffer.from('3No such file\t\terror.host\t1\r\niServed by x\t\terror.host\t1\r\n');
    expect(errorInMenu(octets, { host: 'h.example', port: 70 })).toMatchObject({ code: 'not-found' });
    const menu = Buffer.concat([octets, Buffer.from('1Menu\t/m\th.example\t70\r\n')]);
    expect(errorInMenu(menu, { host: 'h.example', port: 70 })).toBe(null);
  });
});

describe('a menu', () => {
  const open = async (octets: string | MemoryAnswer, charsets = UNKNOWN): Promise<[MenuSource, MemoryServer]> => {
    const [server, memory] = serverOf({ '/m': octets });
    return [await MenuSource.open(server, await ask(server, item('/m')), charsets), memory];
  };

  test('has typed lines, a title, and ends with its period although the connection stays open', async () => {
    const parts = [
      'iWelcome\tTITLE\terror.host\t1\r\n0Text\t/t\t\t\r\n',
      'hWeb\tURL:https://x.example/\th\t70\r\n.\r\n',
    ];
    const [menu, memory] = await open({ parts, end: 'open' });
    expect(menu.lines.map(({ kind }) => kind)).toEqual(['title', 'item', 'link']);
    expect(menu.title?.display).toBe('Welcome');
    expect([menu.ended, menu.truncated, memory.open]).toEqual([true, false, 0]);
    expect(menu.lines[1]).toMatchObject({ type: '0', selector: '/t', host: 'h.example', port: 70 });
  });

  test('arrives in parts', async () => {
    const row = '0Text\t/t\th.example\t70\r\n';
    const [menu] = await open({ parts: Array.from({ length: 20_000 }, () => row), end: 'closed' });
    let count = menu.lines.length;
    expect(menu.ended).toBe(false);
    for await (const lines of menu.arrivals()) count += lines.length;
    expect(count).toBe(20_000);
  });

  test('longer than the limit is cut', async () => {
    const row = '0Text\t/t\th.example\t70\r\n';
    const [menu, memory] = await open({ parts: [row.repeat(50_100)], end: 'open' });
    let count = menu.lines.length;
    for await (const lines of menu.arrivals()) count += lines.length;
    expect([count, menu.truncated, memory.open]).toEqual([50_000, true, 0]);
  });

  test.each([
    [
      'of errors only',
      '3Gone\t\terror.host\t1\r\n3Really\t\terror.host\t1\r\n',
      { code: 'not-found', reply: 'Gone Really' },
    ],
    ['that is a picture', 'GIF89a\0\x01\0\x01\x02\x03\x04', { code: 'malformed' }],
    ['of a web server', 'HTTP/1.1 400 Bad Request\r\n\r\n', { code: 'malformed' }],
    ['with an endless line', 'x'.repeat(200_000), { code: 'malformed' }],
  ])('%s is an error', async (_, octets, error) => {
    await expect(open(octets)).rejects.toMatchObject(error);
  });

  test('in an old charset is read with the one that the server declares', async () => {
    const declared = vi.fn(async () => 'iso-8859-2');
    const [menu] = await open('0Drzwi s\xb1 otwarte\t/t\th.example\t70\r\n.\r\n', { charset: null, declared });
    expect(menu.lines.map(({ display }) => menu.reader.read(display))).toEqual(['Drzwi są otwarte']);
    expect(menu.reader.charset).toBe('iso-8859-2');
    const [utf8] = await open('0T\xc3\xbcr\t/t\th.example\t70\r\n', {
      charset: null,
      declared: () => Promise.reject(),
    });
    expect(utf8.lines).toHaveLength(1);
  });
});

test('the charset that a reader chose decides, and nothing is asked', async () => {
  const declared = vi.fn(async () => 'iso-8859-2');
  const reader = await textReader({ charset: 'cp437', declared }, [Uint8Array.of(0x84)]);
  expect([reader.read(Uint8Array.of(0x84)), reader.charset, declared.mock.calls.length]).toEqual(['ä', 'cp437', 0]);
});

describe('Gopher+', () => {
  const attributes = [
    '+-1\r\n+INFO: 0Text\t/a\th.example\t70\t?\r\n',
    '+ADMIN:\r\n Admin: A <a@h.example>\r\n+ASK:\r\n Ask: Your name?\tnobody\r\n.\r\n',
  ].join('');

  test('attributes are blocks of lines', async () => {
    const [server] = serverOf({ '/a\t!': attributes });
    const { items } = await readAttributes(server, await ask(server, item('/a', { plus: '!' })));
    expect(items.map(({ blocks }) => blocks.map(({ name }) => name))).toEqual([['ADMIN', 'ASK']]);
  });

  test('a server without attributes has none', async () => {
    const [server] = serverOf({ '/a\t!': 'iHello\t\terror.host\t1\r\n' });
    const reply = await ask(server, item('/a', { plus: '!' }));
    await expect(readAttributes(server, reply)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a form has its fields; an item without one, or that has moved, says so', async () => {
    const [server] = serverOf({
      '/a\t!': attributes,
      '/b\t!': '+-1\r\n+INFO: 0Text\t/b\th.example\t70\t+\r\n+ADMIN:\r\n Admin: A\r\n.\r\n',
      '/c\t!': '--1\r\n3 A\r\n0New\t/new\th.example\t70\r\n.\r\n',
    });
    expect(await fetchForm(server, item('/a'), UNKNOWN)).toMatchObject({
      kind: 'fields',
      fields: [{ kind: 'Ask', question: 'Your name?', preset: 'nobody' }],
    });
    expect(await fetchForm(server, item('/b'), UNKNOWN)).toEqual({ kind: 'absent' });
    expect(await fetchForm(server, item('/c'), UNKNOWN)).toMatchObject({
      kind: 'refused',
      refusal: { moved: { selector: '/new' } },
    });
  });

  test('answers are a data block', async () => {
    const [server, memory] = serverOf({ '.': { parts: ['+2\r\nOK'], end: 'open' } });
    void sendForm(server, item('/a'), 'text/plain', ['Jane']).catch(() => {});
    await vi.waitFor(() => expect(memory.requests.join('')).toBe('/a\t+text/plain\t1\r\n+-1\r\nJane\r\n.\r\n'));
  });
});

describe('the files of a server', () => {
  test('are texts', async () => {
    const [server] = serverOf({ 'robots.txt': 'User-agent: *\r\n.\r\n' });
    expect(octetStringOf(await fetchServerFile(server, 'robots.txt'))).toBe('User-agent: *\r\n');
  });

  test('capabilities', async () => {
    const [server] = serverOf({ 'caps.txt': 'CAPS\r\nServerTLSPort=7443\r\n' });
    expect(await fetchCapabilities(server)).toMatchObject({ tlsPort: 7443 });
    const refused = { ...server, connect: () => Promise.reject(new Error('refused')) };
    expect(await fetchCapabilities(refused)).toBe(null);
  });

  test('nobody waits for capabilities longer than a second', async () => {
    vi.useFakeTimers();
    try {
      const [server, memory] = serverOf({});
      const capabilities = fetchCapabilities(server);
      await vi.advanceTimersByTimeAsync(1000);
      expect([await capabilities, memory.open]).toEqual([null, 0]);
    } finally {
      vi.useRealTimers();
    }
  });
});
