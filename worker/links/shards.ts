/**
 * The shards as their callers see them: the namespace of the Durable Objects, a second try where it may help, and one
 * kind of error for all that fails.
 */
import type { DurableObject } from 'cloudflare:workers';
import { HASH_LENGTH } from '../../src/links/slug.ts';
import { StoreError, type StoreProblem } from '../errors/store-error.ts';
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
    if (!(error instanceof StoreError && error.retryable)) throw error;
    await wait(Math.random() * LONGEST_WAIT_MS);
    return ask(shards.getByName(name));
  }
}

/** What can be asked of a shard. A follow may write clicks too, but its caller waits for what is read. */
const OPERATIONS = {
  registered: 'read',
  follow: 'read',
  read: 'read',
  page: 'read',
  figures: 'read',
  countOwn: 'read',
  inTurn: 'read',
  tellTime: 'write',
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
  tryWriting: 'write',
} as const satisfies Readonly<Record<Exclude<keyof LinkShard, keyof DurableObject>, StoreOperation>>;

const operations: ReadonlyMap<PropertyKey, StoreOperation> = new Map(Object.entries(OPERATIONS));

/** Hears what becomes of each request to a shard, those of first tries included. */
export interface ShardWatch {
  readonly failed: (error: StoreError, operation: StoreOperation) => void;
  /** The errors of stores that are in trouble, by their numbers. The others are not told when they answer. */
  readonly troubled: ReadonlyMap<number, StoreError>;
  readonly answered: (store: number) => void;
  /** Whether the disk is full now, or so nearly that nothing new is written. */
  readonly isFull: () => Promise<boolean>;
  /** Makes space on a full disk for what must be written, and says whether there may be some. */
  readonly makeSpace: () => Promise<boolean>;
}

/** The same shards. Whatever they throw is a {@link StoreError}. */
export function withStoreErrors(shards: Shards, watch: ShardWatch): Shards {
  return {
    getByName: (name) =>
      new Proxy(shards.getByName(name), { get: (shard, method) => watched(shard, Number(name), method) }),
  };

  function watched(shard: ShardStub, store: number, method: PropertyKey): unknown {
    const ask: unknown = Reflect.get(shard, method);
    const operation = operations.get(method);
    if (operation === undefined || typeof ask !== 'function') return ask;
    const askOnce = async (stub: ShardStub, values: readonly unknown[]): Promise<unknown> => {
      try {
        const answer: unknown = await Reflect.apply(Reflect.get(stub, method), stub, values);
        if (watch.troubled.has(store)) watch.answered(store);
        return answer;
      } catch (error) {
        const object = String(shard.id);
        const { isOpaque, ...what } = whatFailed(error);
        // A file that cannot be opened because the disk is full fails without a word about the disk.
        const isFull = isOpaque && operation === 'write' && (await watch.isFull());
        const problem = isFull ? 'store-full' : what.problem;
        const failure = new StoreError({ ...what, problem, store, object, operation: String(method) });
        watch.failed(failure, operation);
        throw failure;
      }
    };
    return async (...values: readonly unknown[]) => {
      try {
        return await askOnce(shard, values);
      } catch (error) {
        const isFull = error instanceof StoreError && error.problem === 'store-full';
        if (!isFull || !NEEDED.has(method) || !(await watch.makeSpace())) throw error;
        // Nothing was written, and the object of before is broken.
        return askOnce(shards.getByName(String(store)), values);
      }
    };
  }
}

/** What must be written on a full disk, too: blocks, deletions, and the ends of claims. Twice is the same as once. */
const NEEDED: ReadonlySet<PropertyKey> = new Set(['block', 'unblock', 'amend']);

/** How messages of SQLite end in workerd. Their beginning may quote a query. */
const SQLITE_CODE = /: (SQLITE_[A-Z_]+)(?: \(extended: SQLITE_[A-Z_]+\))?$/;

/** What workerd says of an error that only its own log has, with a number to find it there. */
const INTERNAL = /^internal error; reference = (\w+)$/;

/** Codes that a wrong query has, however well the store is. */
const FAULTS_OF_QUERIES: ReadonlySet<string> = new Set(
  ['ERROR', 'CONSTRAINT', 'MISMATCH', 'MISUSE', 'RANGE', 'TOOBIG', 'AUTH'].map((code) => `SQLITE_${code}`),
);

/**
 * What an error of a Durable Object says. SQLite refuses a query with its code; so does a commit of a full disk, which
 * fails after the method has returned. A commit to a damaged file, and a file that cannot be opened, have only a number
 * in the log of workerd: they are opaque. `remote` marks what the code of the object threw.
 */
function whatFailed(error: unknown) {
  const marks = typeof error === 'object' && error !== null ? error : {};
  const isMarked = (mark: string) => Reflect.get(marks, mark) === true;
  const { name, message } = error instanceof Error ? error : { name: typeof error, message: '' };
  const [, code] = SQLITE_CODE.exec(message) ?? [];
  const [, reference] = INTERNAL.exec(message) ?? [];
  const overloaded = isMarked('overloaded');
  const problem = (): StoreProblem => {
    if (code === 'SQLITE_FULL') return 'store-full';
    const isOurs = code === undefined ? isMarked('remote') || name !== 'Error' : FAULTS_OF_QUERIES.has(code);
    return isOurs ? 'internal-error' : 'store-away';
  };
  const state = ['overloaded', 'durableObjectReset', 'retryable'].find(isMarked);
  const cause = code ?? (reference === undefined ? (state ?? name) : `workerd ${reference}`);
  const retryable = isMarked('retryable') && !overloaded;
  return { problem: problem(), cause, isOpaque: reference !== undefined, retryable };
}
