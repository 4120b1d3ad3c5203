/** The stores of short links: at Cloudflare, and on one machine. */
import type { ClickCounter } from './click-counter.ts';
import { BRISK, PATIENT, type Pace, pause, restAfter, STEADY } from './pace.ts';
import { askShard, type Shards } from './shards.ts';
import { type AskGroup, LinkStore } from './store.ts';

/** Shards somewhere else, each with a thread and a disk of its own: they work, and wait for their disks, together. */
export class ShardedStore extends LinkStore {
  readonly pace = () => STEADY;

  noteRequest(): void {}

  protected async askGroups<Item, Result>(
    groups: ReadonlyMap<number, readonly Item[]>,
    ask: AskGroup<Item, Result>,
    most: number,
  ): Promise<ReadonlyMap<number, Result[]>> {
    const isLone = countOf(groups) === 1;
    const asked = [...groups].map(async ([number, group]): Promise<readonly [number, Result[]]> => {
      const results: Result[] = [];
      for (const part of partsOf(group, most)) {
        // A lone link waits for nobody.
        if (!isLone) await pause();
        results.push(...(await askShard(this.shards, number, (shard) => ask(shard, part))));
      }
      return [number, results];
    });
    return new Map(await Promise.all(asked));
  }
}

/** Nobody else asks if nobody has asked for so long. */
const ALONE_AFTER_MS = 2000;

/**
 * Shards in the thread of all requests, as on self-host. They take turns, because what they do together is one long
 * stop, and they rest after each commit while others ask.
 */
export class LocalStore extends LinkStore {
  #askedAt = Number.NEGATIVE_INFINITY;

  readonly pace = (): Pace => (Date.now() - this.#askedAt > ALONE_AFTER_MS ? BRISK : PATIENT);

  noteRequest(): void {
    this.#askedAt = Date.now();
  }

  protected async askGroups<Item, Result>(
    groups: ReadonlyMap<number, readonly Item[]>,
    ask: AskGroup<Item, Result>,
    most: number,
  ): Promise<ReadonlyMap<number, Result[]>> {
    const isLone = countOf(groups) === 1;
    const answers = new Map<number, Result[]>();
    for (const [number, group] of groups) {
      const results: Result[] = [];
      for (const part of partsOf(group, most)) {
        results.push(...(await askShard(this.shards, number, (shard) => ask(shard, part))));
        if (!isLone) await restAfter(part.length, this.pace());
      }
      answers.set(number, results);
    }
    return answers;
  }
}

/** @param wanted - the number of shards, as the operator set it; `null` = the number of the first deployment */
export function storeOf(shards: Shards, wanted: number | null, clicks: ClickCounter, isLocal: boolean): LinkStore {
  return isLocal ? new LocalStore(shards, wanted, clicks) : new ShardedStore(shards, wanted, clicks);
}

function countOf(groups: ReadonlyMap<number, readonly unknown[]>): number {
  return [...groups.values()].reduce((sum, group) => sum + group.length, 0);
}

function* partsOf<Item>(items: readonly Item[], most: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += most) yield items.slice(from, from + most);
}
