/**
 * What directories of an ftp server cost: processor time and memory of the runtime for listings of 30 to 50,000 files,
 * as a page and as JSON, beside the same listing in `raw`, taking turns. `node test/bench/ftp-listings.ts` prints the
 * table.
 */
import { writeFileSync } from 'node:fs';
import { cpuOf } from '../processes.ts';
import { startFtp } from '../servers/ftp.ts';
import { built } from '../worker/built.ts';
import { type RunningWorkerd, startWorkerd } from '../worker/workerd.ts';
import { median, memoryOf } from './download.ts';
import { unitOf } from './processor.ts';

const ROWS = [30, 300, 1000, 50_000];
const FORMATS = ['raw', 'html', 'json'] as const;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const WARM_UP_ROUNDS = 2;
/** Rows of one turn, so that short listings are requested more often. */
const TURN_ROWS = 10_000;

export interface ListingCost {
  readonly rows: number;
  readonly format: (typeof FORMATS)[number];
  /** Processor time of a request, median, in milliseconds. */
  readonly milliseconds: number;
  /** Processor time relative to `raw` in the same round, median. */
  readonly ratio: number;
  /** Processor time beyond that of `raw`, for each row of the listing, in the time of a native `URL`. */
  readonly unitsOfRow: number;
  /** The highest resident memory of the runtime during these requests, in MiB. */
  readonly peak: number;
}

/** Measures, prints the table, and returns its rows. */
export async function benchFtpListings(): Promise<readonly ListingCost[]> {
  const servers = await Promise.all(ROWS.map((many) => startFtp({ many, mlsd: false })));
  const allowed = servers.map(({ port }) => `127.0.0.1:${port}`).join(' ');
  const vars = { EGRESS_ALLOW: allowed, EGRESS_DENY_PORTS: '1', LOG: 'off' };
  const workerd = await startWorkerd({ gateway: { path: (await built()).module, vars } });
  try {
    const costs: ListingCost[] = [];
    for (const [index, rows] of ROWS.entries()) {
      const url = `http://127.0.0.1:${workerd.ports.get('gateway')}/ftp/127.0.0.1:${servers[index]?.port}/pub/many/`;
      costs.push(...(await measure(workerd, url, rows)));
    }
    print(costs);
    return costs;
  } finally {
    workerd.close();
    await Promise.all(servers.map((server) => server.close()));
  }
}

interface Side {
  readonly format: ListingCost['format'];
  readonly times: number[];
  peak: number;
}

async function measure(workerd: RunningWorkerd, url: string, rows: number): Promise<ListingCost[]> {
  const requests = Math.max(2, Math.ceil(TURN_ROWS / rows));
  const sides = FORMATS.map((format): Side => ({ format, times: [], peak: 0 }));
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const side of sides) {
      resetPeak(workerd.pid);
      const before = cpuOf(workerd.pid);
      for (let count = 0; count < requests; count++) await read(`${url}?format=${side.format}`);
      if (round >= 0) side.times.push((cpuOf(workerd.pid) - before) / 1000 / requests);
      side.peak = Math.max(side.peak, memoryOf(workerd.pid, 'VmHWM'));
    }
  }
  const unit = unitOf() / 1e6;
  const raw = sides[0]?.times ?? [];
  const beyondRaw = (time: number, round: number) => time - (raw[round] ?? Number.NaN);
  return sides.map(({ format, times, peak }) => ({
    rows,
    format,
    milliseconds: median(times),
    ratio: median(times.map((time, round) => time / (raw[round] ?? Number.NaN))),
    unitsOfRow: median(times.map(beyondRaw)) / rows / unit,
    peak,
  }));
}

async function read(url: string): Promise<void> {
  const response = await fetch(url);
  if (response.status !== 200 || response.body === null) throw new Error(`${response.status} ${url}`);
  for await (const _ of response.body);
}

/** Sets the highest resident memory of a process to the current one: 5 in `clear_refs` (proc(5)). */
function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

function print(costs: readonly ListingCost[]): void {
  console.log(
    `\n${'Directories of an ftp server'.padEnd(32)}${'ms of CPU'.padStart(12)}${'× raw'.padStart(8)}${'u a row'.padStart(9)}${'peak MiB'.padStart(10)}`,
  );
  for (const { rows, format, milliseconds, ratio, unitsOfRow, peak } of costs) {
    const name = `${rows.toLocaleString('en')} files, ${format}`;
    const cells = [
      milliseconds.toFixed(1).padStart(12),
      ratio.toFixed(2).padStart(8),
      unitsOfRow.toFixed(1).padStart(9),
      peak.toFixed(0).padStart(10),
    ];
    console.log(`  ${name.padEnd(30)}${cells.join('')}`);
  }
}

if (import.meta.main) await benchFtpListings();
