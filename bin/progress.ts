/**
 * The progress of a long run, in one line on standard error. It appears only if standard error is a terminal and
 * standard output is not, so that the two do not mix.
 */
import type { OutputStream } from './terminal.ts';

/** Shorter runs show no progress, in milliseconds. */
const PATIENCE = 1000;
/** The time between updates, in milliseconds. */
const INTERVAL = 200;

/** Moves to the first column and erases the line (ECMA-48 §8.3.41). */
const CLEAR = '\r\x1b[K';

export class Progress {
  readonly #shows: boolean;
  readonly #started = performance.now();
  #next = this.#started + PATIENCE;
  #visible = false;

  constructor(stdout: OutputStream, stderr: OutputStream) {
    this.#shows = stderr.isTTY === true && stdout.isTTY !== true;
  }

  /** The line to write now; empty if no update is due. */
  report(lines: number, failures: number): string {
    const now = performance.now();
    if (!this.#shows || now < this.#next) return '';
    this.#next = now + INTERVAL;
    this.#visible = true;
    const rate = Math.round((lines / (now - this.#started)) * 1000);
    const faults = failures === 0 ? '' : `, ${count(failures)} refused`;
    return `${CLEAR}${count(lines)} lines${faults}, ${count(rate)} a second`;
  }

  /** Erases the line; write this before other output and at the end. */
  clear(): string {
    const wasVisible = this.#visible;
    this.#visible = false;
    return wasVisible ? CLEAR : '';
  }
}

function count(number: number): string {
  return number.toLocaleString('en');
}
