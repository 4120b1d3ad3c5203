/**
 * Multi-line data blocks (RFC 3977 §3.1.1), as octets that are pushed and as the body of a reply: without dot-stuffing,
 * up to the line with a single dot that ends the block, even if it is split between chunks.
 *
 * ```
 *   line CRLF  "."  →  dot  CR  →  dot-CR  LF  →  end
 *                      dot  other octet  →  the dot was stuffing
 * ```
 */
import { Collector } from '../../octets/collector.ts';
import { type Body, PushbackBody } from '../connection.ts';
import { cutAnswer } from '../protocol-error.ts';

const LF = 0x0a;
const CR = 0x0d;
const DOT = 0x2e;

type BlockState = 'line-start' | 'text' | 'cr' | 'dot' | 'dot-cr' | 'end';

/** The next state by octet; any other octet leads to `text`. A bare LF is text and does not begin a line. */
const next: Readonly<Record<Exclude<BlockState, 'end'>, Readonly<Record<number, BlockState>>>> = {
  'line-start': { [CR]: 'cr', [DOT]: 'dot' },
  text: { [CR]: 'cr' },
  cr: { [CR]: 'cr', [LF]: 'line-start' },
  dot: { [CR]: 'dot-cr' },
  'dot-cr': { [CR]: 'cr', [LF]: 'end' },
};

/** Removes dot-stuffing from one block. */
export class DataBlock {
  #state: BlockState = 'line-start';
  /** The octets after the last line, which belong to the next reply. */
  rest: Uint8Array = new Uint8Array(0);

  /** Whether the last line was read. */
  get ended(): boolean {
    return this.#state === 'end';
  }

  /** The text in the next chunk, without dot-stuffing. It overwrites the chunk where possible. */
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
      } else if (this.#state === 'dot-cr' || this.#state === 'end') {
        copied = index + 1;
      } else if (before === 'dot-cr' && !(kept && index === 0)) {
        // The CR is the octet before this one in the chunk; copy from there.
        copied = index - 1;
      }
      index++;
    }
    if (this.#state === 'end') this.rest = chunk.slice(index);
    else keep(chunk.length);
    return text.subarray(0, length);
  }
}

const latin1 = new TextDecoder('latin1');

/** A data block that is being read, such as an article. `close` closes its source. */
export class DataStream extends PushbackBody {
  readonly #source: Body;
  readonly #block = new DataBlock();

  constructor(source: Body) {
    super();
    this.#source = source;
  }

  /**
   * The next octets of the text; `null` at the end of the block.
   *
   * @throws ProtocolError `unreachable` if the connection ends before the block
   */
  protected async next(): Promise<Uint8Array | null> {
    while (!this.#block.ended) {
      const octets = await this.#source.read();
      if (octets === null) throw cutAnswer();
      const text = this.#block.pass(octets);
      if (this.#block.ended) this.#source.unread(this.#block.rest);
      if (text.byteLength > 0) return text;
    }
    return null;
  }

  /**
   * The header of the article, with the octets that came in the same chunk: at most `cap`, if a header does not end.
   * The next `read` returns them again.
   */
  async header(cap: number): Promise<Uint8Array> {
    const header = new Collector(cap);
    for (let tail = ''; header.length < cap && !tail.includes('\r\n\r\n'); ) {
      const octets = await this.read();
      if (octets === null) break;
      this.unread(octets.subarray(header.add(octets)));
      // The empty line may be split between chunks, so the search includes the end of the previous one.
      tail = tail.slice(-3) + latin1.decode(octets);
    }
    this.unread(header.octets);
    return header.octets;
  }

  close(): void {
    this.#source.close();
  }
}
