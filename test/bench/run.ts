/**
 * `npm run bench`: the library beside the platform's `URL` and four packages, each in a process of its own, taking
 * turns on the same corpus. Prints medians, ratios and the figures that must be reached; `--json` prints data. A word
 * after `--` takes only the tasks whose name has it, or the look-up of routes for `routes`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Ready, Timed } from './measure.ts';
import { candidates, tasks } from './tasks.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);

interface Result {
  readonly task: string;
  readonly candidate: string;
  /** Median over the rounds, in nanoseconds a call. */
  readonly nanoseconds: number;
  /** Time relative to native `URL` at the same task; `null` where there is none. */
  readonly ratio: number | null;
  /** Links that the candidate does not take. */
  readonly failures: number;
}

interface Target {
  readonly name: string;
  readonly wanted: string;
  readonly measured: number;
  readonly met: boolean;
}

function reply<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`the measuring process ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (message: Message) => {
      child.off('exit', ended);
      resolve(message);
    });
  });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** Measures one task with all candidates, turn by turn. */
async function measure(task: string): Promise<readonly Result[]> {
  const runners: { name: string; child: ChildProcess; failures: number; times: number[] }[] = [];
  for (const name of Object.keys(candidates)) {
    const child = fork(join(import.meta.dirname, 'measure.ts'), [task, name], {
      execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
    });
    const { ready, failures } = await reply<Ready>(child);
    if (ready) runners.push({ name, child, failures, times: [] });
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { child, times } of runners) {
      const answer = reply<Timed>(child);
      child.send('pass');
      times.push((await answer).nanoseconds);
    }
  }
  for (const { child } of runners) child.disconnect();
  const native = runners.find(({ name }) => name === 'native');
  return runners.map(({ name, failures, times }) => ({
    task,
    candidate: name,
    nanoseconds: median(times),
    // Ratios are taken round by round, because both sides of a round share the state of the machine.
    ratio: native ? median(times.map((time, round) => time / (native.times[round] ?? Number.NaN))) : null,
    failures,
  }));
}

function targetsOf(results: readonly Result[]): readonly Target[] {
  const find = (task: string, candidate: string): Result | undefined =>
    results.find((result) => result.task === task && result.candidate === candidate);
  const atMost = (name: string, task: string, limit: number): Target => {
    const measured = find(task, 'waypost')?.ratio ?? Number.NaN;
    return { name, wanted: `at most ${limit} × native`, measured, met: measured <= limit };
  };
  const mixed = 'canonicalize, mixed';
  const faster =
    (find(mixed, 'fast-uri')?.nanoseconds ?? Number.NaN) / (find(mixed, 'waypost')?.nanoseconds ?? Number.NaN);
  return [
    atMost('canonicalize, mixed', mixed, 0.9),
    { name: 'canonicalize, mixed', wanted: 'at least 8 × faster than fast-uri', measured: faster, met: faster >= 8 },
    atMost('canonicalize, already canonical', 'canonicalize, already canonical', 0.5),
    atMost('resolve', 'resolve', 1.0),
  ];
}

function print(results: readonly Result[]): void {
  for (const task of new Set(results.map((result) => result.task))) {
    console.log(`\n${task.padEnd(36)}${'ns a link'.padStart(12)}${'× native'.padStart(12)}${'refused'.padStart(12)}`);
    for (const { candidate, nanoseconds, ratio, failures } of results.filter((result) => result.task === task)) {
      const cells = [
        nanoseconds.toFixed(0),
        ratio === null ? '' : ratio.toFixed(2),
        failures === 0 ? '' : String(failures),
      ];
      console.log(`  ${candidate.padEnd(34)}${cells.map((cell) => cell.padStart(12)).join('')}`);
    }
  }
}

const json = process.argv.includes('--json');
const only = process.argv.slice(2).find((argument) => !argument.startsWith('-'));
const results: Result[] = [];
for (const task of tasks.filter((name) => only === undefined || name.includes(only))) {
  const measured = await measure(task);
  results.push(...measured);
  if (!json) print(measured);
}
const targets = only === undefined ? targetsOf(results) : [];
if (json) console.log(JSON.stringify({ node: process.version, results, targets }, null, 2));
else {
  console.log(`\nNode ${process.version}, ${ROUNDS} rounds, medians`);
  for (const { name, wanted, measured, met } of targets) {
    console.log(`${met ? 'met   ' : 'missed'}  ${name.padEnd(34)}${measured.toFixed(2).padStart(8)}  ${wanted}`);
  }
}

// The Worker and its parts, one after the other. Each bench is loaded when its turn comes.
if ((only === undefined || only === 'routes') && !json) await (await import('./routes.ts')).benchRoutes();
if (only === undefined && !json) {
  await (await import('./worker.ts')).benchWorker();
  await (await import('./links.ts')).benchLinks();
  await (await import('./gopher.ts')).benchGopher();
  await (await import('./ftp.ts')).benchFtp();
  await (await import('./news.ts')).benchNews();
}
