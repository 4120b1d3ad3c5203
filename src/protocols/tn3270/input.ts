/**
 * The keyboard of a 3270: what a person types goes into the buffer by the rules of the fields (GA23-0059, chapter 7).
 */
import type { CodedCharacter } from './code-pages.ts';
import { CONTROL, DEFAULT_ATTRIBUTES } from './codes.ts';
import {
  fieldAt,
  isInput,
  isNumeric,
  isProtected,
  isSkipped,
  nextInput,
  nextLine,
  previousInput,
  type ScreenField,
  setModified,
} from './fields.ts';
import { type Cell, NUL_CELL, type Screen } from './screen.ts';
import { eraseAllUnprotected } from './write.ts';

/** Why the keyboard does not accept input; the operator line shows it. */
export type Inhibition = 'system' | 'protected' | 'numeric' | 'overflow' | 'character' | 'data-check';

/** Where the keys that only move the cursor put it. */
const CURSOR_KEYS = {
  tab: (screen: Screen) => nextInput(screen, screen.cursor) ?? 0,
  backtab: (screen: Screen) => previousInput(screen, screen.cursor) ?? 0,
  newline(screen: Screen) {
    const lineStart = nextLine(screen);
    return isInput(screen, lineStart) ? lineStart : (nextInput(screen, lineStart) ?? 0);
  },
  home: (screen: Screen) => nextInput(screen, screen.length - 1) ?? 0,
  left: (screen: Screen) => screen.wrap(screen.cursor - 1),
  right: (screen: Screen) => screen.wrap(screen.cursor + 1),
  up: (screen: Screen) => screen.wrap(screen.cursor - screen.size.columns),
  down: (screen: Screen) => screen.wrap(screen.cursor + screen.size.columns),
} as const;

type CursorKey = keyof typeof CURSOR_KEYS;

/** The keys that do not send. */
export type EditKey =
  | CursorKey
  | 'backspace'
  | 'delete'
  | 'erase-eof'
  | 'erase-input'
  | 'insert'
  | 'duplicate'
  | 'field-mark'
  | 'reset';

const movesCursor = (key: EditKey): key is CursorKey => Object.hasOwn(CURSOR_KEYS, key);

/** What a numeric field accepts besides DUP: digits, minus and period. */
const NUMERIC: ReadonlySet<number> = new Set([...Array.from({ length: 10 }, (_, digit) => 0xf0 + digit), 0x60, 0x4b]);

/** The keyboard of one screen. */
export class Keyboard {
  readonly #screen: Screen;
  inhibited: Inhibition | null = null;
  insert = false;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  /** Types a character at the cursor. `character` is `null` if the terminal does not have it. */
  type(character: CodedCharacter | null): void {
    if (this.inhibited !== null) return;
    if (character === null) this.inhibited = 'character';
    else if (this.#put(character)) this.#advance();
  }

  press(key: EditKey): void {
    if (key === 'reset') {
      this.inhibited = null;
      this.insert = false;
    }
    if (this.inhibited !== null) return;
    if (movesCursor(key)) this.#screen.cursor = CURSOR_KEYS[key](this.#screen);
    else this.#edit(key);
  }

  #edit(key: Exclude<EditKey, CursorKey>): void {
    const screen = this.#screen;
    switch (key) {
      case 'backspace':
        this.#backspace();
        break;
      case 'delete':
        this.#delete();
        break;
      case 'erase-eof':
        this.#eraseToEnd();
        break;
      case 'erase-input':
        eraseAllUnprotected(screen);
        break;
      case 'insert':
        this.insert = !this.insert;
        break;
      case 'duplicate':
        if (this.#put({ code: CONTROL.duplicate, graphic: false })) screen.cursor = CURSOR_KEYS.tab(screen);
        break;
      case 'field-mark':
        this.type({ code: CONTROL.fieldMark, graphic: false });
        break;
      case 'reset':
    }
  }

  /**
   * The part of the screen from the cursor to the end of its field, if a person may type there; without fields, to the
   * end of the screen. Elsewhere the keyboard becomes inhibited.
   */
  #input(): { readonly field: ScreenField | null; readonly length: number } | null {
    const screen = this.#screen;
    const { cursor } = screen;
    const field = fieldAt(screen, cursor);
    if (field === null) return { field, length: screen.length - cursor };
    if (field.at === cursor || isProtected(field.cell.attribute)) {
      this.inhibited = 'protected';
      return null;
    }
    return { field, length: field.length - ((cursor - field.first + screen.length) % screen.length) };
  }

  /** Puts a character where the cursor is. Returns whether that was possible. */
  #put({ code, graphic }: CodedCharacter): boolean {
    const input = this.#input();
    if (input === null) return false;
    const { field, length } = input;
    if (field !== null && isNumeric(field.cell.attribute) && !isNumericInput({ code, graphic })) {
      this.inhibited = 'numeric';
      return false;
    }
    if (this.insert && !this.#makePlace(length)) return false;
    this.#screen.set(this.#screen.cursor, { kind: 'character', code, graphic, attributes: DEFAULT_ATTRIBUTES });
    if (field !== null) setModified(this.#screen, field, true);
    return true;
  }

  /** Moves characters by one, up to the first NUL. Without a NUL, the field is full. */
  #makePlace(length: number): boolean {
    const cells = this.#cells(length);
    const nul = cells.findIndex(isNul);
    if (nul === -1) {
      this.inhibited = 'overflow';
      return false;
    }
    this.#setCells([NUL_CELL, ...cells.slice(0, nul)]);
    return true;
  }

  #cells(length: number): Cell[] {
    return Array.from({ length }, (_, index) => this.#screen.at(this.#screen.cursor + index));
  }

  #setCells(cells: readonly Cell[]): void {
    for (const [index, cell] of cells.entries()) this.#screen.set(this.#screen.cursor + index, cell);
  }

  /** Moves the cursor to where the next character goes: over field attributes, and over fields that are skipped. */
  #advance(): void {
    const screen = this.#screen;
    screen.cursor = screen.wrap(screen.cursor + 1);
    const cell = screen.at(screen.cursor);
    if (cell.kind !== 'field') return;
    screen.cursor = isSkipped(cell.attribute)
      ? (nextInput(screen, screen.cursor) ?? 0)
      : screen.wrap(screen.cursor + 1);
  }

  /** Deletes the character before the cursor; at the beginning of a field it does nothing. */
  #backspace(): void {
    const before = this.#screen.wrap(this.#screen.cursor - 1);
    if (!isInput(this.#screen, before)) return;
    this.#screen.cursor = before;
    this.#delete();
  }

  #delete(): void {
    const input = this.#input();
    if (input === null) return;
    this.#setCells([...this.#cells(input.length).slice(1), NUL_CELL]);
    if (input.field !== null) setModified(this.#screen, input.field, true);
  }

  #eraseToEnd(): void {
    const input = this.#input();
    if (input === null) return;
    const { cursor } = this.#screen;
    this.#screen.fill(cursor, this.#screen.wrap(cursor + input.length), NUL_CELL);
    if (input.field !== null) setModified(this.#screen, input.field, true);
  }
}

const isNul = (cell: Cell): boolean => cell.kind === 'character' && cell.code === CONTROL.nul;

const isNumericInput = ({ code, graphic }: CodedCharacter): boolean =>
  !graphic && (code === CONTROL.duplicate || NUMERIC.has(code));
