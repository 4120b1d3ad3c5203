/**
 * Work on many links, in turns with a pause after each. Shards of a self-hosted server share one thread with all
 * requests, and at Cloudflare a shard does one thing at a time: without pauses, whoever follows a link would wait until
 * a search, an import or an export is over. A turn ends after a time. At Cloudflare clocks stand still while code runs,
 * so it also ends after a number of items.
 *
 * A turn that writes ends in a commit, which stops the thread until the disk has it. So there are few, with rests
 * between them. Where stores and requests share a thread, work that is alone there takes long turns and no rests.
 */

/** The items of a turn, which take a few milliseconds on a slow machine. */
export const SLICE = {
  /** Rows that are read by one query. */
  read: 40,
  /** Rows that a search compares with its words. */
  compared: 300,
  /** Records that are read with their claims and days. */
  records: 40,
  /** Lines of an import that are read and checked, and targets that are re-pointed. */
  links: 64,
  /** Records that a shard writes in one turn. */
  written: 256,
} as const;

/** A turn while others ask. Between two readings of a clock in whole milliseconds, up to two of them have passed. */
const TURN_MS = 1;

/**
 * The part of its items that a turn has where stores and requests share a thread, and others ask. The clock is too
 * coarse for less than a millisecond, and an idle server answers an alias in a third of one.
 */
const NEAR_PART = 1 / 4;

/** A turn while nobody else asks: the first who does waits so long at most. */
const LONE_TURN_MS = 8;

/** Nobody else asks if nobody has asked for so long. */
const LONE_AFTER_MS = 2000;

/** A pause longer than nothing: only then does the runtime look for new requests. */
const PAUSE_MS = 1;

/** The rest after a turn that wrote, for each record. So of a hundred requests less than one meets the turn. */
const REST_MS = 0.5;

/** When somebody asked for something short; `null` = not known. */
let asked: number | null = null;

/**
 * Notes a request that is answered in the thread of the stores.
 *
 * @param isLong - whether it is itself work on many links
 */
export function noteRequest(isLong: boolean): void {
  if (!isLong) asked = Date.now();
  else asked ??= Number.NEGATIVE_INFINITY;
}

/** Whether nobody else asks. A shard at Cloudflare does not see who asks the others, so it never says so. */
export function isAlone(now: number = Date.now()): boolean {
  return asked !== null && now - asked > LONE_AFTER_MS;
}

/** Lets others have their turn. */
export function pause(): Promise<void> {
  return scheduler.wait(PAUSE_MS);
}

/** The turns of one piece of work. */
export class Turns {
  readonly #most: number;
  #began = Date.now();
  #items = 0;

  /** @param most - the items of a turn where clocks stand still */
  constructor(most: number) {
    this.#most = most;
  }

  /** Counts items, and says whether the turn is over. Then {@link next} must follow. */
  isOver(items = 1): boolean {
    this.#items += items;
    const now = Date.now();
    const took = now - this.#began;
    if (isAlone(now)) return took >= LONE_TURN_MS;
    const most = asked === null ? this.#most : this.#most * NEAR_PART;
    return this.#items >= most || took >= TURN_MS;
  }

  /** Lets others have their turn, and begins the next one. */
  async next(): Promise<void> {
    await pause();
    this.#begin();
  }

  /**
   * Lets others have many turns after one that wrote, and begins the next one. Work that is alone goes on until its
   * turn is over. At Cloudflare a shard has its own thread and disk, so a pause is enough.
   *
   * @param written - the records that were written
   */
  async rest(written: number): Promise<void> {
    const now = Date.now();
    const alone = isAlone(now);
    if (alone && now - this.#began < LONE_TURN_MS) return;
    await scheduler.wait(alone || asked === null ? PAUSE_MS : Math.max(PAUSE_MS, REST_MS * written));
    this.#begin();
  }

  #begin(): void {
    this.#items = 0;
    this.#began = Date.now();
  }
}

/** Maps items to their results, one after the other, with a pause after each turn. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  turns: Turns,
  map: (item: Item) => Result | Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(await map(item));
    if (turns.isOver()) await turns.next();
  }
  return results;
}
