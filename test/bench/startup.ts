/**
 * The start-up time of the Worker in bare workerd, beside a Worker that answers with a constant: from the start of the
 * process to the first answer, taking turns. The difference is what our bundle costs before it does any work: parsing,
 * evaluating its modules, and reading its settings. `node test/bench/startup.ts` prints medians.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, startWorkerd } from '../worker/workerd.ts';
import { median } from './download.ts';
import { figure, markdownOf, type Table } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);

const CONSTANT = `export default { fetch: () => new Response('ok') };`;

/** Milliseconds from the start of workerd to the first answer of the Worker at `path`. */
async function startUp(path: string): Promise<number> {
  const began = performance.now();
  const running = await startWorkerd({ worker: { path, vars: {} } });
  try {
    const response = await fetch(`http://127.0.0.1:${running.ports.get('worker')}/health`);
    await response.text();
    return performance.now() - began;
  } finally {
    running.close();
  }
}

/** Measures, and returns the table. */
export async function benchStartUp(): Promise<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-startup-'));
  try {
    const waypost = bundle(folder);
    const constant = join(folder, 'constant.js');
    writeFileSync(constant, CONSTANT);
    const times = { waypost: [] as number[], constant: [] as number[], difference: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      const own = await startUp(waypost);
      const other = await startUp(constant);
      times.waypost.push(own);
      times.constant.push(other);
      times.difference.push(own - other);
    }
    return {
      about: 'From the start of workerd to the first answer, and what our bundle adds to it.',
      head: ['Worker', 'ms'],
      rows: [
        ['Waypost', figure(median(times.waypost))],
        ['a constant', figure(median(times.constant))],
        ['the difference', figure(median(times.difference))],
      ],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) console.log(markdownOf(await benchStartUp()));
