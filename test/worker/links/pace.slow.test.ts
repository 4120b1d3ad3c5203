/** Nobody who follows a link waits until somebody else's search, export or import is over. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StoreModule, startStoreModule } from './store-module.ts';

/** A store with many links, in which a link is followed while something else is done. */
const MODULE = `
  import { ClickCounter } from './worker/links/click-counter.ts';
  import { repoint } from './worker/links/repoint.ts';
  import { StoreFailures } from './worker/links/store-failures.ts';
  import { LocalStore, ShardedStore } from './worker/links/stores.ts';
  import { environmentOf } from './worker/settings/environment.ts';
  export { LinkShard } from './worker/links/shard.ts';
  const AT = '2026-01-31T12:00:00.000Z';
  const claims = [{ owner: 'a', createdAt: AT, expiresAt: null, title: null, note: null }];
  const requestOf = (prefix) => (_, index) => {
    const slug = prefix + '-' + index;
    const record = { slug, url: 'http://old-host.org/' + slug, createdAt: AT, clicks: 0, lastClickAt: null, blocked: null, claims };
    return { record, digest: null };
  };
  const requests = (prefix, length) => Array.from({ length }, requestOf(prefix));
  let store;
  const all = { from: { shard: 0, slug: '' }, isAlone: false };
  const pages = (options) => store.pages('everything', all, new StoreFailures(), options);
  const works = {
    search: () => store.list({ owner: 'a' }, all, { limit: 10, query: 'zq' }),
    'search of all': async () => { for await (const page of pages({ query: 'zq' })) page; },
    export: async () => { for await (const page of pages()) page; },
    import: () => store.import(requests('later', 500)),
    're-pointing': async (context) => {
      const change = { from: 'old-host.org', to: { host: 'new-host.org' }, dryRun: true };
      const admission = { owner: { name: 'a', admin: true }, store };
      for await (const answers of repoint(context, admission, change, all, new StoreFailures())) answers;
    },
  };
  /** Imports into shards of this thread, and returns the requests to shards and the waits in milliseconds. */
  async function importLocally(env, name) {
    let asked = 0;
    let time = Date.now();
    const count = (shard) => new Proxy(shard, {
      get: (_, method) => (...values) => {
        if (method === 'import') {
          asked++;
          // A write takes 20 ms.
          time += 20;
        }
        return shard[method](...values);
      },
    });
    const local = new LocalStore({ getByName: (name) => count(env.LINKS.getByName(name)) }, 2, new ClickCounter(60000, Date.now));
    await local.registry();
    if (name.endsWith('beside')) local.noteRequest();
    const waits = [];
    const { scheduler } = globalThis;
    const { now } = Date;
    const wait = (milliseconds) => {
      waits.push(milliseconds);
      return scheduler.wait(1);
    };
    Date.now = () => time;
    Object.defineProperty(globalThis, 'scheduler', { value: { wait }, configurable: true });
    try {
      await local.import(requests(name.replace(' ', '-'), 300));
    } finally {
      Object.defineProperty(globalThis, 'scheduler', { value: scheduler, configurable: true });
      Date.now = now;
    }
    return { asked, longest: Math.max(0, ...waits) };
  }
  export default {
    async fetch(request, env) {
      const name = decodeURIComponent(new URL(request.url).pathname.slice(1));
      if (name === 'fill') {
        store = new ShardedStore(env.LINKS, 2, new ClickCounter(60000, Date.now));
        await store.import(requests('first', 3000));
        return Response.json(null);
      }
      if (name.startsWith('import ')) return Response.json(await importLocally(env, name));
      const order = [];
      const work = works[name]({ environment: environmentOf(env), url: request.url }).then(() => order.push('work'));
      for (let index = 0; index < 3; index++) {
        await store.follow('first-' + index, () => {});
        order.push('follow');
      }
      await work;
      return Response.json(order);
    },
  };
`;

let store: StoreModule;
beforeAll(async () => {
  store = await startStoreModule(MODULE);
  await store.ask('/fill');
});
afterAll(() => store.close());

describe('a link is followed during', () => {
  test.each(['search', 'search of all', 'export', 'import', 're-pointing'])('%s', async (work) => {
    expect(await store.ask(`/${encodeURIComponent(work)}`)).toEqual(['follow', 'follow', 'follow', 'work']);
  });
});

describe('in one thread, an import', () => {
  test('that nobody disturbs does not rest, and writes the part of each shard at once', async () => {
    expect(await store.ask('/import%20alone')).toEqual({ asked: 2, longest: expect.toSatisfy((wait) => wait <= 1) });
  });

  test('rests after each part while others ask', async () => {
    expect(await store.ask('/import%20beside')).toEqual({
      asked: 2,
      longest: expect.toSatisfy((wait) => wait >= 5),
    });
  });
});
