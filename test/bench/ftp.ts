/**
 * What the ftp gateway costs: downloads beside a bare Worker that pipes a socket into a response and beside curl at
 * the server itself, in turns; the runtime's memory while a gibibyte goes through; and a directory of 50,000 files.
 * `node test/bench/ftp.ts` prints the table.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startFtp } from '../servers/ftp.ts';
import type { RunningWorkerd } from '../worker/workerd.ts';
import {
  DOWNLOAD,
  GIBIBYTE,
  type Memory,
  MOST_GROWTH,
  measureMemory,
  median,
  memoryOf,
  ROUNDS,
  rateOf,
  run,
  startBoth,
  urlOf,
  WANTED,
} from './download.ts';

const ENTRIES = 50_000;

export interface FtpFigures {
  /** Megabytes a second, medians; `ratio` of the gateway to the bare Worker. */
  readonly download: {
    readonly gateway: number;
    readonly bare: number;
    readonly curl: number;
    readonly ratio: number;
  };
  readonly memory: Memory;
  readonly listings: readonly ListingFigures[];
}

export interface ListingFigures {
  readonly name: string;
  /** Median over the rounds; for curl at the server itself, too. */
  readonly milliseconds: number;
  /** The highest resident memory of the runtime until then, in MiB. */
  readonly peak: number;
  readonly octets: number;
  readonly compressed: number;
}

interface Ports {
  readonly ftp: number;
  readonly plain: number;
}

/** Measures, prints the table, and returns its figures. */
export async function benchFtp(): Promise<FtpFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-ftp-'));
  const source = fork(join(import.meta.dirname, 'ftp-source.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [ports = { ftp: 0, plain: 0 }]: Ports[] = await once(source, 'message');
  const server = await startFtp({ many: ENTRIES });
  const workerd = await startBoth(folder, ports.plain, {
    EGRESS_ALLOW: `127.0.0.1:${ports.ftp} 127.0.0.1:${server.port}`,
    EGRESS_DENY_PORTS: '1',
  });
  try {
    const figures = {
      download: await measureDownload(workerd, ports),
      memory: await measureMemory(workerd, `/ftp/127.0.0.1:${ports.ftp}/${GIBIBYTE}`),
      listings: await measureListings(workerd, server.port),
    };
    print(figures);
    return figures;
  } finally {
    workerd.close();
    source.disconnect();
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

async function measureDownload(workerd: RunningWorkerd, { ftp }: Ports): Promise<FtpFigures['download']> {
  const rates: { gateway: number; bare: number; curl: number }[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const gateway = await rateOf(urlOf(workerd, 'gateway', `/ftp/127.0.0.1:${ftp}/${DOWNLOAD}`));
    const bare = await rateOf(urlOf(workerd, 'bare'));
    const curl = await rateOf(`ftp://127.0.0.1:${ftp}/${DOWNLOAD}`);
    if (round >= 0) rates.push({ gateway, bare, curl });
  }
  return {
    gateway: median(rates.map(({ gateway }) => gateway)),
    bare: median(rates.map(({ bare }) => bare)),
    curl: median(rates.map(({ curl }) => curl)),
    // Ratios are taken round by round, because all sides of a round share the state of the machine.
    ratio: median(rates.map(({ gateway, bare }) => gateway / bare)),
  };
}

async function measureListings(workerd: RunningWorkerd, server: number): Promise<readonly ListingFigures[]> {
  const directory = `127.0.0.1:${server}/pub/many/`;
  const through = urlOf(workerd, 'gateway', `/ftp/${directory}`);
  const rows: ListingFigures[] = [];
  for (const [name, url] of [
    ['as the server lists it, by curl', `ftp://${directory}`],
    ['raw, through the gateway', `${through}?format=raw`],
    ['first page', through],
    ['first page by size', `${through}?sort=size&order=desc`],
    ['JSON', `${through}?format=json`],
  ] as const) {
    const times: number[] = [];
    let body = Buffer.alloc(0);
    for (let round = -1; round < ROUNDS; round++) {
      const started = performance.now();
      const options = { encoding: 'buffer', maxBuffer: 1024 ** 3 } as const;
      const { stdout } = await run('curl', ['-sS', '-f', '-H', 'Accept: text/html', url], options);
      if (round >= 0) times.push(performance.now() - started);
      body = stdout;
    }
    const peak = memoryOf(workerd.pid, 'VmHWM');
    rows.push({ name, milliseconds: median(times), peak, octets: body.length, compressed: gzipSync(body).length });
  }
  return rows;
}

function print({ download, memory, listings }: FtpFigures): void {
  const verdict = (met: boolean) => (met ? 'met   ' : 'missed');
  const growth = memory.peak - memory.before;
  const rate = (value: number) => `${value.toFixed(0)} MB/s`;
  console.log(`
The ftp gateway
${verdict(download.ratio >= WANTED)}  download of 200 MB: ${rate(download.gateway)}, ${download.ratio.toFixed(2)} × a bare Worker \
(at least ${WANTED} ×; ${rate(download.bare)}); curl at the server: ${rate(download.curl)}
${verdict(growth <= MOST_GROWTH)}  memory while 1 GiB goes through: ${memory.before.toFixed(0)} to ${memory.peak.toFixed(0)} MiB \
(at most ${MOST_GROWTH} MiB more)

A directory of ${ENTRIES.toLocaleString('en')} files`);
  for (const { name, milliseconds, peak, octets, compressed } of listings) {
    const size = `${(octets / 1024).toFixed(0).padStart(6)} KiB ${(compressed / 1024).toFixed(0).padStart(5)} KiB gzip`;
    console.log(`  ${name.padEnd(32)} ${milliseconds.toFixed(0).padStart(6)} ms ${size}, peak ${peak.toFixed(0)} MiB`);
  }
}

if (import.meta.main) await benchFtp();
