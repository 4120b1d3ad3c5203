/** The head of an answer: its status line and fields (RFC 9112 §4, §5). */
import { latin1Of } from '../../octets/octets.ts';
import type { Source } from '../connection.ts';
import { LineReader } from '../lines.ts';
import { ProtocolError } from '../protocol-error.ts';

/** The head of an answer that is not interim. */
export interface HttpHead {
  readonly status: number;
  /** The first line, such as `HTTP/1.1 200 OK`. */
  readonly statusLine: string;
  /** By names in lower case. Values of one name are joined with a comma. */
  readonly headers: ReadonlyMap<string, string>;
}

/** A head, and what the length of its body depends on. */
export interface Head extends HttpHead {
  readonly version: string;
  /** Each field as it came, with its name in lower case. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

const SWITCHING_PROTOCOLS = 101;

/** The beginning of a status line. */
const PARTIAL_VERSION = /^(?:H|HT|HTT|HTTP|HTTP\/|HTTP\/1|HTTP\/1\..{0,6})$/;

/**
 * Reads the head of the final answer. Interim answers before it count for its limit.
 *
 * @param cap - the most octets
 * @throws ProtocolError as `exchange`
 */
export async function readHead(source: Source, cap: number): Promise<Head> {
  // The cap on all octets is also that of a line.
  const reader = new LineReader(source, { line: Number.POSITIVE_INFINITY, total: cap });
  for (;;) {
    const statusLine = await readHeadLine(reader);
    const [, version = '', code] = /^HTTP\/(1\.[01]) ([1-5]\d\d)(?: .*)?$/.exec(statusLine) ?? [];
    if (code === undefined) throw reader.nonsense('The server did not answer with HTTP/1.1.', PARTIAL_VERSION);
    const status = Number(code);
    const fields = await readFields(reader);
    if (status >= 200) return { status, statusLine, version, headers: joinedFields(fields), fields };
    if (status === SWITCHING_PROTOCOLS) {
      throw new ProtocolError('malformed', 'The server switched to another protocol without being asked.');
    }
  }
}

/** A field: a token, a colon without a blank before it (RFC 9112 §5.1), and a value without control characters. */
const FIELD = /^([!#$%&'*+.^_`|~\w-]+):[\t ]*([^\x00-\x08\x0a-\x1f\x7f]*)$/;

async function readFields(reader: LineReader): Promise<Head['fields']> {
  const lines: string[] = [];
  for (let line = await readHeadLine(reader); line !== ''; line = await readHeadLine(reader)) {
    // A line that begins with a blank continues the field before it (RFC 9112 §5.2).
    const before = /^[\t ]/.test(line) ? lines.pop() : null;
    if (before === undefined) throw new ProtocolError('malformed', 'The header of the answer begins with a space.');
    lines.push(before === null ? line : `${before} ${line.trim()}`);
  }
  return lines.map((line) => {
    const [, name, value = ''] = FIELD.exec(line) ?? [];
    if (name === undefined) throw new ProtocolError('malformed', 'The answer has an invalid header field.');
    return [name.toLowerCase(), value.trimEnd()];
  });
}

function joinedFields(fields: Head['fields']): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  for (const [name, value] of fields) {
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return headers;
}

async function readHeadLine(reader: LineReader): Promise<string> {
  const line = await reader.line();
  if (line === null) throw reader.cut();
  return latin1Of(line);
}
