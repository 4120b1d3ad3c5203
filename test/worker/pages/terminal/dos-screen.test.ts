/** What a screen in CP437 has that others have not. */
import { describe, expect, test } from 'vitest';
import { seamlessSizes } from '../../../../worker/pages/terminal/browser/dos-screen.ts';

describe('letters without seams', () => {
  /** The cell of DejaVu Sans Mono, in letters of a pixel. */
  const CELL = 0.602;

  test.each([1, 1.5, 2])('cells have whole pixels, from the largest (%f pixels each)', (ratio) => {
    const sizes = seamlessSizes(CELL, ratio, () => 255);
    const cells = sizes.map((size) => size * CELL * ratio);
    for (const cell of cells) expect(Math.abs(cell - Math.round(cell))).toBeLessThan(1e-9);
    expect(cells.map(Math.round)).toEqual(Array.from({ length: 10 * ratio + 1 }, (_, less) => 16 * ratio - less));
  });

  test('a block fills its row', () => {
    const sizes = seamlessSizes(CELL, 1, (letters) => (letters > 20 ? 219 : 220));
    expect(sizes.map((size) => Math.round(size * CELL))).toEqual([12, 11, 10, 9, 8, 7, 6]);
  });

  test('a font whose blocks fill no row has all sizes with whole cells', () => {
    const sizes = seamlessSizes(CELL, 1, () => 219);
    expect(sizes.map((size) => Math.round(size * CELL))).toEqual([16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6]);
  });
});
