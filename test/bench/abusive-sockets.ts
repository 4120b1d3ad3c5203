/**
 * `npm run abusive-sockets`: what 20 clients that abuse the WebSockets of terminals do to others in one workerd, as on
 * self-host. Others press a key every 20 ms. It prints the time to the echo without abuse and with it, and how often
 * the Worker ended an abusive WebSocket; an abuser connects again. It exits with 1 if an echo came more than 250 ms
 * later than the worst one without abuse. Words behind the command choose abuses.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { built } from '../worker/built.ts';
import { startWorkerd } from '../worker/workerd.ts';
import type { AbuseOrder, AbuseReport } from './abusers.ts';
import { ABUSES } from './abuses.ts';
import { median } from './download.ts';
import { figure, markdownOf } from './table.ts';
import { Client, startSource } from './terminal-client.ts';

/** The most by which an echo may come later than without abuse, in milliseconds. */
const LIMIT = 250;
const OTHERS = 5;
const KEY_MS = 20;
const PHASE_MS = Number(process.env.BENCH_PHASE_MS ?? 5000);
/** Echoes that are missing at the end have so long to come, in milliseconds. */
const PATIENCE_MS = 5000;
/** The greeting of the source. */
const GREETING = 2;

/**
 * The milliseconds from each key to its echo, while keys are pressed whatever the echo of the last one does; infinite
 * for an echo that never came.
 */
async function echoesOf({ socket }: Client, phase: number): Promise<readonly number[]> {
  const pressed: number[] = [];
  const echoed: number[] = [];
  const note = (data: Buffer, isBinary: boolean): void => {
    if (isBinary) for (const _ of data) echoed.push(performance.now());
  };
  socket.on('message', note);
  const end = performance.now() + phase;
  while (performance.now() < end) {
    pressed.push(performance.now());
    socket.send(Buffer.from('x'));
    await setTimeout(KEY_MS);
  }
  while (echoed.length < pressed.length && performance.now() < end + PATIENCE_MS) await setTimeout(KEY_MS);
  socket.off('message', note);
  return pressed.map((time, key) => (echoed[key] ?? Number.POSITIVE_INFINITY) - time);
}

const source = await startSource();
const abusers = fork(join(import.meta.dirname, 'abusers.ts'));
const [abusedPort]: unknown[] = await once(abusers, 'message');
const vars = {
  TERMINALS: 'on',
  EGRESS_ALLOW: `localhost:${source.port},localhost:${abusedPort}`,
  // What holds where nobody sets it.
  RATE_LIMITS: 'client=300',
  LOG: 'off',
};
const modules = { waypost: { path: (await built()).module, vars } };

interface Measured {
  readonly without: readonly number[];
  readonly beside: readonly number[];
  readonly report: AbuseReport;
}

/** Measures in a runtime of its own: one that was abused may need minutes for what it has received. */
async function measure(abuse: string): Promise<Measured> {
  const workerd = await startWorkerd(modules);
  const origin = `http://localhost:${workerd.ports.get('waypost')}`;
  const address = `${origin.replace('http', 'ws')}/telnet/localhost:${source.port}/`;
  const others = await Promise.all(Array.from({ length: OTHERS }, () => Client.open(address, { origin })));
  for (const other of others) await other.until(GREETING);
  const echoes = async () => (await Promise.all(others.map((other) => echoesOf(other, PHASE_MS)))).flat();
  const tell = (order: AbuseOrder) => abusers.send(order);
  await echoes();
  const without = await echoes();
  tell({ abuse, origin });
  const beside = await echoes();
  tell({ abuse: null, origin });
  const [report]: AbuseReport[] = await once(abusers, 'message');
  for (const { socket } of others) socket.terminate();
  await workerd.kill();
  return { without, beside, report: report ?? { megabytes: 0, opened: 0, ended: 0 } };
}

const words = process.argv.slice(2);
const chosen = ABUSES.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const rows: string[][] = [];
let missed = 0;
for (const { name } of chosen) {
  const { without, beside, report } = await measure(name);
  const later = Math.max(...beside) - Math.max(...without);
  const isMet = later <= LIMIT;
  if (!isMet) missed += 1;
  const times = [median([...without]), Math.max(...without), median([...beside]), Math.max(...beside)];
  rows.push([name, ...[...times, ...Object.values(report)].map(figure)]);
  console.log(`${isMet ? 'met   ' : 'missed'}  ${rows.at(-1)?.join('  ')}`);
}
console.log(
  markdownOf({
    about: `The time from a key to its echo beside 20 abusive WebSockets in one workerd, on ${availableParallelism()} cores at a load of ${figure(loadavg()[0] ?? 0)}.`,
    head: [
      ...['abuse', 'median without, ms', 'worst without, ms', 'median beside, ms', 'worst beside, ms'],
      ...['MB taken', 'opened', 'ended by the Worker'],
    ],
    rows,
  }),
);
abusers.disconnect();
process.exit(missed > 0 ? 1 : 0);
