/**
 * What a large newsgroup costs: a page of a group of 100,000 articles, a list of 50,000 groups, an article of 4 MiB, in
 * bare workerd beside a news server on this machine. `node test/bench/news.ts` prints time, memory and page size.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { listen, type RunningServer } from '../servers/listener.ts';
import { startNntp } from '../servers/nntp.ts';
import { bundle, startWorkerd } from '../worker/workerd.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20);
const WARM_UP_ROUNDS = 3;

const ARTICLES = 100_000;
const GROUPS = 50_000;
const MIB = 1024 * 1024;

export interface NewsRow {
  readonly name: string;
  /** Median over the rounds. */
  readonly milliseconds: number;
  /** The highest resident memory of workerd until the end of this row, which only grows. */
  readonly mebibytes: number;
  /** Of the answer, as it is and as a browser would have it sent. */
  readonly octets: number;
  readonly compressed: number;
}

/** Measures, prints the table, and returns its rows. */
export async function benchNews(): Promise<readonly NewsRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-bench-news-'));
  const server = await startNntp({ many: ARTICLES });
  const large = await startLarge();
  const vars = {
    LOG: 'off',
    NEWS_SERVER: `localhost:${server.port}`,
    EGRESS_ALLOW: `localhost:${server.port}, localhost:${large.port}`,
  };
  const { pid, ports, close } = await startWorkerd({ waypost: { path: bundle(folder), vars } });
  const origin = `http://127.0.0.1:${ports.get('waypost')}`;
  try {
    const rows: NewsRow[] = [];
    for (const [name, path] of [
      ['nothing: /health', '/health'],
      ['group of 100,000, newest page', '/news/~/museum.deluge'],
      ['group of 100,000, page in the middle', '/news/~/museum.deluge?to=50000'],
      ['the same as JSON', '/news/~/museum.deluge?to=50000&format=json'],
      ['list of 50,000 groups, by hierarchy', `/news/localhost:${large.port}/*`],
      ['list of 50,000 groups as JSON', `/news/localhost:${large.port}/*?format=json`],
      ['article of 4 MiB, as a page', `/news/localhost:${large.port}/large@h`],
      ['article of 4 MiB, as it is', `/news/localhost:${large.port}/large@h?format=raw`],
    ] as const) {
      rows.push(await measure(name, origin + path, pid));
    }
    for (const { name, milliseconds, mebibytes, octets, compressed } of rows) {
      const size = `${(octets / 1024).toFixed(0).padStart(6)} KiB ${(compressed / 1024).toFixed(0).padStart(5)} KiB gzip`;
      const cost = `${milliseconds.toFixed(1).padStart(7)} ms ${mebibytes.toFixed(0).padStart(4)} MiB`;
      console.log(`${name.padEnd(38)} ${cost} ${size}`);
    }
    return rows;
  } finally {
    close();
    await Promise.all([server.close(), large.close()]);
    rmSync(folder, { recursive: true });
  }
}

async function measure(name: string, url: string, pid: number): Promise<NewsRow> {
  const times: number[] = [];
  let body = Buffer.alloc(0);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const started = performance.now();
    const response = await fetch(url, { headers: { Accept: 'text/html', 'Accept-Encoding': 'identity' } });
    body = Buffer.from(await response.arrayBuffer());
    if (!response.ok) throw new Error(`${response.status} ${url}: ${body.toString().slice(0, 500)}`);
    if (round >= 0) times.push(performance.now() - started);
  }
  return {
    name,
    milliseconds: times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN,
    mebibytes: peakOf(pid) / MIB,
    octets: body.length,
    compressed: gzipSync(body).length,
  };
}

/** `VmHWM` of proc(5), in octets. */
function peakOf(pid: number): number {
  return Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

/** A server with as many groups as this gateway lists, and an article as large as it reads. */
async function startLarge(): Promise<RunningServer> {
  const groups = Array.from({ length: GROUPS }, (_, index) => `bench.${index % 97}.group${index} 100 1 y\r\n`);
  const line = `${'0123456789'.repeat(7)} <1234567.${'x'.repeat(8)}@h.example>\r\n`;
  const text = line.repeat(Math.floor((4 * MIB) / line.length) - 2);
  const replies: Readonly<Record<string, string>> = {
    'LIST ACTIVE': `215 groups follow\r\n${groups.join('')}.\r\n`,
    'ARTICLE <large@h>': `220 0 <large@h>\r\nSubject: large\r\nFrom: a@h.example\r\n\r\n${text}.\r\n`,
  };
  return listen('nntp', {}, async (conversation) => {
    await conversation.reply('200 ready\r\n');
    for (let line = await conversation.line(); line !== null; line = await conversation.line()) {
      await conversation.body(replies[line] ?? '500 what?\r\n');
    }
  });
}

if (import.meta.main) await benchNews();
