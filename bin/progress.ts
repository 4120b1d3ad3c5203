/**
 * How far a long run has come, in one line on standard error: only where that is a terminal, and standard output
 * is none, so that the two do not mix.
 */
import type { Screen } from './look.ts';

/** A run as short as this needs no word about it, in milliseconds. */
const PATIENCE = 1000;
/** The line changes as often as this, in milliseconds. */
const INTERVAL = 200;

/** Back to the first column, and erase the line (ECMA-48 §8.3.41). */
const CLEAR = '\r\x1b[K';

export class Progress {
  readonly #shows: boolean;
  readonly #started = performance.now();
  #next = this.#started + PATIENCE;
  #visible = false;

  constructor(stdout: Screen, stderr: Screen) {
    this.#shows = stderr.isTTY === true && stdout.isTTY !== true;
  }

  /** The line to write now, or nothing where it is not due. */
  report(lines: number, refused: number): string {
    const now = performance.now();
    if (!this.#shows || now < this.#next) return '';
    this.#next = now + INTERVAL;
    this.#visible = true;
    const rate = Math.round((lines / (now - this.#started)) * 1000);
    const faults = refused === 0 ? '' : `, ${count(refused)} refused`;
    return `${CLEAR}${count(lines)} lines${faults}, ${count(rate)} a second`;
  }

  /** What takes the line away, before something else is written and at the end. */
  clear(): string {
    const shown = this.#visible;
    this.#visible = false;
    return shown ? CLEAR : '';
  }
}

function count(number: number): string {
  return number.toLocaleString('en');
}
