/**
 * DICT with dictd of Debian: the client, the Worker and `waypost get`, beside `dict` and curl; and what these two send
 * for the links that Waypost reads.
 */
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
import { get } from '../bin/network/harness.ts';
import { startDict } from '../servers/dict.ts';
import type { RunningServer } from '../servers/listener.ts';
import { startGateway } from '../worker/gateway/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';
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
    await expect(session.match('x', '!', 'nope')).rejects.toMatchObject({ code: 'not-found', status: 551 });
    await session.quit();
  });
});

describe('the gateway and waypost get', () => {
  let dictd: Daemon;
  let worker: RunningWorker;
  beforeAll(async () => {
    dictd = await startDictd();
    worker = await startGateway([dictd]);
  });
  afterAll(() => Promise.all([worker, dictd].map((running) => running?.close())));

  const at = (path: string) => `/dict/localhost:${dictd.port}/${path}`;
  const url = (path: string) => `dict://localhost:${dictd.port}/${path}`;
  const page = async (path: string) => (await worker.fetch(at(path), { headers: { Accept: 'text/html' } })).text();

  /** The texts that curl receives between statuses. */
  async function curl(path: string): Promise<readonly string[]> {
    const { stdout } = await promisify(execFile)('curl', ['-s', url(path)]);
    return [...stdout.matchAll(/^(?:151|152|110|111) .*\r\n((?:.*\r\n)*?)\.\r\n/gm)].map(([, text = '']) =>
      text.replace(/^\./gm, ''),
    );
  }

  /** What the program `dict` of Debian writes. */
  async function dict(...options: readonly string[]): Promise<string> {
    const server = ['-h', 'localhost', '-p', String(dictd.port), '-P', '-'];
    return (await promisify(execFile)(join(SERVERS, 'usr/bin/dict'), [...server, ...options])).stdout;
  }

  const words = (text: string) => text.trim().split(/\s+/);

  test.each([
    ['d:gold:elements', 'gold', 'elements'],
    ['d:cat:*', 'cat', '*'],
    ['d:lawful:devil', 'lawful', 'devil'],
  ])('%s: the definitions of curl and dict', async (path, word, database) => {
    const response = await worker.fetch(`${at(path)}?format=json`);
    const { definitions }: { definitions: readonly { database: string; text: string }[] } = await response.json();
    expect(definitions.map(({ text }) => text)).toEqual(await curl(path));
    const written = await dict('-d', database, word);
    // `dict` writes a heading of its own, and indents the text.
    for (const { text } of definitions) expect(words(written).join(' ')).toContain(words(text).join(' '));
    const { stdout } = await get([url(path)]);
    for (const { database, text } of definitions) {
      expect(stdout).toContain(`[${database}]:`);
      expect(words(stdout).join(' ')).toContain(words(text).join(' '));
    }
    expect(await page(path)).toContain(`[${definitions[0]?.database}]:`);
  });

  test.each([
    ['m:gol:elements:prefix', ['-m', '-s', 'prefix', '-d', 'elements', 'gol']],
    ['m:law:*:prefix', ['-m', '-s', 'prefix', 'law']],
    ['m:golld:elements:lev', ['-m', '-s', 'lev', '-d', 'elements', 'golld']],
  ])('%s: the words of curl and dict', async (path, options) => {
    const [list = ''] = await curl(path);
    expect(await (await worker.fetch(`${at(path)}?format=raw`)).text()).toBe(list);
    const { words: found }: { words: readonly { word: string; open: string }[] } = await (
      await worker.fetch(`${at(path)}?format=json`)
    ).json();
    const written = await dict(...options);
    for (const { word } of found) expect(written).toContain(word);
    expect((await get([url(path)])).stdout.trimEnd().split('\n')).toHaveLength(found.length);
    // Each leads to a definition.
    const [first] = found;
    expect((await worker.fetch(new URL(first?.open ?? '').pathname)).status).toBe(200);
    expect(await page(path)).toContain('DICT words');
  });

  test.each([
    ['show:db', ['-D'], 'databases'],
    ['show:strat', ['-S'], 'strategies'],
  ] as const)('%s: the list of curl and dict', async (path, options, kind) => {
    const [list = ''] = await curl(path);
    expect(await (await worker.fetch(`${at(path)}?format=raw`)).text()).toBe(list);
    const json: Record<string, readonly { name: string; description: string }[]> = await (
      await worker.fetch(`${at(path)}?format=json`)
    ).json();
    const written = await dict(...options);
    for (const { name, description } of json[kind] ?? []) {
      expect(written).toMatch(new RegExp(`^ *${name} +`, 'm'));
      expect(written).toContain(description.slice(0, 40));
    }
    expect(await page(path)).toContain(json[kind]?.[0]?.description.slice(0, 20));
  });

  test('the page of the server has a form, which leads to a definition', async () => {
    expect(await page('')).toContain('Match prefixes');
    const asked = `${at('')}?search=gold&database=elements&strategy=`;
    const { status, headers } = await worker.fetch(asked, { redirect: 'manual' });
    expect([status, headers.get('Location')]).toEqual([303, at('d:gold:elements')]);
  });

  test.each([
    ['', 'alive'],
    ['d:gold', 'alive'],
    ['d:nonesuch', 'gone'],
    ['m:gold:nonesuch', 'gone'],
  ])('a check of %j: %s', async (path, status) => {
    const response = await worker.fetch(`/v1/check?url=${encodeURIComponent(url(path))}`);
    expect(await response.json()).toMatchObject({ status, otherProtocol: null });
  });

  test('a word that is not there leads to words that are like it, which are there', async () => {
    const found = await page('d:golld');
    expect(found).toContain('Check the spelling.');
    expect(found).toContain(at('m:golld'));
    expect((await get([url('m:golld')])).stdout).toContain('gold');
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
