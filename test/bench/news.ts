/**
 * What large newsgroups cost: a page of a group of 100,000 articles, a list of 50,000 groups, an article of 4 MiB, in
 * bare workerd beside a news server on this machine. Each view is measured beside the same in `raw`, in turns.
 * `node test/bench/news.ts` prints the processor time, the memory and the size. Only Linux reports the first two.
 */

import { cpuOf } from '../processes.ts';
import { listen, type RunningServer } from '../servers/listener.ts';
import { startNntp } from '../servers/nntp.ts';
import { built } from '../worker/built.ts';
import { startWorkerd } from '../worker/workerd.ts';
import { median, memoryOf } from './download.ts';
import { unitOf } from './processor.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const WARM_UP_ROUNDS = 2;
/** Rows of one turn, so that short lists are requested more often. */
const ROWS_OF_TURN = 10_000;

const ARTICLES = 100_000;
/** The articles on a page of a group. */
const PAGE = 200;
const GROUPS = 50_000;
const FEW_GROUPS = 500;
const LARGEST_ARTICLE = 4 * 1024 * 1024;

/** What is measured, with the number of its rows; `null` = it has none. */
const SUBJECTS: readonly (readonly [name: string, path: (ports: Ports) => string, rows: number | null])[] = [
  ['200 of 100,000 articles', () => '/news/~/museum.deluge', PAGE],
  ['a list of 500 groups', ({ large }) => `/news/localhost:${large}/few.*`, FEW_GROUPS],
  ['a list of 50,000 groups, by hierarchy', ({ large }) => `/news/localhost:${large}/*`, GROUPS],
  ['an article of 4 MiB', ({ large }) => `/news/localhost:${large}/large@h`, null],
];

const FORMATS = ['raw', 'html', 'json'] as const;

interface Ports {
  readonly large: number;
}

export interface NewsRow {
  readonly name: string;
  readonly format: (typeof FORMATS)[number];
  /** Processor time of a request, median, in milliseconds. */
  readonly milliseconds: number;
  /** Processor time relative to `raw` in the same round, median. */
  readonly ratio: number;
  /** Processor time for each row, in the time of a native `URL`; `null` = there are no rows. */
  readonly unitsOfRow: number | null;
  /** The highest resident memory of workerd so far, in MiB. */
  readonly peak: number;
  /** The octets of the response. */
  readonly octets: number;
}

/** Measures, prints the table, and returns its rows. */
export async function benchNews(): Promise<readonly NewsRow[]> {
  const server = await startNntp({ many: ARTICLES });
  const large = await startLarge();
  const vars = {
    LOG: 'off',
    NEWS_SERVER: `localhost:${server.port}`,
    EGRESS_ALLOW: `localhost:${server.port}, localhost:${large.port}`,
  };
  const { pid, ports, close } = await startWorkerd({ waypost: { path: (await built()).module, vars } });
  const origin = `http://127.0.0.1:${ports.get('waypost')}`;
  try {
    const rows: NewsRow[] = [];
    for (const [name, path, count] of SUBJECTS) {
      rows.push(...(await measure(name, origin + path({ large: large.port }), count, pid)));
    }
    print(rows);
    return rows;
  } finally {
    close();
    await Promise.all([server.close(), large.close()]);
  }
}

async function measure(name: string, url: string, count: number | null, pid: number): Promise<NewsRow[]> {
  const requests = Math.max(1, Math.ceil(ROWS_OF_TURN / (count ?? ROWS_OF_TURN)));
  const sides = FORMATS.map((format) => ({ format, times: [] as number[], octets: 0, peak: 0 }));
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const side of sides) {
      const before = cpuOf(pid);
      for (let request = 0; request < requests; request++) side.octets = await lengthOf(`${url}?format=${side.format}`);
      if (round >= 0) side.times.push((cpuOf(pid) - before) / 1000 / requests);
      side.peak = memoryOf(pid, 'VmHWM');
    }
  }
  const unit = unitOf() / 1e6;
  const raw = sides[0]?.times ?? [];
  return sides.map(({ format, times, octets, peak }) => ({
    name,
    format,
    milliseconds: median(times),
    ratio: median(times.map((time, round) => time / (raw[round] ?? Number.NaN))),
    unitsOfRow: count === null ? null : median(times) / count / unit,
    peak,
    octets,
  }));
}

async function lengthOf(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } });
  const { byteLength } = await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  return byteLength;
}

function print(rows: readonly NewsRow[]): void {
  console.log(`${'News'.padEnd(46)}   ms of CPU   × raw   u a row   peak MiB       KiB`);
  for (const { name, format, milliseconds, ratio, unitsOfRow, peak, octets } of rows) {
    const cells = [
      milliseconds.toFixed(2).padStart(12),
      ratio.toFixed(2).padStart(8),
      (unitsOfRow?.toFixed(1) ?? '').padStart(10),
      peak.toFixed(0).padStart(11),
      (octets / 1024).toFixed(0).padStart(10),
    ];
    console.log(`${`${name}, ${format}`.padEnd(46)}${cells.join('')}`);
  }
}

/** A server with as many groups as this gateway lists, and an article as large as it reads. */
async function startLarge(): Promise<RunningServer> {
  const groups = Array.from({ length: GROUPS }, (_, index) => `bench.${index % 97}.group${index} 100 1 y\r\n`);
  const few = Array.from({ length: FEW_GROUPS }, (_, index) => `few.group${index} 100 1 y\r\n`);
  const line = `${'0123456789'.repeat(7)} <1234567.${'x'.repeat(8)}@h.example>\r\n`;
  const text = line.repeat(Math.floor(LARGEST_ARTICLE / line.length) - 2);
  const replies: Readonly<Record<string, string>> = {
    'LIST ACTIVE': `215 groups follow\r\n${groups.join('')}.\r\n`,
    'LIST ACTIVE few.*': `215 groups follow\r\n${few.join('')}.\r\n`,
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
