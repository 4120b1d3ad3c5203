/** The chunked transfer coding (RFC 9112 §7.1). */
import { protocolLimits } from '../limits.ts';
import { ProtocolError } from '../protocol-error.ts';

const LF = 0x0a;
const CR = 0x0d;
const SIZE = /^([0-9a-f]+)[\t ]*(?:;|$)/i;

/**
 * Decodes the chunked transfer coding of one body (RFC 9112 §7.1). Octets go in as they arrive, so chunks of one octet
 * cost no more than others.
 *
 * ```
 *   chunked-body = *( chunk-size [ chunk-ext ] CRLF chunk-data CRLF ) 1*"0" [ chunk-ext ] CRLF trailer-section CRLF
 * ```
 */
export class ChunkedDecoder {
  readonly #cap: number;
  readonly #take: (octets: Uint8Array) => void;
  /** The octets of the body so far. */
  #length = 0;
  /** What the next octet belongs to. */
  #state: 'size' | 'data' | 'data-end' | 'trailer' | 'end' = 'size';
  /** The octets of the chunk that are still to come. */
  #left = 0;
  #line = '';
  /** The octets of all lines: extensions and trailers must not be endless either. */
  #framing = 0;

  /**
   * @param cap - the most octets of the body
   * @param take - called with the octets of the body, which are valid during the call
   */
  constructor(cap: number, take: (octets: Uint8Array) => void) {
    this.#cap = cap;
    this.#take = take;
  }

  /**
   * Decodes the next octets. Returns whether the body is complete; octets after its end are ignored. Throws a
   * `ProtocolError` `malformed` for wrong framing, `too-large` for a body beyond the cap.
   */
  push(octets: Uint8Array): boolean {
    for (let at = 0; at < octets.byteLength && this.#state !== 'end'; ) {
      at = this.#state === 'data' ? this.#pushData(octets, at) : this.#pushLine(octets, at);
    }
    return this.#state === 'end';
  }

  #pushData(octets: Uint8Array, from: number): number {
    const to = Math.min(octets.byteLength, from + this.#left);
    this.#take(octets.subarray(from, to));
    this.#length += to - from;
    this.#left -= to - from;
    if (this.#left === 0) this.#state = 'data-end';
    return to;
  }

  #pushLine(octets: Uint8Array, from: number): number {
    const lf = octets.indexOf(LF, from);
    const to = lf < 0 ? octets.byteLength : lf + 1;
    this.#countFraming(to - from);
    for (const octet of octets.subarray(from, lf < 0 ? to : lf)) this.#line += String.fromCharCode(octet);
    if (this.#line.length > protocolLimits.line)
      throw new ProtocolError('malformed', 'A chunk has a line that is too long.');
    if (lf >= 0) this.#endLine();
    return to;
  }

  /** A chunk of one octet has five octets of framing; a server has no reason for much more. */
  #countFraming(octets: number): void {
    this.#framing += octets;
    if (this.#framing > 8 * this.#cap + protocolLimits.httpHead) {
      throw new ProtocolError('too-large', 'The chunks of the answer have more framing than content.');
    }
  }

  #endLine(): void {
    const line = this.#line.charCodeAt(this.#line.length - 1) === CR ? this.#line.slice(0, -1) : this.#line;
    this.#line = '';
    switch (this.#state) {
      case 'size':
        this.#left = this.#sizeOf(line);
        this.#state = this.#left === 0 ? 'trailer' : 'data';
        return;
      case 'data-end':
        if (line !== '') throw new ProtocolError('malformed', 'A chunk is longer than announced.');
        this.#state = 'size';
        return;
      default:
        // The fields of a trailer say nothing that we use.
        if (line === '') this.#state = 'end';
    }
  }

  #sizeOf(line: string): number {
    const [, digits] = SIZE.exec(line) ?? [];
    if (digits === undefined) throw new ProtocolError('malformed', 'A chunk of the answer has no length.');
    const size = Number.parseInt(digits, 16);
    if (size > this.#cap - this.#length) throw longBody(this.#cap);
    return size;
  }
}

export function longBody(cap: number): ProtocolError {
  return new ProtocolError('too-large', `The answer is longer than ${cap} octets.`);
}
