/**
 * That the time for something grows no faster than its size, on any machine: the same amount of work is done in large
 * and in small pieces, and the two times are compared with each other, never with a limit in milliseconds.
 */
import { expect } from 'vitest';

/** The small pieces are this much smaller, and as many. Quadratic work takes this many times longer in one large piece. */
const PIECES = 8;

/** Linear work takes about the same time in one piece and in many. */
const MOST = 3;

/** Below so many milliseconds, collected garbage is all that a clock shows. */
const FLOOR = 8;

/**
 * What else the machine does only ever adds time, so more rounds come nearer to the truth. Work that is quadratic stays
 * quadratic.
 */
const [FEWEST_ROUNDS, MOST_ROUNDS] = [2, 40];

function milliseconds(work: () => void, times: number): number {
  const start = performance.now();
  for (let count = 0; count < times; count++) work();
  return performance.now() - start;
}

/**
 * Fails where the time grows faster than the size.
 *
 * @param prepare - makes the work of a size; the making does not count
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
