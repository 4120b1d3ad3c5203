/**
 * The rules for every route: methods, headers, conditional requests, cross-origin requests, the log.
 */
import { type IncomingMessage, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { methodsOf } from '../../../worker/http/methods.ts';
import { routes } from '../../../worker/index.ts';
import { type RunningWorker, startWorker, takeWholeLog } from '../harness.ts';
import { problemType, readProblem } from '../problems.ts';

let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker();
});
afterAll(() => worker.close());

const gopher = '/v1/resolve?url=GOPHER%3A%2F%2FH.example%2F1a%2509b';
/** A request that every route answers with 200. */
const examples: Readonly<Record<string, string>> = {
  '/': '/',
  '/v1/resolve': gopher,
  '/v1/compare': '/v1/compare?a=go:x&b=go:y',
  '/v1/relativize': '/v1/relativize?url=ftp://h/a&base=ftp://h/b',
  '/v1/schemes': '/v1/schemes',
  '/v1/qr': '/v1/qr?url=gopher://h/1',
  '/openapi.json': '/openapi.json',
  '/problems': '/problems',
  '/health': '/health',
};
/** Routes that need a token or a link, that redirect, or that take no GET. Other files test them. */
const OTHER_ROUTES = [
  ...['/{scheme}/{authority}/{path}', '/r', '/u/{url}', '/open'],
  ...[
    '/favicon.ico',
    '/apple-touch-icon.png',
    '/privacy',
    '/owners',
    '/links',
    '/robots.txt',
    '/.well-known/security.txt',
  ],
  ...['/docs', '/docs/{topic}', '/llms.txt', '/inspect', '/inspect/webhook', '/check', '/opensearch.xml'],
  ...['/v1/links', '/v1/links/export', '/v1/links/import', '/v1/blocks', '/v1/links/{slug}', '/{slug}'],
  ...['/v1/check', '/v1/validate', '/hooks', '/metrics'],
];
/** The address of a route whose pattern is not an address. */
const addresses: Readonly<Record<string, string>> = { '/{scheme}/{authority}/{path}': '/gopher/h.example/1/a' };
const every = Object.entries(routes).map(([path, route]) => ({ path, route, example: examples[path] ?? path }));
const open = every.filter(({ path }) => path in examples);
const cacheable = open.filter(({ path }) => path !== '/health');

const ALWAYS = {
  'access-control-allow-origin': '*',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

describe('every route', () => {
  test('has an example here, or tests in another file', () => {
    expect([...Object.keys(examples), ...OTHER_ROUTES].sort()).toEqual(Object.keys(routes).sort());
  });

  test('is listed at /', async () => {
    const text = await (await worker.fetch('/')).text();
    for (const { path } of every) if (path !== '/') expect(text).toContain(path);
  });

  test.each(open)('$path answers GET, with the headers of every answer', async ({ example }) => {
    const response = await worker.fetch(example);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject(ALWAYS);
    expect((await response.text()).endsWith('\n')).toBe(true);
  });

  test.each(open)('$path answers HEAD as GET (RFC 9110 §9.3.2)', async ({ example }) => {
    const get = await worker.fetch(example);
    const head = await worker.fetch(example, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'etag', 'vary', 'cache-control']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
    const { length } = new TextEncoder().encode(await get.text());
    if (head.headers.has('content-length')) expect(head.headers.get('content-length')).toBe(String(length));
  });

  test.each(every)('$path answers OPTIONS, and 405 with Allow (RFC 9110 §15.5.6)', async ({ path: pattern, route }) => {
    const path = addresses[pattern] ?? pattern;
    const allow = methodsOf(route).join(', ');
    const options = await worker.fetch(path, { method: 'OPTIONS' });
    expect(options.status).toBe(204);
    expect(options.headers.get('allow')).toBe(allow);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].filter((method) => !allow.includes(method))) {
      const refused = await worker.fetch(path, { method });
      expect(refused.status).toBe(405);
      expect(refused.headers.get('allow')).toBe(allow);
      expect(refused.headers.get('content-type')).toBe('application/problem+json');
      const { detail, errors } = await readProblem(refused);
      expect(detail).toBe(`${method} is not allowed here. Allowed: ${allow}.`);
      expect(errors[0]?.code).toBe('method-not-allowed');
    }
  });

  test.each([
    '/v1/resolve/',
    '/v1/resolve/x',
    '//',
    '//v1/resolve',
    '/v1/%72esolve',
    '/constructor',
    '/%00',
    '/assets/nothing.css',
  ])('%s is not found', async (path) => {
    const response = await worker.fetch(path);
    expect(response.status).toBe(404);
    if (path.startsWith('/assets')) return;
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(Object.fromEntries(response.headers)).toMatchObject(ALWAYS);
    expect(await readProblem(response)).toEqual({
      type: problemType('not-found'),
      title: 'Page not found',
      status: 404,
      detail: '`GET /` lists every address of this service.',
      errors: [],
    });
  });

  test.each(['/nothing', '/v1', '/__proto__'])('%s is not a short link', async (path) => {
    const response = await worker.fetch(path);
    expect(response.status).toBe(404);
    const { detail, errors } = await readProblem(response);
    expect(detail).toContain(`“${path.slice(1)}”`);
    expect(errors.map(({ code }) => code)).toEqual(['no-such-link']);
  });
});

describe('conditional requests (RFC 9110 §13.1.2)', () => {
  test.each(cacheable)('$path has a strong ETag, and answers 304 to a client that sends it', async ({ example }) => {
    const first = await worker.fetch(example);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect(first.headers.get('vary')).toContain('Accept');
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600');
    const again = await worker.fetch(example, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(etag);
    expect(again.headers.get('vary')).toContain('Accept');
    expect(again.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(await again.text()).toBe('');
  });

  test.each([
    ['the tag', (etag: string) => etag, 304],
    ['the tag made weak: the comparison is weak', (etag: string) => `W/${etag}`, 304],
    ['a list that has it', (etag: string) => `"a", ${etag},"b"`, 304],
    ['a list that has it, weak, without blanks', (etag: string) => `W/"a,b",W/${etag}`, 304],
    ['anything', () => '*', 304],
    ['another tag', () => '"another"', 200],
    ['the tag as part of another', (etag: string) => `"x${etag.slice(1)}`, 200],
    ['the tag without its quotes', (etag: string) => etag.slice(1, -1), 200],
    ['nothing', () => '', 200],
  ])('If-None-Match: %s', async (_, value, status) => {
    const etag = (await worker.fetch(gopher)).headers.get('etag') ?? '';
    const response = await worker.fetch(gopher, { headers: { 'If-None-Match': value(etag) } });
    expect(response.status).toBe(status);
    const head = await worker.fetch(gopher, { method: 'HEAD', headers: { 'If-None-Match': value(etag) } });
    expect(head.status).toBe(status);
  });

  test('another URL or another media type has another tag', async () => {
    const tags = await Promise.all([
      tagOf(gopher),
      tagOf(gopher, 'text/plain'),
      tagOf(`${gopher}&lax=true`),
      tagOf('/v1/resolve?url=go:x'),
    ]);
    expect(new Set(tags).size).toBe(tags.length);
  });

  test('a problem is never answered with 304', async () => {
    const headers = { 'If-None-Match': '*' };
    expect((await worker.fetch('/v1/resolve?url=x', { headers })).status).toBe(422);
    expect((await worker.fetch('/v1/resolve', { headers })).status).toBe(400);
    expect((await worker.fetch('/nothing', { headers })).status).toBe(404);
  });

  test('problems and /health are not cached', async () => {
    for (const path of ['/v1/resolve?url=x', '/nothing', '/health']) {
      const response = await worker.fetch(path);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.has('etag')).toBe(false);
    }
  });
});

test.each(['1', 'true', 'Follow', 'follow&ready'])(
  '/health refuses ready=%s, and says what is allowed',
  async (value) => {
    const response = await worker.fetch(`/health?ready=${value}`);
    const { errors }: { errors: { parameter: string; message: string }[] } = await response.json();
    expect([response.status, errors.length, errors[0]?.parameter]).toEqual([400, 1, 'ready']);
    const sentence = value.includes('&') ? 'appears more than once' : 'must be empty or `follow`';
    expect(errors[0]?.message).toContain(sentence);
  },
);

test.each(['', '?ready', '?ready=', '?ready=follow&probe=1'])('/health%s is answered', async (query) => {
  expect((await worker.fetch(`/health${query}`)).status).toBe(200);
});

test.each([
  ['/r?url=gopher://h.example.org/', 302],
  ['/r?url=gopher://10.0.0.1/', 403],
  ['/r?url=http://h.example/', 200],
  ['/r?url=x-mine:a', 501],
  ['/r?url=javascript:a', 422],
  ['/u/gopher:/h.example.org/', 302],
  ['/u/news:a.b', 501],
  ['/u/http://h.example/', 200],
  ['/open?url=mailto:a@h.example', 200],
  ['/open?url=ftp://u:p@h.example.org/', 302],
  ['/open?url=x-mine:a', 501],
  ['/gopher/h.example', 302],
])('%s has the headers of the API, for programs', async (path, status) => {
  const response = await worker.fetch(path, { headers: { Accept: 'application/json' } });
  expect(response.status).toBe(status);
  const policy = response.headers.get('content-security-policy');
  expect(Object.fromEntries(response.headers)).toMatchObject({ ...ALWAYS, 'content-security-policy': policy });
  expect(policy).toMatch(/^(?:default-src 'none'|sandbox)/);
  expect(response.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
});

test('any origin may send requests without credentials (Fetch §3.3)', async () => {
  const headers = {
    Origin: 'https://archive.example',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type',
  };
  const preflight = await worker.fetch('/v1/resolve', { method: 'OPTIONS', headers });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, OPTIONS');
  expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type');
  expect(preflight.headers.get('access-control-max-age')).toBe('86400');
  expect(preflight.headers.has('access-control-allow-credentials')).toBe(false);
  const get = await worker.fetch(gopher, { headers: { Origin: 'https://archive.example' } });
  expect(get.headers.get('access-control-allow-origin')).toBe('*');
  expect(get.headers.get('access-control-expose-headers')).toContain('ETag');
});

describe('the log', () => {
  const secret = 'sesame';

  test.each([
    [`/v1/resolve?url=ftp://${secret}:${secret}@${secret}.example/${secret}`, { route: '/v1/resolve', scheme: 'ftp' }],
    [`/v1/resolve?url=${secret}:x`, { route: '/v1/resolve', scheme: 'unknown' }],
    [`/v1/resolve?url=%20&${secret}=1`, { route: '/v1/resolve', scheme: null, status: 400 }],
    [`/v1/resolve?url=${secret}`, { route: '/v1/resolve', scheme: null, status: 422 }],
    [`/v1/compare?a=go:${secret}&b=go:x`, { route: '/v1/compare', scheme: 'go' }],
    [`/v1/relativize?url=go:${secret}&base=go:x`, { route: '/v1/relativize', scheme: 'go' }],
    [`/${secret}`, { route: '/{slug}', scheme: null, status: 404 }],
    [`/${secret}/${secret}`, { route: null, scheme: null, status: 404 }],
  ])('has one line for %s, without its text', async (path, expected) => {
    await takeWholeLog(worker);
    await (await worker.fetch(path, { headers: { 'CF-Connecting-IP': '192.0.2.77' } })).text();
    const lines = await takeWholeLog(worker);
    expect(lines).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ...{ method: 'GET', status: 200, urls: 0, aborted: false, refusal: null, octets: expect.any(Number) },
        ...expected,
        ms: expect.any(Number),
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${secret}|192\\.0\\.2\\.77`));
  });

  test('has no lines if LOG is off', async () => {
    const quiet = await startWorker({ LOG: 'off' });
    await (await quiet.fetch('/')).text();
    await (await quiet.fetch('/nothing')).text();
    await setTimeout(100);
    expect(quiet.takeLog()).toEqual([]);
    await quiet.close();
  });

  test('names the wrong setting, but the answer does not', async () => {
    const broken = await startWorker({ LOG: 'sesame' });
    const response = await broken.fetch('/');
    expect(response.status).toBe(500);
    expect(await readProblem(response)).toEqual({
      type: problemType('internal-error'),
      title: 'Something went wrong on our side',
      status: 500,
      detail: 'The fault is in Waypost, not in your request. It has been logged.',
      errors: [],
    });
    const log: unknown[] = [];
    await expect.poll(() => log.push(...broken.takeLog())).toBeGreaterThan(1);
    expect(log).toContainEqual(
      expect.objectContaining({ fault: 'ConfigurationError', detail: 'missing or wrong: LOG (must be `on` or `off`)' }),
    );
    expect(JSON.stringify(log)).not.toContain('sesame');
    await broken.close();
  });
});

async function tagOf(path: string, accept = '*/*'): Promise<string | null> {
  return (await worker.fetch(path, { headers: { Accept: accept } })).headers.get('etag');
}

test.each([
  ['w.example', 404, 'not-found'],
  ['evil.example', 421, 'misdirected'],
])('the problem of a request for %s has a type at this service: %i', async (host, status, name) => {
  const named = await startWorker({ HOSTS: 'w.example', BASE_PATH: '/base' });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${named.origin}/v1/nothing`, { headers: { Host: host } }, resolve)
      .on('error', reject)
      .end();
  });
  expect(answer.statusCode).toBe(status);
  expect(JSON.parse((await answer.toArray()).join(''))).toMatchObject({
    type: `http://w.example/base/problems#${name}`,
  });
  await named.close();
});
