/** Space for new links: when the launcher is asked, and what is refused. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreError } from '../../../worker/errors/store-error.ts';
import { ClickCounter } from '../../../worker/links/click-counter.ts';
import { type ShardWatch, withStoreErrors } from '../../../worker/links/shards.ts';
import { StoreSpace } from '../../../worker/links/space.ts';
import { StoreWatch } from '../../../worker/links/store-watch.ts';
import { ShardedStore } from '../../../worker/links/stores.ts';
import { refusalOf } from '../problems.ts';
import { AT, memoryShards, NOW } from './storage.ts';

let asked: string[];
let isLow: boolean;
let isUp: boolean;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  vi.stubGlobal('scheduler', { wait: (ms: number) => (ms < 5000 ? Promise.resolve() : new Promise(() => {})) });
  asked = [];
  isLow = false;
  isUp = true;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const service = {
  async fetch(_: unknown, { method = '' }: RequestInit = {}) {
    asked.push(method);
    if (method === 'POST') isLow = true;
    if (!isUp) throw new Error('gone');
    return Response.json({ free: 7, isLow });
  },
};

const REFUSED =
  'store-full space-low null: The disk of the short links is nearly full. What is left is kept for blocks and deletions.';

test('the launcher is asked once a second', async () => {
  const space = new StoreSpace(service);
  for (const after of [0, 999, 1000, 1, -1]) {
    vi.setSystemTime(NOW + after);
    expect(await space.read()).toEqual({ free: 7, isLow: false });
  }
  expect(asked).toEqual(['GET', 'GET', 'GET']);
  space.forget();
  expect([await space.read(), asked.length]).toEqual([{ free: 7, isLow: false }, 4]);
});

test('nobody is asked where there is no launcher, and one that does not answer refuses nothing', async () => {
  const none = new StoreSpace(undefined);
  expect([await none.read(), await none.release(), await none.refusal()]).toEqual([null, false, null]);
  isUp = false;
  const space = new StoreSpace(service);
  expect([await space.read(), await space.release(), await space.refusal()]).toEqual([null, false, null]);
  expect(asked).toEqual(['GET', 'POST']);
});

test('a reserve that is removed is known at once', async () => {
  const space = new StoreSpace(service);
  await space.check();
  expect(await space.release()).toBe(true);
  expect(await refusalOf(() => space.check())).toBe(REFUSED);
  expect(asked).toEqual(['GET', 'POST']);
  expect((await space.refusal())?.headers).toEqual({ 'Retry-After': '60' });
});

test('what is new is refused, and what ends something is done', async () => {
  const { shards, calls } = memoryShards();
  const clicks = new ClickCounter(60_000, Date.now, () => new Promise(() => {}));
  const space = new StoreSpace(service);
  const store = new ShardedStore(shards, 1, clicks, space);
  const admin = { name: 'a', admin: true };
  const record = { slug: 'x', url: 'go:x', createdAt: AT, clicks: 0, lastClickAt: null, blocked: null, claims: [] };
  const claims = [{ owner: 'a', createdAt: AT, expiresAt: null, title: null, note: null }];
  await store.import([{ record: { ...record, claims }, digest: null }]);
  isLow = true;
  space.forget();
  calls.length = 0;
  expect(await store.create([])).toEqual([]);
  const request = { url: 'go:y', alias: 'y', owner: 'a', key: null };
  const results = [...(await store.create([request, request])), ...(await store.import([{ record, digest: null }]))];
  expect(results).toMatchObject(results.map(() => ({ problem: 'store-full' })));
  expect(results).toHaveLength(3);
  for (const refused of [
    () => store.bindKey('a', 'key', 'body'),
    () => store.amend('x', admin, { url: 'go:z' }),
    () => store.amend('x', admin, { title: 'T' }),
    () => store.amend('x', admin, { note: 'N' }),
    () => store.checkSpace(),
  ]) {
    expect(await refusalOf(refused)).toBe(REFUSED);
  }
  expect(calls).toEqual([]);
  expect(await store.tryImport([{ record, digest: null }])).toMatchObject([{ outcome: 'unchanged' }]);
  expect(await store.amend('x', admin, { blocked: 'By order.' })).toMatchObject({
    link: { blocked: { reason: 'By order.' } },
  });
  expect(await store.amend('x', admin, { expiresAt: AT })).toMatchObject({ link: { claims: [{ expiresAt: AT }] } });
  await store.block([{ kind: 'host', value: 'h.example', reason: 'R', at: AT }]);
  await store.amend('x', admin, { purge: true });
  expect(await store.read('x')).toMatchObject({ url: '' });
});

test('clicks that wait are counted', async () => {
  const clicks = new ClickCounter(60_000, Date.now, () => new Promise(() => {}));
  const store = new ShardedStore(memoryShards().shards, 1, clicks);
  store.countClick('x', () => {});
  store.countClick('x', () => {});
  store.countClick('y', () => {});
  clicks.putBack([{ slug: 'x', count: 2, last: AT }]);
  expect(store.waitingClicks).toBe(3);
});

test('stores take turns in being written to', async () => {
  const { shards, calls, stateOf } = memoryShards();
  const store = new ShardedStore(shards, 2, new ClickCounter(60_000, Date.now));
  await store.registry();
  calls.length = 0;
  for (const number of [0, 1, 2, 5]) await store.tryWriting(number);
  expect(calls).toEqual([...['0 tryWriting', '1 tryWriting', '0 tryWriting', '1 tryWriting']]);
  const facts = () => [...stateOf('1').sql.exec("SELECT value FROM facts WHERE name = 'tried'")];
  expect(facts()).toEqual([{ value: 2 }]);
});

test.each([
  ['block', true, 2],
  ['unblock', true, 2],
  ['amend', true, 2],
  ['create', true, 1],
  ['import', true, 1],
  ['count', true, 1],
  ['page', true, 1],
])('on a full disk, %s is tried again if space is made: %s', async (method, makesSpace, expected) => {
  let made = 0;
  const stubs: string[] = [];
  const full = {
    getByName: (name: string) => {
      stubs.push(name);
      return { id: 'o', [method]: async () => Promise.reject(new Error('disk is full: SQLITE_FULL')) };
    },
  };
  const watch: ShardWatch = {
    failed: () => {},
    answered: () => {},
    troubled: new Map(),
    isFull: async () => false,
    makeSpace: async () => {
      made++;
      return makesSpace;
    },
  };
  const shard = withStoreErrors(full as never, watch).getByName('3');
  const asking: Promise<unknown> = Reflect.apply(Reflect.get(shard, method), shard, []);
  await expect(asking).rejects.toMatchObject({ problem: 'store-full', store: 3 });
  // Each try has a stub of its own.
  expect([stubs.length, made]).toEqual([expected, expected === 2 || !makesSpace ? 1 : 0]);
});

test.each([
  ['amend', 'internal error; reference = fb9o', true, 'store-full', 2],
  ['create', 'internal error; reference = fb9o', true, 'store-full', 1],
  ['amend', 'internal error; reference = fb9o', false, 'store-away', 1],
  ['page', 'internal error; reference = fb9o', true, 'store-away', 1],
  ['amend', 'malformed: SQLITE_CORRUPT', true, 'store-away', 1],
])('%s with %j, on a full disk: %s, is %s', async (method, message, isFull, problem, tries) => {
  const ask = vi.fn(async () => Promise.reject(new Error(message)));
  const watch = new StoreWatch({
    ...{ forget: vi.fn(), release: async () => true },
    read: async () => ({ free: 0, isLow: isFull }),
  });
  const shard = withStoreErrors({ getByName: () => ({ id: 'o', [method]: ask }) } as never, watch).getByName('3');
  const asking: Promise<unknown> = Reflect.apply(Reflect.get(shard, method), shard, []);
  await expect(asking).rejects.toMatchObject({ problem, store: 3 });
  expect(ask).toHaveBeenCalledTimes(tries);
});

test('whether the disk is full is asked anew', async () => {
  const watch = new StoreWatch(new StoreSpace(service));
  await watch.isFull();
  await watch.isFull();
  expect(asked).toEqual(['GET', 'GET']);
});

test('a second try that works is the answer, and a damaged store is not tried again', async () => {
  const errors = [new Error('disk is full: SQLITE_FULL'), null, new Error('malformed: SQLITE_CORRUPT')];
  const shards = {
    getByName: () => ({
      id: 'o',
      amend: async (slug: string) => {
        const error = errors.shift();
        if (error) throw error;
        return slug;
      },
    }),
  };
  const watch: ShardWatch = {
    ...{ failed: () => {}, troubled: new Map(), answered: () => {} },
    ...{ isFull: async () => false, makeSpace: async () => true },
  };
  const shard = withStoreErrors(shards as never, watch).getByName('3');
  expect(await Reflect.apply(shard.amend, shard, ['a'])).toBe('a');
  await expect(Reflect.apply(shard.amend, shard, ['b'])).rejects.toMatchObject({ isDamaged: true });
  expect(errors).toEqual([]);
});

test('stores that failed are away until they answer, and damaged ones until a restart', () => {
  const watch = new StoreWatch(new StoreSpace(service));
  const errorOf = (store: number, cause: string, problem: 'store-away' | 'store-full' | 'internal-error') =>
    new StoreError({ problem, store, object: 'o', operation: 'page', cause, retryable: false });
  watch.failed(errorOf(9, 'SQLITE_NOTADB', 'store-away'), 'read');
  watch.failed(errorOf(2, 'SQLITE_CORRUPT', 'store-away'), 'read');
  watch.failed(errorOf(5, 'workerd 1', 'store-away'), 'read');
  watch.failed(errorOf(6, 'SQLITE_ERROR', 'internal-error'), 'read');
  watch.failed(errorOf(7, 'SQLITE_FULL', 'store-full'), 'write');
  expect(watch.away).toEqual([2, 5, 9]);
  for (const store of [2, 5, 9, 1]) watch.answered(store);
  expect(watch.away).toEqual([2, 9]);
});

test('a store that finds no space has the disk asked again', async () => {
  const space = new StoreSpace(service);
  const watch = new StoreWatch(space);
  await space.read();
  watch.failed(
    new StoreError({
      ...{ problem: 'store-full', store: 7, object: 'o', operation: 'create', cause: 'SQLITE_FULL', retryable: false },
    }),
    'write',
  );
  await space.read();
  expect(await watch.makeSpace()).toBe(true);
  expect(asked).toEqual(['GET', 'GET', 'POST']);
});

test.each([
  ['SQLITE_CORRUPT', 'The file waypost-links/d36d.sqlite is damaged. docs/self-host.md says how to restore it.'],
  ['SQLITE_NOTADB', 'The file waypost-links/d36d.sqlite is damaged. docs/self-host.md says how to restore it.'],
  [
    'workerd fb9o',
    'workerd logs the reason with this number. If waypost-links/d36d.sqlite is damaged, docs/self-host.md says how to restore it.',
  ],
  ['SQLITE_FULL', null],
  ['overloaded', null],
])('the operator is told of %s', (cause, advice) => {
  const error = new StoreError({
    ...{ problem: 'store-away', store: 7, object: 'd36d', operation: 'page', cause, retryable: false },
  });
  expect(error.advice).toBe(advice);
});

test('only a store in trouble is told that it answers', async () => {
  const watch = new StoreWatch(new StoreSpace(undefined));
  const answered = vi.spyOn(watch, 'answered');
  let error: Error | null = new Error('away');
  const page = async () => (error === null ? 'page' : Promise.reject(error));
  const shard = withStoreErrors({ getByName: () => ({ id: 'o', page }) } as never, watch).getByName('4');
  const ask: () => Promise<unknown> = () => Reflect.apply(Reflect.get(shard, 'page'), shard, []);
  await expect(ask()).rejects.toMatchObject({ store: 4 });
  expect([watch.away, answered.mock.calls]).toEqual([[4], []]);
  error = null;
  expect([await ask(), await ask(), watch.away, answered.mock.calls]).toEqual(['page', 'page', [], [[4]]]);
});
