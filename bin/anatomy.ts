/**
 * Draws a canonical URL with a brace under each part and the name of the part under the brace.
 *
 * ```
 *   gopher://h.example:7070/7find%09gold
 *   ╰─┬──╯   ╰───┬───╯ ╰┬─╯╰────┬──────╯
 *     │          │      │       ╰ path
 *     │          │      ╰ port
 *     │          ╰ host
 *     ╰ scheme
 * ```
 */
import { anatomyOf, type Part, type PartName } from '../src/anatomy.ts';
import type { Canonical } from '../src/index.ts';
import { type Colour, paint, type TerminalStyle } from './terminal.ts';

/** A part has the same colour in the URL, under it and in a table. */
export const COLOURS: Readonly<Record<PartName, Colour>> = {
  scheme: 'magenta',
  user: 'yellow',
  password: 'red',
  host: 'cyan',
  port: 'yellow',
  path: 'green',
  query: 'blue',
  fragment: 'magenta',
};

/** A part, with the column and the row of its name. */
interface Label {
  readonly part: Part;
  readonly column: number;
  readonly row: number;
}

/** The lines of the drawing. */
export function drawAnatomy(canonical: Canonical, style: TerminalStyle): readonly string[] {
  const parts = anatomyOf(canonical);
  const labels = labelsOf(parts);
  const rows = Math.max(...labels.map(({ row }) => row)) + 1;
  return [
    line(
      parts.map((part) => ({ column: part.at[0], text: canonical.slice(...part.at), part })),
      style,
      canonical,
    ),
    line(
      parts.map((part) => ({ column: part.at[0], text: brace(part), part })),
      style,
    ),
    ...Array.from({ length: rows }, (_, row) => {
      const reaching = labels.filter((label) => label.row >= row);
      return line(
        reaching.map(({ part, column, row: own }) => ({ column, text: own === row ? `╰ ${part.name}` : '│', part })),
        style,
      );
    }),
  ];
}

function brace({ at: [from, to] }: Part): string {
  const width = to - from;
  if (width === 1) return '┬';
  const left = Math.floor((width - 1) / 2);
  const stem = (index: number): string => (index === left ? '┬' : '─');
  const inner = Array.from({ length: width }, (_, index) => stem(index)).join('');
  return `${left === 0 ? '' : '╰'}${inner.slice(left === 0 ? 0 : 1, -1)}╯`;
}

/** Places each name on the highest row where it does not touch the name to its right. */
function labelsOf(parts: readonly Part[]): readonly Label[] {
  const labels: Label[] = [];
  for (const part of parts.toReversed()) {
    const [from, to] = part.at;
    const column = from + Math.floor((to - from - 1) / 2);
    const right = labels.at(-1);
    const fits = right === undefined || column + part.name.length + 3 <= right.column;
    labels.push({ part, column, row: right === undefined ? 0 : fits ? right.row : right.row + 1 });
  }
  return labels.toReversed();
}

interface Piece {
  readonly column: number;
  readonly text: string;
  readonly part: Part;
}

/** A line with pieces at their columns; `ground` shows between them. */
function line(pieces: readonly Piece[], style: TerminalStyle, ground = ''): string {
  let text = '';
  let column = 0;
  for (const piece of pieces) {
    text += ground.slice(column, piece.column).padEnd(piece.column - column);
    text += paint(style, COLOURS[piece.part.name], piece.text);
    column = piece.column + piece.text.length;
  }
  return text + ground.slice(column);
}
