/**
 * Reads CSV as its lines arrive: each record becomes an object with the names of the header as its keys. A header with
 * more semicolons or tabs than commas makes these the separator. Cells between tabs are as `mysql --batch` writes them:
 * without quotation marks, with escapes. A record that breaks the format is refused.
 */
import { type Cell, recordsOf, type Separator, separatorOf, type TableForm, textOfCell } from '../../src/text/csv.ts';
import { fault, RequestError } from '../errors/request-error.ts';
import type { Item } from '../http/batch.ts';
import { LONGEST_LINE, type NdjsonLine } from '../http/ndjson.ts';

export class CsvReader {
  readonly #isRead: (name: string) => boolean;
  readonly #rowsOf: (record: Readonly<Record<string, string>>) => readonly object[];
  /** The names of the columns that are read, by their numbers; `null` = the header has not been read. */
  #columns: ReadonlyMap<number, string> | null = null;
  #separator: Separator = ',';
  /** The lines so far of a record with a line break in a quoted field; `null` = a record begins. */
  #unfinished: string | null = null;
  /** Whether there was a record, or a line that cannot be read. */
  #answered = false;
  /** Whether nothing more is read. */
  #refused = false;

  /**
   * @param isRead - whether a column is kept. A wide document is not in memory as a whole.
   * @param rowsOf - the rows that a record makes
   */
  constructor(
    isRead: (name: string) => boolean,
    rowsOf: (record: Readonly<Record<string, string>>) => readonly object[],
  ) {
    this.#isRead = isRead;
    this.#rowsOf = rowsOf;
  }

  /** The records that these lines complete. Blank lines and the header are no records. */
  read(lines: readonly NdjsonLine[]): Item[] {
    const items = lines.flatMap((line) => this.#read(line));
    this.#answered ||= items.length > 0;
    return items;
  }

  /** The last record, if it ends inside a quoted field; that there is no record. */
  end(): Item[] {
    if (this.#unfinished !== null) return [broken('A quoted field has no end.')];
    return this.#answered ? [] : [broken('The document has no records. Send a header, and a line for each link.')];
  }

  #read(line: NdjsonLine): Item[] {
    if (this.#refused) return [];
    if (typeof line !== 'string') {
      this.#unfinished = null;
      return [{ error: line }];
    }
    const text = this.#unfinished === null ? line : `${this.#unfinished}\n${line}`;
    if (text.trim() === '') return [];
    const isHeader = this.#columns === null;
    // A quoted name may have a line break.
    if (isHeader) this.#separator = separatorOf(text.replaceAll('\n', ' '));
    const form: TableForm = { escapes: this.#escapes, endsAtCr: isHeader };
    const [record, next] = recordsOf(text.replace(/\r$/, ''), this.#separator, form);
    const goesOn = record?.fault === 'open-quote' && text.length < LONGEST_LINE;
    this.#unfinished = goesOn ? text : null;
    if (record === undefined || goesOn) return [];
    if (next !== undefined) {
      this.#refused = true;
      return [broken('The lines end with CR alone. End them with LF, or with CR LF.')];
    }
    if (record.fault !== null) return [broken('A quotation mark in a quoted field must be doubled.')];
    return this.#take(text, record.cells);
  }

  /** Fields between tabs have no quotation marks. */
  get #escapes(): TableForm['escapes'] {
    return this.#separator === '\t' ? 'backslashes' : 'quotes';
  }

  /** Takes the names of the header, or the fields of the columns that are read. */
  #take(text: string, cells: readonly Cell[]): Item[] {
    const escapes = this.#escapes;
    if (this.#columns === null) {
      const names = cells.map((cell, column) => [column, textOfCell(text, cell, escapes)] as const);
      const read = names.filter(([, name]) => this.#isRead(name));
      // A second column of the same name keeps its value under a name of its own.
      const isFirst = ([column, name]: (typeof read)[number]) => read.find(([, one]) => one === name)?.[0] === column;
      this.#columns = new Map(read.map((one) => [one[0], isFirst(one) ? one[1] : `${one[1]} ${one[0] + 1}`]));
      return [];
    }
    const fields: Record<string, string> = {};
    for (const [column, name] of this.#columns) {
      const cell = cells[column];
      fields[name] = cell === undefined ? (fields[name] ?? '') : textOfCell(text, cell, escapes);
    }
    return this.#rowsOf(fields).map((value) => ({ value }));
  }
}

function broken(message: string): Item {
  return { error: new RequestError('invalid-item', [fault('csv-syntax', message)]) };
}
