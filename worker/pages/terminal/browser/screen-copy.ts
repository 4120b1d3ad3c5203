/**
 * Copies what a 3270 screen shows. Inputs are no part of a selection of the browser, so the text comes from the model
 * of the screen: a rectangle that a mouse draws, as in other 3270 programs; the rows of a selection; or the whole
 * screen.
 */
import { copy } from '../../parts/browser/buttons.ts';

interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** The cells between two corners, both included. */
interface Rectangle {
  readonly from: CellPlace;
  readonly to: CellPlace;
}

/**
 * @param place - the element of the screen
 * @param cells - returns the characters that the screen shows, row by row
 */
export function startCopying(place: HTMLElement, button: HTMLButtonElement, cells: () => readonly string[][]): void {
  const frame = document.createElement('div');
  frame.className = 'screen-selection';
  frame.ariaHidden = 'true';
  let start: CellPlace | null = null;
  let selected: Rectangle | null = null;

  function clear(): void {
    selected = null;
    frame.remove();
  }

  place.addEventListener('pointerdown', (event) => {
    clear();
    start = event.pointerType === 'mouse' && event.button === 0 ? cellAt(place, event, cells()) : null;
  });
  document.addEventListener('pointermove', (event) => {
    if (start === null) return;
    if (event.buttons === 0) start = null;
    const end = start && cellAt(place, event, cells());
    if (start === null || end === null) return;
    if (selected === null && end.row === start.row && end.column === start.column) return;
    selected = between(start, end);
    getSelection()?.removeAllRanges();
    draw(frame, place, selected, cells());
  });
  document.addEventListener('pointerup', () => {
    start = null;
  });
  place.addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
    if (key.length > 1 || !(ctrlKey || metaKey)) {
      if (key !== 'Control' && key !== 'Meta') clear();
    }
  });
  document.addEventListener('copy', (event) => {
    // A new screen has removed the frame.
    const rectangle = selected !== null && frame.isConnected ? selected : selectedRows(place, cells());
    if (rectangle === null) return;
    event.clipboardData?.setData('text/plain', textIn(rectangle, cells()));
    event.preventDefault();
  });
  button.addEventListener('click', () => {
    const rows = cells();
    const to = { row: rows.length - 1, column: Number.MAX_SAFE_INTEGER };
    void copy(textIn({ from: { row: 0, column: 0 }, to }, rows), button);
  });
}

const rowsIn = (place: HTMLElement): Element[] => [...place.querySelectorAll('.screen-row')];

/** The place of the cells of a row, in pixels; `null` if there is no row. */
function extentOf(row: Element | undefined): { readonly left: number; readonly width: number } | null {
  const first = row?.firstElementChild?.getBoundingClientRect();
  const last = row?.lastElementChild?.getBoundingClientRect();
  return first === undefined || last === undefined ? null : { left: first.left, width: last.right - first.left };
}

/** The cell under the pointer, or the nearest one; `null` if there is no screen. */
function cellAt(place: HTMLElement, { clientX, clientY }: PointerEvent, cells: readonly string[][]): CellPlace | null {
  const rows = rowsIn(place);
  const columns = cells[0]?.length ?? 0;
  const extent = extentOf(rows[0]);
  if (extent === null || columns === 0) return null;
  const below = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom);
  const column = Math.floor(((clientX - extent.left) / extent.width) * columns);
  return {
    row: below === -1 ? rows.length - 1 : below,
    column: Math.min(Math.max(column, 0), columns - 1),
  };
}

function between(one: CellPlace, other: CellPlace): Rectangle {
  return {
    from: { row: Math.min(one.row, other.row), column: Math.min(one.column, other.column) },
    to: { row: Math.max(one.row, other.row), column: Math.max(one.column, other.column) },
  };
}

function draw(frame: HTMLElement, place: HTMLElement, { from, to }: Rectangle, cells: readonly string[][]): void {
  const rows = rowsIn(place);
  const extent = extentOf(rows[0]);
  const [top, bottom] = [rows[from.row], rows[to.row]].map((row) => row?.getBoundingClientRect());
  if (extent === null || top === undefined || bottom === undefined) return;
  const column = extent.width / (cells[0]?.length ?? 1);
  const origin = place.getBoundingClientRect();
  const { style } = frame;
  style.left = `${extent.left + from.column * column - origin.left + place.scrollLeft}px`;
  style.top = `${top.top - origin.top + place.scrollTop}px`;
  style.width = `${(to.column - from.column + 1) * column}px`;
  style.height = `${bottom.bottom - top.top}px`;
  place.append(frame);
}

/** The rows that a selection of the browser touches; `null` if it is not on the screen, or inside one input. */
function selectedRows(place: HTMLElement, cells: readonly string[][]): Rectangle | null {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.toString() === '') return null;
  const rows = rowsIn(place);
  const rowOf = (node: Node | null): number => rows.findIndex((row) => row.contains(node));
  const ends = [rowOf(selection.anchorNode), rowOf(selection.focusNode)];
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  if (from === -1) return null;
  return { from: { row: from, column: 0 }, to: { row: to, column: (cells[0]?.length ?? 1) - 1 } };
}

function textIn({ from, to }: Rectangle, cells: readonly string[][]): string {
  const rows = cells.slice(from.row, to.row + 1);
  return rows
    .map((row) =>
      row
        .slice(from.column, to.column + 1)
        .join('')
        .trimEnd(),
    )
    .join('\n');
}
