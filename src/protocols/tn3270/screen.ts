/**
 * The buffer of a 3270 screen: cells, each with a character or a field attribute, and the cursor. An address is
 * row × columns + column; after the last cell comes the first. A TN3270E host may pass on a BIND, which selects the
 * sizes of the screen.
 */
import { type Addressing, type CharacterAttributes, CONTROL, DEFAULT_ATTRIBUTES } from './codes.ts';

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** A model of 3270 terminals. */
export type Model = 2 | 3 | 4 | 5;

/** The size that Erase/Write Alternate selects. */
export const MODEL_SIZES: Readonly<Record<Model, Size>> = {
  2: { rows: 24, columns: 80 },
  3: { rows: 32, columns: 80 },
  4: { rows: 43, columns: 80 },
  5: { rows: 27, columns: 132 },
};

/**
 * The terminal type of a traditional connection (RFC 1576): a terminal that answers queries. Only the models 2 and 3
 * had colours by their type; hosts do not know a 3279 model 4.
 */
export const terminalTypeOf = (model: Model): string => `IBM-327${model < 4 ? 9 : 8}-${model}-E`;

/** The device type of TN3270E, whose list has no 3279 (RFC 2355 §7.1.1). */
export const deviceTypeOf = (model: Model): string => `IBM-3278-${model}-E`;

export interface CharacterCell {
  readonly kind: 'character';
  readonly code: number;
  /** Whether a graphic escape selected the graphic set for this character. */
  readonly graphic: boolean;
  readonly attributes: CharacterAttributes;
  /** What the cell shows, of text that came in line mode: it may have characters that no code page has. */
  readonly text?: string;
}

/** It takes a cell, looks like a blank, and holds for all cells up to the next field attribute. */
export interface FieldCell {
  readonly kind: 'field';
  /** The bits of {@link FIELD}. */
  readonly attribute: number;
  readonly attributes: CharacterAttributes;
}

/** Cells are values: they are replaced, never changed. */
export type Cell = CharacterCell | FieldCell;

/** An empty cell. */
export const NUL_CELL: CharacterCell = {
  kind: 'character',
  code: CONTROL.nul,
  graphic: false,
  attributes: DEFAULT_ATTRIBUTES,
};

/** How much of the attributes a terminal sends with its data (GA23-0059, Set Reply Mode). */
export type ReplyMode = 'field' | 'extended-field' | 'character';

/** The size that every 3270 has, and that a BIND without sizes means. */
export const SMALLEST_SIZE: Size = { rows: 24, columns: 80 };

/**
 * A screen.
 *
 * @example
 * ```ts
 * const screen = new Screen({ rows: 43, columns: 80 });
 * screen.erase('alternate');
 * screen.length; // 3440
 * ```
 */
export class Screen {
  #cells: Cell[];
  #size: Size;
  #sizes: { readonly default: Size; readonly alternate: Size };
  cursor = 0;
  /** Where the system services write: behind what the host wrote last. */
  writtenTo = 0;
  replyMode: ReplyMode = 'field';
  /** The types of attributes that the reply mode `character` sends. */
  replyAttributes: readonly number[] = [];
  addressing: Addressing = '12-14-bit';

  /** @param alternate - the size that Erase/Write Alternate selects */
  constructor(alternate: Size) {
    this.#sizes = { default: SMALLEST_SIZE, alternate };
    this.#size = SMALLEST_SIZE;
    this.#cells = emptyCells(this.#size);
  }

  get size(): Size {
    return this.#size;
  }

  get sizes(): { readonly default: Size; readonly alternate: Size } {
    return this.#sizes;
  }

  /** The number of cells. */
  get length(): number {
    return this.#cells.length;
  }

  /** Takes other sizes; the next erasure selects one. */
  setSizes(sizes: { readonly default: Size; readonly alternate: Size }): void {
    this.#sizes = sizes;
  }

  /** Empties the screen in its default or its alternate size, with the cursor in the first cell. */
  erase(size: 'default' | 'alternate'): void {
    this.#size = this.#sizes[size];
    this.clear();
  }

  /** Empties the screen and keeps its size. */
  clear(): void {
    this.#cells = emptyCells(this.#size);
    this.cursor = 0;
    this.writtenTo = 0;
  }

  /** The cell at an address, which may also be one screen before the first cell or after the last one. */
  at(address: number): Cell {
    return this.#cells[this.wrap(address)] ?? NUL_CELL;
  }

  set(address: number, cell: Cell): void {
    this.#cells[this.wrap(address)] = cell;
  }

  /**
   * Fills cells with one value, across the end of the screen if need be; the whole screen if both addresses are equal.
   *
   * @param to - the address after the last cell
   */
  fill(from: number, to: number, cell: Cell): void {
    if (to > from) this.#cells.fill(cell, from, to);
    else this.#cells.fill(cell, from).fill(cell, 0, to);
  }

  /** Moves every row up by one; the last one becomes empty. */
  scroll(): void {
    const { columns } = this.#size;
    this.#cells.copyWithin(0, columns).fill(NUL_CELL, this.#cells.length - columns);
  }

  /** An address within the screen, for one that has left it by up to one screen. */
  wrap(address: number): number {
    const length = this.#cells.length;
    return address >= length ? address - length : address < 0 ? address + length : address;
  }

  /** Whether the screen has fields. */
  get formatted(): boolean {
    return this.#cells.some(({ kind }) => kind === 'field');
  }
}

const emptyCells = ({ rows, columns }: Size): Cell[] => new Array<Cell>(rows * columns).fill(NUL_CELL);

/** Where the sizes are: default rows and columns, alternate rows and columns, and which of them hold. */
const SIZES_AT = 20;
const HOLDS_AT = 24;

/** The default size alone, both sizes, and the default with the largest size of the terminal. */
const DEFAULT_ONLY = 0x7e;
const BOTH = 0x7f;
const LARGEST = 0x03;

export interface Sizes {
  readonly default: Size;
  readonly alternate: Size;
}

/** The sizes that a BIND selects, if they are not larger than `largest`, the alternate size of the terminal. */
export function sizesOfBind(image: Uint8Array, largest: Size): Sizes {
  const smallest = { default: SMALLEST_SIZE, alternate: SMALLEST_SIZE };
  const holds = image[HOLDS_AT];
  if (holds === LARGEST) return { default: SMALLEST_SIZE, alternate: largest };
  if (holds !== DEFAULT_ONLY && holds !== BOTH) return smallest;
  const [rows = 0, columns = 0, alternateRows = 0, alternateColumns = 0] = image.subarray(SIZES_AT);
  const first = { rows, columns };
  const second = holds === BOTH ? { rows: alternateRows, columns: alternateColumns } : first;
  return fits(first, largest) && fits(second, largest) ? { default: first, alternate: second } : smallest;
}

function fits({ rows, columns }: Size, largest: Size): boolean {
  const enough = rows >= SMALLEST_SIZE.rows && columns >= SMALLEST_SIZE.columns;
  return enough && rows <= largest.rows && columns <= largest.columns;
}
