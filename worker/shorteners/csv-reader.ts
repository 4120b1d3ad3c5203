/**
 * Reads CSV (RFC 4180) as its lines arrive: each record becomes an object with the names of the header as its keys. A
 * header with more semicolons or tabs than commas makes these the delimiter. Fields between tabs are as
 * `mysql --batch` writes them: without quotes, with escapes.
 */
import { fault, RequestError } from '../errors/request-error.ts';
import type { Item } from '../http/batch.ts';
import { LONGEST_LINE, type NdjsonLine } from '../http/ndjson.ts';

const DELIMITERS = [',', ';', '\t'] as const;

export class CsvReader {
  readonly #isRead: (name: string) => boolean;
  /** The names of the columns that are read, by their numbers. */
  #columns: ReadonlyMap<number, string> | null = null;
  #delimiter: (typeof DELIMITERS)[number] = ',';
  /** The lines so far of a record with a line break in a quoted field; `null` = a record begins. */
  #unfinished: string | null = null;
  /** Whether there was a record, or a line that cannot be read. */
  #answered = false;
  /** Whether nothing more is read. */
  #refused = false;

  /** @param isRead - whether a column is kept. A wide document is not in memory as a whole. */
  constructor(isRead: (name: string) => boolean) {
    this.#isRead = isRead;
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
    if (this.#columns === null) return this.#readHeader(text);
    const fields = fieldsOf(text.replace(/\r$/, ''), this.#delimiter, this.#columns);
    if (this.#goesOn(text, fields)) return [];
    return typeof fields === 'string' ? [misquoted()] : [{ value: fields }];
  }

  #readHeader(text: string): Item[] {
    if (/\r(?!$)/.test(text.replace(/"(?:[^"]|"")*"/g, ''))) {
      this.#refused = true;
      return [broken('The lines end with CR alone. End them with LF, or with CR LF.')];
    }
    this.#delimiter = delimiterOf(text);
    const names = fieldsOf(text.replace(/\r$/, ''), this.#delimiter, null);
    if (this.#goesOn(text, names)) return [];
    if (typeof names === 'string') return [misquoted()];
    this.#columns = new Map(
      Object.values(names).flatMap((name, column) => (this.#isRead(name) ? [[column, name]] : [])),
    );
    return [];
  }

  #goesOn(text: string, fields: Fields): boolean {
    const goesOn = fields === 'unfinished' && text.length < LONGEST_LINE;
    this.#unfinished = goesOn ? text : null;
    return goesOn;
  }
}

function delimiterOf(header: string): (typeof DELIMITERS)[number] {
  const [most = ','] = DELIMITERS.toSorted((a, b) => header.split(b).length - header.split(a).length);
  return most;
}

/** The fields of a record by their names, unless it ends inside a quoted field, or has text after one. */
type Fields = Readonly<Record<string, string>> | 'unfinished' | 'broken';

/** @param columns - those that are kept, with their names; `null` = all, with their numbers */
function fieldsOf(text: string, delimiter: string, columns: ReadonlyMap<number, string> | null): Fields {
  const fields: Record<string, string> = {};
  for (const name of columns?.values() ?? []) fields[name] = '';
  const quoted = /"((?:[^"]|"")*)"(?!")/y;
  for (let at = 0, column = 0; at <= text.length; at++, column++) {
    const name = columns === null ? String(column) : columns.get(column);
    if (text[at] === '"' && delimiter !== '\t') {
      quoted.lastIndex = at;
      const [whole, content] = quoted.exec(text) ?? [];
      if (whole === undefined || content === undefined) return 'unfinished';
      if (name !== undefined) fields[name] = content.replaceAll('""', '"');
      at += whole.length;
      if (at < text.length && text[at] !== delimiter) return 'broken';
    } else {
      const end = text.indexOf(delimiter, at);
      const to = end === -1 ? text.length : end;
      if (name !== undefined) fields[name] = delimiter === '\t' ? unescaped(text.slice(at, to)) : text.slice(at, to);
      at = to;
    }
  }
  return fields;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '0': '\0', '\\': '\\' };

/** A field of `mysql --batch`: `NULL` is no value, and a backslash escapes LF, TAB, NUL and itself. */
function unescaped(field: string): string {
  if (field === 'NULL') return '';
  return field.replace(/\\([nt0\\])/g, (_, letter: string) => ESCAPES[letter] ?? '');
}

function misquoted(): Item {
  return broken('A quotation mark in a quoted field must be doubled.');
}

function broken(message: string): Item {
  return { error: new RequestError('invalid-item', [fault('csv-syntax', message)]) };
}
