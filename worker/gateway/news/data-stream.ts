/**
 * The data block of an article as a stream that ends with the block, for the pump or for a parser.
 */

import { Collector } from '../../../src/octets/collector.ts';
import type { Body } from '../../../src/protocols/connection.ts';
import { DataBlock } from '../../../src/protocols/nntp/data-block.ts';
import { GatewayError } from '../../errors/gateway-error.ts';

const latin1 = new TextDecoder('latin1');

/** A data block that is being read. `close` closes its source. */
export class DataStream implements Body {
  readonly #source: Body;
  readonly #block = new DataBlock();
  /** The octets that were put back, the next ones last. */
  readonly #unread: Uint8Array[] = [];

  constructor(source: Body) {
    this.#source = source;
  }

  /**
   * The next octets of the text; `null` at the end of the block.
   *
   * @throws GatewayError `gateway-protocol` if the connection ends before the block
   */
  async read(): Promise<Uint8Array | null> {
    const unread = this.#unread.pop();
    if (unread !== undefined) return unread;
    while (!this.#block.ended) {
      const octets = await this.#source.read();
      if (octets === null) {
        throw new GatewayError(
          'gateway-protocol',
          'The news server closed the connection in the middle of the article.',
        );
      }
      const text = this.#block.pass(octets);
      if (this.#block.ended) this.#source.unread(this.#block.rest);
      if (text.byteLength > 0) return text;
    }
    return null;
  }

  unread(octets: Uint8Array): void {
    if (octets.byteLength > 0) this.#unread.push(octets);
  }

  /**
   * The header of the article, with the octets that came in the same chunk. The next `read` returns them again.
   *
   * @param cap - the most octets to return, for an endless header
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
