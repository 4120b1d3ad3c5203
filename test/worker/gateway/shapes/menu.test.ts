/** The pages of menus: every kind of line, pictures, pages of long menus, and titles. */
import { describe, expect, test } from 'vitest';
import { menuWriter } from '../../../../worker/gateway/shapes/menu.tsx';
import { gopherDouble } from '../../../src/open/gopher/double.ts';
import { charsets, lines, pagesLike } from '../expected.ts';
import { type Asked, opened, shapeContextOf } from '../opening.ts';
import { outlineOf } from '../outline.ts';

const MENU = [
  'iWelcome to the museum.\t\th.example\t70',
  'i\t\th.example\t70',
  'iSee gopher://h.example/0/tea for more\t\th.example\t70',
  '0Tea \x1b[1mfor two\t/tea\th.example\t70',
  '1\t/nameless\th.example\t70',
  '+The same\t/menu\tmirror.example\t7070',
  '3Nothing here\t\th.example\t70',
  'i  a line in columns     | that is wider than a telephone is\t\th.example\t70',
  'i\x1b[31;42mred\x1b[0m\t\th.example\t70',
  'gA picture\t/p.gif\th.example\t70',
  'hThe Web\tURL:http://h.example/\th.example\t70',
  'hCode\tURL:javascript:alert(1)\th.example\t70',
  'hA group\tURL:news:comp.lang.c\th.example\t70',
  '8A session\tguest\th.example\t23',
  '0No host\t/x\tno host\t70',
  '0Elsewhere\t/x\tother.example\t7070',
];

const menuPage = async (url: string, menu: readonly string[], asked: Asked = {}) => {
  const [, selector = ''] = /^gopher:\/\/[^/]*\/?(?:\w([^?]*))?$/.exec(url) ?? [];
  const server = gopherDouble({
    [Buffer.from(decodeURIComponent(selector)).toString('latin1')]: [...menu, '.', ''].join('\r\n'),
  });
  return outlineOf(await opened(url, { server, ...asked }));
};

const pageOf = pagesLike`
  200, tagged
  cache-control: public, max-age=300
  kicker: Gopher menu
  way: h.example → /gopher/h.example/ / menu → /gopher/h.example/1/menu (aria-current=page)
  h1: menu
  canonical: gopher://h.example/1/menu
  More: [JSON → /gopher/h.example/1/menu?format=json (a view)] [As the server sent it → /gopher/h.example/1/menu?format=raw (a view)]
`;

test('a menu with every kind of line', async () => {
  expect(await menuPage('gopher://h.example/1/menu', MENU)).toBe(pageOf`
    p.pictures: [Show pictures → /gopher/h.example/1/menu?images=show (a view)]
    .menu
      pre.info
        | <.lines: Welcome to the museum.
        |
        | See [gopher://h.example/0/tea → /gopher/h.example/0/tea (a stranger’s)] for more
        | >
      ul
        li: [<.item-type (title=text file): TEXT> <.display: Tea for two> → /gopher/h.example/0/tea (a stranger’s)]
        li: [<.item-type (title=menu): MENU> <.display: (no name)> → /gopher/h.example/1/nameless (a stranger’s)]
        li: [<.item-type (title=the same menu on another server): ALSO> <.display: The same<.aside: at mirror.example>> → /gopher/mirror.example:7070/1/menu (a stranger’s)]
        li.dead.error: <.item-type (title=error): ERROR> <.display: Nothing here>
      pre.info (tabindex=0, aria-label=Text)
        | <.ansi:   a line in columns     | that is wider than a telephone is
        | <.f1.b2: red>
        | >
      ul
        li: [<.item-type (title=GIF image): IMAGE> <.display: A picture> → /gopher/h.example/g/p.gif (a stranger’s)]
        li: [<.item-type (title=link, http): WEB> <.display: The Web> → http://h.example/ (a stranger’s)]
        li.dead: <.item-type (title=link, javascript): LINK> <.display: Code>
        li: [<.item-type (title=link, news): LINK> <.display: A group> → /news/~/comp.lang.c (a stranger’s)]
        li: [<.item-type (title=telnet session): TERM> <.display: A session> → /telnet/h.example/ (a stranger’s)]
      pre.info (tabindex=0, aria-label=Text)
        | 0No host	/x	no host	70
      ul
        li: [<.item-type (title=text file): TEXT> <.display: Elsewhere> → /gopher/other.example:7070/0/x (a stranger’s)]
  `);
});

test('a menu with its pictures', async () => {
  const menu = ['gA picture\t/p.gif\th.example\t70', 'ppng\tp.png\th.example\t70', '0Text\t/t\th.example\t70'];
  expect(await menuPage('gopher://h.example/1/menu', menu, { query: 'images=show' })).toBe(pageOf`
    p.pictures: [Hide pictures → /gopher/h.example/1/menu (a view)]
    .menu
      ul
        li
          [<.item-type (title=GIF image): IMAGE> <.display: A picture> → /gopher/h.example/g/p.gif (a stranger’s)]
          img (src=/gopher/h.example/g/p.gif, alt=A picture)
        li
          [<.item-type (title=PNG image): IMAGE> <.display: png> → /gopher/h.example/pp.png (a stranger’s)]
          img (src=/gopher/h.example/pp.png, alt=png)
        li: [<.item-type (title=text file): TEXT> <.display: Text> → /gopher/h.example/0/t (a stranger’s)]
  `);
});

test('a search with words, whose results have dates', async () => {
  const menu = [
    '0Tea [31-Jan-1994 12:34]\t/tea\th.example\t70',
    '01994-02-01 Cake\t/cake\th.example\t70',
    '0Milk  1994-02-01\t/milk\th.example\t70',
  ];
  expect(await menuPage('gopher://h.example/7/find%09tea two', menu)).toBe(pageOf`
    link: </gopher/h.example/7/find%09tea%20two?format=atom>; rel="alternate"; type="application/atom+xml"
    link → /gopher/h.example/7/find%09tea%20two?format=atom (rel=alternate, type=application/atom+xml, title=find: tea two)
    kicker: Gopher full-text search
    way: h.example → /gopher/h.example/ / find: tea two → /gopher/h.example/7/find (aria-current=page)
    h1: find: tea two
    canonical: gopher://h.example/7/find%09tea%20two
    More: [JSON → /gopher/h.example/7/find%09tea%20two?format=json (a view)] [As the server sent it → /gopher/h.example/7/find%09tea%20two?format=raw (a view)] [Feed → /gopher/h.example/7/find%09tea%20two?format=atom (a view)]

    search
      form.search (method=get, action=/gopher/h.example/7/find%09tea%20two)
        label (for=search): Search terms
        input#search (name=search, type=search, value=tea two, required)
        button (type=submit): Search
    .menu
      ul
        li: [<.item-type (title=text file): TEXT> <.display: Tea [31-Jan-1994 12:34]> → /gopher/h.example/0/tea (a stranger’s)]
        li: [<.item-type (title=text file): TEXT> <.display: 1994-02-01 Cake> → /gopher/h.example/0/cake (a stranger’s)]
        li: [<.item-type (title=text file): TEXT> <.display: Milk 1994-02-01> → /gopher/h.example/0/milk (a stranger’s)]
  `);
});

test('the first menu of a server, in another charset', async () => {
  const menu = ['iM\xfcnchen: caf\xe9\t\th.example\t70', '0Stra\xdfe\t/x\th.example\t70'];
  expect(await menuPage('gopher://h.example/', menu)).toBe(pageOf`
    way: h.example → /gopher/h.example/ (aria-current=page)
    h1: h.example
    canonical: gopher://h.example/
    More: [JSON → /gopher/h.example/?format=json (a view)] [As the server sent it → /gopher/h.example/?format=raw (a view)]

    .menu
      pre.info
        | <.lines: München: café
        | >
      ul
        li: [<.item-type (title=text file): TEXT> <.display: Straße> → /gopher/h.example/0/x (a stranger’s)]
    ${charsets('Latin-1', '/gopher/h.example/?charset={charset}')}
  `);
});

test('a menu that broke off has its lines and the error, and no cache keeps it', async () => {
  const server = gopherDouble({ '/x\t+': '+999\r\n0Tea\t/tea\th.example\t70\r\n0Unfin' });
  const response = await opened('gopher://h.example/1/x%09%09+', { server });
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const outline = await outlineOf(response);
  expect(outline).toContain('<.display: Tea>');
  expect(outline).toMatch(/This menu is incomplete.*The server sent less than it announced\./s);
  expect(outline).not.toContain('Unfin');
  const json = await opened('gopher://h.example/1/x%09%09+', { server, query: 'format=json' });
  expect(json.headers.get('Cache-Control')).toBe('no-store');
  expect(await json.json()).toMatchObject({
    lines: [{ display: 'Tea' }],
    broken: 'The server sent less than it announced.',
  });
  // The first page of several has no notice of what ends the last one.
  const long = gopherDouble({ '/x\t+': `+99999\r\n${'0Tea\t/tea\th.example\t70\r\n'.repeat(1001)}` });
  const pageOfLong = async (query: string) =>
    (await opened('gopher://h.example/1/x%09%09+', { server: long, query })).text();
  expect([await pageOfLong(''), await pageOfLong('page=2')].map((html) => html.includes('is incomplete'))).toEqual([
    false,
    true,
  ]);
});

describe('an empty menu', () => {
  test('says so', async () => {
    expect(await menuPage('gopher://h.example/1/menu', [])).toBe(pageOf`
      p.empty: The menu is empty.
    `);
  });

  test('has no second page', async () => {
    const outline = await menuPage('gopher://h.example/1/menu', [], { query: 'page=2' });
    expect(outline.split('\n\n')[1]).toBe(lines`
      p.empty: The menu ends before this page.
      nav.pages (aria-label=Pages of this list): [Previous → /gopher/h.example/1/menu (rel=prev)]Page 2
    `);
  });
});

describe('the title of a menu', () => {
  const titleOf = async (url: string, menu: readonly string[]) => /(?<=^h1: ).*/m.exec(await menuPage(url, menu))?.[0];
  const info = (text: string, host = 'h.example') => `i${text}\t\t${host}\t70`;

  test.each([
    ['its first line, if it is a heading', [info('Museum of Tea'), info('')], 'Museum of Tea'],
    ['its name, if the first line is a drawing', [info('-=[ Museum ]=-    |  x  |'), info('')], 'own'],
    ['its name, if the first line is a sentence', [info('Welcome to the museum.')], 'own'],
    ['the title that the server marks', ['iMarked\tTITLE\th.example\t70', info('Museum of Tea')], 'Marked'],
  ])('is %s', async (_what, menu, title) => {
    expect(await titleOf('gopher://h.example/1/own', menu)).toBe(title);
  });

  test('has the words of a search', async () => {
    expect(await titleOf('gopher://h.example/7/own%09tea%E2%80%AE', [info('Museum of Tea'), info('')])).toBe(
      'own: tea',
    );
  });
});

describe('a menu of several pages', () => {
  const item = (index: number) => `0Item ${index}\t/${index}\th.example\t70`;
  const menu = Array.from({ length: 2001 }, (_, index) => item(index));

  /** The first and last items of a page, and what stands below them. */
  async function summary(query: string, length = 2001, size = 2001) {
    const server = gopherDouble({ '/long': menu.slice(0, size).slice(0, length).join('\r\n').concat('\r\n.\r\n') });
    const html = await (await opened('gopher://h.example/1/long', { server, query })).text();
    const items = [...html.matchAll(/class="display">Item (\d+)</g)].map(([, index]) => index);
    const [nav = ''] = html.match(/<nav class="pages".*?<\/nav>/s) ?? [];
    const links = [...nav.matchAll(/href="[^?"]*(\?[^"]*)?" rel="([a-z]+)"/g)].map(([, to, rel]) => `${rel}: ${to}`);
    const [empty] = html.match(/(?<=class="empty">)[^<]*/) ?? [];
    return [
      `${items.length}: ${items[0]} to ${items.at(-1)}`,
      ...(nav.match(/Page [^<]*/) ?? []),
      ...links,
      ...(empty ? [empty] : []),
    ];
  }

  test.each([
    ['', 1000, ['1000: 0 to 999']],
    ['', 1001, ['1000: 0 to 999', 'Page 1 of at least 2', 'next: ?page=2']],
    ['page=2', 2000, ['1000: 1000 to 1999', 'Page 2 of 2', 'prev: undefined']],
    ['page=2', 2001, ['1000: 1000 to 1999', 'Page 2 of at least 3', 'prev: undefined', 'next: ?page=3']],
    ['page=3', 2001, ['1: 2000 to 2000', 'Page 3 of 3', 'prev: ?page=2']],
    ['page=4', 2001, ['0: undefined to undefined', 'Page 4', 'prev: ?page=3', 'The menu ends before this page.']],
    ['page=999999', 2001, ['0: undefined to undefined', 'Page 4', 'prev: ?page=3', 'The menu ends before this page.']],
    ['page=3&images=show', 2001, ['1: 2000 to 2000', 'Page 3 of 3', 'prev: ?images=show&amp;page=2']],
    [
      'page=2&images=show',
      2001,
      ['1000: 1000 to 1999', 'Page 2 of at least 3', 'prev: ?images=show', 'next: ?images=show&amp;page=3'],
    ],
  ])('?%s of %i lines', async (query, length, expected) => {
    expect(await summary(query, length)).toEqual(expected);
  });
});

describe('words to find in a menu', () => {
  const lineOf = (text: string) => `0${text}\t/x\th.example\t70`;
  const outline = (menu: readonly string[], query = '') => menuPage('gopher://h.example/1/menu', menu, { query });

  test.each([
    [40, false],
    [41, true],
  ])('%i lines: a form is shown: %s', async (length, isShown) => {
    const menu = Array.from({ length }, (_, index) => lineOf(`Item ${index}`));
    expect((await outline(menu)).includes('Find in this menu')).toBe(isShown);
  });

  test('show the items that have all of them', async () => {
    const menu = ['iTea and CAKE\t\th.example\t70', ...['Tea', 'cake, with TEA', 'Tee', 'caKE'].map(lineOf)];
    expect((await outline(menu, 'filter=+tea%20Cake')).split('\n\n')[1]).toBe(lines`
      search
        form.search (method=get, action=/gopher/h.example/1/menu)
          label (for=filter): Find in this menu
          input#filter (name=filter, type=search, value=tea Cake)
          button.quiet (type=submit): Find
          [Show the whole menu → /gopher/h.example/1/menu]
      .menu
        ul
          li: [<.item-type (title=text file): TEXT> <.display: cake, with TEA> → /gopher/h.example/0/x (a stranger’s)]
    `);
    expect(await outline(menu, 'filter=coffee')).toContain('p.empty: No item of this menu has all of these words.');
  });

  test('have pages of what is found', async () => {
    const menu = Array.from({ length: 2002 }, (_, index) => lineOf(index % 2 === 0 ? `Tea ${index}` : 'Cake'));
    const first = await outline(menu, 'filter=tea');
    expect(first.match(/Tea \d+/g)).toHaveLength(1000);
    expect(first).toContain('?filter=tea&page=2');
    const second = await outline(menu, 'filter=tea&page=2&images=show');
    expect(second.match(/Tea \d+/g)).toEqual(['Tea 2000']);
    expect(second).toContain('?images=show&filter=tea');
  });
});

describe('a line of a menu can be scrolled with the keyboard if it is wider than a telephone', () => {
  const isScrolled = async (text: string) =>
    (await menuPage('gopher://h.example/1/menu', [`i${text}\t\th.example\t70`])).includes('pre.info (tabindex=0');

  test.each([
    [`${'| columns     | of 36 characters'.padEnd(35)}|`, false],
    [`${'| columns     | of 37 characters'.padEnd(36)}|`, true],
    ['Words, which are wrapped at the width of the window, however many they are.', false],
    ['A link to gopher://h.example/ in words, which are wrapped at the width of the window.', false],
  ])('%s', async (text, scrolled) => {
    expect(await isScrolled(text)).toBe(scrolled);
  });
});

test('a tab is as wide as eight spaces', () => {
  const { write } = menuWriter({ links: shapeContextOf('gopher://h.example/').links });
  const isScrolled = (text: string) =>
    [...write([{ kind: 'text', text }])].some((html) => html.text.includes('tabindex'));
  expect([isScrolled(`| a |\t\t| ${'b'.padEnd(11)} |`), isScrolled(`| a |\t\t| ${'b'.padEnd(12)} |`)]).toEqual([
    false,
    true,
  ]);
});

test('the feed of a menu has its items with dates', async () => {
  const menu = [
    'iNews of the museum\t\th.example\t70',
    '01994-02-01 Cake\t/cake\th.example\t70',
    '0Tea\t/tea\th.example\t70',
  ];
  const server = gopherDouble({ '/news': [...menu, '.', ''].join('\r\n') });
  const response = await opened('gopher://h.example/1/news', { server, query: 'format=atom' });
  const feed = await response.text();
  const told = ['Cache-Control', 'Vary', 'Content-Type'].map((name) => response.headers.get(name));
  expect(told).toEqual(['public, max-age=300', 'Accept', 'application/atom+xml']);
  expect(/<title>(.*?)<\/title>/.exec(feed)?.[1]).toBe('News of the museum');
  expect([...feed.matchAll(/<entry>.*?<title>(.*?)<\/title>/gs)].map(([, title]) => title)).toEqual(['Cake']);
});
