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
import { built } from '../worker/built.ts';
import { startWorkerd } from '../worker/workerd.ts';
import { burst } from './client.ts';
import { cpuOf } from './processor.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 40);
const WARM_UP_ROUNDS = 15;
/**
 * Requests of one turn: long enough to outlast the scheduler, short enough that all sides share the state of the
 * machine.
 */
const TURN = 1000;

/** Links as people write them, one of each shape. */
const LINKS = [
  'GOPHER://Gopher.Example:70/1/a%2fb',
  'gopher://h.example/7sel%09foo bar',
  'ftp://ftp.example/pub/gnu/emacs/emacs-18.59.tar.Z;type=I',
  'http://EXAMPLE.com:80/%7Euser/../a%2fb?q=%e9#Frag',
  'https://example.org/a/b/c.html',
  'news:%3C1993.AA1@Host.Example%3E',
  'mailto:Paul.Hoffman@VPNC.ORG?Subject=Hi',
  'telnet://u:p@Host.Example:23',
];

const TARGETS = LINKS.map((link) => `/v1/resolve?url=${encodeURIComponent(link)}`);

export interface Row {
  readonly name: string;
  /** In a second of processor time of workerd, with its work to read and write HTTP; median over the rounds. */
  readonly requestsPerSecond: number;
  /** `/v1/resolve` relative to this one in the same round, median; `null` for itself. */
  readonly ratio: number | null;
}

/** The target of `/v1/resolve`, relative to a constant with the same response. */
const WANTED = 0.7;

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
  const rows = await measure(pid, [
    { name: 'GET /v1/resolve', port: port('waypost') },
    { name: 'a constant: the same answer and log line', port: port('alike') },
    { name: 'a constant: the same answer, no log', port: port('silent') },
    { name: 'a constant: "ok", no header, no log', port: port('bare') },
  ]);
  close();
  return rows;
}

interface Side {
  readonly name: string;
  readonly port: number;
}

/** Lets the sides take turns; the others are compared with the first. */
async function measure(pid: number, sides: readonly Side[]): Promise<readonly Row[]> {
  const rates = sides.map((side) => ({ ...side, rounds: [] as number[] }));
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const { port, rounds } of rates) {
      const before = cpuOf(pid);
      await burst(port, TARGETS, TURN);
      if (round >= 0) rounds.push((TURN * 1e6) / (cpuOf(pid) - before));
    }
  }
  const own = rates[0]?.rounds ?? [];
  return rates.map(({ name, rounds }) => ({
    name,
    requestsPerSecond: median(rounds),
    ratio: rounds === own ? null : median(rounds.map((rate, round) => (own[round] ?? Number.NaN) / rate)),
  }));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function print(rows: readonly Row[]): void {
  console.log(`${'in bare workerd'.padEnd(46)}${'a CPU second'.padStart(12)}${'ratio'.padStart(8)}`);
  for (const { name, requestsPerSecond, ratio } of rows) {
    const cells = [requestsPerSecond.toFixed(0).padStart(12), (ratio?.toFixed(2) ?? '').padStart(8)];
    console.log(`  ${name.padEnd(44)}${cells.join('')}`);
  }
  const reached = rows.find(({ ratio }) => ratio !== null)?.ratio ?? Number.NaN;
  const verdict = reached >= WANTED ? 'met   ' : 'missed';
  console.log(`${verdict}  GET /v1/resolve ${reached.toFixed(2).padStart(25)}  at least ${WANTED} × a constant`);
}

if (import.meta.main) await benchWorker();
