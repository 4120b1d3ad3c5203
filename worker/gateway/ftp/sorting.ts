/** The order of a listing, and its division into pages. Links change both, without scripts. */
import * as v from 'valibot';
import type { ListingEntry } from '../../../src/schemes/ftp/listing.ts';

export const COLUMNS = ['name', 'size', 'modified'] as const;
export type Column = (typeof COLUMNS)[number];
export const DIRECTIONS = ['asc', 'desc'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export interface Order {
  readonly column: Column;
  readonly direction: Direction;
}

/** The rows of one page: browsers are slow with a table of 50,000 rows. */
export const PAGE_ROWS = 1000;

const choice = <Value extends string>(values: readonly [Value, ...Value[]]) =>
  v.optional(v.picklist(values, `must be ${values.join(' or ')}`), values[0]);

/** The parameters that set the order; the default is by name, ascending. */
export const orderParameters = { sort: choice(COLUMNS), order: choice(DIRECTIONS) };

/** The page that a query requests, from 1. Numbers out of range mean the first or the last page. */
export function requestedPage(query: URLSearchParams, rows: number): { readonly page: number; readonly pages: number } {
  const pages = Math.max(1, Math.ceil(rows / PAGE_ROWS));
  const page = Number(/^\d{1,6}$/.exec(query.get('page') ?? '1')?.[0] ?? 1);
  return { page: Math.min(Math.max(page, 1), pages), pages };
}

/** Sorts a listing. By name, directories come before files. */
export function sorted(entries: readonly ListingEntry[], { column, direction }: Order): ListingEntry[] {
  const keyed = entries.map((entry) => ({ entry, name: entry.name.toLowerCase(), group: groupOf(entry, column) }));
  const turn = direction === 'asc' ? 1 : -1;
  keyed.sort((a, b) => a.group - b.group || turn * (compare(a.entry, b.entry, column) || order(a.name, b.name)));
  return keyed.map(({ entry }) => entry);
}

/** Unknown values come last in both directions. */
function groupOf(entry: ListingEntry, column: Column): number {
  return column === 'name' ? Number(entry.kind !== 'directory') : Number(entry[column] === null);
}

function compare(a: ListingEntry, b: ListingEntry, column: Column): number {
  switch (column) {
    case 'name':
      return 0;
    case 'size':
      return (a.size ?? 0) - (b.size ?? 0);
    case 'modified':
      return order(a.modified ?? '', b.modified ?? '');
  }
}

const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
