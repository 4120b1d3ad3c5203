/**
 * Exports of what has changed: each change is in one of them, whatever happens meanwhile, and a full export with those
 * after it is enough to rebuild the service.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ChangeClock, LinkTable } from '../../../worker/links/link-table.ts';
import { migrate } from '../../../worker/links/migrations.ts';
import { STEADY } from '../../../worker/links/pace.ts';
import { readProblem } from '../problems.ts';
import { type LinkService, type Name, startLinks, tokens } from './harness.ts';
import { AT, memoryShard, memoryState, NOW } from './storage.ts';

interface Line {
  readonly slug?: string;
  readonly url?: string;
  readonly purged?: true;
  readonly block?: object;
  readonly claims?: readonly { readonly owner: string; readonly expiresAt: string | null }[];
  readonly next?: { readonly changedSince: string };
  readonly status?: number;
}

const BEGINNING = '1970-01-01T00:00:00Z';

async function exported(service: LinkService, owner: Name, query = ''): Promise<readonly Line[]> {
  const text = await (await service.as(owner, 'GET', `/v1/links/export${query}`)).text();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The slugs of what has changed, and the time for the next export. */
async function changes(service: LinkService, owner: Name, since: string, more = '') {
  const lines = await exported(service, owner, `?changedSince=${encodeURIComponent(since)}${more}`);
  const next = lines.at(-1)?.next?.changedSince ?? '';
  return { lines, next, slugs: lines.flatMap(({ slug = [] }) => slug).toSorted() };
}

/** Waits until the clock shows another millisecond, so that what was before is not of the next export, too. */
const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('exports of changes', () => {
  let service: LinkService;
  beforeAll(async () => {
    service = await startLinks({ CLICK_DELAY: '0s' });
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await service.make('alice', { url: `go:${name}`, alias: `link-${name}` });
    }
    await service.make('bob', { url: 'go:bob', alias: 'link-bob' });
  });
  afterAll(() => service.close());

  test('have every kind of change once, and the next begins where one has ended', async () => {
    let { next, slugs } = await changes(service, 'root', BEGINNING);
    expect(slugs).toEqual(['link-a', 'link-b', 'link-bob', 'link-c', 'link-d', 'link-e', 'link-f']);
    const alices = { next: (await changes(service, 'alice', BEGINNING)).next };
    const steps: readonly (readonly [slug: string | null, change: () => Promise<Response>, seenByAlice: boolean])[] = [
      ['link-a', () => service.as('alice', 'PATCH', '/v1/links/link-a', { title: 'T' }), true],
      ['link-b', () => service.as('alice', 'PATCH', '/v1/links/link-b', { url: 'go:b2' }), true],
      ['link-c', () => service.as('alice', 'DELETE', '/v1/links/link-c'), true],
      // Nobody's name is left in a tombstone, and a claim that was handed over is another owner's.
      ['link-d', () => service.as('root', 'DELETE', '/v1/links/link-d?purge=true'), false],
      ['link-e', () => service.as('root', 'PATCH', '/v1/links/link-e', { owner: 'bob' }), false],
      ['link-f', () => service.as('root', 'PATCH', '/v1/links/link-f', { blocked: 'R' }), true],
      ['link-f', () => service.as('root', 'PATCH', '/v1/links/link-f', { blocked: null }), true],
      ['link-a', () => service.fetch('/link-a'), true],
      ['link-g', () => service.as('alice', 'POST', '/v1/links', { url: 'go:g', alias: 'link-g' }), true],
      ['link-g', () => service.as('alice', 'POST', '/v1/links', { url: 'go:g', alias: 'link-g', note: 'N' }), true],
      [null, () => service.as('alice', 'PATCH', '/v1/links', { from: 'a', to: 'b' }), false],
      [null, () => service.as('alice', 'PATCH', '/v1/links/link-a', { title: 7 }), false],
    ];
    for (const [slug, change, seenByAlice] of steps) {
      await tick();
      const since = next;
      await (await change()).text();
      const expected = slug === null ? [] : [slug];
      await expect.poll(async () => (await changes(service, 'root', since)).slugs).toEqual(expected);
      const seen = await changes(service, 'alice', alices.next);
      expect(seen.slugs).toEqual(seenByAlice ? expected : []);
      await tick();
      ({ next } = await changes(service, 'root', since));
      alices.next = seen.next < next ? next : seen.next;
      expect(next > since).toBe(true);
    }
    expect((await changes(service, 'root', next)).slugs).toEqual([]);
  });

  test('show what was deleted, to the owner too, and every block', async () => {
    await service.as('root', 'POST', '/v1/blocks', { kind: 'owner', value: 'nobody', reason: 'R' });
    const { lines } = await changes(service, 'root', BEGINNING);
    expect(lines[0]).toMatchObject({ block: { value: 'nobody' } });
    expect(lines.find(({ slug }) => slug === 'link-d')).toEqual({ slug: 'link-d', purged: true });
    const own = await changes(service, 'alice', BEGINNING);
    const [claim] = own.lines.find(({ slug }) => slug === 'link-c')?.claims ?? [];
    expect(Date.parse(claim?.expiresAt ?? '')).toBeLessThanOrEqual(Date.now());
    expect(own.lines.filter(({ block }) => block !== undefined)).toEqual([]);
    expect((await exported(service, 'alice')).map(({ slug }) => slug)).not.toContain('link-c');
  });

  test('without the beginning, or of a later time, do not go on from another time', async () => {
    const part = await changes(service, 'root', BEGINNING, '&after=link-a');
    expect([part.slugs.includes('link-a'), part.next]).toEqual([false, '1970-01-01T00:00:00.000Z']);
    const alone = await changes(service, 'root', BEGINNING, '&store=0');
    expect(alone.next > '2000').toBe(true);
    const later = await changes(service, 'root', '2999-01-01T00:00:00Z');
    expect([later.slugs, later.next < '2999']).toEqual([[], true]);
    // A whole export has no such line, so that it is the same octets as before.
    expect((await exported(service, 'root')).filter(({ next }) => next !== undefined)).toEqual([]);
  });

  test('read any instant of RFC 3339, and nothing else', async () => {
    const { slugs } = await changes(service, 'root', '1970-01-01T01:00:00.5+01:00');
    expect(slugs).toContain('link-a');
    for (const text of ['', 'x', '2026-01-31', '2026-02-31T12:00:00Z', '2026-01-31T12:00:00 01:00', '1700000000']) {
      const response = await service.as('root', 'GET', `/v1/links/export?changedSince=${encodeURIComponent(text)}`);
      expect(response.status).toBe(400);
      const message = '`changedSince` must be a time such as 2027-01-31T12:00:00Z, with `%2B` for a plus sign.';
      expect((await readProblem(response)).errors).toMatchObject([{ parameter: 'changedSince', message }]);
    }
  });
});

test('a full export and those of changes after it, the newest line of each slug, rebuild the service', async () => {
  const [service, copy] = await Promise.all([startLinks({ CLICK_DELAY: '0s' }), startLinks({ CLICK_DELAY: '0s' })]);
  try {
    const aliases = Array.from({ length: 30 }, (_, index) => `n-${index}`);
    for (const alias of aliases) await service.make('alice', { url: `go:${alias}`, alias });
    const backups: Line[][] = [];
    let since = BEGINNING;
    const back = async () => {
      const { lines, next } = await changes(service, 'root', since);
      backups.push([...lines]);
      since = next;
    };
    await back();
    // Writers go on while it is exported.
    const writing = (async () => {
      for (const [index, alias] of aliases.entries()) {
        await service.as('alice', 'PATCH', `/v1/links/${alias}`, { url: `go:moved-${index}` });
        if (index % 3 === 0) await service.as('alice', 'DELETE', `/v1/links/${alias}`);
        if (index % 5 === 0) await service.as('root', 'DELETE', `/v1/links/${alias}?purge=true`);
        await service.make('bob', { url: `go:new-${index}` });
        await (await service.fetch(`/${alias}`)).text();
      }
    })();
    for (let round = 0; round < 5; round++) await back();
    await writing;
    // Clicks are written beside their answers.
    await expect.poll(async () => (await exported(service, 'root')).filter((line) => 'clicks' in line).length).toBe(54);
    await tick();
    await back();
    await back();
    const newest = new Map(backups.flat().flatMap((line) => (line.slug === undefined ? [] : [[line.slug, line]])));
    const imported = await copy.fetch('/v1/links/import', {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens.root}`, 'Content-Type': 'application/x-ndjson' },
      body: [...newest.values(), backups.at(-1)?.at(-1)].map((line) => `${JSON.stringify(line)}\n`).join(''),
    });
    const answers = (await imported.text()).trimEnd().split('\n');
    expect(answers.filter((answer) => answer.includes('"status"'))).toEqual([]);
    // The last line has nothing to import, and is no fault.
    expect(JSON.parse(answers.at(-1) ?? '')).toEqual({ next: { changedSince: since } });
    expect(await exported(copy, 'root')).toEqual(await exported(service, 'root'));
  } finally {
    await Promise.all([service.close(), copy.close()]);
  }
});

describe('the clock of changes', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('never shows a time before one that was told, after a restart too', () => {
    const { context } = memoryState();
    migrate(context.storage);
    const { sql } = context.storage;
    const clock = new ChangeClock(sql);
    expect([clock.now(), clock.tell()]).toEqual([NOW, NOW]);
    vi.setSystemTime(NOW - 60_000);
    expect([clock.now(), clock.tell(), new ChangeClock(sql).now()]).toEqual([NOW, NOW, NOW]);
    vi.setSystemTime(NOW + 1);
    expect([clock.now(), new ChangeClock(sql).tell()]).toEqual([NOW + 1, NOW + 1]);
  });

  test('marks each change of a link, and nothing else', () => {
    const { context } = memoryState();
    migrate(context.storage);
    const { sql } = context.storage;
    const links = new LinkTable(sql, new ChangeClock(sql));
    const changedAt = (slug: string) =>
      [...sql.exec('SELECT changed_at FROM links WHERE slug = ?', slug)][0]?.changed_at;
    const claim = { owner: 'a', createdAt: AT, expiresAt: null, title: null, note: null };
    links.add('x', 'go:x', AT);
    links.add('y', 'go:y', AT);
    for (const [index, change] of [
      () => links.claim('x', claim),
      () => links.claim('x', { ...claim, title: 'T' }),
      () => links.unclaim('x', 'a'),
      () => links.setTarget('x', 'go:x2'),
      () => links.move({ slug: 'x', url: 'go:x2', newUrl: 'go:x3' }),
      () => links.block('x', 'R'),
      () => links.block('x', null),
      () => links.write({ ...links.expect('x'), clicks: 1 }),
      () => links.purge('x'),
    ].entries()) {
      vi.setSystemTime(NOW + 1 + index);
      change();
      expect([changedAt('x'), changedAt('y')]).toEqual([NOW + 1 + index, NOW]);
    }
    vi.setSystemTime(NOW + 99);
    links.move({ slug: 'x', url: 'go:none', newUrl: 'go:x3' });
    expect(changedAt('x')).not.toBe(NOW + 99);
  });

  test('of a shard: what was changed at the time that is asked for is in a page, and what was before is not', async () => {
    vi.stubGlobal('scheduler', { wait: async () => undefined });
    const { shard } = memoryShard();
    const create = (alias: string) => shard.create([{ url: 'go:x', digest: '', alias, owner: 'a', key: null }]);
    create('a');
    vi.setSystemTime(NOW + 1);
    create('b');
    const page = async (since?: number) => {
      const request = {
        after: '',
        limit: 9,
        query: '',
        pace: STEADY,
        grows: false,
        ...(since !== undefined && { since }),
      };
      return (await shard.page('everything', request)).links.map(({ slug }) => slug);
    };
    expect([await page(), await page(NOW), await page(NOW + 1), await page(NOW + 2)]).toEqual([
      ...[['a', 'b'], ['a', 'b'], ['b'], []],
    ]);
    vi.setSystemTime(NOW + 2);
    shard.count([{ slug: 'a', count: 1, last: AT }]);
    expect(await page(NOW + 2)).toEqual(['a']);
    vi.unstubAllGlobals();
  });
});
