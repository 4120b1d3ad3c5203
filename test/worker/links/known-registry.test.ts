/** What an isolate knows about all links, and how it goes on without the first shard. The clock is the test's own. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WideBlock } from '../../../src/links/blocks.ts';
import { StoreError, type StoreProblem } from '../../../worker/errors/store-error.ts';
import { RegistryReader } from '../../../worker/links/known-registry.ts';
import type { Registered } from '../../../worker/links/registry.ts';
import { askShard, type Shards, type ShardWatch, withStoreErrors } from '../../../worker/links/shards.ts';

const MINUTE = 60_000;

const QUIET: ShardWatch = {
  failed: () => {},
  troubled: new Map(),
  answered: () => {},
  isFull: async () => false,
  makeSpace: async () => false,
};

const block: WideBlock = { kind: 'host', value: 'a.example', reason: 'By order.', at: '2026-01-31T12:00:00.000Z' };

/** What each shard answers, or the error that it throws; and the shards that were asked. */
let answers: Map<string, Registered | Error>;
let asked: string[];
/** Waits that never end, unless a test ends them. */
const never = () => new Promise<void>(() => {});
let shards: Shards;
let errors: string[];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 31, 12) });
  answers = new Map([['0', { shards: 4, version: 1, blocks: [block] }]]);
  asked = [];
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((line: string) => void errors.push(line));
  shards = shardsThat(async (name, method) => {
    asked.push(name);
    if (method === 'chooseShards') return undefined;
    const answer = answers.get(name) ?? { shards: null, version: 0, blocks: [] };
    if (answer instanceof Error) throw answer;
    return answer;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Shards whose calls a function answers. */
function shardsThat(answer: (name: string, method: string) => Promise<unknown>): Shards {
  const namespace = {
    getByName: (name: string) => new Proxy({}, { get: (_, method) => () => answer(name, String(method)) }),
  };
  return namespace as never;
}

const away = () => Object.assign(new Error('Durable Object is overloaded.'), { overloaded: true });
const readerOf = (wanted: number | null = null) => new RegistryReader(shards, wanted, never);

test('the first shard is asked once in most of a minute, earlier for what is copied', async () => {
  const reader = readerOf();
  await reader.read();
  vi.advanceTimersByTime(24_000 - 1);
  await reader.read(true);
  vi.advanceTimersByTime(20_000);
  await reader.read();
  expect(asked).toEqual(['0']);
  await reader.read(true);
  expect(asked).toEqual(['0', '0']);
  vi.advanceTimersByTime(55_000);
  await reader.read();
  expect(asked).toEqual(['0', '0', '0']);
});

test('isolates that started together do not ask together', async () => {
  const ages = new Set<number>();
  for (let isolate = 0; isolate < 10; isolate++) {
    const reader = readerOf();
    await reader.read();
    asked = [];
    let age = 0;
    for (; asked.length === 0; age += 500) {
      vi.advanceTimersByTime(500);
      await reader.read();
    }
    ages.add(age);
    expect(age).toBeGreaterThan(40_000);
    expect(age).toBeLessThanOrEqual(56_000);
  }
  expect(ages.size).toBeGreaterThan(3);
});

describe('without the first shard for an hour', () => {
  test('an isolate goes on with what it knows, and says so once', async () => {
    const reader = readerOf();
    await reader.read();
    answers.set('0', away());
    for (let minute = 0; minute < 60; minute++) {
      vi.advanceTimersByTime(MINUTE);
      const { shards, blocks, readAt } = await reader.read();
      expect([shards, blocks.list, readAt]).toEqual([4, [block], Date.now()]);
    }
    expect(reader.isFirstAway).toBe(true);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain('"fault":"FirstStoreAway"');
    expect(errors[0]).toContain('2026-01-31T12:00:00.000Z');
    answers.set('0', { shards: 4, version: 2, blocks: [] });
    vi.advanceTimersByTime(MINUTE);
    expect((await reader.read()).blocks.list).toEqual([]);
    expect([reader.isFirstAway, errors.length]).toEqual([false, 2]);
    expect(errors[1]).toContain('"fault":"FirstStoreBack"');
  });

  test('it is asked again every ten seconds, not by every request', async () => {
    const reader = readerOf();
    await reader.read();
    answers.set('0', away());
    vi.advanceTimersByTime(MINUTE);
    await reader.read();
    asked = [];
    for (let second = 0; second < 60; second++) {
      vi.advanceTimersByTime(1000);
      await reader.read();
    }
    expect(asked).toHaveLength(6);
  });

  test('a new isolate takes the newest copy of the others', async () => {
    answers.set('0', away());
    answers.set('1', away());
    answers.set('2', { shards: 4, version: 1, blocks: [] });
    answers.set('3', { shards: 4, version: 2, blocks: [block] });
    const reader = readerOf(4);
    const { shards, blocks } = await reader.read();
    expect([shards, blocks.list]).toEqual([4, [block]]);
    expect(errors[0]).toContain('the copy in another store');
  });

  test('a new isolate without a copy fails with the error of the first shard', async () => {
    answers.set('0', away());
    await expect(readerOf().read()).rejects.toThrow('overloaded');
  });

  test('a shard that never answers counts as away, and so does another one', async () => {
    const silent = shardsThat(async (name) =>
      name === '0' || name === '2' ? never() : { shards: 4, version: 1, blocks: [] },
    );
    const waits: number[] = [];
    const reader = new RegistryReader(silent, 4, async (milliseconds) => void waits.push(milliseconds));
    expect((await reader.read()).shards).toBe(4);
    expect(new Set(waits)).toEqual(new Set([5000]));
  });

  test('another number of shards is refused by the copies, too', async () => {
    answers.set('0', away());
    answers.set('1', { shards: 4, version: 1, blocks: [] });
    await expect(readerOf(2).read()).rejects.toThrow('LINK_SHARDS must be 4');
  });
});

test('while one request asks, the others go on with what is known', async () => {
  let answer: ((registered: Registered) => void) | null = null;
  let calls = 0;
  const slow = shardsThat(async () => {
    calls++;
    const registered: Registered = { shards: 4, version: calls, blocks: [] };
    return calls === 1 ? registered : new Promise<Registered>((resolve) => (answer = resolve));
  });
  const reader = new RegistryReader(slow, 4, never);
  await reader.read();
  vi.advanceTimersByTime(MINUTE);
  const first = reader.read();
  expect((await reader.read()).version).toBe(1);
  expect(calls).toBe(2);
  Reflect.apply(answer ?? never, null, [{ shards: 4, version: 2, blocks: [] }]);
  expect((await first).version).toBe(2);
});

test('a first shard that is empty while others have copies has lost its data', async () => {
  answers.set('0', { shards: null, version: 0, blocks: [] });
  answers.set('7', { shards: 16, version: 3, blocks: [block] });
  await expect(readerOf().read()).rejects.toThrow('The first of 16 stores of short links is empty');
});

describe('a call that fails', () => {
  const failing = (errors: readonly unknown[]) => {
    let calls = 0;
    const shards = shardsThat(async () => {
      const error = errors[calls++];
      if (error !== undefined) throw error;
      return 'answer';
    });
    return {
      ask: () =>
        askShard(
          withStoreErrors(shards, QUIET),
          3,
          async (shard) => shard.read('x'),
          async () => {},
        ),
      calls: () => calls,
    };
  };
  const moved = Object.assign(new Error('moved'), { retryable: true });

  test('is tried once more where the platform says that it may help', async () => {
    const { ask, calls } = failing([moved]);
    expect([await ask(), calls()]).toEqual(['answer', 2]);
  });

  test.each([
    ['twice', [moved, moved], 2],
    ['because of the code of the shard', [Object.assign(new Error('ours'), { remote: true })], 1],
    ['with a text', ['text'], 1],
    ['with nothing', [null], 1],
    ['because the object is overloaded', [Object.assign(new Error('busy'), { retryable: true, overloaded: true })], 1],
  ])('%s fails', async (_, errors, expected) => {
    const { ask, calls } = failing(errors);
    await expect(ask()).rejects.toBeInstanceOf(StoreError);
    expect([errors.length, calls()]).toEqual([expected, expected]);
  });

  const remote = (message: string) => Object.assign(new Error(message), { remote: true });
  const reset = (message: string) => Object.assign(new Error(message), { durableObjectReset: true });

  // What workerd throws for each was tried with its binary; the marks of the platform are those of its documentation.
  test.each<[string, unknown, StoreProblem, string]>([
    ['a full disk', reset('database or disk is full: SQLITE_FULL'), 'store-full', 'SQLITE_FULL'],
    ['a full disk in a query', remote('database or disk is full: SQLITE_FULL'), 'store-full', 'SQLITE_FULL'],
    ['damaged pages', remote('database disk image is malformed: SQLITE_CORRUPT'), 'store-away', 'SQLITE_CORRUPT'],
    [
      'a detailed code',
      remote('disk I/O error: SQLITE_IOERR (extended: SQLITE_IOERR_READ)'),
      'store-away',
      'SQLITE_IOERR',
    ],
    ['a code that is quoted', remote('no such table: SQLITE_FULL: x'), 'internal-error', 'Error'],
    ['a wrong query', remote('near "a": syntax error: SQLITE_ERROR'), 'internal-error', 'SQLITE_ERROR'],
    ['a broken rule', remote('UNIQUE constraint failed: SQLITE_CONSTRAINT'), 'internal-error', 'SQLITE_CONSTRAINT'],
    ['a file that is no database', new Error('internal error; reference = fb9odqm6'), 'store-away', 'workerd fb9odqm6'],
    ['a code of ours', remote('a link vanished'), 'internal-error', 'Error'],
    ['a value that cannot be sent', new TypeError('cannot be cloned'), 'internal-error', 'TypeError'],
    ['an overloaded object', Object.assign(new Error('busy'), { overloaded: true }), 'store-away', 'overloaded'],
    ['an object that was reset', reset('exceeded its memory limit and was reset'), 'store-away', 'durableObjectReset'],
    ['a lost connection', moved, 'store-away', 'retryable'],
    ['a text', 'secret', 'internal-error', 'string'],
  ])('by %s is told without its message', async (_, error, problem, cause) => {
    const failed: unknown[] = [];
    const refusing = shardsThat(async () => Promise.reject(error));
    const watch = { ...QUIET, failed: (error: StoreError, operation: string) => failed.push([operation, error]) };
    const shard = withStoreErrors(refusing, watch).getByName('3');
    const thrown: unknown[] = [];
    for (const asked of [shard.read('x'), shard.repoint([])]) await asked.catch((error) => thrown.push(error));
    expect(failed).toEqual([
      ['read', thrown[0]],
      ['write', thrown[1]],
    ]);
    expect(thrown).toMatchObject([
      { problem, store: 3, logged: { store: 3, operation: 'read', cause } },
      { problem, store: 3, logged: { store: 3, operation: 'repoint', cause } },
    ]);
  });
});

describe('with the chance fixed', () => {
  test.each([
    [0, false, 55_000],
    [1, false, 44_000],
    [0.5, false, 49_500],
    [0, true, 30_000],
    [1, true, 24_000],
  ])('of %d, the registry is old, for copies %s, after %i ms', async (chance, isCopied, age) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    const reader = readerOf();
    const { readAt } = await reader.read();
    vi.setSystemTime(readAt + age - 1);
    await reader.read(isCopied);
    expect(asked).toHaveLength(1);
    vi.setSystemTime(readAt + age);
    await reader.read(isCopied);
    expect(asked).toHaveLength(2);
    // While the first shard is away, it is asked after ten seconds.
    answers.set('0', away());
    reader.forget();
    answers.set('1', { shards: 4, version: 1, blocks: [] });
    await reader.read();
    asked = [];
    for (const elapsed of [9999, 1]) {
      vi.setSystemTime(Date.now() + elapsed);
      await reader.read(isCopied);
      expect(asked.length).toBe(elapsed === 1 ? 1 : 0);
    }
  });

  test('a second try comes after a wait of up to a fifth of a second', async () => {
    const waits: number[] = [];
    const moved = shardsThat(async () => {
      throw Object.assign(new Error('moved'), { retryable: true });
    });
    for (const chance of [0, 0.5, 1]) {
      vi.spyOn(Math, 'random').mockReturnValue(chance);
      const asking = askShard(
        withStoreErrors(moved, QUIET),
        1,
        (shard) => shard.read('x'),
        async (time) => void waits.push(time),
      );
      await expect(asking).rejects.toMatchObject({ store: 1, retryable: true });
    }
    expect(waits).toEqual([0, 100, 200]);
  });
});

test('a clock that is set back makes the registry old', async () => {
  const reader = readerOf();
  await reader.read();
  vi.setSystemTime(Date.now() - 30_000);
  await reader.read();
  expect(asked).toHaveLength(1);
  vi.setSystemTime(Date.now() - 30_000);
  await reader.read();
  expect(asked).toHaveLength(2);
});

test('what is forgotten is asked for with no version, and what is old with its own', async () => {
  const versions: unknown[] = [];
  const namespace = {
    getByName: () => ({ registered: async (version: unknown) => versions.push(version) && registered }),
  };
  const registered: Registered = { shards: 4, version: 7, blocks: null };
  const reader = new RegistryReader(namespace as never, 4, never);
  const first = await reader.read();
  expect([first.blocks.list, first.readAt]).toEqual([[], Date.now()]);
  vi.advanceTimersByTime(MINUTE);
  expect((await reader.read()).blocks).toBe(first.blocks);
  reader.forget();
  await reader.read();
  expect(versions).toEqual([null, 7, null]);
});

test('the others ask, too, if a request has waited for five seconds', async () => {
  let calls = 0;
  const stuck = shardsThat(async () => {
    calls++;
    return calls === 1 ? { shards: 4, version: 1, blocks: [] } : never();
  });
  const reader = new RegistryReader(stuck, 4, never);
  await reader.read();
  vi.advanceTimersByTime(MINUTE);
  void reader.read();
  vi.advanceTimersByTime(4999);
  await reader.read();
  expect(calls).toBe(2);
  vi.advanceTimersByTime(1);
  void reader.read();
  expect(calls).toBe(3);
});

test('copies are asked for four at a time, and no more than fifteen', async () => {
  answers.set('0', away());
  await expect(readerOf(100).read()).rejects.toThrow('overloaded');
  expect([asked.length, new Set(asked).size]).toEqual([16, 16]);
  asked = [];
  for (let shard = 1; shard < 9; shard++) answers.set(String(shard), { shards: 9, version: 1, blocks: [] });
  expect((await readerOf(9).read()).version).toBe(1);
  expect(asked).toHaveLength(5);
  asked = [];
  await expect(readerOf(1).read()).rejects.toThrow('overloaded');
  expect(asked).toEqual(['0']);
});

test('a first deployment chooses the number of shards, unless another isolate has', async () => {
  const choices: number[] = [];
  let chosen: number | null = null;
  const namespace = {
    getByName: (name: string) => ({
      registered: async () => ({ shards: name === '0' ? chosen : null, version: 0, blocks: [] }),
      chooseShards: async (shards: number) => {
        choices.push(shards);
        chosen = shards;
      },
    }),
  };
  expect((await new RegistryReader(namespace as never, null, never).read()).shards).toBe(16);
  expect((await new RegistryReader(namespace as never, null, never).read()).shards).toBe(16);
  chosen = null;
  expect((await new RegistryReader(namespace as never, 5, never).read()).shards).toBe(5);
  expect(choices).toEqual([16, 5]);
  await expect(new RegistryReader(namespace as never, 6, never).read()).rejects.toThrow(
    'LINK_SHARDS must be 5, as at the first deployment.',
  );
});

test('every method of a shard is a read or a write, and nothing else is counted', async () => {
  const counted: string[] = [];
  const failing = () => Promise.reject(new Error('no'));
  const reads = ['registered', 'follow', 'read', 'page', 'figures', 'tryImport', 'countOwn', 'inTurn'];
  const writes = ['chooseShards', 'block', 'unblock', 'create', 'import', 'bindKey', 'count', 'amend', 'repoint'];
  const names = [...reads, ...writes, 'handOver', 'tellTime', 'tryWriting'];
  const target = { id: 'id', fetch: failing, ...Object.fromEntries(names.map((name) => [name, failing])) };
  const watch = { ...QUIET, failed: (_: StoreError, operation: string) => counted.push(operation) };
  const shard = withStoreErrors({ getByName: () => target } as never, watch).getByName('1');
  for (const name of ['fetch', ...names]) {
    const asked: Promise<unknown> = Reflect.apply(Reflect.get(shard, name), shard, []);
    await asked.catch(() => undefined);
  }
  expect(counted).toEqual([...reads.map(() => 'read'), ...writes.map(() => 'write'), 'write', 'write', 'write']);
  expect([
    shard.id,
    Reflect.get(withStoreErrors({ getByName: () => ({ page: 1 }) } as never, watch).getByName('1'), 'page'),
  ]).toEqual([...['id', 1]]);
});
