/**
 * The library beside the platform's `URL` and five packages: each candidate in a process of its own, taking turns on
 * the same links. Ratios come first, because times depend on the machine.
 */
import type { ChildProcess } from 'node:child_process';
import { forkCompiled } from './compiled.ts';
import type { Ready, Timed } from './measure.ts';
import type { Table } from './table.ts';
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

/** A candidate at one task, in its process. */
interface Runner {
  readonly name: string;
  readonly child: ChildProcess;
  readonly failures: number;
  /** Of the rounds, in nanoseconds a call. */
  readonly times: number[];
}

/** Starts a process and waits until it is warm; `null` = the candidate does not have the task. */
async function start(task: string, name: string): Promise<Runner | null> {
  const child = forkCompiled('measure.ts', [task, name]);
  const { ready, failures } = await reply<Ready>(child);
  return ready ? { name, child, failures, times: [] } : null;
}

/** Measures one task with all candidates, turn by turn. */
async function measure(task: string): Promise<readonly Result[]> {
  // All warm up at once, which takes half of the time on two cores: each does so for some time of the processor.
  const started = await Promise.all(Object.keys(candidates).map((name) => start(task, name)));
  const runners = started.filter((runner) => runner !== null);
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
    atMost('canonicalize, mixed', mixed, 1),
    { name: 'canonicalize, mixed', wanted: 'at least 5 × faster than fast-uri', measured: faster, met: faster >= 5 },
    atMost('canonicalize, already canonical', 'canonicalize, already canonical', 0.75),
    atMost('resolve', 'resolve', 1.05),
  ];
}

/** Measures every task whose name has a word, and prints what is reached. */
export async function benchLibrary(word = ''): Promise<Table> {
  const results: Result[] = [];
  for (const task of tasks.filter((name) => name.includes(word))) results.push(...(await measure(task)));
  if (word === '') {
    for (const { name, wanted, measured, met } of targetsOf(results)) {
      console.log(`${met ? 'met   ' : 'missed'}  ${name.padEnd(34)}${measured.toFixed(2).padStart(8)}  ${wanted}`);
    }
  }
  return tableOf(results);
}

/** One row for each task: times relative to native `URL`, and the nanoseconds of a link. */
function tableOf(results: readonly Result[]): Table {
  const names = [...new Set(results.map(({ candidate }) => candidate))];
  const cell = (task: string, name: string): string => {
    const found = results.find(({ task: own, candidate }) => own === task && candidate === name);
    if (found === undefined) return '—';
    const { nanoseconds, ratio, failures } = found;
    const time = `${Math.round(nanoseconds).toLocaleString('en')} ns`;
    const refused = failures === 0 ? '' : `, ${failures} refused`;
    return ratio === null ? time + refused : `${ratio.toFixed(2)} (${time}${refused})`;
  };
  const own = [...new Set(results.map(({ task }) => task))];
  return {
    about: `Time of a link, its result written to memory, relative to native \`URL\`, medians of ${ROUNDS} rounds, Node ${process.version}.`,
    head: ['× native', ...names],
    rows: own.map((task) => [task, ...names.map((name) => cell(task, name))]),
  };
}
