/** Lines that are sorted in temporary files. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSorter, mergeSorted } from '../../../bin/index-news/line-sorter.ts';
import { runs } from '../../fast-check.ts';
import { temporaryFolder } from './folder.ts';

async function linesOf(batches: AsyncIterable<readonly string[]>): Promise<string[]> {
  const lines: string[] = [];
  for await (const batch of batches) {
    expect(batch.length).toBeGreaterThan(0);
    lines.push(...batch);
  }
  return lines;
}

test('more lines than stay in memory are sorted', async () => {
  const sorter = new LineSorter(temporaryFolder(), 'x');
  const lines = Array.from({ length: 5000 }, (_, index) => `${(index * 7919) % 5000} é${'x'.repeat(9000)}`);
  for (const line of lines) await sorter.add(line);
  const sorted = await linesOf(await sorter.sorted());
  // A comparison of the test runner would print them.
  expect(sorted.join('\n') === lines.toSorted().join('\n')).toBe(true);
});

async function* batches(lines: readonly string[]): AsyncGenerator<readonly string[]> {
  for (let from = 0; from < lines.length; from += 3) yield lines.slice(from, from + 3);
}

test('a merge is sorted, and keeps the order of its sources', async () => {
  const line = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(9)).map(([key, number]) => `${key} ${number}`);
  const source = fc.array(line).map((lines) => lines.toSorted((a, b) => (a[0] ?? '').localeCompare(b[0] ?? '')));
  await fc.assert(
    fc.asyncProperty(fc.array(source, { maxLength: 5 }), async (sources) => {
      const merged = await linesOf(mergeSorted(sources.map(batches), (text) => text[0] ?? ''));
      const keys = ['a', 'b', 'c', 'd'];
      expect(merged).toEqual(keys.flatMap((key) => sources.flat().filter((text) => text.startsWith(key))));
    }),
    runs(),
  );
});
