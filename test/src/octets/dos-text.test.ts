/** Text for the screen of DOS, drawn as a terminal draws it: xterm.js is the oracle. */
import { describe, expect, test } from 'vitest';
import { DOS_COLUMNS, DosText, drawnRuns, isDos, movesCursor, withGlyphs } from '../../../src/octets/dos-text.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../fast-check.ts';
import { headlessTerminal, writeTo } from '../../headless-terminal.ts';
import { expectLinear } from '../growth.ts';

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

describe('a board that asks for iCE colours', () => {
  test.each([
    ['gets bright backgrounds instead of blinking', '\x1b[?33h\x1b[5;44m', '\x1b[?33h\x1b[5;44;25;104m'],
    ['until it asks for blinking', '\x1b[?33h\x1b[?33l\x1b[5;44m', '\x1b[?33h\x1b[?33l\x1b[5;44m'],
    ['not by another mode', '\x1b[?3h\x1b[?34h\x1b[33m\x1b[5;44m', '\x1b[?3h\x1b[?34h\x1b[33m\x1b[5;44m'],
    ['for what blinked before', '\x1b[5m\x1b[?33h\x1b[41m', '\x1b[5m\x1b[?33h\x1b[41;25;101m'],
    ['until a letter does not blink', '\x1b[?33h\x1b[5;44m\x1b[25m', '\x1b[?33h\x1b[5;44;25;104m\x1b[25;44m'],
    ['until everything ends', '\x1b[?33h\x1b[5;44m\x1b[m', '\x1b[?33h\x1b[5;44;25;104m\x1b[0;37m'],
  ])('%s', (_what, text, written) => {
    const dos = new DosText();
    dos.rewrite('');
    // The mode holds on in the texts that follow.
    expect(
      text
        .split(/(?<=[hlm])/)
        .map((part) => dos.rewrite(part))
        .join(''),
    ).toBe(written);
    expect(new DosText().rewrite(text)).toBe(`\x1b[37m${written}`);
  });

  test('in a file, too', () => {
    expect(drawnRuns('\x1b[?33h\x1b[5;44mx', 80)?.[0]?.style.background).toBe(12);
  });
});

test('controls that a PC shows are characters, and others stay', () => {
  const controls = String.fromCharCode(...Array.from({ length: 33 }, (_, code) => code));
  expect(withGlyphs(controls)).toBe('\0☺☻♥♦♣♠\x07\b\t\n\v\f\r♫☼►◄↕‼¶§▬↨↑↓\x1a\x1b∟↔▲▼ ');
});

test.each([
  ['blinking', '\x1b[5;44mx', 12],
  ['fast blinking', '\x1b[44m\x1b[6mx', 12],
  ['blinking on black', '\x1b[5mx', 8],
  ['blinking on another background', '\x1b[5;44m\x1b[41mx', 9],
  ['blinking that ends', '\x1b[5;44m\x1b[25mx', 4],
  ['blinking that ends with everything', '\x1b[5;44m\x1b[0;41mx', 1],
  ['blinking that ends with nothing', '\x1b[5;44m\x1b[mx', null],
  ['a larger palette', '\x1b[5m\x1b[48;5;5mx', 5],
  ['no blinking', '\x1b[44mx', 4],
])('%s has a bright background where screens do not blink', (_what, text, background) => {
  expect(drawnRuns(text, 80, true)?.[0]?.style.background).toBe(background);
  expect(drawnRuns('\x1b[5;44mx', 80)?.[0]?.style.background).toBe(4);
});

const drawn = (text: string, columns = DOS_COLUMNS): string | null =>
  drawnRuns(text, columns)
    ?.map((run) => run.text)
    .join('') ?? null;

/** The rows as xterm.js has them, without blanks at their ends. */
async function rowsOfTerminal(text: string): Promise<string[]> {
  const terminal = headlessTerminal(DOS_COLUMNS, 25, { convertEol: true });
  await writeTo(terminal, new DosText().rewrite(text));
  const { active } = terminal.buffer;
  // xterm.js scrolls a saved place with the text. That of DOS is a place of the screen.
  fc.pre(active.baseY === 0 || !text.includes('\x1b[u'));
  return rowsIn(Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString() ?? ''));
}

const rowsIn = (rows: readonly string[]): string[] =>
  rows.join('\n').replace(/ +$/gm, '').replace(/\n+$/, '').split('\n');

/** Pieces of drawings. None of them fills a row, where DOS begins the next one and a VT100 waits. */
const piece = fc.oneof(
  fc.constantFrom('\r', '\n', '\r\n', '\t', '\x1b[s', '\x1b[u', '\x1b[H', '\x1b[2J', '\x1b[J', '\x1b[1J', '\x1b[5n'),
  fc.constantFrom('\x1b[K', '\x1b[1K', '\x1b[2K', '\x1b[0m', '\x1b[1;33m', '\x1b[44m', '\x1b[?25l', '\x1b[1 q'),
  fc.stringMatching(/^[a-z#]{1,4}$/),
  fc.tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom(...'ABCD')).map(([by, way]) => `\x1b[${by}${way}`),
  fc
    .tuple(fc.integer({ min: 0, max: 25 }), fc.integer({ min: 0, max: 15 }), fc.constantFrom('H', 'f'))
    .map(([row, column, final]) => `\x1b[${row};${column}${final}`),
);

/** Sequences with any numbers. */
const movement = fc
  .tuple(fc.array(fc.oneof(fc.nat(40), fc.nat(1e9)), { maxLength: 3 }), fc.constantFrom(...'ABCDHfJKsumLMSTbX'))
  .map(([numbers, final]) => `\x1b[${numbers.join(';')}${final}`);

describe('a drawing', () => {
  test(
    'is that of a terminal',
    async () => {
      const texts = fc.array(piece, { maxLength: 7 }).map((pieces) => pieces.join(''));
      await fc.assert(
        fc.asyncProperty(texts, fc.nat({ max: 40 }), async (text, lines) => {
          const whole = '\n'.repeat(lines) + text;
          expect(rowsIn((drawn(whole) ?? '').split('\n'))).toEqual(await rowsOfTerminal(whole));
        }),
        runs(),
      );
    },
    PROPERTY_TIMEOUT,
  );

  test(
    'of whatever text fits its columns, and has no controls',
    () => {
      const texts = fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 20 }), movement), {
        maxLength: 12,
      });
      fc.assert(
        fc.property(texts, fc.integer({ min: 1, max: 320 }), (pieces, columns) => {
          const rows = drawn(pieces.join(''), columns)?.split('\n') ?? [];
          for (const row of rows) {
            expect([...row].length).toBeLessThanOrEqual(columns);
            expect(row).not.toMatch(/[\x1b\r\t]/);
          }
        }),
        runs(),
      );
    },
    PROPERTY_TIMEOUT,
  );

  test.each([
    ['letters fill what was left out', 'b\x1b[1;4Hd', 80, 'b  d'],
    ['a full row ends by itself', 'abcdef', 4, 'abcd\nef'],
    ['so a line feed behind it makes an empty row', 'abcd\r\nef', 4, 'abcd\n\nef'],
    ['a movement is one in the next row', 'abcd\x1b[Cf', 4, 'abcd\n f'],
    ['the cursor stays on the screen', '\x1b[9Cb\x1b[9Da\x1b[9Aa', 4, ' a b\na'],
    ['a tab ends at the last column', '\tx\ty', 12, '        x  y'],
    ['a lower row makes the screen higher', 'a\x1b[40;1Hb', 80, `a${'\n'.repeat(39)}b`],
    ['but not without an end', 'a\x1b[2000;1Hb', 80, `a${'\n'.repeat(999)}b`],
    [
      'an address counts from the top of the screen',
      `${'\n'.repeat(30)}x\x1b[1;2Hy`,
      80,
      `${'\n'.repeat(6)} y${'\n'.repeat(24)}x`,
    ],
    ['an emoji is a cell', '\u{1f375}\x1b[1;2Hb', 80, '\u{1f375}b'],
  ])('%s', (_what, text, columns, rows) => {
    expect(drawn(text, columns)).toBe(rows);
  });

  test('keeps the colours of each cell, and erases with the background', () => {
    const runs = drawnRuns('a\x1b[1mb\x1b[0;44m\x1b[K\x1b[1;1H\x1b[31mc', 4) ?? [];
    expect(runs.map(({ text, style }) => [text, style.foreground, style.background, style.bold])).toEqual([
      ['c', 1, 4, false],
      ['b', 7, null, true],
      ['  ', null, 4, false],
    ]);
  });

  test.each([
    ['cells', '\x1b[2J\x1b[44m\x1b[1000;1H', '\x1b[2J', 49, 50],
    ['rows', '', '\n', 20_000, 20_001],
  ])('has so many %s at most', (_what, start, piece, most, tooMany) => {
    expect(drawn(start + piece.repeat(most))).not.toBeNull();
    expect(drawn(start + piece.repeat(tooMany))).toBeNull();
  });

  test('takes time proportional to its length', () => {
    expectLinear(10_000, (size) => {
      const text = 'a\x1b[1;1H\x1b[2J\x1b['.repeat(size);
      return () => void drawnRuns(text, DOS_COLUMNS);
    });
  });
});

test.each([
  ['\x1b[10;40H', true],
  ['\x1b[C', true],
  ['\x1b[u', true],
  ['\x1b[31m\x1b[K', false],
  ['\x1b[2J', false],
  ['[C', false],
])('whether %j moves the cursor: %s', (text, moves) => {
  expect(movesCursor(text)).toBe(moves);
});

test('the charset of DOS', () => expect(['cp437', 'utf-8'].map(isDos)).toEqual([true, false]));
