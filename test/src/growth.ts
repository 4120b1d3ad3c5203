/**
 * That the time for something grows no faster than its size, on any machine: two sizes are compared with each
 * other, never with a clock. Time is that of the processor, for this thread alone: what else the machine does is not
 * in it.
 */
import { expect } from 'vitest';

/** Below so many microseconds, collected garbage is all that a measurement shows. */
const FLOOR = 1000;

/** Caches and collected garbage only ever add time, so more rounds come nearer to the truth. A quadratic pass stays one. */
const [FEWEST_ROUNDS, MOST_ROUNDS] = [2, 30];

/** Eight times the size may take this many times as long: linear with a wide margin, where quadratic would be 64. */
const [STEP, LIMIT] = [8, 24];

/** Processor time of one run, in microseconds. */
function cost(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

/**
 * Fails where the time grows faster than the size.
 *
 * @param prepare - makes the work of a size; the making does not count
 */
export function expectLinear(size: number, prepare: (size: number) => () => void): void {
  const [small, large] = [prepare(Math.floor(size / STEP)), prepare(size)];
  let [fastestSmall, fastestLarge] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const grows = () => fastestLarge >= LIMIT * Math.max(fastestSmall, FLOOR);
  for (let round = 0; round < FEWEST_ROUNDS || (round < MOST_ROUNDS && grows()); round++) {
    fastestSmall = Math.min(fastestSmall, cost(small));
    fastestLarge = Math.min(fastestLarge, cost(large));
  }
  expect(fastestLarge).toBeLessThan(LIMIT * Math.max(fastestSmall, FLOOR));
}
