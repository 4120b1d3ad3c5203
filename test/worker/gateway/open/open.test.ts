/**
 * Opening links: the octets that a path makes the gateway send, the headers of every answer, and the reports of
 * failures. The servers are gopher servers, because their requests are easy to read.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import worker from '../../../../worker/index.ts';
import { PAGE_POLICY } from '../../../../worker/pages/parts/respond.tsx';
import type { RunningWorker } from '../../harness.ts';
import { problemType, readProblem } from '../../problems.ts';
import { fetchAsIs } from '../as-is.ts';
import { type Fixture, startFixture } from '../gopher/worker.ts';
import { HASTY, startGateway } from '../worker.ts';

const CONTACT = 'curator@museum.example';

let fixture: Fixture<'main' | 'silent'>;
/** A Worker with short deadlines, for the silent server. */
let hasty: RunningWorker;
beforeAll(async () => {
  fixture = await startFixture({ main: {}, silent: { fault: 'silent' } }, { CONTACT });
  hasty = await startGateway([fixture.servers.silent], { CONTACT, ...HASTY });
});
afterAll(() => Promise.all([hasty?.close(), fixture?.close()]));
beforeEach(() => {
  fixture.takeRequests('main');
});

const HTML = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };
const PROGRAM = { headers: { Accept: '*/*' } };

/** The requests that the server received, without those about the server itself. */
const requests = () => fixture.takeRequests('main').filter((line) => !/^(caps|robots)\.txt\r\n$/.test(line));
const authority = () => `localhost:${fixture.servers.main.port}`;

describe('the octets that arrive at the server', () => {
  test.each([
    ['a space', '0a%20b', 'a b\r\n'],
    ['an umlaut in UTF-8', '0%C3%A4', '\xc3\xa4\r\n'],
    ['an octet that is not UTF-8', '0%E4', '\xe4\r\n'],
    ['a percent sign', '0%25', '%\r\n'],
    ['a line end that was escaped twice', '0%250d%250aFLUSHALL', '%0d%0aFLUSHALL\r\n'],
    ['U+010A and U+560A, whose low octets are line feeds', '0%C4%8A%E5%98%8A', '\xc4\x8a\xe5\x98\x8a\r\n'],
    ['a question mark', '0a%3Fb', 'a?b\r\n'],
    ['a hash', '0a%23b', 'a#b\r\n'],
    ['an escaped slash', '0a%2F%2Fb', 'a//b\r\n'],
    ['a fragment is not sent', '0a#b', 'a\r\n'],
    ['our own query is not sent', '0a?format=raw&charset=cp437', 'a\r\n'],
  ])('%s: %s', async (_, path, sent) => {
    await fetchAsIs(`${fixture.worker.origin}/gopher/${authority()}/${path}`);
    expect(requests()).toEqual([sent]);
  });

  test.each([
    ['dot segments', '0/a/../b', '/a/../b\r\n'],
    ['empty segments', '0//a//b', '//a//b\r\n'],
    ['a backslash', '0a%5Cb', 'a\\b\r\n'],
    ['all of them', '0/./%5C..//', '/./\\..//\r\n'],
  ])('%s are sent by way of a query: %s', async (_, path, sent) => {
    const link = encodeURIComponent(`gopher://${authority()}/${path}`);
    const redirect = await fetch(`${fixture.worker.origin}/r?url=${link}`, { redirect: 'manual' });
    expect(redirect.headers.get('location')).toMatch(/^\/open\?url=/);
    await fetchAsIs(fixture.worker.origin + redirect.headers.get('location'));
    expect(requests()).toEqual([sent]);
  });

  test.each([
    ['CR LF', '0a%0D%0AFLUSHALL', 422],
    ['CR', '0a%0DFLUSHALL', 422],
    ['LF', '0a%0aFLUSHALL', 422],
    ['CR LF in a search', '7a%09b%0D%0AFLUSHALL', 422],
    ['NUL', '0a%00b', 400],
    ['CR as the type', '%0D0a', 422],
  ])('none, for %s', async (_, path, status) => {
    for (const url of [
      `/gopher/${authority()}/${path}`,
      `/open?url=${encodeURIComponent(`gopher://${authority()}/${path}`)}`,
    ]) {
      expect((await fetchAsIs(fixture.worker.origin + url)).status).toBe(status);
      // The gateway may connect before it refuses the request, but it must not send an octet.
      expect(fixture.takeRequests('main').join('')).toBe('');
    }
  });

  test.each(['..', '.', '%2E%2E', '%2e%2e%2f', 'a//b', 'a\\b', '%5C'])(
    'a path that a platform may have changed never breaks anything: %s',
    async (path) => {
      const { status } = await fetchAsIs(`${fixture.worker.origin}/gopher/${authority()}/0/${path}`);
      expect([200, 404, 502]).toContain(status);
    },
  );
});

describe('every answer', () => {
  const views = [
    ['a page', '/', PAGE_POLICY],
    ['JSON', '/?format=json', 'sandbox allow-downloads'],
    ['octets', '/?format=raw', 'sandbox allow-downloads'],
    ['a text', '/0/about/welcome.txt?format=raw', 'sandbox allow-downloads'],
  ] as const;

  test.each(views)('%s has the headers of security.md §4', async (_, path, policy) => {
    const { status, headers, body } = await fixture.worker.fetch(fixture.at('main', path), HTML);
    await body?.cancel();
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toBe(policy);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('link')).toBe(`<gopher://${authority()}${path.replace(/\?.*/, '')}>; rel="canonical"`);
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('has Server-Timing', async () => {
    const { headers } = await fixture.worker.fetch(fixture.at('main', '/?format=raw'));
    expect(headers.get('server-timing')).toMatch(/^connect;dur=\d+, first-byte;dur=\d+$/);
  });

  test('to an unknown format names the formats', async () => {
    const response = await fixture.worker.fetch(fixture.at('main', '/?format=xml'));
    expect(response.status).toBe(400);
    expect((await readProblem(response)).errors[0]).toMatchObject({ parameter: 'format' });
    expect(requests()).toEqual([]);
  });
});

describe('a path that ends with its authority', () => {
  test.each([
    ['/gopher/h.example.org', '/gopher/h.example.org/'],
    ['/ftp/h.example.org:2121?format=json', '/ftp/h.example.org:2121/?format=json'],
    ['/ftp/[::1]', '/ftp/[::1]/'],
    ['/news/~', '/news/~/'],
    ['/ftp/me:sesame@h.example.org', '/ftp/h.example.org/?login=me'],
  ])('%s is redirected to the path with a slash (design §4)', async (path, location) => {
    const response = await fixture.worker.fetch(path);
    expect([response.status, response.headers.get('location')]).toEqual([302, location]);
  });
});

test('a link that a social network has marked still opens', async () => {
  const response = await fixture.worker.fetch(fixture.at('main', '/?fbclid=IwAR0&utm_source=list'), HTML);
  await response.body?.cancel();
  expect(response.status).toBe(200);
});

describe('a parameter that the gateway does not read is refused, not ignored', () => {
  const OF_GOPHER = 'format, charset, search, page, filter, images, view, sent, field.*, return, help';

  test.each([
    ['/wais/h.example.org/db?words=1', 'words', 'format, charset, search, page, part, hits, view, images'],
    ['/gopher/h.example.org/7/search?q=gold', 'q', OF_GOPHER],
    ['/ftp/h.example.org/pub/?C=M;O=D', 'C', 'format, charset, sort, order, page, tls, login, password, view, images'],
    ['/gopher/h.example.org/1?url=ftp://h.example.org', 'url', OF_GOPHER],
    ['/open?url=mailto:a@h.example.org&subject=b', 'subject', 'url, base, dialect, lax, format, charset'],
    // No gateway opens these. The page of the first would lead to a part of the link.
    ['/open?url=https://h.example.org/?a=1&b=2', 'b', 'url, base, dialect, lax, format, charset'],
    ['/open?url=afs://cell/a&b=2', 'b', 'url, base, dialect, lax, format, charset'],
  ])('%s: %s', async (path, parameter, known) => {
    const problem = await readProblem(await fixture.worker.fetch(path, PROGRAM));
    expect(problem).toMatchObject({
      ...{ type: problemType('invalid-parameter'), status: 400 },
      errors: [{ code: 'parameter-unknown', parameter, message: expect.stringContaining(`Allowed: ${known}.`) }],
    });
    const page = await fixture.worker.fetch(path, HTML);
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining(`Unknown parameter ${parameter}`)]);
    expect(requests()).toEqual([]);
  });
});

describe('failures are reported to people and to programs', () => {
  const failures: [what: string, path: () => string, status: number, code: string, words: string][] = [
    ['a private address', () => '/gopher/192.168.1.1/', 403, 'egress-denied', 'Private-Use'],
    ['a port of a database', () => '/gopher/h.example.org.com:6379/', 403, 'egress-denied', 'Redis'],
    ['a name of no network', () => '/gopher/printer.local/', 403, 'egress-denied', '.local'],
    ['a closed port', () => '/open?url=gopher://localhost:1/', 403, 'egress-denied', 'localhost'],
    ['a silent server', () => fixture.at('silent', '/'), 504, 'gateway-timeout', 'did not answer in time'],
    ['a missing item', () => fixture.at('main', '/0/nothing'), 404, 'server-not-found', ''],
  ];

  test.each(failures)('%s', async (_, path, status, code, words) => {
    const gateway = code === 'gateway-timeout' ? hasty : fixture.worker;
    const formats = ['json', 'raw'].map((format) => `${path()}${path().includes('?') ? '&' : '?'}format=${format}`);
    // A silent server is waited for once, by all of them.
    const [page, problems, others] = await Promise.all([
      gateway.fetch(path(), HTML),
      Promise.all([PROGRAM, { headers: { Accept: 'application/json' } }].map((init) => gateway.fetch(path(), init))),
      Promise.all(formats.map((address) => gateway.fetch(address, HTML))),
    ]);
    expect(page.status).toBe(status);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')?.startsWith(PAGE_POLICY)).toBe(true);
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(page.headers.get('cache-control')).toBe('no-store');
    const html = await page.text();
    expect(html).toContain(words);
    expect(html.includes(`href="${path()}">Try again</a>`)).toBe(code === 'gateway-timeout');
    expect(html.includes('From your own computer')).toBe(code !== 'server-not-found');
    for (const response of problems) {
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(response.headers.get('link')).toMatch(/^<gopher:.*>; rel="canonical"$/);
      expect(response.headers.get('x-robots-tag')).toBe('noindex');
      const problem = await readProblem(response);
      expect(problem).toMatchObject({ type: problemType(code), status });
      expect(problem.detail).toContain(words);
    }
    for (const response of others) expect(response.headers.get('content-type')).toBe('application/problem+json');
  });

  test('a link to the Wayback Machine is offered, and nothing is fetched from there', async () => {
    const path = '/gopher/h.example.org/0a%00';
    const copy = 'https://web.archive.org/web/gopher://h.example.org/0a%00';
    const page = await (await fixture.worker.fetch(path, HTML)).text();
    expect(page).toContain(`href="${copy}"`);
    const { archives } = await (await fixture.worker.fetch(path, PROGRAM)).json<{ archives: unknown[] }>();
    expect(archives).toContainEqual({ name: 'Wayback Machine', url: copy });
    const denied = await (await fixture.worker.fetch('/gopher/192.168.1.1/', HTML)).text();
    expect(denied).not.toContain('web.archive.org');
  });

  test('no copies of a host are offered that is not public', async () => {
    const path = fixture.at('main', '/0/nothing');
    expect(await (await fixture.worker.fetch(path, HTML)).text()).not.toContain('web.archive.org');
    expect(await (await fixture.worker.fetch(path, PROGRAM)).json()).toMatchObject({ status: 404, archives: [] });
  });

  test.each([
    ['a private address', () => '/gopher/192.168.1.1/', true],
    ['a missing item', () => fixture.at('main', '/0/nothing'), false],
    ['a silent server', () => fixture.at('silent', '/'), false],
  ])('%s: the operator is named where that can help', async (what, path, named) => {
    const gateway = what === 'a silent server' ? hasty : fixture.worker;
    const page = await (await gateway.fetch(path(), HTML)).text();
    expect(page.includes('tell the operator')).toBe(named);
  });

  test('the wrong part of a URL is marked', async () => {
    const page = await fixture.worker.fetch(`/open?url=${encodeURIComponent('gopher://h.example.org/0a%0Db')}`, HTML);
    expect(page.status).toBe(422);
    expect(await page.text()).toContain('gopher://h.example.org/0a<mark>%0D</mark>b');
  });

  test('/v1 has no pages', async () => {
    const response = await fixture.worker.fetch('/v1/resolve', HTML);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  });

  test('no connection stays open', async () => {
    const open = () => fixture.servers.main.connections + fixture.servers.silent.connections;
    for (let tries = 0; open() > 0 && tries < 40; tries++) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(open()).toBe(0);
  });
});

describe('rates', () => {
  /** Runs the Worker's handler itself: the runtime of the tests says that every client is on this machine. */
  async function askFrom(
    address: string | null,
    limit: (options: { key: string }) => Promise<{ success: boolean }>,
    format = 'json',
    path = `/open?url=mailto:a@h.example.org&format=${format}`,
    more: object = {},
  ) {
    const headers = new Headers(address === null ? {} : { 'CF-Connecting-IP': address });
    const ASSETS = { fetch: () => Promise.resolve(new Response()) };
    const bindings = { ASSETS, CLIENT_RATE: { limit }, LOG: 'off', CONTACT, ...more };
    const context = { waitUntil() {}, passThroughOnException() {}, props: {} };
    const request = new Request(`https://waypost.example${path}`, { headers });
    const response: unknown = await Reflect.apply(worker.fetch, worker, [request, bindings, context]);
    if (!(response instanceof Response)) throw new TypeError('no response');
    return response;
  }

  test('a client that asks too often gets Retry-After (429)', async () => {
    const keys: string[] = [];
    const limit = async ({ key }: { key: string }) => ({ success: keys.push(key) < 2 });
    expect((await askFrom('192.0.2.7', limit)).status).toBe(200);
    const refused = await askFrom('192.0.2.7', limit);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect((await readProblem(refused)).type).toEqual(problemType('rate-limited'));
    expect(keys).toEqual(['192.0.2.7', '192.0.2.7']);
  });

  test('a check counts as a request to a gateway', async () => {
    let allowed = 1;
    const limit = async () => ({ success: allowed-- > 0 });
    const path = '/v1/check?url=mailto:a@h.example.org';
    expect((await askFrom('192.0.2.7', limit, 'json', path)).status).toBe(200);
    const refused = await askFrom('192.0.2.7', limit, 'json', path);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  });

  test('a fault of the service is a page that names the operator (500)', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const fault = await askFrom('192.0.2.7', () => Promise.reject(new Error('the binding failed')), 'html');
    log.mockRestore();
    expect(fault.status).toBe(500);
    const page = await fault.text();
    expect(page).toContain('If this happens again, <a href="mailto:curator@museum.example">tell the operator</a>');
    expect(page).not.toContain('the binding failed');
  });

  test('a server has its own limit, for all clients together', async () => {
    const hosts: string[] = [];
    const TARGET_RATE = { limit: async ({ key }: { key: string }) => ({ success: hosts.push(key) === 0 }) };
    const free = async () => ({ success: true });
    const refused = await askFrom('192.0.2.7', free, 'json', '/gopher/1.0.0.1:7070/0a?format=json', {
      TARGET_RATE,
      CACHE: 'off',
    });
    expect([refused.status, refused.headers.get('retry-after'), hosts]).toEqual([429, '60', ['1.0.0.1']]);
  });
});
