/** The text of a screen with its scrollback: as a file, and searched. Text that was hidden is in neither. */
import type { IBuffer, IBufferLine, Terminal } from '@xterm/xterm';

type TerminalBuffers = Pick<Terminal, 'buffer'>;

/** A line as the server sent it, which may fill several rows. */
interface WholeLine {
  readonly firstRow: number;
  readonly rows: readonly IBufferLine[];
}

function* wholeLines(buffer: IBuffer): Generator<WholeLine> {
  let rows: IBufferLine[] = [];
  for (let row = 0; row < buffer.length; row++) {
    const line = buffer.getLine(row);
    if (line === undefined) continue;
    if (!line.isWrapped && rows.length > 0) {
      yield { firstRow: row - rows.length, rows };
      rows = [];
    }
    rows.push(line);
  }
  if (rows.length > 0) yield { firstRow: buffer.length - rows.length, rows };
}

const textOf = ({ rows }: WholeLine): string =>
  rows.map((row, index) => row.translateToString(index === rows.length - 1)).join('');

/** Everything from the first row of the scrollback on, and what a program shows that fills the window. */
export function transcriptOf({ buffer }: TerminalBuffers): string {
  const shown = buffer.active === buffer.normal ? [buffer.normal] : [buffer.normal, buffer.active];
  return shown.map((screen) => `${Array.from(wholeLines(screen), textOf).join('\n').trimEnd()}\n`).join('\n');
}

/** A place where a text was found. */
export interface FoundText {
  /** In cells, of the whole scrollback. */
  readonly row: number;
  readonly column: number;
  readonly length: number;
  /** Which of all places it is, from 1 for the newest. */
  readonly number: number;
  readonly count: number;
}

/** @param last - the place that was found before */
interface FindOptions {
  readonly step: 'older' | 'newer';
  readonly last: FoundText | null;
}

/**
 * Finds a text in any case of letters: the newest place, or the next one from the last place on, around the ends.
 *
 * @returns `null` if the text is nowhere
 */
export function findText(
  { buffer, cols }: TerminalBuffers & Pick<Terminal, 'cols'>,
  text: string,
  { step, last }: FindOptions,
): FoundText | null {
  if (text === '') return null;
  const pattern = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  const found = [...wholeLines(buffer.active)].flatMap((line) =>
    Array.from(textOf(line).matchAll(pattern), ({ index, 0: match }) => {
      const cell = cellOf(line, index);
      const place = { row: line.firstRow + Math.floor(cell / cols), column: cell % cols };
      return { ...place, length: cellOf(line, index + match.length) - cell };
    }),
  );
  // Output may have come since, so the last place is found by where it is.
  const { length } = found;
  const isBefore = ({ row, column }: { readonly row: number; readonly column: number }): boolean =>
    last !== null && (row < last.row || (row === last.row && column < last.column));
  const before = last === null ? length : found.filter(isBefore).length;
  const isThere = last !== null && found[before]?.row === last.row && found[before]?.column === last.column;
  const at = step === 'older' ? before - 1 + length : before + (isThere ? 1 : 0);
  const place = found[at % length];
  return place === undefined ? null : { ...place, number: length - (at % length), count: length };
}

/** The cell of a character of a line. A character may have two cells, and a cell several characters. */
function cellOf({ rows }: WholeLine, index: number): number {
  let left = index;
  let cells = 0;
  for (const row of rows) {
    for (let column = 0; column < row.length; column++) {
      const cell = row.getCell(column);
      const { length = 0 } = cell?.getChars() ?? {};
      // The second half of a wide character has no width; neither has a mark before the first letter.
      const isHalf = cell?.getWidth() === 0 && length === 0;
      if (left <= 0 && !isHalf) return cells;
      if (!isHalf) left -= length || 1;
      cells += 1;
    }
  }
  return cells;
}
