/** Lines and columns. */
import { expect, test } from 'vitest';
import { PlaceCounter } from '../../../bin/files/place.ts';

const text = 'ab😀c\r\né\n\nd';
const PLACES = [
  [0, 1, 1],
  [4, 1, 4],
  [6, 1, 6],
  [7, 2, 1],
  [8, 2, 2],
  [9, 3, 1],
  [10, 4, 1],
] as const;

test.each([0, 1, 3, 6, 7, 9, 10, 11])(
  'places of a text that is cut at %i count as in one piece; columns count characters',
  (cut) => {
    const counter = new PlaceCounter();
    const found: [number, number, number][] = [];
    counter.next(text.slice(0, cut));
    const placeOf = (index: number, at: number): void => {
      const { line, column } = counter.placeOf(at);
      found.push([index, line, column]);
    };
    for (const [index] of PLACES) if (index < cut) placeOf(index, index);
    counter.next(text.slice(cut));
    for (const [index] of PLACES) if (index >= cut) placeOf(index, index - cut);
    expect(found).toEqual(PLACES);
  },
);
