/** The doors of the front page for programs: each shows the answer that its request has. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unescapeHtml } from '../../../src/octets/controls.ts';
import { resolveAnswer, resolveRequest } from '../../../worker/pages/explorer/door-texts.ts';
import { type RunningWorker, startWorker } from '../harness.ts';

const TOKEN = 'a-token-of-32-characters-or-more';

/** The requests of a front page, each with its answer. */
async function exchangesOf(worker: RunningWorker): Promise<readonly (readonly [request: string, answer: string])[]> {
  const page = await (await worker.fetch('/', { headers: { Accept: 'text/html' } })).text();
  const doors = /<section class="doors".*?<\/section>/s.exec(page)?.[0] ?? '';
  const pair = /<pre><code[^>]*>(.*?)<\/code><\/pre><pre><code[^>]*>(.*?)<\/code><\/pre>/gs;
  return [...doors.matchAll(pair)].map(([, request = '', answer = '']) => [
    unescapeHtml(request),
    unescapeHtml(answer),
  ]);
}

/** Asks what a door shows. */
async function ask(worker: RunningWorker, request: string): Promise<Response> {
  const [, address = ''] = /(http:[^' ]+)'?$/.exec(request) ?? [];
  const [, body] = /--json '([^']*)'/.exec(request) ?? [];
  const path = address.slice(worker.origin.length);
  if (body === undefined) return worker.fetch(path, { redirect: 'manual' });
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  return worker.fetch(path, { method: 'POST', headers, body });
}

describe('a service with short links', () => {
  let worker: RunningWorker;
  beforeAll(async () => {
    worker = await startWorker({ LINK_TOKENS: `alice:${TOKEN}` });
  });
  afterAll(() => worker.close());

  test('shows three requests with the answers that they have', async () => {
    const [resolve, short, validate, ...others] = await exchangesOf(worker);
    expect(others).toEqual([]);
    for (const [request, answer] of [resolve, validate].filter((exchange) => exchange !== undefined)) {
      expect(await (await ask(worker, request)).text()).toBe(`${answer}\n`);
    }
    expect(JSON.parse(validate?.[1] ?? '')).toMatchObject({ valid: false });
    const made = await ask(worker, short?.[0] ?? '');
    expect(made.status).toBe(201);
    expect(await made.json()).toMatchObject(JSON.parse(short?.[1] ?? 'null'));
  });
});

test.each(['hello world', '', 'gopher://h.example:99999/', 'http://[::1/', "it's"])(
  'the door says of %j what the API says',
  async (url) => {
    const worker = await startWorker();
    try {
      const answer = await ask(worker, resolveRequest(worker.origin, url));
      const { detail } = await answer.json<{ detail: string }>();
      const [, status, message = ''] = /^(\d+): (.+)$/.exec(resolveAnswer(url)) ?? [];
      expect(answer.status).toBe(Number(status));
      expect(detail).toContain(message);
    } finally {
      await worker.close();
    }
  },
);

test('a service without short links shows where its redirect leads', async () => {
  const worker = await startWorker();
  try {
    const [, [request = '', answer = ''] = []] = await exchangesOf(worker);
    const redirected = await ask(worker, request);
    expect(redirected.status).toBe(302);
    expect(new URL(redirected.headers.get('location') ?? '', worker.origin).href).toBe(answer);
  } finally {
    await worker.close();
  }
});
