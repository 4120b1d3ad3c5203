/** Durable Objects in memory, with the SQLite of Node: shards without the runtime, on any clock. */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { LinkShard } from '../../../worker/links/shard.ts';
import type { Shards } from '../../../worker/links/shards.ts';

/** The state of an object, and what the tests see of it. */
export interface MemoryState {
  readonly context: DurableObjectState;
  readonly sql: SqlStorage;
  /** The time of the alarm; `null` = none. */
  alarm: number | null;
  /** Work that goes on after an answer. */
  readonly work: Promise<unknown>[];
}

export function memoryState(): MemoryState {
  const database = new DatabaseSync(':memory:');
  const sql = {
    databaseSize: 4096,
    exec(query: string, ...values: readonly SQLInputValue[]) {
      // Several statements have no values.
      if (/;\s*\S/.test(query)) return database.exec(query);
      const statement = database.prepare(query);
      const columnNames = statement.columns().map(({ name }) => name);
      if (columnNames.length > 0)
        return Object.assign(
          statement.all(...values).map((row) => ({ ...row })),
          { columnNames },
        );
      return Object.assign([], { rowsWritten: Number(statement.run(...values).changes) });
    },
  };
  const storage = {
    sql,
    transactionSync<Result>(change: () => Result): Result {
      database.exec('SAVEPOINT change');
      try {
        return change();
      } catch (error) {
        database.exec('ROLLBACK TO change');
        throw error;
      } finally {
        database.exec('RELEASE change');
      }
    },
    getAlarm: async () => state.alarm,
    setAlarm: async (at: number) => {
      state.alarm = at;
    },
  };
  const work: Promise<unknown>[] = [];
  const context = { storage, waitUntil: (one: Promise<unknown>) => work.push(one) };
  const state: MemoryState = { context: context as never, sql: sql as never, alarm: null, work };
  return state;
}

/** A shard alone. */
export function memoryShard(bindings: object = {}): MemoryState & { readonly shard: LinkShard } {
  const state = memoryState();
  return Object.assign(state, { shard: new LinkShard(state.context, bindings as never) });
}

/** Shards that are made when they are first asked for. `calls` has the number and the method of each call. */
export function memoryShards() {
  const states = new Map<string, ReturnType<typeof memoryShard>>();
  const calls: string[] = [];
  /** What a call does before it reaches its shard: it may throw. */
  const before = { call: (_: string): unknown => undefined };
  const stateOf = (name: string) => {
    const state = states.get(name) ?? memoryShard({ LINKS: shards });
    states.set(name, state);
    return state;
  };
  const shards = {
    getByName: (name: string) =>
      new Proxy(
        { id: `id of ${name}` },
        {
          get(own, method) {
            if (method === 'id') return own.id;
            // A stub is no promise.
            if (method === 'then') return undefined;
            return async (...values: readonly unknown[]) => {
              const call = `${name} ${String(method)}`;
              calls.push(call);
              await before.call(call);
              const { shard } = stateOf(name);
              return Reflect.apply(Reflect.get(shard, method), shard, values);
            };
          },
        },
      ),
  };
  return { shards: shards as unknown as Shards, calls, before, stateOf };
}

export const AT = '2026-01-31T12:00:00.000Z';
export const NOW = Date.parse(AT);
