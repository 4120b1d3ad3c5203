/**
 * The first store is down for an hour: the links of all others go on, in isolates that know them and in new ones. The
 * shards are real, in workerd; each request of the test is an isolate, and the clock is the test's own.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StoreModule, startStoreModule } from './store-module.ts';

const MODULE = `
  import { ClickCounter } from './worker/links/click-counter.ts';
  import { LinkShard as Shard } from './worker/links/shard.ts';
  import { ShardedStore } from './worker/links/stores.ts';
  import { DEFAULT_SHARDS, shardOf } from './worker/links/shards.ts';
  let isDown = false;
  export class LinkShard extends Shard {}
  const realNow = Date.now;
  const namespaceOf = (real) => ({
    getByName: (name) =>
      isDown && name === '0'
        ? new Proxy({}, { get: () => async () => { throw Object.assign(new Error('down'), { overloaded: true }); } })
        : real.getByName(name),
  });
  const storeOf = (env) => new ShardedStore(namespaceOf(env.LINKS), null, new ClickCounter(60000, Date.now));
  const block = { kind: 'host', value: 'a.example', reason: 'By order.', at: '2026-01-31T12:00:00.000Z' };
  const create = (alias, url) => ({ url, alias, owner: 'a', key: null });
  const old = {};
  export default {
    async fetch(request, env) {
      const { pathname } = new URL(request.url);
      const works = [];
      const keep = (work) => works.push(work);
      const outcomes = async (store, slugs) => {
        const counts = { first: 0, firstFails: 0, others: 0, othersFail: 0 };
        for (const slug of slugs) {
          const kind = shardOf(slug, DEFAULT_SHARDS) === 0 ? 'first' : 'others';
          const target = await store.follow(slug, keep).catch(() => null);
          if (target?.url.startsWith('https://www.rfc-editor.org/')) counts[kind]++;
          else counts[kind === 'first' ? 'firstFails' : 'othersFail']++;
        }
        return { ...counts, blocks: (await store.registry()).blocks.list.length, away: store.isFirstAway };
      };
      switch (pathname) {
        case '/set-up': {
          old.store = storeOf(env);
          await old.store.block([block]);
          const urls = Array.from({ length: 60 }, (_, index) => 'https://www.rfc-editor.org/rfc/rfc' + index);
          const aliases = await old.store.create(urls.map((url, index) => create('rfc-' + index, url)));
          const hashes = await old.store.create(urls.map((url) => create(null, url)));
          old.slugs = [...aliases, ...hashes].map(({ link }) => link.slug);
          return Response.json(await outcomes(old.store, old.slugs));
        }
        case '/set-up-one': {
          const store = storeOf(env);
          const [{ link }] = await store.create([create('rfc-2', 'https://www.rfc-editor.org/rfc/rfc2')]);
          old.slugs = [link.slug];
          return Response.json(await outcomes(store, old.slugs));
        }
        case '/down':
          isDown = true;
          Date.now = () => realNow() + 3_600_000;
          return Response.json(null);
        case '/known':
          return Response.json(await outcomes(old.store, old.slugs));
        case '/new':
          return Response.json(await outcomes(storeOf(env), old.slugs));
        case '/copies': {
          const numbers = Array.from({ length: DEFAULT_SHARDS }, (_, number) => number);
          const all = await Promise.all(numbers.map((number) => env.LINKS.getByName(String(number)).registered(null)));
          return Response.json(all.map(({ shards, blocks }) => [shards, blocks.length]));
        }
      }
    },
  };
`;

let stores: StoreModule;
beforeAll(async () => {
  stores = await startStoreModule(MODULE);
});
afterAll(() => stores.close());

/** What became of 120 slugs, of which the first of 16 stores has a few. */
interface Outcomes {
  readonly first: number;
  readonly firstFails: number;
  readonly others: number;
  readonly othersFail: number;
  readonly blocks: number;
  /** Whether the first store is known to be away. */
  readonly away: boolean;
}

test('links of the other stores are followed while the first one is down', async () => {
  const before = await stores.ask<Outcomes>('/set-up');
  const { first, others } = before;
  expect(before).toEqual({ first, firstFails: 0, others, othersFail: 0, blocks: 1, away: false });
  expect([first > 0, first + others]).toEqual([true, 120]);
  // Copies are made beside the answers.
  await expect.poll(() => stores.ask('/copies')).toEqual(Array.from({ length: 16 }, () => [16, 1]));
  await stores.ask('/down');
  const expected = { first: 0, firstFails: first, others, othersFail: 0, blocks: 1, away: true };
  expect(await stores.ask('/known')).toEqual(expected);
  expect(await stores.ask('/new')).toEqual(expected);
  expect(stores.errors.join('\n')).toContain('FirstStoreAway');
});

test('a single link is followed in each new isolate, although the other stores were never used', async () => {
  const alone = await startStoreModule(MODULE);
  const followed = { first: 0, firstFails: 0, others: 1, othersFail: 0, blocks: 0 };
  expect(await alone.ask('/set-up-one')).toEqual({ ...followed, away: false });
  await expect
    .poll(async () => (await alone.ask<[number | null][]>('/copies')).filter(([shards]) => shards))
    .toHaveLength(2);
  await alone.ask('/down');
  for (let isolate = 0; isolate < 8; isolate++) expect(await alone.ask('/new')).toEqual({ ...followed, away: true });
  await alone.close();
});
