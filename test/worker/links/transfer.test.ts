/** `/v1/links/export` and `/v1/links/import`: an export is enough to rebuild the service. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LinkRecord } from '../../../src/links/record.ts';
import { shardOf } from '../../../worker/links/shards.ts';
import fc, { runs, scaled } from '../../fast-check.ts';
import { anyCharacter, anyText } from '../../src/generators/unicode.ts';
import { problemType, readProblem } from '../problems.ts';
import { type LineAnswer, type LinkService, type Name, SHARDS, startLinks } from './harness.ts';
import { exportOf, importTo, linesIn, postTo, record, textOf } from './transfers.ts';

let service: LinkService;
beforeAll(async () => {
  service = await startLinks();
});
afterAll(() => service.close());

describe('an export', () => {
  /** A service that was empty before this import. */
  let heir: LinkService;
  let exported: string;
  let imported: readonly LineAnswer[];
  const slugs: string[] = ['ended'];
  beforeAll(async () => {
    heir = await startLinks();
    const newLinks: readonly (readonly [Name, Record<string, unknown>])[] = [
      ...Array.from({ length: 12 }, (_, index): [Name, Record<string, unknown>] => ['alice', { url: `go:t${index}` }]),
      ['bob', { url: 'go:t1' }],
      ['bob', { url: 'gopher://gopher.floodgap.com/', alias: 'floodgap', title: 'Floodgap', note: 'Veronica' }],
      ['alice', { url: 'https://bücher.org/ü?ä' }],
      ['alice', { url: 'go:dropped', alias: 'dropped' }],
      ['alice', { url: 'go:blocked', alias: 'blocked' }],
    ];
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
    exported = await exportOf(service);
    imported = await importTo(heir, exported);
  });
  afterAll(() => heir.close());

  test('imported into an empty service, gives the same export, to each owner too', async () => {
    expect(new Set(imported.map(({ outcome }) => outcome))).toEqual(new Set(['created']));
    expect(await exportOf(heir)).toBe(exported);
    for (const owner of ['alice', 'bob'] as const)
      expect(await exportOf(heir, owner)).toBe(await exportOf(service, owner));
  });

  test('imported into an empty service, leads to the same answers', async () => {
    const paths = [...new Set(slugs)].flatMap((slug) => [`/${slug}+`, `/${slug}.svg`, `/${slug}`]);
    const traces = (of: LinkService) => Promise.all(paths.map((path) => traceOf(of, path)));
    expect(await traces(heir)).toEqual(await traces(service));
  });

  test('has its lines in the order of shards and slugs, with links that have ended', async () => {
    const lines = linesIn(await exportOf(service));
    const positions = lines.map(({ slug }) => [shardOf(slug, SHARDS), slug] as const);
    expect(positions.toSorted(([a, x], [b, y]) => a - b || (x < y ? -1 : 1))).toEqual(positions);
    expect(new Set(positions.map(([shard]) => shard)).size).toBe(SHARDS);
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
/** What a title or a note may begin and end with. */
const visible = anyCharacter.filter((character) => !/[\s\p{C}]/u.test(character));
const inLine = anyText({ maxLength: 60 }).map((text) => text.replace(/[\n\r\u2028\u2029]/gu, ' '));
const text = fc.oneof(
  visible,
  fc.tuple(visible, inLine, visible).map((parts) => parts.join('')),
);
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
    runs(0.015),
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
    expect((await readProblem(response)).type).toEqual(problemType('administrators-only'));
  });

  test('takes lines, CSV and JSON', async () => {
    expect((await postTo(service, '', 'root', 'text/plain')).status).toBe(415);
    expect(await (await postTo(service, '[]', 'root', 'application/json')).json()).toEqual([]);
    expect(await importTo(service, '')).toEqual([]);
  });

  test('of more links than a page of the store has is exported completely', async () => {
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
