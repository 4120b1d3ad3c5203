/**
 * Requests of `GET /v1/resolve` in a second of processor time, beside Workers that answer the same requests with a
 * constant, taking turns in bare workerd: what wrangler puts before a Worker takes longer than the Worker. A rate by
 * the clock would also measure the client, and what else the machine does. `node test/bench/worker.ts` prints the
 * table.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { cpuOf } from '../processes.ts';
import { built } from '../worker/built.ts';
import { startWorkerd } from '../worker/workerd.ts';
import { burst } from './client.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 40);
const WARM_UP_ROUNDS = 15;
/**
 * Requests of one turn: long enough to outlast the scheduler, short enough that all sides share the state of the
 * machine.
 */
const TURN = 1000;

/** Links as people write them, of each shape one, with a number. One has a password, so no answer to it is kept. */
const SHAPES: readonly ((number: number) => string)[] = [
  (number) => `GOPHER://Gopher.Example:70/1/a%2fb${number}`,
  (number) => `gopher://h.example/7sel${number}%09foo bar`,
  (number) => `ftp://ftp.example/pub/gnu/emacs/emacs-18.${number}.tar.Z;type=I`,
  (number) => `http://EXAMPLE.com:80/%7Euser/../a%2fb${number}?q=%e9#Frag`,
  (number) => `https://example.org/a/b/${number}.html`,
  (number) => `news:%3C1993.AA${number}@Host.Example%3E`,
  (number) => `mailto:Paul.Hoffman${number}@VPNC.ORG?Subject=Hi`,
  (number) => `telnet://u:p@Host${number}.Example:23`,
];

function targetOf(number: number): string {
  const link = SHAPES[number % SHAPES.length]?.(Math.floor(number / SHAPES.length)) ?? '';
  return `/v1/resolve?url=${encodeURIComponent(link)}`;
}

/** The links that are asked for again and again. */
const TARGETS = SHAPES.map((_, index) => targetOf(index));

/** The links of a turn that nobody has asked for before. */
function newTargets(turn: number): readonly string[] {
  return Array.from({ length: TURN }, (_, index) => targetOf((turn + 1) * TURN + index));
}

export interface Row {
  readonly name: string;
  /** In a second of processor time of workerd, with its work to read and write HTTP; median over the rounds. */
  readonly requestsPerSecond: number;
  /** Relative to {@link BASELINE} in the same round, median; `null` for itself. */
  readonly ratio: number | null;
}

/** What every other side is compared with. */
const BASELINE = 'a constant: the same answer and log line';

/** The targets of `/v1/resolve`, relative to a constant with the same response: repeated links, and new ones. */
const WANTED = { repeated: 0.75, new: 0.57 };

/** Measures, prints the table, and returns its rows. */
export async function benchWorker(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
  try {
    const waypost = (await built()).module;
    const constants = await constantsLike(waypost, folder);
    const rows = await measureInWorkerd(waypost, constants);
    print(rows);
    return rows;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Workers that answer with a constant: the response and log line of `/v1/resolve`, then less and less of it. */
interface Constants {
  readonly alike: string;
  readonly silent: string;
  readonly bare: string;
}

async function constantsLike(waypost: string, folder: string): Promise<Constants> {
  const workerd = await startWorkerd({ waypost: { path: waypost, vars: {} } });
  const response = await fetch(`http://127.0.0.1:${workerd.ports.get('waypost')}${TARGETS[0]}`);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'content-length'));
  const body = await response.text();
  while (workerd.log.length === 0) await setTimeout(10);
  workerd.close();
  const answer = `return new Response(${JSON.stringify(body)}, { headers: ${JSON.stringify(headers)} });`;
  const write = (name: string, statements: string): string => {
    const path = join(folder, `${name}.js`);
    writeFileSync(path, `export default { fetch() { ${statements} } };`);
    return path;
  };
  return {
    alike: write('alike', `console.log(${JSON.stringify(workerd.log[0])}); ${answer}`),
    silent: write('silent', answer),
    bare: write('bare', `return new Response('ok');`),
  };
}

/** In bare workerd, where the microseconds of a Worker itself show. */
async function measureInWorkerd(waypost: string, { alike, silent, bare }: Constants): Promise<readonly Row[]> {
  const vars = {};
  const modules = {
    waypost: { path: waypost, vars },
    alike: { path: alike, vars },
    silent: { path: silent, vars },
    bare: { path: bare, vars },
  };
  const { ports, pid, close } = await startWorkerd(modules);
  const port = (name: keyof typeof modules): number => ports.get(name) ?? 0;
  const known = () => TARGETS;
  const rows = await measure(pid, [
    { name: BASELINE, port: port('alike'), targets: known },
    { name: 'GET /v1/resolve, links that were asked for before', port: port('waypost'), targets: known },
    { name: 'GET /v1/resolve, a new link each time', port: port('waypost'), targets: newTargets },
    { name: 'a constant: the same answer, no log', port: port('silent'), targets: known },
    { name: 'a constant: "ok", no header, no log', port: port('bare'), targets: known },
  ]);
  close();
  return rows;
}

interface Side {
  readonly name: string;
  readonly port: number;
  /** What it is asked for in a turn. */
  readonly targets: (turn: number) => readonly string[];
}

/** Lets the sides take turns; the others are compared with the first. */
async function measure(pid: number, sides: readonly Side[]): Promise<readonly Row[]> {
  const rates = sides.map((side) => ({ ...side, rounds: [] as number[] }));
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const { port, targets, rounds } of rates) {
      const asked = targets(round + WARM_UP_ROUNDS);
      const before = cpuOf(pid);
      await burst(port, asked, TURN);
      if (round >= 0) rounds.push((TURN * 1e6) / (cpuOf(pid) - before));
    }
  }
  const baseline = rates[0]?.rounds ?? [];
  return rates.map(({ name, rounds }) => ({
    name,
    requestsPerSecond: median(rounds),
    ratio: rounds === baseline ? null : median(rounds.map((rate, round) => rate / (baseline[round] ?? Number.NaN))),
  }));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function print(rows: readonly Row[]): void {
  console.log(`${'in bare workerd'.padEnd(54)}${'a CPU second'.padStart(12)}${'ratio'.padStart(8)}`);
  for (const { name, requestsPerSecond, ratio } of rows) {
    const cells = [requestsPerSecond.toFixed(0).padStart(12), (ratio?.toFixed(2) ?? '').padStart(8)];
    console.log(`  ${name.padEnd(52)}${cells.join('')}`);
  }
  for (const { name, ratio } of rows.filter(({ name }) => name.startsWith('GET /v1/resolve'))) {
    const wanted = name.includes('a new link') ? WANTED.new : WANTED.repeated;
    const verdict = (ratio ?? 0) >= wanted ? 'met   ' : 'missed';
    console.log(`${verdict}  ${name}: ${ratio?.toFixed(2)}, at least ${wanted} × a constant`);
  }
}

if (import.meta.main) await benchWorker();
