/** Searches by the index find what reading every link finds, whatever has changed, and read few links. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LinkRecord } from '../../../src/links/record.ts';
import { wordsOf } from '../../../src/words.ts';
import { QUERIES } from '../../../worker/links/link-table.ts';
import { BRISK } from '../../../worker/links/pace.ts';
import type { PageRequest, Scope } from '../../../worker/links/request.ts';
import { ANYTHING, linkHasWords } from '../../../worker/links/search.ts';
import { MOST_FOUND } from '../../../worker/links/search-index.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../fast-check.ts';
import { AT, memoryShard } from './storage.ts';

beforeEach(() => vi.stubGlobal('scheduler', { wait: () => new Promise(setImmediate) }));
afterEach(() => vi.unstubAllGlobals());

const root = { name: 'root', admin: true };
const claimOf = (owner: string, title: string | null, note: string | null = null) => {
  return { owner, createdAt: AT, expiresAt: null, title, note };
};
const record = (slug: string, more: Partial<LinkRecord> = {}): LinkRecord => {
  const claims = [claimOf('a', null)];
  return { slug, url: `go:${slug}`, createdAt: AT, clicks: 0, lastClickAt: null, blocked: null, claims, ...more };
};

/** A shard, with what the tests ask it. */
function searched() {
  const { shard, sql, work } = memoryShard();
  const page = (query: string, scope: Scope, more: Partial<PageRequest> = {}) =>
    shard.page(scope, { after: '', limit: 100_000, query, pace: BRISK, grows: true, ...more });
  const slugs = async (query: string, scope: Scope = { owner: 'a' }, more?: Partial<PageRequest>) =>
    (await page(query, scope, more)).links.map(({ slug }) => slug);
  /** The slugs of links that have the words, as reading all of them finds them. */
  const expected = async (query: string, scope: Scope = { owner: 'a' }) => {
    const words = wordsOf(query);
    const { links } = await page('', scope);
    const isFound = (link: LinkRecord) => {
      const own = scope === 'everything' ? undefined : link.claims.find(({ owner }) => owner === scope.owner);
      return linkHasWords({ ...link, title: own?.title ?? null, note: own?.note ?? null }, words);
    };
    return links.filter(isFound).map(({ slug }) => slug);
  };
  return {
    ...{ shard, sql, page, slugs, expected },
    put: (...records: readonly LinkRecord[]) => shard.import(records.map((one) => ({ record: one, digest: null }))),
    /** Has all links indexed. */
    build: async () => {
      await slugs('nosuchword');
      await Promise.all(work.splice(0));
    },
    count: (table: string) => [...sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)][0]?.n,
    documents: (expression: string) =>
      [...sql.exec('SELECT rowid FROM search WHERE search MATCH ?', expression)].length,
    work,
  };
}

type Searched = ReturnType<typeof searched>;

/** Characters of which one changes with its case, its accent, or its place in a word, and those that FTS5 quotes. */
const characters = ['a', 'b', 'B', 'é', 'e\u0301', 'Σ', 'ς', 'İ', 'ß', '"', '*', '😀', '\0', '\ufffe', ' ', '/', '-'];
const texts = fc.array(fc.constantFrom(...characters), { maxLength: 7 }).map((parts) => parts.join(''));
const slugs = fc.constantFrom('a', 'abb', 'bab-aba', 'Abb', 'b.b', 'aab~', 'zz', 'bbb');
const owners = fc.constantFrom('a', 'b');
const changes: fc.Arbitrary<(to: Searched) => unknown> = fc.oneof(
  fc.tuple(slugs, texts, owners, texts, texts).map(([slug, url, owner, title, note]) => ({ shard, put }: Searched) => {
    put(record(slug, { url: `go:${url}`, claims: [claimOf(owner, title || null, note || null)] }));
    shard.amend(slug, root, { title: title || null });
  }),
  fc.tuple(slugs, texts).map(
    ([slug, url]) =>
      ({ shard }: Searched) =>
        shard.amend(slug, root, { url: `go:${url}` }),
  ),
  fc.tuple(slugs, texts).map(
    ([slug, note]) =>
      ({ shard }: Searched) =>
        shard.amend(slug, root, { note }),
  ),
  fc.tuple(slugs, owners).map(
    ([slug, owner]) =>
      ({ shard }: Searched) =>
        shard.handOver([slug], owner, 'b'),
  ),
  slugs.map(
    (slug) =>
      ({ shard }: Searched) =>
        shard.amend(slug, root, { purge: true }),
  ),
  fc.constant(({ build }: Searched) => build()),
  // Part of the links are in the index.
  fc.constant(({ slugs }: Searched) => slugs('nosuchword')),
);

test(
  'a search finds what reading every link finds, after any changes',
  async () => {
    const queries = fc.array(fc.tuple(texts, fc.constantFrom<Scope>('everything', { owner: 'a' }, { owner: 'b' })), {
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { maxLength: 12 }), queries, async (made, asked) => {
        const store = searched();
        for (const change of made) {
          await change(store);
          for (const [query, scope] of asked) {
            expect(await store.slugs(query, scope)).toEqual(await store.expected(query, scope));
          }
        }
      }),
      runs(1 / 4),
    );
  },
  PROPERTY_TIMEOUT,
);

describe('words of links are found', () => {
  test.each([
    ['IDDL', true],
    ['ddle-', true],
    ['middle-of', true],
    ['middleof', false],
    ['mid of', true],
    ['of', true],
    ['f', true],
    ['old maps', true],
    ['maps-old', false],
    ['“quoted', true],
    ['"', true],
    ['"te"', true],
    ['"ta"', false],
    ['https://example.org/middle', true],
    ['ttps://example.org/maddle', false],
  ])('%s: %s', async (query, isFound) => {
    const { put, build, slugs } = searched();
    put(
      record('middle-of', { url: 'https://example.org/middle', claims: [claimOf('a', 'Old “quoted” Maps', '"te"')] }),
    );
    put(record('other'));
    expect(await slugs(query)).toEqual(isFound ? ['middle-of'] : []);
    await build();
    expect(await slugs(query)).toEqual(isFound ? ['middle-of'] : []);
  });
});

describe('an index that is built', () => {
  test('passes SQLite no text above the 2 MB of the platform, however long links are', async () => {
    const { put, build, slugs, sql } = searched();
    put(...Array.from({ length: 70 }, (_, index) => record(`n-${1000 + index}`, { url: `go:${'日'.repeat(12_000)}` })));
    const exec = vi.spyOn(sql, 'exec');
    await build();
    const sizes = exec.mock.calls.flatMap(([, ...values]) => values.map((value) => Buffer.byteLength(String(value))));
    expect(Math.max(...sizes)).toBeLessThan(2_000_000);
    // Not a query for each link either.
    expect(sizes.filter((size) => size > 60_000).length).toBeLessThan(10);
    expect(await slugs('n-1069')).toEqual(['n-1069']);
  });

  test.each(['日'.repeat(2000), 'e\u0301'.repeat(1000)])(
    'has the links beside one whose notes are too long for it together, and that one is found all the same',
    async (note) => {
      const { put, build, slugs, count, sql } = searched();
      const owners = Array.from({ length: 400 }, (_, index) => claimOf(`o${index}`, `title-${index}`, note));
      put(record('many', { claims: [...owners, claimOf('zoe', 'needle')] }), record('next'), record('other'));
      const exec = vi.spyOn(sql, 'exec');
      await build();
      const read = exec.mock.results.flatMap(({ value }) => (Array.isArray(value) ? value.flatMap(Object.values) : []));
      const values = [...read, ...exec.mock.calls.flat()].map((value) => Buffer.byteLength(String(value)));
      expect(Math.max(...values)).toBeLessThan(2_000_000);
      expect([count('documents'), count('indexing'), count('unindexed')]).toEqual([3, 0, 0]);
      expect(await slugs('needle', { owner: 'zoe' })).toEqual(['many']);
      expect(await slugs(note.slice(0, 8), { owner: 'o399' })).toEqual(['many']);
      expect(await slugs('next')).toEqual(['next']);
    },
  );

  test.each([
    [512 * 1024, 1],
    [512 * 1024 + 1, 0],
  ])('has a text of %i characters as JSON: %i', async (length, indexed) => {
    const { put, build, slugs, documents } = searched();
    const rest = JSON.stringify([1, 'edge\n\n\n\n']).length;
    put(record('edge', { url: 'x'.repeat(length - rest) }), record('other'));
    await build();
    expect([documents('"xxx"'), documents(`"${ANYTHING}"`)]).toEqual([indexed, 1 - indexed]);
    expect([await slugs('xxxx'), await slugs('xxxy')]).toEqual([['edge'], []]);
  });

  test('spares a search every link that has not all of its trigrams', async () => {
    const { put, build, slugs, page, sql } = searched();
    put(...Array.from({ length: 300 }, (_, index) => record(`n-${1000 + index}`)));
    await build();
    const exec = vi.spyOn(sql, 'exec');
    const readBy = (query: string) => exec.mock.calls.filter(([text]) => text === query).length;
    expect(await slugs('1077')).toEqual(['n-1077']);
    expect([readBy(QUERIES.ownRow), readBy(QUERIES.ownRows)]).toEqual([1, 0]);
    // A part of a list, and that there is more.
    expect(await page('n-11', { owner: 'a' }, { after: 'n-1110', limit: 2 })).toMatchObject({
      links: [{ slug: 'n-1111' }, { slug: 'n-1112' }],
      more: true,
    });
    expect(readBy(QUERIES.ownRows)).toBe(0);
    // No word has three characters.
    await slugs('77');
    expect(readBy(QUERIES.ownRows)).toBeGreaterThan(7);
  });

  test.each([
    [MOST_FOUND, false],
    [MOST_FOUND + 1, true],
  ])('leads to %i links that may have the words, or all are read: %s', async (count, areRead) => {
    const { put, build, slugs, sql } = searched();
    put(...Array.from({ length: count }, (_, index) => record(`n-${10_000 + index}`)));
    await build();
    const exec = vi.spyOn(sql, 'exec');
    expect(await slugs('n-1')).toHaveLength(count);
    expect(exec.mock.calls.some(([text]) => text === QUERIES.ownRows)).toBe(areRead);
  });

  test.each([
    [MOST_FOUND, false],
    [MOST_FOUND + 1, true],
  ])('and %i links that have changed are read one by one, or all are: %s', async (count, areRead) => {
    const { put, build, slugs, sql } = searched();
    await build();
    put(...Array.from({ length: count }, (_, index) => record(`n-${10_000 + index}`)));
    const exec = vi.spyOn(sql, 'exec');
    expect(await slugs('n-10007', { owner: 'a' }, { grows: false })).toEqual(['n-10007']);
    expect(exec.mock.calls.some(([text]) => text === QUERIES.ownRows)).toBe(areRead);
  });

  test('is read in ranges, to the last document', async () => {
    const { put, build, slugs, sql } = searched();
    await build();
    sql.exec("INSERT INTO documents VALUES (16383, 'none')");
    for (const slug of ['last-of-range', 'first-of-range']) {
      put(record(slug));
      sql.exec('DELETE FROM indexing');
      sql.exec("INSERT INTO indexing VALUES ('')");
      sql.exec('DELETE FROM unindexed');
      await build();
    }
    const exec = vi.spyOn(sql, 'exec');
    expect(await slugs('of-range')).toEqual(['first-of-range', 'last-of-range']);
    expect(exec.mock.calls.filter(([text]) => String(text).includes('MATCH'))).toHaveLength(2);
  });

  test.each([
    [63, 0],
    [64, 1],
  ])('takes up %i links that have changed: %i times', async (count, times) => {
    const { put, build, slugs, work, count: rows } = searched();
    await build();
    put(...Array.from({ length: count }, (_, index) => record(`n-${1000 + index}`)));
    expect(rows('unindexed')).toBe(count);
    expect(await slugs('n-10')).toHaveLength(count);
    expect(work).toHaveLength(times);
    await Promise.all(work);
    expect(rows('unindexed')).toBe(times === 0 ? count : 0);
    expect(await slugs('n-10')).toHaveLength(count);
  });

  test('has nothing of a purged link but its slug, at once', async () => {
    const { put, shard, build, slugs, documents, count } = searched();
    put(record('purged', { url: 'go:secret', claims: [claimOf('a', 'hidden')] }), record('other'));
    await build();
    expect([documents('"sec"'), documents('"hid"')]).toEqual([1, 1]);
    shard.amend('purged', root, { purge: true });
    expect([documents('"sec"'), documents('"hid"'), count('unindexed')]).toEqual([0, 0, 0]);
    expect([await slugs('urged', 'everything'), await slugs('urged')]).toEqual([['purged'], []]);
  });

  test('is right after an earlier version has written', async () => {
    const { put, build, slugs, sql } = searched();
    put(record('ended'), record('moved'), record('titled'), record('given'), record('replaced'));
    await build();
    sql.exec("UPDATE links SET url = 'go:earlier' WHERE slug = 'moved'");
    sql.exec("INSERT OR REPLACE INTO claims VALUES ('titled', 'a', ?, NULL, 'Earlier', NULL)", AT);
    sql.exec("INSERT INTO links (slug, url, created_at) VALUES ('added', 'go:earlier', ?)", AT);
    sql.exec("INSERT INTO claims VALUES ('added', 'a', ?, NULL, NULL, NULL)", AT);
    sql.exec("UPDATE claims SET note = 'earlier' WHERE slug = 'given'");
    sql.exec("INSERT OR REPLACE INTO links (slug, url, created_at) VALUES ('replaced', 'go:earlier', ?)", AT);
    expect(await slugs('earlier')).toEqual(['added', 'given', 'moved', 'replaced', 'titled']);
    sql.exec("DELETE FROM claims WHERE slug = 'titled'");
    expect(await slugs('earlier')).toEqual(['added', 'given', 'moved', 'replaced']);
    sql.exec("DELETE FROM claims WHERE slug = 'ended'");
    expect([...sql.exec('SELECT slug FROM unindexed')].map(({ slug }) => slug)).toEqual([
      ...['added', 'ended', 'given', 'moved', 'replaced', 'titled'],
    ]);
  });
});

describe('an index', () => {
  test('is not written before the first search for a word, and then by slices', async () => {
    const { put, slugs, count, work, sql } = searched();
    put(...Array.from({ length: 129 }, (_, index) => record(`n-${1000 + index}`)));
    await slugs('');
    await slugs('n-');
    expect([count('documents'), count('unindexed'), work.length]).toEqual([0, 0, 0]);
    const exec = vi.spyOn(sql, 'exec');
    expect(await slugs('n-11')).toHaveLength(29);
    // A second search while it is built does not build it a second time.
    expect(await slugs('n-11')).toHaveLength(29);
    await Promise.all(work);
    expect([count('documents'), count('indexing')]).toEqual([129, 0]);
    expect(exec.mock.calls.filter(([text]) => String(text).includes('INTO search'))).toHaveLength(3);
  });

  test('is not written while the disk has no space, and is written later', async () => {
    const { put, slugs, build, count, work } = searched();
    put(record('one'));
    expect(await slugs('one', { owner: 'a' }, { grows: false })).toEqual(['one']);
    expect([work.length, count('documents')]).toEqual([0, 0]);
    await build();
    expect(count('documents')).toBe(1);
  });

  test('has what was written while a search was waiting', async () => {
    const { put, shard, build, slugs, work } = searched();
    put(...Array.from({ length: 700 }, (_, index) => record(`n-${1000 + index}`)));
    const during = slugs('n-1', { owner: 'a' }, { pace: { ...BRISK, part: 1 } });
    shard.amend('n-1699', root, { title: 'other' });
    put(record('n-2000'), record('n-1000a'));
    expect((await during).slice(-2)).toEqual(['n-1698', 'n-1699']);
    await Promise.all(work);
    await build();
    expect(await slugs('other')).toEqual(['n-1699']);
  });

  test('that fails is taken up by the next search', async () => {
    const { put, slugs, work, sql, count } = searched();
    put(record('one'));
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { exec } = sql;
    const failing = vi.spyOn(sql, 'exec').mockImplementation((query: string, ...values) => {
      if (query.includes('INTO search')) throw new Error('no space');
      return exec.call(sql, query, ...values) as never;
    });
    expect(await slugs('one')).toEqual(['one']);
    await Promise.all(work.splice(0));
    expect([log.mock.calls.length, count('documents')]).toEqual([1, 0]);
    failing.mockRestore();
    log.mockRestore();
    await slugs('one');
    await Promise.all(work.splice(0));
    expect(count('documents')).toBe(1);
  });
});
