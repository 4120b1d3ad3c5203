/**
 * `GET /v1/links` and `/v1/links/{slug}`: owners see and change only their own links. A link is live while it has a
 * claim.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOST_LINKS } from '../../../worker/routes/schemas.ts';
import { problemType, readProblem } from '../problems.ts';
import { type CreatedLink, type LinkService, linesOf, type Name, startLinks, tokens } from './harness.ts';

let service: LinkService;
beforeAll(async () => {
  service = await startLinks();
});
afterAll(() => service.close());

interface Page {
  readonly links: readonly CreatedLink[];
  readonly next: string | null;
}

describe('a list', () => {
  const count = 120;
  let ownSlugs: string[];
  beforeAll(async () => {
    const links = await Promise.all(
      Array.from({ length: count }, (_, index) => service.make('bob', { url: `go:list${index}` })),
    );
    ownSlugs = links.map(({ slug }) => slug).sort();
    await service.make('bob', { url: 'go:elsewhere', alias: 'bobs-alias' });
    await service.make('alice', { url: 'go:alice-only' });
  });

  test.each([1, 7, 50, MOST_LINKS])('in pages of %i has every link of the owner once, and no other', async (limit) => {
    const seen: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const response = await service.as('bob', 'GET', `/v1/links?limit=${limit}${query}`);
      expect(response.status).toBe(200);
      const page: Page = await response.json();
      expect(page.links.length).toBeLessThanOrEqual(limit);
      seen.push(...page.links.map(({ slug }) => slug));
      cursor = page.next;
      pages++;
    } while (cursor !== null);
    expect(seen.toSorted()).toEqual([...ownSlugs, 'bobs-alias'].sort());
    expect(pages).toBe(Math.ceil((count + 1) / limit));
  });

  test('has fifty links a page by default, and no deleted link', async () => {
    const own = await startLinks();
    await Promise.all(
      Array.from({ length: 51 }, (_, index) => own.as('alice', 'POST', '/v1/links', { url: `go:${index}` })),
    );
    const first: Page = await (await own.as('alice', 'GET', '/v1/links')).json();
    expect(first.links).toHaveLength(50);
    await own.as('alice', 'DELETE', `/v1/links/${first.links[0]?.slug}`);
    const second: Page = await (await own.as('alice', 'GET', '/v1/links')).json();
    expect(second.links).toHaveLength(50);
    expect(second.next).toBe(null);
    const empty: Page = await (await own.as('root', 'GET', '/v1/links')).json();
    expect(empty).toEqual({ links: [], next: null });
    await own.close();
  });

  test.each([
    'limit=0',
    'limit=201',
    'limit=x',
    'limit=-1',
    'cursor=',
    'cursor=x',
    'cursor=4096.a',
    'cursor=1.A+',
    'x=1',
    `q=${'x'.repeat(201)}`,
  ])('with ?%s is a 400', async (query) => {
    const response = await service.as('bob', 'GET', `/v1/links?${query}`);
    expect(response.status).toBe(400);
    expect((await readProblem(response)).type).toEqual(problemType('invalid-parameter'));
  });
});

describe('a search', () => {
  beforeAll(async () => {
    const shared = { url: 'gopher://museum.org/1/maps', alias: 'shared-map' };
    await service.make('alice', { ...shared, title: 'Alte KÄRTEN', note: 'from the Cellar' });
    await service.make('alice', { url: 'gopher://museum.org/1/100%25_x', title: 'Percent' });
    await service.make('alice', { url: 'gopher://museum.org/1/maps', title: 'By its hash' });
    await service.make('bob', { url: 'gopher://museum.org/1/maps', title: 'Bob’s cellar' });
  });

  test.each([
    ['museum', ['Alte KÄRTEN', 'By its hash', 'Percent']],
    ['MAPS', ['Alte KÄRTEN', 'By its hash']],
    ['shared-map', ['Alte KÄRTEN']],
    ['kärten', ['Alte KÄRTEN']],
    // The letter and its accent may be two characters.
    ['ka\u0308rten', ['Alte KÄRTEN']],
    ['cellar', ['Alte KÄRTEN']],
    // Every word must occur, anywhere.
    ['cellar museum', ['Alte KÄRTEN']],
    ['cellar percent', []],
    ['bob’s', []],
    ['%25_', ['Percent']],
    ['%m', []],
    ['  ', ['Alte KÄRTEN', 'By its hash', 'Percent']],
  ])('for %j finds %j', async (query, titles) => {
    const found: (string | null)[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const parameters = new URLSearchParams({ q: query, limit: '1', ...(cursor !== '' && { cursor }) });
      const page: { links: { canonical: string; title: string | null }[]; next: string | null } = await (
        await service.as('alice', 'GET', `/v1/links?${parameters}`)
      ).json();
      found.push(...page.links.filter(({ canonical }) => canonical.includes('museum')).map(({ title }) => title));
      cursor = page.next;
    }
    expect(found.toSorted()).toEqual(titles);
  });
});

describe('a title and a note', () => {
  test('belong to the claim of their owner, and the public never sees them', async () => {
    const { slug } = await service.make('alice', { url: 'go:titled', title: ' Alice’s \n', note: 'private' });
    await service.make('bob', { url: 'go:titled' });
    const seen = async (owner: Name) => (await service.as(owner, 'GET', `/v1/links/${slug}`)).json();
    expect(await seen('alice')).toMatchObject({ title: 'Alice’s', note: 'private' });
    expect(await seen('bob')).toMatchObject({ title: null, note: null });
    for (const Accept of ['application/json', 'text/html']) {
      expect(await (await service.fetch(`/${slug}+`, { headers: { Accept } })).text()).not.toMatch(/Alice’s|private/);
    }
  });

  test('stay unless a request has others, and null or blanks remove them', async () => {
    const { slug } = await service.make('alice', { url: 'go:retitled', title: 'One', note: 'N' });
    const change = async (body: unknown) =>
      (await service.as('alice', 'PATCH', `/v1/links/${slug}`, body)).json() as Promise<unknown>;
    expect(await service.make('alice', { url: 'go:retitled' })).toMatchObject({
      created: false,
      title: 'One',
      note: 'N',
    });
    expect(await service.make('alice', { url: 'go:retitled', title: 'Two' })).toMatchObject({
      title: 'Two',
      note: 'N',
    });
    const end = '2999-01-01T00:00:00.000Z';
    expect(await change({ expiresAt: end })).toMatchObject({ title: 'Two', note: 'N', expiresAt: end });
    expect(await change({ title: 'Three', note: ' ' })).toMatchObject({ title: 'Three', note: null, expiresAt: end });
    expect(await change({ title: null })).toMatchObject({ title: null, note: null, expiresAt: end });
  });

  test.each([{ title: 'x'.repeat(201) }, { note: 'x'.repeat(2001) }, { title: 7 }])('cannot be %j', async (more) => {
    expect((await service.as('alice', 'POST', '/v1/links', { url: 'go:x', ...more })).status).toBe(400);
  });
});

describe('one link', () => {
  test('is shown to its owner with one claim, to an administrator with every claim', async () => {
    const end = '2999-01-01T00:00:00.000Z';
    const { slug } = await service.make('alice', { url: 'go:shared', expiresAt: end });
    await service.make('bob', { url: 'go:shared' });
    const seen = async (owner: Name) => (await service.as(owner, 'GET', `/v1/links/${slug}`)).json();
    expect(await seen('alice')).toMatchObject({ slug, canonical: 'go:shared', expiresAt: end });
    expect(await seen('bob')).toMatchObject({ slug, expiresAt: null });
    expect(await seen('alice')).not.toHaveProperty('claims');
    expect(await seen('root')).toMatchObject({
      expiresAt: null,
      claims: [
        { owner: 'alice', createdAt: expect.any(String), expiresAt: end, title: null, note: null },
        { owner: 'bob', createdAt: expect.any(String), expiresAt: null, title: null, note: null },
      ],
    });
  });

  test('has the clicks of each day, which survive an export and a merge', async () => {
    const before = new Date().toISOString().slice(0, 10);
    const { slug } = await service.make('alice', { url: 'go:by-day', alias: 'by-day' });
    for (let click = 0; click < 3; click++) await service.fetch('/by-day');
    const read = async (): Promise<{ days: { day: string; clicks: number }[]; clicks: number }> =>
      (await service.as('alice', 'GET', `/v1/links/${slug}`)).json();
    const { days } = await read();
    const today = new Date().toISOString().slice(0, 10);
    expect(days.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(3);
    // Over midnight they are of two days.
    expect(days.every(({ day }) => [before, today].includes(day))).toBe(true);
    const exported = await (await service.as('alice', 'GET', '/v1/links/export')).text();
    const line: { days: unknown } = JSON.parse(exported.split('\n').find((text) => text.includes('go:by-day')) ?? '');
    expect(line.days).toEqual(days);
    const older = { day: '2025-12-31', clicks: 88 };
    const imported = await service.fetch('/v1/links/import', {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens.root}`, 'Content-Type': 'application/x-ndjson' },
      body: JSON.stringify({ ...line, clicks: 90, days: [older, { day: days[0]?.day, clicks: 1 }] }),
    });
    expect(await linesOf(imported)).toMatchObject([{ outcome: 'merged' }]);
    expect(await read()).toMatchObject({ clicks: 90, days: [older, ...days] });
    const list: { links: unknown[] } = await (await service.as('alice', 'GET', '/v1/links?q=by-day')).json();
    expect(list.links[0]).not.toHaveProperty('days');
    expect(await (await service.fetch('/by-day+?format=json')).json()).not.toHaveProperty('days');
    await service.make('alice', { url: 'go:never', alias: 'never' });
    expect(await (await service.as('alice', 'GET', '/v1/links/never')).json()).toMatchObject({ days: [] });
  });

  test.each(['GET', 'PATCH', 'DELETE'])('of another owner is a 404 for %s', async (method) => {
    const { slug } = await service.make('alice', { url: 'go:private' });
    const body = method === 'PATCH' ? { expiresAt: null } : undefined;
    const response = await service.as('bob', method, `/v1/links/${slug}`, body);
    expect(response.status).toBe(404);
    const { type, errors } = await readProblem(response);
    expect(type).toEqual(problemType('not-found'));
    const message = `There is no short link “${slug}” of \`bob\`. \`GET /v1/links\` lists those that there are.`;
    expect(errors).toMatchObject([{ code: 'no-such-link', message }]);
    expect((await service.as('alice', 'GET', `/v1/links/${slug}`)).status).toBe(200);
  });

  test.each(['GET', 'PATCH', 'DELETE'])('that does not exist is a 404 for %s', async (method) => {
    for (const slug of ['0000000000', 'nobodys', 'tencharact!', 'x'.repeat(99)]) {
      const body = method === 'PATCH' ? {} : undefined;
      expect((await service.as('root', method, `/v1/links/${slug}`, body)).status).toBe(404);
    }
  });

  test('is found if letters were typed instead of digits', async () => {
    const { slug } = await service.make('alice', { url: 'go:named' });
    expect((await service.as('alice', 'GET', `/v1/links/${slug.toUpperCase()}`)).status).toBe(200);
  });

  test('is found if the slug is escaped (RFC 3986 §6.2.2.2)', async () => {
    const { slug } = await service.make('alice', { url: 'go:escaped' });
    const escaped = `%${slug.charCodeAt(0).toString(16)}${slug.slice(1)}`;
    expect(await (await service.as('alice', 'GET', `/v1/links/${escaped}`)).json()).toMatchObject({ slug });
  });
});

describe('a change', () => {
  test('gives an alias a new target, by the rules of a new link', async () => {
    await service.make('alice', { url: 'go:before', alias: 'moving' });
    const change = (body: unknown) => service.as('alice', 'PATCH', '/v1/links/moving', body);
    expect(await (await change({ url: 'GO:after' })).json()).toMatchObject({
      input: 'GO:after',
      canonical: 'go:after',
    });
    expect(await (await change({ title: 'T' })).json()).not.toHaveProperty('input');
    for (const [url, status] of [
      ['no scheme', 422],
      ['javascript:x', 422],
      ['http://127.1/', 422],
    ] as const) {
      expect((await change({ url })).status).toBe(status);
    }
    expect((await service.fetch('/moving')).headers.get('link')).toContain('go:after');
  });

  test('never gives a hash slug a new target', async () => {
    const { slug } = await service.make('alice', { url: 'go:fixed' });
    const same = await service.as('alice', 'PATCH', `/v1/links/${slug}`, { url: 'GO:fixed' });
    expect(same.status).toBe(200);
    const other = await service.as('alice', 'PATCH', `/v1/links/${slug}`, { url: 'go:other' });
    expect(other.status).toBe(409);
    expect(await readProblem(other)).toMatchObject({ errors: [{ code: 'slug-is-hash', parameter: 'url' }] });
  });

  test('of the end applies to the claim of the owner', async () => {
    const { slug } = await service.make('alice', { url: 'go:two-claims' });
    await service.make('bob', { url: 'go:two-claims' });
    const end = '2999-01-01T00:00:00.000Z';
    await service.as('alice', 'PATCH', `/v1/links/${slug}`, { expiresAt: end });
    expect(await (await service.as('alice', 'GET', `/v1/links/${slug}`)).json()).toMatchObject({ expiresAt: end });
    expect(await (await service.as('bob', 'GET', `/v1/links/${slug}`)).json()).toMatchObject({ expiresAt: null });
  });

  test.each([
    [{ slug: 'x' }, 400],
    [{ blocked: '' }, 400],
    [{ blocked: 'x'.repeat(501) }, 400],
    [{ expiresAt: '2001-01-01T00:00:00Z' }, 400],
    [[], 400],
    ['x', 400],
    [{}, 400],
  ])('to %j is a %i', async (body, status) => {
    const { slug } = await service.make('root', { url: 'go:changes' });
    expect((await service.as('root', 'PATCH', `/v1/links/${slug}`, body)).status).toBe(status);
  });

  test('is JSON', async () => {
    const { slug } = await service.make('alice', { url: 'go:changes' });
    const text = { 'Content-Type': 'text/plain' };
    expect((await service.as('alice', 'PATCH', `/v1/links/${slug}`, {}, text)).status).toBe(415);
    const long = { expiresAt: 'x'.repeat(300_000) };
    expect((await service.as('alice', 'PATCH', `/v1/links/${slug}`, long)).status).toBe(413);
  });
});

describe('a link is live while it has a claim', () => {
  test('and gone afterwards', async () => {
    const { slug } = await service.make('alice', { url: 'go:mortal' });
    await service.make('bob', { url: 'go:mortal' });
    expect((await service.as('alice', 'DELETE', `/v1/links/${slug}`)).status).toBe(204);
    expect((await service.fetch(`/${slug}`)).status).toBe(308);
    expect((await service.as('alice', 'GET', `/v1/links/${slug}`)).status).toBe(410);
    expect((await service.as('alice', 'DELETE', `/v1/links/${slug}`)).status).toBe(410);
    expect((await service.as('bob', 'GET', `/v1/links/${slug}`)).status).toBe(200);
    expect((await service.as('bob', 'DELETE', `/v1/links/${slug}`)).status).toBe(204);
    expect((await service.fetch(`/${slug}`)).status).toBe(410);
  });

  test('a new claim makes it live again', async () => {
    const { slug } = await service.make('alice', { url: 'go:phoenix' });
    await service.as('alice', 'DELETE', `/v1/links/${slug}`);
    const again = await service.make('bob', { url: 'GO:phoenix' });
    expect(again).toMatchObject({ slug, created: true });
    expect((await service.fetch(`/${slug}`)).status).toBe(308);
  });

  test('an alias that has ended stays with its owner', async () => {
    await service.make('alice', { url: 'go:mine', alias: 'mine' });
    await service.as('alice', 'DELETE', '/v1/links/mine');
    expect((await service.as('bob', 'POST', '/v1/links', { url: 'go:mine', alias: 'mine' })).status).toBe(409);
    expect((await service.as('alice', 'POST', '/v1/links', { url: 'go:mine', alias: 'mine' })).status).toBe(201);
  });
});

test('an owner may search less often than list', async () => {
  const service = await startLinks({ RATE_LIMITS: 'search=2' });
  try {
    const search = async (owner: 'alice' | 'bob', query: string) =>
      (await service.as(owner, 'GET', `/v1/links${query}`)).status;
    expect([await search('alice', '?q=x'), await search('alice', '?q=y')]).toEqual([200, 200]);
    expect([await search('alice', '?q=z'), await search('alice', ''), await search('bob', '?q=z')]).toEqual([
      429, 200, 200,
    ]);
  } finally {
    await service.close();
  }
});
