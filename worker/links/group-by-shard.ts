/** Work on many links, each shard with those that are its own. */
import type { RequestError } from '../errors/request-error.ts';
import { StoreError } from '../errors/store-error.ts';
import { type Pace, restAfter } from './pace.ts';

interface Asking<Item, Result> {
  /** Asks a shard for the results of some items. */
  readonly askShard: (number: number, part: readonly Item[]) => Promise<Result[]>;
  /** Asks several shards. The answers are in the order of the questions. */
  readonly askAll: <Answer>(questions: readonly (() => Promise<Answer>)[]) => Promise<readonly Answer[]>;
  readonly pace: () => Pace;
  /** The most items of a request to a shard. */
  readonly most: number;
}

/**
 * Groups items by their shards, and returns the results in the order of the items. What a shard does not do has its
 * error as a result, and the others go on.
 */
export async function groupByShard<Item, Result>(
  items: readonly Item[],
  numberOf: (item: Item) => number,
  { askShard, askAll, pace, most }: Asking<Item, Result>,
): Promise<(Result | RequestError)[]> {
  const resultsOf = async (number: number, group: readonly Item[]) => {
    const results: (Result | RequestError)[] = [];
    while (results.length < group.length) {
      const part = group.slice(results.length, results.length + most);
      const began = Date.now();
      try {
        results.push(...(await askShard(number, part)));
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        // What it refuses now, it would refuse again.
        while (results.length < group.length) results.push(error);
      }
      // A lone link waits for nobody.
      if (items.length > 1) await restAfter(began, pace());
    }
    return [number, results] as const;
  };
  const groups = [...Map.groupBy(items, numberOf)];
  const results = new Map(await askAll(groups.map((group) => () => resultsOf(...group))));
  return items.flatMap((item) => results.get(numberOf(item))?.splice(0, 1) ?? []);
}
