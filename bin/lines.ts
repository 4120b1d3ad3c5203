/**
 * Splits a stream into lines in constant memory. Each read yields the lines that it completes, and the next read waits
 * until they are consumed.
 */
import { isUtf8 } from 'node:buffer';
import { MAX_LENGTH } from '../src/index.ts';

/** The octets that are kept of a line; always enough for {@link MAX_LENGTH} UTF-16 code units. */
const LONGEST_LINE = 4 * MAX_LENGTH;

const LF = 0x0a;
const BYTE_ORDER_MARK = '\ufeff';

/** A line without its line end. */
export interface Line {
  readonly text: string;
  /** Whether the octets are UTF-8; otherwise `text` decodes them as ISO Latin-1. */
  readonly utf8: boolean;
}

/**
 * Splits a stream into lines that end in LF or CR LF. A line longer than any URL is cut off.
 *
 * @param source - octets
 */
export async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<readonly Line[]> {
  /** The unfinished line. */
  let pieces: Buffer[] = [];
  let kept = 0;
  let first = true;
  for await (const chunk of source) {
    const octets = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const from = kept < LONGEST_LINE ? 0 : endOfLine(octets);
    const to = octets.lastIndexOf(LF);
    if (to < from) {
      pieces.push(octets.subarray(from));
      kept += octets.length - from;
      continue;
    }
    const lines = decode(Buffer.concat([...pieces, octets.subarray(from, to)]));
    yield first ? withoutMark(lines) : lines;
    first = false;
    pieces = [octets.subarray(to + 1)];
    kept = octets.length - to - 1;
  }
  if (kept === 0) return;
  const lines = decode(Buffer.concat(pieces));
  yield first ? withoutMark(lines) : lines;
}

/** The index of the line feed; the length if there is none. */
function endOfLine(octets: Buffer): number {
  const at = octets.indexOf(LF);
  return at === -1 ? octets.length : at;
}

/** Decodes all lines at once, which is fast. Decodes line by line only to find the lines that are not UTF-8. */
function decode(octets: Buffer): Line[] {
  if (isUtf8(octets))
    return octets
      .toString()
      .split('\n')
      .map((line) => ({ text: withoutCr(line), utf8: true }));
  const lines: Line[] = [];
  for (let from = 0; from <= octets.length; ) {
    const to = from + endOfLine(octets.subarray(from));
    const line = octets.subarray(from, to);
    // A line that was cut off may end within a character.
    const utf8 = isUtf8(line) || line.length >= LONGEST_LINE;
    lines.push({ text: withoutCr(line.toString(utf8 ? 'utf8' : 'latin1')), utf8 });
    from = to + 1;
  }
  return lines;
}

function withoutCr(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function withoutMark([first, ...others]: readonly Line[]): readonly Line[] {
  if (!first?.utf8 || !first.text.startsWith(BYTE_ORDER_MARK)) return first === undefined ? [] : [first, ...others];
  return [{ ...first, text: first.text.slice(1) }, ...others];
}
