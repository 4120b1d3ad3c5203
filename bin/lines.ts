/**
 * The lines of the input, in UTF-8 or another encoding, and their fields. A stream is split in constant memory: each
 * read yields the lines that it completes, and the next read waits until they are consumed.
 */
import { isUtf8 } from 'node:buffer';
import { MAX_LENGTH } from '../src/index.ts';

/** The octets that are kept of a line; always enough for {@link MAX_LENGTH} UTF-16 code units. */
const LONGEST_LINE = 4 * MAX_LENGTH;

/** The octets of a line that must not be cut off, as the run prints all of it. */
const LONGEST_KEPT_LINE = 16 * 1024 * 1024;

const LF = 0x0a;
const BYTE_ORDER_MARK = '\ufeff';

/** A line without its line end. */
export interface InputLine {
  readonly text: string;
  /** Whether the octets are UTF-8; otherwise `text` decodes them as ISO Latin-1. */
  readonly utf8: boolean;
}

/** How a stream is split. */
interface SplitSettings {
  /** The octet after each line: LF, which may follow a CR, or NUL. */
  readonly terminator: typeof LF | 0;
  /** Whether lines are printed as they came: then a line that is too long to hold ends the run, and is not cut off. */
  readonly whole: boolean;
}

/** A line has more octets than the memory is meant for. */
export class LongLineError extends Error {
  override readonly name = 'LongLineError';
}

/**
 * Splits a stream into lines. A line longer than any URL is cut off.
 *
 * @param source - octets
 * @param settings - the end of lines, and whether they may be cut off
 * @throws {@link LongLineError}
 */
export async function* readLines(
  source: AsyncIterable<Uint8Array>,
  { terminator, whole }: SplitSettings = { terminator: LF, whole: false },
): AsyncGenerator<readonly InputLine[]> {
  const longest = whole ? LONGEST_KEPT_LINE : LONGEST_LINE;
  /** The unfinished line. */
  let pieces: Buffer[] = [];
  let kept = 0;
  let first = true;
  for await (const chunk of source) {
    const octets = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const from = kept < longest ? 0 : endOfLine(octets, terminator);
    if (whole && from > 0) throw new LongLineError('A line has more than 16 MiB.');
    const to = octets.lastIndexOf(terminator);
    if (to < from) {
      pieces.push(octets.subarray(from));
      kept += octets.length - from;
      continue;
    }
    const lines = decode(Buffer.concat([...pieces, octets.subarray(from, to)]), terminator);
    yield first ? withoutMark(lines) : lines;
    first = false;
    pieces = [octets.subarray(to + 1)];
    kept = octets.length - to - 1;
  }
  const rest = Buffer.concat(pieces);
  // A mark alone is no line.
  if (kept === 0 || (first && rest.toString() === BYTE_ORDER_MARK)) return;
  const lines = decode(rest, terminator);
  yield first ? withoutMark(lines) : lines;
}

/** The index of the end of the line; the length if there is none. */
function endOfLine(octets: Buffer, terminator: number): number {
  const at = octets.indexOf(terminator);
  return at === -1 ? octets.length : at;
}

/** Decodes all lines at once, which is fast. Decodes line by line only to find the lines that are not UTF-8. */
function decode(octets: Buffer, terminator: number): InputLine[] {
  const withoutCr = (line: string): string => (terminator === LF && line.endsWith('\r') ? line.slice(0, -1) : line);
  if (isUtf8(octets))
    return octets
      .toString()
      .split(String.fromCharCode(terminator))
      .map((line) => ({ text: withoutCr(line), utf8: true }));
  const lines: InputLine[] = [];
  for (let from = 0; from <= octets.length; ) {
    const to = from + endOfLine(octets.subarray(from), terminator);
    const line = octets.subarray(from, to);
    // A line that was cut off may end within a character.
    const utf8 = isUtf8(line) || line.length >= LONGEST_LINE;
    lines.push({ text: withoutCr(line.toString(utf8 ? 'utf8' : 'latin1')), utf8 });
    from = to + 1;
  }
  return lines;
}

function withoutMark([first, ...others]: readonly InputLine[]): readonly InputLine[] {
  if (!first?.utf8 || !first.text.startsWith(BYTE_ORDER_MARK)) return first === undefined ? [] : [first, ...others];
  return [{ ...first, text: first.text.slice(1) }, ...others];
}

/** Where the URL of a line stands. */
export interface FieldPosition {
  /** From 1. */
  readonly number: number;
  /** One character; `null` = a tab, or a space in lines without a tab. */
  readonly delimiter: string | null;
}

/**
 * Finds a field.
 * `rangeOfField('com,example)/ 2024 http://example.com/', { number: 3, delimiter: null })` is `[19, 38]`.
 * Returns `[start, end)` in the line, in UTF-16 code units; `null` if the line has fewer fields.
 */
export function rangeOfField(line: string, { number, delimiter }: FieldPosition): readonly [number, number] | null {
  const separator = delimiter ?? (line.includes('\t') ? '\t' : ' ');
  let from = 0;
  for (let index = 1; index < number; index++) {
    const end = line.indexOf(separator, from);
    if (end === -1) return null;
    from = end + separator.length;
  }
  const end = line.indexOf(separator, from);
  return [from, end === -1 ? line.length : end];
}

/** The first line of a CDX file: its first character is the delimiter of the others, and letters name the fields. */
export function isCdxHeader(line: string): boolean {
  return /^[^\w]CDX(?:[^\w][\w!$%&*]){2,}\s*$/.test(line);
}

export type InputEncoding = 'utf-8' | 'latin1' | 'utf-16';

/**
 * Octets of an encoding as octets of UTF-8. UTF-16 is in the order of its byte order mark, little-endian without one.
 */
export async function* asUtf8(source: AsyncIterable<Uint8Array>, encoding: InputEncoding): AsyncGenerator<Uint8Array> {
  if (encoding === 'utf-8') yield* source;
  else if (encoding === 'latin1') yield* fromLatin1(source);
  else yield* fromUtf16(source);
}

async function* fromLatin1(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const { buffer, byteOffset, byteLength } of source) {
    yield Buffer.from(Buffer.from(buffer, byteOffset, byteLength).toString('latin1'));
  }
}

async function* fromUtf16(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | null = null;
  /** The input until it has the two octets of a mark. */
  let start = Buffer.alloc(0);
  for await (const chunk of source) {
    if (decoder !== null) {
      yield Buffer.from(decoder.decode(chunk, { stream: true }));
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < 2) continue;
    decoder = new TextDecoder(start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-16le');
    yield Buffer.from(decoder.decode(start, { stream: true }));
  }
  // An odd octet at the end becomes U+FFFD.
  if (decoder !== null || start.length > 0) {
    yield Buffer.from(decoder === null ? '\ufffd' : decoder.decode());
  }
}
