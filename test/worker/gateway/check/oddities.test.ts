/**
 * What servers do that the test servers never do: robots.txt in every state, HEAD that is not understood, FTP without
 * SIZE, greetings that look like those of other protocols.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type RunningServer } from '../../../servers/listener.ts';
import { type AnswerRequest, startWeb, type WebAnswer } from '../../../servers/web.ts';
import type { RunningWorker } from '../../harness.ts';
import { commandsTo, startGateway } from '../worker.ts';

const OK: WebAnswer = { status: '200 OK', body: 'hello' };
const NOT_FOUND: WebAnswer = { status: '404 Not Found' };
const CLOSED = 'User-agent: *\nDisallow: /\n';

/** Web servers by the state of their robots.txt; every other path is alive. */
const robots: Readonly<Record<string, readonly [robots: WebAnswer, status: string]>> = {
  'a robots.txt that is missing': [NOT_FOUND, 'alive'],
  'a robots.txt that needs a login': [{ status: '401 Unauthorized' }, 'alive'],
  'a robots.txt that closes the server': [{ status: '200 OK', body: CLOSED }, 'not-checked'],
  'a robots.txt for other robots': [{ status: '200 OK', body: CLOSED.replace('*', 'otherbot') }, 'alive'],
  'a robots.txt that names this one': [{ status: '200 OK', body: CLOSED.replace('*', 'Waypost') }, 'not-checked'],
  'a robots.txt elsewhere': [{ status: '301 Moved', fields: ['Location: /rules'] }, 'not-checked'],
  'a robots.txt in a circle': [{ status: '301 Moved', fields: ['Location: /robots.txt'] }, 'alive'],
  'a robots.txt that is compressed': [{ ...OK, fields: ['Content-Encoding: gzip'] }, 'alive'],
  'a robots.txt that is too long': [{ status: '200 OK', body: '#'.repeat(600_000) }, 'alive'],
  'a server that fails': [{ status: '503 Service Unavailable' }, 'unavailable'],
};

const answering =
  (answer: WebAnswer): AnswerRequest =>
  (_, target) => {
    if (target === '/robots.txt') return answer;
    return target === '/rules' ? { status: '200 OK', body: CLOSED } : OK;
  };

/** A server whose answers to HEAD and GET differ. */
const withHead = (head: string, get: string) =>
  startWeb((method, target) => (target === '/robots.txt' ? NOT_FOUND : { status: method === 'HEAD' ? head : get }));

/** An FTP server that knows neither SIZE nor MLST, and has one file. */
async function startOldFtp(): Promise<readonly [control: RunningServer, data: RunningServer]> {
  const data = await listen('ftp-data', {}, async (client) => client.body('octets'));
  const control = await listen('ftp', {}, async (client) => {
    const replies: Readonly<Record<string, string>> = {
      USER: '331 Password please',
      PASS: '230 Welcome',
      TYPE: '200 Type set',
      EPSV: `229 Extended (|||${data.port}|)`,
      'RETR file': '150 Here it comes',
      RETR: '550 No such file',
      CWD: '550 No such directory',
    };
    await client.reply('220 old FTP\r\n');
    for (let line = await client.line(); line !== null; line = await client.line()) {
      await client.reply(`${replies[line] ?? replies[line.split(' ')[0] ?? ''] ?? '502 Unknown command'}\r\n`);
    }
  });
  return [control, data];
}

/** Replies that open a session of DICT or FTP. */
const OPENING: Readonly<Record<string, string>> = {
  CLIENT: '250 ok',
  USER: '331 Password please',
  PASS: '230 Welcome',
  TYPE: '200 Type set',
};

/** Servers with the greeting of another protocol, and what each says to the rest. */
const greetings = [
  ['dict', '220 Words of the museum', '552 no match', 'gone'],
  ['dict', '220 Words of the museum', '530 members only', 'restricted'],
  ['dict', '220 Words of the museum', '420 come back later', 'unavailable'],
  ['ftp', '220 The museum <12.34@museum.example>', '550 No such file', 'gone'],
  ['ftp', '220 The museum has no SMTP here', '550 No such file', 'gone'],
  ['ftp', '220 The museum has no SMTP here', '532 Members only', 'restricted'],
] as const;

const startGreeting = (greeting: string, answer: string) =>
  listen('greeting', {}, async (client) => {
    await client.reply(`${greeting}\r\n`);
    for (let line = await client.line(); line !== null; line = await client.line()) {
      await client.reply(`${OPENING[line.split(' ')[0] ?? ''] ?? answer}\r\n`);
    }
  });

let webs: ReadonlyMap<string, RunningServer>;
let heads: readonly RunningServer[];
let ftp: readonly [control: RunningServer, data: RunningServer];
let greeters: readonly RunningServer[];
let worker: RunningWorker;

beforeAll(async () => {
  webs = new Map(
    await Promise.all(
      Object.entries(robots).map(async ([name, [answer]]) => [name, await startWeb(answering(answer))] as const),
    ),
  );
  heads = await Promise.all([
    withHead('404 Not Found', '200 OK'),
    withHead('501 Not Implemented', '410 Gone'),
    withHead('401 Unauthorized', '200 OK'),
    withHead('200 OK', '404 Not Found'),
  ]);
  ftp = await startOldFtp();
  greeters = await Promise.all(greetings.map(([, greeting, answer]) => startGreeting(greeting, answer)));
  worker = await startGateway([...webs.values(), ...heads, ...ftp, ...greeters]);
});
afterAll(() =>
  Promise.all(
    [worker, ...(webs?.values() ?? []), ...(heads ?? []), ...(ftp ?? []), ...(greeters ?? [])].map((one) =>
      one?.close(),
    ),
  ),
);

async function check(url: string): Promise<Record<string, unknown>> {
  return (await worker.fetch(`/v1/check?url=${encodeURIComponent(url)}`)).json();
}

test.each(Object.entries(robots))('%s', async (name, [, status]) => {
  expect(await check(`http://localhost:${webs.get(name)?.port}/page`)).toMatchObject({ status });
});

test.each([
  [0, ['HEAD', 'GET'], 'alive'],
  [1, ['HEAD', 'GET'], 'gone'],
  [2, ['HEAD'], 'restricted'],
  [3, ['HEAD'], 'alive'],
])('a GET follows where HEAD may be refused: %i', async (index, methods, status) => {
  const server = heads[index];
  expect(await check(`http://localhost:${server?.port}/page?a=b#c`)).toMatchObject({ status });
  const lines = server === undefined ? [] : commandsTo(server);
  expect(lines.filter((line) => line.includes('/page'))).toEqual(
    methods.map((method) => `${method} /page?a=b HTTP/1.1`),
  );
});

describe('an FTP server without SIZE', () => {
  test.each([
    ['file', 'alive'],
    ['nothing', 'gone'],
  ])('%s is %s', async (name, status) => {
    expect(await check(`ftp://localhost:${ftp[0].port}/${name}`)).toMatchObject({ status });
  });
});

test.each(greetings.map((row, index) => [...row, index] as const))(
  'an answer is no other protocol: %s, %s, %s is %s',
  async (scheme, _greeting, reply, status, index) => {
    const link = `${scheme}://localhost:${greeters[index]?.port}/${scheme === 'dict' ? 'd:' : ''}tea`;
    expect(await check(link)).toMatchObject({ status, reply, otherProtocol: null });
  },
);
