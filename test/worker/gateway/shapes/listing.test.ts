/** The pages of listings: directories and other lists of links, with all that they may have, and with nothing. */
import { describe, expect, test } from 'vitest';
import { fewRows } from '../../../../src/open/few-rows.ts';
import type { JsonLinks } from '../../../../src/open/links.ts';
import { COLUMNS, type Listing, type ListingRow } from '../../../../src/open/opened.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { lines, pagesLike } from '../expected.ts';
import { type Asked, shown } from '../opening.ts';
import { outlineOf } from '../outline.ts';

const ROW: ListingRow = { kind: 'file', name: 'a', octets: null, size: null, modified: null, target: null, url: null };
const URL = 'ftp://h.example/pub/docs/';

/** What an empty directory is. */
const EMPTY: Listing = {
  shape: 'listing',
  freshFor: 60,
  noun: 'directory',
  url: URL,
  title: '',
  path: null,
  isBase: true,
  form: null,
  columns: COLUMNS,
  rows: fewRows([]),
  order: null,
  facts: {},
  words: [],
  readme: null,
  unread: [],
  cut: false,
  nothing: 'The directory is empty.',
  beside: [],
  others: [],
};

const FULL: Listing = {
  ...EMPTY,
  service: 'Anonymous FTP',
  title: 'docs',
  path: [
    { text: 'pub', url: 'ftp://h.example/pub/' },
    { text: 'docs', url: URL },
  ],
  form: {
    url: 'wais://h.example/docs',
    label: 'Words',
    words: 'tea',
    choices: [
      {
        name: 'sort',
        label: 'Order',
        value: 'b',
        values: [
          ['a', 'By name'],
          ['b', 'By size'],
        ],
      },
    ],
  },
  rows: fewRows([
    { ...ROW, kind: 'directory', name: 'sub', url: `${URL}sub/`, modified: '1994-01-31T12:34:56Z' },
    { ...ROW, name: 'b.txt', url: `${URL}b.txt`, size: 2048, modified: '1994-01-31' },
    { ...ROW, name: 'a.txt', url: `${URL}a.txt`, size: 1, modified: '1993-01-31T12:34:56Z' },
    { ...ROW, kind: 'link', name: 'up', url: `${URL}up`, target: '../<up>' },
    { ...ROW, kind: 'unknown', name: '', size: 1_234_567 },
    { ...ROW, kind: 'name', name: 'elsewhere', url: 'gopher://other.example:7070/1/x' },
    { ...ROW, kind: 'file', name: 'unopened', url: 'javascript:alert(1)' },
    { ...ROW, kind: 'name', name: 'group', url: 'news:comp.lang.c' },
  ]),
  order: { column: 'name', direction: 'asc' },
  words: ['Welcome,\nsee gopher://h.example/.', 'Second words'],
  readme: { name: 'README', text: 'Read\r\nme: gopher://h.example/', cut: true },
  unread: ['total 5', '?????'],
  cut: true,
  nothing: null,
  beside: [
    { ...ROW, kind: 'directory', name: 'more', url: 'prospero://h.example//more' },
    { ...ROW, name: 'own', url: `${URL}own` },
  ],
  others: [{ text: 'Without active mode', options: { mode: 'passive' } }],
};

const page = async (listing: Listing, asked: Asked = {}, url = URL) => outlineOf(await shown(url, listing, asked));

const pageOf = pagesLike`
  200
  cache-control: no-cache
  cdn-cache-control: public, max-age=60
  vary: Accept, Authorization
  page: wide viewer
  h1: h.example
  canonical: ftp://h.example/pub/docs/
`;

test('a listing with everything that it may have', async () => {
  expect(await page(FULL)).toBe(pageOf`
    link: </ftp/h.example/pub/docs/?format=atom>; rel="alternate"; type="application/atom+xml"
    link → /ftp/h.example/pub/docs/?format=atom (rel=alternate, type=application/atom+xml, title=docs)
    kicker: Anonymous FTP directory
    way: h.example → /ftp/h.example/ / pub → /ftp/h.example/pub/ / docs (aria-current=page)
    h1: docs
    More: [Without active mode → /ftp/h.example/pub/docs/?mode=passive (a view)] [Log in → /ftp/h.example/?login= (a view)] [JSON → /ftp/h.example/pub/docs/?format=json (a view)] [As the server sent it → /ftp/h.example/pub/docs/?format=raw (a view)] [Feed → /ftp/h.example/pub/docs/?format=atom (a view)]

    figure.server-words
      figcaption: The server says
      pre
        | Welcome,
        | see [gopher://h.example/ → /gopher/h.example/ (a stranger’s)].
    figure.server-words
      figcaption: The server says
      pre
        | Second words
    .notice.caution (role=note)
      p.notice-title: This list is incomplete
      The server lists more than this gateway reads.
    search
      form.search (method=get, action=/wais/h.example/docs)
        label (for=search): Words
        input#search (name=search, type=search, value=tea, required)
        label (for=sort): Order
        select#sort (name=sort)
          option (value=a): By name
          option (value=b, selected): By size
        button (type=submit): Search
    svg.drawings (width=0, height=0)
      symbol#icon-directory (viewBox=0 0 16 16): <path (d=M1.5 3.5v9h13v-7.5h-6.5l-1.5-1.5z, fill=none, stroke=currentColor)>
      symbol#icon-file (viewBox=0 0 16 16): <path (d=M3.5 1.5v13h9v-9.5l-3.5-3.5zM9 1.5v3.5h3.5, fill=none, stroke=currentColor)>
      symbol#icon-link (viewBox=0 0 16 16): <path (d=M2.5 12.5v-3q0-3 3-3h7.5M9.5 3l3.5 3.5l-3.5 3.5, fill=none, stroke=currentColor)>
      symbol#icon-unknown (viewBox=0 0 16 16): <path (d=M3.5 1.5v13h9v-9.5l-3.5-3.5zM9 1.5v3.5h3.5M6 10h4, fill=none, stroke=currentColor)>
    table.listing
      caption: 8 entries
      thead
        tr: [Name ↑ → /ftp/h.example/pub/docs/?sort=name&order=desc (a view)].name (scope=col, aria-sort=ascending) | [Size → /ftp/h.example/pub/docs/?sort=size&order=asc (a view)].size (scope=col, aria-sort=none) | [Modified (UTC) → /ftp/h.example/pub/docs/?sort=modified&order=asc (a view)].modified (scope=col, aria-sort=none)
      tr: <icon: Directory> [sub/ → /ftp/h.example/pub/docs/sub/ (a stranger’s)].name | .size | <time (datetime=1994-01-31T12:34:56Z): 1994-01-31 12:34>.modified
      tr: <icon: Entry> (without a name).name | <(title=1,234,567 octets): 1.2 MiB>.size | .modified
      tr: <icon: File> [a.txt → /ftp/h.example/pub/docs/a.txt (a stranger’s)].name | <(title=1 octets): 1 B>.size | <time (datetime=1993-01-31T12:34:56Z): 1993-01-31 12:34>.modified
      tr: <icon: File> [b.txt → /ftp/h.example/pub/docs/b.txt (a stranger’s)].name | <(title=2,048 octets): 2.0 KiB>.size | <time (datetime=1994-01-31): 1994-01-31>.modified
      tr: [elsewhere → /gopher/other.example:7070/1/x (a stranger’s)] <.tag: gopher> <small: other.example:7070>.name | .size | .modified
      tr: [group → /news/~/comp.lang.c (a stranger’s)] <.tag: news>.name | .size | .modified
      tr: <icon: File> unopened <.tag: javascript>.name | .size | .modified
      tr: <icon: Link> [up → /ftp/h.example/pub/docs/up (a stranger’s)]<.target: → ../<up>>.name | .size | .modified
    section.unread
      h2: Lines that could not be read
      pre
        | total 5
        | ?????
    .notice.info (role=note)
      p.notice-title: More directories belong to this one. They were not read.
      ul
        li: [more/ → /open?url=prospero%3A%2F%2Fh.example%2F%2Fmore (a stranger’s)] <.tag: prospero> <small: h.example>
        li: [own → /ftp/h.example/pub/docs/own (a stranger’s)]
    section.readme (aria-labelledby=readme)
      h2#readme: README
      pre
        | Read
        | me: [gopher://h.example/ → /gopher/h.example/ (a stranger’s)]
      p: This is the beginning of the file.
  `);
});

test('a listing that broke off says why, and nobody else gets it', async () => {
  const broken = new ProtocolError('busy', 'The server says: 451 No <more>.');
  const listing: Listing = { ...EMPTY, freshFor: 0, rows: fewRows([ROW]), broken };
  const said = ['p.notice-title: This list is incomplete', 'The server says: 451 No <more>.'];
  expect(await page(listing)).toContain(said.map((line) => `  ${line}`).join('\n'));
  const [html, json] = [await shown(URL, listing), await shown(URL, listing, { query: 'format=json' })];
  for (const { headers } of [html, json]) expect(headers.get('CDN-Cache-Control')).toBe('no-store');
  expect(await json.json()).toMatchObject({ broken: broken.message });
});

test('a listing with nothing', async () => {
  expect(await page(EMPTY)).toBe(pageOf`
    kicker: FTP directory
    way: h.example → /ftp/h.example/ / pub → /ftp/h.example/pub/ / docs → /ftp/h.example/pub/docs/ (aria-current=page)
    More: [Log in → /ftp/h.example/?login= (a view)] [JSON → /ftp/h.example/pub/docs/?format=json (a view)] [As the server sent it → /ftp/h.example/pub/docs/?format=raw (a view)]

    p.empty: The directory is empty.
    svg.drawings (width=0, height=0)
      symbol#icon-directory (viewBox=0 0 16 16): <path (d=M1.5 3.5v9h13v-7.5h-6.5l-1.5-1.5z, fill=none, stroke=currentColor)>
      symbol#icon-file (viewBox=0 0 16 16): <path (d=M3.5 1.5v13h9v-9.5l-3.5-3.5zM9 1.5v3.5h3.5, fill=none, stroke=currentColor)>
      symbol#icon-link (viewBox=0 0 16 16): <path (d=M2.5 12.5v-3q0-3 3-3h7.5M9.5 3l3.5 3.5l-3.5 3.5, fill=none, stroke=currentColor)>
      symbol#icon-unknown (viewBox=0 0 16 16): <path (d=M3.5 1.5v13h9v-9.5l-3.5-3.5zM9 1.5v3.5h3.5M6 10h4, fill=none, stroke=currentColor)>
  `);
});

test('a listing of which nobody has asked for rows', async () => {
  expect(await page({ ...EMPTY, nothing: null })).not.toContain('p.empty');
});

test('a listing of unread lines alone is not empty', async () => {
  const outline = await page({ ...EMPTY, unread: ['x'] });
  expect(outline).not.toContain('p.empty');
  expect(outline).toContain('h2: Lines that could not be read');
});

test('a listing of names, which have one column', async () => {
  const rows = fewRows([{ ...ROW, kind: 'name', name: 'go', url: 'dict://h.example/d:go' }]);
  const listing: Listing = { ...EMPTY, noun: 'word list', url: 'dict://h.example/m:go', columns: ['name'], rows };
  const readme = { name: 'ABOUT', text: 'About', cut: false };
  expect(await page({ ...listing, readme, path: [] }, {}, 'dict://h.example/m:go')).toBe(pageOf`
    cache-control: public, max-age=60
    kicker: DICT word list
    way: h.example (aria-current=page)
    canonical: dict://h.example/m:go
    More: [JSON → /dict/h.example/m:go?format=json (a view)] [As the server sent it → /dict/h.example/m:go?format=raw (a view)]
    cdn-cache-control: none
    vary: none

    svg.drawings (width=0, height=0)
      symbol#icon-directory (viewBox=0 0 16 16): <path (d=M1.5 3.5v9h13v-7.5h-6.5l-1.5-1.5z, fill=none, stroke=currentColor)>
      symbol#icon-file (viewBox=0 0 16 16): <path (d=M3.5 1.5v13h9v-9.5l-3.5-3.5zM9 1.5v3.5h3.5, fill=none, stroke=currentColor)>
      symbol#icon-link (viewBox=0 0 16 16): <path (d=M2.5 12.5v-3q0-3 3-3h7.5M9.5 3l3.5 3.5l-3.5 3.5, fill=none, stroke=currentColor)>
      symbol#icon-unknown (viewBox=0 0 16 16): <path (d=M3.5 1.5v13h9v-9.5l-3.5-3.5zM9 1.5v3.5h3.5M6 10h4, fill=none, stroke=currentColor)>
    table.listing
      caption: One entry
      tr: [go → /dict/h.example/d:go (a stranger’s)].name
    section.readme (aria-labelledby=readme)
      h2#readme: ABOUT
      pre
        | About
  `);
});

describe('the order of a listing', () => {
  const times = [
    { ...ROW, name: 'b', modified: '1994-01-31T12:34' },
    { ...ROW, name: 'a', size: 5 },
  ];
  const table = async (query: string, listing: Partial<Listing> = {}) => {
    const outline = await page({ ...EMPTY, rows: fewRows(times), ...listing }, { query });
    return outline
      .split('\n')
      .filter((line) => /^ *(?:thead|tr|caption)/.test(line))
      .map((line) => line.trim())
      .join('\n');
  };

  test('is that of the server', async () => {
    expect(await table('')).toBe(lines`
        caption: 2 entries
        thead
        tr: [Name → /ftp/h.example/pub/docs/?sort=name&order=asc (a view)].name (scope=col, aria-sort=none) | [Size → /ftp/h.example/pub/docs/?sort=size&order=asc (a view)].size (scope=col, aria-sort=none) | [Modified (server time) → /ftp/h.example/pub/docs/?sort=modified&order=asc (a view)].modified (scope=col, aria-sort=none)
        tr: <icon: File> b.name | .size | <time (datetime=1994-01-31T12:34): 1994-01-31 12:34>.modified
        tr: <icon: File> a.name | <(title=5 octets): 5 B>.size | .modified
    `);
  });

  test('is that of the address', async () => {
    expect(await table('sort=modified&order=desc')).toBe(lines`
        caption: 2 entries
        thead
        tr: [Name → /ftp/h.example/pub/docs/?sort=name&order=asc (a view)].name (scope=col, aria-sort=none) | [Size → /ftp/h.example/pub/docs/?sort=size&order=asc (a view)].size (scope=col, aria-sort=none) | [Modified (server time) ↓ → /ftp/h.example/pub/docs/?sort=modified&order=asc (a view)].modified (scope=col, aria-sort=descending)
        tr: <icon: File> b.name | .size | <time (datetime=1994-01-31T12:34): 1994-01-31 12:34>.modified
        tr: <icon: File> a.name | <(title=5 octets): 5 B>.size | .modified
    `);
    expect(await table('sort=size&charset=koi8-r')).toBe(lines`
        caption: 2 entries
        thead
        tr: [Name → /ftp/h.example/pub/docs/?charset=koi8-r&sort=name&order=asc (a view)].name (scope=col, aria-sort=none) | [Size ↑ → /ftp/h.example/pub/docs/?charset=koi8-r&sort=size&order=desc (a view)].size (scope=col, aria-sort=ascending) | [Modified (server time) → /ftp/h.example/pub/docs/?charset=koi8-r&sort=modified&order=asc (a view)].modified (scope=col, aria-sort=none)
        tr: <icon: File> a.name | <(title=5 octets): 5 B>.size | .modified
        tr: <icon: File> b.name | .size | <time (datetime=1994-01-31T12:34): 1994-01-31 12:34>.modified
    `);
    expect(await table('order=desc')).toBe(lines`
        caption: 2 entries
        thead
        tr: [Name ↓ → /ftp/h.example/pub/docs/?sort=name&order=asc (a view)].name (scope=col, aria-sort=descending) | [Size → /ftp/h.example/pub/docs/?sort=size&order=asc (a view)].size (scope=col, aria-sort=none) | [Modified (server time) → /ftp/h.example/pub/docs/?sort=modified&order=asc (a view)].modified (scope=col, aria-sort=none)
        tr: <icon: File> b.name | .size | <time (datetime=1994-01-31T12:34): 1994-01-31 12:34>.modified
        tr: <icon: File> a.name | <(title=5 octets): 5 B>.size | .modified
    `);
  });
});

describe('a listing of several pages', () => {
  const rows = fewRows(Array.from({ length: 2001 }, (_, index) => ({ ...ROW, name: String(index).padStart(4, '0') })));
  /** What the table says that it has, its first and last rows, and the links to other pages. */
  const summary = async (query: string, listing: Partial<Listing> = {}) => {
    const html = await (await shown(URL, { ...EMPTY, rows, ...listing }, { query })).text();
    const names = [...html.matchAll(/<td class="name">.*?<bdi>(\d+)</g)].map(([, name]) => name);
    const [nav = ''] = html.match(/<nav class="pages".*?<\/nav>/s) ?? [];
    const links = [...nav.matchAll(/href="[^?]*\?([^"]*)" rel="([a-z]+)"/g)].map(([, to, rel]) => `${rel}: ${to}`);
    const [caption] = html.match(/(?<=<caption>)[^<]*/) ?? [];
    return [
      caption,
      `${names.length}: ${names[0]} to ${names.at(-1)}`,
      ...(nav.match(/Page \d of \d/) ?? []),
      ...links,
    ];
  };
  const FIRST = ['1 to 1,000 of 2,001 entries', '1000: 0000 to 0999', 'Page 1 of 3', 'next: page=2'];
  const SECOND = [
    '1,001 to 2,000 of 2,001 entries',
    '1000: 1000 to 1999',
    'Page 2 of 3',
    'prev: page=1',
    'next: page=3',
  ];
  const THIRD = ['2,001 to 2,001 of 2,001 entries', '1: 2000 to 2000', 'Page 3 of 3', 'prev: page=2'];

  test.each([
    ['', FIRST],
    ['page=1', FIRST],
    ['page=2', SECOND],
    ['page=3', THIRD],
    ['page=4', THIRD],
    ['page=999999', THIRD],
  ])('?%s', async (query, expected) => {
    expect(await summary(query)).toEqual(expected);
  });

  test('in an order', async () => {
    expect(await summary('page=2&sort=name&order=desc')).toEqual([
      ...['1,001 to 2,000 of 2,001 entries', '1000: 1000 to 0001', 'Page 2 of 3'],
      ...['prev: sort=name&amp;order=desc&amp;page=1', 'next: sort=name&amp;order=desc&amp;page=3'],
    ]);
  });

  test.each([
    [1, ['One entry']],
    [2, ['2 entries']],
    [1000, ['1,000 entries']],
    [1001, ['1 to 1,000 of 1,001 entries', 'Page 1 of 2', 'next: page=2']],
  ])('%i rows', async (count, expected) => {
    const some = fewRows(Array.from({ length: count }, () => ROW));
    expect((await summary('', { rows: some })).filter((part) => !part?.startsWith('0:'))).toEqual(expected);
  });

  test('shows the first unread lines', async () => {
    const unread = Array.from({ length: 1001 }, (_, index) => `line ${index}`);
    const outline = await page({ ...EMPTY, unread });
    expect([outline.includes('| line 999'), outline.includes('| line 1000')]).toEqual([true, false]);
  });
});

test('who may keep a listing', async () => {
  const control = async (listing: Partial<Listing>, url = URL) => {
    const { headers } = await shown(url, { ...EMPTY, url, ...listing });
    return ['Cache-Control', 'CDN-Cache-Control', 'Vary'].map((name) => headers.get(name));
  };
  expect(await control({})).toEqual(['no-cache', 'public, max-age=60', 'Accept, Authorization']);
  expect(await control({ freshFor: 0 })).toEqual(['no-cache', 'no-store', 'Accept, Authorization']);
  const { freshFor: _, ...undecided } = EMPTY;
  const { headers } = await shown(URL, undecided);
  expect([headers.get('Cache-Control'), headers.get('CDN-Cache-Control')]).toEqual([null, null]);
  expect(await control({}, 'dict://h.example/m:go')).toEqual(['public, max-age=60', null, 'Accept']);
});

test('two columns have headings, and one has none', async () => {
  const rows = fewRows([{ ...ROW, name: 'a' }]);
  const heads = async (columns: Listing['columns']) =>
    (await page({ ...EMPTY, rows, columns })).includes('\n  thead\n');
  expect([await heads(['name']), await heads(['name', 'size'])]).toEqual([false, true]);
});

describe('the JSON of a listing', () => {
  const json = (listing: Listing, query = '') => shown(URL, listing, { query: `format=json${query}` });

  test('has its rows, with their addresses', async () => {
    const response = await json({ ...FULL, facts: { system: 'UNIX' } }, '&charset=koi8-r&sort=size&order=desc');
    expect(['Content-Type', 'Vary'].map((name) => response.headers.get(name))).toEqual([
      ...['application/json', 'Accept, Authorization'],
    ]);
    const { system, entries } = JSON.parse(await response.text());
    const told = entries.map(({ name, open }: { name: string; open: string | null }) => [name, open]);
    expect([system, ...told.slice(0, 3), told.at(-1)]).toEqual([
      'UNIX',
      ['', null],
      ['b.txt', 'https://waypost.example/ftp/h.example/pub/docs/b.txt?charset=koi8-r'],
      ['a.txt', 'https://waypost.example/ftp/h.example/pub/docs/a.txt?charset=koi8-r'],
      expect.anything(),
    ]);
  });

  test('may be its own', async () => {
    const own = { ...EMPTY, json: (order: unknown, links: JsonLinks) => ({ order, self: links.self({ a: 'b' }) }) };
    expect(await (await json(own, '&sort=size')).json()).toEqual({
      input: 'ftp://h.example/pub/docs/',
      canonical: 'ftp://h.example/pub/docs/',
      order: { column: 'size', direction: 'asc' },
      self: 'https://waypost.example/ftp/h.example/pub/docs/?a=b',
    });
  });
});
