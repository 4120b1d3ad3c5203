/**
 * `node test/bench/beside.ts <folder>` measures this checkout beside another one, such as a worktree of the commit
 * before: processor time and memory of bare workerd for long pages of gateways and for a download. The sides take turns
 * in one run, and each goes first in every other round. Only Linux reports both figures of a process.
 */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { cpuOf } from '../processes.ts';
import { startFtp } from '../servers/ftp.ts';
import { type RunningWorkerd, startWorkerd } from '../worker/workerd.ts';
import { DOWNLOAD, median, memoryOf, urlOf } from './download.ts';
import { startMenus } from './menus.ts';
import { figure, markdownOf } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 11);
/** Each start of the runtime has one highest memory. */
const STARTS = 5;

interface Case {
  readonly name: string;
  readonly path: string;
  /** How often it is asked for in one round. */
  readonly times: number;
}

/** The Worker of a checkout, built by its own script. */
function moduleOf(checkout: string): string {
  const script = `console.log((await (await import('${join(checkout, 'test/worker/built.ts')}')).built()).module)`;
  const options = { cwd: checkout, encoding: 'utf8' } as const;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], options);
  return output.trim().split('\n').at(-1) ?? '';
}

async function load(workerd: RunningWorkerd, { path, times }: Case): Promise<void> {
  for (let time = 0; time < times; time++) {
    const response = await fetch(urlOf(workerd, 'gateway', path), { headers: { Accept: 'text/html' } });
    if (!response.ok) throw new Error(`${path} is a ${response.status}`);
    for await (const _part of response.body ?? []);
  }
}

const other = process.argv[2];
if (other === undefined) throw new Error('Name the folder of the other checkout.');
const modules = [join(import.meta.dirname, '../..'), resolve(other)].map(moduleOf);

const files = fork(join(import.meta.dirname, 'ftp-source.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] });
const [{ ftp } = { ftp: 0 }]: { ftp: number }[] = await once(files, 'message');
const directories = await startFtp({ many: 50_000 });
const menus = await startMenus();
const vars = {
  LOG: 'off',
  DOWNLOAD_CAP: '2GiB',
  EGRESS_ALLOW: [ftp, directories.port, menus.port].map((port) => `127.0.0.1:${port}`).join(' '),
  EGRESS_DENY_PORTS: '1',
};
const start = (path: string) => startWorkerd({ gateway: { path, vars } });

const directory = `/ftp/127.0.0.1:${directories.port}/pub/many/`;
const menu = `/gopher/127.0.0.1:${menus.port}/120000`;
const cases: readonly Case[] = [
  { name: 'FTP directory of 50,000 entries, page', path: `${directory}?format=html`, times: 4 },
  { name: 'FTP directory of 50,000 entries, JSON', path: `${directory}?format=json`, times: 2 },
  { name: 'gopher menu of 20,000 items, page', path: `${menu}?format=html`, times: 10 },
  { name: 'gopher menu of 20,000 items, JSON', path: `${menu}?format=json`, times: 4 },
  { name: 'download of 200 MB', path: `/ftp/127.0.0.1:${ftp}/${DOWNLOAD}`, times: 1 },
];

/** Milliseconds of processor time for each request, by case and side. */
const times = cases.map(() => modules.map((): number[] => []));
const running = await Promise.all(modules.map(start));
for (let round = -2; round < ROUNDS; round++) {
  for (const [index, row] of cases.entries()) {
    const sides = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const side of sides) {
      const workerd = running[side] as RunningWorkerd;
      const before = cpuOf(workerd.pid);
      await load(workerd, row);
      if (round >= 0) times[index]?.[side]?.push((cpuOf(workerd.pid) - before) / 1000 / row.times);
    }
  }
}
for (const workerd of running) workerd.close();

/** MiB by which the runtime grew at the most, by case and side. */
const growths = cases.map(() => modules.map((): number[] => []));
for (let round = 0; round < STARTS; round++) {
  for (const [index, row] of cases.entries()) {
    for (const [side, module] of modules.entries()) {
      const workerd = await start(module);
      await fetch(urlOf(workerd, 'gateway', '/health'));
      const before = memoryOf(workerd.pid, 'VmRSS');
      await load(workerd, row);
      growths[index]?.[side]?.push(memoryOf(workerd.pid, 'VmHWM') - before);
      workerd.close();
    }
  }
}

const ratioOf = ([ours = [], theirs = []]: readonly (readonly number[])[] = []): string =>
  median(ours.map((value, index) => value / (theirs[index] ?? Number.NaN))).toFixed(2);
const medianOf = (values: readonly number[] | undefined): string => figure(median(values ?? []));
console.log(
  markdownOf({
    about: 'This checkout beside the other one: medians, and the medians of the ratios of each round.',
    head: ['', 'CPU, ms', 'other', 'ratio', 'memory, MiB', 'other', 'ratio'],
    rows: cases.map(({ name }, index) => [
      name,
      medianOf(times[index]?.[0]),
      medianOf(times[index]?.[1]),
      ratioOf(times[index]),
      medianOf(growths[index]?.[0]),
      medianOf(growths[index]?.[1]),
      ratioOf(growths[index]),
    ]),
  }),
);
files.disconnect();
menus.server.close();
await directories.close();
