/** The tables of a shard: which rows a text, a digest or a scope means, and what a record becomes in them. */
import { beforeEach, expect, test } from 'vitest';
import type { LinkRecord } from '../../../src/links/record.ts';
import { hashSlugs } from '../../../src/links/slug.ts';
import { ChangeClock, LinkTable } from '../../../worker/links/link-table.ts';
import { migrate } from '../../../worker/links/migrations.ts';
import { AT, memoryState } from './storage.ts';

const LATER = '2999-01-01T00:00:00.000Z';
const DIGEST = 'k'.repeat(50);

let sql: SqlStorage;
let links: LinkTable;
beforeEach(() => {
  const { context } = memoryState();
  migrate(context.storage);
  ({ sql } = context.storage);
  links = new LinkTable(sql, new ChangeClock(sql));
});

const claim = (owner: string, more: object = {}) => {
  return { owner, createdAt: AT, expiresAt: null, title: null, note: null, ...more };
};
const record = (slug: string, more: object = {}) => {
  const counted = { createdAt: AT, clicks: 2, lastClickAt: AT, blocked: null, claims: [claim('a')] };
  return { slug, url: `go:${slug}`, ...counted, ...more };
};

test.each([
  [{}],
  [{ clicks: 0, lastClickAt: null }],
  [{ blocked: { at: AT, reason: 'No.' } }],
  [{ alias: true }],
  [{ days: [{ day: '2026-01-31', clicks: 2 }] }],
  [{ claims: [] }],
  [{ claims: [claim('a', { title: 'T', note: 'N' }), claim('b', { expiresAt: LATER })] }],
])('a record with %j is read as it was written', (more) => {
  const written: LinkRecord = record('x', more);
  links.write(written);
  expect(links.find('x')).toStrictEqual(written);
  const { slug, url, blocked, claims, alias } = written;
  const owners = claims.map(({ owner, expiresAt }) => ({ owner, expiresAt }));
  expect(links.target('x')).toStrictEqual({ slug, url, blocked, claims: owners, ...(alias && { alias }) });
});

test('days that the row of an older version has beside no clicks are not shown', () => {
  links.write(record('x', { clicks: 0, days: [{ day: '2026-01-31', clicks: 2 }] }));
  expect(links.expect('x')).not.toHaveProperty('days');
});

test('what is not there is nothing, or an error where it must be', () => {
  expect([links.find('x'), links.target('x'), links.count()]).toEqual([null, null, 0]);
  expect(() => links.expect('x')).toThrow('a link vanished');
  links.add('x', 'go:x', AT);
  expect(links.count()).toBe(1);
});

test.each([
  [['ab'], 'ab', 'ab'],
  [['ab'], 'AB', 'ab'],
  [['aB'], 'AB', 'aB'],
  [['aB', 'ab'], 'AB', 'ab'],
  [['aB', 'ab'], 'aB', 'aB'],
  [['aB', 'Ab'], 'AB', 'AB'],
  [['aB', 'Ab'], 'Ab', 'Ab'],
  [['ba'], 'ab', 'ab'],
])('of the slugs %j, %s means %s', (slugs, text, slug) => {
  for (const one of slugs) links.add(one, `go:${one}`, AT);
  expect(links.meant(text)).toBe(slug);
  expect(links.target(text)?.slug).toBe(slugs.includes(slug) ? slug : undefined);
});

test('a URL has the shortest hash slug that is free, or the one that it has', () => {
  const [first = '', second = '', third = ''] = hashSlugs(DIGEST);
  const slugFor = (url: string) => links.hashSlugFor({ digest: DIGEST, url });
  expect(slugFor('go:a')).toBe(first);
  links.add(first, 'go:b', AT);
  expect([slugFor('go:a'), slugFor('go:b')]).toEqual([second, first]);
  links.add(third, 'go:a', AT);
  expect(slugFor('go:a')).toBe(third);
  for (const slug of hashSlugs(DIGEST)) if (links.find(slug) === null) links.add(slug, 'go:b', AT);
  expect(() => slugFor('go:c')).toThrow('every hash slug of a URL is taken');
});

test('a list has the rows of a scope after a slug, up to a number', () => {
  const ends = { b: '2000-01-01T00:00:00.000Z', c: LATER, d: null };
  for (const [slug, expiresAt] of Object.entries(ends))
    links.write(record(slug, { claims: [claim('a', { expiresAt })] }));
  links.write(record('a', { claims: [claim('b')] }));
  const list = (...of: Parameters<LinkTable['list']>) => links.list(...of).map(({ slug }) => slug);
  expect(list('everything', '', 9)).toEqual(['a', 'b', 'c', 'd']);
  expect(list('everything', 'a', 2)).toEqual(['b', 'c']);
  expect(list({ owner: 'a' }, '', 9)).toEqual(['c', 'd']);
  expect(list({ owner: 'a' }, '', 1)).toEqual(['c']);
  expect(list({ owner: 'a' }, 'c', 9)).toEqual(['d']);
});

test('a change is of one link, or one claim', () => {
  for (const slug of ['x', 'y']) links.write(record(slug, { claims: [claim('a'), claim('b')] }));
  links.setTarget('x', 'go:new');
  links.move({ slug: 'x', url: 'go:x', newUrl: 'go:late' });
  links.move({ slug: 'y', url: 'go:y', newUrl: 'go:moved' });
  links.unclaim('x', 'b');
  expect(links.find('x')).toEqual(record('x', { url: 'go:new' }));
  links.block('y', 'No.');
  const { url, blocked, claims } = links.expect('y');
  expect([url, blocked, claims.length]).toEqual(['go:moved', { at: expect.any(String), reason: 'No.' }, 2]);
  expect(Math.abs(Date.parse(blocked?.at ?? '') - Date.now())).toBeLessThan(60_000);
  links.block('y', null);
  expect(links.expect('y').blocked).toBe(null);
  links.purge('x');
  expect(links.find('x')).toEqual(record('x', { url: '', createdAt: '', clicks: 0, lastClickAt: null, claims: [] }));
  expect(links.expect('y').claims).toHaveLength(2);
});
