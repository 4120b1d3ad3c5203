/** The rows of a listing that are known as objects. A listing of tens of thousands holds them as octets instead. */
import type { Column, ListingRow, ListingRows, SortOrder } from './opened.ts';

/** Rows in the order of the server. */
export function fewRows(rows: readonly ListingRow[]): ListingRows {
  return {
    length: rows.length,
    timed: rows.find(({ modified }) => modified !== null && modified.length > DAY.length)?.modified ?? null,
    sorted(order) {
      const all = rows.map((row, index) => ({ row, index }));
      if (order !== null) all.sort((a, b) => compared(a.row, b.row, order));
      return all.map(({ index }) => index);
    },
    *at(indices) {
      for (const index of indices) {
        const row = rows[index];
        if (row !== undefined) yield row;
      }
    },
  };
}

const DAY = 'yyyy-mm-dd';

/** By name, directories come before files. Unknown values come last in both directions, and equal ones by name. */
function compared(a: ListingRow, b: ListingRow, { column, direction }: SortOrder): number {
  const turn = direction === 'asc' ? 1 : -1;
  return groupOf(a, column) - groupOf(b, column) || turn * (byColumn(a, b, column) || byText(a.name, b.name));
}

/** 1 comes after 0 in either direction. */
function groupOf(row: ListingRow, column: Column): number {
  return Number(column === 'name' ? row.kind !== 'directory' : row[column] === null);
}

function byColumn(a: ListingRow, b: ListingRow, column: Column): number {
  switch (column) {
    case 'name':
      return 0;
    case 'size':
      return (a.size ?? 0) - (b.size ?? 0);
    case 'modified':
      return byText(a.modified ?? '', b.modified ?? '');
  }
}

/** Without case. */
function byText(a: string, b: string): number {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  return one < other ? -1 : Number(one > other);
}
