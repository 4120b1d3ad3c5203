/**
 * Tables of cells between commas, semicolons or tabs (CSV, RFC 4180): one reader, which knows where each cell stands,
 * and one writer.
 */
import { type Allowed, checkArgument, hasMembers, requireThat } from '../uri/arguments.ts';
import type { TextRange } from './link.ts';

/** A cell. Its range has no quotation marks. */
export interface Cell {
  readonly range: TextRange;
  readonly isQuoted: boolean;
}

/** What separates the cells of CSV in one country or another. */
export const SEPARATORS = [',', ';', '\t'] as const;
export type Separator = (typeof SEPARATORS)[number];

const SEPARATOR: Allowed = ['a comma, a semicolon or a tab', ...SEPARATORS];

/** A record: a line of a table, or several if a quoted cell has line breaks. */
export interface TableRecord {
  /** Without the line break. */
  readonly range: TextRange;
  readonly cells: readonly Cell[];
  /** The first break of RFC 4180: a quotation mark that nothing closes, or text after a closing one; `null` = none. */
  readonly fault: 'open-quote' | 'text-after-quote' | null;
}

/** How a table is written. */
export interface TableForm {
  /** How a cell has a separator or a line break in it; with backslashes as `mysql --batch` does. */
  readonly escapes: 'quotes' | 'backslashes';
  /** Whether CR alone ends a record. */
  readonly endsAtCr: boolean;
}

/** As spreadsheets write tables, and people. */
const SPREADSHEET: TableForm = { escapes: 'quotes', endsAtCr: true };

/** The separator that the first line has most of, outside of quotation marks. */
export function separatorOf(text: string): Separator {
  checkArgument('text', text, ['a string']);
  const end = text.indexOf('\n');
  const line = (end === -1 ? text : text.slice(0, end)).replace(/"[^"]*"?/g, '');
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * The records of a table, blank lines included. A quotation mark that nothing closes is data, and so are all that
 * follow: otherwise the rest of the table would be one cell.
 */
export function* recordsOf(
  text: string,
  separator: Separator,
  { escapes, endsAtCr }: TableForm = SPREADSHEET,
): Generator<TableRecord> {
  checkArgument('text', text, ['a string']);
  checkArgument('separator', separator, SEPARATOR);
  let at = 0;
  let start = 0;
  let cells: Cell[] = [];
  let fault: TableRecord['fault'] = null;
  let hasQuotes = escapes === 'quotes';
  while (at < text.length) {
    const close = hasQuotes && text[at] === '"' ? closingQuote(text, at + 1) : null;
    if (close === -1) {
      hasQuotes = false;
      fault ??= 'open-quote';
    }
    const isQuoted = close !== null && close !== -1;
    const from = isQuoted ? close + 1 : at;
    let end = from;
    while (end < text.length && text[end] !== separator && !endsRecord(text[end], endsAtCr)) end++;
    if (isQuoted && end > from) fault ??= 'text-after-quote';
    cells.push({ range: isQuoted ? [at + 1, close] : [at, end], isQuoted });
    if (text[end] === separator) {
      at = end + 1;
      // A separator at the very end is followed by an empty cell.
      if (at === text.length) cells.push({ range: [at, at], isQuoted: false });
      else continue;
      end = at;
    }
    yield { range: [start, end], cells, fault };
    at = end + (endsAtCr && text.startsWith('\r\n', end) ? 2 : 1);
    start = at;
    cells = [];
    fault = null;
  }
}

function endsRecord(character: string | undefined, endsAtCr: boolean): boolean {
  return character === '\n' || (endsAtCr && character === '\r');
}

/** @returns -1 if there is none */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return -1;
}

/** Where the last record of a text begins, which may be incomplete. */
export function recordStart(text: string, separator: Separator): number {
  let start = 0;
  for (const { range, cells, fault } of recordsOf(text, separator)) {
    // What follows the text may close the cell.
    if (fault !== null && cells.some((cell) => isOpen(text, cell))) break;
    const next = range[1] + (text.startsWith('\r\n', range[1]) ? 2 : 1);
    if (text[next - 1] === '\n') start = next;
  }
  return start;
}

function isOpen(text: string, { range, isQuoted }: Cell): boolean {
  return !isQuoted && text[range[0]] === '"';
}

const BACKSLASHES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '0': '\0', '\\': '\\' };

/**
 * The text of a cell, without the escapes of the format. `NULL` of a database is empty.
 *
 * @param text - the table
 */
export function textOfCell(text: string, cell: Cell, escapes: TableForm['escapes'] = 'quotes'): string {
  checkArgument('text', text, ['a string']);
  requireThat(hasMembers(cell, 'range', 'isQuoted'), 'cell', 'a cell of recordsOf');
  const { range, isQuoted } = cell;
  const written = text.slice(...range);
  if (escapes === 'quotes') return isQuoted ? written.replaceAll('""', '"') : written;
  if (written === 'NULL') return '';
  return written.replace(/\\([nt0\\])/g, (_, letter: string) => BACKSLASHES[letter] ?? '');
}

/** The text of a quoted cell, between its quotation marks: the inverse of {@link textOfCell}. */
export function quotedText(text: string): string {
  return text.replaceAll('"', '""');
}

/** Writes a cell, in quotation marks if it needs them. `cellOf('a "b"', ',')` is `'"a ""b"""'`. */
export function cellOf(text: string, separator: Separator): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${quotedText(text)}"` : text;
}

/**
 * The text behind an apostrophe if a spreadsheet would take it for a formula. No URL begins like one.
 * `withoutFormula('=1+1')` is `"'=1+1"`.
 */
export function withoutFormula(text: string): string {
  return /^[=+\-@\t]/.test(text) ? `'${text}` : text;
}

/** The value of a cell. Spaces separate the items of a list. */
type CellValue = string | number | null | readonly (string | number)[];

/**
 * Writes a table, with the names of its columns first. `csvOf(['slug', 'note'], [{ slug: 'a', note: 'one, two' }])` is
 * `'slug,note\r\na,"one, two"\r\n'`.
 */
export function csvOf<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, CellValue>>[],
): string {
  const lines = rows.map((row) =>
    columns.map((column) => cellOf(withoutFormula(writtenValue(row[column])), ',')).join(','),
  );
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`;
}

function writtenValue(value: CellValue): string {
  return Array.isArray(value) ? value.join(' ') : String(value ?? '');
}
