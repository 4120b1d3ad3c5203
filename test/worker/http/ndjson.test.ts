/** Groups of lines: how many are answered together, and that no client waits for an answer in vain. */
import { scheduler } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { answerLines, LINES_TOGETHER, type NdjsonLine } from '../../../worker/http/ndjson.ts';

// workerd has it as a global.
vi.stubGlobal('scheduler', scheduler);

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
