/**
 * The data block of an article as a stream that ends with the block, for the pump or for a parser.
 */
import { DataBlock } from '../../../src/schemes/news/data-block.ts';
import { GatewayError } from '../../gateway-error.ts';
import type { Pumped } from '../../net/pump.ts';

const latin1 = new TextDecoder('latin1');

/** A data block that is being read. `close` closes its source. */
export class DataStream implements Pumped {
  readonly #source: Pumped;
  readonly #block = new DataBlock();
  #unread: Uint8Array | null = null;

  constructor(source: Pumped) {
    this.#source = source;
  }

  /**
   * The next octets of the text; `null` at the end of the block.
   *
   * @throws GatewayError `gateway-protocol` if the connection ends before the block
   */
  async read(): Promise<Uint8Array | null> {
    if (this.#unread !== null) {
      const octets = this.#unread;
      this.#unread = null;
      return octets;
    }
    while (!this.#block.ended) {
      const octets = await this.#source.read();
      if (octets === null) {
        throw new GatewayError('gateway-protocol', 'The news server hung up in the middle of the article.');
      }
      const text = this.#block.pass(octets);
      if (this.#block.ended) this.#source.unread(this.#block.rest);
      if (text.byteLength > 0) return text;
    }
    return null;
  }

  unread(octets: Uint8Array): void {
    this.#unread = octets.byteLength > 0 ? octets : null;
  }

  /**
   * The header of the article, with the octets that came in the same chunk. The next `read` returns them again.
   *
   * @param cap - the limit, in octets, for an endless header
   */
  async header(cap: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let length = 0;
    for (let tail = ''; length < cap && !tail.includes('\r\n\r\n'); ) {
      const octets = await this.read();
      if (octets === null) break;
      parts.push(octets.slice());
      length += octets.byteLength;
      // The empty line may be split between chunks, so the search includes the end of the previous one.
      tail = tail.slice(-3) + latin1.decode(octets);
    }
    const whole = join(parts, length);
    this.unread(whole);
    return whole;
  }

  /**
   * The whole block, or its beginning if it is longer than `cap`.
   *
   * @param cap - in octets
   */
  async collect(cap: number): Promise<{ readonly octets: Uint8Array; readonly complete: boolean }> {
    const parts: Uint8Array[] = [];
    let length = 0;
    for (let octets = await this.read(); octets !== null; octets = await this.read()) {
      // The next read overwrites these octets.
      parts.push(octets.slice(0, cap - length));
      length += octets.byteLength;
      if (length > cap) return { octets: join(parts, cap), complete: false };
    }
    return { octets: join(parts, length), complete: true };
  }

  liftTotal(): void {
    this.#source.liftTotal();
  }

  close(): void {
    this.#source.close();
  }
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
