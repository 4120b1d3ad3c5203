/** Clicks are counted exactly: collected, written together, and written again if the store refuses them. */
import { beforeEach, expect, test, vi } from 'vitest';
import { ClickCounter, type Clicks } from '../../../worker/links/click-counter.ts';

/** The clock, and the waits that are not over yet. */
let now: number;
let waits: { milliseconds: number; end: () => void }[];
let counter: ClickCounter;
beforeEach(() => {
  now = Date.UTC(2026, 0, 31);
  waits = [];
  counter = new ClickCounter(
    () => now,
    (milliseconds) => new Promise((end) => waits.push({ milliseconds, end })),
  );
});

/** Ends the oldest wait, and lets the write go on. */
async function endWait(): Promise<number | undefined> {
  const wait = waits.shift();
  now += wait?.milliseconds ?? 0;
  wait?.end();
  await vi.waitFor(() => undefined);
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  return wait?.milliseconds;
}

/** A store that adds clicks up, and refuses some at first. */
function storeOf(refuse: (clicks: readonly Clicks[], call: number) => readonly Clicks[] | Error = () => []) {
  const counts = new Map<string, number>();
  const calls: (readonly Clicks[])[] = [];
  const add = async (clicks: readonly Clicks[]): Promise<readonly Clicks[]> => {
    calls.push(clicks);
    const refused = refuse(clicks, calls.length);
    if (refused instanceof Error) throw refused;
    for (const click of clicks) {
      if (!refused.includes(click)) counts.set(click.slug, (counts.get(click.slug) ?? 0) + click.count);
    }
    return refused;
  };
  return { counts, calls, add };
}

test('one request writes the clicks of all', async () => {
  const store = storeOf();
  const writes = Array.from({ length: 1000 }, (_, index) => {
    now += 1;
    return counter.count(`s${index % 3}`, store.add);
  });
  expect(writes.filter((write) => write !== null)).toHaveLength(1);
  expect(store.calls).toEqual([]);
  expect(await endWait()).toBe(500);
  await Promise.all(writes);
  expect(store.calls).toHaveLength(1);
  expect(Object.fromEntries(store.counts)).toEqual({ s0: 334, s1: 333, s2: 333 });
  expect(store.calls[0]?.[0]?.last).toBe('2026-01-31T00:00:01.000Z');
});

test('a click during a write begins the next one', async () => {
  let during: Promise<void> | null = null;
  const store = storeOf((_, call) => {
    if (call === 1) during = counter.count('late', store.add);
    return [];
  });
  const first = counter.count('early', store.add);
  await endWait();
  await first;
  expect(during).not.toBe(null);
  await endWait();
  await during;
  expect(Object.fromEntries(store.counts)).toEqual({ early: 1, late: 1 });
});

test('clicks that the store refuses are written again, and only these', async () => {
  const store = storeOf((clicks, call) => (call < 3 ? clicks.filter(({ slug }) => slug === 'b') : []));
  const write = counter.count('a', store.add);
  expect(counter.count('b', store.add)).toBe(null);
  expect([await endWait(), await endWait(), await endWait()]).toEqual([500, 1000, 2000]);
  await write;
  expect(Object.fromEntries(store.counts)).toEqual({ a: 1, b: 1 });
});

test('clicks are not lost if the store is away for long, or throws', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const store = storeOf((_, call) => (call <= 5 ? new Error('away') : []));
  const write = counter.count('a', store.add);
  for (let attempt = 0; attempt < 5; attempt++) await endWait();
  await write;
  expect(store.counts.size).toBe(0);
  const next = counter.count('a', store.add);
  expect(next).not.toBe(null);
  await endWait();
  await next;
  expect(Object.fromEntries(store.counts)).toEqual({ a: 2 });
  vi.restoreAllMocks();
});

test('a write that has died with its request does not stop the others', async () => {
  const store = storeOf();
  expect(counter.count('a', store.add)).not.toBe(null);
  waits.length = 0;
  now += 59_999;
  expect(counter.count('a', store.add)).toBe(null);
  now += 1;
  const write = counter.count('a', store.add);
  await endWait();
  await write;
  expect(Object.fromEntries(store.counts)).toEqual({ a: 3 });
});
