/** The order of a listing, and its division into pages. Links change both, without scripts. */
import * as v from 'valibot';

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
