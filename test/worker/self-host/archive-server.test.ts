/** The server of a news archive beside a self-hosted Worker. */
import { expect, test } from 'vitest';
import { parseNewsArchive } from '../../../src/net/configured-servers.ts';
import { serveArchive } from '../../../worker/self-host/archive-server.ts';
import { newsArchiveOf } from '../../../worker/settings/news-archive.ts';
import { temporaryFolder, written } from '../../bin/index-news/folder.ts';

test('it hands out parts of files in its folder, to those who know its path', async () => {
  const folder = temporaryFolder();
  written(folder, 'archive/a b', '0123456789');
  written(folder, 'secret', 'x');
  const server = await serveArchive(`${folder}/archive`);
  try {
    const setting = newsArchiveOf(parseNewsArchive(server.address), { fetch });
    if (setting?.kind !== 'files') throw new TypeError('not read from the folder');
    const text = async (from: number, length: number) =>
      Buffer.from(await setting.source.read('a b', from, length)).toString();
    expect([await text(0, 3), await text(8, 9), await text(10, 1)]).toEqual(['012', '89', '']);
    await expect(setting.source.read('none', 0, 1)).rejects.toThrow('does not have none');
    const status = async (path: string, Range = 'bytes=0-1') =>
      (await fetch(`${server.address}${path}`, { headers: { Range } })).status;
    expect(await status('a%20b')).toBe(206);
    for (const path of ['..%2fsecret', '%ff', '/etc/passwd', '']) expect(await status(path)).toBe(404);
    expect(await status('a%20b', 'bytes=5-4')).toBe(404);
    expect(await status('a%20b', 'lines=1-2')).toBe(404);
    expect((await fetch(`${new URL(server.address).origin}/a%20b`, { headers: { Range: 'bytes=0-1' } })).status).toBe(
      404,
    );
  } finally {
    server.close();
  }
});

test('a bucket comes first, and a folder needs something that reads it', async () => {
  const get = async (name: string) => (name === 'none' ? null : { arrayBuffer: async () => Uint8Array.of(1).buffer });
  const setting = newsArchiveOf(parseNewsArchive('http://h.example/'), { get } as never);
  if (setting?.kind !== 'files') throw new TypeError('not read from the bucket');
  expect(await setting.source.read('a', 0, 1)).toEqual(Uint8Array.of(1));
  await expect(setting.source.read('none', 0, 1)).rejects.toThrow('The bucket does not have none');
  expect(newsArchiveOf(null, undefined)).toBeNull();
  expect(newsArchiveOf(parseNewsArchive('http://127.0.0.1:8000/'), { fetch })).toMatchObject({ kind: 'web' });
  expect(newsArchiveOf(parseNewsArchive('https://h.example/a'), { fetch })).toEqual({
    ...{ kind: 'web', host: 'h.example', port: 443, isSecure: true, path: '/a/' },
  });
  expect(() => newsArchiveOf(parseNewsArchive('/srv/usenet'), undefined)).toThrow('there are no folders here');
  for (const wrong of ['ftp://h.example/', 'http://', 'http://h.example:99999/', 'http://h.example/?q', 'a\nb']) {
    expect(() => parseNewsArchive(wrong)).toThrow(TypeError);
  }
});
