/** The columns by which the entries of a list can be sorted, and the directions. */
export const COLUMNS = ['name', 'size', 'modified'] as const;
export type Column = (typeof COLUMNS)[number];
export const DIRECTIONS = ['asc', 'desc'] as const;

export interface SortOrder {
  readonly column: Column;
  readonly direction: (typeof DIRECTIONS)[number];
}
