/**
 * Clicks that an isolate holds: that none is lost, and how rarely they are written. The clock is the test's own, so a
 * minute takes no time.
 */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ClickCounter, type Clicks, HANDOVER_MS } from '../../../worker/links/click-counter.ts';
import { KEEP_MS } from '../../../worker/settings/limits.ts';

const MINUTE = 60_000;

/** The clock, and the waits that are not over yet. */
let now: number;
let waits: { until: number; end: () => void }[];
let counter: ClickCounter;
beforeEach(() => {
  now = Date.UTC(2026, 0, 31, 12);
  waits = [];
  counter = counterWith(MINUTE);
});

function counterWith(delay: number): ClickCounter {
  const wait = (milliseconds: number) =>
    new Promise<void>((end) => {
      waits.push({ until: now + milliseconds, end });
    });
  return new ClickCounter(delay, () => now, wait);
}

/** Lets time pass, and ends the waits in it in their order. */
async function pass(milliseconds: number): Promise<void> {
  const end = now + milliseconds;
  for (;;) {
    const [next] = waits.toSorted((a, b) => a.until - b.until);
    if (next === undefined || next.until > end) break;
    waits.splice(waits.indexOf(next), 1);
    now = Math.max(now, next.until);
    next.end();
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  }
  now = end;
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
  return { counts, calls, add, all: () => Object.fromEntries(counts) };
}

test('a minute of clicks is one write', async () => {
  const store = storeOf();
  for (let second = 0; second <= 60; second++) {
    for (let index = 0; index < 20; index++) void counter.hold(`s${index % 3}`, store.add);
    await pass(1000);
  }
  expect(store.calls).toHaveLength(1);
  expect(store.all()).toEqual({ s0: 421, s1: 420, s2: 360 });
  expect(store.calls[0]?.[0]?.last).toBe('2026-01-31T12:01:00.000Z');
});

test('the last request that keeps clicks writes them, within the time that the platform gives it', async () => {
  const store = storeOf();
  void counter.hold('a', store.add);
  await pass(6000);
  void counter.hold('a', store.add);
  await pass(KEEP_MS - 1);
  expect(store.calls).toEqual([]);
  await pass(1);
  expect(store.all()).toEqual({ a: 2 });
  expect(KEEP_MS + 1000 + 2000).toBeLessThan(30_000);
});

test('few requests keep clicks, however many there are', async () => {
  const store = storeOf();
  let kept = 0;
  for (let index = 0; index < 10_000; index++) {
    if (counter.hold('a', store.add) !== null) kept++;
    await pass(1);
  }
  expect(kept).toBe(10_000 / HANDOVER_MS);
});

test('no click waits longer than the delay that the operator chose', async () => {
  counter = counterWith(1000);
  const store = storeOf();
  void counter.hold('a', store.add);
  await pass(600);
  expect(counter.hold('a', store.add)).toBe(null);
  await pass(400);
  expect(store.all()).toEqual({ a: 2 });
});

test('a click during a write has a keeper of its own', async () => {
  counter = counterWith(1000);
  let during: Promise<void> | null = null;
  const store = storeOf((_, call) => {
    if (call === 1) during = counter.hold('late', store.add);
    return [];
  });
  void counter.hold('early', store.add);
  await pass(1000);
  expect(during).not.toBe(null);
  await pass(1000);
  expect(store.all()).toEqual({ early: 1, late: 1 });
});

test('a delay of nothing holds no click', async () => {
  counter = counterWith(0);
  const store = storeOf();
  expect([counter.expects('a'), counter.expects('a')]).toEqual([false, false]);
  await counter.hold('a', store.add);
  expect(store.all()).toEqual({ a: 1 });
});

test('clicks on both sides of midnight keep their days', async () => {
  const store = storeOf();
  now = Date.UTC(2026, 0, 31, 23, 59, 59, 500);
  void counter.hold('a', store.add);
  void counter.hold('a', store.add);
  await pass(1000);
  void counter.hold('a', store.add);
  await pass(MINUTE);
  const days = store.calls.flat().map(({ slug, count, last }) => [slug, count, last.slice(0, 10)]);
  expect(days.toSorted()).toEqual([
    ['a', 1, '2026-02-01'],
    ['a', 2, '2026-01-31'],
  ]);
});

describe('a slug', () => {
  test('is expected again for as long as a request keeps its click', async () => {
    expect(counter.expects('a')).toBe(false);
    await pass(KEEP_MS - 1);
    expect(counter.expects('a')).toBe(true);
    expect(counter.expects('b')).toBe(false);
    await pass(KEEP_MS);
    expect(counter.expects('a')).toBe(false);
  });

  test('is forgotten with all others before they fill the memory', () => {
    counter.expects('a');
    expect(counter.expects('a')).toBe(true);
    for (let index = 0; index < 10_000; index++) counter.expects(`s${index}`);
    expect(counter.expects('a')).toBe(false);
  });
});

describe('clicks that are due', () => {
  test('go along with a request to their shard, and only they', async () => {
    const store = storeOf();
    for (let second = 0; second < 59; second++) {
      for (const slug of ['a', 'b']) void counter.hold(slug, store.add);
      await pass(1000);
    }
    expect(counter.takeDue(() => true)).toEqual([]);
    await pass(1000);
    const taken = counter.takeDue((slug) => slug === 'a');
    expect(taken).toEqual([{ slug: 'a', count: 59, last: '2026-01-31T12:00:58.000Z' }]);
    await pass(KEEP_MS);
    expect(store.all()).toEqual({ b: 59 });
  });

  test('are held again if the request fails', async () => {
    const store = storeOf();
    void counter.hold('a', store.add);
    now += MINUTE;
    counter.putBack(counter.takeDue(() => true));
    void counter.hold('a', store.add);
    await pass(MINUTE);
    expect(store.all()).toEqual({ a: 2 });
  });
});

test('a reader gets the clicks on one link written, and no others', async () => {
  const store = storeOf();
  for (const slug of ['a', 'b', 'a']) void counter.hold(slug, store.add);
  expect(await counter.flush(store.add, (slug) => slug === 'a')).toBe(true);
  expect(store.all()).toEqual({ a: 2 });
  await pass(KEEP_MS);
  expect(store.all()).toEqual({ a: 2, b: 1 });
});

describe('a store that refuses', () => {
  test('gets the refused clicks again, and only these', async () => {
    const store = storeOf((clicks, call) => (call < 3 ? clicks.filter(({ slug }) => slug === 'b') : []));
    for (const slug of ['a', 'b']) void counter.hold(slug, store.add);
    await pass(KEEP_MS + 3000);
    expect(store.all()).toEqual({ a: 1, b: 1 });
    expect(store.calls).toHaveLength(3);
  });

  test('loses no click if it is away for long, or throws', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const store = storeOf((_, call) => (call <= 3 ? new Error('away') : []));
    void counter.hold('a', store.add);
    await pass(30_000);
    expect(store.counts.size).toBe(0);
    expect(counter.hold('a', store.add)).not.toBe(null);
    await pass(KEEP_MS);
    expect(store.all()).toEqual({ a: 2 });
    vi.restoreAllMocks();
  });
});

test('a keeper that has died with its request does not stop the others', async () => {
  const store = storeOf();
  expect(counter.hold('a', store.add)).not.toBe(null);
  waits.length = 0;
  now += HANDOVER_MS - 1;
  expect(counter.hold('a', store.add)).toBe(null);
  now += 1;
  expect(counter.hold('a', store.add)).not.toBe(null);
  await pass(KEEP_MS);
  expect(store.all()).toEqual({ a: 3 });
});

test('clicks of other links that were refused, or are of days before, stay where they are', async () => {
  const store = storeOf();
  const last = '2026-01-30T12:00:00.000Z';
  counter.putBack([
    { slug: 'a', count: 1, last },
    { slug: 'b', count: 2, last },
  ]);
  expect(counter.takeDue(() => true)).toEqual([]);
  expect(await counter.flush(store.add, (slug) => slug === 'a')).toBe(true);
  now += MINUTE;
  expect(counter.takeDue((slug) => slug === 'a')).toEqual([]);
  expect(counter.takeDue(() => true)).toEqual([{ slug: 'b', count: 2, last }]);
  expect([await counter.flush(store.add), store.calls.length, counter.takeDue(() => true)]).toEqual([true, 1, []]);
});

test('a store that refuses a reader’s clicks has them again', async () => {
  const store = storeOf((clicks, call) => (call === 1 ? clicks : []));
  void counter.hold('a', store.add);
  expect([await counter.flush(store.add), await counter.flush(store.add)]).toEqual([false, true]);
  expect(store.all()).toEqual({ a: 1 });
});

test('in a busy isolate, a slug is expected for as long as a click may wait', async () => {
  const store = storeOf();
  counter.expects('a');
  await pass(MINUTE - KEEP_MS - 1);
  counter.expects('b');
  await pass(KEEP_MS);
  void counter.hold('c', store.add);
  expect([counter.expects('a'), counter.expects('b')]).toEqual([true, true]);
  await pass(KEEP_MS);
  expect(counter.expects('b')).toBe(false);
});

test('a clock that is set back begins a new keeper', () => {
  void counter.hold('a', storeOf().add);
  now -= HANDOVER_MS - 1;
  expect(counter.hold('a', storeOf().add)).toBe(null);
  now -= 1;
  expect(counter.hold('a', storeOf().add)).not.toBe(null);
});

test('a store that refuses is asked again after a second, and after two more', async () => {
  const store = storeOf((clicks) => clicks);
  void counter.hold('a', store.add);
  const calls: number[] = [];
  for (const elapsed of [KEEP_MS - 1, 1, 999, 1, 1999, 1, MINUTE]) {
    await pass(elapsed);
    calls.push(store.calls.length);
  }
  expect(calls).toEqual([0, 1, 1, 2, 2, 3, 3]);
});

test('ten thousand slugs are remembered', () => {
  counter.expects('a');
  for (let index = 1; index < 10_000; index++) counter.expects(`s${index}`);
  expect(counter.expects('a')).toBe(true);
});

test('an isolate is busy for as long as a request keeps clicks', () => {
  counter.expects('a');
  void counter.hold('a', storeOf().add);
  now += KEEP_MS;
  expect(counter.expects('a')).toBe(false);
});

test('without a clock of a test, a keeper waits for the delay', async () => {
  vi.useFakeTimers({ now });
  const store = storeOf();
  const kept = new ClickCounter(50, Date.now).hold('a', store.add);
  await vi.advanceTimersByTimeAsync(49);
  expect(store.calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await kept;
  expect(store.all()).toEqual({ a: 1 });
  vi.useRealTimers();
});
