/**
 * How long an alias takes while somebody else searches, exports, imports or re-points, in one workerd as on self-host,
 * with 130,000 links: `npm run bench -- neighbours`. The alias is followed by one connection, one request after the
 * other; latencies are relative to those of the same process without other work.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from '../worker/built.ts';
import { startWorkerd } from '../worker/workerd.ts';
import { recordLine } from './import.ts';
import { figure, type Table } from './table.ts';

const LINKS = Number(process.env.BENCH_LINKS ?? 130_000);
/** The lines of a request that fills the store. */
const LINES = 10_000;
const IMPORTED = 30_000;
/** The follows without other work, and the shortest measurement with it. */
const FOLLOWS = 1000;
const TOKEN = 'bench-0123456789abcdef';

interface Latencies {
  readonly follows: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Follows an alias until `isOver`, and for {@link FOLLOWS} times at least if there is nothing else. */
async function follow(origin: string, isOver: (count: number) => boolean): Promise<Latencies> {
  const times: number[] = [];
  while (!isOver(times.length)) {
    const began = performance.now();
    const response = await fetch(`${origin}/neighbour`, { redirect: 'manual' });
    await response.arrayBuffer();
    if (response.status !== 302) throw new Error(`the alias was answered with ${response.status}`);
    times.push(performance.now() - began);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { follows: times.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** Measures, and returns the table. */
export async function benchNeighbours(): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-neighbours-'));
  const path = (await built()).module;
  const vars = { LINK_TOKENS: `bench:${TOKEN}:admin`, CLICK_DELAY: '1s', LOG: 'off' };
  const workerd = await startWorkerd({ waypost: { path, vars, links: 'temporary' } });
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
    const later = await linesFrom(LINKS, IMPORTED);
    const host = JSON.stringify({ from: 'www.rfc-editor.org', to: 'rfc.example.org', dryRun: true });
    const works: Readonly<Record<string, () => Promise<unknown>>> = {
      'a search without a hit': () => send('GET', '/v1/links?q=nosuchword'),
      'an export': () => send('GET', '/v1/links/export'),
      [`an import of ${figure(IMPORTED)} lines`]: () => send('POST', '/v1/links/import', later, 'application/x-ndjson'),
      'a dry run of re-pointing': () => send('PATCH', '/v1/links', host),
    };
    await follow(origin, (count) => count >= FOLLOWS);
    const idle = await follow(origin, (count) => count >= FOLLOWS);
    const rows = [['nothing', ...cellsOf(idle, idle), '']];
    for (const [name, work] of Object.entries(works)) {
      const began = performance.now();
      let isOver = false;
      const done = work().finally(() => {
        isOver = true;
      });
      const busy = await follow(origin, () => isOver);
      await done;
      rows.push([name, ...cellsOf(busy, idle), figure((performance.now() - began) / 1000)]);
    }
    return {
      about: `The time of an alias during other work, with ${figure(LINKS)} links in one workerd.`,
      head: ['during', 'p50 (ms)', 'p99 (ms)', 'p99 ÷ idle p99', 'longest (ms)', 'the work took (s)'],
      rows,
    };
  } finally {
    workerd.close();
    rmSync(folder, { recursive: true });
  }
}

function cellsOf({ p50, p99, max }: Latencies, idle: Latencies): string[] {
  return [figure(p50), figure(p99), figure(p99 / idle.p99), figure(max)];
}
