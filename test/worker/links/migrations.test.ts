/** Stores of earlier versions open with all that they have, and each takes the steps that it has not taken. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { LinkRecord } from '../../../src/links/record.ts';
import { QUERIES } from '../../../worker/links/link-table.ts';
import { factOf, migrate } from '../../../worker/links/migrations.ts';
import { memoryState } from './storage.ts';
import { type StoreModule, startStoreModule } from './store-module.ts';

const sqlOf = (version: string) => readFileSync(join(import.meta.dirname, `stores/${version}.sql`), 'utf8');

/** A shard that opens the store of the version in its name. */
const MODULE = `
  import { LinkShard as Shard } from './worker/links/shard.ts';
  import { STEADY } from './worker/links/pace.ts';
  const STORES = ${JSON.stringify({ '0.2.0': sqlOf('0.2.0'), '0.3.0': sqlOf('0.3.0') })};
  export class LinkShard extends Shard {
    constructor(context, bindings) {
      const { sql } = context.storage;
      const before = STORES[context.id.name];
      if (before !== undefined) sql.exec(before);
      super(context, bindings);
    }
    async open() {
      const { sql } = this.ctx.storage;
      const all = await this.page('everything', { after: '', limit: 100, query: '', pace: STEADY });
      this.count([{ slug: 'menu', count: 1, last: '2026-02-01T12:00:00.000Z' }]);
      return {
        links: all.links,
        registered: this.registered(null),
        isBound: [this.bindKey('alice', 'key', 'digest'), this.bindKey('alice', 'key', 'other')],
        counted: this.read('menu').days,
        tables: [...sql.exec("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")].map(({ name }) => name),
        steps: [...sql.exec("SELECT value FROM facts WHERE name = 'steps'")],
      };
    }
    async search() {
      const ask = async () => {
        const request = { after: '', limit: 9, query: 'MENU h.exa', pace: STEADY, grows: true };
        return (await this.page('everything', request)).links.map(({ slug }) => slug);
      };
      const before = await ask();
      while ([...this.ctx.storage.sql.exec('SELECT 1 FROM indexing')].length > 0) await scheduler.wait(1);
      return { before, after: await ask(), documents: [...this.ctx.storage.sql.exec('SELECT slug FROM documents')].length };
    }
    reopen() {
      return new Shard(this.ctx, this.env).read('menu').days;
    }
    later() {
      const { sql } = this.ctx.storage;
      sql.exec("UPDATE facts SET value = 9 WHERE name = 'steps'");
      new Shard(this.ctx, this.env);
      return [...sql.exec("SELECT value FROM facts WHERE name = 'steps'")];
    }
    plan(query) {
      return [...this.ctx.storage.sql.exec('EXPLAIN QUERY PLAN ' + query, ...Array(query.includes('?1') ? 1 : query.split('?').length - 1).fill(''))].map(({ detail }) => detail);
    }
  }
  export default {
    async fetch(request, { LINKS }) {
      const { pathname, searchParams } = new URL(request.url);
      const shard = LINKS.getByName(pathname.slice(1));
      const query = searchParams.get('plan');
      return Response.json(query === null ? await shard[searchParams.get('ask')]() : await shard.plan(query));
    },
  };
`;

let store: StoreModule;
beforeAll(async () => {
  store = await startStoreModule(MODULE);
});
afterAll(() => store.close());

interface Opened {
  readonly links: readonly LinkRecord[];
  readonly [member: string]: unknown;
}

const AT = '2026-01-01T00:00:00.000Z';
const DAYS = [
  { day: '2026-01-30', clicks: 3 },
  { day: '2026-01-31', clicks: 4 },
];
const claim = (owner: string, more: object = {}) => {
  return { owner, createdAt: AT, expiresAt: null, title: null, note: null, ...more };
};
const MENU = {
  ...{ slug: 'menu', url: 'gopher://h.example/', createdAt: AT, clicks: 7, lastClickAt: '2026-01-31T12:00:00.000Z' },
  ...{ blocked: null, days: DAYS },
  claims: [claim('alice', { title: 'Title' }), claim('bob', { expiresAt: '2026-02-01T00:00:00.000Z', note: 'Note' })],
};
const FRESH = {
  ...{ slug: 'fresh', url: 'go:fresh', createdAt: AT, clicks: 6, lastClickAt: '2026-01-31T12:00:00.000Z' },
  ...{ blocked: null, claims: [claim('alice')] },
  days: [
    { day: '2026-01-30', clicks: 2 },
    { day: '2026-01-31', clicks: 4 },
  ],
};
const GONE = { slug: 'gone', url: '', createdAt: '', clicks: 0, lastClickAt: null, blocked: null, claims: [] };
const HASH = {
  ...{ slug: 'yadkkg582q', url: 'go:x', createdAt: '2026-01-02T00:00:00.000Z', clicks: 0, lastClickAt: null },
  ...{ blocked: { at: '2026-01-03T00:00:00.000Z', reason: 'No.' }, alias: true },
  claims: [claim('alice', { createdAt: '2026-01-02T00:00:00.000Z' })],
};
const TABLES = ['blocks', 'claims', 'documents', 'facts', 'indexing', 'keys', 'links', 'search', 'unindexed'];

describe.each([
  ['0.2.0', [GONE, MENU, HASH]],
  ['0.3.0', [FRESH, GONE, MENU, HASH]],
])('a store of %s', (version, links) => {
  test('opens with its links, days, blocks and keys', async () => {
    const opened: Opened = await store.ask(`/${version}?ask=open`);
    expect(opened.links).toEqual(links);
    const block = { kind: 'host', value: 'evil.example', reason: 'By order.', at: '2026-01-31T12:00:00.000Z' };
    expect(opened.registered).toEqual({ shards: 4, version: 2, blocks: [block] });
    expect(opened.isBound).toEqual([true, false]);
    expect(opened.counted).toEqual([...DAYS, { day: '2026-02-01', clicks: 1 }]);
    expect(opened.tables).toEqual(expect.arrayContaining(TABLES));
    expect(opened.tables).not.toContain('days');
    expect(opened.steps).toEqual([{ value: 5 }]);
  });

  test('is searched while its index is built, and by the index', async () => {
    expect(await store.ask(`/${version}?ask=search`)).toEqual({
      before: ['menu'],
      after: ['menu'],
      documents: links.length,
    });
  });

  test('opens again without a further step', async () => {
    expect(await store.ask(`/${version}?ask=reopen`)).toEqual([...DAYS, { day: '2026-02-01', clicks: 1 }]);
  });
});

test('a store that a later version has opened keeps its number of steps', async () => {
  expect(await store.ask('/later?ask=later')).toEqual([{ value: 9 }]);
});

describe('in a new store', () => {
  test.each(Object.entries(QUERIES))('%s reads no table as a whole, and sorts nothing', async (_, query) => {
    const steps: readonly string[] = await store.ask(`/new?plan=${encodeURIComponent(query)}`);
    expect(steps).toContainEqual(expect.stringMatching(/^SEARCH /));
    expect(steps.filter((step) => /^SCAN|TEMP B-TREE/.test(step))).toEqual([]);
  });
});

describe('without the runtime', () => {
  const stateOf = (version?: string) => {
    const { context } = memoryState();
    if (version !== undefined) context.storage.sql.exec(sqlOf(version));
    return context.storage;
  };

  test.each([undefined, '0.2.0', '0.3.0'])('the steps of a store of %s are taken once, all or none', (version) => {
    const storage = stateOf(version);
    const transaction = vi.spyOn(storage, 'transactionSync');
    migrate(storage);
    migrate(storage);
    expect([transaction.mock.calls.length, factOf(storage.sql, 'steps'), factOf(storage.sql, 'none')]).toEqual([
      1,
      5,
      null,
    ]);
    expect(storage.sql.exec("SELECT name FROM sqlite_schema WHERE name = 'days'")).toHaveLength(0);
  });

  test.each(['0.2.0', '0.3.0'])('the links of a store of %s count as changed when it opens', (version) => {
    const before = Date.now();
    const storage = stateOf(version);
    migrate(storage);
    const rows = [...storage.sql.exec<{ changed_at: number }>('SELECT changed_at FROM links')];
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ changed_at }) => changed_at < before || changed_at > Date.now())).toEqual([]);
  });

  test('the days of any number of links are moved', () => {
    const storage = stateOf('0.2.0');
    const { sql } = storage;
    for (let index = 0; index < 1001; index++) {
      sql.exec("INSERT INTO links (slug, url, created_at, clicks) VALUES (?, 'go:x', ?, 1)", `n${1000 + index}`, AT);
      sql.exec("INSERT INTO days VALUES (?, '2026-01-31', 1)", `n${1000 + index}`);
    }
    migrate(storage);
    expect(sql.exec("SELECT 1 FROM links WHERE slug LIKE 'n%' AND days = 'ft0.1'")).toHaveLength(1001);
  });
});
