/** The shards as their callers see them: the namespace of the Durable Objects, and a second try where it may help. */
import type { LinkShard } from './shard.ts';

export type ShardStub = DurableObjectStub<LinkShard>;

/** The part of a namespace that is needed. */
export type Shards = Pick<DurableObjectNamespace<LinkShard>, 'getByName'>;

/** The wait before the second try is by chance up to this time, so that callers of one object do not come at once. */
const LONGEST_WAIT_MS = 200;

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
