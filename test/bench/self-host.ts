/**
 * What a download costs with the front of `npm run self-host` and without it: the gopher gateway beside a bare Worker
 * that pipes a socket into a response, in turns; and the memory of the runtime while a gibibyte goes through.
 * `node test/bench/self-host.ts` prints the table.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuOf } from '../processes.ts';
import type { RunningWorkerd } from '../worker/workerd.ts';
import {
  DOWNLOAD,
  GIBIBYTE,
  type Memory,
  MOST_GROWTH,
  measureMemory,
  median,
  ROUNDS,
  rateOf,
  type Side,
  startBoth,
  urlOf,
  WANTED,
} from './download.ts';

/** One side's download: megabytes a second, and the processor time of the runtime in milliseconds. */
interface Cost {
  readonly rate: number;
  readonly processor: number;
}

/** The gateway relative to the bare Worker, medians of the rounds. */
export interface Comparison {
  /** Megabytes a second. */
  readonly gateway: number;
  readonly bare: number;
  /** Of the rates. On a busy machine it is mostly chance. */
  readonly ratio: number;
  /** Of the processor times, bare to gateway: the ratio of the rates where the processor is the limit. */
  readonly processor: number;
}

export interface SelfHostFigures {
  readonly direct: Comparison;
  readonly behindFront: Comparison;
  readonly memory: Memory;
}

/** Measures, prints the table, and returns its figures. */
export async function benchSelfHost(): Promise<SelfHostFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-self-host-'));
  const source = fork(join(import.meta.dirname, 'source.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const [port = 0]: number[] = await once(source, 'message');
  const workerd = await startBoth(folder, port, { EGRESS_ALLOW: `127.0.0.1:${port}` });
  const link = (octets: number): string => `/gopher/127.0.0.1:${port}/9bulk%20${octets}`;
  try {
    const costs = await measureTurns(workerd, link(DOWNLOAD));
    const figures = {
      direct: compare(costs.gateway, costs.bare),
      behindFront: compare(costs['gateway-front'], costs['bare-front']),
      memory: await measureMemory(workerd, link(GIBIBYTE), 'gateway-front'),
    };
    print(figures);
    return figures;
  } finally {
    workerd.close();
    source.disconnect();
    rmSync(folder, { recursive: true });
  }
}

async function measureTurns(workerd: RunningWorkerd, path: string): Promise<Record<Side, Cost[]>> {
  const costs: Record<Side, Cost[]> = { gateway: [], bare: [], 'gateway-front': [], 'bare-front': [] };
  const turns: readonly (readonly [side: Side, path: string])[] = [
    ['gateway', path],
    ['bare', '/'],
    ['gateway-front', path],
    ['bare-front', '/'],
  ];
  for (let round = -1; round < ROUNDS; round++) {
    for (const [side, path] of turns) {
      const before = cpuOf(workerd.pid);
      const rate = await rateOf(urlOf(workerd, side, path));
      const processor = (cpuOf(workerd.pid) - before) / 1000;
      if (round >= 0) costs[side].push({ rate, processor });
    }
  }
  return costs;
}

function compare(gateway: readonly Cost[], bare: readonly Cost[]): Comparison {
  const medianOf = (costs: readonly Cost[], field: keyof Cost): number => median(costs.map((cost) => cost[field]));
  return {
    gateway: medianOf(gateway, 'rate'),
    bare: medianOf(bare, 'rate'),
    ratio: median(gateway.map(({ rate }, round) => rate / (bare[round]?.rate ?? Number.NaN))),
    processor: medianOf(bare, 'processor') / medianOf(gateway, 'processor'),
  };
}

function print({ direct, behindFront, memory }: SelfHostFigures): void {
  console.log('\nDownloads with and without the front of self-hosting');
  const downloads = { 'download of 200 MB': direct, 'download of 200 MB, behind the front': behindFront };
  for (const [name, { gateway, bare, ratio, processor }] of Object.entries(downloads)) {
    const measured = `${gateway.toFixed(0)} MB/s, ${ratio.toFixed(2)} ×, ${processor.toFixed(2)} by processor time`;
    const wanted = `at least ${WANTED} × a bare Worker, ${bare.toFixed(0)} MB/s`;
    console.log(`${ratio >= WANTED ? 'met   ' : 'missed'}  ${name.padEnd(38)}${measured.padStart(46)}  ${wanted}`);
  }
  const growth = memory.peak - memory.before;
  const measured = `${memory.before.toFixed(0)} to ${memory.peak.toFixed(0)} MiB`;
  const verdict = growth <= MOST_GROWTH ? 'met   ' : 'missed';
  console.log(
    `${verdict}  ${'memory while 1 GiB goes through'.padEnd(38)}${measured.padStart(46)}  at most ${MOST_GROWTH} MiB more`,
  );
}

if (import.meta.main) await benchSelfHost();
