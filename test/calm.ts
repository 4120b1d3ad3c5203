/**
 * `npm run calm`: proves that `npm test` is quick and never fails. It runs twenty times, the last ten beside two busy
 * loops, and prints for each run the result, the seconds, the processor seconds of all its processes, and the longest
 * file and test. It exits with 1 if a run failed. Use a quiet machine; `npm run calm -- 2 1` runs twice, once beside
 * the loops. Processor seconds are known on Linux alone.
 *
 * u is the time of native `new URL(…).href`, measured before and after each run, since machines change within minutes.
 * Limits of time hold at 350 ns on an idle machine, and are multiplied by u / 350 ns.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCorpus } from './bench/corpus.ts';
import { type FileReport, readReport } from './reporter.ts';

const [RUNS = 20, BUSY_RUNS = RUNS / 2] = process.argv.slice(2).map(Number);
if (!(RUNS >= 1 && BUSY_RUNS >= 0 && BUSY_RUNS <= RUNS)) {
  console.error('Name how many runs, and how many of them beside two busy loops: npm run calm -- 20 10');
  process.exit(2);
}
/** Seconds and processor seconds that `npm test` may take on two idle cores at {@link UNIT}. */
const LIMITS = { seconds: 60, processor: 110 } as const;
/** In nanoseconds. */
const UNIT = 350;
/** How often the processes are looked at, in milliseconds. */
const INTERVAL = 100;
/** Ticks of a second in proc(5). */
const TICKS = 100;

/** u in nanoseconds: the median of a number of rounds over the corpus of the bench. */
function unit(): number {
  const urls = makeCorpus().flatMap(({ url }) => (URL.canParse(url) ? [url] : []));
  let written = 0;
  const rounds = Array.from({ length: 15 }, () => {
    const start = performance.now();
    for (const url of urls) written += new URL(url).href.length;
    return ((performance.now() - start) * 1e6) / urls.length;
  });
  if (written === 0) throw new Error('the corpus has no URL');
  return rounds.toSorted((a, b) => a - b)[7] ?? 0;
}

/** The parent and the processor seconds of each process of this machine. */
function processes(): Map<number, { readonly parent: number; readonly seconds: number }> {
  const found = new Map<number, { parent: number; seconds: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [, parent, ...fields] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      found.set(Number(name), { parent: parent ?? 0, seconds: ((fields[9] ?? 0) + (fields[10] ?? 0)) / TICKS });
    } catch {
      // It has ended.
    }
  }
  return found;
}

/** Adds up the processor seconds of a process and of all that it starts, until `stop` is called. */
function account(root: number): { readonly stop: () => number } {
  const spent = new Map<number, number>([[root, 0]]);
  const look = () => {
    const all = processes();
    for (let grown = true; grown; ) {
      grown = false;
      for (const [id, { parent }] of all) {
        if (spent.has(id) || !spent.has(parent)) continue;
        spent.set(id, 0);
        grown = true;
      }
    }
    for (const id of spent.keys()) spent.set(id, all.get(id)?.seconds ?? spent.get(id) ?? 0);
  };
  const timer = setInterval(look, INTERVAL);
  return {
    stop() {
      clearInterval(timer);
      return [...spent.values()].reduce((sum, seconds) => sum + seconds, 0);
    },
  };
}

async function run(): Promise<{ readonly passed: boolean; readonly seconds: number; readonly processor: number }> {
  const start = performance.now();
  const child = spawn('npm', ['test', '--silent'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (octets: Buffer) => output.push(octets));
  const spent = account(child.pid ?? 0);
  const [status]: (number | null)[] = await once(child, 'close');
  if (status !== 0) process.stdout.write(Buffer.concat(output));
  return { passed: status === 0, seconds: (performance.now() - start) / 1000, processor: spent.stop() };
}

/** The file that took longest, and the one with the longest test. */
function longest(): { readonly file: FileReport; readonly test: FileReport } {
  const files = ['unit', 'worker'].flatMap(readReport);
  const [file] = files.toSorted((a, b) => b.time - a.time);
  const [test] = files.toSorted((a, b) => b.longest - a.longest);
  if (file === undefined || test === undefined) throw new Error('npm test wrote no report');
  return { file, test };
}

const loops: ChildProcess[] = [];
for (let count = 1; count <= RUNS; count++) {
  const busy = count > RUNS - BUSY_RUNS;
  while (busy && loops.length < 2) loops.push(spawn(process.execPath, ['-e', 'for (;;);']));
  const before = unit();
  const { passed, seconds, processor } = await run();
  const u = (before + unit()) / 2;
  const scale = Math.max(1, u / UNIT);
  const figures = `${seconds.toFixed(1)} s, ${processor.toFixed(1)} CPU-s`;
  const wanted = `${(LIMITS.seconds * scale).toFixed(0)} s, ${(LIMITS.processor * scale).toFixed(0)} CPU-s`;
  const beside = busy ? ', beside two busy loops' : '';
  const { file, test } = longest();
  console.log(`${count}${beside}: ${passed ? 'passed' : 'FAILED'} in ${figures}; u ${u.toFixed(0)} ns: ${wanted}`);
  console.log(`   longest file ${file.file} ${file.time} ms, longest test in ${test.file} ${test.longest} ms`);
  if (!passed) process.exitCode = 1;
}
for (const loop of loops) loop.kill();
