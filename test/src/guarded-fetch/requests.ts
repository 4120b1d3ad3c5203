/** Requests as `fetch` sends them: bodies, fields and targets. A part of the suite in `conformance.ts`. */
import { describe, expect, test } from 'vitest';
import { type Calls, readEcho } from './calls.ts';
import { receiver } from './receiver.ts';

export function testRequests(calls: Calls): void {
  const { codings, started, call, failure, echoed } = calls;
  describe('a request', () => {
    test('without anything is a GET, and the response is that of fetch', async () => {
      const response = await call(calls.echo);
      expect(response).toBeInstanceOf(Response);
      expect([response.status, response.statusText, response.ok]).toEqual([200, 'OK', true]);
      expect([response.url, response.redirected]).toEqual([
        `http://localhost.example.com:${calls.echo.port}/in?a=b`,
        false,
      ]);
      expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
      const { headers, ...rest } = await readEcho(response);
      expect(rest).toEqual({ method: 'GET', url: '/in?a=b', body: '' });
      expect(headers).toEqual({
        host: `localhost.example.com:${calls.echo.port}`,
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
      const url = `http://localhost.example.com:${calls.echo.port}/r`;
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
      expect(received).toMatchObject({ authorization: 'Bearer t', host: `localhost.example.com:${calls.echo.port}` });
      expect(received).toMatchObject({ connection: 'close', 'accept-encoding': codings, 'content-length': '3' });
      for (const name of ['upgrade', 'te', 'expect', 'transfer-encoding']) expect(received).not.toHaveProperty(name);
    });

    test.each(['a\r\nX-Second: y', 'a\nb', 'a\0b', 'a\u010ab'])('cannot have the field %j', async (value) => {
      const before = calls.echo.connections;
      await expect(call(calls.echo, { headers: { 'X-A': value } })).rejects.toThrow(TypeError);
      expect(calls.echo.connections).toBe(before);
    });

    test.each([
      ['/%0d%0aX-Second:%20y', '/%0d%0aX-Second:%20y'],
      ['/%00?%0A', '/%00?%0A'],
      ['/%250d%250a', '/%250d%250a'],
      ['/\u010a\u560a', '/%C4%8A%E5%98%8A'],
    ])('has the target of %s in one line', async (path, target) => {
      expect((await readEcho(await call(calls.echo, {}, {}, { path }))).url).toBe(target);
    });

    test('a body that fails ends the request with its error', async () => {
      const body = new ReadableStream({
        pull(controller) {
          controller.error(new RangeError('no more'));
        },
      });
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
      await expect(call(calls.echo, init)).rejects.toThrow('no more');
    });

    test('that is refused lets go of the stream that it would have sent', async () => {
      const reasons: unknown[] = [];
      const body = new ReadableStream({ cancel: (reason) => void reasons.push(reason) });
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
      expect(await failure(call(calls.echo, init, { denyHosts: ['example.com'] }))).toEqual([
        'EGRESS_DENIED',
        'left-alone',
      ]);
      expect(reasons).toEqual([expect.objectContaining({ rule: 'left-alone' })]);
    });

    test('a server may answer before it has read the body', async () => {
      const early = await started(receiver((_, response) => response.writeHead(413).end('too much')));
      const response = await call(early, { method: 'POST', body: 'x'.repeat(3_000_000) });
      expect([response.status, await response.text()]).toEqual([413, 'too much']);
    });
  });
}
