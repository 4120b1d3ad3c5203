/** `/v1/links/import` of the exports of other shorteners: nothing of a link is lost without a warning. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '../../../src/links/slug.ts';
import { WARNINGS } from '../../../worker/links/warnings.ts';
import { formatsOfShorteners } from '../../../worker/shorteners/foreign-row.ts';
import { readProblem } from '../problems.ts';
import { foreignExports } from './foreign-exports.ts';
import { type LineAnswer, type LinkService, linesOf, startLinks, tokens } from './harness.ts';
import { exportOf, importTo, linesIn, postTo, record, textOf } from './transfers.ts';

let service: LinkService;
beforeAll(async () => {
  service = await startLinks();
});
afterAll(() => service.close());

/** Answers of two services, to compare: the types of their problems are at each of them. */
async function withoutOrigin(response: Response) {
  const answers = await linesOf(response);
  const { origin } = new URL(response.url);
  return answers.map((answer) => JSON.parse(JSON.stringify(answer).replace(`${origin}/problems#`, '/problems#')));
}

describe('an export of another shortener', () => {
  test.each(foreignExports)('$program: its links keep their slugs, targets, times and clicks', async (exported) => {
    const response = await postTo(service, exported.text, 'root', exported.type);
    expect(response.status).toBe(200);
    const answers: LineAnswer[] =
      exported.type === 'application/json' ? await response.json() : await linesOf(response);
    expect(answers).toEqual(exported.links.map(({ slug, warnings = [] }) => ({ slug, outcome: 'created', warnings })));
    for (const warning of answers.flatMap((answer) => answer.warnings ?? [])) expect(WARNINGS).toHaveProperty(warning);
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

  test.each([
    ['Password', 'no', 'password-protected'],
    ['Password hash', '0', 'password-protected'],
    ['Passcode', '12', 'password-protected'],
    ['Has password', 'true', 'password-protected'],
    ['Has password', 'false', ''],
    ['Password protected', '1', 'password-protected'],
    ['Password protected', 'No', ''],
    ['Requires password', '', ''],
    ['is_active', 'true', ''],
    ['is_active', '0', 'ended'],
    ['is_active', 'off', 'ended'],
    ['Enabled', 'no', 'ended'],
    ['Enabled', 'perhaps', 'status-unknown'],
    ['Status', 'Active', ''],
    ['Status', '301', ''],
    ['Status', '410', 'ended'],
    ['Status', 'Paused', 'ended'],
    ['Status', '0', 'status-unknown'],
    ['Link status', 'Suspended', 'banned'],
    ['blocked', 'false', ''],
    ['blocked', '1', 'banned'],
    ['deleted_at', '2020-01-01', 'ended'],
    ['Deleted at', 'NULL', ''],
    ['archived', 'true', ''],
    ['Expiration time', 'never', ''],
    ['Expiration time', '2020-01-01', 'ended'],
    ['Expiration time', 'soon', 'expires-not-read'],
    ['Expiry date', '2020-01-01', 'expires-not-read'],
    ['Expiry date', '2020-01-01 00:00', 'ended'],
    ['Expiry date', '1500000000', 'ended'],
    ['Expiry date', 'soon 10:00', 'expires-not-read'],
    ['Valid till', '2020-01-01', 'expires-not-read'],
    ['Is valid', 'true', 'columns-unread'],
    ['Schedule date', '2999-01-01', 'begins-not-read'],
    ['Valid from', '2999-01-01', 'not-yet-valid'],
    ['Click limit', '0', ''],
    ['Click limit', '5', 'max-visits-dropped'],
    ['Expire at views', '9', 'max-visits-dropped'],
    ['One time', 'yes', 'max-visits-dropped'],
    ['Pass parameters', '1', 'query-not-forwarded'],
    ['Query forwarding', 'on', 'query-not-forwarded'],
    ['Query forwarding', 'off', ''],
    ['Device rules', '[]', ''],
    ['Device rules', '[1]', 'targeting-dropped'],
    ['Country', 'DE', 'targeting-dropped'],
    ['Top country', 'DE', ''],
    ['Clicks by country', 'DE', ''],
    ['Deeplink', 'app://x', 'targeting-dropped'],
    ['Redirect type', '302', ''],
    ['Redirect type', 'Permanent', ''],
    ['Redirect type', 'frame', 'cloaking-dropped'],
    ['Masking', '1', 'cloaking-dropped'],
    ['Splash page', 'yes', 'interstitial-dropped'],
    ['OG title', 'x', 'preview-dropped'],
    ['Fallback URL', 'https://x.example/', 'expired-url-dropped'],
    ['utm_source', 'news', 'utm-unknown'],
    ['Tags', 'a, b', ''],
    ['url', 'go:y', 'value-dropped'],
    ['url', 'go:x', ''],
    ['URL 2', 'go:y', 'value-dropped'],
    ['URL 2', '', ''],
    ['Destination', 'go:y', 'value-dropped'],
    ['Alias', 'another', 'value-dropped'],
    ['Mood', 'good', 'columns-unread'],
    ['気分', '', 'columns-unread'],
  ])('with the column %s and the value “%s” does not follow it as before: %s', async (column, value, expected) => {
    // The store of a dry run is not changed, so every row has the same link.
    const text = `slug,url,${column}\ncolumn,go:x,"${value}"\n`;
    const [answer] = await importCsv(text, '?dryRun=true');
    const { readRow, csv } = formatsOfShorteners.readDocument();
    const [item] = csv().read(text.split('\n'));
    const stateOf = () => {
      const { banned, ended, expiresAt } = readRow(Object(item && 'value' in item ? item.value : null));
      return banned ? 'banned' : ended || (expiresAt !== null && expiresAt < '2026') ? 'ended' : '';
    };
    const code = answer?.errors?.[0]?.code ?? answer?.warnings?.join(' ');
    expect(code || stateOf()).toBe(expected);
    expect(answer?.unread).toEqual(expected === 'columns-unread' ? [column] : undefined);
  });

  describe('with columns that are not known', () => {
    const json = async (type: string, rows: readonly object[]): Promise<LineAnswer[]> => {
      const lines = type === 'application/json' ? JSON.stringify(rows) : textOf(...rows);
      const response = await postTo(service, lines, 'root', type);
      return type === 'application/json' ? response.json() : linesOf(response);
    };
    const unreadIn = (answers: readonly LineAnswer[]) => answers.map(({ unread }) => unread);

    test('lists them once, in the first answer that is not a problem', async () => {
      const text = 'slug,url,Mood,Weather,tags\nunread-1,http://,a,b,c\nunread-2,go:x,,,\nunread-3,go:x,a,b,c\n';
      const answers = await importCsv(text);
      expect(unreadIn(answers)).toEqual([undefined, ['Mood', 'Weather'], undefined]);
      expect(answers.map(({ warnings }) => warnings)).toEqual([undefined, ['columns-unread'], []]);
      expect(unreadIn(await importCsv(text))[1]).toEqual(['Mood', 'Weather']);
    });

    test.each(['application/json', 'application/x-ndjson'])('lists each member of %s once', async (type) => {
      const row = (index: number, more: object) => ({ slug: `unread-${type.length}-${index}`, url: 'go:x', ...more });
      const rows = [row(1, {}), row(2, { mood: 1 }), row(3, { mood: 2, meta: { weather: null } }), row(4, { mood: 3 })];
      expect(unreadIn(await json(type, rows))).toEqual([['mood', 'weather'], undefined, undefined, undefined]);
    });

    test('names a hundred, and no more', async () => {
      const names = (from: number) => Array.from({ length: 60 }, (_, index) => [`mood ${from + index}`, 1]);
      const rows = [0, 60].map((from) => ({
        slug: `many-${from}`,
        url: 'go:x',
        ...Object.fromEntries(names(from)),
      }));
      const unread = unreadIn(await json('application/json', rows));
      expect(unread.map((list) => list?.length)).toEqual([100, undefined]);
    });

    test('names them where one of them may be what is missing', async () => {
      const [noTarget] = await importCsv('slug,Whereto\nx,go:x\n');
      expect(noTarget?.errors?.[0]).toMatchObject({
        code: 'parameter-missing',
        message: expect.stringContaining('`Whereto`'),
      });
      const [noSlug] = await importCsv('Ident,url\nx,go:x\n');
      expect(noSlug?.errors?.[0]).toMatchObject({ code: 'slug-missing', message: expect.stringContaining('`Ident`') });
    });
  });

  test.each([
    ['a list', { custom_bitlinks: ['b.test/two', 'b.test/one'] }, ['one', 'two']],
    ['several in a text', { custom_link: 'b.test/two; b.test/three' }, ['one', 'two', 'three']],
    ['back-halves', { 'Custom back-half': 'two' }, ['one', 'two']],
    ['its own slug', { 'Custom back-half': 'one' }, ['one']],
    ['none', { custom_bitlinks: [] }, ['one']],
  ])('with %s of further slugs makes a link of each', (_, more, slugs) => {
    const row = { link: 'b.test/one', long_url: 'go:x', ...more };
    const { readRow } = formatsOfShorteners.readDocument();
    const read = formatsOfShorteners.rowsIn([row]).map((one) => readRow(Object(one)));
    expect(read.map(({ slug, url, warnings }) => [slug, url, warnings])).toEqual(
      slugs.map((slug) => [slug, 'go:x', []]),
    );
  });

  test.each([
    [{ note: 'Own', description: 'Public' }, 'Own', ['value-dropped']],
    [{ description: 'Public', comments: 'Own' }, 'Own', ['value-dropped']],
    [{ note: '', description: 'Public' }, 'Public', []],
    [{ note: 'Own', description: 'none' }, 'Own', []],
    [{ note: 'Own', description: ' Own ' }, 'Own', []],
    [{ note: 'Own', description: { de: 'Public' } }, 'Own', []],
    [{ 'Note 1': '', 'Note 2': 'Own' }, 'Own', []],
    [{ 'Note 1': 'Own', 'Note 2': 'Public' }, 'Own', ['value-dropped']],
    [{ note: 'Own', title: 'One', name: 'Two' }, 'Own', ['value-dropped']],
    [{ note: 'Own', expires: '2999-01-01', 'valid until': '2998-01-01' }, 'Own', ['value-dropped']],
    [{ note: 'Own', 'starts at': '2999-01-01', 'valid since': '2998-01-01' }, 'Own', ['value-dropped']],
  ])('with %j keeps one value, and says so', (more, note, warnings) => {
    const { readRow } = formatsOfShorteners.readDocument();
    expect(readRow({ slug: 'a', url: 'go:x', ...more })).toMatchObject({ note, warnings });
  });

  test('with a password and no second one is refused', () => {
    const { readRow } = formatsOfShorteners.readDocument();
    expect(() => readRow({ slug: 'a', url: 'go:x', password: 'no', 'password 2': '' })).toThrow();
  });

  test('has its warnings in the documentation, in their words', () => {
    const document = readFileSync(join(import.meta.dirname, '../../../docs/move-short-links.md'), 'utf8');
    const [, table = ''] = /## Warnings\n\n\| warning \| meaning \|\n\| --- \| --- \|\n(.*?)\n\n/s.exec(document) ?? [];
    expect(table.split('\n')).toEqual(
      Object.entries(WARNINGS).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`),
    );
  });

  test('with further slugs alone has these', () => {
    const { readRow } = formatsOfShorteners.readDocument();
    const rows = formatsOfShorteners.rowsIn([{ url: 'go:x', customSlug: 'own' }]);
    expect(rows.map((one) => readRow(Object(one)).slug)).toEqual(['own']);
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
      const row = [slug, 'go:x', ...Array(3).fill(created)].join();
      const [answer] = await importCsv(`slug,url,created,last visit,expires\n${row}\n`);
      const warnings = ['created-not-read', 'last-click-not-read', 'expires-not-read'];
      expect(answer).toEqual({ slug, outcome: 'created', warnings });
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
    const rows = Array.from({ length: 240 }, (_, index) => `dry-${index % 230},go:${index % 235},2020-01-01`);
    const text = `slug,url,created,clicks\n${rows.join(',\n')},\ndry-20,go:20,2020-01-01,\ndry-21,go:21,2020-01-01,9\nplain,,,\n`;
    const [empty, filled] = [await startLinks(), await startLinks()];
    const post = async (to: LinkService, query: string) =>
      withoutOrigin(
        await to.fetch(`/v1/links/import${query}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${tokens.root}`, 'Content-Type': 'text/csv' },
          body: text,
        }),
      );
    const withoutTargets = (answers: readonly LineAnswer[]) => answers.map(({ canonical: _, ...rest }) => rest);
    const shown = await post(empty, '?dryRun=true');
    expect(await exportOf(empty)).toBe('');
    const tried = await post(filled, '');
    expect(withoutTargets(shown)).toEqual(tried);
    // It also shows where each slug will lead, and only it does.
    const targets = shown
      .filter(({ outcome }) => outcome === 'created')
      .map(({ slug, canonical }) => [slug, canonical]);
    const stored = linesIn(await exportOf(filled)).map(({ slug, url }) => [slug, url]);
    expect(Object.fromEntries(targets)).toEqual(Object.fromEntries(stored));
    expect(new Set(codesOf(tried))).toEqual(
      new Set(['created', 'unchanged', 'alias-taken', 'parameter-missing', 'merged']),
    );
    // What is stored counts too.
    expect(withoutTargets(await post(filled, '?dryRun=true'))).toEqual(await post(filled, ''));
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
