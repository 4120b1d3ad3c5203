/** What the front of a self-hosted server believes of a request, each guard alone. */
import { describe, expect, test } from 'vitest';
import { arrivalOf } from '../../../worker/self-host/arrival.ts';

const PROXY = '127.0.0.1:50000';
const STRANGER = '203.0.113.9:50000';

/** workerd writes the URL from the header and the target, and reads neither. */
const arrive = (host: string, target: string, clientIp = PROXY, headers: Record<string, string> = {}) =>
  arrivalOf({
    url: `http://${host}${target}`,
    headers: new Headers({ ...headers, Host: host }),
    cf: { clientIp },
  });

describe('the scheme that a proxy reports', () => {
  const isSecure = (reported: string, peer = PROXY) =>
    arrive('w.example', '/path?q', peer, { 'X-Forwarded-Proto': reported })?.isSecure;

  test('https is believed, and http is what there is without a proxy', () => {
    expect([isSecure('https'), isSecure('http'), arrive('w.example', '/')?.isSecure]).toEqual([true, false, false]);
  });

  test.each([
    ...['HTTPS', 'Https', 'ftp', 'javascript', 'wss', 'https:', 'https, http', 'http, https', 'https x', ''],
    ...['http://w.example/own#', 'https://w.example/path?q', 'https#', 'https/', 'xhttps'],
  ])('%j is ignored', (reported) => {
    expect(isSecure(reported)).toBe(false);
  });

  test.each([
    ['127.0.0.1:1', true],
    ['10.1.2.3:1', true],
    ['172.16.0.1:1', true],
    ['172.31.255.255:1', true],
    ['192.168.0.1:1', true],
    ['169.254.0.1:1', true],
    ['[::1]:1', true],
    ['[::ffff:10.0.0.1]:1', true],
    ['[fd00::1]:1', true],
    ['[fe80::1]:1', true],
    ['11.0.0.1:1', false],
    ['172.15.255.255:1', false],
    ['172.32.0.0:1', false],
    ['192.169.0.1:1', false],
    ['100.64.0.1:1', false],
    ['203.0.113.9:1', false],
    ['[2001:db8::1]:1', false],
    ['[::ffff:203.0.113.9]:1', false],
    ['', false],
  ])('from %s, https is believed: %s', (peer, believed) => {
    expect(isSecure('https', peer)).toBe(believed);
  });
});

describe('the header Host', () => {
  test.each([
    'w.example',
    'W.Example:8443',
    'localhost',
    '127.0.0.1:8080',
    '[::1]:8080',
    'w.example.',
    'under_score',
    'h:65535',
    'h:',
  ])('%s is a host', (host) => {
    expect(arrive(host, '/a')).not.toBeNull();
  });

  test.each([
    '',
    'localhost/gopher/10.0.0.1/0/x?format=raw#',
    'localhost?',
    'localhost#',
    'evil.example@localhost',
    'localhost:80@evil.example',
    'localhost\\evil.example',
    'localhost"x',
    "localhost'x",
    '%6cocalhost',
    'localhost%00',
    'a,b',
    'localhost;x',
    'local host',
    'h:8080x',
    'h:65536',
    '[::1',
    '[x]',
    '*',
  ])('%j is none', (host) => {
    expect(arrive(host, '/a')).toBeNull();
  });

  test('is where the request is, not what its URL says', () => {
    const headers = new Headers({ Host: 'evil.example' });
    for (const url of ['http://localhost/a', 'http://localhost/a://evil.example/', 'https://evil.example/']) {
      expect(arrivalOf({ url, headers }), url).toBeNull();
    }
    expect(arrivalOf({ url: 'http://evil.example', headers }), 'the target of OPTIONS *').toBeNull();
    expect(arrivalOf({ url: 'http://localhost/a', headers: new Headers() })).toBeNull();
  });
});

describe('the client', () => {
  const from = (peer: string, forwarded: string | null) => {
    const headers: Record<string, string> = forwarded === null ? {} : { 'X-Forwarded-For': forwarded };
    const { client, isForwarded } = arrive('h', '/', peer, headers) ?? {};
    return [client, isForwarded];
  };

  test('is the last one that a proxy on this network reports', () => {
    expect(from(PROXY, '198.51.100.1, 203.0.113.1')).toEqual(['203.0.113.1', true]);
  });

  test.each(['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'Forwarded', 'Via'])(
    '%s says that a proxy on this network passed the request on',
    (name) => {
      const isForwarded = (peer: string) => arrive('h', '/', peer, { [name]: 'x' })?.isForwarded;
      expect([isForwarded(PROXY), isForwarded(STRANGER)]).toEqual([true, false]);
    },
  );

  test('is the peer where nobody reports one, or the peer is from elsewhere', () => {
    expect(from(PROXY, null)).toEqual(['127.0.0.1', false]);
    expect(from(PROXY, '')).toEqual(['127.0.0.1', true]);
    expect(from(STRANGER, '127.0.0.1')).toEqual(['203.0.113.9', false]);
    expect(from('[2001:db8::7]:1', null)).toEqual(['2001:db8::7', false]);
  });
});
