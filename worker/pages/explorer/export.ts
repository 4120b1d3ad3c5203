/** The URLs of a text as a file: comma-separated values (RFC 4180), or JSON. */
import type { Found } from './harvest.ts';

export type ExportFormat = 'csv' | 'json';

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8;header=present',
  json: 'application/json',
};

const COLUMNS = ['canonical', 'scheme', 'times', 'lines', 'spellings', 'fault'] as const;

/**
 * What such a file has in it.
 *
 * @example
 * ```ts
 * exportOf(Harvest.of('GO:x', {}).rows(), 'csv').split('\r\n')[1]; // 'go:x,go,1,1,GO:x,'
 * ```
 */
export function exportOf(rows: readonly Found[], format: ExportFormat): string {
  if (format === 'json') return `${JSON.stringify(rows, [...COLUMNS], 2)}\n`;
  const lines = rows.map((row) => COLUMNS.map((column) => field(row[column])).join(','));
  return `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}

/** A list is its items with blanks between, since neither lines nor URLs have blanks that matter. */
function field(value: Found[(typeof COLUMNS)[number]]): string {
  const text = Array.isArray(value) ? value.join(' ') : String(value ?? '');
  // A spreadsheet takes what begins so for a formula; no URL does.
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
