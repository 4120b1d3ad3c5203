/** `POST /v1/links`: the owners who may create links, the allowed targets, and the answers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '../../../src/links/slug.ts';
import { fingerprint } from '../../../worker/settings/fingerprint.ts';
import { type RunningWorker, startWorker } from '../harness.ts';
import { problemType, readProblem } from '../problems.ts';
import { refusedIn } from '../rate.ts';
import { type CreatedLink, type LinkService, linesOf, startLinks, tokens } from './harness.ts';

let service: LinkService;
beforeAll(async () => {
  service = await startLinks({ EGRESS_ALLOW: 'localhost:7070', EGRESS_DENY: 'left-alone.org' });
});
afterAll(() => service.close());

const make = (owner: 'alice' | 'bob' | 'root', newLink: unknown, headers: Record<string, string> = {}) =>
  service.as(owner, 'POST', '/v1/links', newLink, headers);

const createLink = async (owner: 'alice' | 'bob' | 'root', newLink: unknown): Promise<CreatedLink> => {
  const response = await make(owner, newLink);
  expect([200, 201]).toContain(response.status);
  return response.json();
};

describe('a link', () => {
  test('is created once and found afterwards, in any spelling and by any owner', async () => {
    const first = await make('alice', { url: 'GOPHER://Gopher.Floodgap.com:70/1/world%2f' });
    expect(first.status).toBe(201);
    const link: CreatedLink = await first.json();
    const slug = (await digestOf('gopher://gopher.floodgap.com/1/world/')).slice(0, 10);
    expect(link).toEqual({
      input: 'GOPHER://Gopher.Floodgap.com:70/1/world%2f',
      canonical: 'gopher://gopher.floodgap.com/1/world/',
      created: true,
      slug,
      short: `${service.origin}/${slug}`,
      inspect: `${service.origin}/${slug}+`,
      qr: `${service.origin}/${slug}.svg`,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      expiresAt: null,
      clicks: 0,
      lastClickAt: null,
      blocked: null,
      title: null,
      note: null,
    });
    expect(first.headers.get('location')).toBe(`/v1/links/${slug}`);
    expect(first.headers.get('cache-control')).toBe('no-store');
    for (const url of ['gopher://gopher.floodgap.com/1/world/', '<URL:Gopher://gopher.floodgap.com:/1/world%2F>']) {
      for (const owner of ['alice', 'bob'] as const) {
        const again = await make(owner, { url });
        expect(again.status).toBe(200);
        expect(await again.json()).toEqual({ ...link, input: url, created: false });
      }
    }
  });

  test('may have an end, in any time zone', async () => {
    const link = await createLink('alice', { url: 'go:ends', expiresAt: '2999-12-31T23:00:00+01:00' });
    expect(link.expiresAt).toBe('2999-12-31T22:00:00.000Z');
    const unchanged = await createLink('alice', { url: 'go:ends' });
    expect(unchanged.expiresAt).toBe(link.expiresAt);
    const endless = await createLink('alice', { url: 'go:ends', expiresAt: null });
    expect(endless.expiresAt).toBe(null);
    const last = await createLink('alice', { url: 'go:ends', expiresAt: '9999-12-31T23:59:59Z' });
    expect(last.expiresAt).toBe('9999-12-31T23:59:59.000Z');
  });

  test.each([
    'gopher://gopher.floodgap.com:7070/',
    'ftp://anonymous@ftp.funet.fi/pub/',
    'news:comp.infosystems.gopher',
    'nntp://news.gmane.io/gmane.test/7',
    'telnet://freechess.org:5000/'.replace(':5000', ''),
    'wais://quake.think.com/directory-of-servers',
    'prospero://prospero.isi.edu/pub',
    'go://?Mercedes%20Benz',
    'go:x',
    'mailto:gopher@example.org',
    'mid:1993.AA1@host.org',
    'file:///etc/motd',
    'https://www.rfc-editor.org/rfc/rfc1436#section-1',
    'x-mine:a',
    'http://[2606:4700:4700::1111]/',
    'gopher://localhost:7070/1/listed',
    // This service does not connect to these ports: the browser does.
    'http://h.org:81/',
    'https://h.org:25/',
    'http://localhost:7070/listed',
  ])('may lead to %s', async (url) => {
    expect((await createLink('alice', { url })).canonical).toBe(url);
  });
});

describe('no link leads to', () => {
  test.each([
    ['javascript:alert(1)', 'unsafe-scheme'],
    ['JavaScript:alert(1)', 'unsafe-scheme'],
    ['data:text/html,x', 'unsafe-scheme'],
    ['vbscript:x', 'unsafe-scheme'],
    ['blob:https://h.org/x', 'unsafe-scheme'],
    ['ftp://u:p@ftp.funet.fi/', 'password-in-url'],
    ['https://u:@www.ietf.org/', 'password-in-url'],
    ['http://127.0.0.1:9/', 'egress-own-host'],
    ['http://127.1.2.3/', 'egress-address'],
    ['gopher://0x7f.0.0.2/', 'egress-address'],
    ['gopher://[::1]/', 'egress-address'],
    ['http://169.254.169.254/latest/meta-data', 'egress-address'],
    ['http://[::ffff:10.0.0.1]/', 'egress-address'],
    ['gopher://localhost/', 'egress-special-name'],
    ['gopher://printer.local/', 'egress-special-name'],
    ['file://server/share', 'egress-special-name'],
    ['gopher://h/', 'egress-special-name'],
    ['gopher://www.left-alone.org/', 'egress-left-alone'],
    ['gopher://h.org:6379/', 'egress-port'],
    ['gopher://h.org:25/', 'egress-port'],
    ['https://user@127.2/', 'egress-address'],
    ['http://printer.local:81/', 'egress-special-name'],
    ['http://left-alone.org:81/', 'egress-left-alone'],
  ])('%s', async (url, code) => {
    const response = await make('alice', { url });
    expect(response.status).toBe(422);
    expect(await readProblem(response)).toMatchObject({
      type: problemType('link-refused'),
      errors: [{ code, parameter: 'url' }],
    });
  });

  test('a public name of this service, which would be a loop', async () => {
    const named = await startLinks({ HOSTS: 'short.ietf.org' });
    try {
      const response = await named.as('alice', 'POST', '/v1/links', { url: 'https://short.ietf.org/loop' });
      expect(response.status).toBe(422);
      expect(await readProblem(response)).toMatchObject({ errors: [{ code: 'egress-own-host', parameter: 'url' }] });
    } finally {
      await named.close();
    }
  });

  test.each([
    ['https://h.org/', 8000],
    // Its address at the gateway is longer than the URL.
    ['gopher://h.org/1//', 8000 - '/open?url='.length],
  ])('a longer address than clients read: %s', async (start, most) => {
    const encoded = start.startsWith('https') ? start : encodeURIComponent(start);
    const url = start + 'x'.repeat(most - encoded.length);
    const { slug } = await createLink('alice', { url });
    const response = await fetch(`${service.origin}/${slug}`, { redirect: 'manual' });
    expect(response.headers.get('location')).toHaveLength(8000);
    const refused = await make('alice', { url: `${url}x` });
    expect(refused.status).toBe(422);
    expect(await readProblem(refused)).toMatchObject({
      type: problemType('link-refused'),
      detail: 'The redirect to this URL would have 8001 characters. Many clients and servers read no more than 8000.',
      errors: [{ code: 'url-too-long', parameter: 'url' }],
    });
    const alias = await make('alice', { url: start, alias: `long-${most}` });
    expect(alias.status).toBe(201);
    expect((await service.as('alice', 'PATCH', `/v1/links/long-${most}`, { url: `${url}x` })).status).toBe(422);
  });

  test('a text that is not a URL', async () => {
    const problem = await readProblem(await make('alice', { url: 'no scheme' }));
    expect(problem).toMatchObject({ type: problemType('invalid-url'), errors: [{ code: 'scheme-missing' }] });
  });
});

describe('an alias', () => {
  test('exists beside the hash slug of the same URL', async () => {
    const link = await createLink('alice', { url: 'go:alias', alias: 'Old-Menu' });
    expect(link).toMatchObject({ slug: 'old-menu', short: `${service.origin}/old-menu`, created: true });
    expect((await createLink('alice', { url: 'go:alias' })).slug).not.toBe('old-menu');
    expect(await createLink('alice', { url: 'GO:alias', alias: 'old-menu' })).toMatchObject({ created: false });
  });

  test.each([
    ['bob', { url: 'go:alias', alias: 'old-menu' }],
    ['alice', { url: 'go:other', alias: 'OLD-MENU' }],
    ['root', { url: 'go:other', alias: 'old-menu' }],
  ] as const)('that is taken is a 409 for %s with %j', async (owner, newLink) => {
    const response = await make(owner, newLink);
    expect(response.status).toBe(409);
    expect(await readProblem(response)).toMatchObject({
      type: problemType('conflict'),
      errors: [{ code: 'alias-taken', parameter: 'alias' }],
    });
  });

  test.each(
    ['gopher', 'ftp', 'news', 'mailto', 'Health', 'v1', 'r', 'u', 'open', 'problems', 'hooks', 'privacy'].concat([
      'export',
      'import',
      'admin',
      'api',
      'abuse',
      'terms',
      'assets',
      'about',
      'help',
      'login',
      'security',
      'status',
    ]),
  )('%s is reserved', async (alias) => {
    const response = await make('alice', { url: 'go:x', alias });
    expect(response.status).toBe(409);
    expect(await readProblem(response)).toMatchObject({ errors: [{ code: 'alias-reserved', parameter: 'alias' }] });
  });

  test.each(['tencharact', 'yadkkg582q', 'a b', 'a/b', 'ä', '', 'a.svg', 'a+', '-'.repeat(65)])(
    '%j cannot be an alias',
    async (alias) => {
      const response = await make('alice', { url: 'go:x', alias });
      expect(response.status).toBe(400);
      expect(await readProblem(response)).toMatchObject({
        type: problemType('invalid-body'),
        errors: [{ code: 'parameter-invalid', parameter: 'alias' }],
      });
    },
  );
});

describe('a body that cannot be read', () => {
  test.each([
    [{}, 'parameter-missing', 'url'],
    [{ url: 7 }, 'parameter-invalid', 'url'],
    [{ url: 'go:x', slug: 'a' }, 'item-invalid', null],
    [{ url: 'go:x', expiresAt: 'tomorrow' }, 'parameter-invalid', 'expiresAt'],
    [{ url: 'go:x', expiresAt: '2999-02-31T00:00:00' }, 'parameter-invalid', 'expiresAt'],
    [{ url: 'go:x', expiresAt: '2999-99-01T00:00:00Z' }, 'parameter-invalid', 'expiresAt'],
    [{ url: 'go:x', expiresAt: '2999-02-29T00:00:00Z' }, 'parameter-invalid', 'expiresAt'],
    [{ url: 'go:x', expiresAt: '2999-04-31T00:00:00+01:00' }, 'parameter-invalid', 'expiresAt'],
    [{ url: 'go:x', expiresAt: '9999-12-31T23:59:59-01:00' }, 'parameter-invalid', 'expiresAt'],
    [{ url: 'go:x', expiresAt: '2001-01-01T00:00:00Z' }, 'parameter-invalid', 'expiresAt'],
    [{ url: 'go:x', expiresAt: 4102444800 }, 'parameter-invalid', 'expiresAt'],
    [{ url: 'go:x', alias: null }, 'parameter-invalid', 'alias'],
    ['go:x', 'item-invalid', null],
    [['go:x'], 'item-invalid', null],
    [null, 'item-invalid', null],
  ])('%j is a 400', async (body, code, parameter) => {
    const response = await make('alice', body);
    expect(response.status).toBe(400);
    expect(await readProblem(response)).toMatchObject({
      type: problemType('invalid-body'),
      errors: [{ code, parameter }],
    });
  });

  test.each([
    ['{', 'application/json', 400, 'json-syntax'],
    ['{}', 'text/plain', 415, 'media-type'],
    [`{"url": "${'x'.repeat(300_000)}"}`, 'application/json', 413, 'body-too-large'],
  ])('%.9s as %s is a %i', async (body, type, status, code) => {
    const headers = { Authorization: `Bearer ${tokens.alice}`, 'Content-Type': type };
    const response = await service.fetch('/v1/links', { method: 'POST', headers, body });
    expect(response.status).toBe(status);
    expect((await readProblem(response)).errors[0]?.code).toBe(code);
  });

  test('the query takes no parameters', async () => {
    expect((await service.as('alice', 'POST', '/v1/links?url=go:x', { url: 'go:x' })).status).toBe(400);
  });
});

describe('a token', () => {
  test.each([
    ['none', {}, 'Bearer'],
    ['another scheme', { Authorization: `Basic ${tokens.alice}` }, 'Bearer'],
    ['no token after the scheme', { Authorization: 'Bearer ' }, 'Bearer'],
    ['a wrong one', { Authorization: 'Bearer nobody-0123456789abcdef' }, 'Bearer error="invalid_token"'],
    ['the name of an owner', { Authorization: 'Bearer alice' }, 'Bearer error="invalid_token"'],
    ['the beginning of one', { Authorization: `Bearer ${tokens.alice.slice(0, -1)}` }, 'Bearer error="invalid_token"'],
    ['more than one', { Authorization: `Bearer ${tokens.alice}x` }, 'Bearer error="invalid_token"'],
    ['one with its role', { Authorization: `Bearer ${tokens.root}:admin` }, 'Bearer error="invalid_token"'],
  ])('that is %s is a 401 everywhere', async (_, headers, challenge) => {
    for (const [method, path] of [
      ['POST', '/v1/links'],
      ['GET', '/v1/links'],
      ['GET', '/v1/links/export'],
      ['POST', '/v1/links/import'],
      ['GET', '/v1/links/yadkkg582q'],
      ['PATCH', '/v1/links/yadkkg582q'],
      ['DELETE', '/v1/links/yadkkg582q'],
    ] as const) {
      const response = await service.fetch(path, { method, headers });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe(challenge);
      expect((await readProblem(response)).type).toEqual(problemType('token-required'));
    }
  });

  test('has a scheme of any case (RFC 9110 §11.1)', async () => {
    const headers = { Authorization: `bearer   ${tokens.alice}` };
    expect((await service.fetch('/v1/links', { headers })).status).toBe(200);
  });
});

test('without tokens in the settings, a 403 says how to set one', async () => {
  const closed: RunningWorker = await startWorker();
  const headers = { Authorization: `Bearer ${tokens.alice}`, 'Content-Type': 'application/json' };
  const response = await closed.fetch('/v1/links', { method: 'POST', headers, body: '{"url": "go:x"}' });
  expect(response.status).toBe(403);
  expect(await readProblem(response)).toMatchObject({
    type: problemType('links-disabled'),
    detail: expect.stringContaining('wrangler secret put LINK_TOKENS'),
  });
  await closed.close();
});

test('a client above the rate limit gets Retry-After', async () => {
  const busy = await startLinks({ RATE_LIMITS: 'link=5' });
  const refused = await refusedIn(10, () => busy.as('bob', 'GET', '/v1/links?limit=1'));
  expect(refused.headers.get('retry-after')).toBe('60');
  expect((await readProblem(refused)).type).toEqual(problemType('rate-limited'));
  expect((await busy.as('alice', 'GET', '/v1/links')).status).toBe(200);
  await busy.close();
});

describe('an idempotency key', () => {
  const key = (value: string) => ({ 'Idempotency-Key': value });

  test('repeats its answer, even if the link has changed', async () => {
    const first = await make('alice', { url: 'go:key', alias: 'keyed' }, key('"one"'));
    expect(first.status).toBe(201);
    const link: CreatedLink = await first.json();
    await service.as('alice', 'PATCH', '/v1/links/keyed', { url: 'go:changed' });
    const again = await make('alice', { url: 'go:key', alias: 'keyed' }, key('one'));
    expect(again.status).toBe(201);
    expect(await again.json()).toEqual(link);
    const other = await make('alice', { url: 'go:key', alias: 'keyed' }, key('two'));
    expect(other.status).toBe(409);
  });

  test('belongs to one owner', async () => {
    expect((await make('alice', { url: 'go:a-key' }, key('shared'))).status).toBe(201);
    expect((await make('bob', { url: 'go:b-key' }, key('shared'))).status).toBe(201);
  });

  test('is bound to the SHA-256 of the body: two bodies with the same 53-bit fingerprint are two requests', async () => {
    const [one, other] = [{ url: 'go:033fc1a8c6cf90' }, { url: 'go:1492f208be3341' }];
    expect(fingerprint(JSON.stringify(one))).toBe(fingerprint(JSON.stringify(other)));
    expect((await make('alice', one, key('collision'))).status).toBe(201);
    expect((await make('alice', one, key('collision'))).status).toBe(201);
    expect((await make('alice', other, key('collision'))).status).toBe(422);
  });

  test('cannot be used for another request', async () => {
    expect((await make('alice', { url: 'go:k1' }, key('once'))).status).toBe(201);
    const response = await make('alice', { url: 'go:k2' }, key('once'));
    expect(response.status).toBe(422);
    expect((await readProblem(response)).type).toEqual(problemType('key-reused'));
  });

  test('stays free if the request is refused', async () => {
    for (const newLink of [
      { url: 'javascript:x' },
      { url: 'no scheme' },
      { url: 'go:x', alias: 'ftp' },
      { link: 'go:x' },
    ]) {
      expect((await make('alice', newLink, key('corrected'))).status).toBeGreaterThanOrEqual(400);
    }
    expect((await make('alice', { url: 'go:corrected' }, key('corrected'))).status).toBe(201);
    expect((await make('alice', { url: 'go:another' }, key('corrected'))).status).toBe(422);
  });

  test('in a hundred concurrent requests creates one link with one answer', async () => {
    const asked = Array.from({ length: 100 }, () => make('alice', { url: 'go:at-once' }, key('at-once')));
    const responses = await Promise.all(asked);
    expect(responses.every(({ status }) => status === 201)).toBe(true);
    expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1);
  });

  test.each(['"', '""', '"a" b', 'ä', 'x'.repeat(256)])('cannot be %.9j', async (value) => {
    const response = await make('alice', { url: 'go:x' }, { 'Idempotency-Key': Buffer.from(value).toString('latin1') });
    expect(response.status).toBe(400);
    expect((await readProblem(response)).errors[0]?.parameter).toBe('Idempotency-Key');
  });
});

describe('lines', () => {
  const post = (body: string, headers: Record<string, string> = {}, query = '') =>
    service.fetch(`/v1/links${query}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens.alice}`, 'Content-Type': 'application/x-ndjson', ...headers },
      body,
    });

  test('are answered with lines, each independently', async () => {
    const response = await post(
      [
        '"go:l1"',
        '{"url": "GO:l1"}',
        '{"url": "go:l2", "alias": "line-two"}',
        'x',
        '7',
        '"x"',
        '{"url": "go:x", "alias": "ftp"}',
      ]
        .map((line) => `${line}\n`)
        .join(''),
    );
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const answers = await linesOf(response);
    expect(answers.map(({ slug, status, errors }) => slug ?? [status, errors?.[0]?.code])).toEqual([
      expect.stringMatching(/^[0-9a-z]{10}$/),
      answers[0]?.slug,
      'line-two',
      [400, 'json-syntax'],
      [400, 'item-invalid'],
      [422, 'scheme-missing'],
      [409, 'alias-reserved'],
    ]);
    expect(answers.slice(0, 2).map(({ canonical }) => canonical)).toEqual(['go:l1', 'go:l1']);
  });

  test('that request the same alias are processed in order, even in a long list', async () => {
    const others = Array.from({ length: 1200 }, (_, index) => JSON.stringify(`go:long-${index}`));
    const rivals = Array.from({ length: 20 }, (_, index) => JSON.stringify({ url: `go:r${index}`, alias: 'rivals' }));
    const answers = await linesOf(await post([...others, ...rivals].join('\n')));
    expect(answers.slice(0, 1200).map(({ canonical }) => canonical)).toEqual(others.map((line) => JSON.parse(line)));
    expect(answers.slice(1200).map(({ canonical, status }) => canonical ?? status)).toEqual([
      'go:r0',
      ...Array(19).fill(409),
    ]);
  });

  test('have the members that are asked for, like other answers about links', async () => {
    const headers = { Authorization: `Bearer ${tokens.alice}`, 'Content-Type': 'application/json' };
    const asked = async (path: string, body?: string): Promise<unknown> =>
      (await service.fetch(path, { headers, ...(body !== undefined && { method: 'POST', body }) })).json();
    const made = await asked('/v1/links?fields=slug,input,canonical', '{"url":"GO:parts"}');
    const [line] = await linesOf(await post('"GO:parts"\n', {}, '?fields=slug'));
    expect(made).toEqual({ input: 'GO:parts', canonical: 'go:parts', slug: line?.slug });
    expect(line).toEqual({ slug: expect.any(String) });
    expect(await asked(`/v1/links/${line?.slug}?fields=canonical`)).toEqual({ canonical: 'go:parts' });
    expect(await asked('/v1/links?q=parts&fields=canonical')).toEqual({
      links: [{ canonical: 'go:parts' }],
      next: null,
    });
    for (const path of ['/v1/links?fields=days', `/v1/links/${line?.slug}?fields=input`]) {
      expect(await asked(path)).toMatchObject({ type: problemType('invalid-parameter') });
    }
  });

  test('may be absent', async () => {
    expect(await linesOf(await post(''))).toEqual([]);
  });

  test('take no idempotency key', async () => {
    expect((await post('"go:x"\n', { 'Idempotency-Key': 'k' })).status).toBe(400);
  });
});
