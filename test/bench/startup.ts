/**
 * The start of the Worker in bare workerd, beside a Worker that answers with a constant: from the start of the process
 * to the first answer, taking turns. The difference is what our bundle costs before it does any work: parsing,
 * evaluating its modules, and reading its settings. `node test/bench/startup.ts` prints medians.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuOf } from '../processes.ts';
import { built } from '../worker/built.ts';
import { startWorkerd } from '../worker/workerd.ts';
import { median } from './download.ts';
import { figure, markdownOf, type Table } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);

const CONSTANT = `export default { fetch: () => new Response('ok') };`;

/** Milliseconds from the start of workerd to the first answer of a Worker. */
export interface StartUp {
  readonly elapsed: number;
  /** Of the processor. */
  readonly processor: number;
}

/** The medians of several starts. The difference is the median of the differences. */
export interface StartUps {
  readonly waypost: StartUp;
  readonly constant: StartUp;
  readonly difference: StartUp;
}

/** Starts workerd with the Worker at `path`. */
async function startUp(path: string): Promise<StartUp> {
  const began = performance.now();
  const running = await startWorkerd({ worker: { path, vars: {} } });
  try {
    const response = await fetch(`http://127.0.0.1:${running.ports.get('worker')}/health`);
    await response.text();
    return { elapsed: performance.now() - began, processor: cpuOf(running.pid) / 1000 };
  } finally {
    running.close();
  }
}

/** Starts both Workers in turns. */
export async function measureStartUps(rounds: number): Promise<StartUps> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-startup-'));
  try {
    const waypost = (await built()).module;
    const constant = join(folder, 'constant.js');
    writeFileSync(constant, CONSTANT);
    const pairs: { waypost: StartUp; constant: StartUp; difference: StartUp }[] = [];
    for (let round = 0; round < rounds; round++) {
      const own = await startUp(waypost);
      const other = await startUp(constant);
      const difference = { elapsed: own.elapsed - other.elapsed, processor: own.processor - other.processor };
      pairs.push({ waypost: own, constant: other, difference });
    }
    const medians = (key: keyof StartUps): StartUp => ({
      elapsed: median(pairs.map((pair) => pair[key].elapsed)),
      processor: median(pairs.map((pair) => pair[key].processor)),
    });
    return { waypost: medians('waypost'), constant: medians('constant'), difference: medians('difference') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Measures, and returns the table. */
export async function benchStartUp(): Promise<Table> {
  const { waypost, constant, difference } = await measureStartUps(ROUNDS);
  const row = (name: string, { processor, elapsed }: StartUp) => [name, figure(processor), figure(elapsed)];
  return {
    about: 'From the start of workerd to the first answer, and what our bundle adds to it.',
    head: ['Worker', 'ms of the processor', 'ms'],
    rows: [row('Waypost', waypost), row('a constant', constant), row('the difference', difference)],
  };
}

if (import.meta.main) console.log(markdownOf(await benchStartUp()));
