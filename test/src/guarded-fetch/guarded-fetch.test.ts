/** The hops of a guarded call over a transport of the test, which records what it is asked for. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fetchUnder } from '../../../src/guarded-fetch/guarded-fetch.ts';
import { limitsOf } from '../../../src/guarded-fetch/options.ts';
import type { Coding, JudgedServer, TransportAnswer, TransportRequest } from '../../../src/net/transport.ts';
import { policyOf, type TestOptions } from '../webhooks/policy-of.ts';

const URL_OF_HOOK = 'https://hooks.example.com/in?a=b#c';
const PUBLIC = '93.184.215.14';

interface World {
  readonly answers?: readonly (Partial<TransportAnswer> | Error | Promise<never>)[];
  readonly addresses?: readonly string[];
  readonly codings?: readonly Coding[];
  readonly limits?: Parameters<typeof limitsOf>[0];
  readonly policy?: TestOptions;
  readonly resolvesListed?: boolean;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A guard over a transport, and what it was asked for. */
function world({
  answers = [{}],
  addresses = [PUBLIC],
  codings = [],
  limits = {},
  policy = {},
  resolvesListed = false,
}: World = {}) {
  const left = answers.values();
  const resolved: string[] = [];
  const connected: JudgedServer[] = [];
  const requests: (TransportRequest & { readonly maxHeader: number })[] = [];
  const close = vi.fn();
  const transport = {
    resolvesListed,
    async resolve(name: string) {
      resolved.push(name);
      return addresses;
    },
    async connect(server: JudgedServer) {
      connected.push(server);
      const exchange = async (request: TransportRequest, maxHeader: number): Promise<TransportAnswer> => {
        requests.push({ ...request, maxHeader });
        for await (const _ of request.body?.stream ?? []);
        const value = await left.next().value;
        if (value instanceof Error) throw value;
        const body = new Response('hello').body;
        return { status: 200, statusText: 'OK', fields: [], body, ...value };
      };
      return { exchange, close };
    },
    decoders: Object.fromEntries(codings.map((coding) => [coding, () => new DecompressionStream('gzip')])),
  };
  const guard = { policy: policyOf(policy), limits: limitsOf(limits), transport };
  const call = (input: string | URL | Request = URL_OF_HOOK, init: RequestInit = {}) => fetchUnder(guard, input, init);
  return { call, resolved, connected, requests, close };
}

const redirectTo = (location: string, status = 302): Partial<TransportAnswer> => ({
  status,
  fields: [['Location', location]],
});
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ code, rule, message }) => [code, rule, message],
  );

describe('a call', () => {
  test('goes to the addresses of the name, and says which URL answered', async () => {
    const { call, resolved, connected, requests, close } = world();
    const response = await call();
    expect([response.url, response.redirected, close.mock.calls.length]).toEqual([
      ...['https://hooks.example.com/in?a=b', false, 0],
    ]);
    expect(await response.text()).toBe('hello');
    expect(close).toHaveBeenCalledOnce();
    expect(resolved).toEqual(['hooks.example.com']);
    expect(connected).toEqual([{ hosts: [PUBLIC], port: 443, serverName: 'hooks.example.com' }]);
    expect(requests).toMatchObject([
      { method: 'GET', host: 'hooks.example.com', target: '/in?a=b', body: null, maxHeader: 16_384 },
    ]);
  });

  test.each([
    ['https://hooks.example.com./', { hosts: [PUBLIC], port: 443, serverName: 'hooks.example.com' }],
    ['https://hooks.example.com:8443/', { hosts: [PUBLIC], port: 8443, serverName: 'hooks.example.com' }],
    ['https://93.184.215.15/', { hosts: ['93.184.215.15'], port: 443, serverName: '93.184.215.15' }],
    ['https://[2606:2800::1]/', { hosts: ['2606:2800::1'], port: 443, serverName: '2606:2800::1' }],
    ['http://hooks.example.com/', { hosts: [PUBLIC], port: 80, serverName: null }],
    ['http://inner.lan:8080/', { hosts: ['inner.lan'], port: 8080, serverName: null }],
  ])('of %s connects to %j', async (url, server) => {
    const policy = { schemes: ['http', 'https'], egress: { EGRESS_ALLOW: 'inner.lan:8080' } };
    const { call, connected, resolved } = world({ policy });
    await call(new URL(url));
    expect([connected, resolved.length]).toEqual([[server], server.hosts[0] === PUBLIC ? 1 : 0]);
  });

  test('a name in EGRESS_ALLOW is looked up by a resolver that knows it, and its addresses are not judged', async () => {
    const policy = { schemes: ['http'], egress: { EGRESS_ALLOW: 'inner.lan:8080', EGRESS_DENY: '10.0.0.0/8' } };
    const known = world({ policy, resolvesListed: true, addresses: ['10.0.0.1', '::1'] });
    await known.call('http://inner.lan:8080/');
    expect([known.resolved, known.connected]).toEqual([
      ['inner.lan'],
      [{ hosts: ['10.0.0.1', '::1'], port: 8080, serverName: null }],
    ]);
    const unknown = world({ policy, resolvesListed: true, addresses: [] });
    expect(await failureOf(unknown.call('http://inner.lan:8080/'))).toEqual([
      'NOT_RESOLVED',
      'no-address',
      'inner.lan: The name has no address.',
    ]);
    expect(unknown.connected).toEqual([]);
  });

  test.each<[url: string, world: World, failure: unknown[]]>([
    [
      'http://hooks.example.com/',
      {},
      ['EGRESS_DENIED', 'scheme', 'hooks.example.com: The scheme http: is not allowed.'],
    ],
    [
      'ftp://hooks.example.com/',
      { policy: { schemes: ['ftp'] } },
      ['EGRESS_DENIED', 'scheme', 'hooks.example.com: The scheme ftp: is not allowed.'],
    ],
    ['https://127.0.0.1/', {}, ['EGRESS_DENIED', 'address', expect.stringContaining('127.0.0.1: ')]],
    ['https://a.internal/', {}, ['EGRESS_DENIED', 'special-name', expect.stringContaining('a.internal: ')]],
    [URL_OF_HOOK, { addresses: [] }, ['NOT_RESOLVED', 'no-address', 'hooks.example.com: The name has no address.']],
    [URL_OF_HOOK, { addresses: ['10.0.0.1'] }, ['EGRESS_DENIED', 'address', expect.any(String)]],
    [URL_OF_HOOK, { addresses: [PUBLIC, '::1'] }, ['EGRESS_DENIED', 'address', expect.any(String)]],
  ])('of %s with %j is refused, and nothing is connected', async (url, given, failure) => {
    const { call, connected } = world(given);
    expect(await failureOf(call(url))).toEqual(failure);
    expect(connected).toEqual([]);
  });

  test.each(['https://user:secret@h.example.com/', 'https://user@h.example.com/', 'https://:secret@h.example.com/'])(
    'of %s is refused, in any form, without the password',
    async (url) => {
      for (const input of [url, new URL(url)]) {
        const { call, connected } = world();
        expect(await failureOf(call(input))).toEqual([
          ...['EGRESS_DENIED', 'no-credentials'],
          'h.example.com: The URL has a user name or a password before the host.',
        ]);
        expect(connected).toEqual([]);
      }
    },
  );

  test('of a text that is not a URL is a TypeError', async () => {
    await expect(world().call('no URL')).rejects.toThrow(TypeError);
  });

  test('asks for the codings of its platform', async () => {
    const { call, requests } = world({ codings: ['br', 'gzip'] });
    await call();
    expect(requests[0]?.fields.at(-1)).toEqual(['accept-encoding', 'gzip, br']);
  });

  test.each([
    ['GET', null],
    ['DELETE', null],
    ['POST', 0],
    ['PUT', 0],
  ])('with %s and no body has the length %j', async (method, length) => {
    const { call, requests } = world();
    await call(URL_OF_HOOK, { method });
    expect(requests[0]?.body?.length ?? null).toBe(length);
  });

  test('that fails closes its connection, and cancels the stream of the caller', async () => {
    const broken = new Error('reset');
    const { call, close } = world({ answers: [broken] });
    await expect(call()).rejects.toBe(broken);
    expect(close).toHaveBeenCalledOnce();

    const cancel = vi.fn();
    const unread = world({ addresses: [] });
    const body = new ReadableStream({ cancel });
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
    expect(await failureOf(unread.call(URL_OF_HOOK, init))).toEqual(['NOT_RESOLVED', 'no-address', expect.any(String)]);
    expect(cancel).toHaveBeenCalledOnce();
  });

  test('whose answer is not valid closes its connection', async () => {
    for (const answer of [{ status: 999 }, { fields: [['a b', 'c']] as const }]) {
      const { call, close } = world({ answers: [answer] });
      expect(await failureOf(call())).toEqual(['BAD_ANSWER', 'http', expect.any(String)]);
      expect(close).toHaveBeenCalled();
    }
  });

  test('leaves names to a system that judges their addresses itself', async () => {
    const { call, resolved, connected } = world({ policy: { egress: { EGRESS_DNS: 'system' } } });
    await call();
    expect([resolved, connected.map(({ hosts }) => hosts)]).toEqual([[], [['hooks.example.com']]]);
  });

  test('waits for an answer from the end of its request on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent = { answers: [new Promise<never>(() => {})], limits: { answerTime: 1000 } };
    const failed = vi.fn();
    const outcomes = async (milliseconds: number) => {
      await vi.advanceTimersByTimeAsync(milliseconds);
      return failed.mock.calls.map(([{ rule }]) => rule);
    };
    void world(silent).call().catch(failed);
    expect([await outcomes(999), await outcomes(1)]).toEqual([[], ['answerTime']]);

    failed.mockClear();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: readable, duplex: 'half' };
    void world(silent).call(URL_OF_HOOK, init).catch(failed);
    expect(await outcomes(2000)).toEqual([]);
    await writable.close();
    expect([await outcomes(999), await outcomes(1)]).toEqual([[], ['answerTime']]);
  });

  test('leaves no timer behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { call } = world({ answers: [{ body: null }, new Error('reset')] });
    await call();
    expect(vi.getTimerCount()).toBe(0);
    await expect(call()).rejects.toThrow('reset');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a redirect', () => {
  test('is judged, resolved and connected anew', async () => {
    const { call, resolved, connected, requests, close } = world({
      answers: [redirectTo('https://other.example.net/x'), {}],
      limits: { redirects: 1 },
    });
    const response = await call();
    expect([response.url, response.redirected]).toEqual(['https://other.example.net/x', true]);
    expect(resolved).toEqual(['hooks.example.com', 'other.example.net']);
    expect(connected.map(({ serverName }) => serverName)).toEqual(resolved);
    expect(requests.map(({ target }) => target)).toEqual(['/in?a=b', '/x']);
    expect(close).toHaveBeenCalledOnce();
  });

  test.each([
    [0, 1, 'The server redirects the request.'],
    [1, 2, 'The server redirects more than 1 times.'],
    [2, 3, 'The server redirects more than 2 times.'],
  ])('is followed %d times, not %d', async (redirects, count, message) => {
    const hops = Array.from({ length: count }, () => redirectTo('/x'));
    const { call, close } = world({ answers: hops, limits: { redirects } });
    expect(await failureOf(call())).toEqual(['REDIRECT_REFUSED', 'redirects', message]);
    expect(close).toHaveBeenCalledTimes(count);
    const enough = world({ answers: [...hops.slice(1), {}], limits: { redirects } });
    expect((await enough.call()).status).toBe(200);
  });

  test('to a private address is refused', async () => {
    const { call, connected } = world({ answers: [redirectTo('https://10.0.0.1/')], limits: { redirects: 3 } });
    expect(await failureOf(call())).toEqual(['EGRESS_DENIED', 'address', expect.any(String)]);
    expect(connected).toHaveLength(1);
  });

  test.each([':x', 'x', 'x:x'])('to a URL with %s before the host is refused', async (userInfo) => {
    const { call } = world({ answers: [redirectTo(`https://${userInfo}@h.example.com/`)], limits: { redirects: 3 } });
    expect(await failureOf(call())).toEqual(['EGRESS_DENIED', 'no-credentials', expect.any(String)]);
  });

  test('is an error, or the answer, if the caller says so', async () => {
    const error = world({ answers: [redirectTo('/x')], limits: { redirects: 3 } });
    expect(await failureOf(error.call(URL_OF_HOOK, { redirect: 'error' }))).toEqual([
      ...['REDIRECT_REFUSED', 'redirect-error', 'The server redirects the request.'],
    ]);
    const manual = world({ answers: [redirectTo('/x')] });
    expect((await manual.call(URL_OF_HOOK, { redirect: 'manual' })).status).toBe(302);
  });
});

test.each([
  ['CONNECT', true],
  ['trace', true],
  ['TRACK', true],
  ['PATCH', false],
  ['CONNECTED', false],
])('the method %s is refused, also where the runtime makes such a request: %s', async (method, isRefused) => {
  const Made = class extends Request {
    override get method(): string {
      return method;
    }
  };
  vi.stubGlobal('Request', Made);
  const { call, requests } = world();
  const called = call();
  if (isRefused) await expect(called).rejects.toThrow(new TypeError(`The method ${method} is forbidden.`));
  else expect((await called).status).toBe(200);
  expect(requests).toHaveLength(isRefused ? 0 : 1);
});
