/** An import without the runtime: what becomes of each line, and what is forgotten. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { digestOf } from '../../../src/links/slug.ts';
import { StoreError } from '../../../worker/errors/store-error.ts';
import type { Item } from '../../../worker/http/batch.ts';
import { edgeOf } from '../../../worker/links/access.ts';
import { type ForeignRow, importItems } from '../../../worker/links/import.ts';
import { STEADY } from '../../../worker/links/pace.ts';
import type { ImportRequest, ImportResult } from '../../../worker/links/request.ts';
import { WARNINGS } from '../../../worker/links/warnings.ts';
import { contextOf } from '../http/context.ts';
import { AT, NOW } from './storage.ts';

const LATER = '2027-01-01T00:00:00.000Z';
let HASH: string;
beforeAll(async () => {
  HASH = await digestOf('go:x');
  vi.stubGlobal('caches', { default: null });
});
afterAll(() => void vi.unstubAllGlobals());

let waits: number;
let stored: ImportRequest[];
let blocked: unknown[];
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  [waits, stored, blocked] = [0, [], []];
  vi.stubGlobal('scheduler', { wait: async () => void waits++ });
});
afterEach(() => void vi.useRealTimers());

const reservedWords = new Map([
  ['page', 'address'],
  ['go', 'beginning'],
  ['admin', 'operator'],
] as const);
const context = { ...contextOf('/v1/links/import'), reservedWords };

const claim = { owner: 'a', createdAt: AT, expiresAt: null, title: null, note: null };
const line = (more: object = {}) => {
  return {
    slug: 'x',
    url: 'go:x',
    createdAt: AT,
    clicks: 1,
    lastClickAt: null,
    blocked: null,
    claims: [claim],
    ...more,
  };
};
const row = (more: Partial<ForeignRow> = {}): ForeignRow => {
  const counted = { slug: 'x', url: 'go:x', clicks: 1, lastClickAt: null, createdAt: AT, beginsAt: null };
  return { ...counted, title: null, note: null, expiresAt: null, banned: false, ended: false, warnings: [], ...more };
};

/** The slugs of links that have changed. */
let changes: string[];
beforeEach(() => {
  changes = [];
});
const noteChanges = (slugs: readonly string[]) => void changes.push(...slugs);
/** A document whose columns are all known. */
const documentOf = (readRow: (found: object) => ForeignRow) => ({ readRow, unread: [], forgetUnread: () => {} });

/** Imports values, and answers each with the outcome and warnings, or the code of its fault. */
async function importOf(values: readonly unknown[], outcome: ImportResult['outcome'] = 'created', hashSlugs = false) {
  const store = {
    pace: () => STEADY,
    import: async (requests: readonly ImportRequest[]) => {
      stored.push(...requests);
      return requests.map(({ record }) => ({ slug: record.slug === 'grown' ? 'grown0' : record.slug, outcome }));
    },
    block: async (blocks: readonly unknown[]) => void blocked.push(...blocks),
  };
  const readRow = (found: object) => row(Reflect.get(found, 'row'));
  const items = values.map((value): Item => ({ value }));
  const answers = await importItems(
    {
      context,
      store,
      owner: 'o',
      document: documentOf(readRow),
      hashSlugs,
      isMeant: () => true,
      isTrial: false,
      noteChanges,
    },
    items,
  );
  return answers.map((answer) => {
    if ('block' in answer) return 'block';
    if ('next' in answer) return 'end';
    if ('outcome' in answer) {
      for (const warning of answer.warnings) expect(WARNINGS).toHaveProperty(warning);
      return [answer.slug, answer.outcome, ...answer.warnings].join(' ');
    }
    return `${answer.status} ${answer.errors?.[0]?.code}`;
  });
}

test.each<[unknown, string]>([
  [line(), 'x created'],
  [line({ url: 'GO:x' }), 'x created url-not-canonical'],
  [line({ slug: 'page' }), 'page created alias-reserved'],
  [line({ slug: 'go' }), 'go created'],
  [line({ alias: true }), 'x created'],
  [line({ slug: 'grown' }), 'grown0 created slug-grown'],
  [line({ url: 'https://waypost.example/' }), '422 egress-own-host'],
  [line({ url: 'javascript:1' }), '422 unsafe-scheme'],
  [line({ url: 'no' }), '422 scheme-missing'],
  [line({ slug: 'x.svg' }), '400 parameter-invalid'],
  [line({ slug: 'yadkkg582q' }), '400 slug-mismatch'],
  [line({ slug: 'yadkkg582q', alias: true }), 'yadkkg582q created'],
  [{ slug: 'x', purged: true }, 'x created'],
  [{ slug: '', purged: true }, '400 parameter-invalid'],
  [{ block: { kind: 'host', value: 'a.example', reason: 'R', at: AT } }, 'block'],
  [{ block: { kind: 'host' } }, '400 parameter-missing'],
  [{ row: {} }, 'x created'],
  [{ row: { url: 'no' } }, '422 scheme-missing'],
  [{ row: { slug: '' } }, '400 slug-missing'],
  [{ row: { slug: 'x.svg' } }, '400 parameter-invalid'],
  [{ row: { slug: 'page' } }, '409 alias-reserved'],
  [{ row: { slug: 'go' } }, '409 alias-reserved'],
  [{ row: { slug: 'admin' } }, 'admin created'],
  [{ row: { warnings: ['text-shortened'] } }, 'x created text-shortened'],
  [{ row: { beginsAt: LATER, warnings: ['text-shortened'] } }, 'x created text-shortened not-yet-valid'],
  [{ row: { beginsAt: AT } }, 'x created'],
  ['text', '400 item-invalid'],
  [null, '400 item-invalid'],
  [[], '400 item-invalid'],
])('%j: %s', async (value, expected) => {
  expect(await importOf([value])).toEqual([expected]);
});

test.each([
  ['unchanged', 'x unchanged'],
  ['merged', 'x merged'],
  ['conflict', '409 alias-taken'],
  ['purged', '409 slug-purged'],
] as const)('a store that answers %s: %s', async (outcome, expected) => {
  expect(await importOf([line()], outcome)).toEqual([expected]);
});

test('each line has its own answer, in their order, with pauses after 64', async () => {
  const values = [
    line(),
    'no',
    { block: { kind: 'owner', value: 'a', reason: 'R', at: AT } },
    { slug: 'y', purged: true },
  ];
  expect(await importOf(values)).toEqual(['x created', '400 item-invalid', 'block', 'y created']);
  expect([stored.length, blocked.length, waits]).toEqual([2, 1, 1]);
  await importOf(Array.from({ length: 64 }, () => line()));
  expect(waits).toBe(4);
});

describe('a record', () => {
  test('has the digest of its URL if its slug is a hash of it', async () => {
    const [slug, other] = [HASH.slice(0, 12), 'yadkkg582q'];
    await importOf([
      line({ slug }),
      line({ slug: other, alias: true }),
      line(),
      { row: { slug } },
      { row: { slug: other } },
    ]);
    expect(stored.map(({ record, digest }) => [record.slug, record.alias, digest])).toEqual([
      [slug, undefined, HASH],
      [other, true, null],
      ['x', undefined, null],
      [slug, undefined, HASH],
      [other, true, null],
    ]);
  });

  test('of a tombstone is empty', async () => {
    await importOf([{ slug: 'x', purged: true }]);
    expect(stored).toMatchObject([{ record: { slug: 'x', url: '', claims: [] }, digest: null }]);
  });

  const block = (reason: string, at = AT) => ({ at, reason });
  test.each<[string, Partial<ForeignRow>, object]>([
    ['as it is', { title: 'T', note: 'N', clicks: 3, lastClickAt: AT, expiresAt: LATER }, {}],
    ['banned', { banned: true }, { blocked: block('The former shortener blocked this link.') }],
    ['early', { beginsAt: LATER }, { blocked: block(`This link begins at ${LATER}.`) }],
    [
      'early and banned',
      { beginsAt: LATER, banned: true },
      { blocked: block('The former shortener blocked this link.') },
    ],
    ['ended', { ended: true, expiresAt: LATER }, { claims: [{ ...claim, owner: 'o', expiresAt: AT }] }],
    ['ended, of unknown age', { ended: true, createdAt: null }, { claims: [{ ...claim, owner: 'o', expiresAt: AT }] }],
    ['in another spelling', { url: 'GO:x' }, { url: 'go:x' }],
  ])('of another shortener, %s', async (_, of, expected) => {
    await importOf([{ row: of }]);
    const { title, note, expiresAt, clicks, lastClickAt } = row(of);
    expect(stored[0]?.record).toEqual({
      ...line({ clicks, lastClickAt }),
      claims: [{ owner: 'o', createdAt: AT, expiresAt, title, note }],
      ...expected,
    });
  });

  test('without a slug has a hash slug if that is asked for', async () => {
    expect(await importOf([{ row: { slug: '' } }], 'created', true)).toEqual([`${HASH.slice(0, 10)} created`]);
    expect(stored[0]?.digest).toBe(HASH);
  });
});

test('imported links are forgotten here, and all links with a new block', async () => {
  const { links } = edgeOf(context.environment);
  const [clear, drop, forget] = (['clear', 'drop', 'forget'] as const).map((name) => vi.spyOn(links, name));
  await importOf([line(), line({ slug: 'y', blocked: { at: AT, reason: 'No.' } })]);
  expect([clear?.mock.calls.length, drop?.mock.calls.map(([slug]) => slug), forget?.mock.calls]).toEqual([
    ...[0, ['x', 'y', 'y'], [['y', 'https://waypost.example']]],
  ]);
  await importOf([{ block: { kind: 'owner', value: 'a', reason: 'R', at: AT } }]);
  expect(clear?.mock.calls.length).toBe(1);
  vi.restoreAllMocks();
});

test('a store that leaves a line out is a fault', async () => {
  const store = { pace: () => STEADY, import: async () => [], block: async () => undefined };
  const to = {
    context,
    store,
    owner: 'o',
    document: documentOf(() => row()),
    hashSlugs: false,
    isMeant: () => true,
    isTrial: false,
    noteChanges,
  };
  await expect(importItems(to, [{ value: line() }])).rejects.toThrow('a shard did not answer');
  const broken = { ...to, document: documentOf(() => Reflect.apply(row, null, [null]).none.of) };
  await expect(importItems(broken, [{ value: {} }])).rejects.toThrow(TypeError);
});

describe('an import of which a part is written', () => {
  const full = () =>
    new StoreError({
      ...{ problem: 'store-full', store: 3, object: 'o', operation: 'import', cause: 'SQLITE_FULL', retryable: false },
    });
  const blockLine = { block: { kind: 'host', value: 'h.example', reason: 'By order.', at: AT } };
  const statusOf = (answer: object) =>
    'status' in answer ? answer.status : 'outcome' in answer ? answer.outcome : 'block';
  const run = async (more: object, values: readonly object[]) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const store = {
      pace: () => STEADY,
      import: async (requests: readonly ImportRequest[]) =>
        requests.map(({ record: { slug } }) => (slug === 'bad' ? full() : { slug, outcome: 'created' as const })),
      block: async (_: readonly unknown[]): Promise<void> => undefined,
      ...more,
    };
    const readRow = (found: object) => row({ slug: String(Reflect.get(found, 'slug')) });
    const to = {
      context,
      store,
      owner: 'o',
      document: documentOf(readRow),
      hashSlugs: false,
      isMeant: (slug: string) => slug !== 'other',
      isTrial: false,
      noteChanges,
    };
    const answers = await importItems(
      to,
      values.map((value) => ({ value })),
    );
    vi.restoreAllMocks();
    return answers.map(statusOf);
  };
  const rows = ['one', 'bad', 'other', 'two'].map((slug) => ({ slug }));

  test('answers what a store did not do with its problem, and skips what is not meant', async () => {
    expect(await run({}, [...rows, blockLine])).toEqual(['created', 507, 'skipped', 'created', 'block']);
  });

  test('has the problem of the first store for each block, and links all the same', async () => {
    const block = async () => Promise.reject(full());
    expect(await run({ block }, [blockLine, ...rows])).toEqual([507, 'created', 507, 'skipped', 'created']);
    const ours = async () => Promise.reject(new Error('ours'));
    await expect(run({ block: ours }, [blockLine])).rejects.toThrow('ours');
  });
});
