/**
 * Transfers that break, behind the front of `npm run self-host`: the log line of the request says so, the runtime
 * prints nothing about them, and no output has words of a server.
 */

import { get } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LARGEST_TEXT } from '../../../src/open/text.ts';
import type { Fault } from '../../servers/faults.ts';
import { startFtp } from '../../servers/ftp.ts';
import { startGopher } from '../../servers/gopher.ts';
import type { RunningServer } from '../../servers/listener.ts';
import { built } from '../built.ts';
import { type Behaviour, serve, type TestServer } from '../net/servers.ts';
import { type RunningWorkerd, startWorkerd } from '../workerd.ts';

let gopher: RunningServer;
let ftp: RunningServer;
let resets: TestServer;
let news: TestServer;
let workerd: RunningWorkerd;
beforeAll(async () => {
  [gopher, ftp] = await Promise.all([startGopher(), startFtp()]);
  [resets, news] = await Promise.all([serve(resetAfterLines), serve(hangUpInArticle)]);
  const allowed = [gopher, ftp, resets, news].map(({ port }) => `localhost:${port}`).join(' ');
  const vars = { EGRESS_ALLOW: allowed, EGRESS_DENY_PORTS: '6379', DOWNLOAD_CAP: '8MiB', LOG: 'on' };
  workerd = await startWorkerd({ waypost: { path: (await built()).module, vars, front: true } });
});
afterAll(async () => {
  workerd?.close();
  await Promise.all([gopher, ftp, resets, news].map((server) => server?.close()));
});

const LINE = 'iThis line is closed\t\tlarge.example\t70\r\n';
/** The number of lines that a request is answered with. A page of text cannot have the many ones. */
const LINES: Readonly<Record<string, number>> = { '/menu\r\n': 500, '/long\r\n': 1 + LARGEST_TEXT / LINE.length };

/** What happens when the client has octets of the answer. */
let clientHasOctets = (): void => {};

/** A gopher server that resets the connection when its lines arrive at the client: a reset would overtake them. */
const resetAfterLines: Behaviour = (socket) => {
  socket.once('data', (request) => {
    clientHasOctets = () => socket.resetAndDestroy();
    socket.write(LINE.repeat(LINES[request.toString()] ?? 0));
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
        clientHasOctets();
        if (leaving) response.destroy();
      });
      response.on('close', () => resolve({ status: response.statusCode ?? 0, octets, whole: response.complete }));
    }).on('error', reject);
  });
}

/** Fetches an answer that begins and then breaks off. */
async function expectBroken(path: string): Promise<void> {
  const answer = await fetched(path);
  expect(answer).toMatchObject({ status: 200, whole: false });
  expect(answer.octets).toBeGreaterThan(0);
}

/** The log line of one request; there is one request at a time. */
async function logLine(request: () => Promise<unknown>): Promise<unknown> {
  const before = workerd.log.length;
  try {
    await request();
  } finally {
    await expect.poll(() => workerd.log.length).toBe(before + 1);
  }
  return JSON.parse(workerd.log[before] ?? '');
}

test.each<[what: string, path: string, fault: Fault]>([
  ['an ftp file', '/pub/large/3MB.bin', { kind: 'truncated', after: 500_000 }],
  ['a listing of an ftp server', '/?format=raw', { kind: 'truncated', after: 300 }],
])('%s', async (_, path, fault) => {
  await ftp.faults.set(fault);
  const line = await logLine(() => expectBroken(`/ftp/localhost:${ftp.port}${path}`));
  await ftp.faults.set(null);
  expect(line).toMatchObject({ status: 200, aborted: true });
});

test.each<[what: string, path: () => string]>([
  ['a gopher menu', () => `/gopher/localhost:${resets.port}/1/menu`],
  ['a gopher file', () => `/gopher/localhost:${resets.port}/9/menu`],
  ['a gopher text that is too long for a page', () => `/gopher/localhost:${resets.port}/0/long?format=raw`],
  ['a news article', () => `/news/localhost:${news.port}/1@large.example?format=raw`],
])('%s', async (_, path) => {
  expect(await logLine(() => expectBroken(path()))).toMatchObject({ status: 200, aborted: true });
});

test('a client that leaves', async () => {
  const path = `/gopher/localhost:${gopher.port}/9/large/200MB.bin`;
  expect(await logLine(() => fetched(path, true))).toMatchObject({ aborted: true });
});

test('a transfer that works is not aborted', async () => {
  const path = `/gopher/localhost:${gopher.port}/9/large/3MB.bin`;
  expect(await logLine(() => fetched(path))).toMatchObject({ aborted: false });
});

test('the runtime prints nothing, and the log has no words of a server', () => {
  expect(workerd.errors).toEqual([]);
  expect(workerd.log.filter((line) => /says|closed|museum|large/.test(line))).toEqual([]);
});
