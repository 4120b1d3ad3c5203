/** Idempotency keys of a shard, on the clock of the test. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IdempotencyKeys } from '../../../worker/links/idempotency-keys.ts';
import { migrate } from '../../../worker/links/migrations.ts';
import type { CreateResult } from '../../../worker/links/request.ts';
import { type MemoryState, memoryState, NOW } from './storage.ts';

const DAY_MS = 86_400_000;

let state: MemoryState;
let keys: IdempotencyKeys;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  state = memoryState();
  migrate(state.context.storage);
  keys = new IdempotencyKeys(state.context);
});
afterEach(() => vi.useRealTimers());

const resultFor = (slug: string) => ({ kind: 'created', link: { slug, url: 'go:x' } }) as CreateResult;

test('a key belongs to one request of one owner', () => {
  expect(keys.bind('a', 'k', 'one')).toBe(true);
  expect([keys.bind('a', 'k', 'one'), keys.bind('a', 'k', 'two')]).toEqual([true, false]);
  expect([keys.bind('b', 'k', 'two'), keys.bind('a', 'l', 'two')]).toEqual([true, true]);
  expect(keys.resultOf('a', 'k')).toBe(null);
  keys.keep('a', 'k', resultFor('x'));
  expect([keys.resultOf('a', 'k'), keys.resultOf('b', 'k')]).toEqual([resultFor('x'), null]);
  expect(keys.bind('a', 'k', 'two')).toBe(false);
});

test('the results with a purged link are forgotten, and no others', () => {
  for (const slug of ['x', 'xy']) keys.keep('a', slug, resultFor(slug));
  keys.forgetLink('x');
  expect([keys.resultOf('a', 'x'), keys.resultOf('a', 'xy')]).toEqual([null, resultFor('xy')]);
});

test('each key goes a day after its first use', async () => {
  keys.bind('a', 'k', 'one');
  await Promise.all(state.work);
  expect(state.alarm).toBe(NOW + DAY_MS);
  vi.setSystemTime(NOW + 1000);
  keys.keep('a', 'k', resultFor('x'));
  keys.bind('a', 'later', 'one');
  await Promise.all(state.work);
  expect([state.alarm, state.work.length]).toEqual([NOW + DAY_MS, 3]);
  vi.setSystemTime(NOW + DAY_MS - 1);
  await keys.sweep();
  expect([keys.resultOf('a', 'k'), state.alarm]).toEqual([resultFor('x'), NOW + DAY_MS]);
  vi.setSystemTime(NOW + DAY_MS);
  await keys.sweep();
  expect([keys.resultOf('a', 'k'), state.alarm]).toEqual([null, NOW + 1000 + DAY_MS]);
  vi.setSystemTime(NOW + 2 * DAY_MS);
  await keys.sweep();
  expect([keys.bind('a', 'later', 'two'), state.alarm]).toEqual([true, NOW + 1000 + DAY_MS]);
});
