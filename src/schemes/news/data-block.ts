/**
 * Multi-line data blocks (RFC 3977 §3.1.1): the dot that a server put before a line with a dot is taken away, and the
 * line that is a dot alone ends the block, wherever the octets were cut on their way.
 *
 * ```
 *   line CRLF  "."  →  dot  CR  →  dot-CR  LF  →  end
 *                      dot  other octet  →  the dot was stuffing
 * ```
 */

const LF = 0x0a;
const CR = 0x0d;
const DOT = 0x2e;

/** What the last octets were, as far as the next one depends on them. */
type State = 'line-start' | 'text' | 'cr' | 'dot' | 'dot-cr' | 'end';

/** The next state, where an octet leads elsewhere than to `text`. A bare LF begins no line: it is text to a server. */
const next: Readonly<Record<Exclude<State, 'end'>, Readonly<Record<number, State>>>> = {
  'line-start': { [CR]: 'cr', [DOT]: 'dot' },
  text: { [CR]: 'cr' },
  cr: { [CR]: 'cr', [LF]: 'line-start' },
  dot: { [CR]: 'dot-cr' },
  'dot-cr': { [CR]: 'cr', [LF]: 'end' },
};

/**
 * Unstuffs one block.
 *
 * @example
 * ```ts
 * const block = new DataBlock();
 * block.pass(octetsOf('..x\r\n.\r\n')); // the octets of '.x\r\n'
 * block.ended; // true
 * ```
 */
export class DataBlock {
  #state: State = 'line-start';
  #rest: Uint8Array = new Uint8Array(0);

  /** Whether the last line has come. */
  get ended(): boolean {
    return this.#state === 'end';
  }

  /** What came behind the last line: the beginning of the next reply. */
  get rest(): Uint8Array {
    return this.#rest;
  }

  /**
   * The octets of the text in a chunk. They are written over the chunk where that is possible, since nothing but dots
   * is taken away.
   */
  pass(chunk: Uint8Array): Uint8Array {
    // A dot and a CR were kept back from the chunk before, and the CR may turn out to be text.
    const kept = this.#state === 'dot-cr' && chunk.length > 0 && chunk[0] !== LF;
    const text = kept ? new Uint8Array(chunk.length + 1) : chunk;
    let length = 0;
    if (kept) text[length++] = CR;
    let copied = 0; // where the octets begin that are not yet in `text`
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
        // Within this chunk: the CR stands right before this octet, and nothing was copied since.
        copied = index - 1;
      }
      index++;
    }
    if (this.#state === 'end') this.#rest = chunk.slice(index);
    else keep(chunk.length);
    return text.subarray(0, length);
  }
}
