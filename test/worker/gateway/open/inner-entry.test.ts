/** The inner entry: what it tells the outer one of an answer, of a refusal, of a failure and of a fault. */
import { describe, expect, test } from 'vitest';
import { GatewayError } from '../../../../src/net/failure.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { RequestError } from '../../../../worker/errors/request-error.ts';
import { innerEntryOf } from '../../../../worker/gateway/open/inner-entry.ts';
import type { Handler, RequestContext } from '../../../../worker/http/request-context.ts';

const ASSETS = { fetch: () => Promise.resolve(new Response()) };
const URL_ASKED = 'https://waypost.example/gopher/h.example/0a?charset=cp437';

/** The answer of an entry whose only route is this, and the work that it waits for. */
async function answer(handler: Handler | null) {
  const waiting: Promise<unknown>[] = [];
  const purged: unknown[] = [];
  const Entry = innerEntryOf(() =>
    Promise.resolve(handler === null ? null : { route: { GET: handler }, params: { scheme: 'gopher' } }),
  );
  const ctx = {
    waitUntil: (work: Promise<unknown>) => waiting.push(work),
    cache: { purge: async (tags: unknown) => void purged.push(tags) },
  };
  const entry = Object.assign(new Entry(ctx as never, {}), { env: { ASSETS } });
  const identity = JSON.stringify({ url: URL_ASKED, headers: { Accept: 'text/html' } });
  const request = new Request(`https://waypost.invalid/?${new URLSearchParams({ identity })}`);
  return { response: await entry.fetch(request), waiting, purged, entry };
}

describe('an answer', () => {
  test('has its tags, its length and what it varies with', async () => {
    const { response } = await answer((context) => {
      context.announce?.(4);
      return new Response('text', { headers: { Vary: 'Accept', Link: '<gopher://h.example/0a>; rel="canonical"' } });
    });
    expect([response.status, await response.text()]).toEqual([200, 'text']);
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'waypost-length': '4', 'waypost-vary': 'Accept' });
    expect(response.headers.get('cache-tag')).toMatch(/\S/);
    expect(response.headers.has('vary')).toBe(false);
  });

  test('is asked for as the reader asked, by the inner entry', async () => {
    let seen: RequestContext | null = null;
    await answer((context) => {
      seen = context;
      return new Response();
    });
    expect(seen).toMatchObject({
      ...{ isInner: true, url: URL_ASKED, method: 'GET', params: { scheme: 'gopher' }, streaming: [] },
      query: [{ name: 'charset', value: 'cp437' }],
    });
  });

  test('keeps the entry alive until its body has been sent, and other work is done', async () => {
    const work = Promise.resolve();
    const { waiting } = await answer((context) => {
      context.streaming.push(Promise.reject(new Error('broken')));
      context.waitUntil(work);
      return new Response();
    });
    expect(waiting).toHaveLength(2);
    expect(waiting[0]).toBe(work);
    expect(await waiting[1]).toMatchObject([{ status: 'rejected' }]);
  });
});

describe('what is no answer', () => {
  const fail = (error: unknown) =>
    answer(() => {
      throw error;
    });

  test.each([
    ['an address without a route', () => answer(null)],
    ['a request that is wrong', () => fail(new RequestError('invalid-parameter', []))],
  ])('%s is refused', async (_, ask) => {
    const { response } = await ask();
    expect([response.status, response.headers.get('waypost-failure')]).toEqual([400, 'refused']);
  });

  test.each([
    [new GatewayError('gateway-timeout', 'Late.'), 'gateway-timeout'],
    [new ProtocolError('not-found', 'No.'), 'not-found'],
  ])('%s has its code', async (error, code) => {
    const { response } = await fail(error);
    expect([response.status, response.headers.get('waypost-failure')]).toEqual([502, code]);
    expect(await response.json()).toMatchObject({ code, message: error.message });
  });

  test('a fault is thrown', async () => {
    const error = new TypeError('a bug');
    await expect(fail(error)).rejects.toBe(error);
  });
});

test('a purge is for its own cache, if there is one', async () => {
  const { entry, purged } = await answer(() => new Response());
  await entry.purge(['a', 'b']);
  expect(purged).toEqual([{ tags: ['a', 'b'] }]);
  await expect(Object.assign(entry, { ctx: {} }).purge(['a'])).resolves.toBeUndefined();
});
