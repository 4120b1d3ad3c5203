/**
 * The proxy for old browsers: targets in absolute form become addresses of the Worker, links of its pages lead back to
 * them, and everything else is refused. The listener runs in this process, before a Worker with the test servers.
 */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { canonicalize } from '../../../src/index.ts';
import { openHref } from '../../../worker/gateway/contract/gateway-path.ts';
import { oldHref } from '../../../worker/old-browsers/links.ts';
import { startProxy } from '../../../worker/self-host/proxy.ts';
import { proxyTarget } from '../../../worker/self-host/proxy-target.ts';
import fc, { runs } from '../../fast-check.ts';
import { startFtp } from '../../servers/ftp.ts';
import { startGopher } from '../../servers/gopher.ts';
import { models } from '../../src/generators.ts';
import { commandsTo, startGateway } from '../gateway/worker.ts';

const [gopher, ftp] = await Promise.all([startGopher({}), startFtp({ login: 'refused' })]);
const worker = await startGateway([gopher, ftp]);
const proxy = await startProxy({
  ...{ host: '127.0.0.1', port: 0, basePath: '' },
  worker: { host: '127.0.0.1', port: Number(new URL(worker.origin).port) },
});
afterAll(async () => {
  proxy.close();
  await Promise.all([worker, gopher, ftp].map((running) => running.close()));
});

const ALWAYS = 'links=original&format=html32';

test.each([
  ['gopher://h.example/1/x', `/gopher/h.example/1/x?${ALWAYS}`],
  ['GOPHER://H.example:70', `/gopher/h.example/?${ALWAYS}`],
  ['gopher://h.example/0/a b\xe9', `/gopher/h.example/0/a%20b%E9?${ALWAYS}`],
  ['gopher://h.example/0/cgi?x=1', `/gopher/h.example/0/cgi%3Fx=1?${ALWAYS}`],
  ['gopher://h.example/7/s?two+words', `/gopher/h.example/7/s%09two%20words?${ALWAYS}`],
  ['gopher://h.example/7/s%09old?new', `/gopher/h.example/7/s%09new?${ALWAYS}`],
  ['gopher://h.example/1a//b', `/open?url=gopher%3A%2F%2Fh.example%2F1a%2F%2Fb&${ALWAYS}`],
  ['ftp://h.example/pub/?waypost&sort=size', `/ftp/h.example/pub/?sort=size&${ALWAYS}`],
  ['ftp://h.example/pic?waypost&format=raw', '/ftp/h.example/pic?format=raw&links=original'],
  ['news:comp.lang.c', `/news/~/comp.lang.c?${ALWAYS}`],
  ['wais://h.example/db?words', `/open?url=wais%3A%2F%2Fh.example%2Fdb%3Fwords&${ALWAYS}`],
  [
    'wais://h.example/db?waypost=&url=wais%3A%2F%2Fh.example%2Fdb&search=x',
    `/open?url=wais%3A%2F%2Fh.example%2Fdb&search=x&${ALWAYS}`,
  ],
  ['gopher://h.example:99999/', `/open?url=gopher%3A%2F%2Fh.example%3A99999%2F&${ALWAYS}`],
])('%s is asked for at %s', (target, path) => {
  expect(proxyTarget(target)).toEqual({ path, authorization: null });
});

test('a user name and a password become a header, octet by octet', () => {
  expect(proxyTarget('ftp://me%40h:p%3A%FF@h.example/')).toEqual({
    path: `/ftp/h.example/?${ALWAYS}`,
    authorization: `Basic ${Buffer.from('me@h:p:\xff', 'latin1').toString('base64')}`,
  });
});

const opened = ['gopher', 'ftp', 'news', 'nntp', 'wais', 'prospero', 'go'].flatMap((scheme) => models[scheme] ?? []);
const style = { origin: 'http://w.example', prefix: '', original: true };

test('the link of a page leads back to the address that it stands for', () => {
  const url = fc.oneof(...opened).map(({ a }) => a);
  fc.assert(
    fc.property(url, fc.constantFrom('', 'sort=size', 'part=1&charset=cp437'), (url, query) => {
      const own = Object.fromEntries(new URLSearchParams(query));
      const [address = ''] = openHref(canonicalize(url), own).split('#', 1);
      const [path, found] = proxyTarget(oldHref(address, style) ?? '').path.split('?', 2);
      const [expected, parameters = ''] = address.split('?', 2);
      const sorted = (text = '') => [...new URLSearchParams(text)].sort();
      expect([path, sorted(found)]).toEqual([expected, sorted(`${parameters}&${ALWAYS}`)]);
    }),
    runs(),
  );
});

/** Sends octets, and returns what comes back until the end. */
function exchange(octets: string): Promise<string> {
  const socket = connect(proxy.port, '127.0.0.1');
  socket.end(octets, 'latin1');
  return text(socket);
}

const root = `gopher://localhost:${gopher.port}`;

test.each([
  [
    'HTTP/1.0 without Host',
    `GET ${root}/ HTTP/1.0\r\n\r\n`,
    /^HTTP\/1\.0 200 OK\r\n[\s\S]*<a href="gopher:\/\/localhost/,
  ],
  ['line feeds only', `GET ${root}/ HTTP/1.0\n\n`, /^HTTP\/1\.0 200 OK\r\n/],
  ['HTTP/1.1', `GET ${root}/ HTTP/1.1\r\nHost: localhost\r\n\r\n`, /^HTTP\/1\.0 200 OK\r\n/],
  ['HTTP/0.9', `GET ${root}/0/about/motto.txt\r\n`, /^<!DOCTYPE HTML PUBLIC/],
  ['HEAD', `HEAD ${root}/ HTTP/1.0\r\n\r\n`, /^HTTP\/1\.0 200 OK\r\n[^<]*\r\n\r\n$/],
  [
    'a picture',
    `GET ${root}/g/gallery/post.gif HTTP/1.0\r\n\r\n`,
    /\r\nContent-Type: image\/gif\r\n[\s\S]*\r\n\r\nGIF8/,
  ],
  ['a private address', 'GET gopher://192.168.0.1/ HTTP/1.0\r\n\r\n', /^HTTP\/1\.0 403 Forbidden\r\n[\s\S]*<h1>/],
  [
    'an FTP server that asks for a password',
    `GET ftp://localhost:${ftp.port}/ HTTP/1.0\r\n\r\n`,
    /^HTTP\/1\.0 403 Forbidden\r\n(?![\s\S]*WWW-Authenticate)/,
  ],
  [
    'a password in the URL',
    `GET ftp://curator:museum@localhost:${ftp.port}/pub/ HTTP/1.0\r\n\r\n`,
    /^HTTP\/1\.0 200 OK\r\n[\s\S]*ftp:\/\/localhost/,
  ],
  ['the Web', 'GET http://web.example/ HTTP/1.0\r\n\r\n', /^HTTP\/1\.0 403 Forbidden\r\n[\s\S]*but no http links/],
  ['this machine', `GET ${worker.origin}/ HTTP/1.0\r\n\r\n`, /^HTTP\/1\.0 403 Forbidden\r\n/],
  ['a file', 'GET file:///etc/passwd HTTP/1.0\r\n\r\n', /^HTTP\/1\.0 [45]\d\d [\s\S]*<h1>/],
  [
    'a script',
    'GET javascript:alert(1) HTTP/1.0\r\n\r\n',
    /^HTTP\/1\.0 403 Forbidden\r\n[\s\S]*but no javascript links/,
  ],
  ['a tunnel', 'CONNECT h.example:443 HTTP/1.1\r\nHost: h.example\r\n\r\n', /^HTTP\/1\.0 405 Method Not Allowed\r\n/],
  ['POST', `POST ${root}/ HTTP/1.0\r\nContent-Length: 1\r\n\r\nx`, /^HTTP\/1\.0 405 Method Not Allowed\r\n/],
  ['a path', 'GET / HTTP/1.0\r\n\r\n', /^HTTP\/1\.0 400 Bad Request\r\n[\s\S]*This is a proxy/],
  ['noise', '\x16\x03\x01\x02\x00\r\n\r\n', /^HTTP\/1\.0 400 Bad Request\r\n/],
  ['a request that breaks off', `GET ${root}/ HTTP/1.0\r\nUser-A`, /^HTTP\/1\.0 400 Bad Request\r\n/],
  ['an endless field', `GET ${root}/ HTTP/1.0\r\nX: ${'x'.repeat(30_000)}`, /^HTTP\/1\.0 400 Bad Request\r\n/],
])('%s', async (_, octets, expected) => {
  expect(await exchange(octets)).toMatch(expected);
});

test('no header of the client reaches a server, and a request that is smuggled behind another is ignored', async () => {
  gopher.log.length = 0;
  const answered = await exchange(
    `GET ${root}/0/about/motto.txt HTTP/1.1\r\nX-Forwarded-For: 203.0.113.1\r\n\r\nGET ${root}/1/gallery HTTP/1.1\r\n\r\n`,
  );
  expect(answered.match(/HTTP\/1\./g)).toHaveLength(1);
  expect(commandsTo(gopher)).toEqual(['/about/motto.txt']);
});

test('a transfer that breaks off is a connection that breaks off', async () => {
  await gopher.faults.set({ kind: 'reset', at: 'body' });
  const broken = exchange(`GET ${root}/9/large/3MB.bin HTTP/1.0\r\n\r\n`);
  await expect(broken).rejects.toThrow(/ECONNRESET/);
  await gopher.faults.set(null);
});
