/** Message-ids that were written raw in a link: the server is asked for the second reading once, after a 430. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../servers/listener.ts';
import { RAW_ID, startRawId } from '../../../servers/raw-id.ts';
import type { RunningWorker } from '../../harness.ts';
import { at, commandsTo, html, json, startGateway, until } from './worker.ts';

let server: RunningServer;
let worker: RunningWorker;

beforeAll(async () => {
  server = await startRawId();
  worker = await startGateway([server], { NEWS_SERVER: `nntp://localhost:${server.port}` });
});
afterAll(async () => {
  await worker?.close();
  await server?.close();
});
beforeEach(async () => {
  await until(() => server.connections === 0);
  server.log.length = 0;
});

const DECODED = 'NMv.1197$BQ6@news4.test';
const BOTH = [`ARTICLE <${DECODED}>`, `ARTICLE <${RAW_ID}>`];
const asked = (): readonly string[] => commandsTo(server).filter((command) => /^(?:ARTICLE|STAT) /.test(command));

describe('a link with an escape of a letter', () => {
  test.each(['news', 'mid'])('%s opens the article by the second reading', async (scheme) => {
    const article = await json(worker, `/open?url=${encodeURIComponent(`${scheme}:${RAW_ID}`)}`);
    expect(article).toMatchObject({ canonical: `${scheme}:${DECODED}`, messageId: RAW_ID, subject: 'Raw' });
    expect(asked()).toEqual(BOTH);
  });

  test('keeps its spelling through a redirect', async () => {
    const url = `news://localhost:${server.port}/${RAW_ID}`;
    const { headers } = await worker.fetch(`/r?url=${encodeURIComponent(url)}`, { redirect: 'manual' });
    const location = headers.get('Location') ?? '';
    expect(location).toBe(at(server, 'news', `${DECODED}?literal=NM%2576.1197%24BQ6%40news4.test`));
    expect(await json(worker, location)).toMatchObject({ messageId: RAW_ID });
    expect(asked()).toEqual(BOTH);
  });

  test('leads to pages whose links name the article that was found', async () => {
    const { response, text } = await html(worker, `/news/~/${RAW_ID}`);
    expect(response.status).toBe(200);
    expect(text).toContain('href="/news/~/NM%2576.1197$BQ6@news4.test?format=raw"');
    expect(text).not.toContain('NMv.1197');
    server.log.length = 0;
    expect(await json(worker, '/news/~/NM%2576.1197$BQ6@news4.test')).toMatchObject({ messageId: RAW_ID });
    expect(asked()).toEqual([`ARTICLE <${RAW_ID}>`]);
  });

  test('is gone if the server knows neither id, and is asked for no third', async () => {
    const response = await worker.fetch('/news/~/n%6Fpe@news4.test');
    expect(response.status).toBe(404);
    expect(asked()).toEqual(['ARTICLE <nope@news4.test>', 'ARTICLE <n%6Fpe@news4.test>']);
  });

  test('is alive for /v1/check', async () => {
    const url = `news://localhost:${server.port}/${RAW_ID}`;
    expect(await json(worker, `/v1/check?url=${encodeURIComponent(url)}`)).toMatchObject({ status: 'alive' });
    expect(asked()).toEqual([`STAT <${DECODED}>`, `STAT <${RAW_ID}>`]);
  });
});

test('a link that is written in one way is asked for once', async () => {
  for (const path of ['nope@news4.test', 'n%25pe@news4.test', 'n%2Bpe@news4.test']) {
    server.log.length = 0;
    expect((await worker.fetch(`/news/~/${path}`)).status).toBe(404);
    expect(asked()).toHaveLength(1);
  }
});

test.each(['other@news4.test', 'NM%76.1197$BQ6@news4.test%0D%0AQUIT'])(
  '%s is not a second reading',
  async (literal) => {
    const response = await worker.fetch(`/news/~/nope@news4.test?literal=${encodeURIComponent(literal)}`);
    expect([response.status, asked()]).toEqual([400, []]);
  },
);
