/** A news archive at a web server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectTo } from '../../../../bin/protocols-node.ts';
import { newsArchive } from '../../../../src/news-archive/archive.ts';
import { webSource } from '../../../../src/open/news/archive-source.ts';
import { ARCHIVE_NAME, startArchive } from '../../../servers/archive.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { startWeb, type WebAnswer } from '../../../servers/web.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startArchive();
});
afterAll(() => server?.close());

const sourceAt = ({ port }: RunningServer) =>
  webSource(
    { kind: 'web', host: '127.0.0.1', port, isSecure: false, path: '/' },
    {
      userAgent: 'test/1',
      connect: () => connectTo({ host: '127.0.0.1', port })('none'),
    },
  );

test('an article is read in ranges', async () => {
  const archive = await newsArchive(sourceAt(server));
  expect(archive.name).toBe(ARCHIVE_NAME);
  expect(await archive.article('room-3@dunes.example')).not.toBeNull();
});

test.each<readonly [WebAnswer, string]>([
  [{ status: '404 Not Found' }, 'does not have archive.json'],
  [{ status: '200 OK', body: '{}' }, 'It answers 200.'],
  [{ status: '200 OK', body: 'x'.repeat(40_000) }, 'It sends more.'],
  [{ status: '302 Found' }, 'It answers 302.'],
  [{ status: '206 Partial Content', fields: ['Content-Range: bytes 5-6/9'], body: 'xx' }, 'It answers 206.'],
  [{ status: '416 Range Not Satisfiable' }, 'archive.json is not JSON'],
])('%j is no part of an archive', async (answer, words) => {
  const other = await startWeb(() => answer);
  try {
    await expect(newsArchive(sourceAt(other))).rejects.toThrow(words);
  } finally {
    await other.close();
  }
});
