/** What administrators do with the links of all owners: block, change, purge and re-point them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diagnostics } from '../../../src/index.ts';
import { readProblem } from '../problems.ts';
import { type LinkService, linesOf, type Name, startLinks, tokens } from './harness.ts';

let service: LinkService;
beforeAll(async () => {
  service = await startLinks();
});
afterAll(() => service.close());

describe('an administrator', () => {
  test('blocks a link for everyone, and unblocks it', async () => {
    const { slug } = await service.make('alice', { url: 'go:court' });
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
    await service.make('root', { url: 'go:first', alias: 'two-in-one' });
    const change = (body: unknown) => service.as('root', 'PATCH', '/v1/links/two-in-one', body);
    const changed = await (await change({ url: 'go:second', blocked: 'No.' })).json();
    expect(changed).toMatchObject({ canonical: 'go:second', blocked: { reason: 'No.' } });
    expect((await change({ url: 'javascript:x', blocked: null })).status).toBe(422);
    expect((await service.fetch('/two-in-one')).status).toBe(451);
  });

  test('changes and deletes the links of others', async () => {
    await service.make('alice', { url: 'go:of-alice', alias: 'of-alice', title: 'Hers' });
    const change = { url: 'go:corrected', expiresAt: '2999-01-01T00:00:00.000Z' };
    const changed = await service.as('root', 'PATCH', '/v1/links/of-alice', change);
    const claims = [expect.objectContaining({ owner: 'alice', expiresAt: change.expiresAt, title: 'Hers' })];
    expect(await changed.json()).toMatchObject({ canonical: 'go:corrected', claims });
    expect((await service.as('root', 'DELETE', '/v1/links/of-alice')).status).toBe(204);
    expect((await service.fetch('/of-alice')).status).toBe(410);
    expect((await service.as('root', 'DELETE', '/v1/links/of-alice')).status).toBe(410);
  });

  test('with a claim of their own changes and deletes that alone', async () => {
    const { slug } = await service.make('alice', { url: 'go:both' });
    await service.make('root', { url: 'go:both' });
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
    ((await (await service.fetch(`/${slug}+?format=json`)).json()) as { canonical: unknown }).canonical;

  test('re-points the aliases of the host and no other link, after a dry run', async () => {
    const deep = 'http://old-host.org:8080/a%2Fb?q=old-host.org#old';
    await service.make('alice', { url: deep, alias: 'moves' });
    await service.make('alice', { url: 'gopher://old-host.org/1/x', alias: 'moves-too' });
    await service.make('alice', { url: 'http://sub.old-host.org/', alias: 'below' });
    await service.make('alice', { url: 'http://other.org/?old-host.org', alias: 'mentions' });
    await service.make('bob', { url: 'http://old-host.org/bob', alias: 'bobs-moves' });
    const hash = await service.make('alice', { url: deep });
    const byAlice = [
      { slug: 'moves', canonical: deep, newCanonical: deep.replace('old-host', 'new-host'), reason: null },
      {
        slug: 'moves-too',
        canonical: 'gopher://old-host.org/1/x',
        newCanonical: 'gopher://new-host.org/1/x',
        reason: null,
      },
    ];
    const kept = {
      slug: hash.slug,
      canonical: deep,
      newCanonical: null,
      outcome: 'refused',
      reason: expect.any(String),
    };
    const change = { from: 'OLD-host.org.', to: 'new-host.org' };
    const expected = (outcome: string) =>
      expect.arrayContaining([...byAlice.map((answer) => ({ ...answer, outcome })), kept]);

    const dry = await repoint('alice', { ...change, dryRun: true });
    expect(dry).toHaveLength(3);
    expect(dry).toEqual(expected('would-change'));
    expect(await targetOf('moves')).toBe(deep);
    expect(await repoint('alice', change)).toEqual(expected('changed'));
    expect(await repoint('alice', change)).toEqual([kept]);
    for (const { slug, newCanonical } of byAlice) expect(await targetOf(slug)).toBe(newCanonical);
    expect(await targetOf('below')).toBe('http://sub.old-host.org/');
    expect(await targetOf('mentions')).toBe('http://other.org/?old-host.org');
    expect(await targetOf('bobs-moves')).toBe('http://old-host.org/bob');
    expect((await service.fetch(`/${hash.slug}`)).headers.get('location')).toBe(deep);

    // An administrator changes the links of all owners. An origin replaces scheme and port, too.
    const toHttps = await repoint('root', { from: 'new-host.org', to: 'https://newer.org:8443' });
    expect(toHttps).toContainEqual(
      expect.objectContaining({ slug: 'moves', newCanonical: 'https://newer.org:8443/a%2Fb?q=old-host.org#old' }),
    );
    expect(await repoint('root', { from: 'old-host.org', to: 'new-host.org' })).toContainEqual(
      expect.objectContaining({ slug: 'bobs-moves', outcome: 'changed' }),
    );
  });

  test('refuses targets that no link may have', async () => {
    await service.make('alice', { url: 'http://to-private.org/', alias: 'to-private' });
    const [answer] = await repoint('alice', { from: 'to-private.org', to: '127.0.0.1' });
    expect(answer).toMatchObject({ outcome: 'refused', newCanonical: null });
    expect(await targetOf('to-private')).toBe('http://to-private.org/');
  });

  test('refuses targets that the scheme of the new origin cannot have', async () => {
    await service.make('alice', { url: 'http://to-ftp.org/a?b', alias: 'to-ftp' });
    const [answer] = await repoint('alice', { from: 'to-ftp.org', to: 'ftp://files.org' });
    const { message } = diagnostics['part-misread'];
    expect(answer).toMatchObject({ slug: 'to-ftp', outcome: 'refused', newCanonical: null, reason: message });
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
    const links = await Promise.all(
      [...blocked, ...free].map((url) => service.make('alice', { url, alias: aliasOf(url) })),
    );
    const hashes = await Promise.all(blocked.map((url) => service.make('alice', { url })));
    await service.make('alice', { url: 'go:harmless', alias: 'harmless' });
    expect((await block([kind, value])).status).toBe(200);
    for (const { slug, canonical } of links) {
      const expected = blocked.includes(canonical) || !free.includes(canonical) ? 451 : 302;
      for (const [path, status] of [
        [`/${slug}`, expected],
        [`/${slug}+`, expected === 451 ? 451 : 200],
        [`/${slug}.svg`, expected === 451 ? 451 : 200],
      ] as const) {
        expect([canonical, path, await statusOf(path)]).toEqual([canonical, path, status]);
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
    const alone = await service.make('bob', { url: 'go:bobs' });
    const shared = await service.make('bob', { url: 'go:bobs-and-alices' });
    await service.make('alice', { url: 'go:bobs-and-alices' });
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
