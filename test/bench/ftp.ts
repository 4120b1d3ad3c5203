/**
 * What the ftp gateway costs: downloads beside a bare Worker that pipes a socket into a response and beside curl at
 * the server itself, in turns; the runtime's memory while a gibibyte goes through; and a directory of 50,000 files.
 * `node test/bench/ftp.ts` prints the table.
 */
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { startFtp } from '../servers/ftp.ts';
import { bundle, type RunningWorkerd, startWorkerd } from '../worker/workerd.ts';

const run = promisify(execFile);

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const DOWNLOAD = 200_000_000;
const GIBIBYTE = 1024 ** 3;
const ENTRIES = 50_000;

/** The least that a download must reach, relative to a bare Worker. */
const WANTED = 0.8;
/** The most that the runtime may grow by while a gibibyte goes through, in MiB. */
const MOST_GROWTH = 64;

export interface FtpFigures {
  /** Megabytes a second, medians; `ratio` of the gateway to the bare Worker. */
  readonly download: {
    readonly gateway: number;
    readonly bare: number;
    readonly curl: number;
    readonly ratio: number;
  };
  /** MiB of the runtime before, and at the most during a gibibyte. */
  readonly memory: { readonly before: number; readonly peak: number };
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

/** Measures and prints; gives the figures to whoever wants to go on with them. */
export async function benchFtp(): Promise<FtpFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-ftp-'));
  const source = fork(join(import.meta.dirname, 'ftp-source.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [ports = { ftp: 0, plain: 0 }]: Ports[] = await once(source, 'message');
  const museum = await startFtp({ many: ENTRIES });
  const workerd = await startBoth(folder, ports, museum.port);
  try {
    const figures = {
      download: await measureDownload(workerd, ports),
      memory: await measureMemory(workerd, ports),
      listings: await measureListings(workerd, museum.port),
    };
    print(figures);
    return figures;
  } finally {
    workerd.close();
    source.disconnect();
    await museum.close();
    rmSync(folder, { recursive: true });
  }
}

/** The Worker, and one that does nothing but pipe: the fastest that the platform has. */
function startBoth(folder: string, { ftp, plain }: Ports, museum: number): Promise<RunningWorkerd> {
  const bare = join(folder, 'bare.js');
  writeFileSync(
    bare,
    `import { connect } from 'cloudflare:sockets';
    export default {
      async fetch(request, bindings, context) {
        const socket = connect({ hostname: '127.0.0.1', port: ${plain} });
        await socket.opened;
        const writer = socket.writable.getWriter();
        await writer.write(new TextEncoder().encode('bulk ${DOWNLOAD}\\r\\n'));
        const { readable, writable } = new IdentityTransformStream();
        context.waitUntil(socket.readable.pipeTo(writable));
        return new Response(readable, { headers: { 'Content-Encoding': 'identity', 'Cache-Control': 'no-transform' } });
      },
    };`,
  );
  const vars = {
    EGRESS_ALLOW: `127.0.0.1:${ftp} 127.0.0.1:${museum}`,
    EGRESS_DENY_PORTS: '1',
    DOWNLOAD_CAP: '2GiB',
    LOG: 'off',
  };
  return startWorkerd({ gateway: { path: bundle(folder), vars }, bare: { path: bare, vars: {} } });
}

const urlOf = (workerd: RunningWorkerd, name: 'gateway' | 'bare', path = '/'): string =>
  `http://127.0.0.1:${workerd.ports.get(name)}${path}`;

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
    // Rounds are compared one by one, for all sides of a round meet the same machine.
    ratio: median(rates.map(({ gateway, bare }) => gateway / bare)),
  };
}

/** Megabytes a second, as curl counts them; it throws where the transfer breaks or is not all there. */
async function rateOf(url: string): Promise<number> {
  const { stdout } = await run('curl', ['-sS', '-f', '-o', '/dev/null', '-w', '%{size_download} %{time_total}', url]);
  const [size = 0, seconds = 0] = stdout.split(' ').map(Number);
  if (size !== DOWNLOAD) throw new Error(`${size} octets came, of ${DOWNLOAD}`);
  return size / seconds / 1e6;
}

/** Watches what the runtime holds while a gibibyte goes through it. Only Linux tells. */
async function measureMemory(workerd: RunningWorkerd, { ftp }: Ports): Promise<FtpFigures['memory']> {
  const before = memoryOf(workerd.pid, 'VmRSS');
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(workerd.pid, 'VmRSS'));
  }, 20);
  const url = urlOf(workerd, 'gateway', `/ftp/127.0.0.1:${ftp}/${GIBIBYTE}`);
  await run('curl', ['-sS', '-f', '-o', '/dev/null', url]);
  clearInterval(watch);
  return { before, peak };
}

/** What the runtime holds now (`VmRSS`), or held at the most (`VmHWM`), in MiB. */
function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [, kibibytes = Number.NaN] = new RegExp(`${field}:\\s+(\\d+)`).exec(status) ?? [];
  return Number(kibibytes) / 1024;
}

async function measureListings(workerd: RunningWorkerd, museum: number): Promise<readonly ListingFigures[]> {
  const directory = `127.0.0.1:${museum}/pub/many/`;
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

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
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
