/** Opening links that need no server: the headers that every answer has, forms, feeds, searches and user info. */
import { describe, expect, test } from 'vitest';
import { explain } from '../../../../src/index.ts';
import { parseGatewayPath } from '../../../../worker/gateway/contract/gateway-path.ts';
import { openLink } from '../../../../worker/gateway/open/open.ts';
import { type Asking, askContext } from '../context.ts';

const JSON_ONLY = { Accept: 'application/json' };
const SETTINGS = { CACHE: 'off', TERMINALS: 'on' };

interface Opening extends Asking {
  /** The gateway path of the request; absent = it is at /open. */
  readonly path?: string;
}

function open(link: string, { path, settings = {}, query, ...asking }: Opening = {}): Promise<Response> {
  const context = askContext({
    ...asking,
    ...(query !== undefined && { query }),
    settings: { ...SETTINGS, ...settings },
  });
  const url = path === undefined ? context.url : `https://waypost.example${path}${query ?? ''}`;
  return openLink(explain(link, { complete: true }), {
    ...context,
    url,
    gatewayPath: path === undefined ? null : parseGatewayPath(path),
  });
}

/** The status of an answer, and the code and the message of the first fault in it. */
async function problemOf(answer: Promise<Response>): Promise<readonly unknown[]> {
  const response = await answer;
  const { type, errors } = (await response.json()) as { type: string; errors?: { code: string; message: string }[] };
  return [response.status, type.replace(/.*#/, ''), errors?.[0]?.code];
}

describe('every answer', () => {
  const MAIL = 'mailto:a@h.example.org';

  test('has the headers of answers with octets of strangers', async () => {
    const { status, headers } = await open(MAIL, { headers: JSON_ONLY });
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('ETag'),
      'content-security-policy': 'sandbox allow-downloads',
      'content-type': 'application/json',
      link: '<mailto:a@h.example.org>; rel="canonical"',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
    expect(headers.has('server-timing')).toBe(false);
  });

  test('is for its own origin alone if it is a page, or if the service reaches an intranet', async () => {
    const page = await open(MAIL);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const inside = await open(MAIL, { headers: JSON_ONLY, settings: { EGRESS_ALLOW: 'intranet.example:70' } });
    for (const { headers } of [page, inside]) {
      expect(headers.has('access-control-allow-origin')).toBe(false);
      expect(headers.has('access-control-expose-headers')).toBe(false);
    }
  });

  test('keeps the policy of its page', async () => {
    const { headers } = await open(MAIL);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(headers.get('link')?.match(/rel="canonical"/g)).toHaveLength(1);
  });

  test('to HEAD has no body', async () => {
    const head = await open(MAIL, { method: 'HEAD', headers: JSON_ONLY });
    const get = await open(MAIL, { headers: JSON_ONLY });
    expect([head.status, await head.text(), head.headers.get('content-type')]).toEqual([200, '', 'application/json']);
    expect(await get.text()).not.toBe('');
  });

  test('is about the link without its fragment', async () => {
    const { headers } = await open(`${MAIL}#top`, { headers: JSON_ONLY });
    expect(headers.get('link')).toBe('<mailto:a@h.example.org>; rel="canonical"');
  });
});

describe('a feed', () => {
  test('that a link does not have is refused', async () => {
    expect(await problemOf(open('mailto:a@h.example.org', { query: '?format=atom', headers: JSON_ONLY }))).toEqual([
      ...[400, 'invalid-parameter', 'parameter-invalid'],
    ]);
  });

  test('is not what a redirect has to be', async () => {
    const asking = { path: '/wais/h.example.org/db', query: '?words' };
    expect((await open('wais://h.example.org/db', asking)).status).toBe(301);
  });
});

describe('user info', () => {
  test.each([
    ['a user name', 'ftp://me@h.example.org/', '/ftp/h.example.org/?login=me'],
    ['a password', 'ftp://me:sesame@h.example.org/', '/ftp/h.example.org/?login=me'],
    ['an empty user name', 'ftp://:sesame@h.example.org/', '/ftp/h.example.org/'],
    ['a user of a server without logins', 'gopher://me@h.example.org/1', '/gopher/h.example.org/'],
  ])('%s is removed from the address', async (_, link, location) => {
    const response = await open(link);
    expect([response.status, response.headers.get('location')]).toEqual([302, location]);
  });

  test('with parameters that nobody knows is refused at /open', async () => {
    await expect(open('ftp://me@h.example.org/', { query: '?url=x&b=2' })).rejects.toMatchObject({
      ...{ problem: 'invalid-parameter', faults: [{ parameter: 'b' }] },
    });
    await expect(open('afs://cell/a', { query: '?url=x&b=2' })).rejects.toMatchObject({ faults: [{ parameter: 'b' }] });
    const atPath = await open('ftp://me@h.example.org/', { path: '/ftp/me@h.example.org/', query: '?b=2' });
    expect(atPath.status).toBe(302);
  });
});

test('what contains code is opened nowhere', async () => {
  await expect(open('javascript:alert(1)')).rejects.toMatchObject({ problem: 'unsafe-link' });
});

describe('the words of ISINDEX (RFC 1866 §7.5)', () => {
  const wais = (query: string) =>
    open('wais://h.example.org/db', { path: '/wais/h.example.org/db', query, headers: JSON_ONLY });

  test.each([
    ['?words', '/wais/h.example.org/db?search=words'],
    ['?two+words', '/wais/h.example.org/db?search=two%20words'],
    ['?a%3Db', '/wais/h.example.org/db?search=a%3Db'],
  ])('%s are searched for at %s', async (query, location) => {
    const response = await wais(query);
    expect([response.status, response.headers.get('location')]).toEqual([301, location]);
  });

  test.each(['?words=', '?words=1', '?a&b'])('%s are none', async (query) => {
    expect(await problemOf(wais(query))).toEqual([400, 'invalid-parameter', 'parameter-unknown']);
  });

  test('not at /open, and not where nothing is searched', async () => {
    const atOpen = open('wais://h.example.org/db', { query: '?words', headers: JSON_ONLY });
    expect(await problemOf(atOpen)).toEqual([400, 'invalid-parameter', 'parameter-unknown']);
    const ftp = open('ftp://h.example.org/', { path: '/ftp/h.example.org/', query: '?words', headers: JSON_ONLY });
    expect(await problemOf(ftp)).toEqual([400, 'invalid-parameter', 'parameter-unknown']);
  });
});

describe('a form', () => {
  const method = 'POST';
  const post = (headers: Record<string, string>, link = 'gopher://h.example.org/1') =>
    open(link, { method, headers: { ...JSON_ONLY, ...headers } });
  test.each<[what: string, headers: Record<string, string>, taken: boolean]>([
    ['of this service', { Origin: 'https://waypost.example' }, true],
    ['of this service, whose origin is hidden', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }, true],
    ['of this service, without an origin', { 'Sec-Fetch-Site': 'same-origin' }, true],
    ['of another origin', { Origin: 'https://evil.example' }, false],
    [
      'of another origin that says it is this one',
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
      false,
    ],
    ['of another port', { Origin: 'https://waypost.example:8443' }, false],
    ['of a hidden origin', { Origin: 'null' }, false],
    ['of another site', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, false],
    ['of a program', {}, false],
  ])('%s is taken: %s', async (_, headers, taken) => {
    const found = await problemOf(post(headers));
    // The gateway says that this item has no form.
    expect(found.slice(0, 2)).toEqual(taken ? [400, 'link-not-sendable'] : [403, 'foreign-form']);
  });

  test('is refused where there is none', async () => {
    const response = await post({ Origin: 'https://waypost.example' }, 'mailto:a@h.example.org');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('a WebSocket', () => {
  const telnet = (method: string, headers: Record<string, string>) =>
    open('telnet://1.0.0.1/', { method, headers: { ...JSON_ONLY, ...headers } });

  test.each(['websocket', 'WebSocket'])('is for pages of this service alone: %s', async (Upgrade) => {
    expect((await problemOf(telnet('GET', { Upgrade }))).slice(0, 2)).toEqual([403, 'foreign-page']);
    const Origin = 'https://evil.example';
    expect((await problemOf(telnet('GET', { Upgrade, Origin }))).slice(0, 2)).toEqual([403, 'foreign-page']);
  });

  test.each([
    ['GET', 'h2c'],
    ['HEAD', 'websocket'],
  ])('is not what %s with %s asks for', async (method, Upgrade) => {
    expect((await telnet(method, { Upgrade })).status).toBe(200);
  });

  test('of a link that has no session is what a page is', async () => {
    expect((await open('mailto:a@h.example.org', { headers: { Upgrade: 'websocket' } })).status).toBe(200);
  });
});

test('an item without a form is opened, although the address says that answers are sent', async () => {
  const answer = open('gopher://192.168.1.1/1', { query: '?sent=1', headers: JSON_ONLY });
  expect((await problemOf(answer)).slice(0, 2)).toEqual([403, 'egress-denied']);
});

test.each([
  ['2', 'foreign-page'],
  ['5', 'foreign-page'],
  ['1', 'invalid-parameter'],
  ['6', 'invalid-parameter'],
  ['x', 'invalid-parameter'],
])('a session of the model %s of a 3270 terminal: %s', async (model, problem) => {
  const headers = { ...JSON_ONLY, Upgrade: 'websocket' };
  const answer = open('tn3270://1.0.0.1/', { query: `?model=${model}`, headers });
  expect((await problemOf(answer))[1]).toBe(problem);
});

test('a program whose session fails before it begins gets an answer', async () => {
  const headers = { ...JSON_ONLY, Upgrade: 'websocket', Origin: 'https://waypost.example' };
  expect((await problemOf(open('telnet://192.168.1.1/', { headers }))).slice(0, 2)).toEqual([403, 'egress-denied']);
});

test.each([
  ['mailto:a@h.example.org', 'mailto'],
  ['https://h.example.org/', 'https'],
  ['x-secret:a', 'unknown'],
])('the log names the scheme of %s: %s', async (link, scheme) => {
  const context = askContext({ settings: SETTINGS });
  await openLink(explain(link, { complete: true }), context);
  expect(context.notes.scheme).toBe(scheme);
});
