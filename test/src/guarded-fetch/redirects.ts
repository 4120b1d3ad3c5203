/**
 * Redirects: what is followed, with which method and fields, and what is judged anew. A part of the suite in
 * `conformance.ts`.
 */
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Calls, readEcho } from './calls.ts';
import { type Receiver, receiver } from './receiver.ts';

export function testRedirects(calls: Calls): void {
  const { started, call, failure } = calls;
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
}
