/** `PATCH` with `owner`: administrators hand over the links of an owner who has left. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LinkRecord } from '../../../src/links/record.ts';
import { problemType, readProblem } from '../problems.ts';
import { type LinkService, linesOf, type Name, startLinks } from './harness.ts';

let service: LinkService;
beforeAll(async () => {
  service = await startLinks();
});
afterAll(() => service.close());

async function make(owner: Name, newLink: Record<string, unknown>): Promise<string> {
  const { slug }: { slug: string } = await (await service.as(owner, 'POST', '/v1/links', newLink)).json();
  return slug;
}

async function claimsOf(slug: string): Promise<LinkRecord['claims']> {
  const { claims }: LinkRecord = await (await service.as('root', 'GET', `/v1/links/${slug}`)).json();
  return claims;
}

const patch = (path: string, body: unknown, owner: Name = 'root') => service.as(owner, 'PATCH', path, body);

describe('one link', () => {
  test('has another owner, who changes it from now on', async () => {
    const slug = await make('alice', { url: 'go:one', alias: 'one', title: 'T', note: 'N' });
    const [before] = await claimsOf(slug);
    const response = await patch(`/v1/links/${slug}`, { owner: 'bob' });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ slug, canonical: 'go:one', claims: [{ ...before, owner: 'bob' }] });
    expect((await service.as('alice', 'GET', `/v1/links/${slug}`)).status).toBe(404);
    const changed = await patch(`/v1/links/${slug}`, { url: 'go:two' }, 'bob');
    expect(await changed.json()).toMatchObject({ canonical: 'go:two', title: 'T', note: 'N' });
    expect((await service.fetch(`/${slug}`, { method: 'HEAD' })).headers.get('location')).toContain('go%3Atwo');
  });

  test('with claims of several owners needs a name, and the claims of the others stay', async () => {
    const url = 'go:several';
    const slug = await make('alice', { url, title: 'Alice’s', note: 'N', expiresAt: '2998-01-01T00:00:00.000Z' });
    await make('bob', { url, title: 'Bob’s', expiresAt: '2999-01-01T00:00:00.000Z' });
    const refused = await patch(`/v1/links/${slug}`, { owner: 'root' });
    expect(refused.status).toBe(409);
    const { errors } = await readProblem(refused);
    expect(errors).toMatchObject([{ code: 'several-owners', message: expect.stringContaining('alice, bob') }]);
    await patch(`/v1/links/${slug}`, { owner: 'root', formerOwner: 'alice' });
    expect(await claimsOf(slug)).toMatchObject([
      { owner: 'bob', title: 'Bob’s' },
      { owner: 'root', title: 'Alice’s' },
    ]);
    // Bob’s title stays, and the later end.
    await patch(`/v1/links/${slug}`, { owner: 'bob', formerOwner: 'root' });
    expect(await claimsOf(slug)).toMatchObject([
      { owner: 'bob', title: 'Bob’s', note: 'N', expiresAt: '2999-01-01T00:00:00.000Z' },
    ]);
  });

  const broken: readonly (readonly [what: string, body: unknown, status: number, by: Name])[] = [
    ['an owner without a token', { owner: 'bobb' }, 400, 'root'],
    ['an owner that is no name', { owner: 'b o b' }, 400, 'root'],
    ['the owner that it has', { owner: 'alice' }, 400, 'root'],
    ['another member', { owner: 'bob', title: 'T' }, 400, 'root'],
    ['a former owner without a claim', { owner: 'bob', formerOwner: 'root' }, 404, 'root'],
    ['an owner who is no administrator', { owner: 'bob' }, 403, 'alice'],
  ];
  test.each(broken)('is not handed over with %s', async (_, body, status, by) => {
    const slug = await make('alice', { url: 'go:stays' });
    const before = await claimsOf(slug);
    expect((await patch(`/v1/links/${slug}`, body, by)).status).toBe(status);
    expect(await claimsOf(slug)).toEqual(before);
  });
});

describe('what is not there is named', () => {
  const named: readonly (readonly [method: string, path: string, body: unknown, code: string, message: RegExp])[] = [
    ['PATCH', '/v1/links/nobodys', { owner: 'bob' }, 'no-such-link', /“nobodys”\. `GET \/v1\/links` lists/],
    ['DELETE', '/v1/blocks?kind=host&value=nobody.example', undefined, 'no-such-block', /`GET \/v1\/blocks` lists/],
  ];
  test.each(named)('%s %s', async (method, path, body, code, message) => {
    const response = await service.as('root', method, path, body);
    expect(response.status).toBe(404);
    expect((await readProblem(response)).errors).toMatchObject([{ code, message: expect.stringMatching(message) }]);
  });

  test.each([[[]], ['x'], [null]])('%j in the place of a block', async (body) => {
    const { errors } = await readProblem(await service.as('root', 'POST', '/v1/blocks', body));
    expect(errors).toMatchObject([{ code: 'item-invalid', message: 'This must be a JSON object: `{…}`.' }]);
  });

  test('a former owner without a claim', async () => {
    const slug = await make('alice', { url: 'go:claims' });
    const { errors } = await readProblem(await patch(`/v1/links/${slug}`, { owner: 'bob', formerOwner: 'root' }));
    expect(errors).toMatchObject([{ code: 'no-such-claim', message: expect.stringContaining('`root` has no claim') }]);
  });
});

describe('all links of an owner', () => {
  const all = { owner: 'alice', formerOwner: 'bob' };
  let fresh: LinkService;
  beforeAll(async () => {
    fresh = await startLinks();
    const lines = Array.from({ length: 300 }, (_, index) => `"go:all${index}"\n`).join('');
    const init = { method: 'POST', body: lines };
    for (const owner of ['alice', 'bob'] as const) {
      const headers = { Authorization: `Bearer ${owner}-0123456789abcdef`, 'Content-Type': 'application/x-ndjson' };
      const some = owner === 'bob' ? init.body : lines.split('\n').slice(0, 10).join('\n');
      expect(await linesOf(await fetch(`${fresh.origin}/v1/links`, { ...init, body: some, headers }))).not.toEqual([]);
    }
    await fresh.as('bob', 'POST', '/v1/links', { url: 'go:x', alias: 'bobs' });
  });
  afterAll(() => fresh.close());

  const exported = async (owner: Name) => linesOf(await fresh.as(owner, 'GET', '/v1/links/export'));

  test('are listed by a dry run, which changes nothing', async () => {
    const before = await exported('bob');
    const lines = await linesOf(await fresh.as('root', 'PATCH', '/v1/links', { ...all, dryRun: true }));
    expect(lines).toHaveLength(301);
    expect(lines[0]).toEqual({ ...lines[0], owner: 'alice', outcome: 'would-hand-over' });
    expect(await exported('bob')).toEqual(before);
  });

  test('are handed over, each once, and no click or link is lost', async () => {
    await fresh.fetch('/bobs');
    const slugs = (await exported('bob')).map(({ slug }) => slug);
    const lines = await linesOf(await fresh.as('root', 'PATCH', '/v1/links', all));
    expect(lines.map(({ slug }) => slug)).toEqual(slugs);
    expect(new Set(lines.map(({ outcome }) => outcome))).toEqual(new Set(['handed-over']));
    expect(await exported('bob')).toEqual([]);
    const inherited = await exported('alice');
    expect(inherited.map(({ slug }) => slug)).toEqual(slugs);
    expect(inherited.find(({ slug }) => slug === 'bobs')).toMatchObject({ clicks: 1 });
    expect(await linesOf(await fresh.as('root', 'PATCH', '/v1/links', all))).toEqual([]);
  });

  test('only by an administrator', async () => {
    const response = await fresh.as('alice', 'PATCH', '/v1/links', { owner: 'bob', formerOwner: 'alice' });
    expect(response.status).toBe(403);
    expect((await readProblem(response)).type).toEqual(problemType('administrators-only'));
  });
});
