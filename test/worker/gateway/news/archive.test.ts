/** News links that open from an archive: in a bucket alone, and at a web server after the news server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ARCHIVE_NAME, archiveFiles, startArchive } from '../../../servers/archive.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { startNntp } from '../../../servers/nntp.ts';
import { startWeb } from '../../../servers/web.ts';
import type { RunningWorker } from '../../harness.ts';
import { at, html, type Json, json, startGateway, wordsOf } from './worker.ts';

const FROM = `from the news archive “${ARCHIVE_NAME}”, and not from a server.`;
const MBOX = readFileSync(join(import.meta.dirname, '../../../servers/content/usenet/museum.lost.mbox'), 'latin1');

let servers: RunningServer[];
/** A server that is gone. */
let dead: RunningServer;
const workers = new Map<string, RunningWorker>();

beforeAll(async () => {
  servers = await Promise.all([startNntp(), startArchive()]);
  dead = await startNntp();
  await dead.close();
  const files = new Map([...(await archiveFiles())].map(([name, octets]) => [name, new Uint8Array(octets)]));
  const [news, archive] = servers.map(({ port }) => `localhost:${port}`);
  const vars = { NEWS_SERVER: `${news}`, NEWS_ARCHIVE: `http://${archive}/` };
  workers.set('a bucket, without a server', await startGateway([], {}, { newsArchive: files }));
  workers.set('a web server, after a server that has other articles', await startGateway([...servers, dead], vars));
});

afterAll(async () => {
  await Promise.all([...workers.values(), ...(servers ?? [])].map((started) => started.close()));
});

describe.each(['a bucket, without a server', 'a web server, after a server that has other articles'])('%s', (name) => {
  const get = (path: string): Promise<Json> => json(running(name), path);

  test('an article as a page, with its own date', async () => {
    const { response, text } = await html(running(name), '/news/~/room-3@dunes.example');
    expect(response.status).toBe(200);
    expect(wordsOf(text)).toContain(`This article of 1991-02-06 is ${FROM}`);
    expect(wordsOf(text)).toContain('In reply to Bram Otter, 1991-02-05 17:40 UTC');
  });

  test('an article as JSON, and with the octets that the mbox has', async () => {
    expect(await get('/news/~/room-3@dunes.example')).toMatchObject({
      kind: 'article',
      archive: ARCHIVE_NAME,
      subject: 'Re: Opening of the reading room',
      date: '1991-02-06T08:03:00.000Z',
      number: null,
    });
    const raw = await running(name).fetch('/news/~/room-3@dunes.example?format=raw');
    const octets = Buffer.from(await raw.arrayBuffer()).toString('latin1');
    expect(octets).toMatch(/^Path: .*\n(?:.*\n)*Xref: localhost museum.lost:3\n\n>From the full disk/);
    expect(MBOX).toContain(`From - Wed, 06 Feb 1991 08:03:00 GMT\n${octets}\nFrom - Fri, 12 Mar 1993`);
  });

  test('a group as a page with its months, as JSON, and to the end of a month', async () => {
    const { text } = await html(running(name), '/news/~/museum.lost');
    expect(wordsOf(text)).toContain(`These articles are ${FROM}`);
    expect(wordsOf(text)).toContain('By month 1991: 02 1993: 03 09');
    const group = await get('/news/~/museum.lost');
    expect(group).toMatchObject({ kind: 'group', archive: ARCHIVE_NAME, count: 5, range: [1, 5] });
    expect(group.months.map(({ month, count }: Json) => [month, count])).toEqual([
      ['1991-02', 3],
      ['1993-03', 1],
      ['1993-09', 1],
    ]);
    const month = await get(new URL(group.months[0].open).pathname + new URL(group.months[0].open).search);
    expect(month).toMatchObject({ range: [1, 3], older: null });
    expect(month.articles.at(-1).messageId).toBe('room-3@dunes.example');
  });

  test('a group as a feed', async () => {
    const response = await running(name).fetch('/news/~/museum.lost?format=atom');
    expect(response.headers.get('content-type')).toBe('application/atom+xml');
    const feed = await response.text();
    expect(feed).toContain(`<author><name>${ARCHIVE_NAME}</name></author>`);
    expect([...feed.matchAll(/<id>mid:(room-\d)/g)].map(([, id]) => id)).toEqual([
      'room-6',
      'room-4',
      'room-3',
      'room-2',
      'room-1',
    ]);
  });

  test('a thread', async () => {
    const { text } = await html(running(name), '/news/~/room-2@canal.example/thread');
    expect(wordsOf(text)).toContain(`These articles are ${FROM}`);
    const thread = await get('/news/~/room-2@canal.example/thread');
    expect(thread.archive).toBe(ARCHIVE_NAME);
    expect(thread.articles.map(({ messageId }: Json) => messageId)).toEqual([
      'room-1@reading-room.example',
      'room-2@canal.example',
      'room-3@dunes.example',
    ]);
  });

  test('an article by the number that Xref has', async () => {
    const article = await get('/nntp/~/museum.lost/6');
    expect(article).toMatchObject({ archive: ARCHIVE_NAME, messageId: 'room-6@reading-room.example', number: 6 });
    const missing = await running(name).fetch('/nntp/~/museum.lost/5');
    expect(missing.status).toBe(404);
  });

  test.each(['news:museum.lost', 'news:room-1@reading-room.example', 'mid:room-1@reading-room.example'])(
    'a check of %s says where from',
    async (url) => {
      expect(await get(`/v1/check?url=${encodeURIComponent(url)}`)).toMatchObject({
        status: 'alive',
        detail: `It is in the news archive “${ARCHIVE_NAME}”.`,
      });
    },
  );
});

describe('a link that names a server', () => {
  const worker = () => running('a web server, after a server that has other articles');

  test('opens from the archive if the server is gone', async () => {
    const link = at(dead, 'news', 'room-1@reading-room.example');
    expect(await json(worker(), link)).toMatchObject({ archive: ARCHIVE_NAME, date: '1991-02-04T09:12:00.000Z' });
    const numbered = await json(worker(), at(dead, 'nntp', 'museum.lost/2'));
    expect(numbered).toMatchObject({ archive: ARCHIVE_NAME, messageId: 'room-2@canal.example' });
  });

  test('opens from the server if it has the article', async () => {
    const group = await json(worker(), '/news/~/museum.history');
    expect(group.count).toBe(7);
    expect(group).not.toHaveProperty('archive');
  });

  test('without an address for the server, a path names the server and gets a slash', async () => {
    const response = await worker().fetch('/news/museum.lost');
    expect([response.status, response.headers.get('location')]).toEqual([302, '/news/museum.lost/']);
  });
});

test('a web server without an archive says nothing about the server of a link', async () => {
  const web = await startWeb(() => ({ status: '404 Not Found' }));
  const worker = await startGateway([web, dead], { NEWS_ARCHIVE: `http://localhost:${web.port}/` });
  try {
    const detail = 'The news archive is damaged. Its server does not have archive.json.';
    for (const url of ['news:museum.lost', `news://localhost:${dead.port}/museum.lost`]) {
      const asked = encodeURIComponent(url);
      expect(await json(worker, `/v1/check?url=${asked}`)).toMatchObject({ status: 'unavailable', detail });
      const page = await worker.fetch(`/open?url=${asked}`, { headers: { Accept: 'application/json' } });
      expect(await page.json()).toMatchObject({ status: 502, detail });
    }
  } finally {
    await worker.close();
    await web.close();
  }
});

function running(name: string): RunningWorker {
  const worker = workers.get(name);
  if (worker === undefined) throw new Error(`${name} did not start`);
  return worker;
}
