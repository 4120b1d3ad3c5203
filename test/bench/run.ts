/**
 * `npm run bench`: every figure of README, in one run. Words after `--` name parts, such as `npm run bench -- library
 * links`. Each part prints its table in Markdown and replaces its table in figures.json, from which `npm run readme`
 * writes README. Times depend on the machine and on what else it does; trust the ratios.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Memory } from './download.ts';
import { type Figures, figure, markdownOf, type Table } from './table.ts';

/** The figures of the last run. */
export const FILE: string = join(import.meta.dirname, 'figures.json');

/** A part measures, and returns a table. */
type Part = () => Promise<Table>;

const ratioOf = (ratio: number | null): string => (ratio === null ? '1' : ratio.toFixed(2));

/** MiB by which a process grew. */
const growthOf = ({ before, peak }: Memory): string => figure(Math.max(0, peak - before));

/** The parts in the order of README. Each is loaded when its turn comes. */
const parts: Readonly<Record<string, Part>> = {
  library: async () => (await import('./library.ts')).benchLibrary(),
  'long-links': async () => (await import('./long-links.ts')).benchLongLinks(),
  lines: async () => (await import('./lines.ts')).benchLines(),
  api: async () => {
    const rows = await (await import('./worker.ts')).benchWorker();
    return {
      about:
        'Requests of `GET /v1/resolve` in a second of processor time of bare workerd, beside Workers that answer with a constant.',
      head: ['answer', 'relative to a constant', 'requests a CPU second'],
      rows: rows.map(({ name, ratio, requestsPerSecond }) => [name, ratioOf(ratio), figure(requestsPerSecond)]),
    };
  },
  routes: async () => {
    const rows = await (await import('./routes.ts')).benchRoutes();
    return {
      about: 'The time to find a route, relative to a table by hand.',
      head: ['route', 'router', '× by hand', 'ns'],
      rows: rows.map(({ kind, candidate, ratio, nanoseconds }) => [
        kind,
        candidate,
        ratioOf(ratio),
        figure(nanoseconds),
      ]),
    };
  },
  links: async () => {
    const rows = await (await import('./links.ts')).benchLinks();
    return {
      about: `Requests of \`GET /{slug}\` in a second of processor time of bare workerd, beside a constant redirect, at a load of ${figure(loadavg()[0] ?? 0)}.`,
      head: ['answer', 'relative to a constant', 'requests a CPU second'],
      rows: rows.map(({ name, ratio, requestsPerSecond }) => [name, ratioOf(ratio), figure(requestsPerSecond)]),
    };
  },
  import: async () => (await import('./import.ts')).benchImport(),
  neighbours: async () => (await import('./neighbours.ts')).benchNeighbours(),
  spread: async () => (await import('./spread.ts')).benchSpread(),
  bill: async () => (await import('./bill/bill.ts')).benchBill(),
  metrics: async () => (await import('./metrics.ts')).benchMetrics(),
  plan: async () => (await import('./plan.ts')).benchPlan(),
  menus: async () => {
    const { costs, unit } = await (await import('./menus.ts')).benchMenus();
    return {
      about: `The CPU of a gopher menu beside the same menu in \`raw\`; u is ${unit.toFixed(0)} ns.`,
      head: ['rows', 'page ÷ raw', 'JSON ÷ raw', 'u a row of the page', 'page, µs'],
      rows: costs.map(({ rows, cpu }) => [
        rows.toLocaleString('en'),
        (cpu.html / cpu.raw).toFixed(1),
        (cpu.json / cpu.raw).toFixed(1),
        ((cpu.html * 1000) / unit / rows).toFixed(1),
        figure(cpu.html),
      ]),
    };
  },
  news: async () => {
    const rows = await (await import('./news.ts')).benchNews();
    return {
      about:
        'Processor time of lists and articles of a news server, relative to `raw`. u is native `URL`. Memory is that of the process so far.',
      head: ['view', 'CPU ÷ raw', 'u a row', 'CPU, ms', 'memory, MiB'],
      rows: rows.map(({ name, format, ratio, unitsOfRow, milliseconds, peak }) => [
        `${name}, ${format}`,
        ratio.toFixed(1),
        unitsOfRow?.toFixed(1) ?? '',
        figure(milliseconds),
        figure(peak),
      ]),
    };
  },
  terminals: async () => (await import('./terminals.ts')).benchTerminals(),
  gopher: async () => {
    const { download, memory, streams, menu } = await (await import('./gopher.ts')).benchGopher();
    return {
      about:
        'Downloads through the gopher gateway beside a bare Worker that pipes a socket into a response, and menus beside curl.',
      head: ['what', 'figure'],
      rows: [
        ['a download of 200 MB ÷ the bare Worker', ratioOf(download.ratio)],
        ['a download of 200 MB, MB/s', figure(download.gateway)],
        ['growth of the process during 1 GiB, MiB', growthOf(memory)],
        ['slow streams at once that arrive whole', figure(streams.whole)],
        ['first octet of a menu, ms (curl at the server)', `${figure(menu.gateway)} (${figure(menu.direct)})`],
      ],
    };
  },
  ftp: async () => {
    const { download, memory, listings } = await (await import('./ftp.ts')).benchFtp();
    return {
      about: 'Downloads through the FTP gateway beside a bare Worker, and a directory of 50,000 files.',
      head: ['what', 'figure'],
      rows: [
        ['a download of 200 MB ÷ the bare Worker', ratioOf(download.ratio)],
        ['a download of 200 MB, MB/s', figure(download.gateway)],
        ['growth of the process during 1 GiB, MiB', growthOf(memory)],
        ...listings.map(({ name, milliseconds }) => [`directory, ${name}, ms`, figure(milliseconds)]),
      ],
    };
  },
  wais: async () => (await import('./wais.ts')).benchWais(),
  prospero: async () => (await import('./prospero.ts')).benchProspero(),
  cnrp: async () => (await import('./cnrp.ts')).benchCnrp(),
  listings: async () => {
    const costs = await (await import('./ftp-listings.ts')).benchFtpListings();
    return {
      about: 'Processor time of FTP directories, relative to `raw`. u is native `URL`, for what is beyond `raw`.',
      head: ['files', 'CPU ÷ raw', 'u a row', 'CPU, ms', 'memory at the peak, MiB'],
      rows: costs.map(({ rows, format, ratio, unitsOfRow, milliseconds, peak }) => [
        `${rows.toLocaleString('en')}, ${format}`,
        ratio.toFixed(1),
        unitsOfRow.toFixed(1),
        figure(milliseconds),
        figure(peak),
      ]),
    };
  },
  'command-line': async () => (await import('./command-line.ts')).benchCommandLine(),
  get: async () => (await import('./get.ts')).benchGet(),
  'news-archive': async () => (await import('./news-archive.ts')).benchNewsArchive(),
  'self-host': async () => {
    const { direct, behindFront, memory } = await (await import('./self-host.ts')).benchSelfHost();
    const row = (name: string, { ratio, processor, gateway }: typeof direct) => [
      ...[name, ratioOf(ratio), ratioOf(processor), figure(gateway)],
    ];
    return {
      about: `Downloads of 200 MB beside a bare Worker in the same place. During 1 GiB the process grew by ${growthOf(memory)} MiB.`,
      head: ['where', 'rate ÷ bare', 'processor time, bare ÷ gateway', 'MB/s'],
      rows: [row('bare workerd', direct), row('behind the front of `npm run self-host`', behindFront)],
    };
  },
  memory: async () => (await import('./memory.ts')).benchMemory(),
  'start-up': async () => (await import('./startup.ts')).benchStartUp(),
  page: async () => (await import('./page.ts')).benchPage(),
};

/** The figures of the last runs, in the order of the parts. */
export function readFigures(): Figures {
  return inOrder(JSON.parse(readFileSync(FILE, 'utf8')));
}

function inOrder(figures: Figures): Figures {
  return Object.fromEntries(
    Object.keys(parts).flatMap((name) => (figures[name] === undefined ? [] : [[name, figures[name]]])),
  );
}

/** The text of figures.json, as the formatter of the project writes it. */
export function textOf(figures: Figures): string {
  const biome = join(import.meta.dirname, '../../node_modules/.bin/biome');
  return execFileSync(biome, ['format', `--stdin-file-path=${FILE}`], {
    input: JSON.stringify(figures),
    encoding: 'utf8',
  });
}

async function run(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in parts));
  if (unknown.length > 0)
    throw new Error(`No part is called ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}`);
  for (const [name, part] of Object.entries(parts)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`\n## ${name}\n`);
    const { about, head, rows } = await part();
    const table = { about, head, measured: new Date().toISOString().slice(0, 10), rows };
    console.log(markdownOf(table));
    // After each part, so that a run that is stopped keeps what it has.
    writeFileSync(FILE, textOf(inOrder({ ...readFigures(), [name]: table })));
  }
}

if (import.meta.main) await run(process.argv.slice(2).filter((argument) => !argument.startsWith('-')));
