/** `/v1/check?ask=archives`: whether archives have copies, in the words of Memento (RFC 7089). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../../servers/listener.ts';
import { startWeb } from '../../../servers/web.ts';
import { type RunningWorker, startWorker } from '../../harness.ts';

const asked: string[] = [];
/** As the Wayback Machine answers: a TimeGate redirects to the copy, which has its date and names the original. */
const archive = (kept: RegExp) => (method: string, target: string) => {
  asked.push(`${method} ${target}`);
  const [, date, url = ''] = /^\/web\/(?:(\d{14})\/)?(.*)$/.exec(target) ?? [];
  if (url.includes('/busy')) return { status: '503 Service Unavailable' };
  if (!kept.test(url)) return { status: '404 Not Found' };
  const original = url.includes('/other') ? 'ftp://h.example.com/' : url;
  if (date === undefined) return { status: '302 Found', fields: [`Location: /web/20121023120000/${url}`] };
  const fields = [`Link: <${original}>; rel="original"`, 'Memento-Datetime: Tue, 23 Oct 2012 12:00:00 GMT'];
  return { status: '200 OK', fields };
};

let server: RunningServer;
let second: RunningServer;
let closed: RunningServer;
let worker: RunningWorker;
beforeAll(async () => {
  server = await startWeb(archive(/kept/));
  second = await startWeb(archive(/kept|more/));
  closed = await startWeb((_, target) =>
    target === '/robots.txt' ? { status: '200 OK', body: 'User-agent: *\nDisallow: /web/\n' } : null,
  );
  const at = ({ port }: RunningServer) => `http://localhost:${port}/web/{+url}`;
  worker = await startWorker({
    EGRESS_ALLOW: [server, second, closed].map(({ port }) => `localhost:${port}`).join(', '),
    ARCHIVES: JSON.stringify({ ftp: `${at(server)} ${at(second)}`, ftps: at(closed), gopher: 'none' }),
  });
});
afterAll(() => Promise.all([worker, server, second, closed].map((one) => one?.close())));

async function ask(url: string, query = 'ask=archives') {
  asked.length = 0;
  const response = await worker.fetch(`/v1/check?url=${encodeURIComponent(url)}&${query}`);
  return response.json<Record<string, unknown>>();
}

describe('an archive', () => {
  test('that has a copy says when it was made', async () => {
    const url = 'ftp://h.example.com/kept';
    const datetime = 'Tue, 23 Oct 2012 12:00:00 GMT';
    const copy = {
      name: `localhost:${server.port}`,
      url: `http://localhost:${server.port}/web/20121023120000/${url}`,
      datetime,
    };
    expect(await ask(url)).toMatchObject({
      ...{ canonical: url, status: 'not-checked', reason: 'archives-only', copy },
      ...{ detail: expect.stringMatching(/ has a copy\.$/), reply: null, location: null, redirects: [] },
      archives: [{}, {}],
    });
    // Neither the second archive nor the server of the link is asked.
    expect(asked).toEqual(['GET /robots.txt', `HEAD /web/${url}`, `HEAD /web/20121023120000/${url}`]);
  });

  test('that has none leaves it to the next one', async () => {
    expect(await ask('ftp://h.example.com/more')).toMatchObject({
      copy: { url: expect.stringContaining(`localhost:${second.port}/`) },
    });
  });

  test.each([
    ['has none', 'ftp://h.example.com/gone'],
    ['has a copy of something else', 'ftp://h.example.com/kept/other'],
    ['is not set for such links', 'gopher://h.example.com/1'],
    ['is not asked about a private host', 'ftp://localhost/kept'],
  ])('that %s is no copy', async (_, url) => {
    expect(await ask(url)).toMatchObject({
      ...{ status: 'not-checked', reason: 'archives-only', copy: null },
      detail: 'No archive says that it has a copy.',
    });
  });

  test.each([
    ['does not answer', 'ftp://h.example.com/busy', 'unavailable'],
    ['wants no robots', 'ftps://h.example.com/kept', 'robots'],
  ])('that %s is not known to have none', async (_, url, reason) => {
    const answer = await ask(url);
    expect(answer).toMatchObject({ status: 'not-checked', reason, copy: null });
    expect(answer.detail).toMatch(/^localhost:\d+: .+\.$/);
  });
});

test('archives are not asked unless the client says so', async () => {
  for (const query of ['', 'ask=server']) {
    const answer = await ask('ftp://h.example.com/kept', query);
    expect(answer).not.toHaveProperty('copy');
    expect(asked).toEqual([]);
  }
  expect(await ask('ftp://h.example.com/kept', 'ask=everybody')).toMatchObject({ status: 400 });
});

test('of many links, one after another is asked about', async () => {
  const links = ['ftp://a.example.com/kept', 'ftp://b.example.com/gone', 'ftp://c.example.com/kept'];
  const headers = { 'Content-Type': 'application/json' };
  asked.length = 0;
  const response = await worker.fetch('/v1/check?ask=archives', {
    method: 'POST',
    headers,
    body: JSON.stringify(links),
  });
  const answers = await response.json<{ copy: object | null }[]>();
  expect(answers.map(({ copy }) => copy !== null)).toEqual([true, false, true]);
  const order = asked.flatMap((line) => /\/\/([abc])\./.exec(line)?.[1] ?? []).join('');
  expect(order).toMatch(/^a+b+c+$/);
});
