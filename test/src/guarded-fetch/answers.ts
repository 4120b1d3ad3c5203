/** Answers: statuses, codings, streams, and servers that break HTTP. A part of the suite in `conformance.ts`. */
import { once } from 'node:events';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Calls } from './calls.ts';
import { rawReceiver, receiver } from './receiver.ts';

export function testAnswers(calls: Calls): void {
  const { codings, started, call, failure, bodyFailure } = calls;
  describe('an answer', () => {
    test.each([200, 201, 204, 304, 400, 410, 500, 599])('with the status %i is a response', async (status) => {
      const server = await started(receiver((_, response) => response.writeHead(status).end()));
      const response = await call(server);
      expect([response.status, await response.text()]).toEqual([status, '']);
    });

    test('to HEAD has no body', async () => {
      const response = await call(calls.echo, { method: 'HEAD' });
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
}
