/** What the front of a self-hosted server believes of a request, each guard alone. */
import { describe, expect, test } from 'vitest';
import { arrivalOf } from '../../../worker/self-host/arrival.ts';
import { parseTrustedProxies } from '../../../worker/settings/own-address.ts';

const PROXY = '127.0.0.1:50000';
const STRANGER = '203.0.113.9:50000';

/** workerd writes the URL from the header and the target, and reads neither. */
const arrive = (host: string, target: string, clientIp = PROXY, headers: Record<string, string> = {}, proxies = '') =>
  arrivalOf(
    { url: `http://${host}${target}`, headers: new Headers({ ...headers, Host: host }), cf: { clientIp } },
    parseTrustedProxies(proxies),
  );

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
    ['[fe80::1%eth0]:1', true],
    ['[febf::1]:1', true],
    ['[fec0::1]:1', false],
    ['[fe7f::1]:1', false],
    ['[fbff::1]:1', false],
    ['[::2]:1', false],
    ['128.0.0.1:1', false],
    ['9.255.255.255:1', false],
    ['169.253.255.255:1', false],
    // Their last octets are a private address, and they are not in a private network.
    ['[64:ff9b::10.0.0.1]:1', false],
    ['[2002:a00:1::1]:1', false],
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

  test.each([
    ['none', '127.0.0.1:1', false],
    ['none', '[::1]:1', false],
    ['10.0.0.5', '10.0.0.5:1', true],
    ['10.0.0.5', '10.0.0.6:1', false],
    ['10.0.0.5', '127.0.0.1:1', false],
    ['10.0.0.5', '[::ffff:10.0.0.5]:1', true],
    ['203.0.113.0/24, 2001:db8::/64', '203.0.113.9:1', true],
    ['203.0.113.0/24, 2001:db8::/64', '[2001:db8::7]:1', true],
    ['203.0.113.0/24, 2001:db8::/64', '[2001:db8:0:1::7]:1', false],
    ['[2001:db8::7]', '[2001:db8::7]:1', true],
    ['::ffff:10.0.0.5', '10.0.0.5:1', true],
  ])('with TRUSTED_PROXIES=%s, from %s, all that a proxy reports is believed: %s', (proxies, peer, believed) => {
    const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '198.51.100.1' };
    const { isSecure, client, isForwarded } = arrive('h', '/', peer, headers, proxies) ?? {};
    expect([isSecure, client === '198.51.100.1', isForwarded]).toEqual([believed, believed, believed]);
  });

  test.each([
    'localhost',
    'proxy.example',
    '*.example',
    '=h',
    '10.0.0.0/33',
    '10.0.0.5:80',
    'none 10.0.0.5',
    '10.0.0.5/8',
  ])('TRUSTED_PROXIES=%s is refused', (proxies) => {
    expect(() => parseTrustedProxies(proxies)).toThrow(TypeError);
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
    'h:00080',
    'a'.repeat(254),
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
    'h:000080',
    'a'.repeat(255),
    '[::1',
    '[x]',
    '*',
  ])('%j is none', (host) => {
    expect(arrive(host, '/a')).toBeNull();
  });

  test('is where the request is, not what its URL says', () => {
    const headers = new Headers({ Host: 'evil.example' });
    for (const url of ['http://localhost/a', 'http://localhost/a://evil.example/', 'https://evil.example/']) {
      expect(arrivalOf({ url, headers }, []), url).toBeNull();
    }
    expect(arrivalOf({ url: 'http://evil.example', headers }, []), 'the target of OPTIONS *').toBeNull();
    expect(arrivalOf({ url: 'http://localhost/a', headers: new Headers() }, [])).toBeNull();
  });
});

describe('the client', () => {
  const from = (peer: string, forwarded: string | null) => {
    const headers: Record<string, string> = forwarded === null ? {} : { 'X-Forwarded-For': forwarded };
    const { client, isForwarded } = arrive('h', '/', peer, headers) ?? {};
    return [client, isForwarded];
  };

  test('is the last one that a trusted proxy reports', () => {
    expect(from(PROXY, '198.51.100.1, 203.0.113.1')).toEqual(['203.0.113.1', true]);
  });

  test.each(['X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'Forwarded', 'Via'])(
    '%s says that a trusted proxy passed the request on',
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
