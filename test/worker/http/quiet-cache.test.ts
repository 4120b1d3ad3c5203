/** The Cache API, which fails in silence, with a clock that the test moves. */
import { expect, test, vi } from 'vitest';
import { type CacheStore, QuietCache } from '../../../worker/http/quiet-cache.ts';

const KEY = 'https://w.example/a';
const fail = () => Promise.reject(new Error('No Cache was configured'));

function setUp(change: Partial<CacheStore> = {}) {
  const clock = { now: 0 };
  const store = {
    match: vi.fn(async () => new Response('a')),
    put: async () => {},
    delete: async () => true,
    ...change,
  };
  const open = vi.fn(async (): Promise<CacheStore> => store);
  return { clock, open, store, cache: new QuietCache(open, () => clock.now) };
}

test('it is opened once, when it is first asked', async () => {
  const { cache, open } = setUp();
  expect(open).not.toHaveBeenCalled();
  expect(await (await cache.match(KEY))?.text()).toBe('a');
  await cache.put(KEY, new Response());
  await cache.delete(KEY);
  expect(open).toHaveBeenCalledOnce();
});

test('it may have nothing', async () => {
  expect(await setUp({ match: async () => undefined }).cache.match(KEY)).toBeNull();
});

test('a minute after a look into it has failed, it is asked again', async () => {
  const match = vi.fn(fail);
  const put = vi.fn(fail);
  const { cache, clock } = setUp({ match, put });
  expect(await cache.match(KEY)).toBeNull();
  clock.now = 59_999;
  expect(await cache.match(KEY)).toBeNull();
  await cache.put(KEY, new Response());
  expect([match.mock.calls.length, put.mock.calls.length]).toEqual([1, 0]);
  clock.now = 60_000;
  await cache.put(KEY, new Response());
  expect(await cache.match(KEY)).toBeNull();
  expect([match.mock.calls.length, put.mock.calls.length]).toEqual([2, 1]);
});

test('nobody hears that it could not keep or forget, and looks go on', async () => {
  const { cache, store } = setUp({ put: fail, delete: fail });
  await cache.put(KEY, new Response());
  await cache.delete(KEY);
  expect(await (await cache.match(KEY))?.text()).toBe('a');
  expect(store.match).toHaveBeenCalledOnce();
});

test('one that cannot be opened is opened again later', async () => {
  const { cache, clock, open } = setUp();
  open.mockImplementationOnce(fail);
  expect(await cache.match(KEY)).toBeNull();
  clock.now = 60_000;
  expect(await (await cache.match(KEY))?.text()).toBe('a');
});
