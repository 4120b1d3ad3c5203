/**
 * How long an alias takes while somebody else searches, exports, imports or re-points, in one workerd as on self-host,
 * with 130,000 links: `npm run bench -- neighbours`. A thread follows the alias, one request after the other. Each work
 * takes turns with times without work, and its latencies are relative to theirs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { built } from '../worker/built.ts';
import { startWorkerd } from '../worker/workerd.ts';
import { startFollower } from './follower.ts';
import { recordLine } from './import.ts';
import { figure, type Table } from './table.ts';

const LINKS = Number(process.env.BENCH_LINKS ?? 130_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** The lines of a request that fills the store. */
const LINES = 10_000;
const IMPORTED = 10_000;
/** The time without other work before each work, in milliseconds. */
const IDLE_MS = 2000;
const IDLE = 'nothing';
const TOKEN = 'bench-0123456789abcdef';

/** Measures, and returns the table. */
export async function benchNeighbours(): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-neighbours-'));
  const path = (await built()).module;
  const vars = { LINK_TOKENS: `bench:${TOKEN}:admin`, CLICK_DELAY: '1s', LOG: 'off' };
  const workerd = await startWorkerd({ waypost: { path, vars, links: 'temporary', selfHost: true } });
  try {
    const origin = `http://127.0.0.1:${workerd.ports.get('waypost')}`;
    const send = async (method: string, address: string, body?: string, type = 'application/json'): Promise<string> => {
      const headers = { Authorization: `Bearer ${TOKEN}`, ...(body !== undefined && { 'Content-Type': type }) };
      const response = await fetch(origin + address, { method, headers, ...(body !== undefined && { body }) });
      if (!response.ok) throw new Error(`${method} ${address} was answered with ${response.status}`);
      return response.text();
    };
    const linesFrom = async (from: number, count: number): Promise<string> =>
      (await Promise.all(Array.from({ length: count }, (_, index) => recordLine(from + index)))).join('');
    for (let from = 0; from < LINKS; from += LINES) {
      await send(
        'POST',
        '/v1/links/import',
        await linesFrom(from, Math.min(LINES, LINKS - from)),
        'application/x-ndjson',
      );
    }
    await send('POST', '/v1/links', JSON.stringify({ url: 'https://www.rfc-editor.org/', alias: 'neighbour' }));
    let imported = LINKS;
    const linesLater = async (): Promise<string> => {
      imported += IMPORTED;
      return linesFrom(imported - IMPORTED, IMPORTED);
    };
    const host = JSON.stringify({ from: 'www.rfc-editor.org', to: 'rfc.example.org', dryRun: true });
    const works: Readonly<Record<string, (lines: string) => Promise<unknown>>> = {
      'a search without a hit': () => send('GET', '/v1/links?q=nosuchword'),
      'an export': () => send('GET', '/v1/links/export'),
      [`an import of ${figure(IMPORTED)} lines`]: (lines) =>
        send('POST', '/v1/links/import', lines, 'application/x-ndjson'),
      'a dry run of re-pointing': () => send('PATCH', '/v1/links', host),
    };
    const took = new Map<string, number>();
    const follower = startFollower(`${origin}/neighbour`);
    await setTimeout(IDLE_MS);
    for (let round = 0; round < ROUNDS; round++) {
      const lines = await linesLater();
      for (const [name, work] of Object.entries(works)) {
        follower.enter(IDLE);
        await setTimeout(IDLE_MS);
        follower.enter(name);
        const began = performance.now();
        await work(lines);
        took.set(name, (took.get(name) ?? 0) + (performance.now() - began) / 1000 / ROUNDS);
      }
    }
    const times = await follower.end();
    const idle = latenciesOf(times.get(IDLE));
    const rows = [IDLE, ...Object.keys(works)].map((name) => [
      name,
      ...cellsOf(latenciesOf(times.get(name)), idle),
      name === IDLE ? '' : figure(took.get(name) ?? Number.NaN),
    ]);
    return {
      about: `The time of an alias during other work, with ${figure(LINKS)} links in one workerd, at a load of ${figure(loadavg()[0] ?? 0)}.`,
      head: ['during', 'p50 (ms)', 'p99 (ms)', 'p99 ÷ idle p99', 'longest (ms)', 'the work took (s)'],
      rows,
    };
  } finally {
    workerd.close();
    rmSync(folder, { recursive: true });
  }
}

interface Latencies {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

function latenciesOf(times: readonly number[] = []): Latencies {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

function cellsOf({ p50, p99, max }: Latencies, idle: Latencies): string[] {
  return [figure(p50), figure(p99), figure(p99 / idle.p99), figure(max)];
}
