/** Output that waits for the screen: the order, what is left out, and that every part counts as taken once. */
import { expect, test } from 'vitest';
import { OutputQueue } from '../../../../worker/pages/terminal/browser/output-queue.ts';

/** A queue on a screen that shows nothing until `show` is called. */
function slowScreen() {
  const written: number[] = [];
  const shown: (() => void)[] = [];
  const taken: number[] = [];
  const queue = new OutputQueue((octets, done) => {
    written.push(octets[0] ?? 0);
    shown.push(done);
  });
  return {
    ...{ queue, written, taken },
    add: (number: number) => queue.add(new Uint8Array(64 * 1024).fill(number), () => taken.push(number)),
    show: () => shown.shift()?.(),
  };
}

test('the screen gets 128 KiB at once, and the next part when it shows one', () => {
  const { queue, written, taken, add, show } = slowScreen();
  for (const number of [1, 2, 3, 4]) add(number);
  expect([written, taken]).toEqual([[1, 2], []]);
  show();
  expect([written, taken]).toEqual([[1, 2, 3], [1]]);
  for (let times = 0; times < 3; times++) show();
  expect(taken).toEqual([1, 2, 3, 4]);
  expect(queue.isEmpty).toBe(true);
});

test('what the screen does not have is left out, and counts as taken', () => {
  const { queue, written, taken, add, show } = slowScreen();
  for (const number of [1, 2, 3, 4]) add(number);
  queue.clear();
  expect([written, taken, queue.isEmpty]).toEqual([[1, 2], [3, 4], false]);
  add(5);
  for (let times = 0; times < 3; times++) show();
  expect([written, taken]).toEqual([
    [1, 2, 5],
    [3, 4, 1, 2, 5],
  ]);
  expect(queue.isEmpty).toBe(true);
});
