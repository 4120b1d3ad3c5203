/** Groups of lines: how many are answered together, and that no client waits for an answer in vain. */
import { scheduler } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answerLines, LINES_TOGETHER, LONGEST_LINE, type NdjsonLine } from '../../../worker/http/ndjson.ts';

// workerd has it as a global.
vi.stubGlobal('scheduler', scheduler);
afterEach(() => void vi.stubGlobal('scheduler', scheduler));

const MANY = 4 * LINES_TOGETHER;

/** A stream of octets that its owner writes. */
function pipe() {
  let sender: ReadableByteStreamController | null = null;
  const source = new ReadableStream({
    type: 'bytes',
    start(controller) {
      sender = controller;
    },
  });
  const send = (text: string) => sender?.enqueue(new TextEncoder().encode(text));
  const end = () => {
    sender?.close();
    // A read that is under way ends only when it is answered (Streams §4.7.3).
    sender?.byobRequest?.respond(0);
  };
  return { source, send, end };
}

/** Answers each line with itself, and notes the groups. */
function echoing(source: ReadableStream, most: number) {
  const groups: number[] = [];
  const answers: string[] = [];
  let answered = (): void => undefined;
  const next = () => new Promise<void>((resolve) => (answered = resolve));
  const text = {
    write: (answer: string) => void answers.push(answer),
    flush: async () => answered(),
  };
  const answer = async (lines: readonly NdjsonLine[]) => {
    groups.push(lines.length);
    return lines.map(String);
  };
  return { groups, answers, next, done: answerLines(source, text, answer, async () => [], most) };
}

const linesFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `${from + index}\n`).join('');

test('lines of a large group that come in several pieces are answered together, all and in order', async () => {
  const { source, send, end } = pipe();
  const { groups, answers, done } = echoing(source, MANY);
  for (let from = 0; from < 1200; from += 300) send(linesFrom(from, 300));
  end();
  await done;
  expect(answers.join('')).toBe(linesFrom(0, 1200));
  expect(groups).toEqual([MANY, 1200 - MANY]);
});

test('a client that waits for an answer gets it, whatever the size of a group', async () => {
  const { source, send, end } = pipe();
  const { groups, answers, next, done } = echoing(source, MANY);
  for (const line of ['a\n', 'b\n']) {
    const answered = next();
    send(line);
    await answered;
    expect(answers.at(-1)).toBe(line);
  }
  end();
  await done;
  expect(groups).toEqual([1, 1]);
});

test('an answer that fails ends the reading, also while the next line is awaited', async () => {
  const { source, send } = pipe();
  const fail = async (): Promise<string[]> => {
    throw new Error('no store');
  };
  const text = { write: () => undefined, flush: async () => undefined };
  const done = answerLines(source, text, fail, fail, MANY);
  send('a\n');
  await expect(done).rejects.toThrow('no store');
});

test('small groups are answered as they come', async () => {
  const { source, send, end } = pipe();
  const { groups, done } = echoing(source, LINES_TOGETHER);
  send(linesFrom(0, LINES_TOGETHER + 1));
  end();
  await done;
  expect(groups).toEqual([LINES_TOGETHER, 1]);
});

test('short lines: what is read and not yet answered stays below two reads and a group', async () => {
  const linesInRead = 20 * MANY;
  const piece = new TextEncoder().encode('\n'.repeat(linesInRead));
  let read = 0;
  let answered = 0;
  let most = 0;
  const source = new ReadableStream({
    type: 'bytes',
    pull(controller) {
      if (read === 20) {
        controller.close();
        controller.byobRequest?.respond(0);
        return;
      }
      read++;
      controller.enqueue(piece.slice());
    },
  });
  const text = { write: () => undefined, flush: async () => undefined };
  const answer = async (lines: readonly NdjsonLine[]) => {
    most = Math.max(most, read * linesInRead - answered);
    answered += lines.length;
    return [];
  };
  await answerLines(source, text, answer, async () => [], MANY);
  expect(answered).toBe(20 * linesInRead);
  expect(most).toBeLessThanOrEqual(2 * linesInRead + MANY);
});

/** A stream with these pieces, one for each read, and the sizes of the reads. */
function inPieces(pieces: readonly (string | Uint8Array)[]) {
  const sizes: number[] = [];
  const cancelled = vi.fn();
  const left = pieces.values();
  const source = new ReadableStream({
    type: 'bytes',
    pull(controller) {
      sizes.push(controller.byobRequest?.view?.byteLength ?? 0);
      const { done, value } = left.next();
      if (!done)
        return controller.enqueue(typeof value === 'string' ? new TextEncoder().encode(value) : Uint8Array.from(value));
      controller.close();
      controller.byobRequest?.respond(0);
    },
    cancel: cancelled,
  });
  return { source, sizes, cancelled };
}

/** What a line is, or the code of its fault. */
const outcomeOf = (line: NdjsonLine) => (typeof line === 'string' ? line : (line.faults[0]?.code ?? ''));

/** The lines of a stream, a text of one letter as that letter and its length. */
async function linesOf(pieces: readonly (string | Uint8Array)[], most: number): Promise<string[]> {
  const lines: string[] = [];
  const text = { write: () => undefined, flush: async () => undefined };
  const answer = async (group: readonly NdjsonLine[]) => {
    for (const line of group)
      lines.push(outcomeOf(line).replace(/^(.)\1{99,}$/u, (all, one) => `${one}*${all.length}`));
    return [];
  };
  await answerLines(inPieces(pieces).source, text, answer, async () => [], most);
  return lines;
}

/** A timer that never ends. */
function stopTimer() {
  const wait = vi.fn((_milliseconds: number) => new Promise<void>(() => undefined));
  vi.stubGlobal('scheduler', { wait });
  return wait;
}

const LONG = 'line-too-long';
const octets = (...parts: readonly (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))));

describe.each([
  ['a usual group', LINES_TOGETHER],
  ['a large group', MANY],
  // A read is longer than a line may be.
  ['a very large group', 4 * MANY],
])('the lines of %s', (_, most) => {
  test.each<[body: string | Uint8Array, lines: readonly string[]]>([
    ['', []],
    ['a', ['a']],
    ['a\n', ['a']],
    ['\n', ['']],
    ['\n\na', ['', '', 'a']],
    ['a\n\nb\r\n', ['a', '', 'b\r']],
    ['\ufeffa\nb', ['a', 'b']],
    ['é\n\u{1F600}\n', ['é', '\u{1F600}']],
    [octets('a\n', 0xff, '\nb\n', 0xe9), ['a', 'line-not-utf-8', 'b', 'line-not-utf-8']],
    [octets(0xe9, '\n\nab\n'), ['line-not-utf-8', '', 'ab']],
  ])('%j', async (body, lines) => {
    const whole = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);
    for (const size of [1, 2, 3, 100]) {
      const count = Math.ceil(whole.length / size);
      const pieces = Array.from({ length: count }, (_, index) => whole.subarray(index * size, (index + 1) * size));
      expect(await linesOf(pieces, most)).toEqual(lines);
    }
  });

  test.each([
    [262_143, 'x*262143'],
    [262_144, LONG],
    [262_145, LONG],
    [600_000, LONG],
    [1_500_001, LONG],
  ])('of %i octets: %s', async (length, outcome) => {
    const long = 'x'.repeat(length);
    expect(await linesOf([`a\n${long}\nb\n\n${long}\nc\n${long}`], most)).toEqual([
      ...['a', outcome, 'b', '', outcome, 'c', outcome],
    ]);
    expect(await linesOf([long, '\nb\n', long], most)).toEqual([outcome, 'b', outcome]);
  });

  test('may be long, if their characters have few octets', async () => {
    const ascii = 'x'.repeat(100_000);
    const wide = '\u20ac'.repeat(87_381);
    const lines = await linesOf([`${ascii}\n${wide}\n${wide}xx\n${wide}\u20ac\n`], most);
    expect(lines).toEqual(['x*100000', '\u20ac*87381', LONG, LONG]);
  });

  test('are too long beside a line that is not UTF-8, too', async () => {
    const long = 'x'.repeat(LONGEST_LINE);
    expect(await linesOf([octets('a\n', 0xff, `\n${long}\nb\n`)], most)).toEqual(['a', 'line-not-utf-8', LONG, 'b']);
  });
});

test('a fault of a line is one of its item', async () => {
  const faults: NdjsonLine[] = [];
  const text = { write: () => undefined, flush: async () => undefined };
  const answer = async (lines: readonly NdjsonLine[]) => {
    faults.push(...lines);
    return [];
  };
  await answerLines(inPieces([octets('x'.repeat(300_000), '\n', 0xff)]).source, text, answer, async () => [], 1);
  expect(faults).toMatchObject([
    { problem: 'invalid-item', faults: [{ message: 'A line may have at most 262144 octets.' }] },
    { problem: 'invalid-item', faults: [{ message: 'The line is not UTF-8.' }] },
  ]);
});

test.each([
  [1, 262_144],
  [256, 262_144],
  [1024, 262_144],
  [1025, 262_400],
  [4096, 1_048_576],
])('a read for groups of %i lines has %i octets, less the line that is not complete', async (most, size) => {
  const { source, sizes } = inPieces(['a\nbc', 'd']);
  await echoing(source, most).done;
  expect(sizes).toEqual([size, size - 2, size - 3]);
});

test('a large group waits for four reads at most, and 20 ms for each but the first', async () => {
  const wait = stopTimer();
  const { groups, answers, done } = echoing(inPieces(linesFrom(0, 9).split(/(?<=\n)/)).source, MANY);
  await done;
  expect(groups).toEqual([4, 4, 1]);
  expect(answers.join('')).toBe(linesFrom(0, 9));
  // Three times for the reads of each full group, and once for the end.
  expect(wait.mock.calls).toEqual(Array(7).fill([20]));
  const { flushes, done: full } = counting(inPieces(linesFrom(0, 8).split(/(?<=\n)/)).source, MANY);
  await full;
  expect(flushes()).toBe(2);
});

test('an empty stream is not waited for', async () => {
  const wait = stopTimer();
  const { groups, done } = echoing(inPieces([]).source, MANY);
  await done;
  expect([groups, wait.mock.calls]).toEqual([[], []]);
});

test.each([[[MANY]], [[MANY, MANY]]])(
  'full groups of %j lines are answered although the next read is not there',
  async (full) => {
    stopTimer();
    const { source, send, end } = pipe();
    const { groups, done } = echoing(source, MANY);
    send(linesFrom(0, full.length * MANY));
    await vi.waitFor(() => expect(groups).toEqual(full));
    end();
    await done;
    expect(groups).toEqual(full);
  },
);

/** Counts how often what is written is sent. */
function counting(source: ReadableStream, most: number) {
  let count = 0;
  const text = { write: () => undefined, flush: async () => void count++ };
  const answer = async (lines: readonly NdjsonLine[]) => lines.map(String);
  return { flushes: () => count, done: answerLines(source, text, answer, async () => [], most) };
}

test.each([
  [LINES_TOGETHER, LINES_TOGETHER, 1],
  [LINES_TOGETHER, 2 * LINES_TOGETHER, 1],
  [LINES_TOGETHER - 1, LINES_TOGETHER - 1, 2],
  [2, 5, 4],
])('in groups of %i, the answers to %i lines of one read are sent %i times', async (most, lines, times) => {
  const { flushes, done } = counting(inPieces([linesFrom(0, lines)]).source, most);
  await done;
  expect(flushes()).toBe(times);
});

test('each answer waits for the one before, and the last ones are those that are left', async () => {
  const written: string[] = [];
  const taken: (() => void)[] = [];
  const text = {
    write: (answer: string) => {
      written.push(answer);
      return new Promise<void>((resolve) => taken.push(resolve));
    },
    flush: async () => undefined,
  };
  const answer = async (lines: readonly NdjsonLine[]) => lines.map(String);
  const done = answerLines(inPieces(['a\nb\n']).source, text, answer, async () => ['c', 'd'], 1);
  for (const [index, line] of ['a\n', 'b\n', 'c\n', 'd\n'].entries()) {
    await vi.waitFor(() => expect(written).toHaveLength(index + 1));
    await scheduler.yield();
    expect(written.slice(index)).toEqual([line]);
    taken[index]?.();
  }
  await done;
});

test('a stream that is not read to its end is cancelled', async () => {
  const fail = async (): Promise<string[]> => {
    throw new Error('no store');
  };
  const text = { write: () => undefined, flush: async () => undefined };
  const { source, cancelled } = inPieces(['a\n', 'b\n']);
  await expect(answerLines(source, text, fail, fail, 1)).rejects.toThrow('no store');
  expect(cancelled).toHaveBeenCalledOnce();
  const large = inPieces(['a\n'.repeat(MANY), 'b\n', 'c\n']);
  await expect(answerLines(large.source, text, fail, fail, MANY)).rejects.toThrow('no store');
  await vi.waitFor(() => expect(large.cancelled).toHaveBeenCalledOnce());
});

test('a stream that breaks while its lines are answered is no second error', async () => {
  let sender: ReadableByteStreamController | null = null;
  const source = new ReadableStream({
    type: 'bytes',
    start(controller) {
      sender = controller;
      controller.enqueue(new TextEncoder().encode('a\n'.repeat(MANY)));
    },
  });
  const text = { write: () => undefined, flush: async () => undefined };
  const fail = async (): Promise<string[]> => {
    sender?.error(new Error('gone'));
    await scheduler.yield();
    throw new Error('no store');
  };
  await expect(answerLines(source, text, fail, fail, MANY)).rejects.toThrow('no store');
});
