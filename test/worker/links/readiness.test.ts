/** Whether short links can be served: what the stores answer, and what of it is told. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
