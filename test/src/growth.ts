/**
 * Checks that hostile input costs time in proportion to its size. `npm test` only reads the input, which must not fail
 * or hang. `npm run growth` does the same amount of work in one large piece and in small pieces, and compares the
 * processor times of the thread, which other programs do not change. So no test of `npm test` depends on a clock.
 */
import { expect } from 'vitest';

/** Whether times are compared. */
const MEASURED = process.env.GROWTH === 'on';

/** The number of small pieces. Quadratic work takes this many times longer in one large piece. */
const PIECES = 8;

/** Linear work takes about the same time in one piece and in many. */
const MOST = 3;

/** Times below this, in milliseconds, are mostly garbage collection. */
const FLOOR = 8;

/** The minimum of more rounds is more accurate. Quadratic work stays quadratic. */
const ROUNDS = 40;

/** The processor time of the thread for some work, in milliseconds. */
function milliseconds(work: () => void, times: number): number {
  const start = process.threadCpuUsage();
  for (let count = 0; count < times; count++) work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/**
 * Fails if the time grows faster than the size.
 *
 * @param prepare - makes the work for a size; preparing is not timed
 */
export function expectLinear(size: number, prepare: (size: number) => () => void): void {
  const large = prepare(size);
  if (!MEASURED) {
    large();
    return;
  }
  const small = prepare(Math.floor(size / PIECES));
  let [inPieces, atOnce] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const limit = () => MOST * Math.max(inPieces, FLOOR);
  for (let round = 0; round < ROUNDS && atOnce >= limit(); round++) {
    inPieces = Math.min(inPieces, milliseconds(small, PIECES));
    atOnce = Math.min(atOnce, milliseconds(large, 1));
  }
  expect(atOnce).toBeLessThan(limit());
}
