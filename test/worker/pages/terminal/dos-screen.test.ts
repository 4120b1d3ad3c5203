/** What a screen in CP437 has that others have not. */
import { describe, expect, test } from 'vitest';
import { DosText, seamlessSizes } from '../../../../worker/pages/terminal/browser/dos-screen.ts';

describe('the text of a board', () => {
  test.each([
    ['an erased screen begins at its first row', '\x1b[2Jx', '\x1b[2J\x1b[Hx'],
    ['a screen that is erased in part does not', '\x1b[J\x1b[1J\x1b[K', '\x1b[J\x1b[1J\x1b[K'],
    ['no colour is grey', '\x1b[m\x1b[0m\x1b[00;1m\x1b[1;0m', '\x1b[0;37m\x1b[0;37m\x1b[0;37;1m\x1b[1;0;37m'],
    ['the usual colour is grey', '\x1b[1;39m', '\x1b[1;37m'],
    ['colours stay', '\x1b[1;31;44m\x1b[30m', '\x1b[1;31;44m\x1b[30m'],
    ['so do those of 256 and more', '\x1b[38;5;0m\x1b[48;2;0;0;39m', '\x1b[38;5;0m\x1b[48;2;0;0;39m'],
    ['and other sequences', '\x1b[0;0H\x1b[s', '\x1b[0;0H\x1b[s'],
  ])('%s', (_what, text, written) => {
    const dos = new DosText();
    expect(dos.rewrite('')).toBe('\x1b[37m');
    expect(dos.rewrite(text)).toBe(written);
  });
});

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
