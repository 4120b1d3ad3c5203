/**
 * Conditions of requests on one link (RFC 9110 §13): strong tags, 304 and 412, and of two writers who know the same
 * link only one.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permits } from '../../../worker/http/conditions.ts';
import { tagsIn } from '../../../worker/http/headers.ts';
import { readProblem } from '../problems.ts';
import { type CreatedLink, type LinkService, linesOf, type Name, startLinks, tokens } from './harness.ts';

let service: LinkService;
beforeAll(async () => {
  service = await startLinks();
});
afterAll(() => service.close());

const tagOf = (response: Response) => response.headers.get('ETag') ?? '';
const read = (owner: Name, slug: string, headers?: Record<string, string>, query = '') =>
  service.as(owner, 'GET', `/v1/links/${slug}${query}`, undefined, headers);
const change = (owner: Name, slug: string, body: unknown, headers?: Record<string, string>) =>
  service.as(owner, 'PATCH', `/v1/links/${slug}`, body, headers);

describe('whether a change is permitted', () => {
  test.each([
    [null, null, true],
    ['*', null, true],
    [' * ', null, true],
    ['"s.1"', null, true],
    ['"s.2"', null, true],
    ['"s"', null, false],
    ['"a.1", "s.1"', null, true],
    // nginx and others make the tag of what they compress weak.
    ['W/"s.1"', null, true],
    ['W/"t.1"', null, false],
    ['"t.1"', null, false],
    ['"st.1"', null, false],
    ['".s"', null, false],
    ['', null, false],
    ['s.1', null, false],
    [null, '*', false],
    [null, '"s.1"', false],
    [null, 'W/"s.1"', false],
    [null, '"t.1"', true],
    [null, '"t.1", "s.2"', false],
    [null, '', true],
    ['"s.1"', '"s.1"', false],
    ['"s.1"', '"t.1"', true],
  ])('by If-Match %j and If-None-Match %j is %j', (ifMatch, ifNoneMatch, expected) => {
    expect(permits({ ifMatch, ifNoneMatch }, 's')).toBe(expected);
  });

  test('the tags of a list are read', () => {
    expect(tagsIn('"a,b" ,W/"c","" x')).toEqual(['"a,b"', '"c"', '""']);
  });
});

describe('a tag', () => {
  test('is strong, and that of every answer about the link', async () => {
    const made = await service.as('alice', 'POST', '/v1/links', { url: 'go:tagged', alias: 'tagged' });
    const tag = tagOf(made);
    expect(tag).toMatch(/^"[0-9a-z]+\.[0-9a-z]+"$/);
    await made.text();
    const again = await service.as('alice', 'POST', '/v1/links', { url: 'go:tagged', alias: 'tagged' });
    expect([again.status, tagOf(again)]).toEqual([200, tag]);
    await again.text();
    for (const method of ['GET', 'HEAD']) {
      const response = await service.as('alice', method, '/v1/links/tagged');
      expect([response.status, tagOf(response), response.headers.get('Accept-Patch')]).toEqual([
        ...[200, tag, 'application/json'],
      ]);
      await response.text();
    }
    const changed = await change('alice', 'tagged', { title: 'T' });
    expect(tagOf(changed)).not.toBe(tag);
    expect(tagOf(changed)).toBe(tagOf(await read('alice', 'tagged')));
    const handed = await change('root', 'tagged', { owner: 'bob' });
    expect(tagOf(handed)).toBe(tagOf(await read('root', 'tagged')));
  });

  test('is that of one reader, and two answers with one tag have the same octets', async () => {
    await service.make('alice', { url: 'go:readers', alias: 'readers', title: 'A' });
    await service.make('root', { url: 'go:readers-root', alias: 'readers-root' });
    const seen = new Map<string, string>();
    for (const step of [
      () => service.fetch('/readers'),
      () => service.fetch('/readers'),
      () => change('alice', 'readers', { title: 'B' }),
      () => change('root', 'readers', { blocked: 'R' }),
      () => change('root', 'readers', { blocked: null }),
    ]) {
      await (await step()).text();
      for (const owner of ['alice', 'root'] as const) {
        const response = await read(owner, 'readers');
        const body = await response.text();
        expect(seen.get(tagOf(response)) ?? body).toBe(body);
        seen.set(tagOf(response), body);
      }
    }
    // Each answer was another: for two readers after four changes, and the time of a click may be that of the one
    // before.
    expect(seen.size).toBeGreaterThanOrEqual(8);
  });

  test('in If-None-Match is answered 304 until the link changes, and a click is a change', async () => {
    await service.make('alice', { url: 'go:cached', alias: 'cached' });
    const first = await read('alice', 'cached');
    await first.text();
    const known = { 'If-None-Match': `"other", W/${tagOf(first)}` };
    for (const query of ['', '?fields=slug']) {
      const same = await read('alice', 'cached', known, query);
      expect([same.status, tagOf(same), await same.text()]).toEqual([304, tagOf(first), '']);
    }
    expect((await read('root', 'cached', known)).status).toBe(200);
    await (await service.fetch('/cached')).text();
    const clicked = await read('alice', 'cached', known);
    expect([clicked.status, await clicked.json()]).toMatchObject([200, { clicks: 1 }]);
    expect((await read('alice', 'cached', { 'If-Match': tagOf(first) })).status).toBe(200);
    expect((await read('alice', 'cached', { 'If-Match': '"other"' })).status).toBe(412);
    expect((await read('alice', 'cached', { 'If-None-Match': '*' })).status).toBe(304);
  });
});

describe('a change with If-Match', () => {
  test('is made if the link is as the client knows it, whatever clicks there were', async () => {
    await service.make('alice', { url: 'go:edited', alias: 'edited' });
    const tag = tagOf(await read('alice', 'edited'));
    await (await service.fetch('/edited')).text();
    const changed = await change('alice', 'edited', { url: 'go:edited-2' }, { 'If-Match': tag });
    expect([changed.status, await changed.json()]).toMatchObject([200, { canonical: 'go:edited-2', clicks: 1 }]);
  });

  test('is refused with the tag of today if somebody has changed it, and changes nothing', async () => {
    await service.make('alice', { url: 'go:lost', alias: 'lost' });
    const tag = tagOf(await read('alice', 'lost'));
    await (await change('alice', 'lost', { title: 'First' }, { 'If-Match': tag })).text();
    const today = tagOf(await read('alice', 'lost'));
    for (const [method, path, body] of [
      ['PATCH', '/v1/links/lost', { title: 'Second' }],
      ['PATCH', '/v1/links/lost', { url: 'go:lost-2' }],
      ['DELETE', '/v1/links/lost', undefined],
    ] as const) {
      const refused = await service.as('alice', method, path, body, { 'If-Match': tag });
      expect([refused.status, tagOf(refused)]).toEqual([412, today]);
      const { type, detail } = await readProblem(refused);
      expect(type).toContain('#link-changed');
      expect(detail).toContain('Somebody has changed it since you read it');
    }
    for (const [body, query] of [
      [{ blocked: 'R' }, 'PATCH'],
      [{ owner: 'bob' }, 'PATCH'],
      [undefined, 'DELETE'],
    ] as const) {
      const path = `/v1/links/lost${query === 'DELETE' ? '?purge=true' : ''}`;
      expect((await service.as('root', query, path, body, { 'If-Match': tag })).status).toBe(412);
    }
    expect(await (await read('alice', 'lost')).json()).toMatchObject({ title: 'First', canonical: 'go:lost' });
    const own = { 'If-Match': today };
    expect((await service.as('alice', 'DELETE', '/v1/links/lost', undefined, own)).status).toBe(204);
  });

  test('or with If-None-Match is judged after everything else (§13.2.1)', async () => {
    const { slug } = await service.make('alice', { url: 'go:judged' });
    const stale = { 'If-Match': '"stale.x"' };
    for (const [owner, body, status] of [
      ['bob', { title: 'T' }, 404],
      ['alice', { title: 7 }, 400],
      ['alice', { blocked: 'R' }, 403],
      ['alice', { url: 'go:other' }, 409],
      ['alice', { title: 'T' }, 412],
    ] as const) {
      expect((await change(owner, slug, body, stale)).status).toBe(status);
    }
    expect((await change('alice', slug, { title: 'T' }, { 'If-None-Match': '*' })).status).toBe(412);
    expect((await change('alice', slug, { title: 'T' }, { 'If-Match': '*' })).status).toBe(200);
  });

  test('of two writers who know the same link, exactly one wins', async () => {
    for (let round = 0; round < 10; round++) {
      const alias = `race-${round}`;
      await service.make('alice', { url: 'go:race', alias });
      const tag = tagOf(await read('alice', alias));
      const titles = Array.from({ length: 8 }, (_, writer) => `Writer ${writer}`);
      const answers = await Promise.all(
        titles.map(async (title) => (await change('alice', alias, { title }, { 'If-Match': tag })).status),
      );
      expect(answers.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
      expect(await (await read('alice', alias)).json()).toMatchObject({ title: titles[answers.indexOf(200)] });
    }
  });
});

describe('work on many links has no tag', () => {
  const REQUESTS = [
    ['POST', '/v1/links', '{"url":"go:many"}', 'application/json'],
    ['POST', '/v1/links', '"go:many"\n', 'application/x-ndjson'],
    ['PATCH', '/v1/links', '{"from":"a.example","to":"b.example"}', 'application/json'],
    ['PATCH', '/v1/links', '{"from":"a.example","to":"b.example","dryRun":true}', 'application/json'],
    ['POST', '/v1/links/import', 'slug,url\nmany,go:many\n', 'text/csv'],
    ['POST', '/v1/links/import?dryRun=true', 'slug,url\nmany,go:many\n', 'text/csv'],
  ] as const;

  test.each(REQUESTS)('%s %s of %j', async (method, path, body, type) => {
    const send = (headers: Record<string, string>) =>
      service.fetch(path, {
        method,
        headers: { Authorization: `Bearer ${tokens.root}`, 'Content-Type': type, ...headers },
        body,
      });
    for (const refused of [{ 'If-Match': '"x"' }, { 'If-None-Match': '*' }] as Record<string, string>[]) {
      const response = await send(refused);
      expect(response.status).toBe(412);
      expect((await readProblem(response)).errors).toMatchObject([{ code: 'no-tag' }]);
    }
    for (const path of ['/many', '/v1/links/many']) {
      expect((await service.as('root', 'GET', path)).status).toBe(404);
    }
  });

  test('but the conditions that hold of everything hold', async () => {
    for (const headers of [{ 'If-Match': '*' }, { 'If-None-Match': '"x"' }] as Record<string, string>[]) {
      const response = await service.as('root', 'PATCH', '/v1/links', { from: 'a.example', to: 'b.example' }, headers);
      expect([response.status, await linesOf(response)]).toEqual([200, []]);
      const made: CreatedLink = await (
        await service.as('root', 'POST', '/v1/links', { url: 'go:some' }, headers)
      ).json();
      expect(made.canonical).toBe('go:some');
    }
  });
});

describe('Accept-Patch (RFC 5789 §3.1)', () => {
  test('stands where PATCH is, and nowhere else', async () => {
    for (const [path, expected] of [
      ['/v1/links', 'application/json'],
      ['/v1/links/x', 'application/json'],
      ['/v1/resolve', null],
    ] as const) {
      const response = await service.fetch(path, { method: 'OPTIONS' });
      expect(response.headers.get('Accept-Patch')).toBe(expected);
      expect(response.headers.get('Access-Control-Allow-Headers')).toContain('If-Match');
    }
  });

  test('names the type that is taken, where another was sent', async () => {
    const { slug } = await service.make('alice', { url: 'go:patched' });
    const type = { 'Content-Type': 'application/merge-patch+json' };
    for (const path of ['/v1/links', `/v1/links/${slug}`]) {
      const refused = await service.as('alice', 'PATCH', path, { title: 'T' }, type);
      expect([refused.status, refused.headers.get('Accept-Patch')]).toEqual([415, 'application/json']);
    }
    const post = await service.as('alice', 'POST', '/v1/links', { url: 'go:x' }, { 'Content-Type': 'text/plain' });
    expect([post.status, post.headers.get('Accept-Patch')]).toEqual([415, null]);
  });
});
