/** Work at the same time, with results in order. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inOrder } from '../../../bin/network/in-order.ts';
import fc, { runs } from '../../fast-check.ts';

async function* itemsOf(count: number, read: (index: number) => void = () => {}): AsyncGenerator<number> {
  for (let index = 0; index < count; index++) {
    read(index);
    yield index;
  }
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test('results are in the order of the items, whatever the work takes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), async (waits, most) => {
      let working = 0;
      let peak = 0;
      const work = async (index: number) => {
        peak = Math.max(peak, ++working);
        for (let turns = waits[index] ?? 0; turns > 0; turns--) await Promise.resolve();
        working--;
        return index;
      };
      expect(await collected(inOrder(itemsOf(waits.length), work, most))).toEqual(waits.map((_, index) => index));
      expect(peak).toBeLessThanOrEqual(most);
    }),
    runs(),
  );
});

test('a result comes as soon as those before it are there, while the next item is still awaited', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const items = (async function* () {
    yield 1;
    await promise;
    yield 2;
  })();
  const results = inOrder(items, async (item) => item, 10);
  expect(await results.next()).toEqual({ done: false, value: 1 });
  resolve();
  expect(await results.next()).toEqual({ done: false, value: 2 });
  expect((await results.next()).done).toBe(true);
});

test('no more items are read than may be in work', async () => {
  let read = 0;
  const results = inOrder(
    itemsOf(100, () => read++),
    () => sleep(5),
    4,
  );
  await results.next();
  expect(read).toBeLessThanOrEqual(4 + 2);
  await results.return();
});

test('an error of the items comes after the results of those before it', async () => {
  const items = (async function* () {
    yield 1;
    throw new Error('unreadable');
  })();
  const results = inOrder(
    items,
    async (item) => {
      await sleep(20);
      return item;
    },
    1,
  );
  expect(await results.next()).toEqual({ done: false, value: 1 });
  await expect(results.next()).rejects.toThrow('unreadable');
});
