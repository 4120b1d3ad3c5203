/** What a screen in CP437 has that others have not. */
import { describe, expect, test } from 'vitest';
import { seamlessSizes } from '../../../../worker/pages/terminal/browser/dos-screen.ts';

describe('letters without seams', () => {
  /** DejaVu Sans Mono, in letters of 1,000 pixels. */
  const DEJAVU = {
    ...{ width: 602, fontBoundingBoxAscent: 928, fontBoundingBoxDescent: 236 },
    ...{ actualBoundingBoxAscent: 928, actualBoundingBoxDescent: 236 },
  };

  test.each([1, 1.5, 2])('cells have whole pixels, and a block fills its row (%f pixels each)', (ratio) => {
    const sizes = seamlessSizes(DEJAVU, 1000, ratio);
    expect(sizes.length).toBeGreaterThan(3);
    expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
    for (const size of sizes) {
      const cell = size * 0.602 * ratio;
      expect(Math.abs(cell - Math.round(cell))).toBeLessThan(1e-9);
      expect(Math.round(size * 0.928) - size * 0.928).toBeLessThanOrEqual(0.15);
      expect(Math.round(size * 0.236) - size * 0.236).toBeLessThanOrEqual(0.15);
    }
  });

  test('a font whose blocks fill no row has all sizes with whole cells', () => {
    const sizes = seamlessSizes({ ...DEJAVU, actualBoundingBoxAscent: 700 }, 1000, 1);
    expect(sizes.map((size) => Math.round(size * 0.602))).toEqual([16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6]);
  });
});
