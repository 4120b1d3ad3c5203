/** Lines of a protocol: reads lines that end with CR LF or a bare LF, and sends lines. */
import { Collector } from '../octets/collector.ts';
import { concatOctets, latin1Of, lineOctets } from '../octets/octets.ts';
import { collect, type Sink, type Source, UnitReader } from './connection.ts';
import { protocolLimits } from './limits.ts';
import { cutAnswer, longLine, longRequest, noAnswer, ProtocolError } from './protocol-error.ts';

const NUL = 0x00;
const LF = 0x0a;
const CR = 0x0d;

/** The beginning of a line that begins with a code of three digits. */
export const PARTIAL_CODE = /^\d{1,3}$/;

export interface LineCaps {
  /** The most octets in one line, without its end. */
  readonly line: number;
  /** The most octets in all, over every call of this reader. */
  readonly total: number;
}

/**
 * Reads a reply line by line, or by length. It puts unused octets back into the source, so a pump can continue where it
 * stopped. All its lines are one unit of {@link UnitReader}: once a reply has begun, its deadline is for all of it.
 *
 * @example
 * ```ts
 * const replies = [new TextEncoder().encode('220 ready\r\n')];
 * const source = { read: async () => replies.shift() ?? null, unread: () => {} };
 * const reader = new LineReader(source, { line: protocolLimits.line, total: protocolLimits.menu });
 * new TextDecoder().decode((await reader.line()) ?? undefined); // '220 ready'
 * ```
 */
export class LineReader {
  readonly #source: Source;
  readonly #reply: UnitReader;
  readonly #caps: LineCaps;
  #octets = 0;
  /** What came after the last line end, once the stream has ended; `null` = it has not, or ended with a line. */
  #rest: Uint8Array | null = null;

  constructor(source: Source, caps: LineCaps) {
    this.#source = source;
    this.#reply = new UnitReader(source);
    this.#caps = caps;
  }

  /**
   * The next line without its end, which is LF with at most one CR before it. The last line may have no end. `null` at
   * the end of the stream. The octets belong to the caller.
   *
   * @throws ProtocolError `malformed` for a line that is too long, `too-large` for too much in all
   */
  async line(): Promise<Uint8Array | null> {
    // One octet more, for the CR.
    const line = new Collector(this.#caps.line + 1);
    for (;;) {
      const octets = await this.#reply.read();
      if (octets === null) {
        if (line.length === 0) return null;
        this.#rest = withoutCR(line.octets);
        return this.#rest;
      }
      const end = octets.indexOf(LF);
      const part = end < 0 ? octets : octets.subarray(0, end);
      if (line.add(part) < part.byteLength) throw longLine();
      this.#count(end < 0 ? part.byteLength : part.byteLength + 1);
      if (end >= 0) {
        this.#source.unread(octets.subarray(end + 1));
        return withoutCR(line.octets);
      }
    }
  }

  /**
   * Exactly `length` octets.
   *
   * @throws ProtocolError `unreachable` if the stream ends before
   */
  async exactly(length: number): Promise<Uint8Array> {
    this.#limit(length);
    const whole = new Uint8Array(length);
    for (let at = 0; at < length; ) {
      const octets = await this.#source.read();
      if (octets === null) throw this.cut();
      const part = octets.subarray(0, length - at);
      whole.set(part, at);
      at += part.byteLength;
      this.#count(part.byteLength);
      this.#source.unread(octets.subarray(part.byteLength));
    }
    return whole;
  }

  /**
   * Everything up to the end of the stream.
   *
   * @throws ProtocolError `too-large` for more than the total cap
   */
  async rest(): Promise<Uint8Array> {
    const { octets, complete } = await collect(this.#source, this.#caps.total - this.#octets);
    if (!complete) throw this.#tooMuch();
    this.#count(octets.byteLength);
    return octets;
  }

  /**
   * The error for a line that means nothing: the stream ended in it, or the server speaks another protocol.
   *
   * @param beginning - what such a line may begin with
   */
  nonsense(message: string, beginning: RegExp): ProtocolError {
    const isCut = this.#rest !== null && beginning.test(latin1Of(this.#rest));
    return isCut ? this.cut() : new ProtocolError('malformed', message);
  }

  /** The error for a stream that ends although a line has to follow: it has begun to answer, or not. */
  cut(): ProtocolError {
    return this.#octets === 0 ? noAnswer() : cutAnswer();
  }

  #count(octets: number): void {
    this.#limit(octets);
    this.#octets += octets;
  }

  #limit(octets: number): void {
    if (this.#octets + octets > this.#caps.total) throw this.#tooMuch();
  }

  #tooMuch(): ProtocolError {
    return new ProtocolError('too-large', `The answer is longer than ${this.#caps.total} octets.`);
  }
}

function withoutCR(line: Uint8Array): Uint8Array {
  return line.at(-1) === CR ? line.subarray(0, -1) : line;
}

/**
 * Sends lines in one write, each with CR LF. Every line of a protocol leaves the Worker here. It is the last guard
 * against a link that smuggles a second command into the first; gateways refuse such octets earlier.
 *
 * @param lines - octets, or text that is sent as UTF-8
 * @throws ProtocolError `invalid-request` for a CR, LF or NUL in a line, or for lines beyond `protocolLimits.request`
 * @example
 * ```ts
 * const sent: string[] = [];
 * await writeLine({ write: async (octets) => void sent.push(new TextDecoder().decode(octets)) }, 'USER anonymous');
 * sent; // ['USER anonymous\r\n']
 * ```
 */
export function writeLine(sink: Sink, ...lines: readonly (Uint8Array | string)[]): Promise<void> {
  return writeLines(sink, lines, protocolLimits.request);
}

/** Sends lines as `writeLine`, with another limit: of a program's own request, not of a link. In octets. */
export async function writeLines(sink: Sink, lines: readonly (Uint8Array | string)[], cap: number): Promise<void> {
  const parts = lines.map((line) => {
    const octets = typeof line === 'string' ? new TextEncoder().encode(line) : line;
    if (octets.some((octet) => octet === CR || octet === LF || octet === NUL)) {
      throw new ProtocolError('invalid-request', 'A line of this protocol cannot contain CR, LF or NUL.');
    }
    return lineOctets(octets);
  });
  const request = concatOctets(parts);
  if (request.byteLength > cap) throw longRequest();
  await sink.write(request);
}
