/** Where work on the list of all links begins, and whether it ends with one store. */
import { RequestError } from '../errors/request-error.ts';
import { parameterFault } from '../http/schema.ts';
import { LIST_START, type LinkStore, type ListPosition, type ListRange } from './store.ts';

/**
 * @param from - the position; `null` = the first one
 * @param alone - the number of the only store; `null` = that of the position, and all after it
 * @throws RequestError 400 if there is no such store, or the position is in another one
 */
export async function listRange(
  store: Pick<LinkStore, 'registry'>,
  from: ListPosition | null,
  alone: number | null,
): Promise<ListRange> {
  if (alone === null) return { from: from ?? LIST_START, isAlone: false };
  const { shards } = await store.registry();
  const refused = (code: string, message: string) =>
    new RequestError('invalid-parameter', [parameterFault(code, 'store', message)]);
  if (alone >= shards) throw refused('store-unknown', `There are ${shards} stores: 0 to ${shards - 1}.`);
  if (from === null) return { from: { shard: alone, slug: '' }, isAlone: true };
  if (from.shard === alone) return { from, isAlone: true };
  throw refused('store-differs', `The cursor is in store ${from.shard}.`);
}
