/**
 * The body of a reply. It ends where its framing says, so nobody waits for a server to close a connection that it keeps
 * open: a body of a known length ends with its last octet, and a menu or text with its period.
 */
import { Collector } from '../../octets/collector.ts';
import { concatOctets } from '../../octets/octets.ts';
import type { Body } from '../connection.ts';
import { protocolLimits } from '../limits.ts';
import { ProtocolError } from '../protocol-error.ts';
import { endsWithPeriod, PERIOD_LINE_LENGTH } from './period.ts';

/** How a reply ends: after a number of octets, with a line that is only a period, or with the connection. */
export type Framing = { readonly kind: 'length'; readonly length: number } | { readonly kind: 'period' | 'close' };

/**
 * How long to wait for more after a period, in milliseconds. A text may have a period alone on a line in the middle,
 * because some servers do not double periods. Then the rest of the text is on its way.
 */
const QUIET_MS = 500;

export interface PeekOptions {
  /** The most octets; `protocolLimits.line` by default. */
  readonly cap?: number | undefined;
  /** How long to wait for more after the first octets, in milliseconds; by default until the deadlines. */
  readonly patience?: number | undefined;
}

export interface Peeked {
  readonly octets: Uint8Array;
  /** Whether these are all octets of the body. */
  readonly ended: boolean;
}

/** The part of a connection that reads. */
type ReadingSide = Omit<Body, 'unread'>;

export class ReplyBody implements Body {
  readonly #connection: ReadingSide;
  readonly #length: number;
  #left: number;
  #periodEnds: boolean;
  /** The last octets, enough to recognise a period alone on its line. */
  #tail: Uint8Array = new Uint8Array(0);
  readonly #unread: Uint8Array[] = [];
  /** A read that a peek no longer waits for. */
  #pending: Promise<Uint8Array | null> | null = null;
  #ended = false;

  /** @param connection - a connection whose next octets are the first of the body */
  constructor(connection: ReadingSide, framing: Framing) {
    this.#connection = connection;
    this.#length = framing.kind === 'length' ? framing.length : Number.POSITIVE_INFINITY;
    this.#left = this.#length;
    this.#periodEnds = framing.kind === 'period';
  }

  /** The announced length of the body, in octets; `null` = unknown. */
  get length(): number | null {
    return this.#length === Number.POSITIVE_INFINITY ? null : this.#length;
  }

  /** The body is a menu or a text, so a period ends it, unless its length is known. */
  expectPeriod(): void {
    this.#periodEnds = this.length === null;
  }

  /**
   * The next octets, at least one; `null` at the end of the body.
   *
   * @param waited - as in `Source`
   * @throws ProtocolError `malformed` if the body is shorter than its announced length; else as `Connection.read`
   */
  async read(waited = 0): Promise<Uint8Array | null> {
    return (await this.#read(null, waited)) ?? null;
  }

  unread(octets: Uint8Array): void {
    if (octets.byteLength > 0) this.#unread.push(octets);
  }

  /**
   * Reads the first octets and puts them back, even if an error ends them.
   *
   * @param enough - whether these octets suffice; called again each time more arrive
   * @throws ProtocolError as {@link read}; the next reads give the octets before it, and then the error again
   */
  async peek(
    enough: (octets: Uint8Array) => boolean,
    { cap = protocolLimits.line, patience }: PeekOptions = {},
  ): Promise<Peeked> {
    const beginning = new Collector(cap);
    let late: Promise<'late'> | null = null;
    let ended = false;
    try {
      while (beginning.length < cap) {
        const octets = await this.#read(late);
        ended = octets === null;
        if (octets === null || octets === undefined) break;
        this.unread(octets.subarray(beginning.add(octets)));
        if (enough(beginning.octets)) break;
        if (patience !== undefined) late ??= after(patience, 'late');
      }
    } finally {
      this.unread(beginning.octets);
    }
    return { octets: beginning.octets, ended };
  }

  close(): void {
    this.#connection.close();
  }

  /** The next octets; `undefined` if `late` resolves first. */
  async #read(late: Promise<'late'> | null, waited = 0): Promise<Uint8Array | null | undefined> {
    const unread = this.#unread.pop();
    if (unread !== undefined) return unread;
    if (this.#ended || this.#left === 0) return this.#end();
    this.#pending ??= this.#connection.read(waited);
    const waits: Promise<Uint8Array | null | 'quiet' | 'late'>[] = [this.#pending];
    if (late !== null) waits.push(late);
    if (this.#periodEnds && endsWithPeriod(this.#tail)) waits.push(after(QUIET_MS, 'quiet'));
    const octets = waits.length === 1 ? await this.#pending : await Promise.race(waits);
    if (octets === 'late' || octets === 'quiet') {
      // Nobody may be waiting when the read fails. The next read reports it.
      this.#pending.catch(() => {});
      return octets === 'late' ? undefined : this.#end();
    }
    this.#pending = null;
    if (octets === null && this.length !== null && !this.#ended) {
      throw new ProtocolError('malformed', 'The server sent less than it announced.');
    }
    if (octets === null) return this.#end();
    const part = octets.subarray(0, this.#left);
    this.#left -= part.byteLength;
    this.#keepTail(part.subarray(-PERIOD_LINE_LENGTH));
    return part;
  }

  #keepTail(last: Uint8Array): void {
    this.#tail = last.length === PERIOD_LINE_LENGTH ? last.slice() : concatOctets([this.#tail, last]);
    this.#tail = this.#tail.subarray(-PERIOD_LINE_LENGTH);
  }

  #end(): null {
    this.#ended = true;
    this.#connection.close();
    return null;
  }
}

function after<Name>(milliseconds: number, name: Name): Promise<Name> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, name));
}
