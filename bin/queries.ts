/** The URLs of a run: those of the command line, or those in the lines of files and of standard input. */
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { type CdxjEntry, readCdxjLine } from './cdxj.ts';
import type { UrlInvocation } from './command-line.ts';
import { asUtf8, type FieldPosition, type InputLine, isCdxHeader, rangeOfField, readLines } from './lines.ts';
import { LineError } from './pairs.ts';
import { PAIR_COMMANDS } from './usage/commands.ts';

/** The URLs of one line, and their position in the input. */
interface UrlQuery {
  /** `null` = the line has none. */
  readonly urls: readonly string[] | null;
  /** The URLs as they stand in the line. */
  readonly raw: string;
  readonly line: number;
  readonly fault: LineError | null;
  /** What stands around the URL in the line; a line without a URL is all `before`. */
  readonly before: string;
  readonly after: string;
  /** What stands before the URL where it was read, if that is elsewhere; columns of errors count it. */
  readonly prefix?: string;
  /** The line of an index whose key is written again. */
  readonly entry?: CdxjEntry;
  /** Whether the line is not UTF-8; then each character stands for an octet. */
  readonly octets: boolean;
}

/** Every query of a run, in batches that arrived together; `file` is `null` for arguments and standard input. */
export async function* queriesOf(
  run: UrlInvocation,
  stdin: Readable,
): AsyncGenerator<{ readonly file: string | null; readonly queries: readonly UrlQuery[] }> {
  const { command, source } = run;
  if (source.kind === 'arguments') {
    const { urls } = source;
    // Each argument counts as a line.
    const queries = PAIR_COMMANDS.has(command)
      ? [queryOf(urls, urls.join('\t'), 1)]
      : urls.map((url, index) => queryOf([url], url, index + 1));
    yield { file: null, queries };
    return;
  }
  for (const name of source.files) {
    const file = name === '-' ? null : name;
    const stream = file === null ? stdin : createReadStream(file);
    for await (const queries of queriesOfStream(run, stream)) yield { file, queries };
  }
}

async function* queriesOfStream(
  { command, lines }: UrlInvocation,
  stream: Readable,
): AsyncGenerator<readonly UrlQuery[]> {
  const { encoding, keep, field } = lines;
  const settings = { terminator: lines.null ? 0 : 0x0a, whole: keep || field !== null } as const;
  let before = 0;
  for await (const batch of readLines(asUtf8(stream, encoding), settings)) {
    yield batch.map((line, index) => {
      const number = before + index + 1;
      if (line.text.trim() === '' || (field !== null && number === 1 && isCdxHeader(line.text)))
        return unreadLine(line, number);
      if (field === 'cdxj') return queryOfCdxj(line, number);
      if (field !== null) return queryOfField(line, number, field);
      const urls = PAIR_COMMANDS.has(command) ? line.text.split('\t') : [line.text];
      return queryOf(urls, line.text, number, line.utf8 ? null : notUtf8());
    });
    before += batch.length;
  }
}

function queryOf(urls: readonly string[], raw: string, line: number, fault: LineError | null = null): UrlQuery {
  return { urls, raw, line, fault, before: '', after: '', octets: fault !== null };
}

function unreadLine({ text, utf8 }: InputLine, line: number): UrlQuery {
  return { urls: null, raw: '', line, fault: null, before: text, after: '', octets: !utf8 };
}

function queryOfField({ text, utf8 }: InputLine, line: number, position: FieldPosition): UrlQuery {
  const found = rangeOfField(text, position);
  if (found === null) {
    const fault = new LineError('field-missing', `The line has no field ${position.number}.`);
    return { urls: [''], raw: '', line, fault, before: text, after: '', octets: !utf8 };
  }
  const [from, to] = found;
  const url = text.slice(from, to);
  if (url === '') return unreadLine({ text, utf8 }, line);
  const query = { urls: [url], raw: url, line, before: text.slice(0, from), after: text.slice(to), octets: !utf8 };
  if (utf8 || /^[\0-\x7f]*$/.test(url)) return { ...query, fault: null };
  // Octets that are not UTF-8 may stand in another field. A result is ASCII, so it can stand between octets.
  const octets = Buffer.from(url, 'latin1');
  return isUtf8(octets) ? { ...query, urls: [octets.toString()], fault: null } : { ...query, fault: notUtf8() };
}

/** A line of a CDXJ index: the key becomes that of the URL in the JSON, and the rest stays. */
function queryOfCdxj({ text, utf8 }: InputLine, line: number): UrlQuery {
  // Lines of headers begin with an exclamation mark or an at sign.
  if (/^[!@]/.test(text)) return unreadLine({ text, utf8 }, line);
  const read = utf8 ? readCdxjLine(text) : notUtf8();
  if ('code' in read) {
    const fault = new LineError(read.code, read.message);
    return { urls: [''], raw: '', line, fault, before: text, after: '', prefix: '', octets: !utf8 };
  }
  const { key, url, urlAt } = read;
  const query = { urls: [url], raw: key, line, fault: null, before: '', after: text.slice(key.length), octets: false };
  return { ...query, prefix: text.slice(0, urlAt), entry: read };
}

/** The error of a line that is not UTF-8. */
export function notUtf8(): LineError {
  return new LineError('line-not-utf-8', 'The line is not UTF-8. Name its encoding: --encoding latin1 or utf-16.');
}
