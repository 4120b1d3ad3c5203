/** The text of a terminal's screen as a file, and searched. */
import type { Terminal } from '@xterm/headless';
import { describe, expect, it } from 'vitest';
import { type FoundText, findText, transcriptOf } from '../../../../worker/pages/terminal/browser/screen-text.ts';
import { SequenceGuard } from '../../../../worker/pages/terminal/browser/sequence-guard.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../../fast-check.ts';
import { headlessTerminal, writeTo } from '../../../headless-terminal.ts';
import { outputs } from './outputs.ts';

/** A terminal of 10 columns and 4 rows after some output. */
async function terminalWith(output: string): Promise<Terminal> {
  const terminal = headlessTerminal(10, 4, { scrollback: 100 });
  await writeTo(terminal, output);
  return terminal;
}

/** The characters in the cells of a place. */
function cellsAt({ buffer, cols }: Terminal, { row, column, length }: FoundText): string {
  const cells = Array.from({ length }, (_, index) => {
    const cell = buffer.active.getLine(row + Math.floor((column + index) / cols))?.getCell((column + index) % cols);
    return cell?.getChars() || (cell?.getWidth() === 0 ? '' : ' ');
  });
  return cells.join('');
}

describe('the transcript', () => {
  it.each([
    ['is clean of control sequences', '\x1b[31mred\x1b[0m\r\n\x1b]0;title\x07b\x08c', 'red\nc\n'],
    ['has the scrollback', 'a\r\nb\r\nc\r\nd\r\ne\r\n', 'a\nb\nc\nd\ne\n'],
    ['has long lines as they came', '0123456789abcdefghijklm\r\nx', '0123456789abcdefghijklm\nx\n'],
    ['has wide characters once', '漢字漢字漢字', '漢字漢字漢字\n'],
    ['keeps spaces', '  a  \r\nb', '  a  \nb\n'],
    ['has the screen of a program that fills the window', 'one\r\n\x1b[?1049h\x1b[Htwo', 'one\n\ntwo\n'],
    ['of nothing is empty', '', '\n'],
  ])('%s', async (_what, output, text) => {
    expect(transcriptOf(await terminalWith(output))).toBe(text);
  });
});

describe('finding a text', () => {
  const FOUR = 'ab\r\nxx\r\nAb ab\r\nyy\r\nzz\r\n  aB';
  const placeOf = (found: FoundText | null) => found && [found.row, found.column, found.number];

  async function walk(output: string, text: string, steps: readonly ('older' | 'newer')[]) {
    const terminal = await terminalWith(output);
    let last: FoundText | null = null;
    return steps.map((step) => {
      last = findText(terminal, text, { step, last });
      return placeOf(last);
    });
  }

  it('goes from the newest place to the oldest, and around', async () => {
    expect(await walk(FOUR, 'ab', Array(5).fill('older'))).toEqual([
      [5, 2, 1],
      [2, 3, 2],
      [2, 0, 3],
      [0, 0, 4],
      [5, 2, 1],
    ]);
  });

  it('goes back, and around', async () => {
    expect(await walk(FOUR, 'ab', ['older', 'older', 'newer', 'newer', 'newer'])).toEqual([
      [5, 2, 1],
      [2, 3, 2],
      [5, 2, 1],
      [0, 0, 4],
      [2, 0, 3],
    ]);
  });

  it.each([
    ['at the end of a row and the beginning of the next', '01234567ab', 'ab', [0, 8, 2]],
    ['over the end of a row', '012345678abc', 'ab', [0, 9, 2]],
    ['in the second row of a line', '0123456789xabc', 'ab', [1, 1, 2]],
    ['behind wide characters', '漢字ab', 'ab', [0, 4, 2]],
    ['of wide characters', 'x漢字', '漢字', [0, 1, 4]],
    ['behind a character with an accent of its own', 'e\u0301e\u0301ab', 'ab', [0, 2, 2]],
    ['behind a mark at the beginning', '\u202exab', 'ab', [0, 2, 2]],
    ['with signs of patterns', 'a.b a*b', 'a*b', [0, 4, 3]],
  ])('finds it %s', async (_where, output, text, [row, column, length]) => {
    const found = findText(await terminalWith(output), text, { step: 'older', last: null });
    expect(found).toEqual({ row, column, length, number: 1, count: 1 });
  });

  it.each([['nowhere'], ['']])('%j is not found', async (text) => {
    expect(findText(await terminalWith('some text'), text, { step: 'older', last: null })).toBeNull();
  });

  it('goes on where it was when more has come', async () => {
    const terminal = await terminalWith(FOUR);
    const first = findText(terminal, 'ab', { step: 'older', last: null });
    await writeTo(terminal, '\r\nab');
    expect(placeOf(findText(terminal, 'ab', { step: 'older', last: first }))).toEqual([2, 3, 3]);
    expect(placeOf(findText(terminal, 'ab', { step: 'newer', last: first }))).toEqual([6, 0, 1]);
  });
});

it(
  'whatever came, the transcript has no controls, and each place that is found has the text',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(outputs),
        fc.constantFrom('a', 'x a', '漢', 'e\u0301', '.', '('),
        async (parts, text) => {
          const terminal = await terminalWith(new SequenceGuard().filter(parts.join(''), { columns: 10, rows: 4 }));
          const transcript = transcriptOf(terminal);
          expect(transcript).not.toMatch(/[\0-\x09\x0b-\x1f\x7f]/);
          let last: FoundText | null = null;
          for (let found = 0; found < 3; found++) {
            last = findText(terminal, text, { step: 'older', last });
            if (last === null) break;
            expect(transcript.toLowerCase()).toContain(text);
            expect(last.column).toBeLessThan(10);
            expect(cellsAt(terminal, last).toLowerCase()).toContain(text);
            expect(last.length).toBeLessThanOrEqual(text.length + 1);
            expect(last.number).toBeLessThanOrEqual(last.count);
          }
        },
      ),
      runs(),
    );
  },
  PROPERTY_TIMEOUT,
);
