/** The wait of `npm start`: as long as the Worker works, however long that takes. No test waits itself. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { cpuOf } from '../processes.ts';
import { LEAST_WORK, NOTICE_MS, STAND_STILL_MS, type StartedWorker, watchStart, workOf } from './start-watch.ts';

const SECOND = 1000;

/** Watches a Worker whose state depends on the time alone, in milliseconds; a pause takes a second of it. */
async function watched(state: {
  readonly work: (time: number) => number | null;
  readonly readyAt?: number;
  readonly endsAt?: number;
}) {
  let time = 0;
  const said: string[] = [];
  const worker: StartedWorker = {
    isRunning: () => time < (state.endsAt ?? Number.POSITIVE_INFINITY),
    isReady: async () => time >= (state.readyAt ?? Number.POSITIVE_INFINITY),
    work: () => state.work(time),
    now: () => time,
    pause: async () => {
      time += SECOND;
    },
    say: (sentence) => void said.push(sentence),
  };
  return { end: await watchStart(worker), time, said };
}

const HOUR = 3600 * SECOND;

test('a start that makes slow progress is waited for, and the user hears of it', async () => {
  // Just as much work as counts, in just less than the time that it has.
  const steps = (time: number) => LEAST_WORK * Math.floor(time / (STAND_STILL_MS - SECOND));
  const { end, time, said } = await watched({ work: steps, readyAt: HOUR });
  expect([end, time]).toEqual(['ready', HOUR]);
  expect(said).toHaveLength(HOUR / NOTICE_MS - 1);
  expect(said[0]).toBe('The Worker has been starting for 30 seconds. Ctrl-C ends it.');
});

test('a start that stands still is given up, whatever an idle process does', async () => {
  const idle = (time: number) => (LEAST_WORK * 0.99 * time) / STAND_STILL_MS;
  expect(await watched({ work: idle })).toMatchObject({ end: 'still', time: STAND_STILL_MS });
  expect(await watched({ work: () => 7 })).toMatchObject({ end: 'still', time: STAND_STILL_MS });
});

test('a start that stands still after work has the whole time again', async () => {
  const until = (time: number) => (time < 100 * SECOND ? time / SECOND : 100);
  expect(await watched({ work: until })).toMatchObject({ end: 'still', time: 100 * SECOND + STAND_STILL_MS });
});

test('a process that has ended beside it is progress', async () => {
  const ending = (time: number) => (time < 30 * SECOND ? 5 : 2);
  expect(await watched({ work: ending })).toMatchObject({ end: 'still', time: 30 * SECOND + STAND_STILL_MS });
});

test('a Worker whose work is not known has the time that it takes', async () => {
  expect(await watched({ work: () => null, readyAt: HOUR })).toMatchObject({ end: 'ready', time: HOUR });
});

test('a Worker that is ready at once says nothing, and one that ends is not waited for', async () => {
  expect(await watched({ work: () => 0, readyAt: 0 })).toEqual({ end: 'ready', time: 0, said: [] });
  expect(await watched({ work: () => 0, endsAt: 5 * SECOND })).toMatchObject({ end: 'ended', time: 5 * SECOND });
});

test.runIf(process.platform === 'linux')('work is that of the process and of what it has started', async () => {
  // The child ends with its parent, whose pipe it reads. It uses more than its parent, which only starts it.
  const busy =
    'for (const end = performance.now() + 500; performance.now() < end; ) {} console.log(process.pid); process.stdin.resume()';
  const stdio = '["pipe", "inherit", "inherit"]';
  const script = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(busy)}], { stdio: ${stdio} })`;
  const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [child] = await once(parent.stdout, 'data');
  const least = cpuOf(Number(child)) / 1_000_000;
  const work = workOf(parent.pid);
  parent.kill();
  expect(least).toBeGreaterThan(0);
  expect(work).toBeGreaterThanOrEqual(least);
  expect(workOf(undefined)).toBe(null);
});
