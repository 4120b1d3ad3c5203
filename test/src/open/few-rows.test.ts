/** Rows that are known as objects: their orders. */
import { describe, expect, test } from 'vitest';
import { fewRows } from '../../../src/open/few-rows.ts';
import type { ListingRow } from '../../../src/open/opened.ts';

const row = (name: string, more: Partial<ListingRow> = {}): ListingRow => ({
  kind: 'file',
  name,
  octets: null,
  size: null,
  modified: null,
  target: null,
  url: null,
  ...more,
});

const ROWS = fewRows([
  row('b', { size: 3, modified: '1995-02-03' }),
  row('A', { size: 3, modified: '1994-01-01T12:00' }),
  row('dir', { kind: 'directory' }),
  row('c', { size: 20 }),
  row('a', { size: 0, modified: '1996-01-01' }),
]);

const namesIn = (order: Parameters<typeof ROWS.sorted>[0]) =>
  [...ROWS.at(ROWS.sorted(order))].map(({ name }) => name).join(' ');

describe('the order of rows', () => {
  test.each([
    ['that of the server', null, 'b A dir c a'],
    // Directories come first, and case does not matter.
    ['by name', { column: 'name', direction: 'asc' }, 'dir A a b c'],
    ['by name, backwards', { column: 'name', direction: 'desc' }, 'dir c b A a'],
    // What is unknown comes last in both directions.
    ['by size', { column: 'size', direction: 'asc' }, 'a A b c dir'],
    ['by size, backwards', { column: 'size', direction: 'desc' }, 'c b A a dir'],
    ['by time', { column: 'modified', direction: 'asc' }, 'A b a c dir'],
    ['by time, backwards', { column: 'modified', direction: 'desc' }, 'a b A dir c'],
  ] as const)('%s', (_what, order, names) => {
    expect(namesIn(order)).toBe(names);
  });
});

test.each(['size', 'modified'] as const)('rows whose %s is unknown are in the order of their names', (column) => {
  const unknown = fewRows(['c', 'B', 'a', 'd'].map((name) => row(name)));
  for (const [direction, names] of [
    ['asc', 'a B c d'],
    ['desc', 'd c B a'],
  ] as const) {
    expect([...unknown.at(unknown.sorted({ column, direction }))].map(({ name }) => name).join(' ')).toBe(names);
  }
});

test('the first time that is more than a day shows the time zone of all', () => {
  expect([ROWS.timed, fewRows([row('a', { modified: '1995-02-03' })]).timed]).toEqual(['1994-01-01T12:00', null]);
});

test('rows are found by their indices', () => {
  expect([...ROWS.at([4, 0, 9])].map(({ name }) => name)).toEqual(['a', 'b']);
  expect([ROWS.length, fewRows([]).sorted(null)]).toEqual([5, []]);
});
