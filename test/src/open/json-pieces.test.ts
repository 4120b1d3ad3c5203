/** JSON of objects with long lists, in pieces. */
import { describe, expect, test } from 'vitest';
import { jsonPieces } from '../../../src/open/json-pieces.ts';

const list = (items: Iterable<number>) => ({ name: 'squares', items, toJson: (item: number) => item * item });
const arriving = (arrivals: AsyncIterable<Iterable<number>>) => ({ ...list([]), items: arrivals });

const asText = (piece: string | Iterable<string>) => (typeof piece === 'string' ? piece : [...piece].join(''));

/** Each piece as a text. */
async function piecesOf(...object: Parameters<typeof jsonPieces<number>>): Promise<readonly string[]> {
  const pieces: string[] = [];
  for await (const piece of jsonPieces(...object)) pieces.push(asText(piece));
  return pieces;
}

async function* arrivalsOf(...arrivals: readonly (readonly number[])[]) {
  yield* arrivals;
}

describe('a list', () => {
  test.each([
    [[], '[]'],
    [[3], '[9]'],
    [[1, 2, 3], '[1,4,9]'],
  ])('of %j is a member between others', async (items, json) => {
    const pieces = await piecesOf({ kind: 'numbers' }, list(items), { cut: false, unread: 0 });
    expect(pieces.join('')).toBe(`{"kind":"numbers","squares":${json},"cut":false,"unread":0}\n`);
    expect(pieces).toHaveLength(items.length + 2);
  });

  test('that arrives has a piece for each arrival, and a comma between all items', async () => {
    const items = arriving(arrivalsOf([1, 2], [], [3]));
    expect(await piecesOf({ kind: 'numbers' }, items, { cut: true })).toEqual([
      ...['{"kind":"numbers","squares":[', '1,4', '', ',9', '],"cut":true}\n'],
    ]);
  });
});

test('the members after a list may follow from its items', async () => {
  for (const isArriving of [false, true]) {
    let count = 0;
    const toJson = (item: number) => {
      count += 1;
      return item;
    };
    const items = { ...(isArriving ? arriving(arrivalsOf([5, 6])) : list([5, 6])), toJson };
    const pieces = await piecesOf({ a: 1 }, items, () => ({ count }));
    expect(pieces.join('')).toBe('{"a":1,"squares":[5,6],"count":2}\n');
  }
});

test('names and texts are escaped, and have no control characters', async () => {
  const text = (await piecesOf({ 'a"b': '\x9b' }, { ...list([1]), name: 'c"d' }, { 'e"f': '\n' })).join('');
  expect(text).not.toContain('\x9b');
  expect(JSON.parse(text)).toEqual({ 'a"b': '\x9b', 'c"d': [1], 'e"f': '\n' });
});
