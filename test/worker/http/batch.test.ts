/** The array of answers to a JSON array: it comes in pieces, and is JSON whatever happens to an item. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { RequestError } from '../../../worker/errors/request-error.ts';
import {
  answerBatch,
  answerEach,
  answerStream,
  checkCount,
  type Item,
  type ItemReader,
  itemJson,
  jsonArray,
  LINES_TYPE,
  orProblem,
} from '../../../worker/http/batch.ts';
import { JSON_TYPE } from '../../../worker/http/headers.ts';
import { problemType } from '../problems.ts';
import { contextOf } from './context.ts';

const CONTEXT = { url: 'https://w.example/', environment: { basePath: '' } };

const echo = (items: readonly Item[]): readonly unknown[] => items.map(itemJson);

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

test.each([[[]], [['a']], [[1, null, { url: 'x' }]], [Array.from({ length: 1000 }, (_, index) => index)]])(
  'the answers to %j are an array',
  async (values) => {
    const text = await textOf(jsonArray(values, CONTEXT, echo));
    expect(JSON.parse(text)).toEqual(values);
    expect(text).toMatch(/\]\n$/);
  },
);

describe('memory', () => {
  test('the items after a group are answered when the answers to the group have been taken', async () => {
    const answerGroup = vi.fn(echo);
    const pieces = jsonArray(Array(100).fill('x'.repeat(20_000)), CONTEXT, answerGroup);
    await pieces.next();
    expect(answerGroup).toHaveBeenCalledTimes(1);
    await textOf(pieces);
    // Four items of 20,000 characters fill a group.
    expect(answerGroup.mock.calls.map(([items]) => items.length)).toEqual(Array(25).fill(4));
  });

  test('a group of short items is limited too', async () => {
    const answerGroup = vi.fn(echo);
    await textOf(jsonArray(Array(1000).fill('x'), CONTEXT, answerGroup));
    expect(answerGroup.mock.calls.map(([items]) => items.length)).toEqual([256, 256, 256, 232]);
  });
});

test.each([
  [[65_536, 1], 1, 1],
  [[65_535, 1, 1], 2, 1],
  [[65_534, 1, 1], 3],
  [[65_536, 65_535, 1, 1], 1, 2, 1],
])('a group ends after 64 Ki characters: %j', async (lengths, ...groups) => {
  const answerGroup = vi.fn(echo);
  const values = lengths.map((length) => 'x'.repeat(length));
  await textOf(jsonArray(values, CONTEXT, answerGroup));
  expect(answerGroup.mock.calls.map(([items]) => items.length)).toEqual(groups);
});

test('an object counts with the characters of its JSON, and no items are no group', async () => {
  const answerGroup = vi.fn(echo);
  const large = { url: 'x'.repeat(65_536 - '{"url":""}'.length) };
  await textOf(jsonArray([large, 'x', null, 7], CONTEXT, answerGroup));
  expect(answerGroup.mock.calls.map(([items]) => items.length)).toEqual([1, 3]);
  await textOf(jsonArray([], CONTEXT, answerGroup));
  expect(answerGroup).toHaveBeenCalledTimes(2);
});

describe('one item', () => {
  const error = new RequestError('invalid-item', []);
  const problem = expect.objectContaining({ type: problemType('invalid-item'), status: 400 });

  test('is its value, or throws why there is none', () => {
    expect(itemJson({ value: { a: 1 } })).toEqual({ a: 1 });
    expect(() => itemJson({ error })).toThrow(error);
  });

  test('has an answer of its own, or a problem', async () => {
    const answerGroup = answerEach(CONTEXT, async (value) => {
      if (value === 'bad') throw error;
      return [value];
    });
    const items = [{ value: 'a' }, { value: 'bad' }, { error }, { value: 'b' }];
    expect(await answerGroup(items)).toEqual([['a'], problem, problem, ['b']]);
    expect(orProblem(CONTEXT, () => 7)).toBe(7);
    expect(
      orProblem(CONTEXT, () => {
        throw error;
      }),
    ).toEqual(problem);
  });
});

test('an array has a thousand items at most', () => {
  const message = 'The array may have at most 1000 URLs; it has 1001.';
  const refused = (text: string) =>
    expect.objectContaining({
      problem: 'body-too-large',
      faults: [expect.objectContaining({ code: 'too-many-items', message: text })],
    });
  expect(checkCount(Array(1000))).toBeUndefined();
  expect(() => checkCount(Array(1001))).toThrow(refused(message));
  expect(() => checkCount(Array(1001), 'Send less.')).toThrow(refused(`${message} Send less.`));
});

describe('a body', () => {
  beforeAll(() => void vi.stubGlobal('IdentityTransformStream', TransformStream));
  afterAll(() => void vi.unstubAllGlobals());
  const refuse = (): never => {
    throw new TypeError('this body has items');
  };
  const post = (body?: string) => contextOf('/', { method: 'POST', ...(body !== undefined && { body }) });

  test('that is an array is answered with an array, and counted', async () => {
    const context = post('["a", 7]');
    const response = await answerBatch(context, JSON_TYPE, echo, refuse);
    expect([await response.text(), context.notes.urls]).toEqual(['["a",7]\n', 2]);
    expect(response.headers.get('Content-Type')).toBe(JSON_TYPE);
    await expect(answerBatch(post(JSON.stringify(Array(1001).fill(1))), JSON_TYPE, echo, refuse)).rejects.toMatchObject(
      {
        problem: 'body-too-large',
      },
    );
  });

  test('that is one value has an answer of its own', async () => {
    const context = post('{"a": 1}');
    const response = await answerBatch(context, JSON_TYPE, echo, async (value) => ({ value }));
    expect([await response.json(), context.notes.urls]).toEqual([{ value: { a: 1 } }, 1]);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  const echoOrProblem = answerEach(CONTEXT, async (value) => value);

  test('of no lines has the answers that its reader has left', async () => {
    const reader: ItemReader = { read: () => [], end: () => [{ value: 'a' }, { value: 'b' }] };
    const context = post();
    const response = answerStream(context, echo, reader);
    expect([await response.text(), context.notes.urls]).toEqual(['"a"\n"b"\n', 2]);
    expect(response.headers.get('Content-Type')).toBe('application/x-ndjson');
    expect(await (await answerBatch(post(), LINES_TYPE, echo, refuse)).text()).toBe('');
  });

  test('of lines is answered with lines, and then with what its reader has left', async () => {
    const lines = (text: string) =>
      new ReadableStream({
        type: 'bytes',
        start(controller) {
          controller.enqueue(new TextEncoder().encode(text));
          controller.close();
        },
      });
    const context = post();
    const request = { body: lines('"a"\nx\n7'), headers: new Headers() } as Request;
    const answers = (
      await (await answerBatch({ ...context, request }, LINES_TYPE, echoOrProblem, refuse)).text()
    ).split('\n');
    const beginning = '{"type":"https://w.example/problems#invalid-item';
    expect(answers.map((answer) => answer.slice(0, beginning.length))).toEqual(['"a"', beginning, '7', '']);
    expect(context.notes.urls).toBe(3);
    const counted: ItemReader = { read: (lines) => [{ value: lines.length }], end: () => [{ value: 'end' }] };
    const other = { ...context, request: { body: lines('a\nb\n') } as Request };
    expect(await answerStream(other, echo, counted).text()).toBe('2\n"end"\n');
  });
});

test('a group that fails is answered with a problem for each of its items', async () => {
  const write = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const values = [...Array(256).fill('good'), 'bad', 'bad'];
  const answerGroup = vi.fn((items: readonly Item[]): readonly unknown[] => {
    if (items.some((item) => itemJson(item) === 'bad')) throw new Error('a defect');
    return echo(items);
  });
  const answers: unknown[] = JSON.parse(await textOf(jsonArray(values, CONTEXT, answerGroup)));
  write.mockRestore();
  expect(answers).toHaveLength(values.length);
  expect(answers.slice(0, 256)).toEqual(values.slice(0, 256));
  for (const answer of answers.slice(256)) {
    expect(answer).toMatchObject({ type: problemType('internal-error'), status: 500 });
  }
});
