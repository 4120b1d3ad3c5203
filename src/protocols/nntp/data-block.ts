/**
 * Multi-line data blocks (RFC 3977 §3.1.1): removes dot-stuffing and finds the line with a single dot that ends the
 * block, even if it is split between chunks.
 *
 * ```
 *   line CRLF  "."  →  dot  CR  →  dot-CR  LF  →  end
 *                      dot  other octet  →  the dot was stuffing
 * ```
 */

const LF = 0x0a;
const CR = 0x0d;
const DOT = 0x2e;

/** The state after the octets so far. */
type State = 'line-start' | 'text' | 'cr' | 'dot' | 'dot-cr' | 'end';

/** The next state by octet; any other octet leads to `text`. A bare LF is text and does not begin a line. */
const next: Readonly<Record<Exclude<State, 'end'>, Readonly<Record<number, State>>>> = {
  'line-start': { [CR]: 'cr', [DOT]: 'dot' },
  text: { [CR]: 'cr' },
  cr: { [CR]: 'cr', [LF]: 'line-start' },
  dot: { [CR]: 'dot-cr' },
  'dot-cr': { [CR]: 'cr', [LF]: 'end' },
};

/**
 * Removes dot-stuffing from one block.
 *
 * @example
 * ```ts
 * const block = new DataBlock();
 * block.pass(octetsOf('..x\r\n.\r\n')); // octetsOf('.x\r\n')
 * block.ended; // true
 * ```
 */
export class DataBlock {
  #state: State = 'line-start';
  #rest: Uint8Array = new Uint8Array(0);

  /** Whether the last line was read. */
  get ended(): boolean {
    return this.#state === 'end';
  }

  /** The octets after the last line, which belong to the next reply. */
  get rest(): Uint8Array {
    return this.#rest;
  }

  /**
   * Takes the next chunk.
   *
   * @returns the text in it, without dot-stuffing; it overwrites the chunk where possible
   */
  pass(chunk: Uint8Array): Uint8Array {
    // The previous chunk ended with a dot and a CR. This chunk shows that the CR is text.
    const kept = this.#state === 'dot-cr' && chunk.length > 0 && chunk[0] !== LF;
    const text = kept ? new Uint8Array(chunk.length + 1) : chunk;
    let length = 0;
    if (kept) text[length++] = CR;
    let copied = 0; // octets of the chunk before this index are in `text`
    let index = 0;
    const keep = (to: number): void => {
      text.set(chunk.subarray(copied, to), length);
      length += to - copied;
    };
    while (index < chunk.length && this.#state !== 'end') {
      if (this.#state === 'text') {
        const cr = chunk.indexOf(CR, index);
        index = cr < 0 ? chunk.length : cr;
        if (cr < 0) break;
      }
      const octet = chunk[index] ?? 0;
      const before = this.#state;
      this.#state = next[before][octet] ?? 'text';
      if (this.#state === 'dot') {
        keep(index);
        copied = index + 1;
      } else if (this.#state === 'dot-cr') {
        copied = index + 1;
      } else if (this.#state === 'end') {
        copied = index + 1;
      } else if (before === 'dot-cr' && !(kept && index === 0)) {
        // The CR is the octet before this one in the chunk; copy from there.
        copied = index - 1;
      }
      index++;
    }
    if (this.#state === 'end') this.#rest = chunk.slice(index);
    else keep(chunk.length);
    return text.subarray(0, length);
  }
}
