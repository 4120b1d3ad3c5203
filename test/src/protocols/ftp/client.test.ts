/** The client of FTP against a server in memory: what it sends, and what it makes of the replies. */
import { describe, expect, test } from 'vitest';
import { FtpClient, openTarget, targetOf } from '../../../../src/protocols/ftp/client.ts';
import { LoginRefused } from '../../../../src/protocols/ftp/session.ts';
import { ftpDouble, LOGIN, loggedIn, textOf } from './double.ts';

describe('login', () => {
  const IN_TLS = ['PBSZ 0', 'PROT P', 'FEAT'];
  test.each([
    ['anonymous', {}, {}, LOGIN],
    ['230 at once', { USER: '230 In.' }, {}, ['(none)', 'USER anonymous', 'FEAT']],
    [
      'a user',
      {},
      { credentials: { user: 'curator', password: ' a:b ' } },
      ['(none)', 'USER curator', 'PASS  a:b ', 'FEAT'],
    ],
    [
      'a contact (RFC 1635)',
      {},
      { anonymousPassword: 'keeper@h.example' },
      expect.arrayContaining(['PASS keeper@h.example']),
    ],
    ['a delay', { '': '120 In a minute.\r\n220 Ready.' }, {}, LOGIN],
    ['UTF-8 (RFC 2640)', { FEAT: '211-F\r\n UTF8\r\n211 End' }, {}, [...LOGIN, 'OPTS UTF8 ON']],
    ['TLS at once', {}, { tls: 'implicit' }, ['(implicit)', 'USER anonymous', 'PASS anonymous@', ...IN_TLS]],
    [
      'TLS on request (RFC 4217)',
      {},
      { tls: 'explicit' },
      ['(starttls)', 'AUTH TLS', '(TLS for control)', 'USER anonymous', 'PASS anonymous@', ...IN_TLS],
    ],
  ] as const)('%s', async (_what, script, options, expected) => {
    const server = ftpDouble(script);
    const client = await FtpClient.logIn(server.connect, options);
    expect(client.welcome.code).toBe(230);
    expect(server.received).toEqual(expected);
    client.close();
    expect(server.open).toBe(0);
  });

  test('TLS that the server demands has a connection of its own', async () => {
    const server = ftpDouble({ 'USER anonymous': '530 Use AUTH TLS first.' });
    await expect(FtpClient.logIn(server.connect)).rejects.toThrow(LoginRefused);
    expect(server.received.slice(0, 4)).toEqual(['(none)', 'USER anonymous', '(control closed)', '(starttls)']);
    expect(server.open).toBe(0);
  });

  test.each([
    ['at the name', { USER: '530 No.' }, 'login-required', 530],
    ['at the password', { PASS: '530 No.' }, 'login-required', 530],
    ['at the greeting', { '': '530 No.' }, 'login-required', 530],
    ['for want of an account', { PASS: '332 Account?' }, 'login-required', 332],
    ['for now', { '': '421 Too many users.' }, 'busy', 421],
    ['by a code that says nothing of a login', { PASS: '550 museum is wrong.' }, 'not-found', 550],
    ['by another protocol', { '': 'SSH-2.0-x' }, 'malformed', null],
    ['without TLS', { USER: '530 TLS only.', AUTH: '502 No.' }, 'tls', null],
  ] as const)('refused %s', async (_what, script, code, status) => {
    const server = ftpDouble(script);
    const error = await FtpClient.logIn(server.connect).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ProtocolError', code, status });
    // A server may repeat the password.
    expect(String(error)).not.toContain('museum');
    expect(server.open).toBe(0);
  });
});

describe('directories', () => {
  test.each([
    ['one CWD for each segment', {}, ['a', 'b c'], ['CWD a', 'CWD b c']],
    ['the octet 255, as Telnet has it', {}, ['\xff'], ['CWD \xff\xff']],
    [
      'VMS',
      { CWD: '550 No.', SYST: '215 VMS V8.3', 'CWD [.A]': '250 Here.', 'CWD [.B]': '250 Here.' },
      ['A', 'B'],
      ['CWD A', 'SYST', 'CWD [.A]', 'CWD B', 'SYST', 'CWD [.B]'],
    ],
    ['no CWD: the path before each name', { CWD: '502 No.' }, ['-a', 'b'], ['CWD -a', 'TYPE I', 'SIZE ./-a/b/x']],
  ] as const)('%s', async (_what, script, segments, expected) => {
    const { client, sent } = await loggedIn(script);
    await client.changeDirectory(segments);
    if (expected.length > sent().length) await client.facts('x');
    expect(sent()).toEqual(expected);
  });

  // What servers answer CWD with a null argument, as `test/real/ftp.test.ts` asks them.
  const REFUSED = '550 Failed to change directory.';
  describe.each([
    ['vsftpd', REFUSED],
    ['proftpd', '501 Invalid number of parameters'],
    ['inetutils-ftpd', "500 'CWD ': command not recognized"],
  ])('%s refuses an empty segment with %s', (_server, reply) => {
    test.each([
      [
        ['', 'etc'],
        ['CWD ', 'CWD /', 'CWD etc'],
        ['/', 'etc'],
      ],
      [
        ['a', '', 'b'],
        ['CWD a', 'CWD ', 'CWD b'],
        ['a', 'b'],
      ],
      [['', ''], ['CWD ', 'CWD /', 'CWD '], ['/']],
      [['a', '', ''], ['CWD a', 'CWD ', 'CWD '], ['a']],
    ])('%j, so the client does as curl does', async (segments, expected, directories) => {
      const { client, sent } = await loggedIn({ 'CWD ': reply });
      await client.changeDirectory(segments);
      expect([sent(), client.directories]).toEqual([expected, directories]);
    });
  });

  test.each([
    ['pyftpdlib', '250 "/" is the current directory.'],
    ['pure-ftpd', '250 OK. Current directory is /'],
  ])('%s accepts an empty segment with %s', async (_server, reply) => {
    const { client, sent } = await loggedIn({ 'CWD ': reply });
    expect(client.directories).toEqual([]);
    const notice = await client.changeDirectory(['a', '']);
    expect([sent(), client.directories, notice?.lines]).toEqual([['CWD a', 'CWD '], ['a', ''], [reply.slice(4)]]);
  });

  test('an empty segment that is refused has no words for people', async () => {
    const { client } = await loggedIn({ 'CWD ': REFUSED, 'CWD a': '250 Here is a.' });
    expect((await client.changeDirectory(['a', '']))?.lines).toEqual(['Here is a.']);
  });

  test('neither an empty segment nor the root', async () => {
    const { client } = await loggedIn({ CWD: '550 No.' });
    await expect(client.changeDirectory([''])).rejects.toMatchObject({ code: 'not-found' });
  });

  test('without CWD, one change after another', async () => {
    const { client, sent } = await loggedIn({ CWD: '502 No.' });
    for (const segments of [['a'], ['b', 'c'], [], ['', 'd', '']]) await client.changeDirectory(segments);
    expect(client.directories).toEqual(['/', 'd']);
    await client.changeDirectory(['e']);
    await client.facts('x');
    expect(sent().at(-1)).toBe('SIZE /d/e/x');
  });

  test.each([
    ['550 No such directory.', 'not-found'],
    ['550 Permission denied.', 'forbidden'],
    ['550 denied: no such directory.', 'not-found'],
    ['530 Log in.', 'login-required'],
    ['553 Bad name.', 'invalid-request'],
    ['450 Busy.', 'busy'],
    ['421 Bye.', 'busy'],
    ['534 TLS only.', 'tls'],
  ])('refused with %s', async (reply, code) => {
    const { client } = await loggedIn({ CWD: reply });
    const status = Number(reply.slice(0, 3));
    await expect(client.changeDirectory(['denied'])).rejects.toMatchObject({ code, status, reply });
  });

  test.each(['a\r\nDELE x', 'a\n', 'a\0', 'a\x1b', '\x7f'])('%j is not sent', async (name) => {
    const { client, sent } = await loggedIn();
    for (const attempt of [client.changeDirectory([name]), client.facts(name), client.retrieve(name)]) {
      await expect(attempt).rejects.toMatchObject({ code: 'invalid-request' });
    }
    expect(sent().join()).not.toMatch(/DELE|RETR|CWD|SIZE/);
  });
});

describe('listings', () => {
  const FILE = '-rw-r--r-- 1 a b 3 Feb  3  1995 abc\r\n';
  const MLSD = {
    FEAT: '211-F\r\n MLST type*;size*;\r\n211 End',
    MLSD: 'DATA type=dir; pub\r\ntype=file;size=2; a b\r\n',
  };

  test.each([
    ['MLSD', MLSD, ['pub', 'a b'], []],
    ['LIST', { LIST: `DATA ${FILE}` }, ['abc'], []],
    ['LIST', { ...MLSD, MLSD: '502 No.', LIST: `DATA ${FILE}` }, ['abc'], []],
    ['NLST', { LIST: '502 No.', NLST: 'DATA a\r\nb\r\n' }, ['a', 'b'], []],
    ['NLST', { LIST: 'DATA what is\r\nthis\r\n', NLST: 'DATA a\r\n' }, ['a'], ['what is', 'this']],
    ['LIST', { LIST: 'DATA what is\r\nthis\r\n', NLST: '502 No.' }, [], ['what is', 'this']],
    ['NLST', { LIST: '550 No files found.' }, [], []],
  ])('%s: %j', async (command, script, names, unread) => {
    const { client, sent } = await loggedIn(script);
    const listing = await client.list();
    expect([...listing.entries].map(({ name }) => name)).toEqual(names);
    expect(listing).toMatchObject({ command, unread, cut: false, broken: null });
    expect(sent()[0]).toBe('TYPE A');
  });

  test('the entries are typed, and come in any order', async () => {
    const { client } = await loggedIn(MLSD);
    const { entries } = await client.list();
    expect([...entries.at(entries.sorted({ column: 'size', direction: 'desc' }))]).toEqual([
      { kind: 'file', name: 'a b', size: 2, modified: null, target: null },
      { kind: 'directory', name: 'pub', size: null, modified: null, target: null },
    ]);
  });

  test('as the server writes it', async () => {
    const { client } = await loggedIn({ LIST: '502 No.', NLST: 'DATA a\r\n' });
    const listing = await client.rawListing(['LIST', 'NLST']);
    expect([listing?.command, listing && (await textOf(listing.body))]).toEqual(['NLST', 'a\r\n']);
  });

  test('more entries than the limit are cut, and the session goes on', async () => {
    const { client, sent } = await loggedIn({ LIST: `DATA ${FILE.repeat(50_001)}` });
    const listing = await client.list();
    expect([listing.entries.length, listing.cut, listing.broken]).toEqual([50_000, true, null]);
    await client.changeDirectory(['a']);
    expect(sent().slice(-2)).toEqual(['(data closed)', 'CWD a']);
  });

  test.each([
    ['the server refuses its end', `BROKEN ${FILE}`, ['abc'], [], '451 No more.'],
    ['the session ends with it', `GONE ${FILE}`, ['abc'], [], null],
    ['a line that begins', `BROKEN ${FILE}${FILE.slice(0, -4)}`, ['abc'], [], '451 No more.'],
    ['a name of VMS that waits for its columns', 'BROKEN A.TXT;1\r\n', ['A.TXT'], [], '451 No more.'],
    ['a line without an end', `DATA ${FILE}${'x'.repeat(5000)}`, ['abc'], [], null],
    ['no entry', 'BROKEN what is this\r\n', [], ['what is this'], '451 No more.'],
  ])('what came before it broke off is kept, with the error: %s', async (_what, LIST, names, unread, reply) => {
    const { client } = await loggedIn({ LIST });
    const listing = await client.list();
    expect([...listing.entries].map(({ name }) => name)).toEqual(names);
    expect(listing).toMatchObject({ unread, cut: false, broken: { reply } });
  });

  test.each([
    ['broken off before its first line', { LIST: `BROKEN ${FILE.slice(0, -2)}` }, 'busy'],
    ['a line without an end', { LIST: `DATA ${'x'.repeat(5000)}` }, 'malformed'],
    ['refused', { LIST: '550 Permission denied.' }, 'forbidden'],
    ['not known', {}, 'unsupported'],
  ])('%s', async (_what, script, code) => {
    const { client, server } = await loggedIn(script);
    await expect(client.list()).rejects.toMatchObject({ code });
    // Only the control connection.
    expect(server.open).toBe(1);
  });

  test.each([
    ['a text', 'DATA Welcome.\n', { name: 'README', text: 'Welcome.\n', cut: false }],
    ['a long text', `DATA ${'x'.repeat(70_000)}`, { name: 'README', text: 'x'.repeat(65_536), cut: true }],
    ['no text', 'DATA \0\x01', null],
    ['refused', '550 No.', null],
    ['broken off', 'BROKEN Wel', null],
  ])('README: %s', async (_what, reply, expected) => {
    const { client, server } = await loggedIn({ LIST: `DATA ${FILE.replace('abc', 'README')}`, RETR: reply });
    expect(await client.readme(await client.list())).toEqual(expected);
    expect(server.open).toBe(1);
  });
});

describe('facts', () => {
  const SIZED = { SIZE: '213 1830', MDTM: '213 19950203040506.5' };
  const MLST = { FEAT: '211-F\r\n MLST type*;\r\n211 End' };
  test.each([
    ['a file', SIZED, { kind: 'file', size: 1830, modified: new Date('1995-02-03T04:05:06Z') }],
    ['a file without a time', { ...SIZED, MDTM: '502 No.' }, { kind: 'file', size: 1830, modified: null }],
    [
      'a directory, by MLST',
      { ...MLST, SIZE: '550 No.', MLST: '250-Listing\r\n type=dir; x\r\n250 End' },
      { kind: 'directory', isCurrent: false },
    ],
    ['nothing', { SIZE: '502 No.' }, { kind: 'unknown', refused: null }],
    ['a refusal', { SIZE: '550 No.' }, { kind: 'unknown', refused: { code: 550, lines: ['No.'] } }],
  ])('%s', async (_what, script, expected) => {
    const { client, sent } = await loggedIn(script);
    expect(await client.facts('x')).toEqual(expected);
    expect(sent().slice(0, 2)).toContain('TYPE I');
  });

  test.each([
    ['a directory, by CWD', { SIZE: '550 No.' }, 'directory'],
    ['a file of which nothing is known', { SIZE: '502 No.', CWD: '550 No.' }, 'unknown'],
  ])('looked up: %s', async (_what, script, kind) => {
    const { client } = await loggedIn(script);
    expect(await client.lookUp('x')).toMatchObject({ kind });
  });

  test('looked up: a name that does not exist', async () => {
    const { client } = await loggedIn({ SIZE: '550 None.', CWD: '550 No.' });
    await expect(client.lookUp('x')).rejects.toMatchObject({ code: 'not-found', reply: '550 None.' });
  });
});

describe('what a URL names', () => {
  test.each([
    ['/', { directories: [], file: null, type: 'I' }],
    ['/a/b/', { directories: ['a', 'b'], file: null, type: 'I' }],
    ['/a/b', { directories: ['a'], file: 'b', type: 'I' }],
    ['/a/b;type=a', { directories: ['a'], file: 'b', type: 'A' }],
    ['/a/b;type=d', { directories: ['a', 'b'], file: null, type: 'I' }],
    ['/a/b/;type=d', { directories: ['a', 'b'], file: null, type: 'I' }],
    ['/%2Fetc/K%E4se%3B1', { directories: ['/etc'], file: 'K\xe4se;1', type: 'I' }],
  ])('%s', (path, expected) => expect(targetOf(path)).toEqual(expected));

  const SIZES = { SIZE: '550 No.', CWD: '550 No.', 'SIZE \xff': '213 3' };

  test.each([
    ['/%FF', SIZES, 2, 'file'],
    ['/%FF', { ...SIZES, 'SIZE \xff': '550 No.' }, 2, null],
    ['/%FF%F0', SIZES, 1, null],
    ['/a', SIZES, 1, null],
    ['/%FF', { ...SIZES, CWD: '450 Busy.', SIZE: '502 No.' }, 1, 'unknown'],
    // CWD with a null argument went to the root of the server, where nothing of this name is.
    ['/a//b', { SIZE: '550 No.', CWD: '250 Here.', 'CWD b': '550 No.' }, 2, null],
    ['/a//b', { SIZE: '550 No.', 'CWD ': '550 No.', 'CWD b': '550 No.' }, 1, null],
    ['/a//%FF', { ...SIZES, CWD: '250 Here.', 'CWD \xff\xff': '550 No.' }, 3, 'file'],
  ])('%s %j: sessions %i, %s', async (path, script, sessions, kind) => {
    const server = ftpDouble(script);
    const target = targetOf(path);
    const found = openTarget(server.connect, {}, target, async (client, { directories }) => {
      await client.changeDirectory(directories);
      const facts = await client.lookUp(target.file ?? '');
      client.close();
      return facts;
    });
    if (kind === null) await expect(found).rejects.toMatchObject({ code: 'not-found' });
    else expect(await found).toMatchObject({ kind });
    expect(server.received.filter((line) => line === '(none)')).toHaveLength(sessions);
    expect(server.open).toBe(0);
  });
});
