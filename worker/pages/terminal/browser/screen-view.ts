/**
 * Shows a 3270 screen: rows of runs, of which those that a person may type into are inputs. What a host writes becomes
 * text and classes, never HTML. Elements stay as long as the structure of the screen does, so that a screen reader and
 * an input method are not interrupted by each key.
 */
import { type CellRun, rowsOf } from '../../../../src/protocols/tn3270/appearance.ts';
import type { CodePage } from '../../../../src/protocols/tn3270/code-pages.ts';
import type { Screen } from '../../../../src/protocols/tn3270/screen.ts';

/** An input, and where its first character is on the screen. */
interface Input {
  readonly element: HTMLInputElement;
  readonly at: number;
  readonly length: number;
}

/** A run with the cell of the cursor in a run of its own. */
interface CursorRun extends CellRun {
  readonly isCursor: boolean;
}

export class ScreenView {
  readonly #place: HTMLElement;
  #columns = 80;
  #structure = '';
  #texts: HTMLElement[] = [];
  #inputs: Input[] = [];
  readonly #widths = new CSSStyleSheet();
  readonly #knownWidths = new Set<number>();

  constructor(place: HTMLElement) {
    this.#place = place;
    place.tabIndex = 0;
    place.setAttribute('role', 'grid');
    place.setAttribute('aria-label', 'Screen of the host');
    document.adoptedStyleSheets.push(this.#widths);
  }

  /** @param takesInput - whether a person may type where no field is protected */
  show(screen: Screen, page: CodePage, takesInput: boolean): void {
    const rows = rowsOf(screen, page).map((runs) =>
      runs.flatMap((run) => withCursor(takesInput ? run : { ...run, input: false }, screen.cursor)),
    );
    const structure = JSON.stringify(
      rows.map((pieces) => pieces.map(({ characters, ...shape }) => [shape, characters.length])),
    );
    this.#columns = screen.size.columns;
    if (structure !== this.#structure) this.#build(rows, this.#columns);
    this.#structure = structure;
    let text = 0;
    let input = 0;
    for (const piece of rows.flat()) {
      const shown = piece.characters.join('');
      if (piece.input) {
        const element = this.#inputs[input++]?.element;
        if (element !== undefined && element.value !== shown) element.value = shown;
      } else {
        const element = this.#texts[text++];
        if (element !== undefined && element.textContent !== shown) element.textContent = shown;
      }
    }
  }

  /** Moves the focus to where the cursor is, if the focus is on the screen. */
  focus(cursor: number): void {
    this.#reveal(cursor % this.#columns);
    const input = this.#inputs.find(({ at, length }) => cursor >= at && cursor < at + length);
    if (input === undefined) {
      if (document.activeElement !== this.#place) this.#place.focus({ preventScroll: true });
      return;
    }
    const { element, at } = input;
    const offset = Math.min(cursor - at, element.value.length);
    // Before the focus, which moves the cursor to the caret.
    if (element.selectionStart !== offset || element.selectionEnd !== offset) element.setSelectionRange(offset, offset);
    if (document.activeElement !== element) element.focus({ preventScroll: true });
  }

  /** Scrolls a screen that is wider than its box to a column. The page does not move. */
  #reveal(column: number): void {
    const { scrollWidth, clientWidth, scrollLeft } = this.#place;
    const width = scrollWidth / this.#columns;
    const left = column * width;
    if (left >= scrollLeft && left + width <= scrollLeft + clientWidth) return;
    this.#place.scrollLeft = left - clientWidth / 2;
  }

  /** The address of the caret in an input; `null` for another element. */
  addressIn(element: EventTarget | null): number | null {
    const input = this.#inputs.find((other) => other.element === element);
    if (input === undefined) return null;
    return input.at + Math.min(input.element.selectionStart ?? 0, input.length - 1);
  }

  #build(rows: readonly (readonly CursorRun[])[], columns: number): void {
    this.#texts = [];
    this.#inputs = [];
    this.#place.replaceChildren(
      ...rows.map((pieces, row) => {
        const line = document.createElement('div');
        line.className = 'screen-row';
        line.setAttribute('role', 'row');
        let label = '';
        for (const piece of pieces) {
          const element = piece.input ? this.#input(piece, label, row, columns) : this.#text(piece);
          line.append(element);
          label = piece.input ? '' : piece.characters.join('').trim() || label;
        }
        return line;
      }),
    );
  }

  #text(piece: CursorRun): HTMLElement {
    const element = cell();
    element.className = classOf(piece);
    this.#texts.push(element);
    return element;
  }

  #input(piece: CursorRun, label: string, row: number, columns: number): HTMLElement {
    const element = document.createElement('input');
    const length = piece.characters.length;
    element.className = `${classOf(piece)} ${this.#widthClass(length)}`;
    element.setAttribute('aria-label', label === '' ? `Row ${row + 1}, column ${(piece.at % columns) + 1}` : label);
    if (piece.numeric) element.inputMode = 'numeric';
    for (const name of ['autocomplete', 'autocapitalize', 'autocorrect']) element.setAttribute(name, 'off');
    element.spellcheck = false;
    this.#inputs.push({ element, at: piece.at, length });
    const place = cell();
    place.append(element);
    return place;
  }

  /** A class for the width of an input: the policy of the page forbids style attributes. */
  #widthClass(length: number): string {
    if (!this.#knownWidths.has(length)) this.#widths.insertRule(`#screen .cells-${length} { width: ${length}ch; }`);
    this.#knownWidths.add(length);
    return `cells-${length}`;
  }
}

function cell(): HTMLElement {
  const element = document.createElement('span');
  element.setAttribute('role', 'gridcell');
  return element;
}

/** The cursor in a protected run gets a cell of its own; in an input the caret shows it. */
function withCursor(run: CellRun, cursor: number): CursorRun[] {
  const offset = cursor - run.at;
  if (run.input || offset < 0 || offset >= run.characters.length) return [{ ...run, isCursor: false }];
  const cut = (from: number, to: number, isCursor: boolean): CursorRun[] =>
    from === to ? [] : [{ ...run, at: run.at + from, characters: run.characters.slice(from, to), isCursor }];
  return [...cut(0, offset, false), ...cut(offset, offset + 1, true), ...cut(offset + 1, run.characters.length, false)];
}

function classOf({ appearance, isCursor, input }: CursorRun): string {
  const { color, background, highlighting, intensified, hidden } = appearance;
  // The four colours of a display without extended attributes (GA23-0059, base colour).
  const base = input ? (intensified ? 'red' : 'green') : intensified ? 'white' : 'blue';
  return [
    `color-${color ?? base}`,
    ...(background === null ? [] : [`background-${background}`]),
    ...(highlighting === 'normal' ? [] : [`highlight-${highlighting}`]),
    ...(intensified ? ['intensified'] : []),
    ...(hidden ? ['hidden-text'] : []),
    ...(isCursor ? ['cursor'] : []),
  ].join(' ');
}
