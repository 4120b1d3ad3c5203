/** The slices of long work, and the rests between its commits, on the clock of the test. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  BRISK,
  PATIENT,
  type Pace,
  restAfter,
  SLICE,
  Slices,
  STEADY,
  WRITTEN_AT_ONCE,
} from '../../../worker/links/pace.ts';
import { NOW } from './storage.ts';

let waits: number[];
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  waits = [];
  vi.stubGlobal('scheduler', { wait: async (milliseconds: number) => void waits.push(milliseconds) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const PACE: Pace = { part: 1, longest: 5, page: 1, rest: 0, share: 0 };

test.each([
  [{}, 4, [false, false, false, true]],
  [{ part: 1 / 2 }, 4, [false, true]],
  [{ part: Number.POSITIVE_INFINITY }, 1, [false, false, false]],
])('with %j, a slice of %i items is over: %j', async (pace, items, over) => {
  const slices = new Slices(() => ({ ...PACE, ...pace }), items);
  expect(over.map(() => slices.isOver())).toEqual(over);
  await slices.next();
  expect([over.map(() => slices.isOver()), waits]).toEqual([over, [1]]);
});

test('a slice is over after its time', async () => {
  const slices = new Slices(() => PACE, 100);
  const overAfter = (elapsed: number): boolean => {
    vi.setSystemTime(Date.now() + elapsed);
    return slices.isOver();
  };
  expect([overAfter(4), overAfter(1)]).toEqual([false, true]);
  await slices.next();
  expect([overAfter(4), overAfter(1)]).toEqual([false, true]);
});

test('the pace may change in a slice', () => {
  let part = 1;
  const slices = new Slices(() => ({ ...PACE, part }), 10);
  expect(slices.isOver()).toBe(false);
  part = 1 / 5;
  expect(slices.isOver()).toBe(true);
});

test('items are mapped one after the other, with a pause after each slice', async () => {
  const events: string[] = [];
  vi.stubGlobal('scheduler', { wait: async () => void events.push('pause') });
  const results = await new Slices(() => PACE, 2).map([1, 2, 3], async (item) => {
    events.push(`begin ${item}`);
    await Promise.resolve();
    events.push(`end ${item}`);
    return item * 2;
  });
  expect(results).toEqual([2, 4, 6]);
  expect(events).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'pause', 'begin 3', 'end 3']);
});

describe('beside others, a slice', () => {
  /** The items of a slice of at most four, each of which takes a time, after a pause of a time. */
  const itemsOf = async (share: number, paused: number, each: number): Promise<number> => {
    const slices = new Slices(() => ({ ...PACE, longest: 1, share }), 4);
    vi.stubGlobal('scheduler', { wait: async () => void vi.setSystemTime(Date.now() + paused) });
    await slices.next();
    for (let items = 1; ; items++) {
      vi.setSystemTime(Date.now() + each);
      if (slices.isOver()) return items;
    }
  };

  test.each([
    [0, 9, 1, 1],
    [2, 1, 1, 1],
    [2, 3, 1, 4],
    [2, 5, 1, 8],
    [2, 17, 1, 32],
    [2, 100, 1, 32],
    // A clock that stands still.
    [2, 9, 0, 64],
  ])('with the share %i after %i ms, with items of %i ms, has %i', async (share, paused, each, items) => {
    expect(await itemsOf(share, paused, each)).toBe(items);
  });
});

test('a rest is a part of the time of its write, and never nothing', async () => {
  for (const [took, pace] of [
    [256, PATIENT],
    [1, PATIENT],
    [256, STEADY],
  ] as const) {
    await restAfter(Date.now() - took, pace);
  }
  expect(waits).toEqual([128, 1, 1]);
});

test('the figures, which benches have chosen', () => {
  expect([SLICE, WRITTEN_AT_ONCE]).toEqual([{ compared: 300, records: 40, links: 64, indexed: 64, ranges: 1 }, 256]);
  expect([STEADY, PATIENT, BRISK]).toEqual([
    { part: 1, longest: 1, page: 100, rest: 0, share: 0 },
    { part: 1 / 4, longest: 1, page: 12, rest: 0.5, share: 4 },
    { part: Number.POSITIVE_INFINITY, longest: 8, page: 100, rest: 0, share: 0 },
  ]);
});
