/** The client of CSO nameservers: what it sends and reads, at every cut, and hostile servers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectTo } from '../../../../bin/protocols-node.ts';
import { latin1Of } from '../../../../src/octets/octets.ts';
import { isFieldName, queryLine } from '../../../../src/protocols/cso/query.ts';
import { parseLine, parseValueLine, refusal } from '../../../../src/protocols/cso/reply.ts';
import { CsoSession, entriesIn, fieldsIn } from '../../../../src/protocols/cso/session.ts';
import { protocolLimits } from '../../../../src/protocols/limits.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { startCso } from '../../../servers/cso.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { lineServer, linesIn, memoryServer } from '../memory-server.ts';

const FIELDS = [
  '-200:3:name:max 64 Indexed Lookup Public Default',
  '-200:3:name:Full name.',
  '-200:9:address:max 256 Public',
  '-200:9:address:Office,',
  '-200:9::of several lines.',
  '-200:11:a name:max 9 Public',
  '200:Ok.',
  '',
].join('\r\n');

const ENTRIES = [
  '102:There were 2 matches to your request.',
  '-200:1:       name: Doe Jane',
  '-200:1:    address: Room 12: left',
  '-200:1:           : Thule',
  '-508:1:      email: Not present in entry.',
  '-200:2:       name: M\xfcller',
  '200:Ok.',
  '',
].join('\r\n');

const JANE = {
  number: 1,
  fields: [
    { name: 'name', value: 'Doe Jane', status: 200 },
    { name: 'address', value: 'Room 12: left\nThule', status: 200 },
    { name: 'email', value: null, status: 508 },
  ],
};

const replyTo = (line: string): string | null => {
  if (line === 'quit') return null;
  return line === 'fields' ? FIELDS : ENTRIES;
};

const query = { terms: [{ field: 'name', words: 'J*' }], fields: [] };

describe('lines', () => {
  test.each([
    ['200:Ok.', { status: 200, continues: false, text: 'Ok.' }],
    ['-200:1:name: x ', { status: 200, continues: true, text: '1:name: x' }],
    ['102:There was 1 match.', { status: 102, continues: true, text: 'There was 1 match.' }],
    ['501:', { status: 501, continues: false, text: '' }],
    ['--200:x', null],
    ['20:x', null],
    ['2000:x', null],
    ['999:x', null],
    ['220 mail.example ESMTP', null],
    ['', null],
  ])('%j', (line, parsed) => {
    expect(parseLine(line)).toEqual(parsed);
  });

  test.each([
    ['1:  name: Doe', { status: 200, entry: 1, field: 'name', text: 'Doe' }],
    ['12::  two', { status: 200, entry: 12, field: '', text: ' two' }],
    ['1:a:b:c', { status: 200, entry: 1, field: 'a', text: 'b:c' }],
    ['Ok.', null],
    ['name:x', null],
  ])('the text %j', (text, parsed) => {
    expect(parseValueLine({ status: 200, continues: true, text })).toEqual(parsed);
  });
});

describe('a query', () => {
  const lineOf = (
    field: string,
    words: string,
    fields: readonly string[] | 'all' = [],
    charset: string | null = null,
  ) => latin1Of(queryLine({ terms: [{ field, words }], fields }, charset));

  test.each([
    [lineOf('name', 'Doe J*'), 'query name="Doe J*"'],
    [lineOf('name', ' x ', 'all'), 'query name="x" return all'],
    [lineOf('name', 'x', ['email', 'fax']), 'query name="x" return email fax'],
    [lineOf('name', 'a" return "all'), 'query name="a\\" return \\"all"'],
    [lineOf('name', 'x\\'), 'query name="x\\\\"'],
    [lineOf('name', 'M\xfcller'), 'query name="M\xfcller"'],
    [lineOf('name', 'ß', [], 'utf-8'), 'query name="\xc3\x9f"'],
    [lineOf('name', 'Łoś'), 'query name="\xc5\x81o\xc5\x9b"'],
    // The second octet of this character is a backslash.
    [lineOf('name', '表', [], 'shift_jis'), 'query name="\x95\\\\"'],
  ])('%j', (line, expected) => {
    expect(line).toBe(expected);
  });

  test.each(['a\nquit', 'a\r', 'a\0', 'a\x1b[2J', 'a\tb', 'a\x85b', '', '  '])('never has the words %j', (words) => {
    expect(() => lineOf('name', words)).toThrow(ProtocolError);
  });

  test.each(['', 'a b', 'a=b', 'name"', 'na\nme', 'return', 'RETURN', 'query', 'é', '-x', 'x'.repeat(65)])(
    'never has the field %j',
    (field) => {
      expect(isFieldName(field)).toBe(false);
      expect(() => lineOf(field, 'x')).toThrow(ProtocolError);
      expect(() => lineOf('name', 'x', [field])).toThrow(ProtocolError);
    },
  );

  test('needs a term', () => {
    expect(() => queryLine({ terms: [], fields: [] })).toThrow('A query needs words for at least one field.');
  });
});

describe('a session', () => {
  test.each([1, 2, 3, 7, 1000])('reads the same in parts of %d octets', async (size) => {
    const server = lineServer('', replyTo, size);
    const session = await CsoSession.open(server.connect);
    const { fields } = await session.fields();
    expect(fields.map(({ name, description }) => [name, description])).toEqual([
      ['name', 'Full name.'],
      ['address', 'Office, of several lines.'],
    ]);
    expect(fields[0]).toMatchObject({ longest: 64, indexed: true, lookup: true, public: true, default: true });
    expect(fields[1]).toMatchObject({ longest: 256, indexed: false, lookup: false, attributes: ['Public'] });
    const { entries, reply } = await session.query(query);
    expect(entries).toEqual([JANE, { number: 2, fields: [{ name: 'name', value: 'Müller', status: 200 }] }]);
    expect(latin1Of(reply.octets)).toBe(ENTRIES);
    await session.quit();
    expect(linesIn(...server.requests)).toEqual(['fields', 'query name="J*"', 'quit']);
    expect(server.open).toBe(0);
  });

  test('a reply that ends anywhere before its end is an error', async () => {
    for (let end = 0; end < ENTRIES.length - '200:Ok.\r\n'.length; end++) {
      const server = memoryServer(() => ({ parts: [ENTRIES.slice(0, end)], end: 'closed' }));
      const asked = (await CsoSession.open(server.connect)).query(query);
      await expect(asked, String(end)).rejects.toMatchObject({ code: 'unreachable' });
    }
  });

  test.each([
    ['another protocol', '220 mail.example ESMTP\r\n', 'malformed'],
    ['too many lines', `${'-200:1:a:b\r\n'.repeat(protocolLimits.csoLines + 1)}200:Ok.\r\n`, 'too-large'],
    ['a long line', `-200:1:a:${'x'.repeat(protocolLimits.line)}\r\n`, 'malformed'],
    ['too much', `-200:1:a:${'x'.repeat(4000)}\r\n`.repeat(300), 'too-large'],
    ['no end', '-200:1:a:b\r\n', 'unreachable'],
    ['progress without an end', '100:Working\r\n', 'unreachable'],
    ['a login', '301:Encrypt this.\r\n', 'login-required'],
    ['a database that is down', '475:Database unavailable.\r\n', 'busy'],
    ['too many matches', '502:Too many entries to print.\r\n', 'invalid-request'],
    ['no index', '515:No indexed field in query.\r\n', 'invalid-request'],
    ['an unknown command', '514:Unknown command.\r\n', 'unsupported'],
    ['a reason before the end', '-507:shoe:unknown field.\r\n500:Did not understand query.\r\n', 'invalid-request'],
    ['a failure', '500:Hard error.\r\n', 'server-failure'],
  ])('%s is an error', async (_, reply, code) => {
    const server = memoryServer(() => ({ parts: [reply], end: 'closed' }));
    const asked = (await CsoSession.open(server.connect)).query(query);
    await expect(asked).rejects.toMatchObject({ name: 'ProtocolError', code });
  });

  test('no matches are no error', async () => {
    const server = lineServer('', () => '501:No matches to your query.\r\n');
    expect((await (await CsoSession.open(server.connect)).query(query)).entries).toEqual([]);
  });

  test('an error quotes the server on one line', () => {
    const lines = [{ status: 500, continues: false, text: `a\x1b[31m\u202eb${'c'.repeat(400)}` }];
    const { message, reply } = refusal({ status: 500, lines });
    expect(message).not.toMatch(/\p{C}/u);
    expect(reply?.length).toBeLessThan(220);
  });
});

describe('the test server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startCso();
  });
  afterAll(() => server.close());
  const open = (charset: string | null = null) =>
    CsoSession.open(connectTo({ host: server.host, port: server.port }), { charset });

  test.each([
    ['name', 'doe', 'jdoe'],
    ['name', 'Müller', 'jmuller'],
    ['name', 'O"Brien \\', 'quote'],
    ['alias', 'scr*', 'script'],
  ])('finds %s %s', async (field, words, alias) => {
    const session = await open();
    const { entries } = await session.query({ terms: [{ field, words }], fields: ['alias'] });
    await session.quit();
    expect(entries.map(({ fields }) => fields[0]?.value)).toEqual([alias]);
  });

  test('returns lines of an address', async () => {
    const session = await open();
    const { entries } = await session.query({ terms: [{ field: 'alias', words: 'jdoe' }], fields: 'all' });
    session.close();
    expect(entries[0]?.fields.find(({ name }) => name === 'address')?.value).toBe('Room 12\n3 Long Road\nThule');
  });

  test('helps', async () => {
    const session = await open();
    expect((await session.help()).text.split('\n')).toHaveLength(2);
    session.close();
  });
});

test('values without a name before them belong to nobody', () => {
  const lines = ['-200:1:: lost', '-200:1:: again', '200:Ok.'].flatMap((line) => parseLine(line) ?? []);
  expect(entriesIn({ lines })).toEqual([{ number: 1, fields: [{ name: '', value: 'lost\nagain', status: 200 }] }]);
  expect(fieldsIn({ lines })).toEqual([]);
});
