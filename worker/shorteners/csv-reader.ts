/**
 * Reads CSV (RFC 4180) as its lines arrive: each record becomes an object with the names of the header as its keys. A
 * header with more semicolons or tabs than commas makes these the delimiter. Fields between tabs have no quotes.
 */
import { fault, RequestError } from '../errors/request-error.ts';
import type { Item } from '../http/batch.ts';
import { LONGEST_LINE, type NdjsonLine } from '../http/ndjson.ts';

const DELIMITERS = [',', ';', '\t'] as const;

export class CsvReader {
  #header: readonly string[] | null = null;
  #delimiter: (typeof DELIMITERS)[number] = ',';
  /** The lines so far of a record with a line break in a quoted field; `null` = a record begins. */
  #unfinished: string | null = null;

  /** The records that these lines complete. Blank lines and the header are no records. */
  read(lines: readonly NdjsonLine[]): Item[] {
    return lines.flatMap((line) => this.#read(line));
  }

  /** The last record, if it ends inside a quoted field. */
  end(): Item[] {
    return this.#unfinished === null ? [] : [broken('A quoted field has no end.')];
  }

  #read(line: NdjsonLine): Item[] {
    if (typeof line !== 'string') {
      this.#unfinished = null;
      return [{ error: line }];
    }
    const text = this.#unfinished === null ? line : `${this.#unfinished}\n${line}`;
    if (text.trim() === '') return [];
    if (this.#header === null) this.#delimiter = delimiterOf(text);
    const fields = fieldsOf(text.replace(/\r$/, ''), this.#delimiter);
    const goesOn = fields === 'unfinished' && text.length < LONGEST_LINE;
    this.#unfinished = goesOn ? text : null;
    if (goesOn) return [];
    if (typeof fields === 'string') return [broken('A quotation mark in a quoted field must be doubled.')];
    if (this.#header !== null) {
      return [{ value: Object.fromEntries(this.#header.map((name, index) => [name, fields[index] ?? ''])) }];
    }
    this.#header = fields;
    return [];
  }
}

function delimiterOf(header: string): (typeof DELIMITERS)[number] {
  const [most = ','] = DELIMITERS.toSorted((a, b) => header.split(b).length - header.split(a).length);
  return most;
}

/** The fields of a record, unless it ends inside a quoted field, or has text after one. */
function fieldsOf(text: string, delimiter: string): string[] | 'unfinished' | 'broken' {
  if (delimiter === '\t') return text.split(delimiter);
  const fields: string[] = [];
  const quoted = /"((?:[^"]|"")*)"(?!")/y;
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '"') {
      quoted.lastIndex = at;
      const [whole, content] = quoted.exec(text) ?? [];
      if (whole === undefined || content === undefined) return 'unfinished';
      fields.push(content.replaceAll('""', '"'));
      at += whole.length;
      if (at < text.length && text[at] !== delimiter) return 'broken';
    } else {
      const end = text.indexOf(delimiter, at);
      const to = end === -1 ? text.length : end;
      fields.push(text.slice(at, to));
      at = to;
    }
  }
  return fields;
}

function broken(message: string): Item {
  return { error: new RequestError('invalid-item', [fault('csv-syntax', message)]) };
}
