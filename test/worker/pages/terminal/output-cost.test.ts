/** What output costs a screen, and where it is cut. */
import { describe, expect, it } from 'vitest';
import { FRAME_COST, OutputSlicer } from '../../../../worker/pages/terminal/browser/output-cost.ts';
import { SequenceGuard } from '../../../../worker/pages/terminal/browser/sequence-guard.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../../fast-check.ts';
import { outputs } from './outputs.ts';

const SIZE = { columns: 80, rows: 24 };
const SCREEN = 80 * 24;

const slicesOf = (text: string, slicer = new OutputSlicer()) => [...slicer.slices(text, SIZE)];
const costOf = (text: string, slicer?: OutputSlicer): number =>
  slicesOf(text, slicer).reduce((sum, { cost }) => sum + cost, 0);

describe('cost', () => {
  it.each([
    ['letters', 'abc', 3],
    ['Latin-1', 'äöü', 3],
    ['a line feed', '\n', 80],
    ['RIS, which empties two screens', '\x1bc', 2 * SCREEN],
    ['DECALN', '\x1b#8', 2 * SCREEN],
    ['RI', '\x1bM', 80],
    ['a charset', '\x1b(B', 80],
    ['a private sequence, which has no count', '\x1b[?9L\x1b[?5000000L', 180],
    ['a colour', '\x1b[1;31m', 10],
    ['CUU', '\x1b[5A', 10],
    ['SL', '\x1b[5 A', 10 + SCREEN],
    ['REP', '\x1b[1920b', 10 + 1920],
    ['SU', '\x1b[24S', 10 + 24 * 80],
    ['IL without a count', '\x1b[L', 10 + 80],
    ['DL by a C1 control', '\x9b3M', 10 + 240],
    ['ED', '\x1b[2J', 10 + SCREEN],
    ['DECDC', "\x1b[1'~", 10 + SCREEN],
    ['the other screen', '\x1b[?1049h', 10 + 2 * SCREEN],
    ['the other screen, twice', '\x1b[?47;7;1047l', 10 + 4 * SCREEN],
    ['the other screen, in other digits', '\x1b[?01049;1047:1h', 10 + 4 * SCREEN],
    ['reports of the focus', '\x1b[?1004;1h', 10 + 2 * SCREEN],
    ['a public mode', '\x1b[47h', 10],
    ['a mode', '\x1b[?1047;25h'.replace('1047;', ''), 10],
    ['DSR', '\x1b[6n', 10 + SCREEN],
    ['DECRQM', '\x1b[?25$p', 10 + SCREEN],
    ['a title', '\x1b]2;abc\x07', FRAME_COST / 64 + 5],
    ['a colour of the palette', '\x1b]4;1;red\x07', FRAME_COST + 7],
    ['a colour of the screen', '\x9d11;red\x07', FRAME_COST + 5],
    ['a reset of colours', '\x1b]104\x07', FRAME_COST + 1],
    ['the same in other digits', '\x1b]01\x0004\x07', FRAME_COST + 1],
    ['a command whose number is cut', '\x1b]1', FRAME_COST],
    ['another command', '\x1b]133;A\x07', FRAME_COST / 64 + 3],
  ])('%s', (_name, text, cost) => {
    expect(costOf(text)).toBe(cost);
  });

  it('a glyph that the screen has not shown', () => {
    const slicer = new OutputSlicer();
    const glyph = FRAME_COST / 16;
    expect(costOf('漢', slicer)).toBe(1 + glyph);
    expect(costOf('漢字', slicer)).toBe(2 + glyph);
    expect(costOf('漢字漢字', slicer)).toBe(4);
    // A letter and its marks are one glyph.
    expect(costOf('e\u0301\u0302', slicer)).toBe(3 + glyph);
    expect(costOf('e\u0301\u0302a\u0301\u0302', slicer)).toBe(6 + glyph);
    expect(costOf('😀😀', slicer)).toBe(4 + glyph);
  });

  it('glyphs are forgotten when there are too many', () => {
    const slicer = new OutputSlicer();
    costOf('漢', slicer);
    costOf(String.fromCodePoint(...Array.from({ length: 49_999 }, (_, index) => 0x20000 + index)), slicer);
    expect(costOf('漢', slicer)).toBe(1);
    costOf('字', slicer);
    expect(costOf('漢', slicer)).toBe(1 + FRAME_COST / 16);
  });
});

describe('slices', () => {
  it('have at most 2,048 letters', () => {
    expect(slicesOf('a'.repeat(5000)).map(({ text }) => text.length)).toEqual([2048, 2048, 904]);
  });

  it('cost at most a sixteenth of a frame, or are one sequence', () => {
    expect(slicesOf('\x1bc'.repeat(9)).map(({ text }) => text.length / 2)).toEqual([4, 4, 1]);
    expect(slicesOf(`a${'\x1b]104\x07'.repeat(2)}b`).map(({ text }) => text)).toEqual([
      'a',
      '\x1b]104',
      '\x07',
      '\x1b]104',
      '\x07b',
    ]);
  });

  it(
    'are the text, and cost little',
    () => {
      const part = fc.oneof(
        fc.constantFrom(
          '\x1bc',
          '\x1b[2J',
          '\x1b[24S',
          '\n',
          '\x1b[0m',
          '漢',
          'e\u0301',
          '\x9b',
          '\x1b',
          '\x1b]0;t\x07',
        ),
        fc.string({ unit: 'binary' }),
        fc.nat(4000).map((count) => 'x'.repeat(count)),
      );
      fc.assert(
        fc.property(fc.array(part), (parts) => {
          const slices = slicesOf(parts.join(''));
          expect(slices.map(({ text }) => text).join('')).toBe(parts.join(''));
          for (const { text, cost } of slices) {
            expect(text.length).toBeLessThanOrEqual(2048);
            expect(cost).toBeLessThan(2 * (FRAME_COST / 16));
          }
        }),
        runs(0.3),
      );
    },
    PROPERTY_TIMEOUT,
  );

  it(
    'of whatever a guard lets through are its text, and one costs no more than a frame',
    () => {
      fc.assert(
        fc.property(fc.array(outputs, { maxLength: 20 }), (parts) => {
          const guard = new SequenceGuard();
          const slicer = new OutputSlicer();
          for (const part of parts) {
            const shown = guard.filter(part, SIZE);
            const slices = [...slicer.slices(shown, SIZE)];
            expect(slices.map(({ text }) => text).join('')).toBe(shown);
            for (const { cost } of slices) expect(cost).toBeLessThanOrEqual(FRAME_COST);
          }
        }),
        runs(),
      );
    },
    PROPERTY_TIMEOUT,
  );
});
