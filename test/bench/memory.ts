/**
 * The memory of the Worker: how much the process grows at its peak while it answers a batch of the largest size, and
 * how much more a list of 50,000 entries takes than one of 500. The heap is limited as in the tests, since the engine
 * lets garbage grow otherwise. `node test/bench/memory.ts` prints the table.
 */
import { built } from '../worker/built.ts';
import { type LargeList, largeLists, lengthOf } from '../worker/gateway/large-lists.ts';
import { largeBatches, resolveBatch } from '../worker/large-batches.ts';
import { peakMemory } from '../worker/peak-memory.ts';
import { type RunningWorkerd, startWorkerd } from '../worker/workerd.ts';
import { figure, markdownOf, type Table } from './table.ts';

const MiB = 1024 * 1024;
const [FEW, MANY] = [500, 50_000] as const;

async function withWorker<Result>(
  heap: number,
  vars: Readonly<Record<string, string>>,
  use: (origin: string, workerd: RunningWorkerd) => Promise<Result>,
): Promise<Result> {
  const module = { path: (await built()).module, vars };
  const workerd = await startWorkerd({ waypost: module }, [`--max-heap-size=${heap}`]);
  try {
    return await use(`http://127.0.0.1:${workerd.ports.get('waypost')}`, workerd);
  } finally {
    await workerd.kill();
  }
}

/** The peak of a new process after a list was read a number of times at once, in octets. */
async function peakOf({ start, path }: LargeList, entries: number, format: string, times: number): Promise<number> {
  const server = await start(entries);
  const vars = { EGRESS_ALLOW: `127.0.0.1:${server.port}`, EGRESS_DENY_PORTS: '6379' };
  try {
    return await withWorker(times === 1 ? 24 : 48, vars, async (origin, workerd) => {
      const url = `${origin}${path(server.port)}?format=${format}`;
      await Promise.all(Array.from({ length: times }, () => lengthOf(url)));
      return peakMemory(workerd);
    });
  } finally {
    await server.close();
  }
}

/** Measures, and returns the table. */
export async function benchMemory(): Promise<Table> {
  const rows: string[][] = [];
  for (const { name, type, urls } of largeBatches) {
    const grown = await withWorker(48, {}, async (origin, workerd) => {
      await resolveBatch(origin, { type, urls: urls.slice(0, 1) });
      const before = peakMemory(workerd);
      await resolveBatch(origin, { type, urls });
      return peakMemory(workerd) - before;
    });
    rows.push([`4 MiB of URLs with ${name}, ${type}`, figure(grown / MiB)]);
  }
  for (const [name, list] of Object.entries(largeLists)) {
    const one = await peakOf(list, FEW, 'json', 1);
    for (const [format, times] of [['html', 1] as const, ['json', 1] as const, ['json', 4] as const]) {
      const grown = (await peakOf(list, MANY, format, times)) - one;
      rows.push([
        `${name} of 50,000 entries, ${format}${times === 1 ? '' : `, ${times} at once`}`,
        figure(grown / MiB),
      ]);
    }
  }
  return {
    about:
      'How much the process grows at its peak: for batches of the largest size, and for lists beside one of 500 entries.',
    head: ['what', 'MiB'],
    rows,
  };
}

if (import.meta.main) console.log(markdownOf(await benchMemory()));
