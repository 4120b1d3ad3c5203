/** A self-hosted server whose `NEWS_ARCHIVE` is a folder. */
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { articleText, mboxOf, written } from '../../bin/index-news/folder.ts';
import { archiveOf } from '../../src/news-archive/archives.ts';
import { type BuiltServer, buildForTests } from './server.ts';

let built: BuiltServer;
/** A folder that the user of the server may read. */
const folder = mkdtempSync(join(tmpdir(), 'waypost-archive-'));
const archive = join(folder, 'usenet');

beforeAll(async () => {
  built = await buildForTests(() => ({ NEWS_ARCHIVE: archive }));
  const files = await archiveOf(mboxOf(articleText('a@h.example', { Xref: 'h.example misc.test:7' })), 'Old news');
  for (const [name, octets] of files) written(archive, name, octets);
  for (const path of [folder, archive]) chmodSync(path, 0o755);
});
afterAll(() => {
  built?.remove();
  rmSync(folder, { recursive: true });
});

test('opens links from it, and says which files are damaged', async () => {
  const { origin, stop } = await built.start();
  const json = async (path: string) =>
    (await fetch(`${origin}${path}`, { headers: { Accept: 'application/json' } })).json();
  try {
    expect(await json('/news/~/a@h.example')).toMatchObject({ archive: 'Old news', date: '1982-11-19T16:14:55.000Z' });
    expect(await json('/nntp/~/misc.test/7')).toMatchObject({ messageId: 'a@h.example' });
    expect(await json('/v1/check?url=mid:a@h.example')).toMatchObject({ status: 'alive' });
    written(archive, 'groups-1.gz', 'x');
    const damaged = 'The news archive is damaged. groups-1.gz is cut off';
    expect(await json('/news/~/misc.test')).toMatchObject({ detail: expect.stringContaining(damaged) });
  } finally {
    await stop();
  }
});

test('does not start with a folder that has none', async () => {
  const child = built.launch([], { NEWS_ARCHIVE: join(archive, 'none') });
  const [errors] = await Promise.all([child.stderr === null ? '' : text(child.stderr), once(child, 'exit')]);
  expect(errors).toContain('has no archive.json. Name a folder that “waypost index-news --out” has written.');
});
