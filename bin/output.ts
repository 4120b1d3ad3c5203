/**
 * The results of a run on standard output, written in large pieces. Text is UTF-8; lines of another encoding that are
 * printed as they came keep their octets.
 */
import type { Writable } from 'node:stream';
import type { OutputStream } from './terminal.ts';

/** Characters of output that are collected before a write. */
const WRITE_SIZE = 64 * 1024;

/** The text around and between the results of a run. */
export interface Layout {
  readonly first: string;
  readonly next: string;
  readonly end: string;
  readonly close: string;
  /** The whole output of a run without results. */
  readonly empty: string;
}

export class ResultOutput {
  readonly #stream: Writable;
  readonly #layout: Layout;
  #results = 0;
  #octets: Buffer[] = [];
  /** What comes after the octets. */
  #text = '';

  constructor(stream: Writable, layout: Layout) {
    this.#stream = stream;
    this.#layout = layout;
  }

  /**
   * Adds a result.
   *
   * @param result - its text, without a line end
   * @param areOctets - whether each character of the text stands for an octet
   * @returns whether it is time to {@link flush}
   */
  add(result: string, areOctets: boolean): boolean {
    const { first, next, end } = this.#layout;
    const before = this.#results++ === 0 ? first : next;
    if (!areOctets) {
      this.#text += `${before}${result}${end}`;
      return this.#text.length >= WRITE_SIZE;
    }
    this.#octets.push(Buffer.from(this.#text + before), Buffer.from(result, 'latin1'));
    this.#text = end;
    return this.#octets.length >= WRITE_SIZE / 64;
  }

  /** Writes what was added. */
  async flush(): Promise<void> {
    const [octets, text] = [this.#octets, this.#text];
    this.#octets = [];
    this.#text = '';
    if (octets.length > 0) await write(this.#stream, Buffer.concat(octets));
    await write(this.#stream, text);
  }

  /** Writes the end of the output. */
  async end(): Promise<void> {
    this.#text += this.#results === 0 ? this.#layout.empty : this.#layout.close;
    await this.flush();
  }
}

/** Writes, and waits until the stream has taken it, so that output for a slow reader does not pile up. */
export function write(stream: Writable, output: string | Uint8Array): Promise<void> {
  if (output.length === 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    stream.write(output, (error) => (error ? reject(error) : resolve()));
  });
}

/** Shorter runs show no progress, in milliseconds. */
const PATIENCE = 1000;
/** The time between updates, in milliseconds. */
const INTERVAL = 200;

/** Moves to the first column and erases the line (ECMA-48 §8.3.41). */
const CLEAR = '\r\x1b[K';

/** What a run is waiting for, in one line on standard error, if that is a terminal. */
export class StatusLine {
  #next: number;
  #visible = false;

  /** @param patience - how long the line stays away, in milliseconds */
  constructor({ isTTY }: OutputStream, patience = 0) {
    this.#next = isTTY === true ? performance.now() + patience : Number.POSITIVE_INFINITY;
  }

  /** What to write now; empty if no update is due. */
  show(text: string): string {
    const now = performance.now();
    if (now < this.#next) return '';
    this.#next = now + INTERVAL;
    this.#visible = true;
    return CLEAR + text;
  }

  /** Erases the line; write this before other output and at the end. */
  clear(): string {
    if (!this.#visible) return '';
    this.#visible = false;
    this.#next = 0;
    return CLEAR;
  }
}

/** The progress of a long run. It appears only if standard output is no terminal, so that the two do not mix. */
export class Progress extends StatusLine {
  readonly #started = performance.now();

  constructor(stdout: OutputStream, stderr: OutputStream) {
    super({ isTTY: stderr.isTTY === true && stdout.isTTY !== true }, PATIENCE);
  }

  /** The line to write now; empty if no update is due. */
  report(lines: number, failures: number): string {
    const rate = Math.round((lines / (performance.now() - this.#started)) * 1000);
    const faults = failures === 0 ? '' : `, ${count(failures)} refused`;
    return this.show(`${count(lines)} lines${faults}, ${count(rate)} a second`);
  }
}

const count = (number: number): string => number.toLocaleString('en');
