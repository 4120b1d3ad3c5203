/**
 * A sheet: a table of the person's own, in which one column has links, or a list with a link on each line. Its text is
 * never changed. What is not surely a sheet is a text.
 */
import { isLinkCell } from '../../../src/text/cell.ts';
import {
  recordsOf,
  SEPARATORS,
  type Separator,
  separatorOf,
  type TableRecord,
  textOfCell,
} from '../../../src/text/csv.ts';
import { archiveDateOf } from './links-dates.ts';

/** A column, as people choose it. */
export interface SheetColumn {
  /** From 0. */
  readonly index: number;
  /** Its header, or “Column 2”. */
  readonly name: string;
  /** How many cells are links. */
  readonly links: number;
  /** Whether each cell that is not blank is a date with one certain meaning, and there is one. */
  readonly isDate: boolean;
}

/** What is counted of a column while the records are read. */
interface Count {
  filled: number;
  links: number;
  /** Cells that are dates, as long as all are. */
  dates: number;
}

/** Words: nothing of a link, a date or a number. */
const HEADER = /^(?![\d\s.,-]+$)[^:/@]{1,80}$/;
/** The records that are read first, to see whether reading all can show a sheet. */
const SAMPLE = 65_536;
/** A column is that of the links if this part of its cells are links. The others may be mistakes. */
const MOSTLY = 0.5;

/** Excel writes it before UTF-8. It is no part of the first cell. */
const BYTE_ORDER_MARK = '\u{feff}';

export class Sheet {
  /** Without the byte order mark. */
  readonly text: string;
  /** What stands before the text: a byte order mark or nothing. */
  readonly mark: string;
  /** `null` = a list with a link on each line. */
  readonly separator: Separator | null;
  readonly hasHeader: boolean;
  readonly columns: readonly SheetColumn[];
  /** Where the records begin and end, in pairs. */
  readonly #bounds: readonly number[];

  private constructor(sheet: SheetFields, mark: string) {
    this.text = sheet.text;
    this.mark = mark;
    this.separator = sheet.separator;
    this.hasHeader = sheet.hasHeader;
    this.columns = sheet.columns;
    this.#bounds = sheet.bounds;
  }

  /**
   * Reads a text as a sheet.
   *
   * @param whole - the text
   * @param name - the name of its file, which says what separates cells; `null` = it was pasted, the content decides
   * @returns `null` if it is not surely a sheet with links
   */
  static of(whole: string, name: string | null): Sheet | null {
    const mark = whole.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
    const text = whole.slice(mark.length);
    const known = /\.(?:tsv|tab)$/i.test(name ?? '') ? '\t' : /\.csv$/i.test(name ?? '') ? separatorOf(text) : null;
    // Links have commas in them, and hardly ever tabs.
    const tables = known === null ? SEPARATORS.toReversed() : [known];
    const asTable = (): SheetFields | null => {
      for (const separator of tables) {
        const sheet = tableOf(text, separator, known !== null);
        if (sheet !== null) return sheet;
      }
      return null;
    };
    const fields = known === null ? (listOf(text) ?? asTable()) : (asTable() ?? listOf(text));
    return fields === null ? null : new Sheet(fields, mark);
  }

  /** The column that has the most links. */
  get linkColumn(): number {
    const most = Math.max(...this.columns.map(({ links }) => links));
    return this.columns.findIndex(({ links }) => links === most);
  }

  /** The column with the dates of the rows; `null` = there is none, or it is not certain which one it is. */
  get dateColumn(): number | null {
    const [first, ...others] = this.columns.filter(({ isDate }) => isDate);
    return first === undefined || others.length > 0 ? null : first.index;
  }

  /** The number of records, with the header and blank lines. */
  get size(): number {
    return this.#bounds.length / 2;
  }

  /** Where a record begins and ends, without its line break. */
  record(index: number): readonly [from: number, to: number] {
    return [this.#bounds[2 * index] ?? 0, this.#bounds[2 * index + 1] ?? 0];
  }

  /** The cells of a record, without the escapes of the format. A list has one. */
  cells(index: number): readonly string[] {
    const line = this.text.slice(...this.record(index));
    if (this.separator === null || line === '') return [line];
    const [record] = recordsOf(line, this.separator);
    return (record?.cells ?? []).map((cell) => textOfCell(line, cell));
  }
}

interface SheetFields extends Pick<Sheet, 'text' | 'separator' | 'hasHeader' | 'columns'> {
  readonly bounds: readonly number[];
}

/** @param isKnown - whether the name of a file says that it is a table */
function tableOf(text: string, separator: Separator, isKnown: boolean): SheetFields | null {
  const sample = text.length > SAMPLE ? text.slice(0, text.lastIndexOf('\n', SAMPLE) + 1) : text;
  const scan = scanOf(sample, separator, isKnown) === null ? null : scanOf(text, separator, isKnown);
  if (scan === null) return null;
  const { counts, bounds, first, hasQuotes } = scan;
  const best = counts.reduce((most, { links }) => Math.max(most, links), 0);
  const column = counts.findIndex(({ links }) => links === best);
  const count = counts[column];
  const header = first.map((cell) => cell.trim());
  const hasHeader = HEADER.test(header[column] ?? '') && header.every((cell) => cell === '' || HEADER.test(cell));
  const filled = (count?.filled ?? 0) - (hasHeader ? 1 : 0);
  if (best === 0 || best < filled * MOSTLY) return null;
  // A comma or a semicolon may be part of the links of a list.
  if (!isKnown && separator !== '\t' && !hasHeader && !hasQuotes && column === 0) return null;
  const columns = counts.map(({ filled, links, dates }, index) => ({
    index,
    name: (hasHeader && header[index]) || `Column ${index + 1}`,
    links,
    isDate: dates > 0 && dates === filled - (hasHeader && header[index] !== '' ? 1 : 0),
  }));
  return { text, separator, hasHeader, columns, bounds };
}

interface Scan {
  readonly counts: readonly Count[];
  readonly bounds: readonly number[];
  /** The cells of the first record that is not blank. */
  readonly first: readonly string[];
  readonly hasQuotes: boolean;
}

/** @returns `null` if there are fewer than two records or columns, or records of different lengths without need */
function scanOf(text: string, separator: Separator, isKnown: boolean): Scan | null {
  const counts: Count[] = [];
  const bounds: number[] = [];
  let first: readonly string[] | null = null;
  let records = 0;
  let hasQuotes = false;
  for (const record of recordsOf(text, separator)) {
    bounds.push(...record.range);
    if (isBlank(record)) continue;
    records += 1;
    if (first === null) {
      first = record.cells.map((cell) => textOfCell(text, cell));
      if (first.length < 2) return null;
    } else if (!isKnown && record.cells.length !== first.length) return null;
    hasQuotes ||= record.cells.some(({ isQuoted }) => isQuoted);
    record.cells.forEach((cell, index) => {
      const written = textOfCell(text, cell);
      if (written.trim() === '') return;
      counts[index] ??= { filled: 0, links: 0, dates: 0 };
      const count = counts[index];
      // All cells but the header are dates, or none counts.
      if (count.dates >= count.filled - 1 && archiveDateOf(written) !== null) count.dates += 1;
      count.filled += 1;
      if (isLinkCell(text, cell, separator)) count.links += 1;
    });
  }
  if (first === null || records < 2) return null;
  return {
    counts: Array.from(counts, (count) => count ?? { filled: 0, links: 0, dates: 0 }),
    bounds,
    first,
    hasQuotes,
  };
}

function isBlank({ range: [from, to] }: TableRecord): boolean {
  return from === to;
}

/** A list: each line that is not blank is a link without blanks, but for a header. */
function listOf(text: string): SheetFields | null {
  const bounds: number[] = [];
  let links = 0;
  let hasHeader = false;
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('\n', at);
    const end = next === -1 ? text.length : next;
    const to = text[end - 1] === '\r' && end > at ? end - 1 : end;
    bounds.push(at, to);
    const line = text.slice(at, to).trim();
    const isLink = /^[^\s"]+$/.test(line) && isLinkCell(text, { range: [at, to], isQuoted: false }, ',');
    if (isLink) links += 1;
    else if (line !== '') {
      // The header of a table has separators.
      if (at > 0 || !HEADER.test(line) || /[,;\t]/.test(line)) return null;
      hasHeader = true;
    }
    at = end + 1;
  }
  if (links < 2) return null;
  const name = hasHeader ? text.slice(bounds[0], bounds[1]).trim() : 'Column 1';
  return { text, separator: null, hasHeader, columns: [{ index: 0, name, links, isDate: false }], bounds };
}
