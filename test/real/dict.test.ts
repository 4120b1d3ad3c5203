/** The DICT client with dictd of Debian; and what its `dict` and curl send for the links that Waypost reads. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectTo } from '../../bin/protocols-node.ts';
import { explain, type Resolution } from '../../src/index.ts';
import { latin1Of } from '../../src/octets/octets.ts';
import { DictSession } from '../../src/protocols/dict/client.ts';
import { stringsIn } from '../../src/protocols/dict/reply.ts';
import { spokenProtocol } from '../../src/protocols/greeting.ts';
import { startDict } from '../servers/dict.ts';
import type { RunningServer } from '../servers/listener.ts';
import { type Daemon, SERVERS } from './daemon.ts';
import { startDictd } from './dict-servers.ts';

describe('dictd', () => {
  let dictd: Daemon;
  beforeAll(async () => {
    dictd = await startDictd();
  });
  afterAll(() => dictd?.close());
  const connect = () => connectTo({ host: dictd.host, port: dictd.port });

  test('is recognised by its greeting', async () => {
    const connection = await connect()('none');
    const greeting = await connection.read();
    connection.close();
    expect(spokenProtocol(greeting ?? new Uint8Array())).toBe('DICT');
  });

  test('lists its databases and strategies', async () => {
    const session = await DictSession.open(connect());
    const databases = await session.databases();
    expect(databases.map(({ name }) => name)).toEqual(['elements', 'devil']);
    expect(databases[1]?.description).toMatch(/Devil's Dictionary/);
    expect((await session.strategies()).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['exact', 'prefix', 'substring', 're', 'lev']),
    );
    await session.quit();
  });

  test('defines words', async () => {
    const session = await DictSession.open(connect());
    const [gold, ...others] = await session.define('gold', 'elements');
    expect(others).toEqual([]);
    expect(gold).toMatchObject({ word: 'gold', database: 'elements' });
    expect(latin1Of(gold?.octets ?? new Uint8Array())).toMatch(/^gold\r\nSymbol: Au\r\n/);
    expect((await session.define('cat', '*')).map(({ database }) => database)).toEqual(['devil']);
    await session.quit();
  });

  test.each(['a "b" \\ c', 'a \\ b', '\\', "it's", '"', 'a "', '\'a\' "b" \\', 'Grüße', 'x y z'])(
    'takes %j for one word',
    async (word) => {
      const session = await DictSession.open(connect());
      // Neither 501, which wrong arguments have, nor 500.
      await expect(session.define(word)).rejects.toMatchObject({ code: 'not-found', status: 552 });
      await expect(session.match(word, '*', 'exact')).rejects.toMatchObject({ code: 'not-found', status: 552 });
      expect(await session.databases()).toHaveLength(2);
      await session.quit();
    },
  );

  test('matches words', async () => {
    const session = await DictSession.open(connect());
    expect(await session.match('gol', 'elements', 'prefix')).toEqual([{ database: 'elements', word: 'gold' }]);
    expect((await session.match('lawf', '*', 'prefix')).map(({ word }) => word)).toContain('lawful');
    await session.quit();
  });

  test('says what it does not have', async () => {
    const session = await DictSession.open(connect());
    await expect(session.define('x', 'nope')).rejects.toMatchObject({ code: 'not-found', status: 550 });
    await expect(session.match('x', '!', 'nope')).rejects.toMatchObject({ code: 'unsupported', status: 551 });
    await session.quit();
  });
});

describe('other clients', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startDict();
  });
  afterAll(() => server?.close());

  /** The strings of the command that a program sends between CLIENT and QUIT, in lower case. */
  async function sentBy(program: string, options: readonly string[]): Promise<readonly string[]> {
    server.log.length = 0;
    await promisify(execFile)(program, [...options]);
    const lines = (server.log[0]?.octets.toString('latin1') ?? '').split('\r\n');
    const [command = '', ...strings] = stringsIn(lines.find((line) => /^(?:define|match|show)/i.test(line)) ?? '');
    return [command, ...strings].map((text) => Buffer.from(text, 'latin1').toString().toLowerCase());
  }

  /** The same of a link. Commands and names have no case. */
  function said(link: Resolution): readonly string[] {
    const [, command = ''] = link.kind === 'dict' ? (link.request?.commands ?? []) : [];
    return stringsIn(command).map((text) => text.toLowerCase());
  }

  test.each([
    'd:gopher',
    'd:gopher:',
    'd:gopher:!',
    'd:gopher:elements',
    'd:gopher:*:1',
    'd:phone%20book:museum',
    'd:say%20%22friend%22',
    'd:back%5Cslash',
    'd:Gr%C3%BC%C3%9Fe',
    'm:go',
    'm:go::',
    'm:go:*:substring',
    'm:go::exact:1',
    'define:gopher',
    'LOOKUP:gopher',
    'match:go',
    'find:go',
    'show:db',
    'show:strat',
  ])('curl sends the same for %s', async (path) => {
    const url = `dict://localhost:${server.port}/${path}`;
    const link = explain(url);
    const sent = await sentBy('curl', ['-s', url]);
    expect(sent).toEqual(said(link));
    // And for the canonical form.
    expect(await sentBy('curl', ['-s', link.canonical])).toEqual(sent);
  });

  test.each([
    [['gopher'], 'd:gopher:*'],
    [['-d', 'elements', 'gopher'], 'd:gopher:elements'],
    [['-m', '-s', 'substring', 'phone book'], 'm:phone%20book:*:substring'],
    [['-D'], 'show:db'],
    [['-S'], 'show:strat'],
  ])('dict %j sends what the link %s says', async (options, path) => {
    const program = join(SERVERS, 'usr/bin/dict');
    const sent = await sentBy(program, ['-h', 'localhost', '-p', String(server.port), '-P', '-', ...options]);
    const link = explain(`dict://localhost/${path}`);
    expect(sent).toEqual(said(link));
  });
});
