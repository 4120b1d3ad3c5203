/** Every answer about short links matches the OpenAPI description: route, method, status and schema. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Description, descriptionOf, expectDescribed } from '../build/openapi/description.ts';
import { type LinkService, type Name, startLinks, tokens } from './harness.ts';

let service: LinkService;
let description: Description;
beforeAll(async () => {
  service = await startLinks();
  description = await descriptionOf(service);
  await service.as('alice', 'POST', '/v1/links', { url: 'go:here', alias: 'here' });
  await service.as('alice', 'POST', '/v1/links', { url: 'go:gone', alias: 'gone' });
  await service.as('alice', 'DELETE', '/v1/links/gone');
  await service.as('alice', 'POST', '/v1/links', { url: 'go:blocked', alias: 'blocked' });
  await service.as('root', 'PATCH', '/v1/links/blocked', { blocked: 'By order.' });
});
afterAll(() => service.close());

type Row = readonly [
  route: string,
  method: string,
  status: number,
  path: string,
  body?: unknown,
  more?: { readonly as?: Name | null; readonly headers?: Readonly<Record<string, string>> },
];

const LINES = { headers: { 'Content-Type': 'application/x-ndjson' } };
/** A client that knows another version of a link. */
const KNOWN = { headers: { 'If-Match': '"known.x"' } };
const HTML = { headers: { Accept: 'text/html' } };
const NOBODY = { as: null };
const record = { slug: 'old', url: 'go:old', createdAt: '2026-01-31T12:00:00.000Z', clicks: 0, lastClickAt: null };

const rows: readonly Row[] = [
  ['/v1/links', 'GET', 200, '/v1/links?limit=1'],
  ['/v1/links', 'GET', 400, '/v1/links?limit=0'],
  ['/v1/links', 'GET', 401, '/v1/links', undefined, NOBODY],
  ['/v1/links', 'POST', 201, '/v1/links', { url: 'go:new' }],
  ['/v1/links', 'POST', 200, '/v1/links', { url: 'go:new' }],
  ['/v1/links', 'POST', 201, '/v1/links', { url: 'go:roots' }, { as: 'root' }],
  ['/v1/links', 'POST', 200, '/v1/links', '"go:a"\n7\n"x"\n', LINES],
  ['/v1/links', 'POST', 400, '/v1/links', {}],
  ['/v1/links', 'POST', 401, '/v1/links', { url: 'go:new' }, NOBODY],
  ['/v1/links', 'POST', 409, '/v1/links', { url: 'go:new', alias: 'here' }],
  ['/v1/links', 'POST', 413, '/v1/links', { url: 'x'.repeat(300_000) }],
  ['/v1/links', 'POST', 415, '/v1/links', {}, { headers: { 'Content-Type': 'text/plain' } }],
  ['/v1/links', 'POST', 422, '/v1/links', { url: 'x' }],
  ['/v1/links', 'POST', 422, '/v1/links', { url: 'javascript:x' }],
  ['/v1/links', 'POST', 451, '/v1/links', { url: 'go:blocked', alias: 'blocked' }],
  ['/v1/links', 'PATCH', 200, '/v1/links', { from: 'a.org', to: 'b.org', dryRun: true }],
  ['/v1/links', 'PATCH', 200, '/v1/links', { owner: 'bob', formerOwner: 'root', dryRun: true }, { as: 'root' }],
  ['/v1/links', 'PATCH', 403, '/v1/links', { owner: 'bob', formerOwner: 'alice' }],
  ['/v1/links', 'PATCH', 400, '/v1/links', { owner: 'bob' }, { as: 'root' }],
  ['/v1/links', 'PATCH', 400, '/v1/links', { from: 'a.org' }],
  ['/v1/links', 'PATCH', 422, '/v1/links', { from: 'a.org', to: '1.2.3.4.5' }],
  ['/v1/links', 'PATCH', 401, '/v1/links', {}, NOBODY],
  ['/v1/links', 'PATCH', 413, '/v1/links', { from: 'x'.repeat(300_000) }],
  ['/v1/links', 'PATCH', 415, '/v1/links', '', { headers: { 'Content-Type': 'text/plain' } }],
  ['/v1/links/export', 'GET', 200, '/v1/links/export', undefined, { as: 'root' }],
  ['/v1/links/export', 'GET', 400, '/v1/links/export?x'],
  ['/v1/links/export', 'GET', 401, '/v1/links/export', undefined, NOBODY],
  [
    '/v1/links/import',
    'POST',
    200,
    '/v1/links/import',
    `${JSON.stringify({ ...record, blocked: null, claims: [] })}\n7\n`,
    { as: 'root', ...LINES },
  ],
  ['/v1/links/import', 'POST', 400, '/v1/links/import?x', '', { as: 'root', ...LINES }],
  ['/v1/links/import', 'POST', 401, '/v1/links/import', '', { ...NOBODY, ...LINES }],
  ['/v1/links/import', 'POST', 403, '/v1/links/import', '', LINES],
  ['/v1/links/import', 'POST', 200, '/v1/links/import', [{ slug: 'Moved', url: 'go:moved' }, 7], { as: 'root' }],
  ['/v1/links/import', 'POST', 400, '/v1/links/import', {}, { as: 'root' }],
  ['/v1/links/import', 'POST', 413, '/v1/links/import', 'x'.repeat(16 * 1024 * 1024 + 1), { as: 'root' }],
  ['/v1/links/import', 'POST', 415, '/v1/links/import', [], { as: 'root', headers: { 'Content-Type': 'text/plain' } }],
  ['/v1/links/import', 'POST', 200, '/v1/links/import', '{"slug":"tomb","purged":true}\n', { as: 'root', ...LINES }],
  ['/v1/blocks', 'GET', 200, '/v1/blocks', undefined, { as: 'root' }],
  ['/v1/blocks', 'GET', 400, '/v1/blocks?x', undefined, { as: 'root' }],
  ['/v1/blocks', 'GET', 401, '/v1/blocks', undefined, NOBODY],
  ['/v1/blocks', 'POST', 200, '/v1/blocks', { kind: 'host', value: 'a.org', reason: 'x' }, { as: 'root' }],
  ['/v1/blocks', 'POST', 400, '/v1/blocks', {}, { as: 'root' }],
  ['/v1/blocks', 'POST', 401, '/v1/blocks', {}, NOBODY],
  ['/v1/blocks', 'POST', 413, '/v1/blocks', { value: 'x'.repeat(300_000) }, { as: 'root' }],
  ['/v1/blocks', 'POST', 415, '/v1/blocks', '', { as: 'root', headers: { 'Content-Type': 'text/plain' } }],
  ['/v1/blocks', 'POST', 422, '/v1/blocks', { kind: 'target', value: 'x', reason: 'x' }, { as: 'root' }],
  ['/v1/links/{slug}', 'PATCH', 451, '/v1/links/here', { url: 'http://www.a.org/' }],
  ['/v1/links/export', 'GET', 200, '/v1/links/export?after=here', undefined, { as: 'root' }],
  ['/v1/blocks', 'DELETE', 204, '/v1/blocks?kind=host&value=a.org', undefined, { as: 'root' }],
  ['/v1/blocks', 'DELETE', 400, '/v1/blocks', undefined, { as: 'root' }],
  ['/v1/blocks', 'DELETE', 401, '/v1/blocks', undefined, NOBODY],
  ['/v1/blocks', 'DELETE', 404, '/v1/blocks?kind=host&value=a.org', undefined, { as: 'root' }],
  ['/v1/blocks', 'DELETE', 422, '/v1/blocks?kind=target&value=x', undefined, { as: 'root' }],
  ['/v1/links/{slug}', 'PATCH', 410, '/v1/links/tomb', { expiresAt: null }, { as: 'root' }],
  ['/v1/links/{slug}', 'GET', 200, '/v1/links/here'],
  ['/v1/links/{slug}', 'GET', 200, '/v1/links/here', undefined, { as: 'root' }],
  ['/v1/links/{slug}', 'GET', 200, '/v1/links/blocked'],
  ['/v1/links/{slug}', 'GET', 400, '/v1/links/here?x'],
  ['/v1/links/{slug}', 'GET', 401, '/v1/links/here', undefined, NOBODY],
  ['/v1/links/{slug}', 'GET', 404, '/v1/links/nowhere'],
  ['/v1/links/{slug}', 'GET', 410, '/v1/links/gone'],
  ['/v1/links/{slug}', 'PATCH', 200, '/v1/links/here', { expiresAt: '2999-01-01T00:00:00Z' }],
  ['/v1/links/{slug}', 'PATCH', 400, '/v1/links/here', { expiresAt: 'x' }],
  ['/v1/links/{slug}', 'PATCH', 401, '/v1/links/here', {}, NOBODY],
  ['/v1/links/{slug}', 'PATCH', 403, '/v1/links/here', { blocked: 'x' }],
  ['/v1/links/{slug}', 'PATCH', 404, '/v1/links/nowhere', {}],
  ['/v1/links/{slug}', 'PATCH', 413, '/v1/links/here', { url: 'x'.repeat(300_000) }],
  ['/v1/links/{slug}', 'PATCH', 415, '/v1/links/here', {}, { headers: { 'Content-Type': 'text/plain' } }],
  ['/v1/links/{slug}', 'PATCH', 422, '/v1/links/here', { url: 'x' }],
  ['/v1/links/{slug}', 'PATCH', 422, '/v1/links/here', { url: 'http://127.1/' }],
  ['/v1/links/{slug}', 'DELETE', 400, '/v1/links/here?x'],
  ['/v1/links/{slug}', 'DELETE', 401, '/v1/links/here', undefined, NOBODY],
  ['/v1/links/{slug}', 'DELETE', 404, '/v1/links/nowhere'],
  ['/v1/links/{slug}', 'DELETE', 410, '/v1/links/gone'],
  ['/v1/links', 'POST', 412, '/v1/links', { url: 'go:x' }, KNOWN],
  ['/v1/links', 'PATCH', 412, '/v1/links', { from: 'a.example', to: 'b.example' }, KNOWN],
  [
    '/v1/links/import',
    'POST',
    412,
    '/v1/links/import',
    '',
    { as: 'root', headers: { ...LINES.headers, ...KNOWN.headers } },
  ],
  ['/v1/links/export', 'GET', 200, '/v1/links/export?changedSince=2026-01-01T00:00:00Z'],
  ['/v1/links/{slug}', 'GET', 304, '/v1/links/here', undefined, { headers: { 'If-None-Match': '*' } }],
  ['/v1/links/{slug}', 'GET', 412, '/v1/links/here', undefined, KNOWN],
  ['/v1/links/{slug}', 'PATCH', 412, '/v1/links/here', { title: 'T' }, KNOWN],
  ['/v1/links/{slug}', 'DELETE', 412, '/v1/links/here', undefined, KNOWN],
  ['/{slug}', 'GET', 200, '/here+'],
  ['/{slug}', 'GET', 200, '/here+', undefined, HTML],
  ['/{slug}', 'GET', 200, '/here.svg'],
  ['/{slug}', 'GET', 302, '/here'],
  ['/{slug}', 'GET', 304, '/here.svg', undefined, { headers: { 'If-None-Match': '*' } }],
  ['/{slug}', 'GET', 404, '/nowhere'],
  ['/{slug}', 'GET', 410, '/gone'],
  ['/{slug}', 'GET', 410, '/gone', undefined, HTML],
  ['/{slug}', 'GET', 451, '/blocked'],
  ['/v1/links/{slug}', 'DELETE', 204, '/v1/links/here'],
];

describe('as described', () => {
  const cases = rows.map(([route, method, status, path, body, more = {}]) => ({
    route,
    method,
    status,
    path,
    body,
    more,
  }));
  test.each(cases)('$method $path: $status', async ({ route, method, status, path, body, more }) => {
    const { as = 'alice', headers = {} } = more;
    const token: Record<string, string> = as === null ? {} : { Authorization: `Bearer ${tokens[as]}` };
    const response = await service.fetch(path, {
      method,
      headers: { 'Content-Type': 'application/json', ...token, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    expect(response.status).toBe(status);
    await expectDescribed(response, description, route, method.toLowerCase());
  });

  test('308 for a hash slug', async () => {
    const created = await service.as('alice', 'POST', '/v1/links', { url: 'go:hashed' });
    const { slug }: { slug: string } = await created.json();
    await expectDescribed(await service.fetch(`/${slug}`), description, '/{slug}', 'get');
  });

  test('409 for a new target of a hash slug', async () => {
    const created = await service.as('alice', 'POST', '/v1/links', { url: 'go:hashed' });
    const { slug }: { slug: string } = await created.json();
    const response = await service.as('alice', 'PATCH', `/v1/links/${slug}`, { url: 'go:other' });
    expect(response.status).toBe(409);
    await expectDescribed(response, description, '/v1/links/{slug}', 'patch');
  });

  test('every described status occurs here, except those of limits and switches', () => {
    const testedInOtherFiles = new Set(['403', '408', '429', '503', '507']);
    for (const [path, operations] of Object.entries(description.paths)) {
      if (!/^\/(v1\/(links|blocks)|\{slug\})/.test(path)) continue;
      for (const [method, { responses }] of Object.entries(operations)) {
        const seen = rows.filter(([route, own]) => route === path && own.toLowerCase() === method);
        const statuses = new Set(seen.map(([, , status]) => String(status)).concat('308', '409'));
        const unseen = Object.keys(responses).filter(
          (status) => !statuses.has(status) && !testedInOtherFiles.has(status),
        );
        expect([path, method, unseen]).toEqual([path, method, []]);
      }
    }
  });
});
