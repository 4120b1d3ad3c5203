/**
 * `npm run bench`: every figure of README, in one run. Words after `--` name parts, such as `npm run bench -- library
 * links`. Each part prints its table in Markdown and replaces its table in figures.json, from which `npm run readme`
 * writes README. Times depend on the machine and on what else it does; trust the ratios.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figures, figure, markdownOf, type Table } from './table.ts';

const FILE = join(import.meta.dirname, 'figures.json');

/** A part measures, and returns a table; or it prints one itself and returns nothing. */
type Part = () => Promise<Table | undefined>;

const ratioOf = (ratio: number | null): string => (ratio === null ? '1' : ratio.toFixed(2));

/** The parts in the order of README. Each is loaded when its turn comes. */
const parts: Readonly<Record<string, Part>> = {
  library: async () => (await import('./library.ts')).benchLibrary(),
  together: async () => (await import('./together.ts')).benchTogether(),
  api: async () => {
    const rows = await (await import('./worker.ts')).benchWorker();
    return {
      about: 'Requests a second of `GET /v1/resolve`, and its rate relative to Workers that answer with a constant.',
      head: ['in', 'answer', '`/v1/resolve` relative to it', 'requests/s'],
      rows: rows.map(({ runtime, name, ratio, requestsPerSecond }) => [
        ...[runtime, name, ratioOf(ratio), figure(requestsPerSecond)],
      ]),
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
      about: 'Requests a second of `GET /{slug}` beside a constant redirect.',
      head: ['answer', 'relative to a constant', 'requests/s'],
      rows: rows.map(({ name, ratio, requestsPerSecond }) => [name, ratioOf(ratio), figure(requestsPerSecond)]),
    };
  },
  plan: async () => (await import('./plan.ts')).benchPlan(),
  menus: async () => {
    const { costs, unit, memory } = await (await import('./menus.ts')).benchMenus();
    const grown = memory.map(({ format, few, many }) => `${format} ${(many - few).toFixed(0)} MiB`);
    return {
      about: `The CPU of a gopher menu beside the same menu in \`raw\`; u is native \`URL\`, ${unit.toFixed(0)} ns. Memory of 50,000 items beyond 500: ${grown.join(', ')}.`,
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
  gopher: async () => void (await (await import('./gopher.ts')).benchGopher()),
  ftp: async () => void (await (await import('./ftp.ts')).benchFtp()),
  listings: async () => void (await (await import('./ftp-listings.ts')).benchFtpListings()),
  'self-host': async () => void (await (await import('./self-host.ts')).benchSelfHost()),
};

/** The figures of the last runs. */
export function readFigures(): Figures {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

async function run(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in parts));
  if (unknown.length > 0)
    throw new Error(`No part is called ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}`);
  for (const [name, part] of Object.entries(parts)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`\n## ${name}\n`);
    const table = await part();
    if (table === undefined) continue;
    console.log(markdownOf(table));
    // After each part, so that a run that is stopped keeps what it has.
    writeFileSync(FILE, `${JSON.stringify({ ...readFigures(), [name]: table }, null, 2)}\n`);
  }
}

if (import.meta.main) await run(process.argv.slice(2).filter((argument) => !argument.startsWith('-')));
