/**
 * `GET /v1/links` and `/v1/links/{slug}`: owners see and change only their own links. A link is live while it has a
 * claim.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOST_LINKS } from '../../../worker/routes/schemas.ts';
import { readProblem } from '../problems.ts';
import { type CreatedLink, type LinkService, linesOf, type Name, startLinks, tokens } from './harness.ts';

let service: LinkService;
beforeAll(async () => {
  service = await startLinks();
});
afterAll(() => service.close());

const make = async (owner: Name, newLink: Record<string, unknown>): Promise<CreatedLink> =>
  (await service.as(owner, 'POST', '/v1/links', newLink)).json();

interface Page {
  readonly links: readonly CreatedLink[];
  readonly next: string | null;
}

describe('a list', () => {
  const count = 120;
  let ownSlugs: string[];
  beforeAll(async () => {
    const links = await Promise.all(
      Array.from({ length: count }, (_, index) => make('bob', { url: `go:list${index}` })),
    );
    ownSlugs = links.map(({ slug }) => slug).sort();
    await make('bob', { url: 'go:elsewhere', alias: 'bobs-alias' });
    await make('alice', { url: 'go:alice-only' });
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
    expect((await readProblem(response)).type).toBe('/problems#invalid-parameter');
  });
});

describe('a search', () => {
  beforeAll(async () => {
    const shared = { url: 'gopher://museum.org/1/maps', alias: 'shared-map' };
    await make('alice', { ...shared, title: 'Alte KÄRTEN', note: 'from the Cellar' });
    await make('alice', { url: 'gopher://museum.org/1/100%25_x', title: 'Percent' });
    await make('alice', { url: 'gopher://museum.org/1/maps', title: 'By its hash' });
    await make('bob', { url: 'gopher://museum.org/1/maps', title: 'Bob’s cellar' });
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
      const page: { links: { url: string; title: string | null }[]; next: string | null } = await (
        await service.as('alice', 'GET', `/v1/links?${parameters}`)
      ).json();
      found.push(...page.links.filter(({ url }) => url.includes('museum')).map(({ title }) => title));
      cursor = page.next;
    }
    expect(found.toSorted()).toEqual(titles);
  });
});

describe('a title and a note', () => {
  test('belong to the claim of their owner, and the public never sees them', async () => {
    const { slug } = await make('alice', { url: 'go:titled', title: ' Alice’s \n', note: 'private' });
    await make('bob', { url: 'go:titled' });
    const seen = async (owner: Name) => (await service.as(owner, 'GET', `/v1/links/${slug}`)).json();
    expect(await seen('alice')).toMatchObject({ title: 'Alice’s', note: 'private' });
    expect(await seen('bob')).toMatchObject({ title: null, note: null });
    for (const Accept of ['application/json', 'text/html']) {
      expect(await (await service.fetch(`/${slug}+`, { headers: { Accept } })).text()).not.toMatch(/Alice’s|private/);
    }
  });

  test('stay unless a request has others, and null or blanks remove them', async () => {
    const { slug } = await make('alice', { url: 'go:retitled', title: 'One', note: 'N' });
    const change = async (body: unknown) =>
      (await service.as('alice', 'PATCH', `/v1/links/${slug}`, body)).json() as Promise<unknown>;
    expect(await make('alice', { url: 'go:retitled' })).toMatchObject({ created: false, title: 'One', note: 'N' });
    expect(await make('alice', { url: 'go:retitled', title: 'Two' })).toMatchObject({ title: 'Two', note: 'N' });
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
    const { slug } = await make('alice', { url: 'go:shared', expiresAt: end });
    await make('bob', { url: 'go:shared' });
    const seen = async (owner: Name) => (await service.as(owner, 'GET', `/v1/links/${slug}`)).json();
    expect(await seen('alice')).toMatchObject({ slug, url: 'go:shared', expiresAt: end });
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
    const { slug } = await make('alice', { url: 'go:by-day', alias: 'by-day' });
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
    await make('alice', { url: 'go:never', alias: 'never' });
    expect(await (await service.as('alice', 'GET', '/v1/links/never')).json()).toMatchObject({ days: [] });
  });

  test.each(['GET', 'PATCH', 'DELETE'])('of another owner is a 404 for %s', async (method) => {
    const { slug } = await make('alice', { url: 'go:private' });
    const body = method === 'PATCH' ? { expiresAt: null } : undefined;
    const response = await service.as('bob', method, `/v1/links/${slug}`, body);
    expect(response.status).toBe(404);
    const { type, errors } = await readProblem(response);
    expect(type).toBe('/problems#not-found');
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
    const { slug } = await make('alice', { url: 'go:named' });
    expect((await service.as('alice', 'GET', `/v1/links/${slug.toUpperCase()}`)).status).toBe(200);
  });

  test('is found if the slug is escaped (RFC 3986 §6.2.2.2)', async () => {
    const { slug } = await make('alice', { url: 'go:escaped' });
    const escaped = `%${slug.charCodeAt(0).toString(16)}${slug.slice(1)}`;
    expect(await (await service.as('alice', 'GET', `/v1/links/${escaped}`)).json()).toMatchObject({ slug });
  });
});

describe('a change', () => {
  test('gives an alias a new target, by the rules of a new link', async () => {
    await make('alice', { url: 'go:before', alias: 'moving' });
    const change = (body: unknown) => service.as('alice', 'PATCH', '/v1/links/moving', body);
    expect(await (await change({ url: 'GO:after' })).json()).toMatchObject({ url: 'go:after' });
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
    const { slug } = await make('alice', { url: 'go:fixed' });
    const same = await service.as('alice', 'PATCH', `/v1/links/${slug}`, { url: 'GO:fixed' });
    expect(same.status).toBe(200);
    const other = await service.as('alice', 'PATCH', `/v1/links/${slug}`, { url: 'go:other' });
    expect(other.status).toBe(409);
    expect(await readProblem(other)).toMatchObject({ errors: [{ code: 'slug-is-hash', parameter: 'url' }] });
  });

  test('of the end applies to the claim of the owner', async () => {
    const { slug } = await make('alice', { url: 'go:two-claims' });
    await make('bob', { url: 'go:two-claims' });
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
    const { slug } = await make('root', { url: 'go:changes' });
    expect((await service.as('root', 'PATCH', `/v1/links/${slug}`, body)).status).toBe(status);
  });

  test('is JSON', async () => {
    const { slug } = await make('alice', { url: 'go:changes' });
    const text = { 'Content-Type': 'text/plain' };
    expect((await service.as('alice', 'PATCH', `/v1/links/${slug}`, {}, text)).status).toBe(415);
    const long = { expiresAt: 'x'.repeat(300_000) };
    expect((await service.as('alice', 'PATCH', `/v1/links/${slug}`, long)).status).toBe(413);
  });
});

describe('a link is live while it has a claim', () => {
  test('and gone afterwards', async () => {
    const { slug } = await make('alice', { url: 'go:mortal' });
    await make('bob', { url: 'go:mortal' });
    expect((await service.as('alice', 'DELETE', `/v1/links/${slug}`)).status).toBe(204);
    expect((await service.fetch(`/${slug}`)).status).toBe(308);
    expect((await service.as('alice', 'GET', `/v1/links/${slug}`)).status).toBe(410);
    expect((await service.as('alice', 'DELETE', `/v1/links/${slug}`)).status).toBe(410);
    expect((await service.as('bob', 'GET', `/v1/links/${slug}`)).status).toBe(200);
    expect((await service.as('bob', 'DELETE', `/v1/links/${slug}`)).status).toBe(204);
    expect((await service.fetch(`/${slug}`)).status).toBe(410);
  });

  test('a new claim makes it live again', async () => {
    const { slug } = await make('alice', { url: 'go:phoenix' });
    await service.as('alice', 'DELETE', `/v1/links/${slug}`);
    const again = await make('bob', { url: 'GO:phoenix' });
    expect(again).toMatchObject({ slug, created: true });
    expect((await service.fetch(`/${slug}`)).status).toBe(308);
  });

  test('an alias that has ended stays with its owner', async () => {
    await make('alice', { url: 'go:mine', alias: 'mine' });
    await service.as('alice', 'DELETE', '/v1/links/mine');
    expect((await service.as('bob', 'POST', '/v1/links', { url: 'go:mine', alias: 'mine' })).status).toBe(409);
    expect((await service.as('alice', 'POST', '/v1/links', { url: 'go:mine', alias: 'mine' })).status).toBe(201);
  });
});

describe('an administrator', () => {
  test('blocks a link for everyone, and unblocks it', async () => {
    const { slug } = await make('alice', { url: 'go:court' });
    const block = (owner: Name, blocked: string | null) => service.as(owner, 'PATCH', `/v1/links/${slug}`, { blocked });
    expect((await block('alice', 'No.')).status).toBe(403);
    const answer = await (await block('root', 'A court said so.')).json();
    expect(answer).toMatchObject({ blocked: { at: expect.any(String), reason: 'A court said so.' } });
    expect((await service.fetch(`/${slug}`)).status).toBe(451);
    const refused = await service.as('bob', 'POST', '/v1/links', { url: 'go:court' });
    expect(refused.status).toBe(451);
    expect((await readProblem(refused)).detail).toBe('A court said so.');
    expect(await (await service.as('alice', 'GET', `/v1/links/${slug}`)).json()).toMatchObject({
      blocked: { reason: 'A court said so.' },
    });
    expect(await (await block('root', null)).json()).toMatchObject({ blocked: null });
    expect((await service.fetch(`/${slug}`)).status).toBe(308);
  });

  test('changes the target and blocks in one step', async () => {
    await make('root', { url: 'go:first', alias: 'two-in-one' });
    const change = (body: unknown) => service.as('root', 'PATCH', '/v1/links/two-in-one', body);
    const changed = await (await change({ url: 'go:second', blocked: 'No.' })).json();
    expect(changed).toMatchObject({ url: 'go:second', blocked: { reason: 'No.' } });
    expect((await change({ url: 'javascript:x', blocked: null })).status).toBe(422);
    expect((await service.fetch('/two-in-one')).status).toBe(451);
  });

  test('changes and deletes the links of others', async () => {
    await make('alice', { url: 'go:of-alice', alias: 'of-alice', title: 'Hers' });
    const change = { url: 'go:corrected', expiresAt: '2999-01-01T00:00:00.000Z' };
    const changed = await service.as('root', 'PATCH', '/v1/links/of-alice', change);
    const claims = [expect.objectContaining({ owner: 'alice', expiresAt: change.expiresAt, title: 'Hers' })];
    expect(await changed.json()).toMatchObject({ url: 'go:corrected', claims });
    expect((await service.as('root', 'DELETE', '/v1/links/of-alice')).status).toBe(204);
    expect((await service.fetch('/of-alice')).status).toBe(410);
    expect((await service.as('root', 'DELETE', '/v1/links/of-alice')).status).toBe(410);
  });

  test('with a claim of their own changes and deletes that alone', async () => {
    const { slug } = await make('alice', { url: 'go:both' });
    await make('root', { url: 'go:both' });
    expect((await service.as('root', 'PATCH', `/v1/links/${slug}`, { title: 'Mine' })).status).toBe(200);
    expect((await service.as('root', 'DELETE', `/v1/links/${slug}`)).status).toBe(204);
    expect(await (await service.as('alice', 'GET', `/v1/links/${slug}`)).json()).toMatchObject({ title: null });
    expect((await service.fetch(`/${slug}`)).status).toBe(308);
  });

  test('purges a link: only its slug is left, and it never comes back', async () => {
    const key = { 'Idempotency-Key': 'purged-key' };
    const body = { url: 'go:personal', alias: 'personal', title: 'Secret' };
    await service.as('alice', 'POST', '/v1/links', body, key);
    await service.fetch('/personal');
    const before = await (await service.as('root', 'GET', '/v1/links/export')).text();
    expect((await service.as('alice', 'DELETE', '/v1/links/personal?purge=true')).status).toBe(403);
    for (let time = 0; time < 2; time++) {
      expect((await service.as('root', 'DELETE', '/v1/links/personal?purge=true')).status).toBe(204);
    }
    for (const path of ['/personal', '/personal+', '/personal.svg'])
      expect((await service.fetch(path)).status).toBe(410);
    expect((await service.as('root', 'GET', '/v1/links/personal')).status).toBe(410);
    expect((await service.as('root', 'PATCH', '/v1/links/personal', { blocked: 'No.' })).status).toBe(410);
    const exported = await (await service.as('root', 'GET', '/v1/links/export')).text();
    expect(exported.split('\n')).toContain('{"slug":"personal","purged":true}');
    expect(exported).not.toContain('go:personal');
    // The answer to the idempotency key had the link.
    const repeated = await service.as('alice', 'POST', '/v1/links', body, key);
    expect(repeated.status).toBe(409);
    const line = before.split('\n').find((text) => text.includes('go:personal'));
    const post = (text: string) =>
      service.fetch('/v1/links/import', {
        method: 'POST',
        headers: { Authorization: `Bearer ${tokens.root}`, 'Content-Type': 'application/x-ndjson' },
        body: text,
      });
    expect(await linesOf(await post(line ?? ''))).toMatchObject([{ status: 409, errors: [{ code: 'slug-purged' }] }]);
    const tombstones = ['personal', 'purged-elsewhere']
      .map((slug) => JSON.stringify({ slug, purged: true }))
      .join('\n');
    expect(await linesOf(await post(tombstones))).toEqual([
      { slug: 'personal', outcome: 'unchanged', warnings: [] },
      { slug: 'purged-elsewhere', outcome: 'created', warnings: [] },
    ]);
    expect((await service.fetch('/purged-elsewhere')).status).toBe(410);
  });
});

describe('a change of host', () => {
  const repoint = async (owner: Name, body: unknown): Promise<unknown[]> => {
    const response = await service.as(owner, 'PATCH', '/v1/links', body);
    expect(response.status).toBe(200);
    return linesOf(response);
  };
  const targetOf = async (slug: string): Promise<unknown> =>
    ((await (await service.fetch(`/${slug}+?format=json`)).json()) as { url: unknown }).url;

  test('re-points the aliases of the host and no other link, after a dry run', async () => {
    const deep = 'http://old-host.org:8080/a%2Fb?q=old-host.org#old';
    await make('alice', { url: deep, alias: 'moves' });
    await make('alice', { url: 'gopher://old-host.org/1/x', alias: 'moves-too' });
    await make('alice', { url: 'http://sub.old-host.org/', alias: 'below' });
    await make('alice', { url: 'http://other.org/?old-host.org', alias: 'mentions' });
    await make('bob', { url: 'http://old-host.org/bob', alias: 'bobs-moves' });
    const hash = await make('alice', { url: deep });
    const byAlice = [
      { slug: 'moves', url: deep, newUrl: deep.replace('old-host', 'new-host'), reason: null },
      { slug: 'moves-too', url: 'gopher://old-host.org/1/x', newUrl: 'gopher://new-host.org/1/x', reason: null },
    ];
    const kept = { slug: hash.slug, url: deep, newUrl: null, outcome: 'refused', reason: expect.any(String) };
    const change = { from: 'OLD-host.org.', to: 'new-host.org' };
    const expected = (outcome: string) =>
      expect.arrayContaining([...byAlice.map((answer) => ({ ...answer, outcome })), kept]);

    const dry = await repoint('alice', { ...change, dryRun: true });
    expect(dry).toHaveLength(3);
    expect(dry).toEqual(expected('would-change'));
    expect(await targetOf('moves')).toBe(deep);
    expect(await repoint('alice', change)).toEqual(expected('changed'));
    expect(await repoint('alice', change)).toEqual([kept]);
    for (const { slug, newUrl } of byAlice) expect(await targetOf(slug)).toBe(newUrl);
    expect(await targetOf('below')).toBe('http://sub.old-host.org/');
    expect(await targetOf('mentions')).toBe('http://other.org/?old-host.org');
    expect(await targetOf('bobs-moves')).toBe('http://old-host.org/bob');
    expect((await service.fetch(`/${hash.slug}`)).headers.get('location')).toBe(deep);

    // An administrator changes the links of all owners. An origin replaces scheme and port, too.
    const toHttps = await repoint('root', { from: 'new-host.org', to: 'https://newer.org:8443' });
    expect(toHttps).toContainEqual(
      expect.objectContaining({ slug: 'moves', newUrl: 'https://newer.org:8443/a%2Fb?q=old-host.org#old' }),
    );
    expect(await repoint('root', { from: 'old-host.org', to: 'new-host.org' })).toContainEqual(
      expect.objectContaining({ slug: 'bobs-moves', outcome: 'changed' }),
    );
  });

  test('refuses targets that no link may have', async () => {
    await make('alice', { url: 'http://to-private.org/', alias: 'to-private' });
    const [answer] = await repoint('alice', { from: 'to-private.org', to: '127.0.0.1' });
    expect(answer).toMatchObject({ outcome: 'refused', newUrl: null });
    expect(await targetOf('to-private')).toBe('http://to-private.org/');
  });

  test.each([
    { from: 'http://a.org', to: 'b.org' },
    { from: 'a.org', to: 'b.org/path' },
    { from: 'a.org', to: 'b.org:81' },
    { from: 'a.org', to: 'https://user@b.org' },
    { from: 'a.org', to: 'b.org/' },
    { from: 'a.org', to: 'https://b.org?x' },
    { from: 'a.org' },
    { from: 'a.org', to: 'b.org', dryRun: 'yes' },
  ])('cannot be %j', async (body) => {
    expect((await service.as('alice', 'PATCH', '/v1/links', body)).status).toBe(400);
  });

  test.each(['news:x', '', '1.2.3.999', 'https://b org', 'http://[::'])(
    'cannot lead to %j, which has no host',
    async (to) => {
      expect((await service.as('alice', 'PATCH', '/v1/links', { from: 'a.org', to })).status).toBe(422);
    },
  );
});

describe('a block', () => {
  type BlockRow = readonly [kind: string, value: string];
  const block = ([kind, value]: BlockRow, reason = 'By order.') =>
    service.as('root', 'POST', '/v1/blocks', { kind, value, reason });
  const unblock = ([kind, value]: BlockRow) =>
    service.as('root', 'DELETE', `/v1/blocks?${new URLSearchParams({ kind, value })}`);
  const statusOf = async (path: string) => (await service.fetch(path)).status;

  const rows: readonly (readonly [kind: string, value: string, blocked: readonly string[], free: readonly string[]])[] =
    [
      ['target', 'HTTP://Bad.org:80/page', ['http://bad.org/page', 'http://bad.org/page#x'], ['http://bad.org/other']],
      ['target', 'go:bad#y', ['go:bad', 'go:bad#x'], ['go:worse']],
      ['host', 'Evil.org', ['http://evil.org/', 'gopher://www.evil.org/', 'ftp://evil.org./'], ['http://notevil.org/']],
      ['host', '=one.org', ['http://one.org/'], ['http://www.one.org/']],
      ['host', '203.0.114.0/24', ['http://203.0.114.7/'], ['http://203.0.115.7/']],
    ];
  test.each(rows)('of the %s %s is for creation, following and changes', async (kind, value, blocked, free) => {
    const aliasOf = (url: string) =>
      `b-${[...url].map((letter) => letter.charCodeAt(0).toString(36)).join('')}`.slice(0, 64);
    const links = await Promise.all([...blocked, ...free].map((url) => make('alice', { url, alias: aliasOf(url) })));
    const hashes = await Promise.all(blocked.map((url) => make('alice', { url })));
    await make('alice', { url: 'go:harmless', alias: 'harmless' });
    expect((await block([kind, value])).status).toBe(200);
    for (const { slug, url } of links) {
      const expected = blocked.includes(url) || !free.includes(url) ? 451 : 302;
      for (const [path, status] of [
        [`/${slug}`, expected],
        [`/${slug}+`, expected === 451 ? 451 : 200],
        [`/${slug}.svg`, expected === 451 ? 451 : 200],
      ] as const) {
        expect([url, path, await statusOf(path)]).toEqual([url, path, status]);
      }
    }
    for (const { slug } of hashes) expect(await statusOf(`/${slug}`)).toBe(451);
    for (const url of blocked) {
      const refused = await service.as('bob', 'POST', '/v1/links', { url: `${url}`, alias: 'again' });
      expect([refused.status, (await readProblem(refused)).detail]).toEqual([451, 'By order.']);
      expect((await service.as('alice', 'PATCH', '/v1/links/harmless', { url })).status).toBe(451);
    }
    expect((await unblock([kind, value])).status).toBe(204);
    expect((await unblock([kind, value])).status).toBe(404);
    for (const { slug } of hashes) expect(await statusOf(`/${slug}`)).toBe(308);
  });

  test('of an owner is for links that nobody else has a claim to, and for new ones', async () => {
    const alone = await make('bob', { url: 'go:bobs' });
    const shared = await make('bob', { url: 'go:bobs-and-alices' });
    await make('alice', { url: 'go:bobs-and-alices' });
    expect((await block(['owner', 'bob'], 'Spam.')).status).toBe(200);
    expect([await statusOf(`/${alone.slug}`), await statusOf(`/${shared.slug}`)]).toEqual([451, 308]);
    const refused = await service.as('bob', 'POST', '/v1/links', { url: 'go:more' });
    expect([refused.status, (await readProblem(refused)).detail]).toEqual([451, 'Spam.']);
    const list = await (await service.as('root', 'GET', '/v1/blocks')).json();
    expect(list).toEqual({ blocks: [{ kind: 'owner', value: 'bob', reason: 'Spam.', at: expect.any(String) }] });
    // It is a part of the export, so that another service gives the same answers.
    const exported = await (await service.as('root', 'GET', '/v1/links/export')).text();
    const [first = ''] = exported.split('\n');
    expect(JSON.parse(first)).toMatchObject({ block: { kind: 'owner', value: 'bob' } });
    expect(await (await service.as('alice', 'GET', '/v1/links/export')).text()).not.toContain('"block"');
    await unblock(['owner', 'bob']);
    const response = await service.fetch('/v1/links/import', {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens.root}`, 'Content-Type': 'application/x-ndjson' },
      body: first,
    });
    expect(await linesOf(response)).toEqual([JSON.parse(first)]);
    expect(await statusOf(`/${alone.slug}`)).toBe(451);
    await unblock(['owner', 'bob']);
  });

  test.each([
    [{ kind: 'host', value: 'https://evil.org/', reason: 'x' }, 400],
    [{ kind: 'owner', value: 'a b', reason: 'x' }, 400],
    [{ kind: 'target', value: 'no-url', reason: 'x' }, 422],
    [{ kind: 'slug', value: 'x', reason: 'x' }, 400],
    [{ kind: 'host', value: 'evil.org' }, 400],
    [{ kind: 'host', value: 'evil.org', reason: 'x', more: 1 }, 400],
  ])('cannot be %j: %i', async (body, status) => {
    expect((await service.as('root', 'POST', '/v1/blocks', body)).status).toBe(status);
    expect(await (await service.as('root', 'GET', '/v1/blocks')).json()).toEqual({ blocks: [] });
  });

  test.each(['GET', 'POST', 'DELETE'])('is for administrators: %s', async (method) => {
    expect((await service.as('alice', method, '/v1/blocks', method === 'POST' ? {} : undefined)).status).toBe(403);
  });

  test('by EGRESS_DENY is for links that were there before', async () => {
    const denying = await startLinks({ EGRESS_DENY: 'left-alone.org' });
    const line = {
      slug: 'before',
      url: 'http://www.left-alone.org/',
      createdAt: '2026-01-31T12:00:00.000Z',
      clicks: 0,
    };
    const claims = [{ owner: 'alice', createdAt: '2026-01-31T12:00:00.000Z', expiresAt: null }];
    const imported = await denying.fetch('/v1/links/import', {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens.root}`, 'Content-Type': 'application/x-ndjson' },
      body: JSON.stringify({ ...line, lastClickAt: null, blocked: null, claims }),
    });
    // The links are there when the answer has ended.
    expect(await imported.text()).not.toContain('error');
    expect((await denying.fetch('/before')).status).toBe(451);
    await denying.close();
  });
});

test.each([
  ['/v1/links', 'PUT', 'GET, HEAD, POST, PATCH, OPTIONS'],
  ['/v1/links', 'DELETE', 'GET, HEAD, POST, PATCH, OPTIONS'],
  ['/v1/links/yadkkg582q', 'POST', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ['/v1/links/yadkkg582q', 'PUT', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ['/v1/links/export', 'POST', 'GET, HEAD, OPTIONS'],
  ['/v1/links/import', 'GET', 'POST, OPTIONS'],
  ['/v1/blocks', 'PUT', 'GET, HEAD, POST, DELETE, OPTIONS'],
])('%s takes no %s', async (path, method, allow) => {
  const response = await service.as('root', method, path);
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe(allow);
  const options = await service.fetch(path, { method: 'OPTIONS' });
  expect(options.status).toBe(204);
  expect(options.headers.get('access-control-allow-headers')).toContain('Authorization');
});

test.each(['/v1/links', '/v1/links/export'])('HEAD %s is answered like GET', async (path) => {
  const head = await service.as('alice', 'HEAD', path);
  const get = await service.as('alice', 'GET', path);
  expect(head.status).toBe(200);
  expect(await head.text()).toBe('');
  expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
});

test.each(['/v1/links/', '/v1/links/a/b', '/v1/links/export/'])('%s is not found', async (path) => {
  expect((await service.as('root', 'GET', path)).status).toBe(404);
});
