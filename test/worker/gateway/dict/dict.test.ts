/** dict links through the Worker and the command line: one opener, and no code of these two is about DICT. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { get, loadBundle } from '../../../bin/network/harness.ts';
import { startDict } from '../../../servers/dict.ts';
import { listen, type RunningServer } from '../../../servers/listener.ts';
import type { RunningWorker } from '../../harness.ts';
import { commandsTo, startGateway } from '../worker.ts';

let dictionary: RunningServer;
let busy: RunningServer;
let worker: RunningWorker;
// Not in the time of the first test that needs it.
beforeAll(async () => void (await loadBundle()));
beforeAll(async () => {
  dictionary = await startDict();
  busy = await listen('dict', {}, (conversation) => conversation.reply('420 Server temporarily unavailable\r\n'));
  worker = await startGateway([dictionary, busy]);
});
afterAll(() => Promise.all([worker, dictionary, busy].map((running) => running?.close())));

const at = (path: string, { port }: RunningServer = dictionary): string => `/dict/localhost:${port}${path}`;
const url = (path: string, { port }: RunningServer = dictionary): string => `dict://localhost:${port}${path}`;
const PAGE = { headers: { Accept: 'text/html' } };

async function json(path: string): Promise<unknown> {
  const response = await worker.fetch(`${at(path)}?format=json`);
  expect(response.status).toBe(200);
  return response.json();
}

describe('JSON', () => {
  test('the definitions of a word, each with its database', async () => {
    expect(await json('/d:gopher:*')).toMatchObject({
      kind: 'definitions',
      input: url('/d:gopher:*'),
      canonical: url('/d:gopher:*'),
      charset: 'utf-8',
      definitions: [
        { word: 'gopher', database: 'museum', databaseName: 'Words of the Museum (2026)', text: /^gopher\r\n/ },
        { word: 'gopher', database: 'elements', text: expect.stringContaining('No element') },
      ].map((one) => ({ ...one, text: expect.stringContaining('gopher') })),
    });
  });

  test.each([
    ['/show:db', 'databases'],
    ['/show:strat', 'strategies'],
  ])('%s', async (path, kind) => {
    expect(await json(path)).toMatchObject({
      kind,
      [kind]: expect.arrayContaining([
        expect.objectContaining({ name: expect.any(String), description: expect.any(String) }),
      ]),
    });
  });
});

describe('pages', () => {
  test.each([
    ['/d:gopher', 'DICT definition', 'A protocol for menus'],
    ['/d:gopher:*', 'DICT definitions', 'From A Few of the Elements [elements]:'],
    ['/m:go:*:prefix', 'DICT words', '<a href="/dict/localhost:'],
    ['/show:db', 'DICT databases', 'elements: A Few of the Elements'],
    ['/', 'DICT server', 'The first with the word'],
  ])('%s', async (path, kicker, text) => {
    const response = await worker.fetch(at(path), PAGE);
    const page = await response.text();
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page).toContain(kicker);
    expect(page).toContain(text);
    // Words have no size and no date, so their list needs no headings, and no drawings of files.
    expect(page).not.toMatch(/<thead>|<use /);
  });
});

test('the page of a word that is not there leads to words that are like it', async () => {
  const page = await (await worker.fetch(at('/d:gofer:museum'), PAGE)).text();
  expect(page).toContain('Check the spelling.');
  expect(page).toMatch(new RegExp(`<a [^>]*href="${at('/m:gofer:museum')}"`));
});

describe('octets', () => {
  test.each([
    ['/d:gold', 'From A Few of the Elements [elements]:\r\n\r\ngold\r\n\r\n   Symbol: Au\r\n   Atomic number: 79\r\n'],
    ['/m:go:*:prefix', 'museum "gopher"\r\nelements "gold"\r\nelements "gopher"\r\n'],
    ['/m:say:museum:prefix', 'museum "say \\"friend\\""\r\n'],
    [
      '/show:strat',
      'exact "Match words exactly"\r\nprefix "Match the beginning of words"\r\nsubstring "Match a part of words"\r\n',
    ],
  ])('%s', async (path, text) => {
    const response = await worker.fetch(`${at(path)}?format=raw`);
    expect([response.headers.get('Content-Type'), await response.text()]).toEqual(['text/plain; charset=utf-8', text]);
  });
});

describe('errors', () => {
  test.each([
    ['/d:nothing', 404, 'not-found'],
    ['/d:gopher:nowhere', 404, 'not-found'],
    ['/d:gopher:*:3', 404, 'not-found'],
    ['/m:go:*:rhyme', 404, 'server-not-found'],
    ['/d:', 400, 'link-not-sendable'],
  ])('%s is %i', async (path, status, code) => {
    const response = await worker.fetch(at(path), { headers: { Accept: 'application/json' } });
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ type: expect.stringContaining(code) }),
    ]);
  });
});

test.each(['%0D%0A', '%0D', '%0A', '%00'])('no field of a link adds a command: %s', async (octets) => {
  dictionary.log.length = 0;
  for (const path of [`/d:a${octets}b`, `/d:a:b${octets}`, `/m:a:b:c${octets}`, `/m:a:b:c:1${octets}`, `/${octets}`]) {
    const response = await worker.fetch(at(path), { headers: { Accept: 'application/json' } });
    expect([path, response.status, await response.text()]).toEqual([path, 422, expect.stringContaining('-control')]);
  }
  expect(commandsTo(dictionary)).toEqual([]);
});

describe('checks', () => {
  test.each([
    [url, '/d:gopher', 'alive', null],
    [url, '/d:nothing', 'gone', null],
    [url, '/', 'alive', null],
  ] as const)('%#', async (of, path, status, otherProtocol) => {
    const response = await worker.fetch(`/v1/check?url=${encodeURIComponent(of(path))}`);
    expect(await response.json()).toMatchObject({ status, otherProtocol });
  });

  test('a server that is busy is unavailable, and speaks DICT', async () => {
    const response = await worker.fetch(`/v1/check?url=${encodeURIComponent(url('/d:gopher', busy))}`);
    expect(await response.json()).toMatchObject({ status: 'unavailable', otherProtocol: null });
  });
});

describe('waypost get', () => {
  test.each([
    ['/d:gold', [], /^From A Few of the Elements \[elements\]:\n\ngold\n/],
    [
      '/m:go:*:prefix',
      [],
      /^gopher \[museum\] {2}<dict:.*\/d:gopher:museum>\ngold \[elements\] {2}<dict:.*>\ngopher \[elements\] {2}/,
    ],
    ['/show:strat', [], /^exact: Match words exactly\nprefix: /],
    ['/', ['--json'], /^\{"input":"dict:[^"]*","canonical":"dict:[^"]*","kind":"dictionaries",/],
    ['/m:go:*:prefix', ['--raw'], /^museum "gopher"\r\n/],
  ] as const)('%s %j', async (path, options, expected) => {
    const { opened, stdout, stderr } = await get([...options, url(path)]);
    expect([opened, stderr]).toEqual([true, '']);
    expect(stdout).toMatch(expected);
  });

  test('a word that is not there', async () => {
    const { opened, stderr } = await get([url('/d:nothing')]);
    expect([opened, stderr]).toEqual([false, expect.stringContaining('(not-found)')]);
  });
});
