/** Lists without an end: the gateway cuts them at 50,000 entries, says so, and closes the connection. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFtp } from '../../servers/ftp.ts';
import { startGopher } from '../../servers/gopher.ts';
import { listen, type RunningServer } from '../../servers/listener.ts';
import type { RunningWorker } from '../harness.ts';
import { startGateway, until } from './worker.ts';

let gopher: RunningServer;
let ftp: RunningServer;
let news: RunningServer;
let worker: RunningWorker;
beforeAll(async () => {
  [gopher, ftp, news] = await Promise.all([
    startGopher({ fault: 'endless' }),
    startFtp({ fault: 'endless' }),
    listen('nntp', {}, async (conversation) => {
      await conversation.reply('200 ready\r\n');
      for (let line = await conversation.line(); line !== null; line = await conversation.line()) {
        const follows = line.startsWith('LIST ');
        await conversation.reply(follows ? '215 groups follow\r\n' : '500 what?\r\n');
        for (let number = 0; follows; number++) await conversation.body(`endless.${number} 2 1 y\r\n`.repeat(1000));
      }
    }),
  ]);
  worker = await startGateway([gopher, ftp, news]);
});
afterAll(async () => {
  await worker?.close();
  await Promise.all([gopher?.close(), ftp?.close(), news?.close()]);
});

test('the pages of a gopher menu', async () => {
  const page = async (number: number) => {
    const response = await worker.fetch(`/gopher/localhost:${gopher.port}/1/about?format=html&page=${number}`);
    expect(response.status).toBe(200);
    return response.text();
  };
  expect(await page(1)).toContain('rel="next"');
  const last = await page(50);
  expect(last).toContain('This menu is incomplete');
  expect(last).not.toContain('rel="next"');
  await until(() => gopher.connections === 0);
});

test.each([
  ['a gopher menu', () => `/gopher/localhost:${gopher.port}/1/about`, () => gopher, 'truncated', 'lines'],
  ['an FTP directory', () => `/ftp/127.0.0.1:${ftp.port}/pub/texts/`, () => ftp, 'cut', 'entries'],
  ['newsgroups', () => `/news/localhost:${news.port}/*`, () => news, 'truncated', 'groups'],
] as const)('the JSON of %s', async (_, path, server, mark, list) => {
  const response = await worker.fetch(`${path()}?format=json`);
  const body: Record<string, unknown> = await response.json();
  expect([response.status, body[mark], (body[list] as unknown[]).length]).toEqual([200, true, 50_000]);
  await until(() => server().connections === 0);
});
