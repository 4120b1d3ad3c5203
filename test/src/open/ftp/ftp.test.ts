/** The opener of ftp and ftps: what it asks a server, and the shape of what it returns. */
import { describe, expect, test } from 'vitest';
import type { OpenContext } from '../../../../src/open/contract.ts';
import { ftp } from '../../../../src/open/ftp/ftp.ts';
import type { File, FileTransfer, Listing, RawReply } from '../../../../src/open/opened.ts';
import { type FtpDouble, ftpDouble, LOGIN, type Script, textOf } from '../../protocols/ftp/double.ts';
import { contextOf as contextWith, linkOf as linkOfKind, SETTINGS, shaped } from '../context.ts';

const SERVER = 'ftp://h.example';

const linkOf = (url: string) => linkOfKind('ftp', url);

function contextOf(server: FtpDouble, asked: Partial<OpenContext> = {}) {
  return contextWith({ connect: ({ tls = 'none' } = {}) => server.connect(tls), ...asked });
}

async function open(path: string, script: Script = {}, asked: Partial<OpenContext> = {}) {
  const server = ftpDouble(script);
  const opened = await ftp.open(linkOf(`${SERVER}${path}`), contextOf(server, asked));
  return { opened, server, sent: () => server.received.slice(LOGIN.length) };
}

async function transferred(file: File, start?: number): Promise<FileTransfer> {
  const transfer = await file.fetch(start);
  if (transfer.shape !== 'transfer') throw new TypeError(`the name is a directory: ${transfer.url}`);
  return transfer;
}

const FACTS: Script = { SIZE: '213 3', MDTM: '213 19950203040506', RETR: 'DATA abc' };

describe('a file is an offer', () => {
  test('nothing is transferred before it is fetched', async () => {
    const { opened, server, sent } = await open('/pub/a.txt', FACTS);
    const file = shaped(opened, 'file');
    expect(file).toMatchObject({ name: 'a.txt', size: 3, modified: new Date('1995-02-03T04:05:06Z'), freshFor: 60 });
    expect(sent()).toEqual(['CWD pub', 'TYPE I', 'SIZE a.txt', 'MDTM a.txt']);
    file.close();
    expect(server.open).toBe(0);
    expect(sent().join()).not.toContain('RETR');
  });

  test('the transfer has the octets, and ends the session', async () => {
    const { opened, server } = await open('/a.txt', FACTS);
    const transfer = await transferred(shaped(opened, 'file'));
    expect([transfer.start, await textOf(transfer), transfer.remark()]).toEqual([0, 'abc', null]);
    transfer.close();
    expect(server.open).toBe(0);
  });

  test.each([
    ['the server can begin in the middle', { FEAT: '211-Features\r\n REST STREAM\r\n211 End' }, true, 1],
    ['the server does not say so', {}, false, 1],
    ['the server refuses', { REST: '502 No.' }, false, 0],
  ])('%s', async (_what, script, isResumable, start) => {
    const { opened, sent } = await open('/a.txt', { ...FACTS, ...script });
    const file = shaped(opened, 'file');
    expect(file.isResumable).toBe(isResumable);
    const transfer = await transferred(file, 1);
    expect([transfer.start, sent().includes('REST 1')]).toEqual([start, true]);
    transfer.close();
  });

  test('with ;type=a the size is not known, because the server converts line ends', async () => {
    const { opened, sent } = await open('/a.txt;type=a', FACTS);
    const file = shaped(opened, 'file');
    expect([file.size, file.isResumable]).toEqual([null, false]);
    (await transferred(file)).close();
    expect(sent()).toContain('TYPE A');
  });

  test('a name that turns out to be a directory leads there', async () => {
    const script = { SIZE: '550 Not a plain file.', RETR: '550 Not a plain file.', CWD: '250 Here.' };
    const { opened, server } = await open('/pub', { ...script, 'CWD pub': '250 Here.' });
    expect(await shaped(opened, 'file').fetch()).toEqual({ shape: 'moved', freshFor: 60, url: `${SERVER}/pub/` });
    expect(server.open).toBe(0);
  });

  test('for HEAD, the directory is found without a transfer', async () => {
    const script = { SIZE: '550 Not a plain file.', CWD: '250 Here.' };
    const { opened, server, sent } = await open('/pub', script, { isBrief: true });
    expect(opened).toEqual({ shape: 'moved', freshFor: 60, url: `${SERVER}/pub/` });
    expect([server.open, sent().join()]).toEqual([0, expect.not.stringContaining('RETR')]);
  });

  test('with all that is known of it', async () => {
    const { opened } = await open('/a.txt', FACTS);
    const { read: _read, fetch: _fetch, close: _close, ...file } = shaped(opened, 'file');
    expect(file).toEqual({
      ...{ shape: 'file', freshFor: 60, noun: null, name: 'a.txt', mediaType: null, size: 3, isExact: true },
      ...{ exists: true, modified: new Date('1995-02-03T04:05:06Z'), isBase: true, isResumable: false },
      ...{ isRead: false, json: null },
    });
  });

  test('what a server without SIZE says of it', async () => {
    const { opened } = await open('/a.txt', { SIZE: '502 No.', MDTM: '502 No.' });
    expect(shaped(opened, 'file')).toMatchObject({ size: null, modified: null, isResumable: false });
  });

  test.each([
    [null, 'windows-1252', 'caf\xe9'],
    ['koi8-r', 'koi8-r', 'cafИ'],
  ])('its text is read in the charset %s', async (charset, used, text) => {
    const { opened } = await open('/caf%E9', FACTS, { charset });
    const file = shaped(opened, 'file');
    const { json: _json, ...read } = shaped(file.read(Buffer.from('caf\xe9', 'latin1')), 'text');
    expect(file.name).toBe(text);
    expect(read).toEqual({
      ...{ shape: 'text', noun: 'file', name: text, freshFor: 60, charset: used, text },
      octets: Buffer.from('caf\xe9', 'latin1'),
    });
  });

  test('a transfer that cannot begin ends the session', async () => {
    const { opened, server } = await open('/a.txt', { ...FACTS, RETR: '550 No.', CWD: '550 No.' });
    await expect(shaped(opened, 'file').fetch()).rejects.toMatchObject({ code: 'not-found', status: 550 });
    expect(server.open).toBe(0);
  });

  test.each([
    ['/NOTES.TXT%3B12', 'NOTES.TXT'],
    ['/NOTES.TXT%3B123456', 'NOTES.TXT;123456'],
    ['/NOTES%3B12', 'NOTES;12'],
    ['/LOGIN_2.C$M%3B1', 'LOGIN_2.C$M'],
    ['/A.%3B1', 'A.'],
    [`/A.${'B'.repeat(39)}%3B1`, `A.${'B'.repeat(39)}`],
    [`/A.${'B'.repeat(40)}%3B1`, `A.${'B'.repeat(40)};1`],
    ['/A.B%3B1.GZ', 'A.B;1.GZ'],
  ])('the version of VMS is no part of the name of %s', async (path, name) => {
    const { opened } = await open(path, FACTS);
    expect(shaped(opened, 'file').name).toBe(name);
  });
});

/** Only a transfer shows whether the server has such a name, so it begins at once. */
describe('a name with the octet 255, for servers that do not read Telnet', () => {
  const MISSING: Script = { SIZE: '550 No.', RETR: '550 No such file.', CWD: '550 No.' };
  const sessions = (server: FtpDouble) => server.received.filter((line) => line === '(none)').length;

  test('is asked for again as it is, with its size', async () => {
    const { opened, server } = await open('/%FF', { ...MISSING, 'SIZE \xff': '213 3', 'RETR \xff': 'DATA abc' });
    const file = shaped(opened, 'file');
    expect([file.size, sessions(server)]).toEqual([3, 2]);
    const transfer = await transferred(file);
    expect(await textOf(transfer)).toBe('abc');
    transfer.close();
    expect(server.open).toBe(0);
  });

  test('a server that reads Telnet needs one session and one transfer', async () => {
    const { opened, server } = await open('/%FF', { ...MISSING, 'RETR \xff\xff': 'DATA abc' });
    const transfer = await transferred(shaped(opened, 'file'));
    expect([await textOf(transfer), sessions(server)]).toEqual(['abc', 1]);
    expect(server.received.filter((line) => line.startsWith('RETR'))).toHaveLength(1);
    transfer.close();
    expect(server.open).toBe(0);
  });

  test('a transfer that nobody fetches is closed', async () => {
    const { opened, server } = await open('/%FF', { ...MISSING, 'RETR \xff\xff': 'DATA abc' });
    shaped(opened, 'file').close();
    expect(server.open).toBe(0);
  });

  test('a directory of that name leads there', async () => {
    const { opened, server } = await open('/%FF', { ...MISSING, 'CWD \xff\xff': '250 Here.' });
    expect(shaped(opened, 'moved').url).toBe(`${SERVER}/%FF/`);
    expect(server.open).toBe(0);
  });

  test('without success after two sessions', async () => {
    const server = ftpDouble(MISSING);
    const opened = ftp.open(linkOf(`${SERVER}/%FF`), contextOf(server)).then((file) => shaped(file, 'file').fetch());
    await expect(opened).rejects.toMatchObject({ code: 'not-found', status: 550 });
    expect([sessions(server), server.open]).toEqual([2, 0]);
  });

  test('other names are asked for once, when they are fetched', async () => {
    const { opened, server } = await open('/a', MISSING);
    await expect(shaped(opened, 'file').fetch()).rejects.toMatchObject({ code: 'not-found', status: 550 });
    expect([sessions(server), server.open]).toEqual([1, 0]);
  });
});

describe('empty segments', () => {
  const FILES: Script = { ...FACTS, LIST: 'DATA \r\n' };
  const REFUSED: Script = { ...FILES, 'CWD ': '550 No.' };
  test.each<[path: string, Script, url: string | undefined]>([
    ['/a//b', FILES, undefined],
    ['//a/b', FILES, undefined],
    ['/a//b', REFUSED, '/a/b'],
    ['//a/b', REFUSED, '/%2F/a/b'],
    ['/a//b;type=i', REFUSED, '/a/b;type=i'],
    ['/K%E4se///b%3B', REFUSED, '/K%E4se/b%3B'],
    ['/a//', FILES, undefined],
    ['/a//', REFUSED, '/a/'],
    ['//', REFUSED, '/%2F/'],
    ['//;type=d', REFUSED, '/%2F/;type=d'],
    ['/a/b', REFUSED, undefined],
  ])('%s with %j is opened as %s', async (path, script, url) => {
    const { opened, server } = await open(path, script);
    if (opened.shape !== 'file' && opened.shape !== 'listing') throw new TypeError(opened.shape);
    const sentence = `The server does not have this link with its empty segments. This is ${SERVER}${url}.`;
    expect(opened.openedAs).toEqual(url === undefined ? undefined : { url: `${SERVER}${url}`, sentence });
    if (opened.shape === 'listing') {
      expect(opened.facts.openedAs).toBe(url === undefined ? null : `${SERVER}${url}`);
    } else {
      opened.close();
    }
    expect(server.open).toBe(0);
    const found = await ftp.check?.(linkOf(`${SERVER}${path}`), contextOf(ftpDouble(script)));
    expect(found).toEqual({
      ...{ status: 'alive', reply: expect.any(String) },
      ...(url !== undefined && { detail: sentence }),
    });
  });

  /** pure-ftpd and pyftpdlib go back to the root, where nothing of this name is. */
  test.each([
    ['its size', { SIZE: '550 No.' }, FACTS],
    ['a transfer', { SIZE: '502 No.' }, { SIZE: '502 No.', RETR: 'DATA abc' }],
  ])('that lead elsewhere, as %s shows, are left out in a second session', async (_what, first, second) => {
    const sessions = [ftpDouble({ RETR: '550 No.', 'CWD b': '550 No.', ...first }), ftpDouble(second)];
    const [atRoot, found] = sessions;
    const next = [...sessions];
    const connect: OpenContext['connect'] = ({ tls = 'none' } = {}) => {
      const server = next.shift();
      return server === undefined ? Promise.reject(new TypeError('a third session')) : server.connect(tls);
    };
    const file = shaped(await ftp.open(linkOf(`${SERVER}/a//b`), contextWith({ connect })), 'file');
    expect(file.openedAs?.url).toBe(`${SERVER}/a/b`);
    const transfer = await transferred(file);
    expect(await textOf(transfer)).toBe('abc');
    transfer.close();
    expect([atRoot?.open, found?.open]).toEqual([0, 0]);
    const changes = sessions.map(({ received }) => received.filter((line) => line.startsWith('CWD')));
    expect(changes).toEqual([['CWD a', 'CWD ', 'CWD b'], ['CWD a']]);
  });
});

const LIST: Script = {
  LIST: 'DATA drwxr-xr-x 2 a b 0 Feb  3  1995 pub\r\n-rw-r--r-- 1 a b 5 Feb  3  1995 README\r\nwhat?\r\n',
  SIZE: '213 5',
  RETR: 'DATA Hello',
};

function rowsOf({ rows, order }: Listing) {
  return [...rows.at(rows.sorted(order))];
}

describe('a directory', () => {
  test('has rows with links, the words of the server, and its README', async () => {
    const { opened, server } = await open('/', { ...LIST, PASS: '230-Welcome,\r\n230-stranger.\r\n230 In.' });
    const listing = shaped(opened, 'listing');
    expect(listing).toMatchObject({
      noun: 'directory',
      url: `${SERVER}/`,
      title: '',
      path: [],
      words: ['Welcome,\nstranger.'],
      facts: { command: 'LIST', welcome: 'Welcome,\nstranger.', notice: null },
      readme: { name: 'README', text: 'Hello', cut: false },
      unread: ['what?'],
      cut: false,
    });
    expect(rowsOf(listing).map(({ kind, name, size, url }) => [kind, name, size, url])).toEqual([
      ['directory', 'pub', null, `${SERVER}/pub/`],
      ['file', 'README', 5, `${SERVER}/README`],
    ]);
    expect(server.open).toBe(0);
  });

  test('has nothing else of its own', async () => {
    const { opened } = await open('/pub/', { LIST: 'DATA \r\n' });
    const { rows: _rows, ...listing } = shaped(opened, 'listing');
    expect(listing).toEqual({
      ...{ shape: 'listing', freshFor: 60, noun: 'directory', url: `${SERVER}/pub/`, title: 'pub', isBase: true },
      ...{ path: [{ text: 'pub', url: `${SERVER}/pub/` }], form: null, columns: ['name', 'size', 'modified'] },
      ...{
        order: { column: 'name', direction: 'asc' },
        facts: { command: 'LIST', openedAs: null, welcome: null, notice: null },
      },
      ...{ words: [], readme: null, unread: [], cut: false, nothing: 'This directory is empty.', beside: [] },
      others: [],
    });
  });

  test.each([
    ['/', { PASS: '230-Hello.\r\n230 In.' }, 'Hello.', null],
    ['/', { PASS: '230 In.' }, null, null],
    ['/pub/', { PASS: '230-Hello.\r\n230 In.' }, null, null],
    ['/pub/', { CWD: '250-Here are\r\n250-files.\r\n250 Done.' }, null, 'Here are\nfiles.'],
    ['//', { CWD: '250-The root.\r\n250 Done.', PASS: '230-Hello.\r\n230 In.' }, 'Hello.', 'The root.'],
  ])('%s of a server with %j has the words %j and %j', async (path, script, welcome, notice) => {
    const listing = shaped((await open(path, { ...LIST, ...script })).opened, 'listing');
    expect(listing.facts).toMatchObject({ welcome, notice });
    expect(listing.words).toEqual([welcome, notice].filter((text) => text !== null));
  });

  test('has all its texts in the charset that is chosen', async () => {
    const script = {
      LIST: 'DATA lrwxrwxrwx 1 a b 5 Feb  3  1995 \xe1 -> \xe2\r\n-rw-r--r-- 1 a b 5 Feb  3  1995 README\r\nwhat \xe3?\r\n',
      ...{ SIZE: '213 1', RETR: 'DATA \xe4', PASS: '230-\xe5\r\n230 In.' },
    };
    const listing = shaped((await open('/', script, { charset: 'koi8-r' })).opened, 'listing');
    expect(listing).toMatchObject({ words: ['Е'], unread: ['what Ц?'], readme: { name: 'README', text: 'Д' } });
    expect(rowsOf(listing).at(-1)).toMatchObject({ name: 'А', target: 'Б', octets: '\xe1', url: `${SERVER}/%E1` });
  });

  test('a feed needs no README', async () => {
    const { opened, sent } = await open('/', LIST, { wants: 'list' });
    expect(shaped(opened, 'listing').readme).toBeNull();
    expect(sent().join()).not.toContain('RETR');
  });

  test('a list that is cut has no README', async () => {
    const line = (name: number | string) => `-rw-r--r-- 1 a b 5 Feb  3  1995 ${name}\r\n`;
    const names = ['README', ...Array.from({ length: 50_000 }, (_, index) => index)];
    const { opened, sent } = await open('/', { ...LIST, LIST: `DATA ${names.map(line).join('')}` });
    expect(shaped(opened, 'listing')).toMatchObject({ cut: true, readme: null });
    expect(sent().join()).not.toContain('RETR');
  });

  test('a list that broke off has its error, is for nobody else, and has no README', async () => {
    const { opened, sent } = await open('/', { ...LIST, LIST: LIST.LIST?.replace('DATA', 'BROKEN') ?? '' });
    const listing = shaped(opened, 'listing');
    expect(listing).toMatchObject({ freshFor: 0, cut: false, broken: { code: 'busy' }, readme: null });
    expect(rowsOf(listing).map(({ name }) => name)).toEqual(['pub', 'README']);
    expect(sent().join()).not.toContain('RETR');
  });

  test('the path has each directory down to this one', async () => {
    const { opened } = await open(
      '/pub/K%E4se',
      { ...LIST, SIZE: '502 No.' },
      { charset: 'windows-1252', isBrief: true },
    );
    expect(opened).toEqual({ shape: 'moved', freshFor: 60, url: `${SERVER}/pub/K%E4se/` });
    const below = await open('/pub/K%E4se/', LIST, { charset: 'koi8-r' });
    expect(shaped(below.opened, 'listing').path).toEqual([
      { text: 'pub', url: `${SERVER}/pub/` },
      { text: 'KДse', url: `${SERVER}/pub/K%E4se/` },
    ]);
  });

  test('the order of the server is kept where it is wanted', async () => {
    const { opened } = await open('/', LIST);
    const { rows } = shaped(opened, 'listing');
    expect(rows.sorted(null)).toEqual([0, 1]);
    expect(rows.sorted({ column: 'name', direction: 'desc' })).toEqual([0, 1]);
    expect(rows.sorted({ column: 'size', direction: 'asc' })).toEqual([1, 0]);
  });

  test('TLS is offered as an option if the server has it', async () => {
    const { opened } = await open('/', { ...LIST, FEAT: '211-Features\r\n AUTH TLS\r\n211 End' });
    expect(shaped(opened, 'listing').others).toEqual([{ text: 'Over TLS', options: { tls: 'explicit' } }]);
  });

  test('its octets are the listing as the server writes it', async () => {
    const { opened, server } = await open('/', LIST, { wants: 'octets' });
    const { body, ...octets }: RawReply = shaped(opened, 'octets');
    expect(octets).toEqual({ shape: 'octets', freshFor: 60, name: 'list.txt' });
    expect(body === null ? null : await textOf(body)).toBe(LIST.LIST?.slice('DATA '.length));
    body?.close();
    expect(server.open).toBe(0);
  });

  test('an empty directory of octets has no body, and no session is left', async () => {
    const { opened, server } = await open('/', { LIST: '550 No files found.' }, { wants: 'octets' });
    expect([shaped(opened, 'octets').body, server.open]).toEqual([null, 0]);
  });
});

describe('logins', () => {
  const CREDENTIALS = { user: 'curator', password: 'museum' };

  test.each([
    ['ftp://h.example/', {}, '(none)'],
    ['ftp://h.example/', { tls: 'explicit' }, '(starttls)'],
    ['ftps://h.example/', {}, '(implicit)'],
    ['ftps://h.example/', { tls: 'explicit' }, '(implicit)'],
  ])('%s %j begins %s', async (url, options, first) => {
    const server = ftpDouble(LIST);
    await ftp.open(linkOf(url), contextOf(server, { options, wants: 'list' }));
    expect(server.received[0]).toBe(first);
  });

  test('logIn logs in and does nothing else', async () => {
    const server = ftpDouble();
    await ftp.logIn?.(linkOf(`${SERVER}/pub/`), contextOf(server, { credentials: CREDENTIALS }));
    expect(server.received).toEqual(['(none)', 'USER curator', 'PASS museum', 'FEAT', '(control closed)']);
  });

  test('logIn fails if the server does not accept the credentials', async () => {
    const server = ftpDouble({ PASS: '530 No.' });
    const refused = ftp.logIn?.(linkOf(`${SERVER}/`), contextOf(server, { credentials: CREDENTIALS }));
    await expect(refused).rejects.toMatchObject({ code: 'login-required', status: 530 });
    expect(server.open).toBe(0);
  });

  test('the operator is the password of anonymous FTP', async () => {
    const server = ftpDouble(LIST);
    await ftp.open(
      linkOf(`${SERVER}/`),
      contextOf(server, { settings: { ...SETTINGS, contact: { text: 'a@h.example' } }, wants: 'list' }),
    );
    expect(server.received).toContain('PASS a@h.example');
  });
});

describe('checks', () => {
  test.each([
    ['/', LIST, { status: 'alive', reply: '230 In.' }, 'LIST'],
    ['/pub/', { ...LIST, CWD: '250 Welcome to pub.' }, { status: 'alive', reply: '250 Welcome to pub.' }, 'LIST'],
    ['/empty/', { LIST: '550 No files found.' }, { status: 'alive', reply: '250 Here.' }, 'LIST'],
    ['/pub', { ...LIST, SIZE: '550 No.' }, { status: 'alive' }, 'LIST'],
    ['/a.txt', FACTS, { status: 'alive', reply: '213 3' }, null],
    ['/a.txt', { SIZE: '502 No.', CWD: '550 No.', RETR: 'DATA abc' }, { status: 'alive' }, 'RETR a.txt'],
    [
      '/a.txt',
      { PASS: '530 No.' },
      { status: 'restricted', detail: 'This server requires a user name and a password.' },
      null,
    ],
  ] as const)('%s %j is %j', async (path, script, finding, last) => {
    const server = ftpDouble(script);
    expect(await ftp.check?.(linkOf(`${SERVER}${path}`), contextOf(server))).toEqual(finding);
    if (last !== null) expect(server.received).toContain(last);
  });

  test('a missing file is an error with the status of the server', async () => {
    const server = ftpDouble({ SIZE: '550 No such file.', CWD: '550 No.' });
    const checked = ftp.check?.(linkOf(`${SERVER}/a.txt`), contextOf(server));
    await expect(checked).rejects.toMatchObject({ code: 'not-found', status: 550 });
    expect(server.open).toBe(0);
  });
});

test.each([true, false])('with a condition (%s), the answer is for one reader', (isConditional) => {
  expect(ftp.isPersonal?.(linkOf(`${SERVER}/a`), { isConditional })).toBe(isConditional);
});

test.each([
  ['anonymous', true],
  ['Anonymous', true],
  ['FTP', true],
  ['', true],
  ['ftps', false],
  ['curator', false],
])('the user %j is anonymous: %s', (user, isAnonymous) => {
  expect(ftp.isAnonymous?.(user)).toBe(isAnonymous);
});
