/** Limits of time and size, signals, TLS, and servers that are not reached. A part of the suite in `conformance.ts`. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Calls, readEcho } from './calls.ts';
import { rawReceiver, receiver } from './receiver.ts';

export function testLimits(calls: Calls): void {
  const { fetch, started, call, failure, bodyFailure } = calls;
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
      await expect(call(calls.echo, {}, { maxBody: -1 })).rejects.toThrow('maxBody must be a number from 0 on.');
      await expect(call(calls.echo, {}, { redirects: Number.NaN })).rejects.toThrow(TypeError);
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
      expect(await failure(call(calls.echo, {}, {}, named))).toEqual(['TLS_FAILED', 'certificate']);
    });
  });

  test('a name on the list of EGRESS_ALLOW is looked up as every name, and its addresses are not judged', async () => {
    const host = `inner.lan:${calls.echo.port}`;
    const options = { schemes: ['http'], denyHosts: ['127.0.0.0/8'], egress: { EGRESS_ALLOW: host } };
    const response = await fetch(`http://${host}/`, {}, options, async () => ['127.0.0.1']);
    expect((await readEcho(response)).headers.host).toBe(host);
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
        egress: { EGRESS_ALLOW: `127.83.71.9:${calls.echo.port} 127.0.0.1:${calls.echo.port}` },
      };
      const url = `http://hooks.example.com:${calls.echo.port}/`;
      const response = await fetch(url, {}, options, async () => ['127.83.71.9', '127.0.0.1']);
      expect(response.status).toBe(200);
    });
  });
}
