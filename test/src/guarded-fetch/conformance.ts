/**
 * What `guardedFetch` does on every platform: requests as `fetch` sends them, answers, redirects, limits, and broken
 * servers. Each platform runs this suite with its own transport.
 */
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EgressError } from '../../../src/egress/egress-error.ts';
import type { GuardedFetchOptions } from '../../../src/guarded-fetch/options.ts';
import { type Receiver, rawReceiver, receiver } from './receiver.ts';

/** Looks up a name; each call may have another answer. */
export type TestResolve = (name: string) => Promise<readonly string[]>;

/** `guardedFetch` of a platform, with a resolver and the authority of the tests. */
export type FetchWith = (
  url: string,
  init: RequestInit | Request,
  options: GuardedFetchOptions,
  resolve: TestResolve,
) => Promise<Response>;

export interface Platform {
  readonly fetch: FetchWith;
  /** The codings that it asks for. */
  readonly codings: string;
}

/** A request as the receiver saw it. */
interface Echoed {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const readEcho = (response: Response): Promise<Echoed> => response.json();

/** Defines the tests of a platform. */
export function testGuardedFetch({ fetch, codings }: Platform): void {
  const open: Receiver[] = [];
  afterAll(() => Promise.all(open.map((server) => server.close())));
  const started = async (server: Promise<Receiver>): Promise<Receiver> => {
    open.push(await server);
    return server;
  };

  /** Calls a server of this test by a name, as if it were public. */
  const call = (
    { port }: Pick<Receiver, 'port'>,
    init: RequestInit | Request = {},
    options: GuardedFetchOptions = {},
    { scheme = 'http', path = '/in?a=b', name = 'localhost.example.com', more = [] as readonly number[] } = {},
  ) =>
    fetch(
      init instanceof Request ? init.url : `${scheme}://${name}:${port}${path}`,
      init,
      {
        schemes: ['http', 'https'],
        egress: { EGRESS_ALLOW: [port, ...more].map((port) => `127.0.0.1:${port}`).join(' ') },
        ...options,
      },
      async () => ['127.0.0.1'],
    );

  const failure = async (called: Promise<Response>): Promise<readonly [code: string, rule: string]> => {
    const error: unknown = await called.then(
      async (response) => new Error(`It answered: ${await response.text()}`),
      (error) => error,
    );
    if (!(error instanceof EgressError)) throw error;
    expect(error.message).toMatch(/\.$/);
    return [error.code, error.rule];
  };
  const bodyFailure = (called: Promise<Response>) =>
    failure(called.then((response) => response.text()).then((text) => new Response(text)));

  /** Repeats the request as JSON. */
  let echo: Receiver;
  beforeAll(async () => {
    echo = await started(
      receiver(async (request, response) => {
        const body = await text(request);
        const { method, url, headers } = request;
        response.setHeader('Set-Cookie', ['a=1', 'b=2']).end(JSON.stringify({ method, url, headers, body }));
      }),
    );
  });
  const echoed = async (init: RequestInit | Request) => readEcho(await call(echo, init));

  describe('a request', () => {
    test('without anything is a GET, and the response is that of fetch', async () => {
      const response = await call(echo);
      expect(response).toBeInstanceOf(Response);
      expect([response.status, response.statusText, response.ok]).toEqual([200, 'OK', true]);
      expect([response.url, response.redirected]).toEqual([`http://localhost.example.com:${echo.port}/in?a=b`, false]);
      expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
      const { headers, ...rest } = await readEcho(response);
      expect(rest).toEqual({ method: 'GET', url: '/in?a=b', body: '' });
      expect(headers).toEqual({
        host: `localhost.example.com:${echo.port}`,
        accept: '*/*',
        'user-agent': 'waypost',
        'accept-encoding': codings,
        connection: 'close',
      });
    });

    test.each<[what: string, init: RequestInit, body: string, type: string | undefined, length: string | undefined]>([
      ['a text', { body: 'héllo' }, 'héllo', 'text/plain;charset=UTF-8', '6'],
      ['octets', { body: Uint8Array.of(104, 105) }, 'hi', undefined, '2'],
      [
        'a form',
        { body: new URLSearchParams({ a: 'b c' }) },
        'a=b+c',
        'application/x-www-form-urlencoded;charset=UTF-8',
        '5',
      ],
      ['a blob', { body: new Blob(['x'], { type: 'text/x' }) }, 'x', 'text/x', '1'],
      ['an empty text', { body: '' }, '', 'text/plain;charset=UTF-8', '0'],
      ['nothing', {}, '', undefined, '0'],
      ['a type of its own', { body: '{}', headers: { 'Content-Type': 'a/b' } }, '{}', 'a/b', '2'],
    ])('has %s as its body', async (_, init, body, type, length) => {
      const { headers, ...rest } = await echoed({ method: 'POST', ...init });
      expect(rest).toMatchObject({ method: 'POST', body });
      expect([headers['content-type'], headers['content-length'], headers['transfer-encoding']]).toEqual([
        type,
        length,
        undefined,
      ]);
    });

    const streamOf = (...parts: string[]) =>
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          const part = parts.shift();
          if (part === undefined) controller.close();
          else controller.enqueue(new TextEncoder().encode(part));
        },
      });

    test('has a stream as its body, in chunks', async () => {
      const init: RequestInit & { duplex: 'half' } = { method: 'PUT', body: streamOf('a', 'b', 'c'), duplex: 'half' };
      const { headers, body } = await echoed(init);
      expect([body, headers['transfer-encoding'], headers['content-length']]).toEqual(['abc', 'chunked', undefined]);
    });

    test('is a Request, whose body has a length if it is short', async () => {
      const url = `http://localhost.example.com:${echo.port}/r`;
      const { headers, body } = await echoed(
        new Request(url, { method: 'POST', body: 'abc', headers: { 'X-A': 'b' } }),
      );
      expect([body, headers['content-length'], headers['x-a']]).toEqual(['abc', '3', 'b']);
      const long = 'x'.repeat(200_000);
      const answer = await echoed(new Request(url, { method: 'POST', body: long }));
      expect([answer.body, answer.headers['transfer-encoding']]).toEqual([long, 'chunked']);
    });

    test('has the fields of the caller, but not those of the connection', async () => {
      const headers = {
        ...{ 'X-A': 'b', Accept: 'text/x', 'User-Agent': 'Me/1', Cookie: 'a=b', Authorization: 'Bearer t' },
        ...{ Host: 'evil.example.com', Connection: 'upgrade', Upgrade: 'x', 'Content-Length': '99', TE: 'trailers' },
        ...{ 'Transfer-Encoding': 'chunked', Expect: '100-continue', 'Accept-Encoding': 'zstd' },
      };
      const { headers: received, body } = await echoed({ method: 'POST', body: 'abc', headers });
      expect(body).toBe('abc');
      expect(received).toMatchObject({ 'x-a': 'b', accept: 'text/x', 'user-agent': 'Me/1', cookie: 'a=b' });
      expect(received).toMatchObject({ authorization: 'Bearer t', host: `localhost.example.com:${echo.port}` });
      expect(received).toMatchObject({ connection: 'close', 'accept-encoding': codings, 'content-length': '3' });
      for (const name of ['upgrade', 'te', 'expect', 'transfer-encoding']) expect(received).not.toHaveProperty(name);
    });

    test.each(['a\r\nX-Second: y', 'a\nb', 'a\0b', 'a\u010ab'])('cannot have the field %j', async (value) => {
      const before = echo.connections;
      await expect(call(echo, { headers: { 'X-A': value } })).rejects.toThrow(TypeError);
      expect(echo.connections).toBe(before);
    });

    test.each([
      ['/%0d%0aX-Second:%20y', '/%0d%0aX-Second:%20y'],
      ['/%00?%0A', '/%00?%0A'],
      ['/%250d%250a', '/%250d%250a'],
      ['/\u010a\u560a', '/%C4%8A%E5%98%8A'],
    ])('has the target of %s in one line', async (path, target) => {
      expect((await readEcho(await call(echo, {}, {}, { path }))).url).toBe(target);
    });

    test('a body that fails ends the request with its error', async () => {
      const body = new ReadableStream({
        pull(controller) {
          controller.error(new RangeError('no more'));
        },
      });
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
      await expect(call(echo, init)).rejects.toThrow('no more');
    });

    test('that is refused lets go of the stream that it would have sent', async () => {
      const reasons: unknown[] = [];
      const body = new ReadableStream({ cancel: (reason) => void reasons.push(reason) });
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
      expect(await failure(call(echo, init, { denyHosts: ['example.com'] }))).toEqual(['EGRESS_DENIED', 'left-alone']);
      expect(reasons).toEqual([expect.objectContaining({ rule: 'left-alone' })]);
    });

    test('a server may answer before it has read the body', async () => {
      const early = await started(receiver((_, response) => response.writeHead(413).end('too much')));
      const response = await call(early, { method: 'POST', body: 'x'.repeat(3_000_000) });
      expect([response.status, await response.text()]).toEqual([413, 'too much']);
    });
  });

  describe('an answer', () => {
    test.each([200, 201, 204, 304, 400, 410, 500, 599])('with the status %i is a response', async (status) => {
      const server = await started(receiver((_, response) => response.writeHead(status).end()));
      const response = await call(server);
      expect([response.status, await response.text()]).toEqual([status, '']);
    });

    test('to HEAD has no body', async () => {
      const response = await call(echo, { method: 'HEAD' });
      expect([response.status, response.body]).toEqual([200, null]);
    });

    const plain = 'hello '.repeat(2000);
    test.each<[coding: string, octets: Uint8Array]>([
      ['gzip', gzipSync(plain)],
      ['x-gzip', gzipSync(plain)],
      ['deflate', deflateSync(plain)],
      ['deflate', deflateRawSync(plain)],
      ['identity', Buffer.from(plain)],
      ['deflate, gzip', gzipSync(deflateSync(plain))],
      ...(codings.includes('br') ? ([['br', brotliCompressSync(plain)]] satisfies [string, Uint8Array][]) : []),
    ])('in %s is decompressed', async (coding, octets) => {
      const server = await started(
        receiver((_, response) => response.setHeader('Content-Encoding', coding).end(octets)),
      );
      const response = await call(server);
      expect(await response.text()).toBe(plain);
      const isCoded = coding !== 'identity';
      expect(response.headers.has('content-encoding')).toBe(!isCoded);
    });

    test('in a coding that is not known stays as it is, as in fetch', async () => {
      const server = await started(
        receiver((_, response) => response.setHeader('Content-Encoding', 'x-y').end('as is')),
      );
      const response = await call(server);
      expect([response.headers.get('content-encoding'), await response.text()]).toEqual(['x-y', 'as is']);
    });

    test('is a stream, and cancelling it closes the connection', async () => {
      let closed: Promise<unknown> = Promise.resolve();
      const endless = await started(
        receiver((request, response) => {
          closed = once(request.socket, 'close');
          response.write('a');
        }),
      );
      const reader = (await call(endless)).body?.getReader();
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('a');
      await reader?.cancel();
      await closed;
    });

    test.each<[what: string, octets: string, code: string, rule: string]>([
      ['that is not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'BAD_ANSWER', 'http'],
      [
        'with two lengths',
        'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        'BAD_ANSWER',
        'http',
      ],
      ['with a control in a field', 'HTTP/1.1 200 OK\r\nX: a\x01b\r\nContent-Length: 0\r\n\r\n', 'BAD_ANSWER', 'http'],
      [
        'that switches protocols',
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
        'BAD_ANSWER',
        'http',
      ],
      ['with the status 999', 'HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n', 'BAD_ANSWER', 'http'],
      [
        'in three codings',
        'HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip, gzip\r\n\r\nabc',
        'BAD_ANSWER',
        'compression',
      ],
      ['that is missing', '', 'UNREACHABLE', 'connection'],
      ['with an endless header', `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(9000)}`, 'TOO_LARGE', 'maxHeader'],
    ])('%s is %s', async (_, octets, code, rule) => {
      const server = await started(rawReceiver(Buffer.from(octets, 'latin1')));
      expect(await failure(call(server))).toEqual([code, rule]);
    });

    test.each<[what: string, octets: string]>([
      ['shorter than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'],
      ['that ends within a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc'],
    ])('%s is an error of the body', async (_, octets) => {
      const server = await started(rawReceiver(octets));
      expect(await bodyFailure(call(server))).toEqual(['BAD_ANSWER', 'http']);
    });

    test.each<[what: string, octets: Uint8Array]>([
      ['that is not gzip', Buffer.from('hello, this is no gzip at all')],
      ['of gzip that is cut', gzipSync('hello'.repeat(100)).subarray(0, 20)],
    ])('%s is an error of the body', async (_, octets) => {
      const server = await started(
        receiver((_, response) => response.setHeader('Content-Encoding', 'gzip').end(octets)),
      );
      expect(await bodyFailure(call(server))).toEqual(['BAD_ANSWER', 'compression']);
    });
  });

  describe('limits', () => {
    test('of the size hold before and after decompression', async () => {
      const bomb = gzipSync(Buffer.alloc(50_000_000));
      const server = await started(
        receiver((request, response) => {
          if (request.url === '/bomb') response.setHeader('Content-Encoding', 'gzip').end(bomb);
          else response.end('x'.repeat(1001));
        }),
      );
      expect(await bodyFailure(call(server, {}, {}, { path: '/bomb' }))).toEqual(['TOO_LARGE', 'maxBody']);
      expect(await bodyFailure(call(server, {}, { maxBody: 1000 }))).toEqual(['TOO_LARGE', 'maxBody']);
      expect((await (await call(server, {}, { maxBody: 1001 })).text()).length).toBe(1001);
    });

    test('of the header', async () => {
      const server = await started(receiver((_, response) => response.setHeader('X', 'y'.repeat(3000)).end('a')));
      expect(await failure(call(server, {}, { maxHeader: 2000 }))).toEqual(['TOO_LARGE', 'maxHeader']);
      expect(await (await call(server, {}, { maxHeader: 4000 })).text()).toBe('a');
    });

    test('of the time until the answer', async () => {
      const silent = await started(rawReceiver(() => {}));
      expect(await failure(call(silent, {}, { answerTime: 30 }))).toEqual(['TIMEOUT', 'answerTime']);
    });

    test('of the whole time, also within the body', async () => {
      const drip = await started(
        receiver((_, response) => {
          response.write('a');
        }),
      );
      expect(await bodyFailure(call(drip, {}, { totalTime: 200 }))).toEqual(['TIMEOUT', 'totalTime']);
    });

    test('of the time for the lookup', async () => {
      const never = () => new Promise<never>(() => {});
      const called = fetch('https://hooks.example.com/', {}, { connectTime: 30 }, never);
      expect(await failure(called)).toEqual(['TIMEOUT', 'connectTime']);
    });

    test('must be numbers', async () => {
      await expect(call(echo, {}, { maxBody: -1 })).rejects.toThrow('maxBody must be a number from 0 on.');
      await expect(call(echo, {}, { redirects: Number.NaN })).rejects.toThrow(TypeError);
    });

    test('a signal ends the request, and the body', async () => {
      const silent = await started(rawReceiver(() => {}));
      const before = AbortSignal.abort(new Error('before'));
      await expect(call(silent, { signal: before })).rejects.toThrow('before');
      expect(silent.connections).toBe(0);
      const controller = new AbortController();
      const waiting = call(silent, { signal: controller.signal });
      setTimeout(() => controller.abort(new Error('meanwhile')), 20);
      await expect(waiting).rejects.toThrow('meanwhile');
      const drip = await started(receiver((_, response) => response.write('a')));
      const later = new AbortController();
      const response = await call(drip, { signal: later.signal });
      const body = response.text();
      later.abort(new Error('later'));
      await expect(body).rejects.toThrow('later');
    });
  });

  describe('a redirect', () => {
    /** Redirects with the status in the path to the place in it; other paths are echoed. */
    let server: Receiver;
    let other: Receiver;
    beforeAll(async () => {
      const answering = () =>
        receiver(async (request, response) => {
          const body = await text(request);
          const [, status, location] = /^\/(30\d)\/(.*)$/.exec(request.url ?? '') ?? [];
          if (status !== undefined && location !== undefined) {
            response.writeHead(Number(status), { Location: decodeURIComponent(location) }).end();
          } else if (request.url === '/301') response.writeHead(301).end('no location');
          else
            response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }));
        });
      server = await started(answering());
      other = await started(answering());
    });
    const to = (status: number, location: string) => `/${status}/${encodeURIComponent(location)}`;
    const follow = (path: string, init: RequestInit = {}, redirects = 3) =>
      call(server, init, { redirects }, { path, more: [other.port] });

    test('is refused, unless the caller allows it or wants to see it', async () => {
      expect(await failure(follow(to(302, '/x'), {}, 0))).toEqual(['REDIRECT_REFUSED', 'redirects']);
      const seen = await follow(to(302, '/x'), { redirect: 'manual' }, 0);
      expect([seen.status, seen.headers.get('location')]).toEqual([302, '/x']);
      expect(await failure(follow(to(307, to(308, '/x')), {}, 1))).toEqual(['REDIRECT_REFUSED', 'redirects']);
      expect(await (await follow('/301', {}, 0)).text()).toBe('no location');
    });

    test('is followed', async () => {
      const response = await follow(to(302, to(301, '/x#y')));
      expect([response.url, response.redirected]).toEqual([`http://localhost.example.com:${server.port}/x`, true]);
      expect(await readEcho(response)).toMatchObject({ method: 'GET', url: '/x' });
    });

    test.each<[status: number, method: string, then: string, body: string]>([
      [301, 'POST', 'GET', ''],
      [302, 'POST', 'GET', ''],
      [303, 'POST', 'GET', ''],
      [307, 'POST', 'POST', 'abc'],
      [308, 'POST', 'POST', 'abc'],
      [302, 'PUT', 'PUT', 'abc'],
      [303, 'PUT', 'GET', ''],
      [303, 'HEAD', 'HEAD', ''],
    ])('%i of a %s becomes a %s', async (status, method, then, body) => {
      const init = { method, headers: { 'Content-Type': 'a/b' }, ...(method !== 'HEAD' && { body: 'abc' }) };
      const response = await follow(to(status, '/x'), init);
      if (method === 'HEAD') return expect(response.status).toBe(200);
      const received = await readEcho(response);
      expect(received).toMatchObject({ method: then, body });
      expect(received.headers['content-type']).toBe(then === 'GET' ? undefined : 'a/b');
    });

    test('to another origin loses the credentials, and to the same keeps them', async () => {
      const headers = { Authorization: 'Bearer t', Cookie: 'a=b', 'X-A': 'b' };
      const abroad = await follow(to(302, `http://localhost.example.com:${other.port}/x`), { headers });
      const received = (await readEcho(abroad)).headers;
      expect([received.authorization, received.cookie, received['x-a']]).toEqual([undefined, undefined, 'b']);
      const here = await readEcho(await follow(to(302, '/x'), { headers }));
      expect([here.headers.authorization, here.headers.cookie]).toEqual(['Bearer t', 'a=b']);
    });

    test('of a stream is refused, as it cannot be sent twice', async () => {
      const body = new Blob(['abc']).stream();
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
      expect(await failure(follow(to(307, '/x'), init))).toEqual(['REDIRECT_REFUSED', 'redirect-body']);
    });

    test.each<[location: string, code: string, rule: string]>([
      ['http://127.0.0.2:PORT/', 'EGRESS_DENIED', 'address'],
      ['http://[::ffff:127.0.0.2]:PORT/', 'EGRESS_DENIED', 'address'],
      ['http://169.254.169.254/latest/meta-data/', 'EGRESS_DENIED', 'address'],
      ['http://localhost:PORT/', 'EGRESS_DENIED', 'special-name'],
      ['http://localhost.example.com:6379/', 'EGRESS_DENIED', 'port'],
      ['http://a:b@localhost.example.com:PORT/', 'EGRESS_DENIED', 'no-credentials'],
      ['ftp://localhost.example.com:PORT/', 'EGRESS_DENIED', 'scheme'],
      ['file:///etc/passwd', 'EGRESS_DENIED', 'scheme'],
      ['data:text/plain,x', 'EGRESS_DENIED', 'scheme'],
      ['http://[', 'REDIRECT_REFUSED', 'redirect-location'],
    ])('to %s is judged anew', async (location, code, rule) => {
      const before = other.connections;
      expect(await failure(follow(to(302, location.replace('PORT', `${other.port}`))))).toEqual([code, rule]);
      expect(other.connections).toBe(before);
    });
  });

  describe('TLS', () => {
    const answering = (certificate: 'trusted' | 'wrong-name' | 'self-signed' | 'expired') =>
      started(receiver((_, response) => response.end('secure'), certificate));
    const named = { scheme: 'https', name: 'gopher.waypost.example.org' };

    test('names the host to the server, and checks the certificate for it', async () => {
      expect(await (await call(await answering('trusted'), {}, {}, named)).text()).toBe('secure');
      const other = { ...named, name: 'other.example.org' };
      expect(await failure(call(await answering('trusted'), {}, {}, other))).toEqual(['TLS_FAILED', 'certificate']);
    });

    test.each(['wrong-name', 'self-signed', 'expired'] as const)('refuses a certificate that is %s', async (name) => {
      expect(await failure(call(await answering(name), {}, {}, named))).toEqual(['TLS_FAILED', 'certificate']);
    });

    test('is not what a server without it speaks', async () => {
      expect(await failure(call(echo, {}, {}, named))).toEqual(['TLS_FAILED', 'certificate']);
    });
  });

  test('a name on the list of EGRESS_ALLOW is called as it is', async () => {
    const options = { schemes: ['http'], egress: { EGRESS_ALLOW: `localhost:${echo.port}` } };
    const never = () => Promise.reject(new Error('Nothing is judged here.'));
    const response = await fetch(`http://localhost:${echo.port}/`, {}, options, never);
    expect((await readEcho(response)).headers.host).toBe(`localhost:${echo.port}`);
  });

  describe('a server that is not reached', () => {
    test('does not listen', async () => {
      const gone = await receiver(() => {});
      await gone.close();
      expect(await failure(call(gone))).toEqual(['UNREACHABLE', 'connection']);
    });

    test('has no address, or no resolver knows it', async () => {
      const url = 'https://hooks.example.com/';
      expect(await failure(fetch(url, {}, {}, async () => []))).toEqual(['NOT_RESOLVED', 'no-address']);
      const broken = () => Promise.reject(new Error('SERVFAIL'));
      expect(await failure(fetch(url, {}, {}, broken))).toEqual(['NOT_RESOLVED', 'resolver']);
    });

    test('has another address that works', async () => {
      const options = {
        schemes: ['http'],
        egress: { EGRESS_ALLOW: `127.83.71.9:${echo.port} 127.0.0.1:${echo.port}` },
      };
      const url = `http://hooks.example.com:${echo.port}/`;
      const response = await fetch(url, {}, options, async () => ['127.83.71.9', '127.0.0.1']);
      expect(response.status).toBe(200);
    });
  });
}
