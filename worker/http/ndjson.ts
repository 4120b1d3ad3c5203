/**
 * A stream of lines, answered line by line in constant memory. One buffer limits the length of a line. The next read
 * waits until the client has taken the answers so far; one read may be under way.
 */
import { fault, RequestError } from '../errors/request-error.ts';
import type { TextWriter } from './text-writer.ts';

/** The octets of a line: a URL and its base of 64 KiB each, with room for the escapes of JSON. */
export const LONGEST_LINE = 256 * 1024;
/** The lines that are answered together. */
export const LINES_TOGETHER = 256;

/** About the octets of an exported link. */
const USUAL_LINE = 256;

/** The milliseconds that a large group waits for further lines. Then the client may be the one that waits. */
const GATHER_MS = 20;
/** The most reads of a group: they are in memory together. */
const MOST_READS = 4;

const LF = 0x0a;

/** A line without its line feed, or the reason why it cannot be read. */
export type NdjsonLine = string | RequestError;

/**
 * Writes the answers to every line of a stream, in order; the last line may lack its line feed.
 *
 * @param answer - one answer for each line of a group, in order; none has a line feed
 * @param end - the answers that are left when the last line has been read, for lines that belong together
 * @param most - the lines that are answered together. The answers of a smaller group than usual are sent at once.
 */
export async function answerLines(
  source: ReadableStream,
  text: TextWriter,
  answer: (lines: readonly NdjsonLine[]) => Promise<Iterable<string>>,
  end: () => Promise<Iterable<string>>,
  most: number,
): Promise<void> {
  const read = readLines(source, Math.max(LONGEST_LINE, most * USUAL_LINE));
  for await (const lines of most > LINES_TOGETHER ? gathered(read, most) : read) {
    for (let from = 0; from < lines.length; from += most) {
      for (const line of await answer(lines.slice(from, from + most))) {
        const taken = text.write(`${line}\n`);
        if (taken !== undefined) await taken;
      }
      if (most < LINES_TOGETHER) await text.flush();
    }
    // A client that waits for an answer before it sends the next line gets it.
    await text.flush();
  }
  for (const line of await end()) await text.write(`${line}\n`);
}

/** The lines of several reads, if one soon follows another: what is done for a group costs as much for a small one. */
async function* gathered(
  reads: AsyncGenerator<readonly NdjsonLine[]>,
  most: number,
): AsyncGenerator<readonly NdjsonLine[]> {
  let held: readonly NdjsonLine[] = [];
  let count = 0;
  const readOn = () => {
    const next = reads.next();
    // It is awaited below, perhaps after the lines before it have been answered.
    next.catch(() => undefined);
    return next;
  };
  try {
    for (let next = readOn(); ; ) {
      const read = held.length === 0 ? await next : await Promise.race([next, scheduler.wait(GATHER_MS)]);
      if (read?.done) break;
      if (read !== undefined) {
        next = readOn();
        held = [...held, ...read.value];
        count++;
        if (held.length < most && count < MOST_READS) continue;
      }
      // A read of short lines has many groups. All of them go before it is read on, or the whole stream would be held.
      let from = 0;
      do {
        yield held.slice(from, from + most);
        from += most;
      } while (held.length - from >= most);
      held = held.slice(from);
      count = 0;
    }
    if (held.length > 0) yield held;
  } finally {
    // Nobody waits for a read that is under way.
    reads.return(undefined).catch(() => undefined);
  }
}

/**
 * The lines of a stream, as many at a time as one read completes.
 *
 * @param size - the octets of a read, at least those of the longest line
 */
async function* readLines(source: ReadableStream, size: number): AsyncGenerator<readonly NdjsonLine[]> {
  const reader = source.getReader({ mode: 'byob' });
  let buffer = new Uint8Array(size);
  /** Octets of the unfinished line that the buffer begins with. */
  let filled = 0;
  /** Whether this is the rest of a line that is too long and already answered. */
  let skipping = false;
  try {
    for (;;) {
      const { done, value } = await reader.read(buffer.subarray(filled));
      // A read transfers the buffer and returns it, even at the end of the stream.
      if (value !== undefined) buffer = new Uint8Array(value.buffer);
      if (done) break;
      const end = filled + value.length;
      const from = skipping ? buffer.subarray(0, end).indexOf(LF) + 1 : 0;
      const to = buffer.subarray(0, end).lastIndexOf(LF);
      if (to >= from) yield ndjsonLines(buffer.subarray(from, to));
      skipping &&= to === -1;
      buffer.copyWithin(0, to + 1, end);
      filled = skipping ? 0 : end - (to + 1);
      if (filled >= LONGEST_LINE) {
        yield [longLine()];
        skipping = true;
        filled = 0;
      }
    }
    if (filled > 0) yield ndjsonLines(buffer.subarray(0, filled));
  } finally {
    await reader.cancel();
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** Decoding all lines at once is much faster. If that fails, each line is decoded alone to find the invalid ones. */
function ndjsonLines(octets: Uint8Array): NdjsonLine[] {
  try {
    return decoder.decode(octets).split('\n').map(orTooLong);
  } catch {
    return split(octets).map(ndjsonLine);
  }
}

const encoder = new TextEncoder();

/** A read may be longer than a line may be. A character has three octets at most for each of its code units. */
function orTooLong(line: string): NdjsonLine {
  return 3 * line.length >= LONGEST_LINE && encoder.encode(line).length >= LONGEST_LINE ? longLine() : line;
}

function longLine(): RequestError {
  return unreadable('line-too-long', `A line may have at most ${LONGEST_LINE} octets.`);
}

function ndjsonLine(octets: Uint8Array): NdjsonLine {
  try {
    return orTooLong(decoder.decode(octets));
  } catch {
    return unreadable('line-not-utf-8', 'The line is not UTF-8.');
  }
}

function split(octets: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let from = 0;
  for (let to = octets.indexOf(LF); to !== -1; to = octets.indexOf(LF, from)) {
    lines.push(octets.subarray(from, to));
    from = to + 1;
  }
  return [...lines, octets.subarray(from)];
}

function unreadable(code: string, message: string): RequestError {
  return new RequestError('invalid-item', [fault(code, message)]);
}
