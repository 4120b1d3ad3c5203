/** A news archive at a web server. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectTo } from '../../../../bin/protocols-node.ts';
import { newsArchive } from '../../../../src/news-archive/archive.ts';
import { webSource } from '../../../../src/open/news/archive-source.ts';
import { ARCHIVE_NAME, archiveFiles, startArchive } from '../../../servers/archive.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { startWeb, type WebAnswer } from '../../../servers/web.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startArchive();
});
afterAll(() => server?.close());

const sourceAt = ({ port }: Pick<RunningServer, 'port'>) =>
  webSource(
    { kind: 'web', host: '127.0.0.1', port, isSecure: false, path: '/' },
    {
      userAgent: 'test/1',
      connect: () => connectTo({ host: '127.0.0.1', port })('none'),
    },
  );

test('an article is read in ranges, over one connection', async () => {
  server.log.length = 0;
  const source = sourceAt(server);
  const archive = await newsArchive(source);
  expect(archive.name).toBe(ARCHIVE_NAME);
  expect(await archive.article('room-3@dunes.example')).not.toBeNull();
  expect(await archive.group('museum.lost')).not.toBeNull();
  expect(server.log).toHaveLength(1);
  expect(server.log[0]?.octets.toString()).not.toMatch(/^Connection:/im);
  source.close();
  await expect.poll(() => server.connections).toBe(0);
});

/** A server of others, with what it does to its answers. */
async function startOther(change: (response: ServerResponse, octets: Buffer) => void) {
  const files = await archiveFiles();
  let connections = 0;
  const other = createServer((request, response) => {
    const file = files.get(request.url?.slice(1) ?? '') ?? Buffer.alloc(0);
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    response.statusCode = 206;
    response.setHeader('Content-Range', `bytes ${from}-${to}/*`);
    change(response, file.subarray(Number(from), Number(to) + 1));
  }).on('connection', () => {
    connections += 1;
  });
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  return { source: sourceAt({ port }), count: () => connections, close: () => other.close() };
}

test.each<readonly [string, (response: ServerResponse, octets: Buffer) => void, number]>([
  ['says how long each part is', (response, octets) => response.end(octets), 1],
  ['says that it closes', (response, octets) => response.setHeader('Connection', 'close').end(octets), 3],
  ['sends chunks', (response, octets) => response.writeHead(206, { 'Transfer-Encoding': 'chunked' }).end(octets), 3],
  [
    'closes without a word',
    (response, octets) => {
      const { socket } = response;
      response.end(octets, () => socket?.end());
    },
    3,
  ],
])('a server that %s is read, in as many connections as that takes', async (_, change, connections) => {
  const other = await startOther(change);
  try {
    const archive = await newsArchive(other.source);
    expect((await archive.article('room-3@dunes.example'))?.messageId).toBe('room-3@dunes.example');
    expect(other.count()).toBe(connections);
  } finally {
    other.source.close();
    other.close();
  }
});

test('a server whose answer is wrong is not asked again for it', async () => {
  const other = await startOther((response) => response.setHeader('Content-Encoding', 'gzip').end('x'));
  try {
    for (const connections of [1, 2]) {
      await expect(other.source.read('archive.json', 0, 9)).rejects.toThrow('compressed');
      expect(other.count()).toBe(connections);
    }
  } finally {
    other.close();
  }
});

test.each<readonly [WebAnswer, string]>([
  [{ status: '404 Not Found' }, 'does not have archive.json'],
  [{ status: '200 OK', body: '{}' }, 'It answers 200.'],
  [{ status: '200 OK', body: 'x'.repeat(40_000) }, 'It sends more.'],
  [{ status: '302 Found' }, 'It answers 302.'],
  [{ status: '302 Found', fields: ['Location: http://169.254.169.254/archive.json'] }, 'It answers 302.'],
  [{ status: '206 Partial Content', fields: ['Content-Range: bytes 00-9/9'], body: 'xx' }, 'It answers 206.'],
  [{ status: '206 Partial Content', body: 'xx' }, 'It answers 206.'],
  [{ status: '200 OK', fields: [`X: ${'x'.repeat(70_000)}`] }, 'The head of the answer is longer'],
  [{ status: '206 Partial Content', fields: ['Content-Range: bytes 5-6/9'], body: 'xx' }, 'It answers 206.'],
  [{ status: '416 Range Not Satisfiable' }, 'archive.json is not JSON'],
])('%.60j is no part of an archive', async (answer, words) => {
  const other = await startWeb(() => answer);
  try {
    await expect(newsArchive(sourceAt(other))).rejects.toThrow(words);
  } finally {
    await other.close();
  }
});
