/** The opener of gopher: when a server is asked, for what, and the shape of what it returns. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { gopher } from '../../../../src/open/gopher/gopher.ts';
import { Memory } from '../../../../src/open/memory.ts';
import { shaped } from '../context.ts';
import { contextAt, expectClosed, gopherDouble, gopherLink, LINKS } from './double.ts';
import { arriving, downloadOf, open, sentOctets, valuesOf } from './open.ts';

const MENU = '0About\t/about\th.example\t70\r\n.\r\n';

describe('a link that needs no server', () => {
  test.each([
    ['/h/URL:http://x.example/', { shape: 'moved', url: 'http://x.example/', isOutside: true, freshFor: 0 }],
    ['/0URL:http://x.example/', { shape: 'moved', url: 'http://x.example/', isOutside: true, freshFor: 0 }],
    ['/8guest', { shape: 'values', kind: 'session', url: 'telnet://guest@h.example:70/', freshFor: 3600 }],
    ['/T', { shape: 'values', kind: 'session', url: 'tn3270://h.example:70/' }],
    ['/7/find', { shape: 'values', kind: 'search' }],
    ['/7/find%09', { shape: 'values', kind: 'search' }],
    ['/9/a.zip', { shape: 'download' }],
    ['/h/a.html', { shape: 'download' }],
    ['/I/a.gif', { shape: 'download', freshFor: 3600 }],
    // Whatever a link asks for, its own URL leads out of gopher.
    ['/0URL:http://x.example/%09%09!', { shape: 'moved', url: 'http://x.example/' }],
    ['/8%09%09!', { shape: 'values', kind: 'session', url: 'telnet://h.example:70/' }],
  ])('%s', async (path, expected) => {
    const { opened, server } = await open(path);
    expect(opened).toMatchObject(expected);
    expect(gopher.shapes).toContain(opened.shape);
    expect(server.dialled).toEqual([]);
  });

  test('is a line of text, which is no link', async () => {
    await expect(open('/i')).rejects.toMatchObject({ code: 'invalid-request' });
  });

  test.each([
    ['a NUL', '/0/a%00', 'A gopher request cannot contain a NUL.'],
    ['a second tab', '/0/a%09%09!%09', 'The Gopher+ part of the link contains a tab.'],
    ['a NUL in the search', '/7/a%09%00', 'A gopher request cannot contain a NUL.'],
    ['a NUL in the Gopher+ string', '/0/a%09%09+%00', 'A gopher request cannot contain a NUL.'],
    ['too much', `/0/${'a'.repeat(4094)}`, 'The request is too long.'],
    ['too much in the search', `/7/a%09${'%C3'.repeat(4093)}`, 'The request is too long.'],
  ])('has %s', async (_what, path, message) => {
    await expect(open(path)).rejects.toMatchObject({ code: 'invalid-request', message });
  });

  test('says as JSON and as lines what it is', async () => {
    const session = valuesOf((await open('/8guest')).opened, 'session');
    expect(session.json(LINKS)).toEqual({
      ...{ kind: 'session', session: 'telnet://guest@h.example:70/' },
      ...{ host: 'h.example', port: 70, login: 'guest' },
    });
    expect([...session.lines(LINKS)]).toEqual(['This leads to a terminal session: telnet://guest@h.example:70/']);
    expect(valuesOf((await open('/8')).opened, 'session').json(LINKS)).toMatchObject({ login: null });
    const search = valuesOf((await open('/7/find')).opened, 'search');
    expect(search.freshFor).toBe(3600);
    expect([...search.lines(LINKS)]).toEqual(['This is a search. Add the words to the link, after %09.']);
    expect(search.json(LINKS)).toEqual({
      ...{ kind: 'search' },
      form: { parameter: 'search', method: 'GET', action: 'self {}' },
      proposed: null,
    });
  });

  test('with words after a question mark may mean a search for them', async () => {
    const url = 'gopher://h.example/7/v2/vs%09two%20words';
    for (const link of ['/7/v2/vs?two words', '/7/v2/vs%3Ftwo%20words']) {
      const search = valuesOf((await open(link)).opened, 'search');
      expect(search.json(LINKS)).toMatchObject({ proposed: { url, words: 'two words', open: LINKS.open(url) } });
      expect([...search.lines(LINKS)].at(-1)).toBe(`To search for “two words”: ${url}`);
    }
  });
});

describe('an item', () => {
  test.each([
    ['/1/x', MENU, 'menu'],
    ['/7/x%09words', MENU, 'menu'],
    ['/0/x', 'Words.\r\n.\r\n', 'text'],
    ['/x/x', '<a/>', 'text'],
    ['/M/x', 'Subject: S\r\n\r\nWords.\r\n', 'values'],
  ])('%s is asked for once: %s', async (path, reply, shape) => {
    const { opened, server } = await open(path, { '/x': reply, '/x\twords': reply });
    expect([opened.shape, server.requests.length]).toEqual([shape, 1]);
    expect(gopher.shapes).toContain(shape);
    await expectClosed(server);
  });

  test.each([
    ['/7/x%09%09+', '/x\t\t+', MENU],
    ['/7/x%09words%09+', '/x\twords\t+', MENU],
    ['/9/x%09%09+', '/x\t+', 'octets'],
    ['/0/x%09%09unknown', '/x\tunknown', 'Words.'],
    ['/0/x%09%09+text/plain', '/x\t+text/plain', 'Words.'],
  ])('of Gopher+, %s, is asked for as %j', async (path, request, reply) => {
    const { server, opened } = await open(path, { [request]: `+-2\r\n${reply}`, '/x\t+': `+-2\r\n${reply}` });
    if (opened.shape === 'download') (await arriving(opened)).body.close();
    expect(server.requests).toEqual([`${request}\r\n`]);
  });

  test('as long as a request may be is asked for', async () => {
    const selector = `/${'a'.repeat(4093)}`;
    const { opened } = await open(`/0${selector}`, { [selector]: 'Words.' });
    expect(opened).toMatchObject({ shape: 'text', text: 'Words.' });
  });

  test('of Gopher+ has a link to its attributes, and others have none, whoever has opened it before', async () => {
    const memory = new Memory();
    for (const [path, speaksPlus] of [
      ['/0/plain', false],
      ['/0/x%09%09+', true],
      ['/0/plain', false],
    ] as const) {
      const { opened } = await open(path, { '/plain': 'Words.', '/x\t+': '+-1\r\nWords.\r\n.\r\n' }, { memory });
      const { attributes } = shaped(opened, 'text').head?.() ?? {};
      expect([path, attributes !== null]).toEqual([path, speaksPlus]);
    }
  });

  test('over TLS is asked for over TLS', async () => {
    const { server } = await open('gophers://h.example/0/x', { '/x': 'Words.' });
    expect(server.dialled).toEqual(['implicit']);
  });

  test.each([
    ['a menu', '/1/x', {}],
    ['a search', '/7/x%09words', {}],
  ])('%s as octets keeps the period', async (_what, path) => {
    const replies = { '/x': MENU, '/x\twords': MENU };
    const { opened } = await open(path, replies, { wants: 'octets' });
    const file = await arriving(opened);
    expect([file.mediaType, file.page, file.sentTo('browser').type]).toEqual([
      'text/plain',
      null,
      'text/plain; charset=utf-8',
    ]);
    expect(await sentOctets(file)).toBe(MENU);
  });
});

describe('a reply without octets', () => {
  test.each([
    ['/0/x', 'values', { kind: 'nothing', freshFor: 0 }],
    ['/1/x', null, { code: 'unreachable' }],
    ['/M/x', null, { code: 'unreachable' }],
    ['/7/x%09words', null, { code: 'unreachable' }],
  ])('%s', async (path, shape, expected) => {
    const opening = open(path, { '/x': '', '/x\twords': '' });
    if (shape === null) await expect(opening).rejects.toMatchObject(expected);
    else expect((await opening).opened).toMatchObject({ shape, ...expected });
  });

  test.each(['/9/x', '/h/x'])('%s is an empty file, which nobody keeps', async (path) => {
    const { opened, server } = await open(path, { '/x': '' });
    expect(await downloadOf(opened).begin()).toMatchObject({ shape: 'octets', body: null, freshFor: 0 });
    await expectClosed(server);
  });

  test('is no picture', async () => {
    const { opened } = await open('/I/x', { '/x': '' });
    await expect(downloadOf(opened).begin()).rejects.toMatchObject({ code: 'unreachable' });
  });

  test('of a text has no octets', async () => {
    const { opened } = await open('/0/x', { '/x': '' }, { wants: 'octets' });
    expect(opened).toEqual({
      shape: 'octets',
      freshFor: 0,
      isSilence: true,
      name: '',
      mediaType: 'text/plain',
      body: null,
    });
    expect(gopher.shapes).toContain('octets');
  });

  test('of a text is an empty text as JSON and as lines', async () => {
    const nothing = valuesOf((await open('/0/x', { '/x': '' })).opened, 'nothing');
    expect(nothing.json(LINKS)).toMatchObject({ kind: 'text', text: '', charset: 'utf-8' });
    expect([...nothing.lines(LINKS)]).toEqual(['']);
  });
});

describe('an item that has moved', () => {
  const moved = (line: string) => `--1\r\n3 Admin <a@h.example>\r\n${line}\r\n.\r\n`;

  test.each([
    ['0Here\t/new\tx.example\t7070\t+', 'gopher://x.example:7070/0/new', false],
    ['hWeb\tURL:http://x.example/\th.example\t70', 'http://x.example/', true],
    ['8Here\tguest\tx.example\t23', 'telnet://guest@x.example/', false],
  ])('to %s', async (line, url, isOutside) => {
    for (const path of ['/0/x%09%09+', '/0/x%09%09!', '/0/x%09%09%3F']) {
      const replies = { '/x\t+': moved(line), '/x\t!': moved(line) };
      const { opened, server } = await open(path, replies);
      expect(shaped(opened, 'moved')).toEqual({ shape: 'moved', freshFor: 0, url, isOutside });
      await expectClosed(server);
    }
  });

  test('to nowhere is the error of the server', async () => {
    await expect(open('/0/x%09%09+', { '/x\t+': moved('iNowhere') })).rejects.toMatchObject({ code: 'not-found' });
  });

  test.each(['/0/x%09%09+', '/0/x%09%09!', '/0/x%09%09%3F'])('is not one that is busy: %s', async (path) => {
    const busy = '--1\r\n2 Admin <a@h.example>\r\nTry again.\r\n.\r\n';
    await expect(open(path, { '/x\t+': busy, '/x\t!': busy })).rejects.toMatchObject({ code: 'busy' });
  });

  test('shows when it is fetched', async () => {
    const { opened, server } = await open('/9/x', { '/x': moved('9Here\t/new\tx.example\t70') });
    expect(server.requests).toEqual([]);
    expect(await downloadOf(opened).begin()).toMatchObject({ shape: 'moved', url: 'gopher://x.example/9/new' });
  });
});

describe('the link of a search', () => {
  const search = (path: string, words: string) =>
    gopher.search?.(
      gopherLink(`gopher://h.example${path}`),
      { search: words },
      {
        judgeServer() {},
      },
    );

  test.each([
    ['/7/find', 'gold mine', 'gopher://h.example/7/find%09gold%20mine'],
    ['/7/find%09old', ' new ', 'gopher://h.example/7/find%09new'],
    ['/7/find', 'é', 'gopher://h.example/7/find%09%C3%A9'],
    ['/7/find', '50% #1?', 'gopher://h.example/7/find%0950%25%20%231%3F'],
    ['/7/find', '  ', null],
    ['/1/menu', 'gold', null],
    ['/2', 'gold', null],
    ['/7URL:http://x.example/', 'gold', null],
  ])('%s with "%s" is %s', (path, words, link) => {
    expect(search(path, words)).toBe(link);
  });

  test.each(['a\tb', 'a\nb', 'a\rb', 'a\0b'])('cannot have %j', (words) => {
    expect(() => search('/7/find', words)).toThrow('A gopher search is one line without tabs.');
  });

  test('of a path that no server may get is refused', () => {
    expect(() => search('/7/find%00', 'gold')).toThrow('A gopher request cannot contain a NUL.');
  });
});

describe('a robot', () => {
  const ROBOTS = 'User-agent: *\r\nDisallow: /private\r\n';
  const replies = { 'robots.txt': ROBOTS, '/private': 'Words.', '/open': 'Words.' };

  test.each(['/0/private', '/9/private', '/0/private%09%09!'])(
    'is refused %s, which is not asked for',
    async (path) => {
      const { error, server } = await refusedAt(path, replies);
      expect(error).toMatchObject({ code: 'forbidden' });
      expect(server.requests).toEqual(['robots.txt\r\n']);
    },
  );

  /** Opens a link as a robot, to the first octet. */
  async function refusedAt(path: string, at: Readonly<Record<string, string>>) {
    const server = gopherDouble(at);
    const opening = async (): Promise<unknown> => {
      const opened = await gopher.open(gopherLink(`gopher://h.example${path}`), contextAt(server, { robot: 'Bot' }));
      if (opened.shape === 'download') await opened.begin();
      return null;
    };
    return { error: await opening().catch((error: unknown) => error), server };
  }

  test('gets what nobody forbids', async () => {
    const { error, server } = await refusedAt('/0/open', replies);
    expect([error, server.requests]).toEqual([null, ['robots.txt\r\n', '/open\r\n']]);
  });

  test('may know what needs no server', async () => {
    expect((await refusedAt('/7/find', {})).server.requests).toEqual([]);
  });

  test('stays away from phone books', async () => {
    const { error, server } = await refusedAt('/2', {});
    expect(error).toMatchObject({ code: 'forbidden' });
    expect(server.dialled).toEqual([]);
  });

  test('needs no robots.txt that is remembered', async () => {
    const memory = new Memory();
    for (const _ of [1, 2]) {
      const { server } = await open('/0/open', replies, { robot: 'Bot', memory });
      if (_ === 2) expect(server.requests).toEqual(['/open\r\n']);
    }
  });
});

test.each([
  ['/0/x', false],
  ['/0/x%09%09%3F', false],
  ['/0/x%09%09+%091%0D%0A+-1%0D%0AJane%0D%0A.%0D%0A', true],
])('%s is for one reader: %s', (path, isPersonal) => {
  expect(gopher.isPersonal?.(gopherLink(`gopher://h.example${path}`), { isConditional: false })).toBe(isPersonal);
});

describe('a server that keeps the connection open after the period', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** What a promise gives when nobody waits any longer for more. */
  async function settled<Value>(promise: Promise<Value>): Promise<Value> {
    await vi.runAllTimersAsync();
    return promise;
  }

  const held = (reply: string) => ({ '/x': { parts: [reply], end: 'open' as const } });
  const WORDS = 'Words.\r\n.\r\n';

  test.each([
    ['a text', '/0/x', WORDS, 'text'],
    ['a message', '/M/x', `Subject: S\r\n\r\n${WORDS}`, 'values'],
    ['a menu', '/1/x', MENU, 'menu'],
  ])('has sent %s', async (_what, path, reply, shape) => {
    const { opened, server } = await settled(open(path, held(reply)));
    expect(opened.shape).toBe(shape);
    expect(server.open).toBe(0);
  });

  test.each([
    ['a menu', '/1/x', MENU, MENU],
    ['a message', '/M/x', WORDS, 'Words.\r\n'],
  ])('has sent %s as octets', async (_what, path, reply, sent) => {
    const { opened, server } = await settled(open(path, held(reply), { wants: 'octets' }));
    expect(downloadOf(opened).freshFor).toBe(3600);
    expect(await settled(sentOctets(await arriving(opened)))).toBe(sent);
    expect(server.open).toBe(0);
  });
});

test('gopher says of itself what readers and programs need', () => {
  expect(gopher).toMatchObject({
    ...{ kind: 'gopher', schemes: ['gopher', 'gophers'], name: 'Gopher', schemeNames: { gophers: 'Gopher over TLS' } },
    // The greeting of its servers, and the choice of a charset for one page alone.
    ...{ protocol: 'gopher', hasMixedCharsets: true },
  });
  // What forms may ask for.
  expect(Object.keys(gopher.searchFields?.fields ?? {})).toEqual(['search']);
  expect(gopher.searchFields?.unfit).toBe('A gopher search cannot contain these characters.');
  expect(Object.keys(gopher.fields ?? {})).toEqual(['field.*', 'return', 'help']);
});
