/**
 * The shard of links without the HTTP API: how long it remembers an idempotency key, how large a page of records is,
 * and what happens if the disk refuses a write. The tests set its clock.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningWorkerd, startWorkerd } from '../workerd.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MIB = 1024 ** 2;

/** A shard that runs single operations at a time that the test chooses. */
const STORE = `
  import { STEADY } from './worker/links/pace.ts';
  import { LinkShard as Shard } from './worker/links/shard.ts';
  const daily = {
    slug: 'daily', url: 'go:d', createdAt: '2030-01-01T00:00:00.000Z', clicks: 0, lastClickAt: null, blocked: null, claims: [],
  };
  export class LinkShard extends Shard {
    async run(at, operation) {
      Date.now = () => at;
      switch (operation) {
        case 'create': return this.create([{ url: 'go:x', digest: 'k'.repeat(50), alias: null, owner: 'a', key: 'k' }])[0].kind;
        case 'sweep': return this.alarm();
        case 'alarm': return this.ctx.storage.getAlarm();
        case 'fill': return this.fill();
        case 'refuse': return this.refuse('clicks');
        case 'refuse-block': return this.refuse('blocked_at');
        case 'accept': return void this.ctx.storage.sql.exec('DROP TRIGGER refused');
        case 'make': return this.create([{ url: 'go:y', digest: '', alias: 'counted', owner: 'a', key: null }])[0].link.clicks;
        case 'make-daily': return this.import([{ record: daily, digest: null }])[0].outcome;
        case 'click': return this.count([{ slug: 'daily', count: 2, last: new Date(at).toISOString() }]);
        case 'days': return (this.read('daily').days ?? []).map(({ day, clicks }) => day + ' ' + clicks);
        case 'follow': return this.follow('counted').url;
        case 'read': return this.read('counted');
        case 'rows': return this.rowsOf(() => this.count([{ slug: 'daily', count: 2, last: new Date(at).toISOString() }]));
        case 'purged': return void this.amend('daily', { name: 'r', admin: true }, { purge: true });
        case 'amend': return this.amendOrFail({ url: 'go:z', blocked: 'No.' });
      }
    }
    rowsOf(change) {
      const { sql } = this.ctx.storage;
      const exec = sql.exec;
      let written = 0;
      sql.exec = (...query) => {
        const cursor = exec.apply(sql, query);
        const rows = cursor.toArray();
        written += cursor.rowsWritten;
        return rows;
      };
      change();
      delete sql.exec;
      return written;
    }
    // As a full disk would.
    refuse(column) {
      this.ctx.storage.sql.exec(
        "CREATE TRIGGER refused BEFORE UPDATE OF " + column + " ON links BEGIN SELECT RAISE(ABORT, 'disk full'); END",
      );
    }
    amendOrFail(change) {
      try {
        return this.amend('counted', { name: 'a', admin: false }, change).link.url;
      } catch (error) {
        return 'failed';
      }
    }
    fill() {
      const claims = [{ owner: 'a', createdAt: '2026-01-31T12:00:00.000Z', expiresAt: null, title: null, note: null }];
      const record = (url, index) => ({
        slug: 'a-' + String(index).padStart(4, '0'), url, createdAt: '2026-01-31T12:00:00.000Z',
        clicks: 0, lastClickAt: null, blocked: null, claims,
      });
      const long = 'go:' + 'x'.repeat(65_000);
      for (let index = 0; index < 600; index++) this.import([{ record: record(index < 510 ? long : 'go:x', index), digest: null }]);
    }
  }
  export default {
    async fetch(request, { LINKS }) {
      const { pathname, searchParams } = new URL(request.url);
      const shard = LINKS.getByName('0');
      if (pathname === '/page') {
        const { links, more } = await shard.page('everything', { after: searchParams.get('after'), limit: 500, query: '', pace: STEADY });
        return Response.json({ slugs: links.map(({ slug }) => slug), octets: JSON.stringify(links).length, more });
      }
      return Response.json(await shard.run(Number(searchParams.get('at')), pathname.slice(1)) ?? null);
    },
  };
`;

const folder = mkdtempSync(join(tmpdir(), 'waypost-store-'));
let workerd: RunningWorkerd;
beforeAll(async () => {
  const [path, links] = [join(folder, 'store.js'), join(folder, 'links')];
  mkdirSync(links);
  await build({
    stdin: { contents: STORE, resolveDir: join(import.meta.dirname, '../../..') },
    outfile: path,
    bundle: true,
    format: 'esm',
    external: ['cloudflare:workers'],
  });
  workerd = await startWorkerd({ store: { path, vars: {}, links } });
});
afterAll(() => {
  workerd.close();
  rmSync(folder, { recursive: true });
});

/** A page, without its long URLs. */
interface PageFacts {
  readonly slugs: readonly string[];
  readonly octets: number;
  readonly more: boolean;
}

async function fetchJson<Value>(path: string): Promise<Value> {
  return (await fetch(`http://127.0.0.1:${workerd.ports.get('store')}${path}`)).json();
}

type Operation =
  | 'create'
  | 'sweep'
  | 'alarm'
  | 'fill'
  | 'make'
  | 'follow'
  | 'make-daily'
  | 'click'
  | 'days'
  | 'rows'
  | 'purged'
  | 'read'
  | 'amend'
  | 'refuse'
  | 'refuse-block'
  | 'accept';

const run = (at: number, operation: Operation) => fetchJson(`/${operation}?at=${at}`);

test('an idempotency key is remembered for a day from its first use', async () => {
  // The runtime has its own clock, and would fire an alarm in the past at once.
  const now = Date.now() + DAY_MS;
  expect(await run(now, 'create')).toBe('created');
  expect(await run(now, 'alarm')).toBe(now + DAY_MS);
  // The same answer again, although the link exists now.
  expect(await run(now + DAY_MS - 1, 'create')).toBe('created');
  await run(now + DAY_MS - 1, 'sweep');
  expect(await run(now + DAY_MS - 1, 'create')).toBe('created');
  await run(now + DAY_MS, 'sweep');
  expect(await run(now + DAY_MS, 'create')).toBe('existing');
});

describe('a disk that refuses', () => {
  const now = () => run(Date.now(), 'read');

  test('clicks refuses no link, and the clicks are written later', async () => {
    await run(Date.now(), 'make');
    await run(Date.now(), 'refuse');
    for (let click = 0; click < 3; click++) expect(await run(Date.now(), 'follow')).toBe('go:y');
    expect(await now()).toMatchObject({ url: 'go:y', clicks: 0 });
    expect(await run(Date.now(), 'make')).toBe(0);
    await run(Date.now(), 'accept');
    await expect.poll(now, { timeout: 10_000 }).toMatchObject({ clicks: 3 });
  });

  test('a block refuses the other half of the change, too', async () => {
    await run(Date.now(), 'refuse-block');
    expect(await run(Date.now(), 'amend')).toBe('failed');
    expect(await now()).toMatchObject({ url: 'go:y', blocked: null });
    await run(Date.now(), 'accept');
    expect(await run(Date.now(), 'amend')).toBe('go:z');
    expect(await now()).toMatchObject({ url: 'go:z', blocked: { reason: 'No.' } });
  });
});

test('clicks are kept by day for 400 days', async () => {
  const first = Date.UTC(2030, 0, 1, 23, 59);
  await run(first, 'make-daily');
  const days = async (at: number): Promise<unknown> => {
    await run(at, 'click');
    return run(at, 'days');
  };
  expect(await days(first)).toEqual(['2030-01-01 2']);
  expect(await days(first + 120_000)).toEqual(['2030-01-01 2', '2030-01-02 2']);
  expect(await days(first + 130_000)).toEqual(['2030-01-01 2', '2030-01-02 4']);
  expect(await days(first + 400 * DAY_MS)).toEqual(['2030-01-01 2', '2030-01-02 4', '2031-02-05 2']);
  expect(await days(first + 401 * DAY_MS)).toEqual(['2030-01-02 4', '2031-02-05 2', '2031-02-06 2']);
});

test('clicks of any number of days change one row', async () => {
  expect(await run(Date.UTC(2031, 1, 6), 'rows')).toBe(1);
  expect(await run(Date.UTC(2031, 1, 7), 'rows')).toBe(1);
});

test('late clicks bring nothing of a purged link back', async () => {
  await run(Date.now(), 'purged');
  await run(Date.now(), 'click');
  expect(await run(Date.now(), 'days')).toEqual([]);
  expect(await run(Date.now(), 'rows')).toBe(0);
});

test('a page of records stays far below the 32 MiB that the platform allows, and no record is left out', async () => {
  await run(Date.now(), 'fill');
  const slugs: string[] = [];
  let more = true;
  while (more) {
    const page: PageFacts = await fetchJson(`/page?after=${slugs.at(-1) ?? ''}`);
    expect(page.octets).toBeLessThan(4.1 * MIB);
    expect(page.slugs.length).toBeGreaterThan(0);
    slugs.push(...page.slugs);
    more = page.more;
  }
  const filled = slugs.filter((slug) => slug.startsWith('a-'));
  expect(filled).toHaveLength(600);
  expect(slugs).toEqual(slugs.toSorted());
});
