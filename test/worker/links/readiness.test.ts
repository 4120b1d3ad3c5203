/** Whether short links can be served: what the stores answer, and what of it is told. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { storeStatus } from '../../../worker/links/readiness.ts';
import { environmentOf } from '../../../worker/settings/environment.ts';
import { refusalOf } from '../problems.ts';
import { memoryShards, NOW } from './storage.ts';

let stores: ReturnType<typeof memoryShards>;
let files: string[];
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  vi.stubGlobal('caches', { default: null });
  vi.stubGlobal('scheduler', { wait: (ms: number) => (ms < 1000 ? Promise.resolve() : new Promise(() => {})) });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  stores = memoryShards();
  files = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The environment of a service, with or without a folder of stores. */
function environmentWith(status: number | null, more: object = {}) {
  const fetch = async (url: string, { method }: RequestInit) => {
    files.push(`${method} ${url}`);
    return new Response(null, { status: status ?? 200 });
  };
  const ASSETS = { fetch: async () => new Response() };
  return environmentOf({ ASSETS, LINKS: stores.shards, ...(status && { STORE_FILES: { fetch } }), ...more });
}

test.each([
  ['no store', null, { LINKS: undefined }, 'none'],
  ['stores elsewhere', null, {}, 'ok'],
  ['stores in a folder', 200, {}, 'ok'],
  [
    'a folder that is gone',
    404,
    {},
    'not-ready store-lost null: The folder of short links is gone: nothing that is stored now will be kept.',
  ],
])('of %s', async (_, status, more, expected) => {
  const environment = environmentWith(status, more);
  const refusal = await refusalOf(() => storeStatus(environment));
  expect(refusal || (await storeStatus(environment))).toBe(expected);
  expect(files).toEqual(status === null ? [] : ['HEAD http://store/waypost-links/id of 0.sqlite']);
});

test('of stores that do not answer, and that do not fit the settings', async () => {
  stores.before.call = () => {
    throw new Error('away');
  };
  const away = environmentWith(null);
  expect(await refusalOf(() => storeStatus(away))).toBe('not-ready store-away null: No store of short links answers.');
  stores.before.call = () => undefined;
  stores.stateOf('0').shard.chooseShards(4);
  expect(await refusalOf(() => storeStatus(environmentWith(null, { LINK_SHARDS: '5' })))).toMatch(
    /^not-ready store-refused null: LINK_SHARDS must be 4/,
  );
  // The error was told, and is asked for again.
  expect(await storeStatus(away)).toBe('ok');
});

test('an answer is used for a second', async () => {
  const environment = environmentWith(200);
  await storeStatus(environment);
  vi.setSystemTime(NOW + 999);
  await storeStatus(environment);
  expect(files).toHaveLength(1);
  vi.setSystemTime(NOW + 1000);
  await storeStatus(environment);
  expect(files).toHaveLength(2);
  vi.setSystemTime(NOW + 1);
  await storeStatus(environment);
  expect(files).toHaveLength(2);
  vi.setSystemTime(NOW - 1);
  await storeStatus(environment);
  expect(files).toHaveLength(3);
});

test('while the first store is away, the others are served', async () => {
  const environment = environmentWith(null);
  expect(await storeStatus(environment)).toBe('ok');
  stores.before.call = () => {
    throw new Error('away');
  };
  vi.setSystemTime(NOW + 60_000);
  expect(await storeStatus(environment)).toBe('first-away');
});

describe('on one machine', () => {
  const SPACE = { free: 7, isLow: false };
  const local = (isLow: () => boolean) =>
    environmentWith(200, { STORE_SPACE: { fetch: async () => Response.json({ ...SPACE, isLow: isLow() }) } });

  test('a disk that is nearly full is not ready, but links can be followed', async () => {
    let isLow = true;
    const environment = local(() => isLow);
    const full =
      'not-ready store-full null: The disk of the short links is full. Links are followed, and none is made.';
    for (const _ of ['asked', 'kept']) expect(await refusalOf(() => storeStatus(environment))).toBe(full);
    expect([await storeStatus(environment, true), stores.calls.includes('0 tryWriting')]).toEqual(['full', false]);
    isLow = false;
    vi.setSystemTime(NOW + 1000);
    expect(await storeStatus(environment)).toBe('ok');
  });

  test('each store is written to in its turn', async () => {
    const environment = local(() => false);
    for (const second of [0, 1, 2]) {
      vi.setSystemTime(NOW + 1000 * second);
      expect(await storeStatus(environment)).toBe('ok');
    }
    const tried = stores.calls.filter((call) => call.endsWith('tryWriting'));
    expect(tried).toEqual([...['0 tryWriting', '1 tryWriting', '2 tryWriting']]);
  });

  test.each([
    ['a full disk', 'full: SQLITE_FULL', 'full'],
    ['a damaged store', 'malformed: SQLITE_CORRUPT', 'some-away'],
  ])('a write says of %s', async (_, message, expected) => {
    const environment = local(() => false);
    await storeStatus(environment);
    stores.before.call = (call) => {
      if (call.endsWith('tryWriting')) throw new Error(message);
    };
    vi.setSystemTime(NOW + 1000);
    expect(await storeStatus(environment, true)).toBe(expected);
  });
});
