/** Work that is spread over animation frames: how much a frame has, whose turn it is, and what a text costs. */
import { expect, test } from 'vitest';
import { FramePace, layoutCost, PACE_COST } from '../../../../worker/pages/terminal/browser/frame-pace.ts';

/** A pace whose frames come with `frame`, and what was done, by names. */
function pace() {
  const done: string[] = [];
  const frames: (() => void)[] = [];
  const paced = new FramePace((run) => frames.push(run));
  return {
    ...{ paced, done },
    add: (name: string, cost: number) =>
      paced.add(name, () => {
        done.push(name);
        return cost;
      }),
    frame: () => {
      for (const run of frames.splice(0)) run();
      return frames.length;
    },
  };
}

test('a frame does what it has time for, at once, and the next goes on', () => {
  const { done, add, frame } = pace();
  add('a', PACE_COST - 1);
  add('b', 1);
  add('c', PACE_COST);
  add('d', 1);
  expect(done).toEqual(['a', 'b']);
  frame();
  expect(done).toEqual(['a', 'b', 'c']);
  frame();
  expect(done).toEqual(['a', 'b', 'c', 'd']);
  // A frame in which nothing was done asks for no other.
  expect([frame(), frame()]).toEqual([0, 0]);
  add('e', 1);
  expect(done.at(-1)).toBe('e');
});

test('each job has its turn, however often the first ones come again', () => {
  const { done, add, frame } = pace();
  for (let time = 0; time < 4; time++) {
    for (const name of ['a', 'b', 'c']) add(name, PACE_COST / 2);
    frame();
  }
  expect(done.join('')).toBe('abcabcabca');
});

test('a job that waits is replaced', () => {
  const { paced, done, add, frame } = pace();
  add('a', PACE_COST);
  paced.add('b', () => {
    throw new Error('It is old.');
  });
  add('b', 1);
  frame();
  expect(done).toEqual(['a', 'b']);
});

test('jobs that add themselves again end with the frame', () => {
  const { paced, frame } = pace();
  let times = 0;
  const job = (): number => {
    times += 1;
    paced.add('a', job);
    return PACE_COST / 4;
  };
  paced.add('a', job);
  expect(times).toBe(4);
  frame();
  expect(times).toBe(8);
});

test('a job that fails stops no other', () => {
  const { paced, done, add, frame } = pace();
  add('a', PACE_COST);
  paced.add('b', () => {
    throw new Error('It fails.');
  });
  add('c', 1);
  expect(() => frame()).toThrow('It fails.');
  frame();
  expect(done).toEqual(['a', 'c']);
});

test.each([
  ['', 1],
  ['a\u0378\u03a2', 3],
  ['plain text, žluťoučký, Ελληνικά, кириллица, “quotes” …', 1],
  ['═══ ▀▄█ ░▒▓', 1],
  ['漢字', 3],
  ['אב', 3],
  ['👩‍👧', 4],
])('%j costs %i', (text, cost) => {
  expect(layoutCost(text)).toBe(cost);
});
