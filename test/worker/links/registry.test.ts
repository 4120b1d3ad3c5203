/** The registry of a shard, and the copies that other shards make of it, on the clock of the test. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WideBlock } from '../../../src/links/blocks.ts';
import { LinkShard } from '../../../worker/links/shard.ts';
import { AT, type MemoryState, memoryShard, memoryShards, NOW } from './storage.ts';

const block = (value: string, more: Partial<WideBlock> = {}): WideBlock => {
  return { kind: 'host', value, reason: 'R', at: AT, ...more };
};

let stores: ReturnType<typeof memoryShards>;
let errors: number;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  stores = memoryShards();
  errors = 0;
  vi.spyOn(console, 'error').mockImplementation(() => void errors++);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const shard = (name: string) => stores.stateOf(name).shard;
const settled = ({ work }: MemoryState) => Promise.all(work);

test('the number of shards is chosen once', () => {
  expect(shard('0').registered(null)).toEqual({ shards: null, version: 0, blocks: [] });
  shard('0').chooseShards(4);
  shard('0').chooseShards(5);
  expect(shard('0').registered(null)).toEqual({ shards: 4, version: 0, blocks: [] });
  expect(shard('0').registered(0).blocks).toBe(null);
});

test('each change of the blocks is a version', () => {
  shard('0').block([block('b.example'), block('a.example'), block('a.example', { kind: 'owner' })]);
  shard('0').block([block('b.example', { reason: 'S' })]);
  const blocks = [block('a.example'), block('b.example', { reason: 'S' }), block('a.example', { kind: 'owner' })];
  expect(shard('0').registered(1)).toEqual({ shards: null, version: 2, blocks });
  expect(shard('0').unblock({ kind: 'owner', value: 'b.example' })).toBe(false);
  expect(shard('0').unblock({ kind: 'host', value: 'b.example' })).toBe(true);
  expect(shard('0').registered(2)).toMatchObject({ version: 3, blocks: [blocks[0], blocks[2]] });
});

describe('a shard that hears of a newer version', () => {
  beforeEach(() => {
    shard('0').chooseShards(4);
    shard('0').block([block('a.example'), block('b.example')]);
  });
  const asked = () => stores.calls.filter((call) => call === '0 registered').length;

  test('copies the registry, and asks no more', async () => {
    shard('1').follow('x', 1);
    await settled(stores.stateOf('1'));
    expect(shard('1').registered(null)).toEqual(shard('0').registered(null));
    for (const version of [0, 1]) shard('1').create([], version);
    await settled(stores.stateOf('1'));
    expect(asked()).toBe(1);
    new LinkShard(stores.stateOf('1').context, { LINKS: stores.shards } as never).follow('x', 1);
    await settled(stores.stateOf('1'));
    expect(asked()).toBe(1);
    // At once, because the first shard answered.
    shard('0').block([block('c.example')]);
    shard('1').follow('x', 2);
    await settled(stores.stateOf('1'));
    expect([asked(), shard('1').registered(1).blocks?.length]).toEqual([2, 3]);
  });

  test('has a copy before the first version, too', async () => {
    stores = memoryShards();
    shard('0').chooseShards(4);
    shard('1').follow('x', 0);
    await settled(stores.stateOf('1'));
    expect(shard('1').registered(null)).toEqual({ shards: 4, version: 0, blocks: [] });
    shard('1').follow('x', 0);
    await settled(stores.stateOf('1'));
    expect(asked()).toBe(1);
  });

  test('writes only the blocks that have changed', async () => {
    shard('1').follow('x', 1);
    await settled(stores.stateOf('1'));
    shard('0').unblock(block('a.example'));
    shard('0').block([block('b.example', { reason: 'S' }), block('c.example')]);
    shard('0').block([block('c.example', { at: '2026-02-01T00:00:00.000Z' })]);
    const exec = vi.spyOn(stores.stateOf('1').sql, 'exec');
    shard('1').follow('x', 4);
    await settled(stores.stateOf('1'));
    const writes = exec.mock.calls.filter(([query]) => /INTO blocks|FROM blocks WHERE/.test(query));
    expect(writes.map(([, , value]) => value)).toEqual(['b.example', 'c.example', 'a.example']);
    expect(shard('1').registered(null)).toEqual(shard('0').registered(null));
    exec.mockClear();
    shard('0').block([block('c.example', { at: '2026-02-02T00:00:00.000Z' })]);
    shard('1').follow('x', 5);
    await settled(stores.stateOf('1'));
    expect(exec.mock.calls.filter(([query]) => /INTO blocks/.test(query))).toHaveLength(1);
  });

  test('asks again after a minute if the first shard is away, or knows nothing', async () => {
    stores.before.call = () => {
      throw new Error('away');
    };
    for (const [elapsed, expected] of [
      [0, 1],
      [59_999, 1],
      [1, 2],
    ] as const) {
      vi.advanceTimersByTime(elapsed);
      shard('1').follow('x', 1);
      await settled(stores.stateOf('1'));
      expect([asked(), errors]).toEqual([expected, expected]);
    }
    expect(shard('1').registered(null).shards).toBe(null);
    stores = memoryShards();
    shard('1').follow('x', 1);
    await settled(stores.stateOf('1'));
    expect([shard('1').registered(null), errors]).toEqual([{ shards: null, version: 0, blocks: [] }, 2]);
  });

  test('is not one whose caller knows none', () => {
    shard('0').unblock(block('a.example'));
    const fresh = memoryShard({ LINKS: stores.shards });
    fresh.shard.chooseShards(4);
    fresh.shard.follow('x');
    fresh.shard.create([]);
    expect(fresh.work).toEqual([]);
  });

  test('is the first one itself: its changes are known to it', async () => {
    shard('0').follow('x', 1);
    shard('0').unblock(block('a.example'));
    shard('0').follow('x', 2);
    expect([asked(), stores.stateOf('0').work.length]).toEqual([0, 0]);
  });
});

test.each([
  ['eu', ['eu']],
  [null, []],
  [undefined, []],
])('the first shard is asked where it is: in the jurisdiction %s', async (jurisdiction, expected) => {
  const places: string[] = [];
  const namespace = { ...stores.shards, jurisdiction: (place: string) => places.push(place) && stores.shards };
  const alone = memoryShard({ LINKS: namespace, JURISDICTION: jurisdiction });
  shard('0').chooseShards(4);
  alone.shard.follow('x', 1);
  await settled(alone);
  expect([places, alone.shard.registered(null).shards, errors]).toEqual([expected, 4, 0]);
  const none = memoryShard();
  none.shard.follow('x', 1);
  await settled(none);
  expect([none.shard.registered(null).shards, errors]).toEqual([null, 0]);
});
