/**
 * What the gopher gateway costs: downloads beside a bare Worker that pipes a socket into a response, in turns; the
 * runtime's memory while a gibibyte goes through; two hundred slow streams at once; and how long a menu takes to
 * begin, beside curl at the server itself. `node test/bench/gopher.ts` prints the table.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGopher } from '../servers/gopher.ts';
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
  run,
  startBoth,
  urlOf,
  WANTED,
} from './download.ts';

const MENUS = 40;
const STREAMS = 200;
const STREAM = 100_000;
const PIECE_EVERY_MS = 40;

export interface GopherFigures {
  /** Megabytes a second through the gateway and through the bare Worker, medians. */
  readonly download: { readonly gateway: number; readonly bare: number; readonly ratio: number };
  readonly memory: Memory;
  /** Of the slow streams, those that came whole; and the longest of them in ms. */
  readonly streams: { readonly whole: number; readonly slowest: number };
  /** Milliseconds to the first octet, medians. */
  readonly menu: { readonly gateway: number; readonly direct: number };
}

/** Measures, prints the table, and returns its figures. */
export async function benchGopher(): Promise<GopherFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-gopher-'));
  const source = fork(join(import.meta.dirname, 'source.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const [port]: number[] = await once(source, 'message');
  const server = await startGopher();
  const workerd = await startBoth(folder, port ?? 0, { EGRESS_ALLOW: `127.0.0.1:${port} 127.0.0.1:${server.port}` });
  try {
    const figures = {
      download: await measureDownload(workerd, port ?? 0),
      memory: await measureMemory(workerd, linkTo(port ?? 0, `bulk ${GIBIBYTE}`)),
      streams: await measureStreams(workerd, port ?? 0),
      menu: await measureMenu(workerd, server.port),
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

const linkTo = (source: number, line: string): string => `/gopher/127.0.0.1:${source}/9${encodeURIComponent(line)}`;

async function measureDownload(workerd: RunningWorkerd, source: number): Promise<GopherFigures['download']> {
  const rates: { gateway: number; bare: number }[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const gateway = await rateOf(urlOf(workerd, 'gateway', linkTo(source, `bulk ${DOWNLOAD}`)));
    const bare = await rateOf(urlOf(workerd, 'bare'));
    if (round >= 0) rates.push({ gateway, bare });
  }
  return {
    gateway: median(rates.map(({ gateway }) => gateway)),
    bare: median(rates.map(({ bare }) => bare)),
    ratio: median(rates.map(({ gateway, bare }) => gateway / bare)),
  };
}

async function measureStreams(workerd: RunningWorkerd, source: number): Promise<GopherFigures['streams']> {
  const url = urlOf(workerd, 'gateway', linkTo(source, `slow ${STREAM} ${PIECE_EVERY_MS}`));
  const durations = await Promise.all(Array.from({ length: STREAMS }, () => streamed(url)));
  const whole = durations.filter((duration) => duration !== null);
  return { whole: whole.length, slowest: Math.max(...whole) };
}

/** The time of a stream in milliseconds; `null` if a piece was lost, doubled or misplaced. */
function streamed(url: string): Promise<number | null> {
  const started = performance.now();
  return new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', () => resolve(null));
      response.on('end', () => resolve(isWhole(Buffer.concat(parts)) ? performance.now() - started : null));
    }).on('error', () => resolve(null));
  });
}

function isWhole(octets: Buffer): boolean {
  if (octets.length !== STREAM) return false;
  for (let at = 0; at < STREAM; at += 1000)
    if (Number.parseInt(octets.toString('latin1', at, at + 6), 10) !== at) return false;
  return true;
}

async function measureMenu(workerd: RunningWorkerd, server: number): Promise<GopherFigures['menu']> {
  const times: { gateway: number; direct: number }[] = [];
  for (let round = -3; round < MENUS; round++) {
    const gateway = await firstOctet(urlOf(workerd, 'gateway', `/gopher/127.0.0.1:${server}/`));
    const direct = await firstOctet(`gopher://127.0.0.1:${server}/`);
    if (round >= 0) times.push({ gateway, direct });
  }
  return { gateway: median(times.map(({ gateway }) => gateway)), direct: median(times.map(({ direct }) => direct)) };
}

/** Milliseconds to the first octet, as curl counts them. */
async function firstOctet(url: string): Promise<number> {
  const { stdout } = await run('curl', ['-sS', '-o', '/dev/null', '-w', '%{time_starttransfer} %{time_total}', url]);
  const [first = 0, total = 0] = stdout.split(' ').map(Number);
  // curl does not time the first octet of gopher; a menu comes in one piece.
  return (first || total) * 1000;
}

function print({ download, memory, streams, menu }: GopherFigures): void {
  const growth = memory.peak - memory.before;
  const rows: readonly (readonly [met: boolean | null, name: string, measured: string, wanted: string])[] = [
    [
      download.ratio >= WANTED,
      'download of 200 MB',
      `${download.gateway.toFixed(0)} MB/s, ${download.ratio.toFixed(2)} ×`,
      `at least ${WANTED} × a bare Worker, ${download.bare.toFixed(0)} MB/s`,
    ],
    [
      growth <= MOST_GROWTH,
      'memory while 1 GiB goes through',
      `${memory.before.toFixed(0)} to ${memory.peak.toFixed(0)} MiB`,
      `at most ${MOST_GROWTH} MiB more`,
    ],
    [
      streams.whole === STREAMS,
      `${STREAMS} slow streams at once`,
      `${streams.whole} whole, ${(streams.slowest / 1000).toFixed(1)} s`,
      `all, ${((STREAM / 1000) * PIECE_EVERY_MS) / 1000} s each at the server`,
    ],
    [
      null,
      'first octet of a menu',
      `${menu.gateway.toFixed(1)} ms`,
      `curl at the server: ${menu.direct.toFixed(1)} ms`,
    ],
  ];
  console.log('\nThe gopher gateway');
  for (const [met, name, measured, wanted] of rows) {
    const verdict = met === null ? '      ' : met ? 'met   ' : 'missed';
    console.log(`${verdict}  ${name.padEnd(34)}${measured.padStart(24)}  ${wanted}`);
  }
}

if (import.meta.main) await benchGopher();
