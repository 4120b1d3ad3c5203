/** The DICT client: what it sends and reads, at every cut, and servers with a fault or without a word. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectTo } from '../../../../bin/protocols-node.ts';
import { explain } from '../../../../src/index.ts';
import { latin1Of, utf8Of } from '../../../../src/octets/octets.ts';
import type { Connect } from '../../../../src/protocols/connection.ts';
import { DictSession } from '../../../../src/protocols/dict/client.ts';
import { parseStatus, refusal, stringsIn } from '../../../../src/protocols/dict/reply.ts';
import { protocolLimits } from '../../../../src/protocols/limits.ts';
import { startDict } from '../../../servers/dict.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { lineServer, linesIn } from '../memory-server.ts';

const GREETING = '220 h dictd <auth.mime> <1.2@h>\r\n';
const lines = (...texts: readonly string[]): string => texts.map((text) => `${text}\r\n`).join('');

const DEFINITIONS = lines(
  '150 2 definitions retrieved',
  '151 "sun" wn "WordNet (r) 3.0"',
  'sun',
  '..dots',
  '...',
  '',
  '.',
  "151 Sun 'a db' The Name",
  '250 ok is text here',
  '.',
  '250 ok [d/m/c = 2/0/30]',
);
const MATCHES = lines('152 3 matches found', 'wn "sun"', 'wn "sun \\"q\\" \\\\b"', 'x sunny day', '.', '250 ok');

/** The sessions of a test, which are closed after it. */
const sessions: DictSession[] = [];
afterEach(() => {
  for (const session of sessions.splice(0)) session.close();
});

async function openSession(connect: Connect): Promise<DictSession> {
  const session = await DictSession.open(connect);
  sessions.push(session);
  return session;
}

/** A server that answers one command, and takes leave. */
const serverOf = (reply: string, size = 1000) =>
  lineServer(GREETING, (line) => (line.startsWith('CLIENT') ? '250 ok\r\n' : line === 'QUIT' ? null : reply), size);

describe('lines', () => {
  test.each([
    ['250 ok ', { code: 250, text: 'ok' }],
    ['250', { code: 250, text: '' }],
    ['151 "a" b', { code: 151, text: '"a" b' }],
    ['2500 x', null],
    ['050 x', null],
    ['650 x', null],
    ['250-x', null],
    ['', null],
  ])('%j', (line, status) => {
    expect(parseStatus(line)).toEqual(status);
  });

  test.each([
    ['wn "a b"', ['wn', 'a b']],
    ['"" \'\' x', ['', '', 'x']],
    ['"a \\"b\\" \\\\c\\d"', ['a "b" \\cd']],
    ["'it\\'s' b", ["it's", 'b']],
    // As curl writes them.
    ['a\\ b\\\\ \\"c', ['a b\\', '"c']],
    ['a"b c"d', ['ab cd']],
    // A quote that does not end is a character.
    ['"a b', ['"a', 'b']],
    ['  a\tb ', ['a', 'b']],
    ['', []],
  ])('the strings of %j', (line, strings) => {
    expect(stringsIn(line)).toEqual(strings);
  });
});

describe('a session', () => {
  test.each([1, 2, 3, 7, 1000])('reads the same in parts of %d octets', async (size) => {
    const server = serverOf(DEFINITIONS, size);
    const session = await openSession(server.connect);
    const definitions = await session.define('sun');
    expect(definitions.map(({ octets, ...names }) => ({ ...names, text: latin1Of(octets) }))).toEqual([
      { word: 'sun', database: 'wn', databaseName: 'WordNet (r) 3.0', text: 'sun\r\n.dots\r\n..\r\n\r\n' },
      { word: 'Sun', database: 'a db', databaseName: 'The Name', text: '250 ok is text here\r\n' },
    ]);
    await session.quit();
    expect(linesIn(...server.requests)).toEqual(['CLIENT Waypost', 'DEFINE ! "sun"', 'QUIT']);
    expect(server.open).toBe(0);
  });

  test('reads matches, with and without quotes', async () => {
    const session = await openSession(serverOf(MATCHES).connect);
    expect(await session.match('sun', 'wn', 're')).toEqual([
      { database: 'wn', word: 'sun' },
      { database: 'wn', word: 'sun "q" \\b' },
      { database: 'x', word: 'sunny day' },
    ]);
  });

  test.each([
    ['110 1 databases present', 'wn "WordNet"', [{ name: 'wn', description: 'WordNet' }]],
    ['110 1 databases present', 'wn', [{ name: 'wn', description: '' }]],
    ['110 0 databases present', '', []],
  ])('%s, %j', async (status, row, names) => {
    const session = await openSession(serverOf(lines(status, row, '.', '250 ok')).connect);
    expect(await session.databases()).toEqual(names);
  });

  test('no databases and no strategies are empty lists', async () => {
    expect(await (await openSession(serverOf('554 No databases present\r\n').connect)).databases()).toEqual([]);
    expect(await (await openSession(serverOf('555 No strategies\r\n').connect)).strategies()).toEqual([]);
  });

  test('goes on if the server does not know its name', async () => {
    const server = lineServer(GREETING, (line) => (line.startsWith('CLIENT') ? '500 what?\r\n' : MATCHES));
    expect(await (await openSession(server.connect)).match('sun')).toHaveLength(3);
  });

  test('a reply that ends anywhere before its end is an error', async () => {
    for (let end = 0; end < DEFINITIONS.length - '250 ok [d/m/c = 2/0/30]\r\n'.length; end++) {
      const reply = DEFINITIONS.slice(0, end);
      const server = lineServer(GREETING, (line) => (line.startsWith('CLIENT') ? '250 ok\r\n' : reply));
      const session = await openSession(server.connect);
      const asked = session.define('sun');
      session.close();
      await expect(asked, String(end)).rejects.toMatchObject({ name: 'ProtocolError' });
    }
  });
});

describe('what the server says of an error', () => {
  test.each([
    [420, 'busy'],
    [421, 'busy'],
    [499, 'busy'],
    [500, 'unsupported'],
    [501, 'unsupported'],
    [502, 'unsupported'],
    [503, 'unsupported'],
    [530, 'forbidden'],
    [531, 'forbidden'],
    [532, 'forbidden'],
    [550, 'not-found'],
    [551, 'not-found'],
    [552, 'not-found'],
    [599, 'server-failure'],
    [330, 'malformed'],
    [250, 'malformed'],
  ])('%d is %s', async (status, code) => {
    const session = await openSession(serverOf(`${status} \x1b[31mwhat\x07\r\n`).connect);
    const error = { name: 'ProtocolError', code, status, reply: `${status} [31mwhat` };
    await expect(session.define('a')).rejects.toMatchObject(error);
  });

  test('a refused list is an error too', async () => {
    const session = await openSession(serverOf('530 Access denied\r\n').connect);
    await expect(session.databases()).rejects.toMatchObject({ code: 'forbidden', status: 530 });
    await expect(session.strategies()).rejects.toMatchObject({ code: 'forbidden', status: 530 });
    await expect(session.match('a')).rejects.toMatchObject({ code: 'forbidden', status: 530 });
  });

  test('and after a text', async () => {
    const session = await openSession(serverOf(lines('152 1 match', 'wn a', '.', '420 Down')).connect);
    await expect(session.match('a')).rejects.toMatchObject({ code: 'busy', status: 420 });
    const other = await openSession(serverOf(lines('150 1', '151 a b c', '.', '421 Down')).connect);
    await expect(other.define('a')).rejects.toMatchObject({ code: 'busy', status: 421 });
  });

  test.each([
    ['420 Server temporarily unavailable\r\n', 'busy', 420],
    ['530 Access denied\r\n', 'forbidden', 530],
    ['200 news.example ready\r\n', 'malformed', 200],
    ['SSH-2.0-OpenSSH\r\n', 'malformed', null],
    [`220 ${'x'.repeat(protocolLimits.line)}\r\n`, 'malformed', null],
  ])('a greeting %j closes the connection', async (greeting, code, status) => {
    const server = lineServer(greeting, () => '250 ok\r\n');
    await expect(openSession(server.connect)).rejects.toMatchObject({ code, status });
    expect(server.open).toBe(0);
  });

  test('is quoted on one line, and not all of it', () => {
    const { message, reply } = refusal({ code: 552, text: `a\x1b[31m\u202eb${'c'.repeat(400)}` });
    expect(message).not.toMatch(/\p{C}/u);
    expect(reply?.length).toBeLessThan(220);
  });
});

describe('limits', () => {
  const list = (count: number) => lines('152 many', ...Array.from({ length: count }, () => 'a b'), '.', '250 ok');
  const text = (size: number) => lines('152 many', `a ${'b'.repeat(size - 2)}`, '.', '250 ok');

  test.each([
    ['lines', list(protocolLimits.listingEntries), list(protocolLimits.listingEntries + 1), 'too-large'],
    ['octets in a line', text(protocolLimits.menuLine), text(protocolLimits.menuLine + 1), 'malformed'],
  ])('%s', async (_, most, more, code) => {
    const open = (reply: string) => openSession(serverOf(reply, 65_536).connect);
    expect((await (await open(most)).match('a')).length).toBeGreaterThan(0);
    await expect((await open(more)).match('a')).rejects.toMatchObject({ code });
  });

  test('octets in all, for each reply', async () => {
    const row = `a ${'b'.repeat(1022)}\r\n`;
    const count = Math.floor(protocolLimits.listing / row.length);
    const reply = (rows: number) => `152 many\r\n${row.repeat(rows)}.\r\n250 ok\r\n`;
    const session = await openSession(serverOf(reply(count - 1), 65_536).connect);
    // The second one has the whole limit again.
    for (let round = 0; round < 2; round++) expect(await session.match('a')).toHaveLength(count - 1);
    const other = await openSession(serverOf(reply(count + 1), 65_536).connect);
    await expect(other.match('a')).rejects.toMatchObject({ code: 'too-large' });
  });
});

describe('no word and no name adds a command', () => {
  test.each(['', 'a\r\nQUIT', 'a\r', 'a\n', 'a\0', 'a\tb', '\x7f', 'x'.repeat(1025 - 'DEFINE ! ""\r\n'.length)])(
    'the word %j',
    async (word) => {
      const server = serverOf(MATCHES);
      const session = await openSession(server.connect);
      await expect(session.define(word)).rejects.toMatchObject({ code: 'invalid-request' });
      await expect(session.match(word)).rejects.toMatchObject({ code: 'invalid-request' });
      expect(linesIn(...server.requests)).toEqual(['CLIENT Waypost']);
    },
  );

  test.each(['', 'a b', 'a"', "a'", 'a\\', 'a\r\nQUIT', 'a\n', 'a\0', 'a\t'])('the name %j', async (name) => {
    const server = serverOf(MATCHES);
    const session = await openSession(server.connect);
    await expect(session.define('x', name)).rejects.toMatchObject({ code: 'invalid-request' });
    await expect(session.match('x', name)).rejects.toMatchObject({ code: 'invalid-request' });
    await expect(session.match('x', '!', name)).rejects.toMatchObject({ code: 'invalid-request' });
    expect(linesIn(...server.requests)).toEqual(['CLIENT Waypost']);
  });

  test.each(['say "x" \\ y', '" wn "', '"', '\\', "it's", 'über', 'x'.repeat(1024 - 'DEFINE ! ""\r\n'.length)])(
    '%j is one argument',
    async (word) => {
      const server = serverOf(DEFINITIONS);
      await (await openSession(server.connect)).define(word);
      const [, line = ''] = linesIn(...server.requests);
      const [, , sent] = stringsIn(Buffer.from(line, 'latin1').toString());
      expect(sent).toBe(word);
    },
  );
});

describe('the test server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startDict();
  });
  afterAll(() => server.close());

  const open = (milliseconds = 15_000) => {
    const patience = { first: milliseconds, idle: milliseconds };
    return openSession(connectTo({ host: server.host, port: server.port }, { patience }));
  };

  test.each([
    ['gopher', '!', ['museum']],
    ['gopher', '*', ['museum', 'elements']],
    ['GOLD', 'elements', ['elements']],
    ['phone book', '!', ['museum']],
    ['Grüße', '!', ['museum']],
    ['say "friend"', '!', ['museum']],
    ['back\\slash', '!', ['museum']],
  ])('defines %s in %s', async (word, database, found) => {
    await server.faults.set(null);
    const session = await open();
    const definitions = await session.define(word, database);
    await session.quit();
    expect(definitions.map((one) => one.database)).toEqual(found);
    for (const one of definitions) expect(one.word.toLowerCase()).toBe(word.toLowerCase());
    expect(utf8Of(definitions[0]?.octets ?? new Uint8Array())).toContain(definitions[0]?.word);
  });

  test('has dots at the beginning of lines', async () => {
    const session = await open();
    const [menu] = await session.define('menu');
    expect(latin1Of(menu?.octets ?? new Uint8Array())).toMatch(/\r\n\.\.\.and a period ends it\.\r\n\.\r\n$/);
  });

  test('matches and lists', async () => {
    const session = await open();
    expect(await session.match('ph', '*')).toEqual([{ database: 'museum', word: 'phone book' }]);
    expect(await session.match('opher', 'elements', 'substring')).toHaveLength(1);
    expect((await session.databases()).map(({ name }) => name)).toEqual(['museum', 'elements']);
    expect((await session.strategies()).map(({ name }) => name)).toEqual(['exact', 'prefix', 'substring']);
    await expect(session.define('x')).rejects.toMatchObject({ code: 'not-found', status: 552 });
    await expect(session.define('x', 'nope')).rejects.toMatchObject({ code: 'not-found', status: 550 });
    await expect(session.match('x', '!', 'nope')).rejects.toMatchObject({ code: 'not-found', status: 551 });
    await session.quit();
  });

  test.each(['dict://h/', 'dict://h/show:db', 'dict://h/d:phone%20book:museum', 'dict://h/m:g::prefix'])(
    '%s: what is said is what is sent',
    async (url) => {
      const link = explain(url);
      if (link.kind !== 'dict') throw new Error('not a dict link');
      const { command, word, database, strategy } = link.details;
      server.log.length = 0;
      const session = await open();
      if (command === 'define') await session.define(word ?? '', database ?? '!');
      if (command === 'match') await session.match(word ?? '', database ?? '!', strategy ?? '.');
      if (command === 'databases' || command === 'server') await session.databases();
      if (command === 'server') await session.strategies();
      await session.quit();
      await server.close();
      expect(linesIn(server.log[0]?.octets.toString('latin1') ?? '')).toEqual(link.request?.commands);
      server = await startDict();
    },
  );

  test.each([
    ['refused', 'unreachable'],
    ['silent', 'timeout', 200],
    ['garbage', 'malformed'],
    ['endless', 'too-large'],
    ['endless-line', 'malformed'],
    [{ kind: 'endless-line', everyMs: 10 }, 'timeout', 200],
    [{ kind: 'reset', after: 10 }, 'unreachable'],
    [{ kind: 'truncated', after: 10 }, 'unreachable'],
    // A greeting without a line end is one, and the connection breaks when the client answers.
    [{ kind: 'truncated', after: 10, at: 'reply' }, /^(?:malformed|unreachable)$/],
    [{ kind: 'huge', size: protocolLimits.listing + 1 }, /^(?:malformed|too-large)$/],
  ] as const)('with the fault %j: %s', async (fault, code, milliseconds?: number) => {
    await server.faults.set(fault);
    const asked = open(milliseconds).then((session) => session.define('menu'));
    await expect(asked).rejects.toMatchObject({
      name: 'ProtocolError',
      code: typeof code === 'string' ? code : expect.stringMatching(code),
    });
  });
});
