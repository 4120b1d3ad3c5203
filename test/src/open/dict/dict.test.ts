/** The opener of dict links: commands, shapes, links to words, the form, and the end of each session. */
import { describe, expect, test } from 'vitest';
import { encodeUtf8, utf8Of } from '../../../../src/octets/octets.ts';
import type { OpenContext } from '../../../../src/open/contract.ts';
import { dict } from '../../../../src/open/dict/dict.ts';
import type { Listing, Opened, SortOrder } from '../../../../src/open/opened.ts';
import { collect } from '../../../../src/protocols/connection.ts';
import { lineServer, linesIn } from '../../protocols/memory-server.ts';
import { connectTo } from '../connect.ts';
import { contextOf, linkOf, shaped } from '../context.ts';

const GREETING = '220 h <1@h>\r\n';
const lines = (...texts: readonly string[]): string => texts.map((text) => `${text}\r\n`).join('');

/** The replies to commands, by their first two words. */
const REPLIES: Readonly<Record<string, string>> = {
  'CLIENT Waypost': lines('250 ok'),
  'DEFINE wn': lines('150 1 found', '151 "sun" wn "WordNet"', 'A star.', '.', '250 ok'),
  'DEFINE *': lines(
    '150 2 found',
    ...['151 "sun" wn "WordNet"', 'A star.', '.', '151 "Sun" x ""', 'Gr\xc3\xbc\xc3\x9fe', '.', '250 ok'],
  ),
  'DEFINE !': lines('552 no match'),
  'DEFINE none': lines('550 no such database'),
  'MATCH wn': lines('152 2 found', 'wn "sun"', 'wn "sun \\"x\\":y"', '.', '250 ok'),
  'MATCH !': lines('152 1 found', 'wn "sun"', '.', '250 ok'),
  'MATCH *': lines('152 3 found', 'wn "sun"', 'x "sun"', 'x "a\x01b"', '.', '250 ok'),
  'SHOW DB': lines('110 2 present', 'wn "WordNet"', 'x', '.', '250 ok'),
  'SHOW STRAT': lines('111 2 present', 'exact "Match exactly"', 'prefix', '.', '250 ok'),
};

const octetsOf = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

function open(path: string, asked: Partial<OpenContext> = {}) {
  const server = lineServer(GREETING, (line) => {
    if (line === 'QUIT') return null;
    return REPLIES[line.split(' ', 2).join(' ')] ?? lines('500 unknown');
  });
  const link = linkOf('dict', `dict://h.example${path}`);
  return { opened: dict.open(link, contextOf({ ...connectTo(server), ...asked })), server };
}

/** Addresses that say what they open. */
const LINKS = {
  open: (url: string | null) => url && `/open?${url}`,
  openCanonical: (url: string) => `/open?${url}`,
  self: () => '',
};

function jsonOf(opened: Opened, order: SortOrder | null = null): unknown {
  return opened.shape === 'listing' ? opened.json?.(order, LINKS) : shaped(opened, 'text').json(LINKS);
}

const rowsOf = ({ rows }: Listing) => Array.from(rows.at(rows.sorted(null)), ({ name, url }) => [name, url]);

describe('each link', () => {
  test.each([
    ['/d:sun:wn', ['DEFINE wn "sun"'], 'text', 'definition'],
    ['/d:sun:*', ['DEFINE * "sun"'], 'text', 'definitions'],
    ['/d:sun:*:2', ['DEFINE * "sun"'], 'text', 'definition'],
    ['/m:sun:wn:prefix', ['MATCH wn prefix "sun"'], 'listing', 'words'],
    ['/m:sun:*', ['MATCH * . "sun"'], 'listing', 'words'],
    ['/m:sun', ['MATCH ! . "sun"'], 'listing', 'words'],
    ['/m:sun:*::2', ['MATCH * . "sun"'], 'listing', 'words'],
    ['/show:db', ['SHOW DB'], 'listing', 'databases'],
    ['/show:strat', ['SHOW STRAT'], 'listing', 'strategies'],
    ['/', ['SHOW DB', 'SHOW STRAT'], 'listing', 'server'],
  ])('%s sends its commands, and ends the session', async (path, commands, shape, noun) => {
    const { opened, server } = open(path);
    expect(await opened).toMatchObject({ shape, noun, freshFor: 3600 });
    expect(linesIn(...server.requests)).toEqual(['CLIENT Waypost', ...commands, 'QUIT']);
    expect(server.open).toBe(0);
  });

  test.each([
    ['/d:sun:none', 'not-found', 550],
    ['/d:sun:x', 'unsupported', 500],
    ['/d:sun:*:3', 'not-found', null],
  ])('%s fails, and ends the session', async (path, code, status) => {
    const { opened, server } = open(path);
    await expect(opened).rejects.toMatchObject({ name: 'ProtocolError', code, status, suggest: [] });
    expect([linesIn(...server.requests).at(-1), server.open]).toEqual(['QUIT', 0]);
  });

  test.each(['/d:', '/d:a:%22', '/sun', '/d:%E9'])('%s asks no server', async (path) => {
    const { opened, server } = open(path);
    await expect(opened).rejects.toMatchObject({ code: 'invalid-request' });
    expect(server.dialled).toEqual([]);
  });

  test.each([
    ['/d:sun:*:3', 'The server has only 2 of them.'],
    ['/m:sun:*::4', 'The server has only 3 of them.'],
  ])('%s names one that is not there', async (path, message) => {
    await expect(open(path).opened).rejects.toMatchObject({ code: 'not-found', message });
  });

  test('a failure of the network stays what it is', async () => {
    const failure = new Error('closed');
    await expect(open('/d:sun', { connect: () => Promise.reject(failure) }).opened).rejects.toBe(failure);
  });

  test('a word that is not there leads to words that are like it', async () => {
    await expect(open('/d:sunn').opened).rejects.toMatchObject({
      ...{ code: 'not-found', status: 552, advice: 'Check the spelling.' },
      suggest: [{ text: 'Words that are like it', url: 'dict://h.example/m:sunn' }],
    });
  });
});

describe('definitions', () => {
  test('are a text, with a heading for each, and JSON', async () => {
    const text = shaped(await open('/d:sun:*').opened, 'text');
    const parts = ['From WordNet [wn]:', '', 'A star.', '', 'From x:', '', 'Grüße'];
    expect([text.name, text.charset, text.text]).toEqual(['sun', 'utf-8', lines(...parts)]);
    expect(utf8Of(text.octets)).toBe(text.text);
    expect(jsonOf(text)).toEqual({
      kind: 'definitions',
      charset: 'utf-8',
      definitions: [
        { word: 'sun', database: 'wn', databaseName: 'WordNet', text: 'A star.\r\n' },
        { word: 'Sun', database: 'x', databaseName: '', text: 'Grüße\r\n' },
      ],
    });
  });

  test('a number leaves one', async () => {
    expect(shaped(await open('/d:sun:*:2').opened, 'text').text).toBe(lines('From x:', '', 'Grüße'));
  });
});

describe('words', () => {
  test('of one database have links to their definitions', async () => {
    const listing = shaped(await open('/m:sun:wn').opened, 'listing');
    expect(listing).toMatchObject({ title: 'sun', columns: ['name'], order: null, form: null });
    expect(rowsOf(listing)).toEqual([
      ['sun', 'dict://h.example/d:sun:wn'],
      ['sun "x":y', 'dict://h.example/d:sun%20%22x%22%3Ay:wn'],
    ]);
  });

  test('of several databases name them, and a word that no command can contain has no link', async () => {
    const listing = shaped(await open('/m:sun:*').opened, 'listing');
    expect(rowsOf(listing)).toEqual([
      ['sun [wn]', 'dict://h.example/d:sun:wn'],
      ['sun [x]', 'dict://h.example/d:sun:x'],
      ['a\x01b [x]', null],
    ]);
    expect(jsonOf(listing)).toEqual({
      kind: 'words',
      words: [
        { word: 'sun', database: 'wn', url: 'dict://h.example/d:sun:wn', open: '/open?dict://h.example/d:sun:wn' },
        { word: 'sun', database: 'x', url: 'dict://h.example/d:sun:x', open: '/open?dict://h.example/d:sun:x' },
        { word: 'a\x01b', database: 'x', url: null, open: null },
      ],
    });
  });

  test('a number leaves one', async () => {
    expect(rowsOf(shaped(await open('/m:sun:*::2').opened, 'listing'))).toEqual([['sun', 'dict://h.example/d:sun:x']]);
  });

  test('their links are those of the server and its port', async () => {
    const listing = shaped(await open(':99/m:sun:wn').opened, 'listing');
    expect(rowsOf(listing)[0]).toEqual(['sun', 'dict://h.example:99/d:sun:wn']);
  });
});

describe('names', () => {
  test.each([
    [
      '/show:db',
      'databases',
      {
        databases: [
          { name: 'wn', description: 'WordNet' },
          { name: 'x', description: '' },
        ],
      },
    ],
    [
      '/show:strat',
      'strategies',
      {
        strategies: [
          { name: 'exact', description: 'Match exactly' },
          { name: 'prefix', description: '' },
        ],
      },
    ],
  ])('%s', async (path, kind, json) => {
    const listing = shaped(await open(path).opened, 'listing');
    expect(jsonOf(listing)).toEqual({ kind, ...json });
    expect(listing.form).toBeNull();
  });

  test('are a list in the order of the server, without anything beside it', async () => {
    const { json: _json, rows, ...listing } = shaped(await open('/show:db').opened, 'listing');
    expect(listing).toEqual({
      ...{ shape: 'listing', freshFor: 3600, noun: 'databases', url: 'dict://h.example/show:db', title: '' },
      ...{ path: null, isBase: false, form: null, columns: ['name'], order: null, facts: {}, words: [] },
      ...{ readme: null, unread: [], cut: false, nothing: 'The server has none.', beside: [], others: [] },
    });
    const empty = { octets: null, size: null, modified: null, target: null, url: null };
    expect([...rows.at([0])]).toEqual([{ kind: 'name', name: 'wn: WordNet', ...empty }]);
  });

  test('a database without a description has its name alone', async () => {
    expect(rowsOf(shaped(await open('/show:db').opened, 'listing'))).toEqual([
      ['wn: WordNet', null],
      ['x', null],
    ]);
  });

  test('of a server, with a form', async () => {
    const listing = shaped(await open('/').opened, 'listing');
    expect(jsonOf(listing)).toMatchObject({ kind: 'dictionaries', databases: [{}, {}], strategies: [{}, {}] });
    expect(listing.form).toEqual({
      ...{ url: 'dict://h.example/', label: 'Word', words: '' },
      choices: [
        {
          ...{ name: 'database', label: 'Database', value: '!' },
          values: [
            ['!', 'The first with the word'],
            ['*', 'All'],
            ['wn', 'WordNet'],
            ['x', 'x'],
          ],
        },
        {
          ...{ name: 'strategy', label: 'Show', value: '' },
          values: [
            ['', 'Its definitions'],
            ['exact', 'Words: Match exactly'],
            ['prefix', 'Words: prefix'],
          ],
        },
      ],
    });
  });
});

test.each([
  ['/m:sun:*', { words: [{ database: 'x' }, { database: 'wn' }, { word: 'a\x01b' }] }],
  ['/show:db', { databases: [{ name: 'x' }, { name: 'wn' }] }],
  ['/show:strat', { strategies: [{ name: 'prefix' }, { name: 'exact' }] }],
  ['/', { databases: [{ name: 'x' }, { name: 'wn' }], strategies: [{ name: 'exact' }, { name: 'prefix' }] }],
])('the JSON of %s may be in another order', async (path, expected) => {
  const listing = shaped(await open(path).opened, 'listing');
  expect(jsonOf(listing, { column: 'name', direction: 'desc' })).toMatchObject(expected);
});

describe('octets', () => {
  test.each([
    ['/m:sun:wn', lines('wn "sun"', 'wn "sun \\"x\\":y"')],
    ['/show:db', lines('wn "WordNet"', 'x ""')],
    ['/', lines('wn "WordNet"', 'x ""')],
    ['/show:strat', lines('exact "Match exactly"', 'prefix ""')],
  ])('%s', async (path, text) => {
    const { body, ...octets } = shaped(await open(path, { wants: 'octets' }).opened, 'octets');
    if (body === null) throw new TypeError('there is no body');
    expect(utf8Of((await collect(body, 1000)).octets)).toBe(text);
    expect(octets).toEqual({
      ...{ shape: 'octets', freshFor: 3600, name: 'list.txt', mediaType: 'text/plain; charset=utf-8' },
    });
  });

  test('definitions in the charset of the server', async () => {
    const server = lineServer(GREETING, (line) =>
      line.startsWith('DEFINE') ? lines('150 1', '151 a b c', 'na\xefve', '.', '250 ok') : lines('250 ok'),
    );
    const link = linkOf('dict', 'dict://h.example/d:a');
    const text = shaped(await dict.open(link, contextOf({ ...connectTo(server), wants: 'octets' })), 'text');
    expect(text.octets).toEqual(octetsOf(lines('From c [b]:', '', 'na\xefve')));
    expect(text.text).toBe(lines('From c [b]:', '', 'naïve'));
  });
});

describe('the form', () => {
  const submitted = (form: Readonly<Record<string, string>>) =>
    dict.search?.(linkOf('dict', 'dict://h.example/'), form, contextOf({}));

  test.each([
    [{ search: 'sun' }, 'dict://h.example/d:sun'],
    [{ search: ' phone book ', database: '!' }, 'dict://h.example/d:phone%20book'],
    [{ search: 'a:b', database: 'wn', strategy: '' }, 'dict://h.example/d:a%3Ab:wn'],
    [{ search: 'a', database: '*', strategy: 'prefix' }, 'dict://h.example/m:a:*:prefix'],
    [{ search: 'a', strategy: '.' }, 'dict://h.example/m:a'],
    [{ search: '' }, null],
    [{ search: '  ' }, null],
    [{}, null],
  ])('%j leads to %s', (form, link) => {
    expect(submitted(form)).toBe(link);
  });

  const longest = 1024 - encodeUtf8('DEFINE ! ""\r\n').length;

  test('a word may be as long as a command, and no longer', () => {
    expect(submitted({ search: 'x'.repeat(longest) })).not.toBeNull();
    expect(() => submitted({ search: 'x'.repeat(longest + 1) })).toThrow('DICT cannot request this word.');
  });

  test.each([
    { search: 'a\x01b' },
    { search: 'a\nQUIT' },
    { search: 'a', database: 'a b' },
    { search: 'a', strategy: '"' },
  ])('%j is refused', (form) => {
    expect(() => submitted(form)).toThrow(expect.objectContaining({ code: 'invalid-request' }));
  });
});
