/** A shard without the runtime: what each of its methods answers and changes, on the clock of the test. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LinkRecord } from '../../../src/links/record.ts';
import { hashSlugs } from '../../../src/links/slug.ts';
import { QUERIES } from '../../../worker/links/link-table.ts';
import type { Pace } from '../../../worker/links/pace.ts';
import type { CreateRequest, ImportRequest, PageRequest, Scope } from '../../../worker/links/request.ts';
import type { LinkShard } from '../../../worker/links/shard.ts';
import { AT, type MemoryState, memoryShard, NOW } from './storage.ts';

const SOON = '2026-01-31T12:00:01.000Z';
const LATE = '2027-01-01T00:00:00.000Z';
const DIGEST = 'k'.repeat(50);
const [HASH = '', GROWN = ''] = hashSlugs(DIGEST);

let shard: LinkShard;
let state: MemoryState;
/** The pauses that a search has made. */
let pauses: number;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('scheduler', { wait: async () => void pauses++ });
  pauses = 0;
  ({ shard, ...state } = memoryShard());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ask = (more: Partial<CreateRequest> = {}): CreateRequest => {
  return { url: 'go:x', digest: DIGEST, alias: 'x', owner: 'a', key: null, ...more };
};
const create = (more: Partial<CreateRequest> = {}) => shard.create([ask(more)])[0];
const amend = (...edit: Parameters<LinkShard['amend']>) => {
  const edited = shard.amend(...edit);
  return 'link' in edited ? edited.link : null;
};
const purge = (slug: string) => amend(slug, { name: 'r', admin: true }, { purge: true });
const claimOf = (slug: string, owner = 'a') => shard.read(slug)?.claims.find((claim) => claim.owner === owner);
const record = (slug: string, more: Partial<LinkRecord> = {}): LinkRecord => {
  const claims = [{ owner: 'a', createdAt: AT, expiresAt: null, title: null, note: null }];
  return { slug, url: `go:${slug}`, createdAt: AT, clicks: 1, lastClickAt: AT, blocked: null, claims, ...more };
};
const put = (slug: string, more: Partial<LinkRecord> = {}, digest: string | null = null) =>
  shard.import([{ record: record(slug, more), digest }])[0];

describe('a creation', () => {
  test('of a link that is not there has all that was asked for', () => {
    const texts = { expiresAt: LATE, title: 'T', note: 'N' };
    const claims = [{ owner: 'a', createdAt: AT, ...texts }];
    const link = { ...record('x', { claims, clicks: 0, lastClickAt: null }) };
    expect(create(texts)).toEqual({ kind: 'created', link, wrote: 'claim' });
    expect(create({ alias: null })).toMatchObject({ kind: 'created', link: { slug: HASH } });
    expect(create({ alias: null, url: 'go:y' })).toMatchObject({ kind: 'created', link: { slug: GROWN } });
  });

  test.each<[string, Partial<CreateRequest>, string]>([
    ['of the same owner', {}, 'existing'],
    ['of another owner', { owner: 'b' }, 'taken'],
    ['with another target', { url: 'go:y' }, 'taken'],
    ['in another case', { alias: 'mIxed' }, 'taken'],
    ['of another owner, for the hash slug', { alias: null, owner: 'b' }, 'existing'],
  ])('of a link that is there, %s', (_, more, kind) => {
    create();
    create({ alias: null });
    put('Mixed');
    expect(create({ ...more })?.kind).toBe(kind);
  });

  test.each<[string, Partial<CreateRequest>, object]>([
    ['nothing', {}, { expiresAt: LATE, title: 'T', note: 'N' }],
    ['another end', { expiresAt: null }, { expiresAt: null, title: 'T', note: 'N' }],
    ['another title', { title: 'U' }, { expiresAt: LATE, title: 'U', note: 'N' }],
    ['another note', { note: null }, { expiresAt: LATE, title: 'T', note: null }],
    ['a token that keeps', { title: 'U', keeps: true }, { expiresAt: LATE, title: 'T', note: 'N' }],
  ])('again, with %s, changes only that', (_, more, claim) => {
    create({ expiresAt: LATE, title: 'T', note: 'N' });
    expect(create(more)?.kind).toBe('existing');
    expect(claimOf('x')).toMatchObject(claim);
  });

  test('has a hash slug, also if an alias differs from it in case alone', () => {
    put(HASH.toUpperCase());
    expect(create({ alias: null })).toMatchObject({ kind: 'created', link: { slug: HASH } });
  });

  test('after the end brings the link back, with its title and without its end', () => {
    create({ expiresAt: SOON, title: 'T' });
    vi.setSystemTime(Date.parse(SOON));
    expect(create({ keeps: true })?.kind).toBe('created');
    expect(claimOf('x')).toMatchObject({ createdAt: AT, expiresAt: null, title: 'T' });
  });

  test('of a blocked link is refused', () => {
    create();
    shard.amend('x', { name: 'r', admin: true }, { blocked: 'No.' });
    expect(create()).toMatchObject({ kind: 'blocked', link: { blocked: { at: AT, reason: 'No.' } } });
  });

  test('with a key is answered again as it was', () => {
    expect([create({ key: 'k' })?.kind, create({ key: 'k' })?.kind, create()?.kind]).toEqual([
      ...['created', 'created', 'existing'],
    ]);
    purge('x');
    expect(create({ key: 'k' })?.kind).toBe('taken');
  });

  const root = { name: 'r', admin: true };
  test.each<[string, () => unknown, () => unknown, Partial<CreateRequest>]>([
    ['taken', () => create({ owner: 'b' }), () => shard.handOver(['x'], 'b', 'a'), {}],
    ['blocked', () => create() && amend('x', root, { blocked: 'No.' }), () => amend('x', root, { blocked: null }), {}],
    ['full', () => undefined, create, { isFull: true }],
  ])('with a key that is refused as %s is tried anew', (kind, hinder, clear, more) => {
    hinder();
    expect([create({ key: 'k', ...more })?.kind, create({ key: 'k', ...more })?.kind]).toEqual([kind, kind]);
    clear();
    expect(create({ key: 'k' })?.kind).toBe('existing');
    amend('x', root, { blocked: 'No.' });
    expect(create({ key: 'k' })?.kind).toBe('existing');
  });
});

test('a follow counts a click on a live link, and writes those of others', () => {
  create({ expiresAt: SOON });
  const clicks = () => shard.read('x')?.clicks;
  expect(shard.follow('X')?.slug).toBe('x');
  expect(clicks()).toBe(1);
  shard.follow('x', 0, false, [{ slug: 'x', count: 3, last: AT }]);
  expect([clicks(), shard.follow('none')]).toEqual([4, null]);
  vi.setSystemTime(Date.parse(SOON));
  expect([shard.follow('x')?.url, clicks()]).toEqual(['go:x', 4]);
  expect([shard.read('X')?.slug, shard.read('none')]).toEqual(['x', null]);
  expect(shard.figures()).toEqual({ links: 1, octets: 4096 });
});

describe('a change', () => {
  const [a, b, root] = ['a', 'b', 'root'].map((name) => ({ name, admin: name === 'root' }));
  beforeEach(() => {
    put('x', {
      claims: ['a', 'c'].map((owner) => ({ owner, createdAt: AT, expiresAt: null, title: 'T', note: null })),
    });
  });

  test.each([
    ['an owner', a, { title: 'U' }, ['U', 'T']],
    ['nobody’s', b, { title: 'U' }, null],
    ['an administrator', root, { title: 'U' }, ['U', 'U']],
    ['an administrator, and a block', root, { blocked: 'No.', title: 'U' }, ['U', 'U']],
    ['a block alone', root, { blocked: 'No.' }, ['T', 'T']],
  ])('by %s', (_, owner = { name: '', admin: false }, change, titles) => {
    const link = amend('x', owner, change);
    expect(link?.claims.map(({ title }) => title) ?? null).toEqual(titles);
    expect(link?.blocked?.reason).toBe('blocked' in change ? 'No.' : undefined);
  });

  test('of the target is of the link', () => {
    const nobody = { name: 'b', admin: false };
    expect(amend('x', nobody, { url: 'go:y' })).toBe(null);
    expect(amend('none', { name: 'root', admin: true }, { url: 'go:y' })).toBe(null);
    expect(amend('x', { name: 'a', admin: false }, { url: 'go:y' })).toMatchObject({ url: 'go:y' });
    shard.repoint([
      { slug: 'x', url: 'go:x', newUrl: 'go:late' },
      { slug: 'x', url: 'go:y', newUrl: 'go:z' },
    ]);
    expect(shard.read('x')?.url).toBe('go:z');
  });

  test('of an administrator is of their own claim, if they have one, and a block needs none', () => {
    put('own', {
      claims: ['a', 'root'].map((owner) => ({ ...record('x').claims[0], owner }) as LinkRecord['claims'][number]),
    });
    put('none', { claims: [] });
    const admin = { name: 'root', admin: true };
    expect(amend('own', admin, { title: 'U' })?.claims.map(({ title }) => title)).toEqual([null, 'U']);
    expect(amend('none', admin, { title: 'U' })).toBe(null);
    expect(amend('none', admin, { blocked: 'No.' })?.blocked?.reason).toBe('No.');
    expect(amend('none', admin, { blocked: null })?.blocked).toBe(null);
  });

  test('of the owner joins two claims', () => {
    put('y');
    expect(shard.handOver(['x', 'y', 'none'], 'c', 'a')).toEqual(['x']);
    expect(shard.handOver(['x', 'y'], 'a', 'b')).toEqual(['x', 'y']);
    expect(shard.read('x')?.claims).toMatchObject([{ owner: 'b', title: 'T' }]);
    expect(claimOf('y', 'b')).toMatchObject({ createdAt: AT, title: null });
  });
});

describe('an import', () => {
  test.each<[what: string, slug: string, Partial<LinkRecord>, digest: string | null, expected: string]>([
    ['the same link', 'x', {}, null, 'x unchanged'],
    ['another claim', 'x', { claims: record('x').claims.map((claim) => ({ ...claim, owner: 'b' })) }, null, 'x merged'],
    ['another target', 'x', { url: 'go:y' }, null, 'x conflict'],
    ['another link', 'y', {}, null, 'y created'],
    ['a hash slug that another URL has', HASH, { url: 'go:y' }, DIGEST, `${GROWN} created`],
    ['a hash slug with its URL', HASH, {}, DIGEST, `${HASH} unchanged`],
    ['a purged link', 'gone', {}, null, 'gone purged'],
    ['the tombstone of a link', 'x', { url: '' }, null, 'x merged'],
    ['a tombstone that is there', 'gone', { url: '' }, null, 'gone unchanged'],
    ['a new tombstone', 'y', { url: '' }, null, 'y created'],
  ])('of %s', (_, slug, more, digest, expected) => {
    for (const one of ['x', 'gone', HASH]) put(one);
    purge('gone');
    const request: ImportRequest = { record: record(slug, more), digest };
    const before = JSON.stringify(shard.read(slug));
    const tried = shard.tryImport([request]);
    expect(JSON.stringify(shard.read(slug))).toBe(before);
    expect(shard.import([request])).toEqual(tried);
    expect(tried.map(({ slug, outcome }) => `${slug} ${outcome}`)).toEqual([expected]);
    expect(shard.import([request])[0]?.outcome).toBe(/conflict|purged/.exec(expected)?.[0] ?? 'unchanged');
    if (more.url === '') expect(shard.read(slug)).toMatchObject({ url: '', claims: [], clicks: 0 });
  });

  test('that fails says why, and a click before it is not lost', () => {
    create();
    shard.follow('x');
    expect(() => shard.tryImport([{ record: { ...record('y'), url: null as never }, digest: null }])).toThrow(
      /NOT NULL/,
    );
    expect([...state.sql.exec('SELECT clicks FROM links')]).toEqual([{ clicks: 1 }]);
  });
});

describe('a page', () => {
  const PACE: Pace = { part: 1, longest: 1e9, page: 100, rest: 0, share: 0 };
  const page = (more: Partial<PageRequest> = {}, scope: Scope = 'everything') =>
    shard.page(scope, { after: '', limit: 1000, query: '', pace: PACE, grows: false, ...more });
  const fill = (count: number, url = 'go:x') => {
    const records = Array.from({ length: count }, (_, index) => record(`s${1000 + index}`, { url }));
    shard.import(records.map((record) => ({ record, digest: null })));
  };

  test.each([
    [0, 5, 0, false],
    [4, 5, 4, false],
    [5, 5, 5, false],
    [6, 5, 5, true],
    [40, 40, 40, false],
    [41, 40, 40, true],
    [81, 1000, 81, false],
  ])('of %i links, at most %i', async (count, limit, shown, more) => {
    fill(count);
    const { links, ...rest } = await page({ limit });
    expect([links.map(({ slug }) => slug), rest]).toEqual([
      Array.from({ length: shown }, (_, index) => `s${1000 + index}`),
      { more },
    ]);
  });

  test('has the links of its owner that have all words of a search', async () => {
    put('one', { url: 'go:find' });
    put('two', { url: 'go:find', claims: [{ owner: 'b', createdAt: AT, expiresAt: null, title: 'Me', note: 'Ä' }] });
    const slugs = async (query: string, scope?: Scope) => (await page({ query }, scope)).links.map(({ slug }) => slug);
    expect(await slugs('FIND')).toEqual(['one', 'two']);
    expect(await slugs('find go', { owner: 'b' })).toEqual(['two']);
    expect(await slugs('me a\u0308', { owner: 'b' })).toEqual(['two']);
    expect([await slugs('me'), await slugs('find one', { owner: 'b' })]).toEqual([[], []]);
    expect((await page({ after: 'one' })).links).toHaveLength(1);
  });

  test.each([
    ['', 39, 0],
    ['', 40, 1],
    ['', 81, 2],
    ['none', 299, 0],
    ['none', 300, 1],
  ])('of the search “%s” in %i links makes %i pauses', async (query, count, expected) => {
    fill(count);
    await page({ query });
    expect(pauses).toBe(expected);
  });

  test.each([
    [0, 2, false],
    [1, 1, true],
  ])('of four mebibytes and %i octets has %i links', async (over, shown, more) => {
    const rest = JSON.stringify(record('a', { url: '' })).length;
    const half = 2 * 1024 * 1024 - rest;
    for (const [slug, length] of [['a', half] as const, ['b', half + over] as const])
      put(slug, { url: 'x'.repeat(length) });
    expect(await page()).toMatchObject({ links: { length: shown }, more });
    put('0', { url: 'x'.repeat(half * 2 + rest + 1) });
    expect(await page()).toMatchObject({ links: { length: 1 }, more: true });
  });

  test.each([
    [79, 2],
    [80, 3],
  ])('of %i links is read by %i queries', async (count, queries) => {
    fill(count);
    const exec = vi.spyOn(state.sql, 'exec');
    await page({ pace: { ...PACE, part: Number.POSITIVE_INFINITY } });
    expect(exec.mock.calls.filter(([query]) => query === QUERIES.allRows)).toHaveLength(queries);
  });

  test('shows the clicks that were just made', async () => {
    create();
    shard.follow('x');
    expect((await page()).links).toMatchObject([{ clicks: 1 }]);
  });
});

test('a key is bound here, and swept by the alarm', async () => {
  expect([shard.bindKey('a', 'k', 'one'), shard.bindKey('a', 'k', 'two')]).toEqual([true, false]);
  vi.setSystemTime(NOW + 86_400_000);
  await shard.alarm();
  expect(shard.bindKey('a', 'k', 'two')).toBe(true);
});
