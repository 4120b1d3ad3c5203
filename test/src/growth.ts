/**
 * Checks on any machine that time grows no faster than the size of the input. It does the same amount of work in one
 * large piece and in small pieces, and compares the two times with each other, not with a limit in milliseconds.
 */
import { expect } from 'vitest';

/** The number of small pieces. Quadratic work takes this many times longer in one large piece. */
const PIECES = 8;

/** Linear work takes about the same time in one piece and in many. */
const MOST = 3;

/** Times below this, in milliseconds, are mostly garbage collection. */
const FLOOR = 8;

/**
 * Other work on the machine only adds time, so the minimum of more rounds is more accurate. Quadratic work stays
 * quadratic.
 */
const [FEWEST_ROUNDS, MOST_ROUNDS] = [2, 40];

function milliseconds(work: () => void, times: number): number {
  const start = performance.now();
  for (let count = 0; count < times; count++) work();
  return performance.now() - start;
}

/**
 * Fails if the time grows faster than the size.
 *
 * @param prepare - makes the work for a size; preparing is not timed
 */
export function expectLinear(size: number, prepare: (size: number) => () => void): void {
  const [small, large] = [prepare(Math.floor(size / PIECES)), prepare(size)];
  let [inPieces, atOnce] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const limit = () => MOST * Math.max(inPieces, FLOOR);
  for (let round = 0; round < FEWEST_ROUNDS || (round < MOST_ROUNDS && atOnce >= limit()); round++) {
    inPieces = Math.min(inPieces, milliseconds(small, PIECES));
    atOnce = Math.min(atOnce, milliseconds(large, 1));
  }
  expect(atOnce).toBeLessThan(limit());
}
