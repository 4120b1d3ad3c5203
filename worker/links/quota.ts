/** How links are made up to the quota of their owner: by one request at a time, which counts them first. */
import type { RequestError } from '../errors/request-error.ts';
import { StoreError } from '../errors/store-error.ts';
import type { CreateRequest, CreateResult } from './request.ts';
import type { ShardStub } from './shards.ts';

/**
 * Does work at the turn of an owner, with the number of links that the owner may still make. It counts the links in the
 * stores that answer.
 *
 * @param turns - the store that has the turns of the owner
 * @param stores - all stores
 */
export async function inOwnersTurn<Result>(
  turns: ShardStub,
  stores: readonly ShardStub[],
  { owner, quota }: { readonly owner: string; readonly quota: number },
  work: (left: number) => Promise<Result>,
): Promise<Result> {
  let done: Promise<Result> | undefined;
  const leftNow = async () => {
    const counts = await Promise.allSettled(stores.map((store) => store.countOwn(owner)));
    return counts.reduce((left, count) => (count.status === 'fulfilled' ? left - count.value : left), quota);
  };
  const begin = async () => {
    done = leftNow().then((left) => work(Math.max(0, left)));
    // Its error is not one of the store that has the turns, so it is thrown below.
    await done.catch(() => undefined);
  };
  try {
    await turns.inTurn(owner, begin);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    // Links of other stores are made without the store that has the turns.
    if (done === undefined) await begin();
  }
  if (done === undefined) throw new Error('a turn was not taken');
  return done;
}

type Created = (CreateResult | RequestError)[];

/**
 * Creates links as long as there is room. Those that the owner has need none, wherever they stand in the list.
 *
 * @param left - the number of claims that the owner may still get
 */
export async function createWithin(
  left: number,
  requests: readonly CreateRequest[],
  create: (part: readonly CreateRequest[]) => Promise<Created>,
): Promise<Created> {
  const results: Created = [];
  const fill = async (places: readonly number[], isFull: boolean) => {
    const part = places.flatMap((place) => requests[place] ?? []);
    const made = await create(isFull ? part.map((request) => ({ ...request, isFull })) : part);
    for (const [index, place] of places.entries()) {
      const result = made[index];
      if (result !== undefined) results[place] = result;
    }
    return made;
  };
  let waiting = [...requests.keys()];
  if (waiting.length > left) {
    await fill(waiting, true);
    waiting = waiting.filter((place) => isRefused(results[place]));
  }
  for (let free = left; free > 0 && waiting.length > 0; ) {
    const made = await fill(waiting.splice(0, free), false);
    free -= made.filter((result) => 'wrote' in result && result.wrote === 'claim').length;
  }
  // One of them may have been made by then.
  if (waiting.length > 0 && left > 0) await fill(waiting, true);
  return results;
}

const isRefused = (result: Created[number] | undefined) =>
  result !== undefined && 'kind' in result && result.kind === 'full';
