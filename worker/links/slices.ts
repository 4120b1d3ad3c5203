/**
 * Work on many links, in slices with a pause after each. Shards of a self-hosted server share one thread with all
 * requests, and at Cloudflare a shard does one thing at a time: without pauses, whoever follows a link would wait until
 * a search, an import or an export is over. Clocks stand still while code runs, so a slice is a number of items.
 */

/** A slice takes a few milliseconds on a slow machine. */
export const SLICE = {
  /** Rows that a search compares with its words. */
  compared: 300,
  /** Records that are read with their claims and days. */
  records: 40,
  /** Lines of an import that are read and checked, and targets that are re-pointed. */
  links: 32,
  /** Records that shards write in one turn: one of them, or several that have fewer each. */
  written: 48,
} as const;

/** A pause longer than nothing: only then does the runtime look for new requests. */
const PAUSE_MS = 1;

/** Lets others have their turn. */
export function pause(): Promise<void> {
  return scheduler.wait(PAUSE_MS);
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

/** Maps items to their results, at most so many at a time, with a pause after each slice. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  size: number,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += size) {
    if (from > 0) await pause();
    results.push(...(await Promise.all(items.slice(from, from + size).map(map))));
  }
  return results;
}
