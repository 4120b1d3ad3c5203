/**
 * Who may do what with short links, and who did: tokens that may only create or only read, the owner and the action in
 * the log, and answers that no page of another site can read.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeWholeLog } from '../harness.ts';
import { problemType, readProblem } from '../problems.ts';
import { type CreatedLink, LINK_TOKENS, type LinkService, startLinks, tokens } from './harness.ts';

const limited = { create: 'create-0123456789abcdef', read: 'read-0123456789abcdef' } as const;

let service: LinkService;
beforeAll(async () => {
  service = await startLinks({
    LINK_TOKENS: `${LINK_TOKENS} alice:${limited.create}:create alice:${limited.read}:read`,
    METRICS_TOKEN: tokens.root,
    LOG: 'on',
  });
});
afterAll(() => service.close());

const JSON_TYPE = 'application/json';

/** Sends a request with a token, and the body as JSON. */
const send = (token: string, method: string, path: string, body?: unknown): Promise<Response> =>
  service.fetch(path, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(body !== undefined && { 'Content-Type': JSON_TYPE }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

const CSV = 'slug,url\nabc,go:abc\n';
const importCsv = (token: string): Promise<Response> =>
  service.fetch('/v1/links/import', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/csv' },
    body: CSV,
  });

describe('a limited token', () => {
  let slug: string;
  beforeAll(async () => {
    const link: CreatedLink = await (await service.as('alice', 'POST', '/v1/links', { url: 'go:limited' })).json();
    slug = link.slug;
  });

  const requests: readonly (readonly [method: string, path: string, body: unknown, right: string | null])[] = [
    ['GET', '/v1/links', undefined, 'read'],
    ['GET', '/v1/links/{slug}', undefined, 'read'],
    ['GET', '/v1/links/export', undefined, 'read'],
    ['POST', '/v1/links', { url: 'go:new' }, 'create'],
    ['PATCH', '/v1/links', { from: 'a.example', to: 'b.example' }, null],
    ['PATCH', '/v1/links/{slug}', { title: 'T' }, null],
    ['PATCH', '/v1/links/{slug}', { owner: 'bob' }, null],
    ['DELETE', '/v1/links/{slug}', undefined, null],
    ['DELETE', '/v1/links/{slug}?purge=true', undefined, null],
    ['GET', '/v1/blocks', undefined, null],
    ['POST', '/v1/blocks', { kind: 'host', value: 'a.example', reason: 'R' }, null],
    ['POST', '/v1/validate', { url: 'https://hooks.example.com/', challenge: true }, null],
  ];
  test.each(requests)('%s %s', async (method, path, body, right) => {
    for (const [only, token] of Object.entries(limited)) {
      const response = await send(token, method, path.replace('{slug}', slug), body);
      if (only === right) {
        expect(response.ok).toBe(true);
        await response.text();
      } else {
        expect(response.status).toBe(403);
        expect((await readProblem(response)).type).toEqual(problemType('token-limited'));
      }
    }
  });

  test('cannot import', async () => {
    for (const token of Object.values(limited)) expect((await importCsv(token)).status).toBe(403);
  });

  test('that may create changes no link, but gives a deleted one back', async () => {
    const claim = { title: 'Mine', note: 'N', expiresAt: '2999-01-01T00:00:00.000Z' };
    await service.as('alice', 'POST', '/v1/links', { url: 'go:mine', ...claim });
    const change = { url: 'go:mine', title: 'Theirs', note: null, expiresAt: '2998-01-01T00:00:00Z' };
    const same: CreatedLink = await (await send(limited.create, 'POST', '/v1/links', change)).json();
    expect(same.created).toBe(false);
    const path = `/v1/links/${same.slug}`;
    expect(await (await service.as('alice', 'GET', path)).json()).toMatchObject(claim);
    await service.as('alice', 'DELETE', path);
    const again = await send(limited.create, 'POST', '/v1/links', change);
    expect(await again.json()).toMatchObject({ created: true });
    expect(await (await service.as('alice', 'GET', path)).json()).toMatchObject({ title: 'Theirs' });
  });
});

describe('a token that may create learns nothing of what others wrote', () => {
  const SECRET = { title: 'secret-title', note: 'secret-note', expiresAt: '2999-01-01T00:00:00.000Z' };
  /** What an answer says, apart from what differs for every request. */
  const toldBy = async (response: Response) => {
    const headers = [...response.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name));
    return JSON.stringify([response.status, headers, await response.text()]);
  };
  const lines = (token: string, items: readonly unknown[]) =>
    service.fetch('/v1/links', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-ndjson' },
      body: items.map((item) => `${JSON.stringify(item)}\n`).join(''),
    });

  test.each([
    ['a link that lives', false],
    ['a link that has ended', true],
  ])('by %s', async (what, isDeleted) => {
    for (const [index, alias] of [undefined, `secret-${isDeleted}`].entries()) {
      const newLink = { url: `go:secret-${isDeleted}-${index}`, ...(alias && { alias }) };
      const { slug } = await service.make('alice', { ...newLink, ...SECRET });
      if (isDeleted) await service.as('alice', 'DELETE', `/v1/links/${slug}`);
      // The end of a link that lives is shown to everybody.
      const hidden = isDeleted ? /secret-title|secret-note|2999/ : /secret-title|secret-note/;
      for (const ask of [
        () => send(limited.create, 'POST', '/v1/links', newLink),
        () => send(limited.create, 'POST', '/v1/links?fields=title,note,claims,slug', newLink),
        () => send(limited.create, 'POST', '/v1/links', { ...newLink, title: null }),
        () => lines(limited.create, [newLink, { ...newLink, note: 'x' }]),
        () => send(limited.create, 'GET', `/v1/links/${slug}`),
        () => send(limited.create, 'PATCH', `/v1/links/${slug}`, { title: 'T' }),
      ]) {
        expect(await toldBy(await ask())).not.toMatch(hidden);
      }
      expect(what).toContain('link');
    }
  });

  test('nor by the tag, which is the same whatever the owner has written', async () => {
    const url = 'go:secret-tag';
    await service.make('alice', { url });
    const before = await toldBy(await send(limited.create, 'POST', '/v1/links', { url }));
    await service.make('alice', { url, title: 'secret-title', note: 'secret-note' });
    expect(await toldBy(await send(limited.create, 'POST', '/v1/links', { url }))).toBe(before);
    for (const header of ['If-Match', 'If-None-Match']) {
      const tried = await service.fetch('/v1/links/none', {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${limited.create}`, 'Content-Type': JSON_TYPE, [header]: '*' },
        body: '{"title":"T"}',
      });
      expect(tried.status).toBe(403);
      await tried.text();
    }
  });

  test('nor by an idempotency key', async () => {
    const post = (token: string, key: string, body: unknown) =>
      service.fetch('/v1/links', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': JSON_TYPE, 'Idempotency-Key': key },
        body: JSON.stringify(body),
      });
    const body = { url: 'go:secret-key', ...SECRET };
    expect((await post(tokens.alice, 'shared', body)).status).toBe(201);
    // Neither that the key was used, nor what for.
    expect((await post(limited.create, 'shared', { url: 'go:secret-key-2' })).status).toBe(201);
    expect((await post(limited.create, 'shared', { url: 'go:secret-key-3' })).status).toBe(422);
    expect((await post(tokens.alice, '"create shared"', { url: 'go:secret-key-4' })).status).toBe(201);
    expect(await toldBy(await post(limited.create, 'other', body))).not.toMatch(/"title"|"note"/);
  });

  test('nor the figures that the operator keeps for owners', async () => {
    const own = await startLinks({
      LINK_TOKENS: `${LINK_TOKENS} alice:${limited.create}:create`,
      CLICKS: 'private',
    });
    const made: CreatedLink = await (await own.as('alice', 'POST', '/v1/links', { url: 'go:private' })).json();
    expect(made).toMatchObject({ clicks: 0, createdAt: expect.any(String) });
    const response = await own.fetch('/v1/links', {
      method: 'POST',
      headers: { Authorization: `Bearer ${limited.create}`, 'Content-Type': JSON_TYPE },
      body: '{"url":"go:private"}',
    });
    const seen = await response.text();
    expect(JSON.parse(seen)).toMatchObject({ slug: made.slug, created: false });
    expect(seen).not.toMatch(/clicks|lastClickAt|createdAt|title|note|claims/i);
    // Of a hash, whoever knows the rest can try each time of creation.
    expect(response.headers.get('ETag')).toBe(null);
    await own.close();
  });
});

describe('a token with an end', () => {
  test('is refused from that instant on, and says so', async () => {
    const ended = 'ended-0123456789abcdef';
    const later = 'later-0123456789abcdef';
    const own = await startLinks({
      LINK_TOKENS: `alice:${ended}:admin:until=2026-01-31T13:00:00+01:00 alice:${later}:read:until=2999-01-01T00:00:00Z`,
    });
    const ask = (token: string) => own.fetch('/v1/links', { headers: { Authorization: `Bearer ${token}` } });
    const refused = await ask(ended);
    expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
    const message = 'This token ended at 2026-01-31T12:00:00.000Z. Ask the operator of this service for a new one.';
    expect((await readProblem(refused)).errors).toMatchObject([{ code: 'token', message }]);
    const admitted = await ask(later);
    expect(admitted.status).toBe(200);
    await admitted.text();
    await own.close();
  });
});

describe('the log', () => {
  test('has the owner, the action and the slug of a change, of refused requests too, and no token or path', async () => {
    const { slug }: CreatedLink = await (await service.as('alice', 'POST', '/v1/links', { url: 'go:logged' })).json();
    await takeWholeLog(service);
    const path = `/v1/links/${slug}`;
    const block = { kind: 'host', value: 'logged.example', reason: 'R' };
    const asked: readonly (readonly [ask: () => Promise<Response>, ...Record<string, unknown>[]])[] = [
      [() => service.as('alice', 'POST', '/v1/links', { url: 'go:logged' }), { owner: 'alice', action: 'create' }],
      [
        () => service.as('alice', 'POST', '/v1/links', { url: 'go:logged', note: 'M' }),
        { owner: 'alice', action: 'create', slug },
      ],
      [() => service.as('alice', 'GET', '/v1/links'), { owner: 'alice', action: 'list' }],
      [() => service.as('alice', 'GET', path), { owner: 'alice', action: 'read' }],
      [() => service.as('root', 'GET', path), { owner: 'root', admin: true, action: 'read' }],
      [() => service.as('bob', 'GET', '/v1/links/export'), { owner: 'bob', action: 'export' }],
      [() => service.as('alice', 'PATCH', path, { note: 'N' }), { owner: 'alice', action: 'change', slug }],
      [
        () => service.as('alice', 'PATCH', path, { blocked: 'R' }),
        { owner: 'alice', action: 'block', slug, status: 403 },
      ],
      [
        () => service.as('root', 'PATCH', path, { blocked: 'R' }),
        { owner: 'root', admin: true, action: 'block', slug },
      ],
      [
        () => service.as('root', 'PATCH', path, { blocked: null, title: 'T' }),
        { owner: 'root', action: 'change,unblock', slug },
      ],
      [
        () => service.as('alice', 'PATCH', path, { owner: 'bob' }),
        { owner: 'alice', action: 'hand-over', slug, status: 403 },
      ],
      [() => service.as('alice', 'PATCH', '/v1/links', { from: 'a.example', to: 'b.example' }), { action: 'repoint' }],
      [() => service.as('alice', 'DELETE', path), { owner: 'alice', action: 'delete', slug, status: 204 }],
      [() => service.as('bob', 'DELETE', `${path}?purge=true`), { owner: 'bob', action: 'purge', status: 404 }],
      [() => service.as('root', 'DELETE', `${path}?purge=true`), { owner: 'root', admin: true, action: 'purge', slug }],
      [() => service.as('root', 'GET', '/v1/blocks'), { action: 'list-blocks' }],
      [
        () => service.as('root', 'POST', '/v1/blocks', block),
        { owner: 'root', admin: true, action: 'block', status: 200 },
      ],
      [
        () => service.as('root', 'DELETE', '/v1/blocks?kind=host&value=logged.example'),
        { action: 'unblock', status: 204 },
      ],
      [
        () => importCsv(tokens.root),
        { owner: 'root', admin: true, action: 'import', slugs: ['abc'] },
        { owner: 'root', admin: true, action: 'import', status: 200 },
      ],
      [() => send('wrong-0123456789abcdef', 'GET', path), { status: 401 }],
    ];
    for (const [ask] of asked) await (await ask()).text();
    const lines = await takeWholeLog(service);
    expect(lines).toMatchObject(asked.flatMap(([, ...expected]) => expected));
    const refused = lines.find(({ status }) => status === 401);
    expect(Object.keys(refused ?? {})).not.toContain('owner');
    expect(JSON.stringify(lines)).not.toMatch(/0123456789abcdef|go:logged|logged\.example/);
    // A request that changes nothing, or is no change, has no slug.
    expect(lines.filter(({ slug }) => slug !== undefined)).toHaveLength(
      asked.flatMap(([, ...expected]) => expected).filter(({ slug }) => slug !== undefined).length,
    );
  });

  test('has the slugs of changes of many links, and of those that change alone', async () => {
    const aliases = ['many-a', 'many-b'];
    const newLinks = aliases.map((alias) => ({ url: 'gopher://old.museum.org/', alias }));
    const lines = (links: readonly object[]) =>
      service.fetch('/v1/links', {
        method: 'POST',
        headers: { Authorization: `Bearer ${tokens.alice}`, 'Content-Type': 'application/x-ndjson' },
        body: links.map((link) => `${JSON.stringify(link)}\n`).join(''),
      });
    const move = { from: 'old.museum.org', to: 'new.museum.org' };
    const heir = { owner: 'root', formerOwner: 'alice' };
    const importAgain = (query: string) =>
      service.fetch(`/v1/links/import${query}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${tokens.root}`, 'Content-Type': 'text/csv' },
        body: 'slug,url\nmany-c,gopher://new.museum.org/\n',
      });
    await takeWholeLog(service);
    for (const [ask, slugs] of [
      [() => lines(newLinks), aliases],
      [() => lines(newLinks), null],
      [() => lines([...newLinks.slice(1), {}].map((link) => ({ ...link, note: 'N' }))), ['many-b']],
      [() => service.as('alice', 'PATCH', '/v1/links', { ...move, dryRun: true }), null],
      [() => service.as('alice', 'PATCH', '/v1/links', move), aliases],
      [() => service.as('root', 'PATCH', '/v1/links', { ...heir, dryRun: true }), null],
      [() => importAgain('?dryRun=true'), null],
      [() => importAgain(''), ['many-c']],
      [() => importAgain('?dryRun=true'), null],
    ] as const) {
      await (await ask()).text();
      const changed = (await takeWholeLog(service)).filter(({ method }) => method === undefined);
      expect(changed.flatMap((line) => line.slugs).toSorted()).toEqual(slugs ?? []);
      for (const line of changed) expect(JSON.stringify(line)).not.toMatch(/museum|0123456789abcdef/);
    }
  });

  test('that is off has no changes', async () => {
    const quiet = await startLinks({ LOG: 'off' });
    const response = await quiet.fetch('/v1/links', {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens.alice}`, 'Content-Type': 'application/x-ndjson' },
      body: '"go:quiet"\n',
    });
    await response.text();
    expect(quiet.takeLog()).toEqual([]);
    await quiet.close();
  });
});

describe('CORS (Fetch §3.3.3)', () => {
  const origin = (response: Response) => response.headers.get('Access-Control-Allow-Origin');

  test.each(['/v1/links', '/v1/links/export', '/v1/links/none', '/v1/links?x=1', '/v1/blocks'])(
    'an administrator’s answer at %s is for this site alone',
    async (path) => {
      const response = await service.as('root', 'GET', path);
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(origin(await service.as('alice', 'GET', path))).toBe('*');
      await response.text();
    },
  );

  test('so is every answer of /metrics, that to a preflight too', async () => {
    for (const [method, token] of [
      ['GET', tokens.root],
      ['GET', 'wrong-0123456789abcdef'],
      ['OPTIONS', tokens.root],
    ] as const) {
      const response = await send(token, method, '/metrics');
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      await response.text();
    }
  });
});
