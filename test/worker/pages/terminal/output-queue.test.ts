/** Output that waits for the screen: its order, its pace, what is left out, and that each part counts as taken once. */
import { expect, test } from 'vitest';
import { FRAME_COST } from '../../../../worker/pages/terminal/browser/output-cost.ts';
import { OutputQueue } from '../../../../worker/pages/terminal/browser/output-queue.ts';

/** A part of the tests is two slices, and a frame takes four of them. */
const COST = FRAME_COST / 4;

/** A queue on a screen that takes nothing until `show` is called, in a window whose frames come with `frame`. */
function slowScreen() {
  const written: string[] = [];
  const shown: (() => void)[] = [];
  const taken: number[] = [];
  const frames: (() => void)[] = [];
  const queue = new OutputQueue(
    {
      slices: ([number]) => ['a', 'b'].map((half) => ({ text: `${number}${half}`, cost: COST })).values(),
      write(text, done) {
        if (text !== '') written.push(text);
        shown.push(done);
      },
    },
    (run) => frames.push(run),
  );
  return {
    ...{ queue, written, taken },
    add: (number: number) => queue.add(Uint8Array.of(number), () => taken.push(number)),
    show: () => {
      for (const done of shown.splice(0)) done();
    },
    frame: () => {
      for (const run of frames.splice(0)) run();
    },
  };
}

test('the screen gets what it can show in a frame, and goes on with the next', () => {
  const { queue, written, taken, add, show, frame } = slowScreen();
  for (const number of [1, 2, 3]) add(number);
  expect(written).toEqual(['1a', '1b', '2a', '2b']);
  show();
  expect([written.length, taken]).toEqual([4, [1]]);
  frame();
  expect(written).toEqual(['1a', '1b', '2a', '2b', '3a', '3b']);
  expect(queue.isEmpty).toBe(false);
  show();
  expect(taken).toEqual([1, 2, 3]);
  expect(queue.isEmpty).toBe(true);
});

test('a screen that is slower than its frames gets nothing more', () => {
  const { written, add, show, frame } = slowScreen();
  for (const number of [1, 2, 3]) add(number);
  frame();
  frame();
  expect(written).toEqual(['1a', '1b', '2a', '2b']);
  show();
  expect(written).toEqual(['1a', '1b', '2a', '2b', '3a', '3b']);
});

test('what the screen does not have is left out, and counts as taken once', () => {
  const { queue, written, taken, add, show, frame } = slowScreen();
  for (const number of [1, 2, 3, 4]) add(number);
  queue.clear();
  expect([taken, queue.isEmpty]).toEqual([[2, 3, 4], false]);
  add(5);
  show();
  frame();
  show();
  expect(written).toEqual(['1a', '1b', '2a', '2b', '5a', '5b']);
  expect(taken).toEqual([2, 3, 4, 1, 5]);
  expect(queue.isEmpty).toBe(true);
});
