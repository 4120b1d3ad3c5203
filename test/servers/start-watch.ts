/**
 * How long `npm start` waits for the Worker: as long as it works. A loaded machine may need minutes for what takes
 * seconds elsewhere, so the time alone says nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOf, descendantsOf } from '../processes.ts';

/** What is watched, and the clock. */
export interface StartedWorker {
  readonly isRunning: () => boolean;
  /** Whether it answers requests. */
  readonly isReady: () => Promise<boolean>;
  /** Its CPU time so far, in seconds, with that of the processes it has started; `null` = not known on this machine. */
  readonly work: () => number | null;
  /** Milliseconds from any point in time on. */
  readonly now?: () => number;
  readonly pause?: () => Promise<unknown>;
  /** Tells the user what is going on. */
  readonly say: (sentence: string) => void;
}

/** The CPU time that counts as work, in seconds: more than an idle process uses up to {@link STAND_STILL_MS}. */
export const LEAST_WORK = 1;

/** How long a Worker may do nothing, in milliseconds. */
export const STAND_STILL_MS = 60_000;

/** How often the user is told that the Worker still starts, in milliseconds. */
export const NOTICE_MS = 30_000;

const PAUSE_MS = 200;

/**
 * Waits until the Worker answers: `ready`. It `ended` if its process did, and `still` says that it runs and does
 * nothing. Where its work is not known, it has the time that it takes.
 */
export async function watchStart(worker: StartedWorker): Promise<'ready' | 'ended' | 'still'> {
  const { now = () => performance.now(), pause = () => sleep(PAUSE_MS) } = worker;
  const start = now();
  let told = start;
  let worked = start;
  let done = worker.work();
  while (worker.isRunning()) {
    if (await worker.isReady()) return 'ready';
    const work = worker.work();
    // It may also become less: a process that has ended is not counted any more.
    if (work === null || done === null || Math.abs(work - done) >= LEAST_WORK) {
      done = work;
      worked = now();
    }
    if (now() - worked >= STAND_STILL_MS) return 'still';
    if (now() - told >= NOTICE_MS) {
      told = now();
      worker.say(`The Worker has been starting for ${Math.round((told - start) / 1000)} seconds. Ctrl-C ends it.`);
    }
    await pause();
  }
  return 'ended';
}

/** The CPU time of a process and of all that it has started, in seconds; `null` = not known. */
export function workOf(pid: number | undefined): number | null {
  if (pid === undefined || process.platform !== 'linux') return null;
  try {
    return [pid, ...descendantsOf(pid)].reduce((sum, process) => sum + cpuOf(process), 0) / 1_000_000;
  } catch {
    // One of them has ended meanwhile, or the system does not tell.
    return null;
  }
}
