/** The array of answers to a JSON array: it comes in pieces, and is JSON whatever happens to an item. */
import { describe, expect, test, vi } from 'vitest';
import { type Item, jsonArray, jsonOf } from '../../../worker/http/batch.ts';

const CONTEXT = { environment: { basePath: '' } };

const echo = (items: readonly Item[]): readonly unknown[] => items.map(jsonOf);

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

test('a group that fails is answered with a problem for each of its items', async () => {
  const write = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const values = [...Array(256).fill('good'), 'bad', 'bad'];
  const answerGroup = vi.fn((items: readonly Item[]): readonly unknown[] => {
    if (items.some((item) => jsonOf(item) === 'bad')) throw new Error('a defect');
    return echo(items);
  });
  const answers: unknown[] = JSON.parse(await textOf(jsonArray(values, CONTEXT, answerGroup)));
  write.mockRestore();
  expect(answers).toHaveLength(values.length);
  expect(answers.slice(0, 256)).toEqual(values.slice(0, 256));
  for (const answer of answers.slice(256)) {
    expect(answer).toMatchObject({ type: '/problems#internal-error', status: 500 });
  }
});
