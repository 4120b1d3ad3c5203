/**
 * The process that measures one candidate at one task. It prepares, warms up, says that it is ready, and then
 * times a pass whenever its parent asks, so that candidates take turns and suffer the same disturbances.
 */
import { prepare } from './tasks.ts';

/** Shortest pass, in milliseconds: below it the clock and the scheduler would show. */
const PASS = 25;
/** Warm-up, in milliseconds. */
const WARM_UP = 300;

export interface Ready {
  readonly ready: boolean;
  /** Calls that failed, in one pass. */
  readonly failures: number;
}

export interface Timed {
  /** Nanoseconds a call. */
  readonly nanoseconds: number;
  /** What the calls added up to; printed by no one, but it must exist. */
  readonly sum: number;
}

const [task = '', candidate = ''] = process.argv.slice(2);
const prepared = await prepare(task, candidate);
const send = (message: Ready | Timed): void => {
  process.send?.(message);
};

if (prepared === null) {
  send({ ready: false, failures: 0 });
  process.disconnect?.();
} else {
  const { size, call } = prepared;
  let failures = 0;
  const pass = (): number => {
    let sum = 0;
    for (let index = 0; index < size; index++) {
      try {
        sum += call(index);
      } catch {
        failures++;
      }
    }
    return sum;
  };
  const started = performance.now();
  let passes = 0;
  while (passes < 3 || performance.now() - started < WARM_UP) {
    failures = 0;
    pass();
    passes++;
  }
  process.on('message', () => {
    globalThis.gc?.();
    let sum = 0;
    let rounds = 0;
    const start = process.hrtime.bigint();
    let elapsed = 0n;
    do {
      sum += pass();
      rounds++;
      elapsed = process.hrtime.bigint() - start;
    } while (elapsed < BigInt(PASS) * 1_000_000n);
    send({ nanoseconds: Number(elapsed) / (rounds * size), sum });
  });
  send({ ready: true, failures });
}
