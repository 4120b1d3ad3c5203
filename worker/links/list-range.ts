/** Where work on the list of all links begins, and whether it ends with one store. */
import { RequestError } from '../errors/request-error.ts';
import { StoreError } from '../errors/store-error.ts';
import { parameterFault } from '../http/schema.ts';
import type { PageRequest } from './request.ts';
import type { ShardStub } from './shards.ts';

/** A position in the list of all links: after this slug of this shard. */
export interface ListPosition {
  readonly shard: number;
  readonly slug: string;
}

export const LIST_START: ListPosition = { shard: 0, slug: '' };

/** A part of the list of all links: what follows a position, in every shard or in that one alone. */
export interface ListRange {
  readonly from: ListPosition;
  readonly isAlone: boolean;
}

/** What a list of all records is about, beside its range. */
export interface PagesOptions extends Partial<Pick<PageRequest, 'limit' | 'query'>> {
  /** Only what has changed. */
  readonly increment?: Increment | undefined;
}

/** An export of what has changed. Times are in milliseconds since 1970. */
interface Increment {
  readonly since: number;
  /** No change that the export lacks is before this time. */
  next: number;
}

/**
 * @param from - the position; `null` = the first one
 * @param alone - the number of the only store; `null` = that of the position, and all after it
 * @throws RequestError 400 if there is no such store, or the position is in another one
 */
export async function listRange(
  store: { readonly registry: () => Promise<{ readonly shards: number }> },
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

/**
 * Notes the time of a shard before its pages are read: what changes meanwhile is of the next export. A shard that
 * cannot write it, because its disk is full, is of the next export as a whole.
 */
export async function noteTime(increment: Increment, shard: ShardStub): Promise<void> {
  const told = await shard.tellTime().catch((error: unknown) => {
    if (error instanceof StoreError) return increment.since;
    throw error;
  });
  increment.next = Math.min(increment.next, told);
}
