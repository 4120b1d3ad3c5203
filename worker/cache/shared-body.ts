/**
 * One body for several readers. It is read once, and each reader gets all of it at its own pace:
 *
 * ```
 *   source ──▶ │ kept from the beginning, up to `keep` octets │ then a window of `window` octets ──▶ readers
 * ```
 * As long as the beginning is kept, others may join, and the source is read as fast as it comes: a small body does not
 * keep its server waiting for a slow client. Beyond that, the source is read at the pace of the slowest reader; one
 * that is behind for `patience` while others wait is cut off.
 *
 * Readers may belong to other requests than the source. The runtime ties sockets and streams to a request, so readers
 * get octets and promises, and only the request that began reads the source.
 */
import { type Body, PushbackBody } from '../../src/protocols/connection.ts';
import { ProtocolError } from '../../src/protocols/protocol-error.ts';

interface SharingLimits {
  /** The octets up to which the whole body is kept. */
  readonly keep: number;
  /** What all bodies of an isolate together may still keep. */
  readonly memory: { left: number };
  /** How many octets the source may be ahead of the slowest reader when the body is no longer kept. */
  readonly window: number;
  /** How long readers wait for a slow one, and for the source to go on, in milliseconds. */
  readonly patience: number;
}

/** How many times the patience readers wait for the next octets. */
const LONGEST_WAIT = 3;

interface BodyReader {
  /** The index of the next chunk. */
  next: number;
  /** Octets taken. */
  taken: number;
  gone: boolean;
}

export class SharedBody {
  readonly #limits: SharingLimits;
  /** The octets up to which the whole body is kept: none if there is no memory. */
  #keep: number;
  /** What this body takes of the memory of all. */
  #held = 0;
  #chunks: Uint8Array[] = [];
  /** The index of the first chunk that is still kept. */
  #first = 0;
  #octets = 0;
  #ending: 'none' | 'complete' | ProtocolError = 'none';
  readonly #readers = new Set<BodyReader>();
  #moved = Promise.withResolvers<void>();
  #arrived = Promise.withResolvers<void>();
  /** Resolves when the source has ended: to the whole body, or to `null` if it was too long or broke. */
  readonly whole: Promise<Uint8Array | null>;

  /** @param source - read by the request that calls this; it must stay alive until `whole` resolves */
  constructor(source: ReadableStream<Uint8Array>, limits: SharingLimits) {
    this.#limits = limits;
    this.#keep = limits.keep;
    this.whole = this.#carry(source);
  }

  /** Whether a new reader would get all of it. */
  get hasBeginning(): boolean {
    return this.#first === 0 && this.#octets <= this.#keep;
  }

  /** The length if the source needs no time, in octets; else `null`. */
  async lengthAtOnce(): Promise<number | null> {
    await Promise.race([this.whole, new Promise((resolve) => setTimeout(resolve, 0))]);
    return this.isComplete ? this.#octets : null;
  }

  /** Whether all of it has been read without an error. */
  get isComplete(): boolean {
    return this.#ending === 'complete';
  }

  /** A reader of the whole body. Call it only while {@link hasBeginning}. */
  join(): Body {
    const reader: BodyReader = { next: 0, taken: 0, gone: false };
    this.#readers.add(reader);
    return new JoinedBody(
      () => this.#read(reader),
      () => this.#remove(reader),
    );
  }

  #remove(reader: BodyReader): void {
    reader.gone = true;
    this.#readers.delete(reader);
    this.#wake();
    this.#release();
  }

  /** Gives the memory back when nobody reads any more. */
  #release(): void {
    if (this.#ending === 'none' || this.#readers.size > 0) return;
    this.#limits.memory.left += this.#held;
    this.#held = 0;
  }

  /** Says to the request that reads the source that a reader has moved. When it has ended, nobody listens. */
  #wake(): void {
    if (this.#ending !== 'none') return;
    this.#moved.resolve();
  }

  async #read(reader: BodyReader): Promise<Uint8Array | null> {
    for (;;) {
      if (reader.gone) throw new ProtocolError('timeout', 'Others waited too long for this reader.');
      const chunk = this.#chunks[reader.next - this.#first];
      if (chunk !== undefined) {
        reader.next += 1;
        reader.taken += chunk.byteLength;
        this.#wake();
        return chunk;
      }
      if (this.#ending === 'complete') return null;
      if (this.#ending !== 'none') throw this.#ending;
      // The request that reads the source may be ended by the runtime, which tells nobody. It may also wait for a slow
      // reader, and then for the source.
      const arrived = await within(this.#limits.patience * LONGEST_WAIT, this.#arrived.promise);
      if (!arrived) throw new ProtocolError('timeout', 'The rest of the answer did not arrive.');
    }
  }

  /** How far the slowest reader is behind, in octets. */
  #lag(): number {
    let lag = 0;
    for (const { taken } of this.#readers) lag = Math.max(lag, this.#octets - taken);
    return lag;
  }

  async #carry(source: ReadableStream<Uint8Array>): Promise<Uint8Array | null> {
    try {
      const read = readerOf(source);
      for (;;) {
        await this.#waitForReaders();
        const octets = await read();
        if (octets === null) break;
        if (octets.byteLength === 0) continue;
        this.#chunks.push(octets);
        this.#octets += octets.byteLength;
        this.#account(octets.byteLength);
        this.#announce();
      }
      const whole = this.hasBeginning ? joinedChunks(this.#chunks, this.#octets) : null;
      this.#end('complete');
      return whole;
    } catch (cause) {
      this.#end(new ProtocolError('unreachable', 'The body ended too early.', { cause }));
      return null;
    }
  }

  #announce(): void {
    this.#arrived.resolve();
    this.#arrived = Promise.withResolvers();
  }

  #end(ending: 'complete' | ProtocolError): void {
    this.#ending = ending;
    this.#announce();
    this.#release();
  }

  /** Counts octets that arrived. A body that is too long for what is left is not kept from its beginning. */
  #account(octets: number): void {
    const { memory } = this.#limits;
    memory.left -= octets;
    this.#held += octets;
    if (memory.left < 0) this.#keep = 0;
    this.#drop();
  }

  /** Lets go of what every reader has, once the body is longer than what is kept. */
  #drop(): void {
    if (this.#octets <= this.#keep) return;
    let next = this.#first + this.#chunks.length;
    for (const reader of this.#readers) next = Math.min(next, reader.next);
    const freed = this.#chunks.splice(0, next - this.#first).reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.#first = next;
    this.#held -= freed;
    this.#limits.memory.left += freed;
  }

  async #waitForReaders(): Promise<void> {
    const { window, patience } = this.#limits;
    const late = Date.now() + patience;
    while (this.#octets > this.#keep && this.#lag() > window) {
      const slow = [...this.#readers].filter(({ taken }) => this.#octets - taken > window);
      const othersWait = slow.length < this.#readers.size;
      // The runtime drops what waits for a promise of a request that has ended, so the one that waits makes it.
      this.#moved = Promise.withResolvers();
      const moved = await within(othersWait ? late - Date.now() : null, this.#moved.promise);
      if (!moved) for (const reader of slow) this.#remove(reader);
      this.#drop();
    }
  }
}

class JoinedBody extends PushbackBody {
  readonly next: () => Promise<Uint8Array | null>;
  readonly close: () => void;

  constructor(next: () => Promise<Uint8Array | null>, close: () => void) {
    super();
    this.next = next;
    this.close = close;
  }
}

/** The octets that are read at once from a stream of octets. */
const BUFFER = 64 * 1024;

/** Reads the next octets of a stream, `null` at its end: many at once, if the stream is one of octets. */
function readerOf(source: ReadableStream<Uint8Array>): () => Promise<Uint8Array | null> {
  let octets: ReadableStreamBYOBReader;
  try {
    octets = source.getReader({ mode: 'byob' });
  } catch {
    // A stream of texts has chunks of its own.
    const chunks = source.getReader();
    return async () => (await chunks.read()).value ?? null;
  }
  return async () => {
    const { done, value } = await octets.read(new Uint8Array(BUFFER));
    if (done) return null;
    // A small part of a large buffer would keep all of it in memory.
    return value.byteLength < BUFFER / 2 ? value.slice() : value;
  };
}

function joinedChunks(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** Whether a promise resolves in time. @param milliseconds - `null` = it may take any time */
async function within(milliseconds: number | null, promise: Promise<void>): Promise<boolean> {
  if (milliseconds === null) return promise.then(() => true);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
