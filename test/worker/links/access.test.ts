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
    expect(same).toMatchObject({ created: false, ...claim });
    await service.as('alice', 'DELETE', `/v1/links/${same.slug}`);
    const again = await send(limited.create, 'POST', '/v1/links', change);
    expect(await again.json()).toMatchObject({ created: true, title: 'Theirs' });
  });
});

describe('the log', () => {
  test('has the owner and the action, of refused requests too, and no token or path', async () => {
    const { slug }: CreatedLink = await (await service.as('alice', 'POST', '/v1/links', { url: 'go:logged' })).json();
    await takeWholeLog(service);
    const path = `/v1/links/${slug}`;
    const block = { kind: 'host', value: 'logged.example', reason: 'R' };
    const asked: readonly (readonly [ask: () => Promise<Response>, Record<string, unknown>])[] = [
      [() => service.as('alice', 'POST', '/v1/links', { url: 'go:logged' }), { owner: 'alice', action: 'create' }],
      [() => service.as('alice', 'GET', '/v1/links'), { owner: 'alice', action: 'list' }],
      [() => service.as('alice', 'GET', path), { owner: 'alice', action: 'read' }],
      [() => service.as('root', 'GET', path), { owner: 'root', admin: true, action: 'read' }],
      [() => service.as('bob', 'GET', '/v1/links/export'), { owner: 'bob', action: 'export' }],
      [() => service.as('alice', 'PATCH', path, { note: 'N' }), { owner: 'alice', action: 'change' }],
      [() => service.as('alice', 'PATCH', path, { blocked: 'R' }), { owner: 'alice', action: 'block', status: 403 }],
      [() => service.as('root', 'PATCH', path, { blocked: 'R' }), { owner: 'root', admin: true, action: 'block' }],
      [
        () => service.as('root', 'PATCH', path, { blocked: null, title: 'T' }),
        { owner: 'root', action: 'change,unblock' },
      ],
      [
        () => service.as('alice', 'PATCH', path, { owner: 'bob' }),
        { owner: 'alice', action: 'hand-over', status: 403 },
      ],
      [() => service.as('alice', 'PATCH', '/v1/links', { from: 'a.example', to: 'b.example' }), { action: 'repoint' }],
      [() => service.as('alice', 'DELETE', path), { owner: 'alice', action: 'delete', status: 204 }],
      [() => service.as('bob', 'DELETE', `${path}?purge=true`), { owner: 'bob', action: 'purge', status: 404 }],
      [() => service.as('root', 'DELETE', `${path}?purge=true`), { owner: 'root', admin: true, action: 'purge' }],
      [() => service.as('root', 'GET', '/v1/blocks'), { action: 'list-blocks' }],
      [
        () => service.as('root', 'POST', '/v1/blocks', block),
        { owner: 'root', admin: true, action: 'block', status: 200 },
      ],
      [
        () => service.as('root', 'DELETE', '/v1/blocks?kind=host&value=logged.example'),
        { action: 'unblock', status: 204 },
      ],
      [() => importCsv(tokens.root), { owner: 'root', admin: true, action: 'import' }],
      [() => send('wrong-0123456789abcdef', 'GET', path), { status: 401 }],
    ];
    for (const [ask] of asked) await (await ask()).text();
    const lines = await takeWholeLog(service);
    expect(lines).toMatchObject(asked.map(([, expected]) => expected));
    const refused = lines.find(({ status }) => status === 401);
    expect(Object.keys(refused ?? {})).not.toContain('owner');
    expect(JSON.stringify(lines)).not.toMatch(/0123456789abcdef|go:logged|logged\.example/);
    expect(JSON.stringify(lines)).not.toContain(slug);
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
