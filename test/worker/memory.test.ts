/**
 * The memory of the Worker while it answers batches of the largest size, of URLs whose answers are many times as long as
 * they are. The heap is limited, so that an answer that needs more ends the process; and the peak of the whole process
 * is measured where the system tells it.
 */
import { expect, test } from 'vitest';
import { LARGEST_ARRAY, LINES_TYPE, MOST_ITEMS } from '../../worker/http/batch.ts';
import { JSON_TYPE } from '../../worker/http/response.ts';
import { built } from './built.ts';
import { peakMemory } from './peak-memory.ts';
import { type RunningWorkerd, startWorkerd } from './workerd.ts';

const MiB = 1024 * 1024;
/** The most memory that one request may add to the process, in octets. */
const MOST_MEMORY = 64 * MiB;
/** The heap of the whole Worker, in MiB. */
const HEAP = 48;

const URLS: readonly (readonly [name: string, url: string])[] = [
  ['32,000 dropped tabs each', `http://h/${'\ta'.repeat(32_000)}`],
  ['32,000 changes of four kinds each', `http://h/${'%7e\t"%z'.repeat(8000)}`],
  ['64,000 directories each', `ftp://h${'/'.repeat(64_000)}`],
  ['32,000 header fields each', `mailto:?${'a&'.repeat(32_000)}`],
  ['100 changes each', `http://h/${'%7Eé'.repeat(100)}`],
];

const cases = URLS.flatMap(([name, url]) => [JSON_TYPE, LINES_TYPE].map((type) => [name, type, url] as const));

test.each(cases)('4 MiB of URLs with %s, as %s, take at most 64 MiB', async (_, type, url) => {
  const most = Math.floor(LARGEST_ARRAY / (JSON.stringify(url).length + 1));
  const urls = Array.from({ length: Math.min(MOST_ITEMS, most) }, () => url);
  const module = { path: (await built()).module, vars: {} };
  const workerd = await startWorkerd({ waypost: module }, [`--max-heap-size=${HEAP}`]);
  try {
    await lengthOfAnswer(workerd, type, urls.slice(0, 1));
    const before = peakMemory(workerd);
    const length = await lengthOfAnswer(workerd, type, urls);
    const grown = peakMemory(workerd) - before;
    console.log(`an answer of ${(length / MiB).toFixed(1)} MiB took ${(grown / MiB).toFixed(1)} MiB`);
    expect(length).toBeGreaterThan(urls.length);
    expect(grown).toBeLessThan(MOST_MEMORY);
  } finally {
    workerd.close();
  }
});

/** Sends a batch and reads the answer without keeping it. Returns its length in octets. */
async function lengthOfAnswer(workerd: RunningWorkerd, type: string, urls: readonly string[]): Promise<number> {
  const lines = () => urls.map((url) => `${JSON.stringify(url)}\n`).join('');
  const response = await fetch(`http://127.0.0.1:${workerd.ports.get('waypost')}/v1/resolve`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: type === JSON_TYPE ? JSON.stringify(urls) : lines(),
  });
  expect(response.status).toBe(200);
  let length = 0;
  for await (const octets of response.body ?? []) length += octets.length;
  return length;
}
