/**
 * `/v1/links/export` and `/v1/links/import`: an export is enough to rebuild the service.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LinkRecord } from '../../../worker/links/record.ts';
import { DEFAULT_SHARDS, digestOf, shardOf } from '../../../worker/links/slug.ts';
import { waypost } from '../../bin/harness.ts';
import fc, { runs, scaled } from '../../fast-check.ts';
import { readProblem } from '../problems.ts';
import { foreignExports } from './foreign-exports.ts';
import { type LineAnswer, type LinkService, linesOf, type Name, startLinks, tokens } from './harness.ts';
import { serveFolder } from './static-server.ts';

let service: LinkService;
beforeAll(async () => {
  service = await startLinks();
});
afterAll(() => service.close());

const exportOf = async (from: LinkService, owner: Name = 'root'): Promise<string> => {
  const response = await from.as(owner, 'GET', '/v1/links/export');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  return response.text();
};

const postTo = (to: LinkService, body: string, owner: Name = 'root', type = 'application/x-ndjson') =>
  to.fetch('/v1/links/import', {
    method: 'POST',
    headers: { Authorization: `Bearer ${tokens[owner]}`, 'Content-Type': type },
    body,
  });

const importTo = async (to: LinkService, body: string): Promise<LineAnswer[]> => {
  const response = await postTo(to, body);
  expect(response.status).toBe(200);
  return linesOf(response);
};

const linesIn = (text: string): LinkRecord[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const record = async (url: string, more: Partial<LinkRecord> = {}): Promise<LinkRecord> => ({
  slug: (await digestOf(url)).slice(0, 10),
  url,
  createdAt: '2026-01-31T12:00:00.000Z',
  clicks: 7,
  lastClickAt: '2026-02-28T23:59:59.999Z',
  blocked: null,
  claims: [{ owner: 'alice', createdAt: '2026-01-31T12:00:00.000Z', expiresAt: null, title: null, note: null }],
  ...more,
});

const textOf = (...records: readonly unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

describe('an export', () => {
  test('imported into an empty service, leads to the same answers and the same export', async () => {
    const newLinks: readonly (readonly [Name, Record<string, unknown>])[] = [
      ...Array.from({ length: 60 }, (_, index): [Name, Record<string, unknown>] => ['alice', { url: `go:t${index}` }]),
      ['bob', { url: 'go:t1' }],
      ['bob', { url: 'gopher://gopher.floodgap.com/', alias: 'floodgap', title: 'Floodgap', note: 'Veronica' }],
      ['alice', { url: 'https://bücher.org/ü?ä' }],
      ['alice', { url: 'go:dropped', alias: 'dropped' }],
      ['alice', { url: 'go:blocked', alias: 'blocked' }],
    ];
    const slugs: string[] = ['ended'];
    for (const [owner, newLink] of newLinks) {
      const { slug }: { slug: string } = await (await service.as(owner, 'POST', '/v1/links', newLink)).json();
      slugs.push(slug);
    }
    const { claims } = await record('go:ended');
    const past = claims.map((claim) => ({ ...claim, expiresAt: claim.createdAt }));
    await importTo(service, textOf(await record('go:ended', { slug: 'ended', claims: past })));
    await service.as('alice', 'DELETE', '/v1/links/dropped');
    await service.as('root', 'PATCH', '/v1/links/blocked', { blocked: 'By order.' });
    for (let click = 0; click < 3; click++) await service.fetch('/floodgap');

    const exported = await exportOf(service);
    const heir = await startLinks();
    const answers = await importTo(heir, exported);
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['created']));
    expect(await exportOf(heir)).toBe(exported);
    for (const slug of new Set(slugs)) {
      const paths = [`/${slug}+`, `/${slug}.svg`, `/${slug}`];
      for (const path of paths) expect(await traceOf(heir, path)).toEqual(await traceOf(service, path));
    }
    for (const owner of ['alice', 'bob'] as const)
      expect(await exportOf(heir, owner)).toBe(await exportOf(service, owner));
    await heir.close();
  });

  test('has its lines in the order of shards and slugs, with links that have ended', async () => {
    const lines = linesIn(await exportOf(service));
    const positions = lines.map(({ slug }) => [shardOf(slug, DEFAULT_SHARDS), slug] as const);
    expect(positions.toSorted(([a, x], [b, y]) => a - b || (x < y ? -1 : 1))).toEqual(positions);
    expect(new Set(positions.map(([shard]) => shard)).size).toBe(DEFAULT_SHARDS);
    expect(lines.map(({ slug }) => slug)).toEqual(expect.arrayContaining(['ended', 'dropped', 'blocked', 'floodgap']));
    expect(lines.find(({ slug }) => slug === 'floodgap')).toEqual({
      slug: 'floodgap',
      url: 'gopher://gopher.floodgap.com/',
      createdAt: expect.any(String),
      clicks: expect.any(Number),
      lastClickAt: expect.any(String),
      blocked: null,
      claims: [{ owner: 'bob', createdAt: expect.any(String), expiresAt: null, title: 'Floodgap', note: 'Veronica' }],
      days: [{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), clicks: 3 }],
    });
  });

  test('for an owner has only their links, with only their claims', async () => {
    const lines = linesIn(await exportOf(service, 'bob'));
    expect(lines).toHaveLength(2);
    expect(lines.flatMap(({ claims }) => claims.map(({ owner }) => owner))).toEqual(['bob', 'bob']);
  });

  test('takes no parameters', async () => {
    expect((await service.as('root', 'GET', '/v1/links/export?owner=bob')).status).toBe(400);
  });
});

/** The answer to a path, without the origin of the service; it counts no click. */
async function traceOf(from: LinkService, path: string): Promise<unknown> {
  const response = await from.fetch(path, { method: /\+|\.svg$/.test(path) ? 'GET' : 'HEAD' });
  const text = (await response.text()).replaceAll(from.origin, 'https://waypost.example');
  // A QR code contains the origin of the service.
  const body = path.endsWith('.svg') && response.status === 200 ? '' : text;
  // The seconds until a redirect is stale depend on when it was read.
  const caching = response.headers.get('cache-control')?.replace(/\d+/, 'seconds');
  return [response.status, response.headers.get('location'), caching, body];
}

const time = fc
  .integer({ min: Date.UTC(1993, 0), max: Date.UTC(2999, 0) })
  .map((milliseconds) => new Date(milliseconds).toISOString());
const text = fc.stringMatching(/^[^\s\p{C}](.{0,60}[^\s\p{C}])?$/u);
const claim = fc.record({
  owner: fc.constantFrom('a', 'B', 'c.d', 'e_f-g', '9'),
  createdAt: time,
  expiresAt: fc.option(time),
  title: fc.option(text),
  note: fc.option(text),
});
const anyRecord = fc.record({
  target: fc.stringMatching(/^[a-z0-9!*()~]{1,30}$/),
  alias: fc.option(fc.stringMatching(/^[a-z0-9]{1,8}[-_][a-z0-9_-]{0,40}$/)),
  createdAt: time,
  clicks: fc.nat(),
  lastClickAt: fc.option(time),
  blocked: fc.option(fc.record({ at: time, reason: text })),
  claims: fc.uniqueArray(claim, { selector: ({ owner }) => owner, maxLength: 5 }),
  days: fc.uniqueArray(fc.record({ day: time.map((at) => at.slice(0, 10)), clicks: fc.nat() }), {
    selector: ({ day }) => day,
    maxLength: 3,
  }),
});

test('an export, imported and exported again, has the same octets for any records', async () => {
  const heirs = await Promise.all([startLinks(), startLinks()]);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(anyRecord, { selector: ({ target }) => target, maxLength: 30 }), async (stored) => {
      const records = await Promise.all(
        stored.map(async ({ target, alias, claims, days, ...rest }) => {
          const { slug } = await record(`go:${target}`);
          const sorted = claims.toSorted((a, b) => (a.owner < b.owner ? -1 : 1));
          // A link that was never followed has no days.
          const byDay = rest.clicks === 0 ? {} : { days };
          return { slug: alias ?? slug, url: `go:${target}`, ...rest, claims: sorted, ...byDay };
        }),
      );
      await importTo(heirs[0], textOf(...records));
      const exported = await exportOf(heirs[0]);
      const before = linesIn(await exportOf(heirs[1])).length;
      const answers = await importTo(heirs[1], exported);
      expect(answers.every(({ outcome }) => outcome !== undefined)).toBe(true);
      expect(await exportOf(heirs[1])).toBe(exported);
      expect(before).toBeLessThanOrEqual(answers.length);
    }),
    runs(0.0075),
  );
  await Promise.all(heirs.map((heir) => heir.close()));
});

describe('a line of an import', () => {
  test('is refused if its slug is not the hash of its URL; other lines are not affected', async () => {
    const [good, bad] = [await record('go:good'), await record('go:bad')];
    const answers = await importTo(service, textOf(good, { ...bad, slug: good.slug }, await record('go:also-good')));
    expect(answers.map(({ outcome, errors }) => outcome ?? errors?.[0]?.code)).toEqual([
      'created',
      'slug-mismatch',
      'created',
    ]);
  });

  const broken: readonly (readonly [what: string, change: Record<string, unknown>, code: string])[] = [
    ['an invalid slug', { slug: 'No!' }, 'parameter-invalid'],
    ['a slug of nine characters', { slug: 'yadkkg582-'.slice(0, 9).concat('É') }, 'parameter-invalid'],
    ['no URL', { url: 'x' }, 'scheme-missing'],
    ['a URL that carries code', { slug: 'code', url: 'javascript:x' }, 'unsafe-scheme'],
    ['a URL with a password', { slug: 'password', url: 'ftp://u:p@ftp.funet.fi/' }, 'password-in-url'],
    ['an invalid time', { createdAt: 'yesterday' }, 'parameter-invalid'],
    ['a time in another zone', { createdAt: '2026-01-31T12:00:00.000+01:00' }, 'parameter-invalid'],
    ['a negative number of clicks', { clicks: -1 }, 'parameter-invalid'],
    ['a fraction of a click', { clicks: 0.5 }, 'parameter-invalid'],
    [
      'an owner with a blank',
      { claims: [{ owner: 'a b', createdAt: '2026-01-31T12:00:00.000Z', expiresAt: null }] },
      'parameter-invalid',
    ],
    [
      'a title that is too long',
      {
        claims: [{ owner: 'a', createdAt: '2026-01-31T12:00:00.000Z', expiresAt: null, title: 'x'.repeat(201) }],
      },
      'parameter-invalid',
    ],
    ['an unknown member', { more: 1 }, 'item-invalid'],
    ['a missing member', { clicks: undefined }, 'parameter-missing'],
  ];
  test.each(broken)('is refused if it has %s', async (_, change, code) => {
    const before = await exportOf(service);
    const [answer] = await importTo(service, textOf({ ...(await record('go:line')), ...change }));
    expect(answer?.errors?.[0]?.code).toBe(code);
    expect(await exportOf(service)).toBe(before);
  });

  test('is refused if it leads back to this service, which would be a loop', async () => {
    for (const url of [
      `${service.origin}/loop`,
      `${service.origin}/r?url=x`,
      `HTTP://127.1:${new URL(service.origin).port}/`,
    ]) {
      const [answer] = await importTo(service, textOf(await record(url, { slug: 'loop' })));
      expect(answer).toMatchObject({ status: 422, errors: [{ code: 'egress-own-host' }] });
    }
    expect((await service.fetch('/loop')).status).toBe(404);
  });

  test('may have the largest number of clicks, and is exported as it can be imported', async () => {
    const clicks = Number.MAX_SAFE_INTEGER;
    await importTo(service, textOf(await record('go:popular', { slug: 'popular', clicks })));
    await service.fetch('/popular');
    const [line] = linesIn(await exportOf(service)).filter(({ slug }) => slug === 'popular');
    expect(line?.clicks).toBe(clicks);
    expect((await importTo(service, textOf(line)))[0]?.outcome).toBe('unchanged');
  });

  test.each([
    ['x', 'json-syntax'],
    ['[]', 'item-invalid'],
    ['"go:x"', 'item-invalid'],
    ['null', 'item-invalid'],
    ['', 'json-syntax'],
  ])('is refused if it is %j', async (line, code) => {
    const [answer] = await importTo(service, `${line}\n`);
    expect(answer?.errors?.[0]?.code).toBe(code);
  });

  test('keeps a target that is no longer canonical, with a warning', async () => {
    const old = await record('GO:Old');
    const [answer] = await importTo(service, textOf(old));
    expect(answer).toEqual({ slug: old.slug, outcome: 'created', warnings: ['url-not-canonical'] });
    expect(linesIn(await exportOf(service))).toContainEqual(old);
  });

  test('keeps an alias that is now a reserved word, with a warning', async () => {
    const old = await record('go:old-page', { slug: 'docs' });
    const [answer] = await importTo(service, textOf(old));
    expect(answer).toEqual({ slug: 'docs', outcome: 'created', warnings: ['alias-reserved'] });
    expect(linesIn(await exportOf(service))).toContainEqual(old);
  });

  test('changes nothing the second time', async () => {
    const line = textOf(await record('go:twice'));
    expect((await importTo(service, line))[0]?.outcome).toBe('created');
    const after = await exportOf(service);
    expect((await importTo(service, line))[0]?.outcome).toBe('unchanged');
    expect(await exportOf(service)).toBe(after);
  });

  test('is merged with the existing link: no click and no claim is lost', async () => {
    const existing = await record('go:joined', { clicks: 3, lastClickAt: null });
    const block = { at: '2026-03-01T00:00:00.000Z', reason: 'By order.' };
    const claims = [
      { owner: 'alice', createdAt: '2025-01-01T00:00:00.000Z', expiresAt: null, title: null, note: 'N' },
      { owner: 'bob', createdAt: '2025-01-01T00:00:00.000Z', expiresAt: null, title: 'T', note: null },
    ];
    const other = await record('go:joined', {
      createdAt: '2025-01-01T00:00:00.000Z',
      clicks: 2,
      blocked: block,
      claims,
    });
    await importTo(service, textOf(existing));
    expect((await importTo(service, textOf(other)))[0]?.outcome).toBe('merged');
    expect(linesIn(await exportOf(service))).toContainEqual({ ...other, clicks: 3, lastClickAt: other.lastClickAt });
  });

  test('of an older export, which has no titles and notes, leaves those of the link', async () => {
    const claim = { owner: 'alice', createdAt: '2026-01-31T12:00:00.000Z', expiresAt: null };
    const titled = await record('go:titled', { claims: [{ ...claim, title: 'Mine', note: 'Why' }] });
    await importTo(service, textOf(titled));
    expect((await importTo(service, textOf({ ...titled, claims: [claim] })))[0]?.outcome).toBe('unchanged');
    expect(linesIn(await exportOf(service))).toContainEqual(titled);
  });

  test('does not change the target of an alias', async () => {
    await service.as('alice', 'POST', '/v1/links', { url: 'go:here', alias: 'stays' });
    const [answer] = await importTo(service, textOf(await record('go:there', { slug: 'stays' })));
    expect(answer).toMatchObject({ status: 409, errors: [{ code: 'alias-taken' }] });
    expect((await service.fetch('/stays')).headers.get('link')).toContain('go:here');
  });
});

describe('an import', () => {
  test('is for administrators', async () => {
    const response = await postTo(service, '', 'alice');
    expect(response.status).toBe(403);
    expect((await readProblem(response)).type).toBe('/problems#administrators-only');
  });

  test('takes lines, CSV and JSON', async () => {
    expect((await postTo(service, '', 'root', 'text/plain')).status).toBe(415);
    expect(await (await postTo(service, '[]', 'root', 'application/json')).json()).toEqual([]);
    expect(await importTo(service, '')).toEqual([]);
  });

  test('of thousands of links is exported completely', async () => {
    const heir = await startLinks();
    const records = await Promise.all(Array.from({ length: scaled(10_000) }, (_, index) => record(`go:many${index}`)));
    const answers = await importTo(heir, textOf(...records));
    expect(answers.filter(({ outcome }) => outcome === 'created')).toHaveLength(records.length);
    const exported = linesIn(await exportOf(heir));
    const bySlug = (a: LinkRecord, b: LinkRecord) => (a.slug < b.slug ? -1 : 1);
    expect(exported.toSorted(bySlug)).toEqual(records.toSorted(bySlug));
    await heir.close();
  });
});

describe('an export of another shortener', () => {
  test.each(foreignExports)('$program: its links keep their slugs, targets, times and clicks', async (exported) => {
    const response = await postTo(service, exported.text, 'root', exported.type);
    expect(response.status).toBe(200);
    const answers: LineAnswer[] =
      exported.type === 'application/json' ? await response.json() : await linesOf(response);
    expect(answers).toEqual(exported.links.map(({ slug, warnings = [] }) => ({ slug, outcome: 'created', warnings })));
    const stored = linesIn(await exportOf(service));
    for (const { slug, url, createdAt, clicks, title, followed = 302 } of exported.links) {
      const made = createdAt ?? expect.any(String);
      const claims = [expect.objectContaining({ owner: 'root', createdAt: made, title })];
      expect(stored.find((link) => link.slug === slug)).toMatchObject({ url, createdAt: made, clicks, claims });
      const { status, headers } = await service.fetch(`/${slug}`);
      if (followed === 302) {
        expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, url, 'no-store']);
      } else expect([slug, status, headers.get('location')]).toEqual([slug, followed, null]);
    }
  });

  const importCsv = async (text: string, owner = ''): Promise<LineAnswer[]> =>
    linesOf(
      await service.fetch(`/v1/links/import${owner}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${tokens.root}`, 'Content-Type': 'text/csv' },
        body: text,
      }),
    );
  const codesOf = (answers: readonly LineAnswer[]) =>
    answers.map(({ outcome, errors }) => outcome ?? errors?.[0]?.code);

  test('answers each line, with the reason for one that it refuses', async () => {
    const lines: readonly (readonly [line: string, code: string])[] = [
      ['docs,go:x', 'alias-reserved'],
      ['links,go:x', 'alias-reserved'],
      ['gopher,go:x', 'alias-reserved'],
      ['x.svg,go:x', 'parameter-invalid'],
      ['..,go:x', 'parameter-invalid'],
      ['a b,go:x', 'parameter-invalid'],
      [`${'x'.repeat(65)},go:x`, 'parameter-invalid'],
      ['nothing,', 'parameter-missing'],
      ['bad-url,http://', 'host-missing'],
      ['inside,http://192.168.0.1/', 'egress-address'],
      [`loop,${service.origin}/loop`, 'egress-own-host'],
      ['"open"x,go:x', 'csv-syntax'],
      ['bad-time,go:x,soon', 'created'],
      ['bad-clicks,go:x,,many', 'parameter-invalid'],
      ['secret,go:x,,,yes', 'password-protected'],
      ['About,go:about', 'created'],
      ['about,go:about', 'created'],
      ['"no end,go:x', 'csv-syntax'],
    ];
    const text = `slug,url,created,clicks,password\n\n${lines.map(([line]) => line).join('\n')}`;
    const answers = await importCsv(text);
    expect(codesOf(answers)).toEqual(lines.map(([, code]) => code));
  });

  test('without a slug gets a hash slug if the request says so, and belongs to the owner that the request names', async () => {
    const [answer] = await importCsv('url\ngo:without-slug\n', '?owner=bob&slugs=hash');
    expect(answer?.slug).toBe((await record('go:without-slug')).slug);
    const [own] = linesIn(await exportOf(service, 'bob')).filter(({ url }) => url === 'go:without-slug');
    expect(own?.claims.map(({ owner }) => owner)).toEqual(['bob']);
    expect((await service.fetch(`/${answer?.slug}`)).status).toBe(308);
  });

  test.each([
    ['no slug in a known column', 'ident,url\nabc,go:x\n', 'slug-missing'],
    ['an empty slug', 'slug,url\n,go:x\n', 'slug-missing'],
    ['a short link with two segments', 'short,url\nhttps://s.test/a/b,go:x\n', 'parameter-invalid'],
    ['a short link that is the root of its host', 'short,url\nhttps://s.test/,go:x\n', 'root-link'],
    ['the same without a slash', 'Short link,Destination URL\nhttps://s.test,go:x\n', 'root-link'],
    ['what dub calls the root of a domain', 'key,url,shortLink\n_root,go:x,https://d.test\n', 'root-link'],
    ['the key of a private link of Polr', 'short_url,long_url,secret_key\np3,go:x,abcd\n', 'password-protected'],
    ['the password `no`', 'slug,url,password\np4,go:x,no\n', 'password-protected'],
    ['a fraction as clicks', 'slug,url,clicks\np5,go:x,1.234\n', 'parameter-invalid'],
    ['lines that end with CR alone', 'slug,url\rp6,go:x\rp7,go:y\r', 'csv-syntax'],
    ['a header alone', 'slug,url\n', 'csv-syntax'],
    ['nothing', '', 'csv-syntax'],
  ])('is refused, and nothing is stored, if it has %s', async (_, text, code) => {
    const before = await exportOf(service);
    expect(codesOf(await importCsv(text))).toEqual([code]);
    expect(await exportOf(service)).toBe(before);
  });

  test.each(['password', 'true', true, 1, 'false', '0'])(
    'is refused in JSON if its password is %j',
    async (password) => {
      const row = JSON.stringify([{ slug: 'locked', url: 'go:x', password }]);
      const answers: LineAnswer[] = await (await postTo(service, row, 'root', 'application/json')).json();
      expect(codesOf(answers)).toEqual(['password-protected']);
    },
  );

  test.each(['20230105', '01/02/2023', '31.01.2023', '2023-02-31', '0000-00-00 00:00:00', 'yesterday'])(
    'with the time %s keeps its slug, and says that the time cannot be read',
    async (created) => {
      const slug = `time-${created.replace(/\W/g, '_')}`;
      const [answer] = await importCsv(`slug,url,created,expires\n${slug},go:x,${created},${created}\n`);
      expect(answer).toEqual({ slug, outcome: 'created', warnings: ['created-not-read', 'expires-not-read'] });
      expect((await service.fetch(`/${slug}`)).status).toBe(302);
    },
  );

  test('changes nothing the second time, also if links have ended or begin later', async () => {
    const header = 'slug,url,created,banned,disabled,valid_since,max_visits,clicks\n';
    const rows =
      'twice-a,go:x,2020-01-01,1,,,,\ntwice-b,go:x,2020-01-01,,1,,,\ntwice-c,go:x,2020-01-01,,,2999-01-01,,\ntwice-d,go:x,2020-01-01,,,,5,5\n';
    expect(codesOf(await importCsv(header + rows))).toEqual(Array(4).fill('created'));
    expect(codesOf(await importCsv(header + rows))).toEqual(Array(4).fill('unchanged'));
  });

  test('in a dry run has the same answers, and is not stored', async () => {
    const rows = Array.from({ length: 600 }, (_, index) => `dry-${index % 590},go:${index % 595},2020-01-01`);
    const text = `slug,url,created,clicks\n${rows.join(',\n')},\ndry-20,go:20,2020-01-01,\ndry-21,go:21,2020-01-01,9\nplain,,,\n`;
    const [empty, filled] = [await startLinks(), await startLinks()];
    const post = async (to: LinkService, query: string) =>
      linesOf(
        await to.fetch(`/v1/links/import${query}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${tokens.root}`, 'Content-Type': 'text/csv' },
          body: text,
        }),
      );
    const tried = await post(empty, '?dryRun=true');
    expect(await exportOf(empty)).toBe('');
    expect(tried).toEqual(await post(filled, ''));
    expect(new Set(codesOf(tried))).toEqual(
      new Set(['created', 'unchanged', 'alias-taken', 'parameter-missing', 'merged']),
    );
    // What is stored counts too.
    expect(await post(filled, '?dryRun=true')).toEqual(await post(filled, ''));
    const block = { kind: 'host', value: 'example.org', reason: 'By order.', at: '2026-01-31T12:00:00.000Z' };
    const lines = textOf({ block }, { slug: 'dry-1', purged: true });
    const before = await exportOf(filled);
    const purge = await filled.fetch('/v1/links/import?dryRun=true', {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens.root}`, 'Content-Type': 'application/x-ndjson' },
      body: lines,
    });
    expect(await linesOf(purge)).toEqual([{ block }, { slug: 'dry-1', outcome: 'merged', warnings: [] }]);
    expect(await exportOf(filled)).toBe(before);
    await Promise.all([empty.close(), filled.close()]);
  });

  test('may have slugs that differ in case alone: first the same slug, then the only one in another case', async () => {
    await importCsv(
      'slug,url\nTwins,go:upper\ntwins,go:lower\nTwo-A,go:a\ntwo-a.,go:dot\ntWO-a,go:b\nLonely.One,go:one\n',
    );
    const targetOf = async (path: string) =>
      (/<(.*)>/.exec((await service.fetch(`/${path}`)).headers.get('link') ?? '') ?? [])[1];
    expect(await targetOf('Twins')).toBe('go:upper');
    expect(await targetOf('twins')).toBe('go:lower');
    expect(await targetOf('TWINS')).toBe('go:lower');
    expect(await targetOf('Two-A')).toBe('go:a');
    expect(await targetOf('tWO-a')).toBe('go:b');
    expect((await service.fetch('/TWO-A')).status).toBe(404);
    expect(await targetOf('lonely.ONE')).toBe('go:one');
    expect(await targetOf('Lonely%2EOne')).toBe('go:one');
    // A full stop after a link is removed, unless the alias ends with it.
    expect(await targetOf('two-a.')).toBe('go:dot');
    expect((await service.fetch('/Lonely.One.')).headers.get('location')).toBe('/Lonely.One');
    expect(await (await service.fetch('/LONELY.one+?format=json')).json()).toMatchObject({ slug: 'Lonely.One' });
    expect((await service.fetch('/Lonely.One.svg')).headers.get('content-type')).toBe('image/svg+xml');
    const taken = await service.as('alice', 'POST', '/v1/links', { url: 'go:squat', alias: 'lonely_one' });
    expect(taken.status).toBe(201);
    await importCsv('slug,url\nSquatted,go:mine\n');
    expect((await service.as('alice', 'POST', '/v1/links', { url: 'go:x', alias: 'squatted' })).status).toBe(409);
  });

  test('may have an alias that looks like a hash slug: it stays an alias, and hash slugs grow around it', async () => {
    const [alias, longer] = [(await record('go:grows')).slug, (await digestOf('go:grows')).slice(0, 12)];
    await importCsv(`slug,url\n${alias},go:in-the-way\n`);
    const response = await service.fetch(`/${alias}`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([302, 'no-store']);
    const made = await service.as('alice', 'POST', '/v1/links', { url: 'go:grows' });
    expect(await made.json()).toMatchObject({ slug: longer, created: true });
    expect((await service.fetch(`/${longer}`)).status).toBe(308);
    // An administrator can change where an alias leads, but not where a hash slug does.
    expect((await service.as('root', 'PATCH', `/v1/links/${alias}`, { url: 'go:moved' })).status).toBe(200);
    const page = await service.fetch(`/${alias}+`, { headers: { Accept: 'text/html' } });
    expect(await page.text()).toContain('can make it lead to another URL');

    const exported = await exportOf(service);
    expect(linesIn(exported).find(({ slug }) => slug === alias)).toMatchObject({ alias: true, url: 'go:moved' });
    const heir = await startLinks();
    // The hash slug comes first, as from a service without the alias.
    expect(await importTo(heir, textOf(await record('go:grows')))).toMatchObject([{ slug: alias, outcome: 'created' }]);
    const line = linesIn(exported).filter(({ slug }) => slug === alias);
    expect(await importTo(heir, textOf(...line))).toMatchObject([{ status: 409 }]);
    await heir.close();
    // The other way round, the hash slug grows.
    expect(await importTo(service, textOf(await record('go:grows')))).toMatchObject([
      { slug: longer, outcome: 'merged', warnings: ['slug-grown'] },
    ]);
    expect(await exportOf(service)).toContain(`"slug":"${longer}","url":"go:grows"`);
  });

  test('in JSON needs a list of links', async () => {
    const response = await postTo(service, '{"link": []}', 'root', 'application/json');
    const { errors } = await readProblem(response);
    expect([response.status, errors[0]?.code]).toEqual([400, 'body-shape']);
    expect(errors[0]?.message).toContain('Send a JSON array of links');
  });
});

describe('an export that `waypost publish` writes as pages', () => {
  const COUNT = scaled(1000);
  /** Links that are followed at a time, and how often the page about a link is read. */
  const AT_ONCE = 25;
  const ABOUT_EVERY = 50;
  const folder = mkdtempSync(join(tmpdir(), 'waypost-publish-'));
  let old: LinkService;
  let paths: readonly string[];
  beforeAll(async () => {
    old = await startLinks();
    const claim = { owner: 'alice', createdAt: '2026-01-31T12:00:00.000Z', expiresAt: null, title: null, note: null };
    const gone = [{ ...claim, expiresAt: '2026-02-01T00:00:00.000Z' }];
    const odd = [
      'aB3xY',
      'Ab3xY',
      'dots.in.it',
      '...',
      '~tilde',
      '-',
      '_',
      'TenCharact',
      'x'.repeat(64),
      '%41'.slice(1),
    ];
    const special: readonly (readonly [slug: string, more: Partial<LinkRecord>])[] = [
      ...odd.map((slug) => [slug, {}] as const),
      ['gone', { claims: gone }],
      ['blocked', { blocked: { at: claim.createdAt, reason: 'By <order>.' } }],
      ['by-host', { url: 'https://evil.org/' }],
      ['by-target', { url: 'https://www.ietf.org/secret#x' }],
      ['by-owner', { claims: [{ ...claim, owner: 'mallory' }] }],
      ['gopher-link', { url: 'gopher://gopher.floodgap.com/1/a"b' }],
      ['user-name', { url: 'https://me@www.ietf.org/' }],
      ['many-characters', { url: 'https://www.ietf.org/?a=1&b=%22%3C%3E#c' }],
    ];
    const aliases = special.map(([slug, more]) =>
      record('https://www.ietf.org/odd', { slug, claims: [claim], ...more }),
    );
    const hashes = Array.from({ length: COUNT - special.length - 1 }, (_, index) =>
      record(`https://www.ietf.org/${index}`),
    );
    const blocks = [
      ['host', 'evil.org'],
      ['target', 'https://www.ietf.org/secret'],
      ['owner', 'mallory'],
    ].map(([kind, value]) => ({ block: { kind, value, reason: 'By order.', at: claim.createdAt } }));
    const records = await Promise.all([...aliases, ...hashes]);
    const answers = await importTo(old, textOf(...blocks, ...records, { slug: 'purged', purged: true }));
    expect(answers.filter(({ outcome }) => outcome === 'created')).toHaveLength(COUNT);
    paths = [...records.map(({ slug }) => slug), 'purged'];
    await writeFile(join(folder, 'links.ndjson'), await exportOf(old));
  });
  afterAll(async () => {
    await old.close();
    rmSync(folder, { recursive: true });
  });

  const publish = (into: string, ...more: readonly string[]) =>
    waypost(['publish', '--folder', join(folder, into), ...more, join(folder, 'links.ndjson')]);

  /** Where the page of a link leads on to; `null` = it does not. */
  async function refreshOf(response: Response): Promise<string | null> {
    const [, url = null] = /http-equiv="refresh" content="0; url=([^"]*)"/.exec(await response.text()) ?? [];
    const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
    return url?.replace(/&(#?\w+);/g, (reference, name: string) => references[name] ?? reference) ?? null;
  }

  test('leads where the service leads, from any web server', async () => {
    expect(await publish('pages')).toEqual({
      status: 0,
      stdout: `${COUNT - 6} links, 2 gone, 4 blocked\n`,
      stderr: '',
    });
    const redirecting = await serveFolder(join(folder, 'pages'), true);
    const plain = await serveFolder(join(folder, 'pages'), false);
    const follow = async (slug: string, index: number): Promise<void> => {
      const [expected, byRedirect, byPage] = await Promise.all([
        old.fetch(`/${slug}`, { method: 'HEAD' }),
        fetch(`${redirecting.origin}/${slug}`, { redirect: 'manual' }),
        fetch(`${plain.origin}/${slug}`),
      ]);
      const isLive = expected.status < 400;
      const location = slug === 'gopher-link' || !isLive ? null : expected.headers.get('location');
      expect([slug, byRedirect.headers.get('location')]).toEqual([slug, location]);
      expect([slug, await refreshOf(byPage)]).toEqual([slug, location]);
      if (location !== null) expect(byRedirect.status).toBe(expected.status === 308 ? 301 : 302);
      await byRedirect.text();
      if (index % ABOUT_EVERY !== 0) return;
      const about = await fetch(`${redirecting.origin}/${slug}+`);
      expect([about.status, await refreshOf(about)]).toEqual([200, null]);
    };
    expect(paths).toHaveLength(COUNT);
    for (let from = 0; from < COUNT; from += AT_ONCE) {
      await Promise.all(paths.slice(from, from + AT_ONCE).map((slug, index) => follow(slug, from + index)));
    }
    const texts: readonly (readonly [path: string, status: number, text: string])[] = [
      ['gone', 200, 'has expired'],
      ['purged', 200, 'has expired'],
      ['blocked', 200, 'By &lt;order&gt;.'],
      ['by-host', 200, 'By order.'],
      ['by-owner', 200, 'By order.'],
      ['gopher-link', 200, 'gopher://gopher.floodgap.com/1/a%22b'],
      ['AB3XY', 404, 'no such short link'],
    ];
    for (const [path, status, text] of texts) {
      const response = await fetch(`${redirecting.origin}/${path}`, { redirect: 'manual' });
      expect([path, response.status]).toEqual([path, status]);
      expect(await response.text()).toContain(text);
    }
    await Promise.all([redirecting.close(), plain.close()]);
  });

  test('sends other links to a Waypost that opens them', async () => {
    await publish('with-gateway', '--waypost', 'https://waypost.example');
    const redirects = await readFile(join(folder, 'with-gateway/_redirects'), 'utf8');
    const url = encodeURIComponent('gopher://gopher.floodgap.com/1/a%22b');
    expect(redirects).toContain(`/gopher-link https://waypost.example/r?url=${url} 302\n`);
  });

  test('goes to an empty folder, and each line that cannot be written is named', async () => {
    expect(await publish('pages')).toMatchObject({ status: 2, stderr: expect.stringContaining('is not empty') });
    expect(await waypost(['publish'])).toMatchObject({ status: 2, stderr: expect.stringContaining('--folder') });
    const lines = ['x', '{"slug":"_redirects","url":"go:x"}', '{"slug":"../up"}', '{"slug":"a","purged":true}'];
    const stdin = [...lines, '{"slug":"a","purged":true}', ''].join('\n');
    const { status, stdout, stderr } = await waypost(['publish', '--folder', join(folder, 'odd')], { stdin });
    expect([status, stdout]).toEqual([1, '0 links, 1 gone, 0 blocked\n']);
    expect(stderr.match(/^\d+/gm)).toEqual(['1', '2', '3', '5']);
  });
});
