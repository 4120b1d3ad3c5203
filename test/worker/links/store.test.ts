/** All links without the runtime: which shards each question goes to, and what the two kinds of stores wait for. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { digestOf } from '../../../src/links/slug.ts';
import { StoreError } from '../../../worker/errors/store-error.ts';
import { ClickCounter } from '../../../worker/links/click-counter.ts';
import { LIST_START, type ListPosition, type ListRange } from '../../../worker/links/list-range.ts';
import { BRISK, PATIENT, STEADY } from '../../../worker/links/pace.ts';
import { shardOf, withStoreErrors } from '../../../worker/links/shards.ts';
import type { LinkStore } from '../../../worker/links/store.ts';
import { StoreFailures } from '../../../worker/links/store-failures.ts';
import { LocalStore, ShardedStore } from '../../../worker/links/stores.ts';
import { AT, memoryShards, NOW } from './storage.ts';

const SHARDS = 3;

const WHOLE: ListRange = { from: LIST_START, isAlone: false };
const from = (shard: number, slug = '', isAlone = false): ListRange => ({ from: { shard, slug }, isAlone });

let stores: ReturnType<typeof memoryShards>;
let waits: number[];
let clicks: ClickCounter;
let store: LinkStore;
let work: Promise<void>[];
let failed: StoreFailures;
let watched: string[];
beforeEach(() => {
  failed = new StoreFailures();
  watched = [];
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  waits = [];
  work = [];
  vi.stubGlobal('scheduler', { wait: async (milliseconds: number) => pauseFor(milliseconds) });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  stores = memoryShards();
  clicks = new ClickCounter(60_000, Date.now, () => new Promise(() => {}));
  const shards = withStoreErrors(stores.shards, {
    answered: () => {},
    troubled: new Map(),
    isFull: async () => false,
    makeSpace: async () => false,
    failed: ({ store, message }, operation) => watched.push(`${store} ${operation} ${message}`),
  });
  store = new ShardedStore(shards, SHARDS, clicks);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A deadline of an answer is never reached. */
const pauseFor = (milliseconds: number) => {
  if (milliseconds >= 5000) return new Promise<void>(() => {});
  waits.push(milliseconds);
  return undefined;
};
const asked = (method: string) => stores.calls.filter((call) => call.endsWith(` ${method}`)).map((call) => call[0]);
const make = (alias: string | null, url = `go:${alias}`) =>
  store.create([{ url, alias, owner: 'a', key: null }]).then(([result]) => result);
const record = (slug: string) => {
  const claims = [{ owner: 'a', createdAt: AT, expiresAt: null, title: null, note: null }];
  return { slug, url: `go:${slug}`, createdAt: AT, clicks: 1, lastClickAt: AT, blocked: null, claims };
};
const put = (slugs: readonly string[]) => store.import(slugs.map((slug) => ({ record: record(slug), digest: null })));
/** Slugs of one shard. */
const slugsIn = (shard: number, count: number) =>
  Array.from({ length: 4000 }, (_, index) => `a${10_000 + index}`)
    .filter((slug) => shardOf(slug, SHARDS) === shard)
    .slice(0, count);
/** The pages of a list, by their slugs. */
async function collect(pages: ReturnType<LinkStore['pages']>): Promise<string[][]> {
  const found: string[][] = [];
  for await (const page of pages) found.push(page.map(({ slug }) => slug));
  return found;
}
const follow = (text: string) => store.follow(text, (one) => work.push(one));

test('links are created in the shards of their slugs, and answered in the order of the requests', async () => {
  const [a = '', b = ''] = [...slugsIn(2, 1), ...slugsIn(1, 1)];
  const requests = [a, b, null, a].map((alias) => ({ url: `go:${alias}`, alias, owner: 'a', key: null }));
  const results = await store.create(requests);
  const hash = (await digestOf('go:null')).slice(0, 10);
  expect(results.map((result) => 'kind' in result && [result.kind, 'link' in result && result.link.slug])).toEqual([
    ...[
      ['created', a],
      ['created', b],
      ['created', hash],
      ['existing', a],
    ],
  ]);
  expect((await store.read(a.toUpperCase()))?.slug).toBe(a);
  expect(stores.stateOf('2').shard.read(a)?.url).toBe(`go:${a}`);
});

test('a follow reads a text as it is, then in lower case, then with misread letters', async () => {
  const link = await make(null, 'go:x');
  const slug = link !== undefined && 'link' in link ? link.link.slug : '';
  for (const text of [slug, slug.toUpperCase(), slug.replaceAll('0', 'o').replaceAll('1', 'i')]) {
    expect((await follow(text))?.slug).toBe(slug);
  }
  stores.calls.length = 0;
  expect([await follow('a/b'), asked('follow').length]).toEqual([null, 0]);
  expect([await follow('yadkkg582q'), asked('follow').length]).toEqual([null, 1]);
  expect([await follow('yadkkg582o'), asked('follow').length]).toEqual([null, 3]);
});

describe('a click', () => {
  const clicksOf = (slug: string) => stores.stateOf(String(shardOf(slug, SHARDS))).shard.read(slug)?.clicks;

  test('is counted by its shard, then held here until somebody reads the link', async () => {
    await put(['x', 'y']);
    await follow('x');
    expect([clicksOf('x'), work.length]).toEqual([2, 0]);
    await follow('X');
    await follow('x');
    await follow('x');
    expect([clicksOf('x'), work.length]).toEqual([3, 1]);
    store.countClick('y', (one) => work.push(one));
    expect((await store.read('X'))?.clicks).toBe(5);
    expect([clicksOf('y'), work.length]).toEqual([1, 1]);
    expect((await store.list('everything', WHOLE, { limit: 9, query: '' })).links.map(({ clicks }) => clicks)).toEqual([
      ...(shardOf('x', SHARDS) <= shardOf('y', SHARDS) ? [5, 2] : [2, 5]),
    ]);
  });

  test('on a link that is gone is not held', async () => {
    await store.import([{ record: { ...record('x'), claims: [] }, digest: null }]);
    for (let time = 0; time < 3; time++) await follow('x');
    expect([work.length, clicksOf('x')]).toEqual([0, 1]);
  });

  test('that is due goes along with a follow in its shard, and is kept if that fails', async () => {
    const [a = '', b = ''] = slugsIn(1, 2);
    const [other = ''] = slugsIn(2, 1);
    await put([a, b, other]);
    for (const slug of [a, other]) store.countClick(slug, () => undefined);
    vi.setSystemTime(NOW + 60_000);
    stores.before.call = (call) => {
      if (call.endsWith('follow')) throw new Error('away');
    };
    await expect(follow(b)).rejects.toThrow('away');
    stores.before.call = () => undefined;
    vi.setSystemTime(NOW + 120_000);
    await follow(b);
    expect([clicksOf(a), clicksOf(b), clicksOf(other)]).toEqual([2, 2, 1]);
  });

  test('that a full disk refuses does not keep others from following a link, and is kept', async () => {
    const [a = '', b = ''] = slugsIn(1, 2);
    await put([a, b]);
    store.countClick(a, () => undefined);
    vi.setSystemTime(NOW + 60_000);
    let follows = 0;
    stores.before.call = (call) => {
      if (call.endsWith('follow') && follows++ === 0) throw new Error('disk full');
    };
    expect(await follow(b)).toMatchObject({ slug: b });
    expect([follows, clicksOf(a), clicksOf(b)]).toEqual([2, 1, 2]);
    expect((await store.read(a))?.clicks).toBe(2);
  });

  test('that a shard refuses is held, and the others are written', async () => {
    const [a = '', b = ''] = [...slugsIn(1, 1), ...slugsIn(2, 1)];
    await put([a, b]);
    for (const slug of [a, b]) store.countClick(slug, () => undefined);
    stores.before.call = (call) => {
      if (call === '1 count') throw new Error('away');
    };
    await store.list('everything', WHOLE, { limit: 1, query: '' });
    expect([clicksOf(a), clicksOf(b)]).toEqual([1, 2]);
    expect(console.error).toHaveBeenCalledTimes(1);
    stores.before.call = () => undefined;
    await store.list('everything', WHOLE, { limit: 1, query: '' });
    expect([clicksOf(a), clicksOf(b)]).toEqual([2, 2]);
  });
});

test('blocks are in force here at once', async () => {
  const block = { kind: 'host', value: 'a.example', reason: 'R', at: AT } as const;
  await store.registry();
  await store.block([]);
  expect(asked('block')).toEqual([]);
  await store.block([block]);
  expect((await store.registry()).blocks.list).toEqual([block]);
  expect([await store.unblock(block), (await store.registry()).blocks.list]).toEqual([true, []]);
  expect(await store.unblock(block)).toBe(false);
});

test('the registry is younger for what is copied', async () => {
  await store.registry();
  vi.setSystemTime(NOW + 40_000);
  await store.registry('menu');
  await store.registry();
  const before = asked('registered').length;
  await store.registry('yadkkg582q');
  expect(asked('registered').length).toBe(before + 1);
});

test('a key is bound in the shard of its owner, by the digest of the body', async () => {
  expect(await store.bindKey('a', 'k', 'body')).toBe(true);
  expect([await store.bindKey('a', 'k', 'body'), await store.bindKey('a', 'k', 'other')]).toEqual([true, false]);
  expect(new Set(asked('bindKey')).size).toBe(1);
  for (let index = 0; index < 20; index++) await store.bindKey(`o${index}`, 'k', 'body');
  expect(new Set(asked('bindKey')).size).toBe(SHARDS);
});

test('what changes one link, or links of one shard, goes to it', async () => {
  const [a = '', b = ''] = slugsIn(1, 2);
  await put([a, b]);
  await store.amend(a, { name: 'a', admin: false }, { title: 'T' });
  await store.repoint([{ slug: a, url: `go:${a}`, newUrl: 'go:new' }]);
  expect(await store.handOver([a, b], 'a', 'b')).toEqual([a, b]);
  expect(await store.read(a)).toMatchObject({ url: 'go:new', claims: [{ owner: 'b', title: 'T' }] });
  await store.amend(a, { name: 'root', admin: true }, { purge: true });
  expect(await store.read(a)).toMatchObject({ url: '', claims: [] });
  stores.calls.length = 0;
  await store.repoint([]);
  expect([await store.handOver([], 'a', 'b'), stores.calls]).toEqual([[], []]);
});

describe('a list', () => {
  const all = () => [0, 1, 2].flatMap((shard) => slugsIn(shard, 3));

  test.each([1, 2, 3, 4, 8, 9, 10])('in pages of %i has every link once', async (limit) => {
    await put(all());
    const found: string[] = [];
    let pages = 0;
    for (let from: ListPosition | null = LIST_START; from !== null; pages++) {
      const page: Awaited<ReturnType<LinkStore['list']>> = await store.list(
        'everything',
        { from, isAlone: false },
        { limit, query: '' },
      );
      expect(page.links.length).toBeLessThanOrEqual(limit);
      found.push(...page.links.map(({ slug }) => slug));
      from = page.next;
    }
    expect([found, pages]).toEqual([all(), Math.ceil(9 / limit)]);
    const streamed = await collect(store.pages('everything', WHOLE, failed, { limit }));
    expect(streamed.flat()).toEqual(all());
    expect(Math.max(...streamed.map(({ length }) => length))).toBe(Math.min(limit, 3));
    // What becomes of a page is a slice.
    expect(waits).toHaveLength(3 + streamed.length);
    const rest = await collect(store.pages('everything', from(1, all()[4]), failed));
    expect(rest.flat()).toEqual(all().slice(5));
  });

  test('has the links of its scope and its search', async () => {
    await put(all());
    const [one = '', two = ''] = all();
    const options = { limit: 5, query: one };
    expect((await store.list('everything', WHOLE, options)).links.map(({ slug }) => slug)).toEqual([one]);
    expect((await store.list({ owner: 'b' }, WHOLE, { ...options, query: '' })).links).toEqual([]);
    const found = await collect(store.pages({ owner: 'a' }, WHOLE, failed, { query: two }));
    expect(found).toEqual([[two]]);
  });

  test('asks at most a hundred shards', async () => {
    store = new ShardedStore(stores.shards, 102, clicks);
    const { next } = await store.list('everything', WHOLE, { limit: 1, query: '' });
    expect([next, asked('page').length]).toEqual([{ shard: 100, slug: '' }, 100]);
    expect((await store.list('everything', from(2), { limit: 1, query: '' })).next).toBe(null);
  });
});

describe('while one shard fails', () => {
  const all = () => [0, 1, 2].flatMap((shard) => slugsIn(shard, 3));
  const breakDown = (number: string) => {
    stores.before.call = (call) => {
      if (call.startsWith(`${number} `)) throw new Error('damaged: SQLITE_CORRUPT');
    };
  };
  const problems = (failed: StoreFailures) =>
    failed
      .problems({ url: 'https://w.example/', environment: { basePath: '' } })
      .map(({ store, status, title }) => [store, status, title]);
  const AWAY = [1, 503, 'A store of short links does not answer'];

  test('lists go on with the others, in pages of any length, and say which', async () => {
    await put(all());
    breakDown('1');
    const rest = [...slugsIn(0, 3), ...slugsIn(2, 3)];
    for (const limit of [1, 2, 3, 4, 9]) {
      const found: string[] = [];
      const told: unknown[] = [];
      for (let at: ListPosition | null = LIST_START; at !== null; ) {
        const page: Awaited<ReturnType<LinkStore['list']>> = await store.list(
          'everything',
          { from: at, isAlone: false },
          { limit, query: '' },
        );
        found.push(...page.links.map(({ slug }) => slug));
        told.push(...problems(page.failed));
        at = page.next;
      }
      expect([found, told[0]]).toEqual([rest, AWAY]);
    }
    const streamed = await collect(store.pages('everything', WHOLE, failed, { limit: 2 }));
    expect([streamed.flat(), problems(failed)]).toEqual([rest, [AWAY]]);
  });

  test('an export of changes goes on with the others, and the next one has them again', async () => {
    await put(all());
    const exported = async (range: ListRange) => {
      const increment = { since: NOW, next: Number.POSITIVE_INFINITY };
      const slugs = (await collect(store.pages('everything', range, failed, { increment }))).flat();
      return [slugs, increment.next];
    };
    vi.setSystemTime(NOW + 5);
    expect(await exported(WHOLE)).toEqual([all(), NOW + 5]);
    expect(await exported({ from: { shard: 1, slug: '' }, isAlone: true })).toEqual([slugsIn(1, 3), NOW + 5]);
    expect(await exported(from(1, slugsIn(1, 1)[0]))).toEqual([[...slugsIn(1, 3).slice(1), ...slugsIn(2, 3)], NOW]);
    breakDown('1');
    expect(await exported(WHOLE)).toEqual([[...slugsIn(0, 3), ...slugsIn(2, 3)], NOW]);
    expect(problems(failed)).toEqual([AWAY]);
  });

  test('an export of changes has those of a shard that cannot write, and the next one has them again', async () => {
    await put(all());
    stores.before.call = (call) => {
      if (call === '1 tellTime') throw new Error('database or disk is full: SQLITE_FULL');
    };
    const increment = { since: NOW, next: Number.POSITIVE_INFINITY };
    vi.setSystemTime(NOW + 5);
    const streamed = await collect(store.pages('everything', WHOLE, failed, { increment }));
    expect([streamed.flat(), increment.next, failed.size]).toEqual([all(), NOW, 0]);
  });

  test('an export that broke off in it goes on behind it', async () => {
    await put(all());
    breakDown('1');
    const streamed = await collect(store.pages('everything', from(1, slugsIn(1, 1)[0]), failed));
    expect([streamed.flat(), failed.size]).toEqual([slugsIn(2, 3), 1]);
  });

  test('one that fails for its caller has no further pages', async () => {
    await put(all());
    const pages = store.pages('everything', WHOLE, failed, { limit: 1 });
    await pages.next();
    breakDown('0');
    await store.read(slugsIn(0, 1)[0] ?? '').catch((error: unknown) => failed.add(error));
    stores.before.call = () => undefined;
    expect((await collect(pages)).flat()).toEqual([...slugsIn(1, 3), ...slugsIn(2, 3)]);
    expect(() => failed.add(new Error('ours'))).toThrow('ours');
  });

  test('one store is asked alone, and its failure is that of the request', async () => {
    await put(all());
    expect((await collect(store.pages('everything', from(1, '', true), failed))).flat()).toEqual(slugsIn(1, 3));
    const options = { limit: 9, query: '' };
    const { links, next } = await store.list('everything', from(1, '', true), options);
    expect([links.map(({ slug }) => slug), next]).toEqual([slugsIn(1, 3), null]);
    breakDown('1');
    await expect(store.list('everything', from(1, '', true), options)).rejects.toMatchObject({ problem: 'store-away' });
    stores.before.call = (call) => {
      if (call.endsWith('page')) throw new Error('away');
    };
    await expect(store.list('everything', WHOLE, options)).rejects.toMatchObject({ problem: 'store-away' });
  });

  test('what it does not write has its error as a result, and all else is written', async () => {
    await store.registry();
    breakDown('1');
    const slugs = all();
    const results = await put(slugs);
    const outcomes = slugs.map((slug, index) => {
      const result = results[index];
      return [
        slug,
        result instanceof StoreError ? result.store : result !== undefined && 'slug' in result && result.slug,
      ];
    });
    expect(outcomes).toEqual(slugs.map((slug) => [slug, shardOf(slug, SHARDS) === 1 ? 1 : slug]));
    const made = await store.create(slugs.map((alias) => ({ url: `go:${alias}`, alias, owner: 'a', key: null })));
    expect(made.map((result) => result instanceof StoreError)).toEqual(
      slugs.map((slug) => shardOf(slug, SHARDS) === 1),
    );
    expect(watched).toEqual(['1 write store-away', '1 write store-away']);
  });

  test('parts that were written before it failed keep their results', async () => {
    let calls = 0;
    stores.before.call = (call) => {
      if (call === '1 import' && ++calls > 1) throw new Error('full: SQLITE_FULL');
    };
    const results = await put(slugsIn(1, 600));
    expect(results.map((result) => result instanceof StoreError)).toEqual([
      ...Array.from({ length: 256 }, () => false),
      ...Array.from({ length: 344 }, () => true),
    ]);
    expect(calls).toBe(2);
  });
});

test('an import writes 256 records of a shard at once, and rests after each commit', async () => {
  await put(slugsIn(1, 1));
  expect([asked('import').length, waits]).toEqual([1, []]);
  await put(slugsIn(1, 256));
  expect([asked('import').length, waits]).toEqual([2, [1]]);
  await put(slugsIn(1, 257));
  expect([asked('import').length, waits]).toEqual([4, [1, 1, 1]]);
  await store.tryImport(slugsIn(2, 300).map((slug) => ({ record: record(slug), digest: null })));
  expect([asked('tryImport').length, await store.read(slugsIn(2, 1)[0] ?? '')]).toEqual([1, null]);
});

test('the figures are of the stores that answer', async () => {
  await put([...slugsIn(1, 2), ...slugsIn(2, 1)]);
  expect(await store.figures()).toEqual({ links: 3, octets: 3 * 4096, away: 0 });
  stores.before.call = (call) => {
    if (call === '1 figures') throw new Error('away');
  };
  expect(await store.figures()).toEqual({ links: 1, octets: 2 * 4096, away: 1 });
  expect([store.firstId, store.isFirstAway]).toEqual(['id of 0', false]);
});

test('a store on one machine asks one shard after the other; elsewhere all are asked at once', async () => {
  for (const [Store, most] of [
    [ShardedStore, 3],
    [LocalStore, 1],
  ] as const) {
    store = new Store(stores.shards, SHARDS, clicks);
    await store.registry();
    let [now, peak] = [0, 0];
    stores.before.call = async () => {
      peak = Math.max(peak, ++now);
      await new Promise((resolve) => setTimeout(resolve));
      now--;
    };
    await put([0, 1, 2].flatMap((shard) => slugsIn(shard, 1)));
    stores.before.call = () => undefined;
    expect(peak).toBe(most);
  }
});

test('a store on one machine is slow for two seconds after a request', () => {
  const local = new LocalStore(stores.shards, SHARDS, clicks);
  expect(local.pace()).toBe(BRISK);
  local.noteRequest();
  vi.setSystemTime(NOW + 2000);
  expect(local.pace()).toBe(PATIENT);
  vi.setSystemTime(NOW + 2001);
  expect(local.pace()).toBe(BRISK);
  store.noteRequest();
  expect(store.pace()).toBe(STEADY);
});
