/**
 * The line mode of a tn3270 host: the network virtual terminal of RFC 854, before it sends 3270 records or between them
 * (RFC 2355 §8.1.1, NVT-DATA). Terminal servers and menus use it. Its text goes onto the grid of the display, with what
 * menus need of ECMA-48: new lines, cursor movements, erasure and colours.
 */
import { characterCode } from './code-pages.ts';
import { type CharacterAttributes, CONTROL, DEFAULT_ATTRIBUTES } from './codes.ts';
import { encodeRecord } from './header.ts';
import { NUL_CELL, type Screen } from './screen.ts';

/** A control sequence, another escape sequence, and any other character, in this order. */
const PARTS = /(?:\x1b\[|\x9b)([0-?]*)[ -/]*([@-~])|\x1b[ -/]*[0-~]|./gsu;
/** The beginning of a sequence at the end of a text. */
const BEGINNING = /(?:\x1b[ -/]*|(?:\x1b\[|\x9b)[0-?]*[ -/]*)$/;
/** A sequence that is longer is dropped. */
const LONGEST_SEQUENCE = 64;

const TAB_STOPS = 8;
/** The colours of SGR 30 to 37 as codes of a 3270: black, red, green, yellow, blue, magenta, cyan, white. */
const COLORS = [0xf8, 0xf2, 0xf4, 0xf6, 0xf1, 0xf3, 0xf5, 0xf7];
/** Bold, underlined, blinking and reverse as highlighting of a 3270. */
const HIGHLIGHTING: Readonly<Record<number, number>> = { 1: 0xf8, 4: 0xf4, 5: 0xf1, 7: 0xf2 };

/** Writes the text of a host onto a screen. */
export class LineWriter {
  readonly #screen: Screen;
  /** The beginning of a sequence, until the rest of it arrives. */
  #held = '';
  /** Whether the last column is full: the next character goes to the next line. */
  #isFull = false;
  #attributes: CharacterAttributes = DEFAULT_ATTRIBUTES;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  write(text: string): void {
    const whole = this.#held + text;
    const held = BEGINNING.exec(whole)?.[0] ?? '';
    this.#held = held.length > LONGEST_SEQUENCE ? '' : held;
    for (const [part, numbers, final] of whole.slice(0, whole.length - held.length).matchAll(PARTS))
      if (final !== undefined) this.#sequence(final, numbers ?? '');
      else if (!part.startsWith('\x1b')) this.#character(part);
  }

  #character(character: string): void {
    const screen = this.#screen;
    const { columns } = screen.size;
    const column = screen.cursor % columns;
    switch (character) {
      case '\n':
        this.#lineFeed();
        break;
      case '\r':
        this.#moveTo(screen.cursor - column);
        break;
      case '\b':
        this.#moveTo(screen.cursor - (this.#isFull || column === 0 ? 0 : 1));
        break;
      case '\t':
        this.#moveTo(screen.cursor - column + Math.min(columns - 1, column - (column % TAB_STOPS) + TAB_STOPS));
        break;
      case '\f':
        screen.clear();
        this.#isFull = false;
        break;
      default:
        if (!/\p{Cc}/u.test(character)) this.#put(character);
    }
  }

  #put(text: string): void {
    const screen = this.#screen;
    if (this.#isFull) {
      this.#moveTo(screen.cursor - (screen.cursor % screen.size.columns));
      this.#lineFeed();
    }
    const { code, graphic } = characterCode(text, 37) ?? { code: CONTROL.substitute, graphic: false };
    screen.set(screen.cursor, { kind: 'character', code, graphic, attributes: this.#attributes, text });
    this.#isFull = (screen.cursor + 1) % screen.size.columns === 0;
    if (!this.#isFull) screen.cursor += 1;
  }

  #moveTo(address: number): void {
    this.#screen.cursor = address;
    this.#isFull = false;
  }

  /** Moves down by a line. Below the last one, the screen scrolls. */
  #lineFeed(): void {
    const screen = this.#screen;
    const { columns } = screen.size;
    if (screen.cursor + columns < screen.length) this.#moveTo(screen.cursor + columns);
    else screen.scroll();
    this.#isFull = false;
  }

  #sequence(final: string, parameters: string): void {
    const { size, cursor, length } = this.#screen;
    const numbers = parameters.split(';').map(Number);
    const [first = 0, second = 0] = numbers;
    const [row, column] = [Math.floor(cursor / size.columns), cursor % size.columns];
    const count = Math.max(1, first);
    switch (final) {
      case 'A':
        this.#moveWithin(row - count, column);
        break;
      case 'B':
        this.#moveWithin(row + count, column);
        break;
      case 'C':
        this.#moveWithin(row, column + count);
        break;
      case 'D':
        this.#moveWithin(row, column - count);
        break;
      case 'H':
      case 'f':
        this.#moveWithin(count - 1, Math.max(1, second) - 1);
        break;
      case 'J':
        this.#erase(first === 0 ? cursor : 0, first === 1 ? cursor + 1 : length);
        break;
      case 'K':
        this.#erase(first === 0 ? cursor : cursor - column, first === 1 ? cursor + 1 : cursor - column + size.columns);
        break;
      case 'm':
        for (const number of numbers) this.#attributes = withRendition(this.#attributes, number);
    }
  }

  /** Moves the cursor, which stays on the screen; a number that is none moves it nowhere. */
  #moveWithin(row: number, column: number): void {
    const { rows, columns } = this.#screen.size;
    if (Number.isNaN(row + column)) return;
    const within = (place: number, count: number): number => Math.min(Math.max(place, 0), count - 1);
    this.#moveTo(within(row, rows) * columns + within(column, columns));
  }

  #erase(from: number, to: number): void {
    for (let at = from; at < to; at++) this.#screen.set(at, NUL_CELL);
  }
}

function withRendition(attributes: CharacterAttributes, rendition: number): CharacterAttributes {
  const highlighting = HIGHLIGHTING[rendition];
  if (highlighting !== undefined) return { ...attributes, highlighting };
  const [color, background] = [COLORS[rendition - 30], COLORS[rendition - 40]];
  if (color !== undefined) return { ...attributes, color };
  if (background !== undefined) return { ...attributes, background };
  return rendition === 0 ? DEFAULT_ATTRIBUTES : attributes;
}

const encoder = new TextEncoder();

/** The record for a line that a person has typed, without the end of the line. */
export function encodeLine(line: string): Uint8Array {
  return encodeRecord({ type: 'nvt', data: encoder.encode(`${line}\r\n`) });
}
