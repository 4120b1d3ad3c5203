/** Entries held as octets: they come back unchanged and in order, whatever is in their names. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ListedEntries } from '../../../../src/protocols/ftp/listed-entries.ts';
import type { ListingEntry } from '../../../../src/protocols/ftp/listing/entry.ts';
import { COLUMNS, type Column, DIRECTIONS } from '../../../../src/protocols/sort-order.ts';

const octets = fc
  .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0, max: 0xff })), { maxLength: 12 })
  .map((codes) => String.fromCharCode(...codes).replaceAll('\n', ''));
const entry: fc.Arbitrary<ListingEntry> = fc.record({
  kind: fc.constantFrom('directory', 'file', 'link', 'unknown'),
  name: octets,
  size: fc.option(fc.maxSafeNat(), { nil: null }),
  modified: fc.option(fc.constantFrom('1995-02-03', '1995-02-03T04:05', '1995-02-03T04:05:06Z', '2001-01-01'), {
    nil: null,
  }),
  target: fc.option(octets, { nil: null }),
});

function listed(entries: readonly ListingEntry[]): ListedEntries {
  const all = new ListedEntries();
  for (const each of entries) all.add(each);
  return all;
}

test('entries come back as they were added', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 600 }), (entries) => {
      const all = listed(entries);
      expect(all.length).toBe(entries.length);
      expect([...all]).toEqual(entries);
    }),
    { numRuns: 100 },
  );
});

test('more entries than the first block and the first columns hold, the longest of a line', () => {
  const entries = Array.from({ length: 2000 }, (_, index): ListingEntry => {
    const name = `${'x'.repeat(index % 4096)}${index}`;
    return { kind: 'link', name, size: index, modified: '1995-02-03', target: name.slice(0, 100) };
  });
  expect([...listed(entries).at(entries.keys())]).toEqual(entries);
});

test('an entry without a name at the end of a block', () => {
  const entries = [...Array.from({ length: 16 }, (_, index) => 4084 - Number(index === 15) * 12), 0, 1].map(
    (length): ListingEntry => ({ kind: 'file', name: 'x'.repeat(length), size: length, modified: null, target: null }),
  );
  expect([...listed(entries)]).toEqual(entries);
});

describe('order', () => {
  const less = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
  const byName = (a: ListingEntry, b: ListingEntry) => less(a.name.toLowerCase(), b.name.toLowerCase());
  const rules: Record<Column, (a: ListingEntry, b: ListingEntry) => number> = {
    name: byName,
    size: (a, b) => (a.size ?? 0) - (b.size ?? 0) || byName(a, b),
    modified: (a, b) => less(a.modified ?? '', b.modified ?? '') || byName(a, b),
  };
  const isLast = (column: Column, each: ListingEntry) =>
    Number(column === 'name' ? each.kind !== 'directory' : each[column] === null);

  test.each(COLUMNS.flatMap((column) => DIRECTIONS.map((direction) => [column, direction] as const)))(
    'by %s, %s',
    (column, direction) => {
      const turn = direction === 'asc' ? 1 : -1;
      fc.assert(
        fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
          const all = listed(entries);
          const expected = entries.toSorted(
            (a, b) => isLast(column, a) - isLast(column, b) || turn * rules[column](a, b),
          );
          expect([...all.at(all.sorted({ column, direction }))]).toEqual(expected);
        }),
        { numRuns: 200 },
      );
    },
  );
});

test('the first time that is more than a day', () => {
  const at = (modified: string | null): ListingEntry => ({ kind: 'file', name: 'a', size: 1, modified, target: null });
  expect(listed([at(null), at('1995-02-03')]).timed).toBeNull();
  expect(listed([at('1995-02-03'), at('1995-02-03T04:05'), at('1995-02-03T04:05:06Z')]).timed).toBe('1995-02-03T04:05');
});
