/**
 * Text for the screen of a PC under DOS (ANSI.SYS), for which boards and artists draw: 80 columns, grey letters, and an
 * erased screen that begins at its first row. Cursor addressing is drawn row by row (ECMA-48 §8.3).
 */
import { CONTROLS, PLAIN, type Style, type StyledRun, withParameters } from './ansi.ts';

export const isDos = (charset: string): boolean => charset === 'cp437';

/** A line of a picture goes on in the next row at this column. */
export const DOS_COLUMNS = 80;

/** What a PC shows for controls, from NUL on. A blank stands for those that move its cursor, ring, or end a file. */
const GLYPHS = ' ☺☻♥♦♣♠       ♫☼►◄↕‼¶§▬↨↑↓  ∟↔▲▼';
const CONTROLS_SHOWN = /[\x01-\x06\x0e-\x19\x1c-\x1f]/g;

/** A text in which the controls that a PC shows are characters: `withGlyphs('\x10')` is `'►'`. */
export function withGlyphs(text: string): string {
  return text.replace(CONTROLS_SHOWN, (control) => GLYPHS.charAt(control.charCodeAt(0)));
}

/** SGR, the end of ED that erases the whole screen, and the mode of iCE colours (33 in CTerm, that of SyncTERM). */
const REWRITTEN = /\x1b\[(?:2J|\?33([hl])|([\d;]*)m)/g;
const GREY = '37';

/**
 * Writes what boards mean as other terminals understand it: an erased screen begins at its first row, and bold letters
 * without a colour are bright white, as grey is a colour like others. Where a board asks for iCE colours, letters that
 * would blink have a bright background.
 */
export class DosText {
  #hasBegun = false;
  #isBright: boolean;
  #background = 0;
  #isBlinking = false;

  /** @param isBright - whether the text has iCE colours from its beginning */
  constructor(isBright = false) {
    this.#isBright = isBright;
  }

  /** @param text - of which no control sequence goes on in the next text */
  rewrite(text: string): string {
    const start = this.#hasBegun ? '' : `\x1b[${GREY}m`;
    this.#hasBegun = true;
    return (
      start +
      text.replace(REWRITTEN, (sequence, mode?: string, colours?: string) => {
        if (mode !== undefined) this.#isBright = mode === 'h';
        if (colours === undefined) return mode === undefined ? `${sequence}\x1b[H` : sequence;
        return LARGER_PALETTE.test(colours) ? sequence : `\x1b[${withGrey(colours)}${this.#brightness(colours)}m`;
      })
    );
  }

  /** What to add to attributes: the bright background of letters that would blink. */
  #brightness(attributes: string): string {
    for (const attribute of attributes.split(';')) {
      if (/^0*$/.test(attribute)) [this.#background, this.#isBlinking] = [0, false];
      else if (/^4[0-7]$/.test(attribute)) this.#background = Number(attribute) - DARK;
      else this.#isBlinking = BLINKING.get(attribute) ?? this.#isBlinking;
    }
    if (!this.#isBright) return '';
    if (this.#isBlinking) return `;25;${BRIGHT + this.#background}`;
    return /\b25\b/.test(attributes) ? `;${DARK + this.#background}` : '';
  }
}

/** SGR codes that begin and end blinking, and the first of backgrounds, dark and bright. */
const BLINKING: ReadonlyMap<string, boolean> = new Map([
  ['5', true],
  ['6', true],
  ['25', false],
]);
const DARK = 40;
const BRIGHT = 100;

/** Colours of 256 and more have numbers of their own. */
const LARGER_PALETTE = /\b[34]8\b/;

/** Attributes after which letters without a colour are grey. */
function withGrey(attributes: string): string {
  return attributes
    .split(';')
    .map((attribute) => (/^0*$/.test(attribute) ? `0;${GREY}` : attribute === '39' ? GREY : attribute))
    .join(';');
}

/** Sequences without private parameters and intermediates. */
const MOVEMENT = /^\x1b\[[\d;]*[A-Za-z]$/;

/** Whether a text moves the cursor, so that its characters are not in the order in which they are read. */
export function movesCursor(text: string): boolean {
  return /\x1b\[[\d;]*[A-DHfu]/.test(text);
}

/** The rows of the screen, if the text addresses none below. */
const ROWS = 25;
/** The lowest row that a text may address, and the most rows of a drawing. */
const LOWEST_ROW = 1000;
const MOST_ROWS = 20_000;
/** The most cells that are written or erased. */
const MOST_CELLS = 4_000_000;

interface DosCell {
  readonly character: string;
  readonly style: Style;
}

/**
 * The rows that a text draws, from the first one to the last, as runs of one style each.
 *
 * @param columns - of the screen
 * @param isBright - whether blinking letters are letters on a bright background
 * @returns `null` for a text that draws too much
 * @example
 * ```ts
 * drawnRuns('one\x1b[1;3Htwo', 80)?.map(({ text }) => text); // ['ontwo']
 * ```
 */
export function drawnRuns(text: string, columns: number, isBright = false): StyledRun[] | null {
  const rewritten = new DosText(isBright).rewrite(text);
  const screen = new DosScreen(columns, screenRows(text));
  let from = 0;
  for (const match of rewritten.matchAll(CONTROLS)) {
    screen.write(rewritten.slice(from, match.index));
    from = match.index + match[0].length;
    const [control, parameters = '', final] = match;
    if (control === '\r') screen.column = 0;
    else if (final === 'm') screen.style = withParameters(screen.style, parameters);
    else if (final !== undefined && MOVEMENT.test(control)) screen.control(final, parameters);
    if (screen.isFull) return null;
  }
  screen.write(rewritten.slice(from));
  return screen.isFull ? null : screen.runs();
}

/** A text that addresses a row below the screen was drawn for a higher one. */
function screenRows(text: string): number {
  let rows = ROWS;
  for (const [, row] of text.matchAll(/\x1b\[(\d{1,4})(?:;\d*)?[Hf]/g)) rows = Math.max(rows, Number(row));
  return Math.min(rows, LOWEST_ROW);
}

class DosScreen {
  readonly #columns: number;
  readonly #height: number;
  readonly #rows: (DosCell | undefined)[][] = [];
  /** The first row of the drawing that is on the screen. */
  #top = 0;
  #row = 0;
  #saved: readonly [row: number, column: number] = [0, 0];
  #cells = 0;
  column = 0;
  style = PLAIN;

  constructor(columns: number, height: number) {
    this.#columns = columns;
    this.#height = height;
  }

  get isFull(): boolean {
    return this.#cells > MOST_CELLS || this.#row > MOST_ROWS;
  }

  write(text: string): void {
    for (const character of text) {
      if (character === '\n') this.#lineFeed();
      else if (character === '\t') this.column = Math.min((Math.floor(this.column / 8) + 1) * 8, this.#columns - 1);
      else this.#put(character);
      if (this.isFull) return;
    }
  }

  #put(character: string): void {
    this.#fill(this.#row, this.column, this.column + 1, { character, style: this.style });
    this.column += 1;
    if (this.column === this.#columns) this.#lineFeed();
  }

  #lineFeed(): void {
    this.column = 0;
    this.#row += 1;
    this.#top = Math.max(this.#top, this.#row - this.#height + 1);
  }

  control(final: string, parameters: string): void {
    const numbers = parameters.split(';').map(Number);
    const [first = 0, second = 0] = numbers;
    const by = Math.max(first, 1);
    if (final === 'A') this.#move(this.#row - by, this.column);
    else if (final === 'B') this.#move(this.#row + by, this.column);
    else if (final === 'C') this.#move(this.#row, this.column + by);
    else if (final === 'D') this.#move(this.#row, this.column - by);
    else if (final === 'H' || final === 'f') this.#move(this.#top + by - 1, Math.max(second, 1) - 1);
    else if (final === 's') this.#saved = [this.#row - this.#top, this.column];
    else if (final === 'u') this.#move(this.#top + this.#saved[0], this.#saved[1]);
    else if (final === 'K') this.#eraseLine(first);
    else if (final === 'J') this.#eraseScreen(first);
  }

  #move(row: number, column: number): void {
    this.#row = Math.min(Math.max(row, this.#top), this.#top + this.#height - 1);
    this.column = Math.min(Math.max(column, 0), this.#columns - 1);
  }

  #eraseLine(part: number): void {
    this.#fill(this.#row, part === 0 ? this.column : 0, part === 1 ? this.column + 1 : this.#columns, this.#blank());
  }

  #eraseScreen(part: number): void {
    const first = part === 0 ? this.#row + 1 : this.#top;
    const end = part === 1 ? this.#row : this.#top + this.#height;
    for (let row = first; row < end && !this.isFull; row += 1) this.#fill(row, 0, this.#columns, this.#blank());
    if (part < 2) this.#eraseLine(part);
  }

  /** What is erased has the background of the time. */
  #blank(): DosCell | undefined {
    const { background } = this.style;
    return background === null ? undefined : { character: ' ', style: { ...PLAIN, background } };
  }

  #fill(row: number, from: number, to: number, cell: DosCell | undefined): void {
    this.#cells += to - from;
    let cells = this.#rows[row];
    if (cells === undefined) {
      if (cell === undefined) return;
      while (this.#rows.length <= row) this.#rows.push([]);
      cells = this.#rows[row] ?? [];
    }
    if (cell === undefined && to >= cells.length) {
      cells.length = Math.min(cells.length, from);
      return;
    }
    this.#cells += Math.max(0, from - cells.length);
    while (cells.length < from) cells.push(undefined);
    for (let column = from; column < to; column += 1) cells[column] = cell;
  }

  runs(): StyledRun[] {
    const runs: { text: string; style: Style }[] = [];
    for (const [index, cells] of this.#rows.entries()) {
      if (index > 0) add('\n', runs.at(-1)?.style ?? PLAIN);
      for (const cell of cells) add(cell?.character ?? ' ', cell?.style ?? PLAIN);
    }
    return runs;

    function add(text: string, style: Style): void {
      const last = runs.at(-1);
      if (last?.style === style) last.text += text;
      else runs.push({ text, style });
    }
  }
}
