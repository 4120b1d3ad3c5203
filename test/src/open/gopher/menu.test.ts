/** Menus: what of them is known when they are opened, what arrives, and that JSON and pages say the same. */
import { describe, expect, test } from 'vitest';
import { GatewayError } from '../../../../src/net/failure.ts';
import type { OpenContext } from '../../../../src/open/contract.ts';
import { itemOf } from '../../../../src/open/gopher/item.ts';
import { menuOf } from '../../../../src/open/gopher/menu.ts';
import { jsonPieces } from '../../../../src/open/json-pieces.ts';
import type { Menu, MenuEntry } from '../../../../src/open/opened.ts';
import { ask } from '../../../../src/protocols/gopher/reply.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import type { MemoryAnswer } from '../../protocols/memory-server.ts';
import { contextAt, expectClosed, gopherDouble, gopherLink, LINKS, type Replies } from './double.ts';

const MENU = [
  'i\t\t\t',
  'iThe museum\tTITLE\terror.host\t1',
  'iWelcome.\t\terror.host\t1',
  '0About\t/about\th.example\t70',
  'ILamp\t/lamp.gif\th.example\t70',
  '1Elsewhere\t\tx.example\t7070\t+',
  '+A copy\t\ty.example\t70',
  'hWeb\tURL:https://x.example/\th.example\t70',
  'hScript\tURL:javascript:zq9\th.example\t70',
  '7Find\t/find\th.example\t70\t?',
  '3Gone\t\terror.host\t1',
  '.',
  '',
].join('\r\n');

async function open(replies: Replies, url = 'gopher://h.example/1/menu', asked: Partial<OpenContext> = {}) {
  const server = gopherDouble(replies);
  const item = itemOf(gopherLink(url), contextAt(server, asked));
  const menu = await menuOf(item, await ask(item.server, item.path));
  return { menu, server, item };
}

async function entriesIn(menu: Menu, lines: 'all' | 'untitled'): Promise<readonly MenuEntry[]> {
  const entries: MenuEntry[] = [];
  for await (const part of menu.arrivals(lines)) entries.push(...part.entries());
  return entries;
}

/** The JSON of a menu, whole or in parts. */
async function jsonOf({ content }: Menu): Promise<{ readonly lines: readonly Record<string, unknown>[] }> {
  if (content.isWhole) return JSON.parse(JSON.stringify(content.json(LINKS)));
  let text = '';
  for await (const piece of jsonPieces(...content.json(LINKS)))
    text += typeof piece === 'string' ? piece : [...piece].join('');
  return JSON.parse(text);
}

describe('a menu', () => {
  test('has its title, its name, and what an entity tag needs', async () => {
    const { menu, server } = await open({ '/menu': MENU });
    expect(menu).toMatchObject({ shape: 'menu', freshFor: 300, title: 'The museum', heading: null, isSearch: false });
    expect(menu.head()).toEqual({
      noun: 'menu',
      name: 'menu',
      words: null,
      language: null,
      attributes: 'gopher://h.example/1/menu%09%09%24',
      ways: [],
    });
    expect(menu.content).toMatchObject({ isWhole: true, identity: [MENU, 'utf-8'] });
    expect(menu.isLong()).toBe(false);
    expect([menu.hasPictures(), menu.isDated(), menu.isCut(), menu.charset()]).toEqual([true, false, false, 'utf-8']);
    await expectClosed(server);
  });

  test('loses its title line on a page, and nowhere else', async () => {
    const [all, untitled] = [await open({ '/menu': MENU }), await open({ '/menu': MENU })];
    const [whole, page] = [await entriesIn(all.menu, 'all'), await entriesIn(untitled.menu, 'untitled')];
    expect(whole[1]).toEqual({ kind: 'text', text: 'The museum' });
    expect(page).toEqual(whole.filter(({ text }) => text !== 'The museum'));
    expect((await jsonOf(all.menu)).lines[1]).toMatchObject({ kind: 'title', display: 'The museum' });
  });

  test('has entries with links, words for what they lead to, and the server of a copy', async () => {
    const { menu } = await open({ '/menu': MENU });
    const items = (await entriesIn(menu, 'untitled')).filter((entry) => entry.kind !== 'text');
    const none = { isPicture: false, copyAt: null };
    expect(items).toEqual([
      { ...none, ...item('About', 'gopher://h.example/0/about'), label: 'TEXT', type: 'text file' },
      { ...none, ...item('Lamp', 'gopher://h.example/I/lamp.gif'), label: 'IMAGE', type: 'image', isPicture: true },
      { ...none, ...item('Elsewhere', 'gopher://x.example:7070/'), label: 'MENU', type: 'menu' },
      {
        ...item('A copy', 'gopher://y.example/'),
        ...{ label: 'ALSO', type: 'the same menu on another server', isPicture: false, copyAt: 'y.example' },
      },
      { ...none, ...item('Web', 'https://x.example/'), label: 'WEB', type: 'link, https' },
      { ...none, ...item('Script', 'javascript:zq9'), label: 'LINK', type: 'link, javascript' },
      {
        ...{ ...none, ...item('Find', 'gopher://h.example/7/find%09%09%3F'), label: 'FORM', type: 'form to fill in' },
      },
      { ...none, kind: 'error', text: 'Gone', url: null, label: 'ERROR', type: 'error' },
    ]);
  });

  test('says the same in JSON, but for links that run code', async () => {
    const { menu } = await open({ '/menu': MENU });
    const { lines } = await jsonOf(menu);
    const entries = await entriesIn(menu, 'all');
    expect(lines.map(({ display }) => display)).toEqual(entries.map(({ text }) => text));
    const urls = entries.map((entry) => (entry.kind === 'text' ? undefined : entry.url));
    expect(lines.map(({ kind, url }) => (kind === 'error' ? null : url))).toEqual(
      urls.map((url) => (url === 'javascript:zq9' ? null : url)),
    );
    expect(lines[3]).toMatchObject({ url: 'gopher://h.example/0/about', open: 'open gopher://h.example/0/about' });
  });

  test('over TLS leads to items of the same server over TLS', async () => {
    const { menu } = await open({ '/menu': MENU }, 'gophers://h.example/1/menu');
    const urls = (await entriesIn(menu, 'all')).map((entry) => (entry.kind === 'text' ? null : entry.url));
    expect(urls.filter((url) => url?.startsWith('gophers:'))).toHaveLength(3);
    expect(urls).toContain('gopher://x.example:7070/');
  });

  describe('that ends before its end', () => {
    const LINE = '0A\t/a\th.example\t70\r\n';
    /** The server announces more than it sends. */
    const broken = (lines: string) => open({ '/menu\t+': `+99999\r\n${lines}` }, 'gopher://h.example/1/menu%09%09+');

    test('has what came and the error, and is for nobody else', async () => {
      const { menu, server } = await broken(`${LINE.repeat(600)}0Unfinis`);
      const message = 'The server sent less than it announced.';
      expect(menu).toMatchObject({ freshFor: 0, broken: { code: 'malformed', message } });
      expect(await entriesIn(menu, 'all')).toHaveLength(600);
      const json = await jsonOf(menu);
      expect([json.lines.length, json]).toEqual([600, expect.objectContaining({ broken: message, truncated: false })]);
      expect(menu.content).toMatchObject({ identity: [`${LINE.repeat(600)}0Unfinis`, 'utf-8', message] });
      await expectClosed(server);
      const whole = await open({ '/menu': MENU });
      expect([whole.menu.broken, await jsonOf(whole.menu)]).toEqual([null, expect.objectContaining({ broken: null })]);
    });

    test.each([
      ['no line', '0Unfinis'],
      ['blank lines', 'i\t\t\t\r\n'],
      ['lines that are errors', '3Gone\t\terror.host\t1\r\n'],
    ])('before %s that can be shown throws its error', async (_what, lines) => {
      await expect(broken(lines)).rejects.toMatchObject({ code: 'malformed' });
    });
  });

  test('that only has errors throws the error', async () => {
    await expect(open({ '/menu': '3Not here\t\terror.host\t1\r\n.\r\n' })).rejects.toMatchObject({ code: 'not-found' });
  });
});

const item = (text: string, url: string) => ({ kind: 'item', text, url });

describe('a heading', () => {
  test.each([
    ['gopher://h.example/1/menu', 'iMaps of the north\r\n0A\t/a\r\n', 'Maps of the north'],
    ['gopher://h.example/1/menu', 'iGo 1\r\n0A\t/a\r\n', 'Go 1'],
    ['gopher://h.example/1/menu', 'iThese are maps.\r\n0A\t/a\r\n', null],
    ['gopher://h.example/1/menu', 'iMaps:\r\n0A\t/a\r\n', null],
    ['gopher://h.example/1/menu', 'i----\r\n0A\t/a\r\n', null],
    ...['Maps,', 'Maps;', 'Maps!', 'Maps?', 'A', '1 2 3'].map((text): [string, string, null] => [
      'gopher://h.example/1/menu',
      `i${text}\r\n0A\t/a\r\n`,
      null,
    ]),
    ['gopher://h.example/1/menu', 'i  ** Maps of \x1b[1mthe north  \r\n0A\t/a\r\n', '** Maps of the north'],
    ['gopher://h.example/1/menu', '0A\t/a\r\n', null],
    ['gopher://h.example/1', 'iMaps of the north\r\n0A\t/a\r\n', null],
    ['gopher://h.example/7/menu%09gold', 'iMaps of the north\r\n0A\t/a\r\n', null],
  ])('of %s that begins with %j is %j', async (url, menu, heading) => {
    const { menu: opened } = await open({ '': menu, '/menu': menu, '/menu\tgold': menu }, url);
    expect(opened.heading).toBe(heading);
  });
});

describe('a search', () => {
  test('has its words, and a name without them', async () => {
    const { menu } = await open({ '/find\tgold': MENU }, 'gopher://h.example/7/find%09gold');
    expect(menu.isSearch).toBe(true);
    expect(menu.head()).toMatchObject({ words: 'gold', name: 'find' });
  });
});

describe('a menu that arrives slowly', () => {
  const slow: MemoryAnswer = { parts: ['0A\t/a\r\n'], end: 'open' };

  test('is not whole, and is closed once it is left', async () => {
    const { menu, server } = await open({ '/menu': slow });
    expect([menu.content.isWhole, server.open]).toEqual([false, 1]);
    const arrivals = menu.arrivals('all')[Symbol.asyncIterator]();
    const { value } = await arrivals.next();
    expect(value.length).toBe(1);
    menu.close();
    expect(server.open).toBe(0);
  });

  test('has the same JSON as one that is whole', async () => {
    // More octets than are read before the menu is opened.
    const lines = Array.from({ length: 6000 }, (_, index) => `0Line ${index}\t/line/${index}\th.example\t70\r\n`);
    const { menu, server } = await open({ '/menu': { parts: lines, end: 'closed' } });
    expect(menu.content.isWhole).toBe(false);
    const json = await jsonOf(menu);
    expect(json.lines).toHaveLength(6000);
    expect(json.lines.map(({ url }) => url)).toEqual(lines.map((_line, index) => `gopher://h.example/0/line/${index}`));
    expect(Object.keys(json)).toEqual(['kind', 'title', 'lines', 'charset', 'truncated', 'broken', 'links']);
    await expectClosed(server);
  });
});

describe('an entry', () => {
  const entryOf = async (line: string) => {
    const { menu } = await open({ '/menu': `iHere:\r\n${line}\r\n.\r\n` });
    return (await entriesIn(menu, 'all')).at(-1);
  };

  test.each([
    ['hX\tURL:http://x.example/', 'WEB', 'link, http'],
    ['hX\tURL:HTTPS://x.example/', 'WEB', 'link, https'],
    ['hX\tURL:ftp://x.example/', 'LINK', 'link, ftp'],
    ['hX\tURL:http://x.example:8080/', 'WEB', 'link, http'],
    ['hX\tURL:xhttp:a', 'LINK', 'link, xhttp'],
    ['hX\tURL:https2:a', 'LINK', 'link, https2'],
    ['hX\tURL:http://x:y/', 'LINK', 'link, unknown'],
    ['IX\tURL:http://x.example/a.gif', 'WEB', 'link, http'],
    ['3Gone\t', 'ERROR', 'error'],
    ['hX\t/x.html', 'HTML', 'HTML document or URL'],
    ['ZX\t/x', 'Z', 'item of the unknown type Z'],
  ])('%j has the label %s: %s', async (line, label, type) => {
    // A picture of the Web is no item that a page of pictures may show.
    expect(await entryOf(`${line}\th.example\t70`)).toMatchObject({ label, type, isPicture: false, copyAt: null });
  });

  test.each(['g', 'I', 'p'])('of type %s is a picture', async (type) => {
    expect(await entryOf(`${type}X\t/x\th.example\t70`)).toMatchObject({ isPicture: true });
    expect((await open({ '/menu': `${type}X\t/x\r\n` })).menu.hasPictures()).toBe(true);
  });

  test.each(['0X\t/x', 'IX\tURL:http://x.example/a.gif', 'iX'])('alone, %j, is no picture', async (line) => {
    expect((await open({ '/menu': `${line}\th.example\t70\r\n` })).menu.hasPictures()).toBe(false);
  });

  test('of an item that no URL can name has no address', async () => {
    expect(await entryOf('0X\t/a\rb\th.example\t70')).toMatchObject({
      kind: 'item',
      text: 'X',
      url: null,
    });
  });

  test.each(['iWords', 'Words'])('%j is text', async (line) => {
    expect(await entryOf(line)).toEqual({ kind: 'text', text: 'Words' });
  });
});

describe('the part of a menu', () => {
  test('makes the entries that are asked for', async () => {
    const { menu } = await open({ '/menu': MENU });
    for await (const part of menu.arrivals('untitled')) {
      expect(part.length).toBe(10);
      expect([...part.entries(2, 4)].map(({ text }) => text)).toEqual(['About', 'Lamp']);
      expect([...part.entries(9)].map(({ text }) => text)).toEqual(['Gone']);
      expect([...part.entries(4, 4)]).toEqual([]);
    }
  });
});

describe('the dated items', () => {
  test('are those with a date in their text or name, in the order of the menu', async () => {
    const phlog = [
      'i2024-01-01 is no item',
      '02024-05-01 On lighthouses\t/a.txt\th.example\t70',
      '0On lamps\t/20240601-lamps.txt\th.example\t70',
      '0Undated\t/b.txt\th.example\t70',
      '02024-05-02 Broken\t/a\rb\th.example\t70',
      '',
    ].join('\r\n');
    const { menu } = await open({ '/menu': phlog });
    expect(menu.isDated()).toBe(true);
    expect(await menu.dated()).toEqual([
      { url: 'gopher://h.example/0/a.txt', title: 'On lighthouses', updated: new Date('2024-05-01') },
      { url: 'gopher://h.example/0/20240601-lamps.txt', title: 'On lamps', updated: new Date('2024-06-01') },
    ]);
  });

  const PLUS = '0A\t/a\th.example\t70\t+\r\n.\r\n';
  const ATTRIBUTES = '+-1\r\n+INFO: 0A\t/a\th.example\t70\t+\r\n+ADMIN:\r\n Mod-Date: Mon <19940131000000>\r\n.\r\n';

  test('are those that Gopher+ dates, if there are no others', async () => {
    const { menu, server } = await open({ '/menu': PLUS, '/menu\t$': ATTRIBUTES });
    expect(menu.isDated()).toBe(false);
    expect(server.requests).toEqual(['/menu\r\n']);
    expect(await menu.dated()).toEqual([
      { url: 'gopher://h.example/0/a', title: 'A', updated: new Date('1994-01-31') },
    ]);
    expect(server.requests).toEqual(['/menu\r\n', '/menu\t$\r\n']);
    await expectClosed(server);
  });

  test('of the Web count, too, and those of Gopher+ are not asked for then', async () => {
    const lines = ['h2024-05-03 News\tURL:https://x.example/\th.example\t70', PLUS];
    const { menu, server } = await open({ '/menu': lines.join('\r\n') });
    expect(await menu.dated()).toEqual([{ url: 'https://x.example/', title: 'News', updated: new Date('2024-05-03') }]);
    expect(server.requests).toEqual(['/menu\r\n']);
  });

  test('are none of a menu without dates and without Gopher+, which is asked for nothing', async () => {
    const { menu, server } = await open({ '/menu': '0A\t/a\th.example\t70\r\n.\r\n' });
    expect(await menu.dated()).toEqual([]);
    expect(server.requests).toEqual(['/menu\r\n']);
  });

  test('have no controls in their dates', async () => {
    const { menu } = await open({ '/menu': '02024-\x1b[1m05-01 A\t/a\th.example\t70\r\n.\r\n' });
    expect([menu.isDated(), await menu.dated()]).toEqual([false, []]);
  });

  test('may arrive after the beginning of the menu', async () => {
    const parts = Array.from({ length: 200 }, () => `0${'a'.repeat(1000)}\t/a\th.example\t70\r\n`);
    parts.push('02024-05-01 Late\t/late\th.example\t70\r\n');
    const { menu } = await open({ '/menu': { parts, end: 'closed' } });
    expect(menu.isDated()).toBe(false);
    expect(await menu.dated()).toMatchObject([{ url: 'gopher://h.example/0/late' }]);
  });

  test('of Gopher+ are those with a time, and the server is known to speak it', async () => {
    const attributes = [
      '+-1',
      '+INFO: 0Undated\t/u\th.example\t70\t+',
      '+INFO: 0J\xc3\xb6rg\x1b[1m\t/j\th.example\t70\t+',
      '+ADMIN:',
      ' Mod-Date: Mon <19940131000000>',
      '.',
      '',
    ].join('\r\n');
    const { menu, item } = await open({ '/menu': '0A\t/a\tx.example\t70\t+\r\n.\r\n', '/menu\t$': attributes });
    expect(item.known.speaksPlus).toBe(false);
    expect(await menu.dated()).toEqual([
      { url: 'gopher://h.example/0/j', title: 'Jörg', updated: new Date('1994-01-31') },
    ]);
    expect(item.known.speaksPlus).toBe(true);
  });

  test('without a line of their own are none', async () => {
    const { menu } = await open({
      '/menu': PLUS,
      '/menu\t$': '+-1\r\n+ADMIN:\r\n Mod-Date: Mon <19940131000000>\r\n.\r\n',
    });
    expect(await menu.dated()).toEqual([]);
  });

  test.each([
    ['a server that is gone has none', new ProtocolError('unreachable', 'Gone.'), true],
    ['a reader who has left learns it', new GatewayError('client-closed', 'Left.'), false],
    ['a mistake of this program is told', new TypeError('mistake'), false],
  ])('%s', async (_what, error, isNone) => {
    const server = gopherDouble({ '/menu': PLUS });
    const { connect } = contextAt(server);
    let connections = 0;
    const context = contextAt(server, {
      connect: async (options) => {
        connections += 1;
        if (connections > 1) throw error;
        return connect(options);
      },
    });
    const own = itemOf(gopherLink('gopher://h.example/1/menu'), context);
    const menu = await menuOf(own, await ask(own.server, own.path));
    if (isNone) expect(await menu.dated()).toEqual([]);
    else await expect(menu.dated()).rejects.toBe(error);
  });

  test('are none if the server does not send attributes', async () => {
    const { menu } = await open({ '/menu': PLUS, '/menu\t$': '3No\t\terror.host\t1\r\n' });
    expect(await menu.dated()).toEqual([]);
  });
});

describe('Gopher+', () => {
  const plus = (host: string) => `0A\t/a\t${host}\t70\t+\r\n.\r\n`;

  test.each([
    ['of its own server shows that the server speaks it', 'h.example', 'gopher://h.example/1/menu%09%09%24'],
    ['of another server does not', 'x.example', null],
    ['of another port does not', 'h.example', null],
  ])('an item %s', async (what, host, attributes) => {
    const line = plus(host).replace('\t70', what.includes('port') ? '\t7070' : '\t70');
    const { menu } = await open({ '/menu': line });
    expect(menu.head().attributes).toBe(attributes);
  });

  test('an item without it does not show that the server speaks it', async () => {
    const { menu } = await open({ '/menu': '0A\t/a\th.example\t70\r\n.\r\n' });
    expect(menu.head().attributes).toBeNull();
  });
});

describe('JSON of a menu', () => {
  test.each([
    ['with a title', 'iThe museum\tTITLE\r\n0A\t/a\r\n.\r\n', 'The museum'],
    ['without a title', '0A\t/a\r\n.\r\n', null],
  ])('%s', async (_what, reply, title) => {
    const { menu } = await open({ '/menu': reply });
    expect([menu.title, await jsonOf(menu)]).toMatchObject([
      title,
      {
        ...{ kind: 'menu', title, charset: 'utf-8', truncated: false },
        links: { self: 'self {}', raw: 'self {"format":"raw"}' },
      },
    ]);
  });
});
