/**
 * What `/metrics` costs: requests a second of the cheapest route of a Worker that counts nothing, of one that counts,
 * and of one that is also read ten times a second, taking turns in one workerd. `node test/bench/metrics.ts` prints the
 * table.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { bundleWorker } from '../../worker/build/bundle.ts';
import { cpuOf } from '../processes.ts';
import { startWorkerd } from '../worker/workerd.ts';
import { burst } from './client.ts';
import { median } from './download.ts';
import { figure, markdownOf, type Table } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);
const WARM_UP_ROUNDS = 5;
const TURN = 2000;

/** Prometheus reads every fifteen seconds or so. This is often enough to show in one turn. */
const READ_EVERY_MS = 100;
const TOKEN = 'metrics-0123456789';

/** Routes that have counters of their own, so that what is read is as long as after some days. */
const ROUTES = [
  '/',
  '/health',
  '/docs',
  '/robots.txt',
  '/nothing',
  '/v1/schemes',
  '/v1/resolve?url=go:x',
  '/v1/resolve',
];

/** A Worker without counters. */
const uncounted: Plugin = {
  name: 'uncounted',
  setup(build) {
    build.onLoad({ filter: /worker\/metrics\.ts$/ }, () => ({
      contents: `export const metrics = { count() {}, text: '' }; export const gauge = () => '';`,
      loader: 'ts',
    }));
  },
};

const NAMES = ['nothing is counted', 'requests are counted', `and read every ${READ_EVERY_MS} ms`] as const;

/** Measures, and returns the table. */
export async function benchMetrics(): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-metrics-'));
  const write = async (name: string, plugins: Plugin[]): Promise<string> => {
    const path = join(folder, name);
    writeFileSync(path, (await bundleWorker(plugins)).code);
    return path;
  };
  const [without, path] = [await write('without.js', [uncounted]), await write('with.js', [])];
  const vars = { METRICS_TOKEN: TOKEN };
  const workerd = await startWorkerd({
    without: { path: without, vars },
    counted: { path, vars },
    read: { path, vars },
  });
  try {
    const ports = ['without', 'counted', 'read'].map((name) => workerd.ports.get(name) ?? 0);
    const [, , readPort = 0] = ports;
    for (const route of ROUTES) await fetch(`http://127.0.0.1:${readPort}${route}`).then((response) => response.text());
    const rates = ports.map((): number[] => []);
    const processor = ports.map(() => 0);
    const reads: number[] = [];
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      for (let turn = 0; turn < ports.length; turn++) {
        // Another order in each round, so that no candidate always follows the same one.
        const index = (turn + round + WARM_UP_ROUNDS) % ports.length;
        const port = ports[index] ?? 0;
        const reader =
          port === readPort ? setInterval(() => void read(port).then((ms) => reads.push(ms)), READ_EVERY_MS) : null;
        const before = cpuOf(workerd.pid);
        const rate = await burst(port, ['/health'], TURN);
        const spent = (cpuOf(workerd.pid) - before) / 1000;
        if (reader !== null) clearInterval(reader);
        if (round < 0) continue;
        rates[index]?.push(rate);
        processor[index] = (processor[index] ?? 0) + spent;
      }
    }
    const alone = [];
    for (let round = 0; round < ROUNDS; round++) alone.push(await read(readPort));
    if (reads.length === 0) throw new Error('the metrics were never read');
    return tableOf(rates, processor, median(alone));
  } finally {
    workerd.close();
    rmSync(folder, { recursive: true });
  }
}

/** Reads the metrics once, and returns how long that took, in milliseconds. */
async function read(port: number): Promise<number> {
  const started = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  const text = await response.text();
  if (!text.includes('waypost_requests_total')) throw new Error(`these are no metrics: ${text}`);
  return performance.now() - started;
}

/** @param processor - of each candidate, in milliseconds for all rounds */
function tableOf(rates: readonly (readonly number[])[], processor: readonly number[], alone: number): Table {
  return {
    about:
      'Requests a second of `GET /health`, and the processor time of one, with and without counting for `/metrics`. ' +
      `Reading \`/metrics\` takes ${figure(alone)} ms.`,
    head: ['while', 'rate relative to the first', 'requests/s', 'processor time, µs'],
    rows: rates.map((own, index) => {
      const ratio = median(own.map((rate, round) => rate / (rates[0]?.[round] ?? Number.NaN)));
      const microseconds = ((processor[index] ?? 0) * 1000) / (TURN * ROUNDS);
      return [NAMES[index] ?? '', index === 0 ? '1' : ratio.toFixed(2), figure(median(own)), figure(microseconds)];
    }),
  };
}

if (import.meta.main) console.log(markdownOf(await benchMetrics()));
