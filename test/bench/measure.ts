/**
 * The process that measures one candidate at one task. It prepares, warms up, says that it is ready, and then
 * times a pass whenever its parent asks, so that candidates take turns and suffer the same disturbances.
 */
import { prepare } from './tasks.ts';

/** Shortest pass, in milliseconds: below it the clock and the scheduler would show. */
const PASS = 25;
/** Warm-up, in milliseconds of CPU time: on a busy machine, less of it leaves code that is not yet optimized. */
const WARM_UP = 1000;

export interface Ready {
  readonly ready: boolean;
  /** Calls that failed, in one pass. */
  readonly failures: number;
}

export interface Timed {
  /** CPU time of a call in nanoseconds: the machine may do other things. */
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
  const started = process.cpuUsage();
  const warmUp = (): number => {
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  };
  let passes = 0;
  while (passes < 3 || warmUp() < WARM_UP) {
    failures = 0;
    pass();
    passes++;
  }
  // No `gc()` before a round: it would leave new objects little room, and `explain` would take 4 × as long.
  process.on('message', () => {
    let sum = 0;
    let rounds = 0;
    const start = process.cpuUsage();
    let elapsed = 0;
    do {
      sum += pass();
      rounds++;
      const { user, system } = process.cpuUsage(start);
      elapsed = (user + system) * 1000;
    } while (elapsed < PASS * 1_000_000);
    send({ nanoseconds: elapsed / (rounds * size), sum });
  });
  send({ ready: true, failures });
}
