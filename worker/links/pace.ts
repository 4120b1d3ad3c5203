/**
 * The pace of work on many links, which is done in slices: between two of them, others have their turn. Without pauses,
 * whoever follows a link would wait until a search, an import or an export is over.
 *
 * A slice that writes ends in a commit, which stops the thread until the disk has it. So there are few, with rests
 * between them.
 */

/** The items of a slice, which take a few milliseconds on a slow machine. */
export const SLICE = {
  /** Rows that a search compares with its words. */
  compared: 300,
  /** Records that are read with their claims. */
  records: 40,
  /** Lines of an import that are read and checked, and targets that are re-pointed. */
  links: 64,
  /** Links that are indexed at once, with one commit. */
  indexed: 64,
  /** Ranges of documents that a search asks its index for. */
  ranges: 1,
} as const;

/** Records that a shard writes at once, with one commit. */
export const WRITTEN_AT_ONCE = 256;

/** Plain values, because a store passes them to its shards. */
export interface Pace {
  /** The part of the items of {@link SLICE} that a slice has. */
  readonly part: number;
  /** A slice also ends after this time, in milliseconds. */
  readonly longest: number;
  /** The most records of a page: its transfer is one slice. */
  readonly page: number;
  /** The rest after a write, as a part of the time that the write took; 0 = a pause. */
  readonly rest: number;
  /**
   * A slice has at least this part of the time that others took in the pause before it, so that work which others crowd
   * keeps half of its rate; 0 = the other limits alone.
   */
  readonly share: number;
}

/** A store with a thread and a disk of its own. Clocks may stand still while code runs, so the items count. */
export const STEADY: Pace = { part: 1, longest: 1, page: 100, rest: 0, share: 0 };

/**
 * Stores and requests share a thread, and others ask. Clocks show whole milliseconds, and an idle server answers an
 * alias in a third of one.
 */
export const PATIENT: Pace = { part: 1 / 4, longest: 1, page: 12, rest: 0.5, share: 4 };

/** Stores and requests share a thread, and nobody else asks: the first who does waits for one slice. */
export const BRISK: Pace = { part: Number.POSITIVE_INFINITY, longest: 8, page: 100, rest: 0, share: 0 };

/** A slice takes no longer than this because of its share, in milliseconds, and no more slices' items. */
const LONGEST_SHARE_MS = 32;
const MOST_SHARED = 16;

/** A pause longer than nothing: only then does the runtime look for new requests. */
const PAUSE_MS = 1;

/** Lets others have their turn. */
export function pause(): Promise<void> {
  return scheduler.wait(PAUSE_MS);
}

/** The slices of one piece of work. */
export class Slices {
  readonly #pace: () => Pace;
  readonly #items: number;
  #began = Date.now();
  #done = 0;
  /** What others took in the last pause, in milliseconds. */
  #others = 0;

  /**
   * @param pace - the pace at this moment
   * @param items - those of a whole slice
   */
  constructor(pace: () => Pace, items: number) {
    this.#pace = pace;
    this.#items = items;
  }

  /** Counts an item, and says whether the slice is over. Then {@link next} must follow. */
  isOver(): boolean {
    this.#done++;
    const { part, longest, share } = this.#pace();
    const elapsed = Date.now() - this.#began;
    // The clock may stand still, so items count, too.
    if (elapsed < Math.min(LONGEST_SHARE_MS, share * this.#others) && this.#done < this.#items * MOST_SHARED)
      return false;
    return this.#done >= this.#items * part || elapsed >= longest;
  }

  /** Lets others have their turn, and begins the next slice. */
  async next(): Promise<void> {
    const paused = Date.now();
    await pause();
    this.#done = 0;
    this.#began = Date.now();
    this.#others = Math.max(0, this.#began - paused - PAUSE_MS);
  }

  /** Maps items to their results, one after the other. */
  async map<Item, Result>(items: readonly Item[], map: (item: Item) => Result | Promise<Result>): Promise<Result[]> {
    const results: Result[] = [];
    for (const item of items) {
      results.push(await map(item));
      if (this.isOver()) await this.next();
    }
    return results;
  }
}

/** Lets others have many turns after a write that began at a time. */
export async function restAfter(began: number, { rest }: Pace): Promise<void> {
  await scheduler.wait(Math.max(PAUSE_MS, rest * (Date.now() - began)));
}
