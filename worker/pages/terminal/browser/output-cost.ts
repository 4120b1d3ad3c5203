/**
 * What output costs a screen, and its cuts into slices of a bounded cost: 64 KiB of letters take a few milliseconds,
 * and 64 KiB of resets take seconds. The unit is a cell that is written, about 0.06 µs. `npm run freeze-test` measures.
 */
import { JOINING, type ScreenSize } from './sequence-guard.ts';

/** A piece of output, and what it costs. */
export interface OutputSlice {
  readonly text: string;
  readonly cost: number;
}

/** What a screen is given between two animation frames. */
export const FRAME_COST = 256 * 1024;
/** A screen takes a slice without a pause. */
const SLICE_COST = FRAME_COST / 16;
/** The most UTF-16 code units of a slice: in insert mode, each moves the rest of its row. */
const LONGEST_SLICE = 2048;

/** The page shows each title. */
const TITLE = FRAME_COST / 64;
/** xterm.js writes the style sheet of all colours anew. */
const COLOURS = FRAME_COST;
/** xterm.js measures each glyph that it has not shown yet, and the browser looks for a font that has it. */
const NEW_GLYPH = FRAME_COST / 16;
/** So many glyphs are remembered. */
const MOST_GLYPHS = 50_000;

/** A character without a price of its own: all but controls and what stands above Latin-1. */
const PLAIN = /[^\n\v\f\x1b\x80-\x9f\u0100-\uffff]+/y;
const SEQUENCE = /(?:\x1b\[|\x9b)([?>=]?)([\d;:]*)([ -/]*[@-~])/y;
/** The number of a command, in which a terminal ignores controls. */
const COMMAND = /(?:\x1b\]|\x9d)([\x00-\x06\x08-\x17\x19\x1c-\x1f\d]*)/y;
/** ESC and a final character, behind its intermediates (ECMA-48 §5.4). */
const ESCAPE = /\x1b([ -/]*[0-~])/y;
/** A character, and those without a width, which are drawn in its cell. */
const GLYPH = new RegExp(`[\\s\\S]${JOINING}*`, 'uy');
const MARK = new RegExp(`^${JOINING}`, 'u');
/** Operating system commands that change colours, or ask for them. */
const OF_COLOURS = /^0*(?:[45]|1\d|10[45]|11\d)$/;
/** The private modes that change to the other screen, and the one that a terminal answers, for its focus. */
const COSTLY_MODES: ReadonlySet<number> = new Set([47, 1047, 1049, 1004]);

type SequencePrice = (count: number, size: ScreenSize) => number;
const wholeScreen: SequencePrice = (_count, { columns, rows }) => columns * rows;

/** How many cells a sequence touches, by its final character behind its intermediates (ECMA-48 §8.3). */
const SEQUENCES: ReadonlyMap<string, SequencePrice> = new Map<string, SequencePrice>([
  // SU, SD, IL, DL
  ...[...'STLM'].map((final): [string, SequencePrice] => [final, (count, { columns }) => count * columns]),
  // REP
  ['b', (count) => count],
  // ED; SL, SR, DECIC, DECDC; questions, whose answers the page has to send: DSR, DA, DECRQM
  ...['J', ' @', ' A', "'}", "'~", 'n', 'c', '$p'].map((final): [string, SequencePrice] => [final, wholeScreen]),
]);

/** A part of a text that is not cut, and its price. */
interface PricedPart {
  readonly length: number;
  readonly price: number;
}

/** Cuts output into slices. It remembers which glyphs a screen has shown. */
export class OutputSlicer {
  readonly #glyphs = new Set<string>();

  /**
   * Cuts a text. A slice costs little, or is one sequence or glyph.
   *
   * @param text - of which no control sequence (CSI) goes on in the next text
   */
  *slices(text: string, size: ScreenSize): Generator<OutputSlice, undefined> {
    let from = 0;
    let cost = 0;
    for (let at = 0; at < text.length; ) {
      const { length, price } = this.#nextPart(text, at, size);
      if (at > from && (at + length - from > LONGEST_SLICE || cost + price > SLICE_COST)) {
        yield { text: text.slice(from, at), cost };
        from = at;
        cost = 0;
      }
      at += length;
      cost += price;
    }
    if (from < text.length) yield { text: text.slice(from), cost };
  }

  #nextPart(text: string, at: number, size: ScreenSize): PricedPart {
    const plain = matchAt(PLAIN, text, at);
    if (plain !== null) {
      const length = Math.min(plain[0].length, LONGEST_SLICE);
      return { length, price: length };
    }
    if (text.charCodeAt(at) > 0xff) return this.#glyph(text, at);
    const sequence = matchAt(SEQUENCE, text, at);
    if (sequence !== null) return { length: sequence[0].length, price: priceOf(sequence, size) };
    const command = matchAt(COMMAND, text, at);
    if (command !== null) {
      const number = (command[1] ?? '').replace(/\D/g, '');
      // A number at the end of a text may go on in the next.
      const isColour = OF_COLOURS.test(number) || at + command[0].length === text.length;
      return { length: command[0].length, price: isColour ? COLOURS : TITLE };
    }
    const escaped = matchAt(ESCAPE, text, at);
    // RIS, DECALN
    const isScreen = /^(?:c|#8)$/.test(escaped?.[1] ?? '');
    return { length: escaped?.[0].length ?? 1, price: size.columns * (isScreen ? 2 * size.rows : 1) };
  }

  #glyph(text: string, at: number): PricedPart {
    const [glyph = ''] = matchAt(GLYPH, text, at) ?? [];
    const whole = MARK.test(glyph) ? text.slice(at - 1, at) + glyph : glyph;
    const price = glyph.length;
    if (this.#glyphs.has(whole)) return { length: glyph.length, price };
    if (this.#glyphs.size === MOST_GLYPHS) this.#glyphs.clear();
    this.#glyphs.add(whole);
    return { length: glyph.length, price: price + NEW_GLYPH };
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The price of a control sequence. Its counts are limited already. */
function priceOf([, kind = '', numbers = '', final = '']: RegExpExecArray, size: ScreenSize): number {
  // Private sequences have no counts.
  const count = (kind === '' && Number.parseInt(numbers, 10)) || 1;
  const price = SEQUENCES.get(final)?.(count, size) ?? 0;
  const modes = kind === '?' ? numbers.split(';').filter((mode) => COSTLY_MODES.has(Number.parseInt(mode, 10))) : [];
  return size.columns / 8 + price + modes.length * 2 * wholeScreen(1, size);
}
