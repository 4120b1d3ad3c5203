/** A news archive at nginx with TLS: ranges, one connection for a page, and files that are cut off. */
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { get } from '../bin/network/harness.ts';
import { freePort } from '../free-port.ts';
import { ARCHIVE_NAME, archiveFiles } from '../servers/archive.ts';
import { startGateway } from '../worker/gateway/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';
import { type Nginx, startNginx, TLS } from './nginx.ts';

const MBOX = readFileSync(join(import.meta.dirname, '../servers/content/usenet/museum.lost.mbox'), 'latin1');

let nginx: Nginx;
let worker: RunningWorker;
let archive: string;

beforeAll(async () => {
  const files = await archiveFiles();
  const port = await freePort();
  nginx = await startNginx(port, (folder) => {
    for (const [name, octets] of files) writeFileSync(join(folder, name), octets, { mode: 0o644 });
    return `log_format ranges '$connection $status $uri';
  server {
    access_log ${folder}/access.log ranges;
    listen 127.0.0.1:${port} ssl;
    ${TLS}
    root ${folder};
  }`;
  });
  archive = `https://localhost:${port}/`;
  worker = await startGateway([nginx], { NEWS_ARCHIVE: archive });
});

afterAll(async () => {
  await worker?.close();
  await nginx?.close();
});

/** What nginx has answered since the last call, by connection. */
function takeRequests(): readonly (readonly string[])[] {
  const log = join(nginx.folder, 'access.log');
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  writeFileSync(log, '');
  return lines.map((line) => line.split(' '));
}

test('an article has the octets of the mbox, for the Worker and for the command line', async () => {
  const raw = await worker.fetch('/news/~/room-3@dunes.example?format=raw');
  const octets = Buffer.from(await raw.arrayBuffer()).toString('latin1');
  expect(MBOX).toContain(`From - Wed, 06 Feb 1991 08:03:00 GMT\n${octets}\nFrom - Fri, 12 Mar 1993`);
  const got = await get(['--raw', '--news-archive', archive, 'news:room-3@dunes.example']);
  expect(got).toMatchObject({ opened: true, stdout: octets, stderr: '' });
});

test.each(['/news/~/museum.lost', '/news/~/room-3@dunes.example', '/news/~/room-2@canal.example/thread', '/news/~/*'])(
  '%s takes one connection',
  async (path) => {
    takeRequests();
    const response = await worker.fetch(path, { headers: { Accept: 'application/json', 'Cache-Control': 'no-cache' } });
    expect(await response.json()).toMatchObject({ archive: ARCHIVE_NAME });
    const requests = takeRequests();
    expect(requests.length).toBeGreaterThan(1);
    expect(new Set(requests.map(([connection]) => connection)).size).toBe(1);
    expect(new Set(requests.map(([, status]) => status))).toEqual(new Set(['206']));
  },
);

test('an archive that is cut off says so on pages, in JSON, in checks and in get', async () => {
  truncateSync(join(nginx.folder, 'articles-1.mbox.gz'), 100);
  const words = 'The news archive is damaged. articles-1.mbox.gz is cut off: there are 100 of';
  const link = 'news:room-3@dunes.example';
  const page = await worker.fetch('/news/~/room-3@dunes.example', { headers: { Accept: 'text/html' } });
  expect([page.status, (await page.text()).includes(words)]).toEqual([502, true]);
  const json = await worker.fetch('/news/~/room-3@dunes.example?format=json');
  expect(await json.json()).toMatchObject({ detail: expect.stringContaining(words) });
  const check = await worker.fetch(`/v1/check?url=${encodeURIComponent(link)}`);
  expect(await check.json()).toMatchObject({ status: 'unavailable', detail: expect.stringContaining(words) });
  expect(await get(['--news-archive', archive, link])).toMatchObject({
    opened: false,
    stderr: expect.stringContaining(words),
  });
});
