/**
 * The octets of bodies that a proxy passes on, until the Worker takes them: in parts, each of which is given back on
 * its own, up to a limit for all bodies together.
 */
import { Collector } from '../../src/octets/collector.ts';

const MIB = 1024 * 1024;

/** The most octets of a part. */
const PART = 64 * 1024;

/**
 * The most parts of all bodies together, in this process: 128 MiB. The last part of each body is not among them, so
 * that a body of one part is always read. Those are bounded too: each body has a connection of its own from the proxy.
 */
const MOST_PARTS = (128 * MIB) / PART;

/** How long the Worker may take no part of a body when others need its memory, in milliseconds. */
const PATIENCE_MS = 2 * 60_000;

/** The parts of all bodies, without the last one of each. */
let parts = 0;

/** Bodies that the Worker takes, and when each began to wait for it. The one that has waited longest is the first. */
const waiting = new Map<KeptBody, number>();

export class KeptBody {
  readonly #last = new Collector(PART);
  #full: Uint8Array<ArrayBuffer>[] = [];
  #length = 0;
  #isDropped = false;

  /** The octets that it was given. */
  get length(): number {
    return this.#length;
  }

  /** Keeps a copy of octets. Returns `false` if other bodies leave no memory: then nothing of this one is kept. */
  add(octets: Uint8Array): boolean {
    for (let rest = octets; rest.byteLength > 0; ) {
      if (this.#last.length === PART) {
        if (!hasMemory()) {
          this.drop();
          return false;
        }
        this.#full.push(this.#last.take());
        parts++;
      }
      rest = rest.subarray(this.#last.add(rest));
    }
    this.#length += octets.byteLength;
    return true;
  }

  /**
   * The parts in their order. Each is given back when the next one is asked for.
   *
   * @throws Error if the body was dropped meanwhile
   */
  *take(): Generator<Uint8Array<ArrayBuffer>> {
    for (let left = this.#length; left > 0; ) {
      if (this.#isDropped) throw new Error('The body has waited too long for the Worker.');
      waiting.delete(this);
      waiting.set(this, Date.now());
      const part = this.#full[0] ?? this.#last.take();
      left -= part.byteLength;
      yield part;
      if (this.#full.shift() !== undefined) parts--;
    }
  }

  /** Gives back what is left. */
  drop(): void {
    waiting.delete(this);
    this.#isDropped = true;
    parts -= this.#full.length;
    this.#full = [];
    this.#last.take();
  }
}

/** Whether there is memory for a part. Bodies that have waited too long are dropped for it. */
function hasMemory(): boolean {
  for (const [body, since] of waiting) {
    if (parts < MOST_PARTS || Date.now() - since < PATIENCE_MS) break;
    body.drop();
  }
  return parts < MOST_PARTS;
}
