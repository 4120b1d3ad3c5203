/**
 * That the time for something grows no faster than its size, on any machine: two sizes are compared with each
 * other, never with a clock.
 */
import { expect } from 'vitest';

/** A machine that is busy with something else is asked again; a quadratic pass stays one. */
export const patience = { retry: 5 };

/** Below so many milliseconds, collected garbage is all that a clock shows. */
const FLOOR = 1;

/** The fastest of several runs, in milliseconds: what the machine does besides only ever adds. */
function fastest(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...times);
}

/**
 * Fails where the time grows faster than the size. Eight times the size may take up to 24 times as long: linear
 * with a wide margin, while a quadratic pass would take 64 times.
 *
 * @param prepare - makes the work of a size; the making does not count
 */
export function expectLinear(size: number, prepare: (size: number) => () => void): void {
  const [small, large] = [prepare(Math.floor(size / 8)), prepare(size)];
  fastest(small);
  expect(fastest(large)).toBeLessThan(24 * Math.max(fastest(small), FLOOR));
}
