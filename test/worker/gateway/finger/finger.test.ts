/** finger links through the Worker and the command line: one opener, and no code of these two is about finger. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { get, loadBundle } from '../../../bin/network/harness.ts';
import { startFinger } from '../../../servers/finger.ts';
import { listen, type RunningServer } from '../../../servers/listener.ts';
import type { RunningWorker } from '../../harness.ts';
import { commandsTo, startGateway } from '../worker.ts';

let people: RunningServer;
let silent: RunningServer;
let worker: RunningWorker;
// Not in the time of the first test that needs it.
beforeAll(async () => void (await loadBundle()));
beforeAll(async () => {
  people = await startFinger();
  silent = await listen('finger', {}, async (conversation) => void (await conversation.line()));
  worker = await startGateway([people, silent]);
});
afterAll(() => Promise.all([worker, people, silent].map((running) => running?.close())));

const at = (path: string, { port }: RunningServer = people): string => `/finger/localhost:${port}${path}`;
const url = (path: string, { port }: RunningServer = people): string => `finger://localhost:${port}${path}`;

test('a page', async () => {
  const response = await worker.fetch(at('/curator'), { headers: { Accept: 'text/html' } });
  const page = await response.text();
  expect([response.status, response.headers.get('Vary')]).toEqual([200, expect.stringContaining('Accept')]);
  expect(page).toContain('Finger reply');
  expect(page).toContain('Login: curator');
  expect(commandsTo(people).at(-1)).toBe('curator');
});

test('JSON', async () => {
  const response = await worker.fetch(`${at('/curator')}?format=json`);
  expect(await response.json()).toEqual({
    input: url('/curator'),
    canonical: url('/curator'),
    kind: 'text',
    charset: expect.any(String),
    text: expect.stringContaining('Login: curator'),
  });
});

test('the octets of the server, and a part of them', async () => {
  const response = await worker.fetch(`${at('/curator')}?format=raw`);
  const text = await response.text();
  expect([response.headers.get('Content-Type'), text]).toEqual([
    expect.stringMatching(/^text\/plain; charset=/),
    expect.stringMatching(/^Login: curator .*\r\n/),
  ]);
  const part = await worker.fetch(`${at('/curator')}?format=raw`, { headers: { Range: 'bytes=0-4' } });
  expect([part.status, await part.text()]).toEqual([206, 'Login']);
});

test.each([
  ['/', ''],
  ['/%2FW%20curator', '/W curator'],
  ['/curator@other.example', 'curator@other.example'],
])('%s asks %j', async (path, line) => {
  await (await worker.fetch(at(path))).text();
  const octets = people.log
    .filter(({ channel }) => channel === 'control')
    .at(-1)
    ?.octets.toString('latin1');
  expect(octets).toBe(`${line}\r\n`);
});

test.each(['%0D%0A', '%0D', '%0A', '%00'])('no query has a second line: %s', async (octets) => {
  people.log.length = 0;
  for (const path of [`/curator${octets}root`, `/curator@a${octets}b`, `/%2FW${octets}`]) {
    const response = await worker.fetch(at(path), { headers: { Accept: 'application/json' } });
    expect([path, response.status, await response.text()]).toEqual([path, 422, expect.stringContaining('-control')]);
  }
  expect(commandsTo(people)).toEqual([]);
});

test.each([
  ['refused', 502, 'gateway-unreachable'],
  [{ kind: 'endless', everyMs: 0 }, 502, 'gateway-limit'],
] as const)('with the fault %j: %i', async (fault, status, code) => {
  await people.faults.set(fault);
  const response = await worker.fetch(at('/curator'), { headers: { Accept: 'application/json' } });
  await people.faults.set(null);
  expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(code)]);
});

describe('checks', () => {
  test.each([
    ['people', '/curator', { status: 'alive', otherProtocol: null }],
    // Its reply says that there is no such user, in words that differ from server to server.
    ['people', '/nobody', { status: 'alive', detail: expect.stringContaining('Only the text of its reply') }],
    [
      'silent',
      '/curator',
      { status: 'unreachable', detail: 'The server closed the connection without an answer.', otherProtocol: null },
    ],
  ] as const)('%s%s', async (name, path, expected) => {
    const link = url(path, { people, silent }[name]);
    const response = await worker.fetch(`/v1/check?url=${encodeURIComponent(link)}`);
    expect(await response.json()).toMatchObject(expected);
  });
});

test('no reply is no page', async () => {
  const response = await worker.fetch(at('/curator', silent), { headers: { Accept: 'text/html' } });
  expect([response.status, await response.text()]).toEqual([
    502,
    expect.stringContaining('The server closed the connection without an answer.'),
  ]);
});

describe('waypost get', () => {
  test.each([
    [[], /^Login: curator .*\n/],
    [['--json'], /^\{"input":"finger:[^"]*","canonical":"finger:[^"]*","kind":"text",/],
    [['--raw'], /^Login: curator .*\r\n/],
  ] as const)('%j', async (options, expected) => {
    const { opened, stdout, stderr } = await get([...options, url('/curator')]);
    expect([opened, stderr]).toEqual([true, '']);
    expect(stdout).toMatch(expected);
  });
});
