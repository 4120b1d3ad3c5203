/**
 * The shards as their callers see them: the namespace of the Durable Objects, a second try where it may help, and a
 * count of what failed.
 */
import type { DurableObject } from 'cloudflare:workers';
import { HASH_LENGTH } from '../../src/links/slug.ts';
import type { StoreOperation } from '../metrics.ts';
import type { LinkShard } from './shard.ts';

export type ShardStub = DurableObjectStub<LinkShard>;

/** The part of a namespace that is needed. */
export type Shards = Pick<DurableObjectNamespace<LinkShard>, 'getByName'>;

/**
 * The number of shards, unless the first deployment chooses another. It never changes, because slugs are spread by it.
 */
export const DEFAULT_SHARDS = 16;

/** The wait before the second try is by chance up to this time, so that callers of one object do not come at once. */
const LONGEST_WAIT_MS = 200;

/**
 * The number of the shard of a slug: FNV-1a over its first ten characters, which all hash slugs of a URL share, in
 * lower case, so that slugs that differ in case alone are together.
 */
export function shardOf(slug: string, shards: number): number {
  let hash = 0x811c9dc5;
  for (const character of slug.slice(0, HASH_LENGTH).toLowerCase()) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  }
  return (((hash >>> 16) ^ hash) >>> 0) % shards;
}

/**
 * Asks a shard, and once more if the platform says that it may help: the object has just moved or restarted. A broken
 * stub stays broken, so the second try has a new one. An object that is overloaded is left alone.
 */
export async function askShard<Answer>(
  shards: Shards,
  number: number,
  ask: (shard: ShardStub) => Promise<Answer>,
  wait: (milliseconds: number) => Promise<unknown> = (milliseconds) => scheduler.wait(milliseconds),
): Promise<Answer> {
  const name = String(number);
  try {
    return await ask(shards.getByName(name));
  } catch (error) {
    if (!isRetryable(error)) throw error;
    await wait(Math.random() * LONGEST_WAIT_MS);
    return ask(shards.getByName(name));
  }
}

function isRetryable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  return Reflect.get(error, 'retryable') === true && Reflect.get(error, 'overloaded') !== true;
}

/** What can be asked of a shard. A follow may write clicks too, but its caller waits for what is read. */
const OPERATIONS = {
  registered: 'read',
  follow: 'read',
  read: 'read',
  page: 'read',
  figures: 'read',
  tryImport: 'read',
  chooseShards: 'write',
  block: 'write',
  unblock: 'write',
  create: 'write',
  import: 'write',
  bindKey: 'write',
  count: 'write',
  amend: 'write',
  repoint: 'write',
  handOver: 'write',
  purge: 'write',
} as const satisfies Readonly<Record<Exclude<keyof LinkShard, keyof DurableObject>, StoreOperation>>;

const operations: ReadonlyMap<PropertyKey, StoreOperation> = new Map(Object.entries(OPERATIONS));

/** The same shards. Each failure of a request to one of them is reported to `count`, those of first tries included. */
export function withFaultCount(shards: Shards, count: (operation: StoreOperation) => void): Shards {
  return { getByName: (name) => new Proxy(shards.getByName(name), { get: counted }) };

  function counted(shard: ShardStub, method: PropertyKey): unknown {
    const ask: unknown = Reflect.get(shard, method);
    const operation = operations.get(method);
    if (operation === undefined || typeof ask !== 'function') return ask;
    return async (...values: readonly unknown[]) => {
      try {
        return await Reflect.apply(ask, shard, values);
      } catch (error) {
        count(operation);
        throw error;
      }
    };
  }
}
