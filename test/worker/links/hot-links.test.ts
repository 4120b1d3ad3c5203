/** Hot links: how long they are kept, in an isolate and in a data center, with a clock that the test moves. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { CacheStore } from '../../../worker/http/quiet-cache.ts';
import { type HotLink, HotLinks, staleAfter } from '../../../worker/links/hot-links.ts';

const ORIGIN = 'https://waypost.example';
const SLUG = 'yadkkg582q';

let now: number;
beforeEach(() => {
  now = Date.UTC(2026, 0, 31);
});
const clock = () => now;

/** A cache that never forgets by itself, so that only our own clock ends an entry. */
function sharedCache(): CacheStore & { readonly entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    match: async (key) => (entries.has(key) ? new Response(entries.get(key)) : undefined),
    put: async (key, response) => void entries.set(key, await response.text()),
    delete: async (key) => entries.delete(key),
  };
}

/** A cache that is away, as in bare workerd. */
function noCache(): CacheStore {
  const fail = () => Promise.reject(new Error('No Cache was configured'));
  return { match: fail, put: fail, delete: fail };
}

const linkUntil = (staleAt: number): HotLink => ({
  location: 'https://h.example/',
  canonicalLink: null,
  scheme: 'https',
  staleAt,
});

const aliasUntil = (staleAt: number): HotLink => ({ ...linkUntil(staleAt), isAlias: true });

test.each([
  ['never ends', null, 60_000],
  ['ends later', '1970-01-01T00:02:00.000Z', 60_000],
  ['ends sooner', '1970-01-01T00:00:59.999Z', 59_999],
  ['has ended', '1970-01-01T00:00:00.000Z', 0],
])('a link that %s is stale after %s', (_, expiresAt, staleAt) => {
  expect(staleAfter(0, expiresAt)).toBe(staleAt);
});

describe.each([
  ['with the cache of the data center', sharedCache],
  ['without one', noCache],
])('%s, a link', (_, cache) => {
  test('is kept until it is stale', async () => {
    const links = new HotLinks(cache(), clock);
    const link = linkUntil(now + 60_000);
    expect([links.peek(SLUG), await links.find(SLUG, ORIGIN)]).toEqual([null, null]);
    await links.keep(SLUG, ORIGIN, link, now);
    for (const elapsed of [0, 30_000, 29_999]) {
      now += elapsed;
      expect([links.peek(SLUG), await links.find(SLUG, ORIGIN)]).toEqual([link, link]);
    }
    now += 1;
    expect([links.peek(SLUG), await links.find(SLUG, ORIGIN)]).toEqual([null, null]);
  });

  test('is forgotten at once when it changes here', async () => {
    const links = new HotLinks(cache(), clock);
    await links.keep(SLUG, ORIGIN, linkUntil(now + 60_000), now);
    await links.forget(SLUG, ORIGIN);
    expect([links.peek(SLUG), await links.find(SLUG, ORIGIN)]).toEqual([null, null]);
  });

  test('with a long redirect is not kept', async () => {
    const links = new HotLinks(cache(), clock);
    await links.keep(SLUG, ORIGIN, { ...linkUntil(now + 60_000), location: 'x'.repeat(5000) }, now);
    expect(await links.find(SLUG, ORIGIN)).toBe(null);
  });
});

test('another isolate of the data center keeps a link as long as the first one', async () => {
  const shared = sharedCache();
  const [first, other] = [new HotLinks(shared, clock), new HotLinks(shared, clock)];
  const link = linkUntil(now + 60_000);
  await first.keep(SLUG, ORIGIN, link, now);
  now += 50_000;
  expect(other.peek(SLUG)).toBe(null);
  expect(await other.find(SLUG, ORIGIN)).toEqual(link);
  now += 9999;
  expect(other.peek(SLUG)).toEqual(link);
  now += 1;
  expect([other.peek(SLUG), await other.find(SLUG, ORIGIN)]).toEqual([null, null]);
});

test('links of another origin are other links: their redirects may differ', async () => {
  const links = new HotLinks(sharedCache(), clock);
  const other = new HotLinks(sharedCache(), clock);
  await links.keep(SLUG, ORIGIN, linkUntil(now + 60_000), now);
  expect(await other.find(SLUG, 'https://other.example')).toBe(null);
});

test('the cache of the data center ends an entry no later than it is stale', async () => {
  const ages: (string | null)[] = [];
  const shared = {
    ...sharedCache(),
    put: async (_: string, { headers }: Response) => void ages.push(headers.get('cache-control')),
  };
  await new HotLinks(shared, clock).keep(SLUG, ORIGIN, linkUntil(now + 60_000), now);
  await new HotLinks(shared, clock).keep(SLUG, ORIGIN, linkUntil(now + 1001), now);
  expect(ages).toEqual(['max-age=60', 'max-age=2']);
});

test('a hash slug that looks like an alias is renewed by one follow, too', async () => {
  const links = new HotLinks(sharedCache(), clock);
  links.keepAlias(SLUG, { ...linkUntil(now + 60_000), isAlias: true }, now);
  now += 701;
  expect([links.peek(SLUG), await links.find(SLUG, ORIGIN), links.peek(SLUG)?.isAlias]).toEqual([null, null, true]);
});

test('what was asked before a change here is not kept', async () => {
  const shared = sharedCache();
  const links = new HotLinks(shared, clock);
  await new HotLinks(shared, clock).keep(SLUG, ORIGIN, linkUntil(now + 60_000), now);
  const found = links.find(SLUG, ORIGIN);
  links.drop(SLUG);
  expect([await found, links.peek(SLUG)]).toEqual([null, null]);
  await links.forget(SLUG, ORIGIN);
  await links.keep(SLUG, ORIGIN, linkUntil(now + 60_000), now);
  expect([links.peek(SLUG), shared.entries.size]).toEqual([null, 0]);
  await links.keep(SLUG, ORIGIN, linkUntil(now + 60_000), now + 1);
  expect([links.peek(SLUG) !== null, shared.entries.size]).toEqual([true, 1]);
});

test('an alias is kept for a second after its store was asked, and not in the data center', () => {
  const shared = sharedCache();
  const links = new HotLinks(shared, clock);
  const askedAt = now;
  // The answer took a while.
  now += 200;
  links.keepAlias('moving', aliasUntil(now + 60_000), askedAt);
  const copy = aliasUntil(askedAt + 1000);
  now += 499;
  expect(links.peek('moving')).toEqual(copy);
  // One follow asks the store again, before the copy ends.
  now += 1;
  expect([links.peek('moving'), links.peek('moving'), links.peek('moving')]).toEqual([null, copy, copy]);
  now += 299;
  expect(links.peek('moving')).toEqual(copy);
  now += 1;
  expect([links.peek('moving'), shared.entries.size]).toEqual([null, 0]);
});

test('an alias that was renewed is renewed again', () => {
  const links = new HotLinks(noCache(), clock);
  for (let round = 0; round < 3; round++) {
    links.keepAlias('moving', aliasUntil(now + 60_000), now);
    expect(links.peek('moving')).not.toBeNull();
    now += 800;
    expect([links.peek('moving') === null, links.peek('moving') === null]).toEqual([true, false]);
  }
});

test('an alias is kept no longer than it lives, and not after it has changed here', () => {
  const links = new HotLinks(noCache(), clock);
  links.keepAlias('ends', aliasUntil(now + 400), now);
  links.keepAlias('moving', aliasUntil(now + 60_000), now);
  links.drop('moving');
  expect([links.peek('ends')?.staleAt, links.peek('moving')]).toEqual([now + 400, null]);
});

test.each([
  ['drop', (links: HotLinks) => links.drop('another')],
  ['clear', (links: HotLinks) => links.clear()],
])('an answer that its store gave before a change here is not kept: %s', (_, change) => {
  const links = new HotLinks(noCache(), clock);
  const askedAt = now;
  change(links);
  links.keepAlias('moving', aliasUntil(now + 60_000), askedAt);
  expect(links.peek('moving')).toBe(null);
  now += 1;
  links.keepAlias('moving', aliasUntil(now + 60_000), now);
  expect(links.peek('moving')).not.toBe(null);
});

test('aliases do not take the place of hash slugs', async () => {
  const links = new HotLinks(noCache(), clock);
  await links.keep(SLUG, ORIGIN, linkUntil(now + 60_000), now);
  for (let index = 0; index < 2100; index++) links.keepAlias(`a-${index}`, linkUntil(now + 60_000), now);
  expect([links.peek(SLUG) !== null, links.peek('a-0'), links.peek('a-2099') !== null]).toEqual([true, null, true]);
});

test('an isolate keeps 2,000 links, and gives up the oldest first', async () => {
  const links = new HotLinks(noCache(), clock);
  for (let index = 0; index < 2100; index++) await links.keep(`s${index}`, ORIGIN, linkUntil(now + 60_000), now);
  const kept = Array.from({ length: 2100 }, (_, index) => links.peek(`s${index}`) !== null);
  expect(kept.indexOf(true)).toBe(100);
  expect(kept.filter(Boolean)).toHaveLength(2000);
});

test.each([
  [4096, null, true],
  [4097, null, false],
  [4000, 96, true],
  [4000, 97, false],
])('a redirect of %i characters, and of %i beside it, is kept: %s', async (location, canonical, isKept) => {
  const links = new HotLinks(sharedCache(), clock);
  const canonicalLink = canonical === null ? null : 'x'.repeat(canonical);
  const link = { ...linkUntil(now + 60_000), location: 'x'.repeat(location), canonicalLink };
  await links.keep(SLUG, ORIGIN, link, now);
  links.keepAlias('a', link, now);
  const found = [links.peek(SLUG), await links.find(SLUG, ORIGIN), links.peek('a')];
  expect(found.map((one) => one !== null)).toEqual([isKept, isKept, isKept]);
});

test('a stale copy of the data center is not kept here, and a fresh one is', async () => {
  const shared = sharedCache();
  const links = new HotLinks(shared, clock);
  await new HotLinks(shared, clock).keep(SLUG, ORIGIN, linkUntil(now + 1), now);
  expect([...shared.entries.keys()]).toEqual([`${ORIGIN}/${SLUG}?hot`]);
  now += 1;
  expect(await links.find(SLUG, ORIGIN)).toBe(null);
  now -= 1;
  expect([links.peek(SLUG), await links.find(SLUG, ORIGIN)]).toEqual([null, linkUntil(now + 1)]);
  expect(links.peek(SLUG)).toEqual(linkUntil(now + 1));
});

test('a hash slug is not renewed before its end, and all links can be forgotten', async () => {
  const links = new HotLinks(noCache(), clock);
  await links.keep(SLUG, ORIGIN, linkUntil(now + 100), now);
  links.keepAlias('a', linkUntil(now + 60_000), now);
  expect([links.peek(SLUG), links.peek('a')]).toEqual([linkUntil(now + 100), linkUntil(now + 1000)]);
  links.clear();
  expect([links.peek(SLUG), links.peek('a')]).toEqual([null, null]);
});
