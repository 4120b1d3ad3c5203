/**
 * Work on many links, in turns with a pause after each. Shards of a self-hosted server share one thread with all
 * requests, and at Cloudflare a shard does one thing at a time: without pauses, whoever follows a link would wait until
 * a search, an import or an export is over. A turn ends after a time. At Cloudflare clocks stand still while code runs,
 * so it also ends after a number of items.
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
  /** Records that shards write in one turn: one of them, or several that have fewer each. */
  written: 20,
  /** Records that a shard writes even if its time is over: to write them to disk together costs as much as they do. */
  writtenAtLeast: 8,
} as const;

/** Between two readings of a clock in whole milliseconds, up to two of them have passed. */
const TURN_MS = 1;

/** A pause longer than nothing: only then does the runtime look for new requests. */
const PAUSE_MS = 1;

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
    return this.#items >= this.#most || Date.now() - this.#began >= TURN_MS;
  }

  /** Lets others have their turn, and begins the next one. */
  async next(): Promise<void> {
    await pause();
    this.#items = 0;
    this.#began = Date.now();
  }
}

/** Groups in slices that have so many items together, or one group that has more. */
export function slicesOf<Group extends readonly [unknown, readonly unknown[]]>(
  groups: readonly Group[],
  most: number,
): Group[][] {
  const slices: Group[][] = [];
  let size = most;
  for (const group of groups) {
    size += group[1].length;
    if (size > most) {
      slices.push([]);
      size = group[1].length;
    }
    slices.at(-1)?.push(group);
  }
  return slices;
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
