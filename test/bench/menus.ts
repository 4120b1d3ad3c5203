/**
 * What long menus cost: the CPU time of the runtime for a page and for JSON, beside the same menu in `raw`, in turns;
 * and how much memory a menu of 50,000 items takes beyond one of 500. `node test/bench/menus.ts` prints the table. Only
 * Linux reports CPU time and memory of a process.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { cpuOf } from '../processes.ts';
import { built } from '../worker/built.ts';
import { type RunningWorkerd, startWorkerd } from '../worker/workerd.ts';
import { median, memoryOf, urlOf } from './download.ts';
import { unitOf } from './processor.ts';

/** Items of the menus whose CPU time is measured. A page has a thousand at most. */
const SIZES = [20, 100, 300, 1000, 3000] as const;
const FORMATS = ['html', 'json', 'raw'] as const;
type Format = (typeof FORMATS)[number];

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
/** Requests of a round have so many rows in all, so that the collector of garbage runs in each of them. */
const ROWS_OF_ROUND = 20_000;
const WARM_UP = 300;

/** The targets: a row in units of the platform's `new URL(…).href`, and a page relative to `raw`. */
const UNITS_OF_ROW = 15;
const TIMES_RAW = 4;
const PAGE = 1000;

/** The limit in MiB for the memory of 50,000 items beyond that of 500. */
const MOST_GROWTH = 16;
const [FEW, MANY] = [500, 50_000] as const;

export interface MenuFigures {
  /** Microseconds of CPU for one request, by format. */
  readonly costs: readonly { readonly rows: number; readonly cpu: Readonly<Record<Format, number>> }[];
  /** The unit: nanoseconds of the platform's `new URL(…).href`. */
  readonly unit: number;
  /** MiB of the runtime at its peak, for few items and for many, by format. */
  readonly memory: readonly { readonly format: Format; readonly few: number; readonly many: number }[];
}

/** Measures, prints the table, and returns its figures. */
export async function benchMenus(): Promise<MenuFigures> {
  const { server, port } = await startMenus();
  const path = (await built()).module;
  const start = () => startWorkerd({ gateway: { path, vars: { LOG: 'off', EGRESS_ALLOW: `127.0.0.1:${port}` } } });
  try {
    const figures = { ...(await measureCosts(start, port)), memory: await measureMenuMemory(start, port) };
    print(figures);
    return figures;
  } finally {
    server.close();
  }
}

/** A server that answers a number with a menu of so many lines. */
export async function startMenus(): Promise<{ server: Server; port: number }> {
  const menus = new Map<string, Buffer>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (line) => {
      const count = line.toString().trim();
      const menu = menus.get(count) ?? Buffer.from(`${Array.from({ length: Number(count) }, menuLine).join('')}.\r\n`);
      menus.set(count, menu);
      socket.end(menu);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

/** A line like those of real menus: mostly items of one server, some text, some items of others, some links. */
function menuLine(_: unknown, index: number): string {
  const name = `Document number ${index}, about gophers`;
  switch (index % 12) {
    case 3:
      return `i${name}\tfake\t(NULL)\t0\r\n`;
    case 6:
      return `1${name} & friends\t/other/menu ${index}\thost${index % 7}.example\t70\r\n`;
    case 9:
      return `h${name}\tURL:https://www.example.com/page/${index}?a=1&b=2\tgopher.example\t70\r\n`;
    default:
      return `0${name}\t/archive/documents/file-${index}.txt\tgopher.example\t70\r\n`;
  }
}

const linkTo = (port: number, rows: number, format: Format): string =>
  `/gopher/127.0.0.1:${port}/1${rows}?format=${format}`;

async function fetchWhole(workerd: RunningWorkerd, path: string): Promise<number> {
  const response = await fetch(urlOf(workerd, 'gateway', path));
  const { byteLength } = await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return byteLength;
}

async function measureCosts(
  start: () => Promise<RunningWorkerd>,
  port: number,
): Promise<Pick<MenuFigures, 'costs' | 'unit'>> {
  const workerd = await start();
  try {
    const cases = SIZES.flatMap((rows) => FORMATS.map((format) => ({ rows, format, times: [] as number[] })));
    const units: number[] = [];
    for (const format of FORMATS) {
      for (let count = 0; count < WARM_UP; count++) await fetchWhole(workerd, linkTo(port, 100, format));
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const { rows, format, times } of cases) {
        const requests = Math.ceil(ROWS_OF_ROUND / Math.max(rows, 60));
        const before = cpuOf(workerd.pid);
        for (let count = 0; count < requests; count++) await fetchWhole(workerd, linkTo(port, rows, format));
        times.push((cpuOf(workerd.pid) - before) / requests);
      }
      units.push(unitOf());
    }
    const costs = SIZES.map((rows) => {
      const cpu = { html: 0, json: 0, raw: 0 };
      for (const found of cases.filter((one) => one.rows === rows)) cpu[found.format] = median(found.times);
      return { rows, cpu };
    });
    return { costs, unit: median(units) };
  } finally {
    workerd.close();
  }
}

/** Items that each runtime serves in all. Its heap grows with the garbage of any requests, so both make as much. */
const ITEMS = 250_000;

/** The peak of a runtime that served short menus, and of one that served long ones. Each runtime is a new one. */
async function measureMenuMemory(start: () => Promise<RunningWorkerd>, port: number): Promise<MenuFigures['memory']> {
  const peak = async (rows: number, format: Format): Promise<number> => {
    const workerd = await start();
    try {
      for (let served = 0; served < ITEMS; served += rows) await fetchWhole(workerd, linkTo(port, rows, format));
      return memoryOf(workerd.pid, 'VmHWM');
    } finally {
      workerd.close();
    }
  };
  const figures: { format: Format; few: number; many: number }[] = [];
  for (const format of FORMATS) figures.push({ format, few: await peak(FEW, format), many: await peak(MANY, format) });
  return figures;
}

function print({ costs, unit, memory }: MenuFigures): void {
  const verdict = (met: boolean | null) => (met === null ? '      ' : met ? 'met   ' : 'missed');
  console.log(`\nMenus: CPU of the runtime for a request, in microseconds; u = ${unit.toFixed(0)} ns`);
  console.log(
    `        ${['rows', 'page', 'JSON', 'raw', 'page/raw', 'u a row'].map((word) => word.padStart(10)).join('')}`,
  );
  for (const { rows, cpu } of costs) {
    const units = (cpu.html * 1000) / unit / Math.min(rows, PAGE);
    const ratio = cpu.html / cpu.raw;
    const met = rows === PAGE ? units <= UNITS_OF_ROW && ratio <= TIMES_RAW : null;
    const cells = [
      rows,
      cpu.html.toFixed(0),
      cpu.json.toFixed(0),
      cpu.raw.toFixed(0),
      ratio.toFixed(2),
      units.toFixed(1),
    ];
    console.log(`${verdict(met)}  ${cells.map((cell) => String(cell).padStart(10)).join('')}`);
  }
  for (const { format, few, many } of memory) {
    const growth = many - few;
    const figures = `${few.toFixed(0)} MiB for ${FEW} items, ${many.toFixed(0)} MiB for ${MANY}`;
    console.log(`${verdict(growth <= MOST_GROWTH)}  memory, ${format}: ${figures} (at most ${MOST_GROWTH} more)`);
  }
}

if (import.meta.main) await benchMenus();
