/**
 * Transfers that break, behind the front of `npm run self-host`: the log line of the request says so,
 * the runtime prints nothing about them, and no output has words of a server.
 */
import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from '../../servers/faults.ts';
import { startFtp } from '../../servers/ftp.ts';
import { startGopher } from '../../servers/gopher.ts';
import type { RunningServer } from '../../servers/listener.ts';
import { built } from '../built.ts';
import { type Behaviour, serve, type TestServer } from '../net/servers.ts';
import { type RunningWorkerd, startWorkerd } from '../workerd.ts';

let servers: Readonly<Record<'gopher' | 'ftp', RunningServer>>;
let menus: TestServer;
let news: TestServer;
let workerd: RunningWorkerd;
beforeAll(async () => {
  const [gopher, ftp] = await Promise.all([startGopher(), startFtp()]);
  servers = { gopher, ftp };
  menus = await serve(resetInMenu);
  news = await serve(hangUpInArticle);
  const allowed = [gopher, ftp, menus, news].map(({ port }) => `localhost:${port}`).join(' ');
  const vars = { EGRESS_ALLOW: allowed, EGRESS_DENY_PORTS: '6379', DOWNLOAD_CAP: '8MiB', LOG: 'on' };
  workerd = await startWorkerd({ waypost: { path: (await built()).module, vars, front: true } });
});
afterAll(async () => {
  workerd?.close();
  await Promise.all([menus, news, ...Object.values(servers ?? {})].map((server) => server?.close()));
});

/** A gopher server that resets the connection some time after the first lines of each menu. */
const resetInMenu: Behaviour = (socket) => {
  socket.once('data', () => {
    socket.write('iThis line is closed\t\tlarge.example\t70\r\n'.repeat(500));
    setTimeout(() => socket.resetAndDestroy(), 500);
  });
};

/** A news server that hangs up in the middle of each article, after its header. */
const hangUpInArticle: Behaviour = (socket) => {
  socket.write('200 ready\r\n');
  socket.on('data', (octets) => {
    for (const line of octets.toString().split('\r\n').slice(0, -1)) {
      if (line === 'CAPABILITIES') socket.write('101 these\r\nVERSION 2\r\nREADER\r\n.\r\n');
      else if (!line.startsWith('ARTICLE')) socket.write('200 ready\r\n');
      else socket.end('220 0 <1@large.example>\r\nSubject: museum\r\n\r\nThis line is closed');
    }
  });
};

interface Answer {
  readonly status: number;
  readonly octets: number;
  /** Whether the client saw a proper end. */
  readonly whole: boolean;
}

/** Fetches, and leaves after the first octets if `leaving`. */
function fetched(path: string, leaving = false): Promise<Answer> {
  const url = `http://127.0.0.1:${workerd.ports.get('waypost-front')}${path}`;
  return new Promise((resolve, reject) => {
    get(url, { headers: { Accept: 'text/html' } }, (response) => {
      let octets = 0;
      response.on('error', () => {});
      response.on('data', (part: Buffer) => {
        octets += part.byteLength;
        if (leaving) response.destroy();
      });
      response.on('close', () => resolve({ status: response.statusCode ?? 0, octets, whole: response.complete }));
    }).on('error', reject);
  });
}

/** The log line of one request; there is one request at a time. */
async function logLine(request: () => Promise<unknown>): Promise<unknown> {
  const before = workerd.log.length;
  await request();
  await expect.poll(() => workerd.log.length).toBe(before + 1);
  return JSON.parse(workerd.log[before] ?? '');
}

const transfers: readonly (readonly [what: string, server: keyof typeof servers, path: string, fault: Fault])[] = [
  ['a gopher file', 'gopher', '/9/large/3MB.bin', { kind: 'reset', after: 100_000 }],
  ['a gopher text that is streamed', 'gopher', '/0/large/3MB.bin', { kind: 'reset', after: 2_500_000 }],
  ['an ftp file', 'ftp', '/pub/large/3MB.bin', { kind: 'reset', after: 500_000 }],
  [
    'an ftp file that the server breaks off with words',
    'ftp',
    '/pub/large/3MB.bin',
    { kind: 'truncated', after: 500_000 },
  ],
  ['a listing of an ftp server', 'ftp', '/?format=raw', { kind: 'truncated', after: 300 }],
];

test.each(transfers)('%s', async (_, name, path, fault) => {
  const server = servers[name];
  await server.faults.set(fault);
  const line = await logLine(async () => {
    const answer = await fetched(`/${name}/localhost:${server.port}${path}`);
    expect(answer).toMatchObject({ status: 200, whole: false });
    expect(answer.octets).toBeGreaterThan(0);
  });
  await server.faults.set(null);
  expect(line).toMatchObject({ status: 200, aborted: true });
});

const others: readonly (readonly [what: string, path: () => string])[] = [
  ['a gopher menu that is streamed', () => `/gopher/localhost:${menus.port}/1/menu`],
  ['a news article', () => `/news/localhost:${news.port}/1@large.example?format=raw`],
];

test.each(others)('%s', async (_, path) => {
  const line = await logLine(async () => {
    const answer = await fetched(path());
    expect(answer).toMatchObject({ status: 200, whole: false });
  });
  expect(line).toMatchObject({ status: 200, aborted: true });
});

test('a client that leaves', async () => {
  const path = `/gopher/localhost:${servers.gopher.port}/9/large/200MB.bin`;
  expect(await logLine(() => fetched(path, true))).toMatchObject({ aborted: true });
});

test('a transfer that works is not aborted', async () => {
  const path = `/gopher/localhost:${servers.gopher.port}/9/large/3MB.bin`;
  expect(await logLine(() => fetched(path))).toMatchObject({ aborted: false });
});

test('the runtime prints nothing, and the log has no words of a server', () => {
  expect(workerd.errors).toEqual([]);
  expect(workerd.log.filter((line) => /says|closed|museum|large/.test(line))).toEqual([]);
});
