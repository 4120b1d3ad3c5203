/**
 * Gateway paths: the path that opens a link, and the link at a path. The conversion never changes the request to the
 * server.
 */

import { describe, expect, test } from 'vitest';
import { canonicalize, explain, UrlError } from '../../../../src/index.ts';
import { withoutUserInfo } from '../../../../src/uri/user-info.ts';
import {
  mayAskPassword,
  openHref,
  parseGatewayPath,
  repairSlashes,
} from '../../../../worker/gateway/contract/gateway-path.ts';
import fc, { runs } from '../../../fast-check.ts';
import { anyInput } from '../../../src/generators.ts';

describe('the path of a link', () => {
  test.each([
    ['gopher://h.example:7070/1/world', '/gopher/h.example:7070/1/world'],
    ['gopher://h.example', '/gopher/h.example/'],
    ['gopher://[2001:db8::1]/0a', '/gopher/%5B2001:db8::1%5D/0a'],
    ['gophers://h.example/0a%20b', '/gophers/h.example/0a%20b'],
    ['gopher://h.example/7find%09gold', '/gopher/h.example/7find%09gold'],
    ['gopher://h.example/0a%3Fb', '/gopher/h.example/0a%3Fb'],
    ['ftp://h.example/pub/', '/ftp/h.example/pub/'],
    ['ftp://h.example/%2Fetc/motd;type=a', '/ftp/h.example/%2Fetc/motd;type=a'],
    ['news:comp.lang.c', '/news/~/comp.lang.c'],
    ['news:*', '/news/~/*'],
    ['news:1993.AA1@host.example', '/news/~/1993.AA1@host.example'],
    ['news://news.example/comp.lang.c', '/news/news.example/comp.lang.c'],
    ['nntp:comp.lang.c/17', '/nntp/~/comp.lang.c/17'],
    ['wais://h.example/db', '/wais/h.example/db'],
    ['telnet://h.example', '/telnet/h.example/'],
  ])('%s is at %s, and back', (link, path) => {
    expect(openHref(canonicalize(link))).toBe(path);
    expect(canonicalize(parseGatewayPath(path)?.link ?? '')).toBe(canonicalize(link));
  });

  test.each([
    '/gopher/[2001:db8::1]:7070/0a',
    '/gopher/%5B2001:db8::1%5D:7070/0a',
    '/gopher/%5b2001:DB8::1%5d:7070/0a',
  ])('brackets of an address may be raw or escaped: %s', (path) => {
    const link = canonicalize(parseGatewayPath(path)?.link ?? '');
    expect(link).toBe('gopher://[2001:db8::1]:7070/0a');
    // RFC 3986 §3.3 has no brackets in a path.
    expect(openHref(link)).toBe('/gopher/%5B2001:db8::1%5D:7070/0a');
  });

  test.each(['/gopher/%5B::1/0a', '/gopher/h%5B::1%5D/0a', '/gopher/%5B%3A%3A1%5D/0a', '/gopher/%5B::1%5D%40h/0a'])(
    'other escapes in an authority are as in a link: %s',
    (path) => {
      const read = (url: string) => {
        try {
          return canonicalize(url);
        } catch (error) {
          return error instanceof UrlError ? error.code : error;
        }
      };
      expect(read(parseGatewayPath(path)?.link ?? '')).toBe(read(path.replace('/gopher/', 'gopher://')));
    },
  );

  test.each([
    ['a dot segment', 'gopher://h.example/1/a/../b'],
    ['a single dot', 'gopher://h.example/1/./b'],
    ['an escaped dot segment', 'prospero://h.example/a/%2E%2E/b'],
    ['dots at the end', 'gopher://h.example/1/..'],
    ['an empty segment', 'gopher://h.example/1//b'],
    ['an empty segment of ftp', 'ftp://h.example//etc/motd'],
    ['an escaped backslash', 'gopher://h.example/0a%5Cb'],
    ['a query', 'wais://h.example/db?words'],
    ['a host that is a tilde', 'news://~/comp.lang.c'],
    ['such a host, and a path', 'nntp://~/comp.lang.c/17'],
    ['no path at all', 'go:Mercedes%20Benz'],
    ['an address', 'mailto:a@h.example?subject=b&body=c'],
  ])('%s: the link is opened by a query: %s', (_, link) => {
    const canonical = canonicalize(link);
    expect(openHref(canonical)).toBe(`/open?url=${encodeURIComponent(canonical)}`);
  });

  test.each([
    ['ftp://user:pw@h.example/pub/', '/ftp/h.example/pub/'],
    ['ftp://user@h.example/pub/', '/ftp/h.example/pub/'],
    ['go://u:p@h.example?x', '/open?url=go%3A%2F%2Fh.example%3Fx'],
  ])('never contains user info: %s (design §4)', (link, path) => {
    expect(openHref(canonicalize(link))).toBe(path);
  });

  test('keeps the fragment, and puts parameters before it', () => {
    expect(openHref(canonicalize('gopher://h.example/0a#b?c'), { format: 'raw' })).toBe(
      '/gopher/h.example/0a?format=raw#b?c',
    );
    expect(openHref(canonicalize('go:x#y'), { charset: 'a&b' })).toBe('/open?url=go%3Ax&charset=a%26b#y');
    expect(openHref(canonicalize('go:x#y'))).toBe('/open?url=go%3Ax#y');
  });

  test('has no question mark without parameters, and an ampersand between them', () => {
    const link = canonicalize('gopher://h.example/0a');
    expect(openHref(link, {})).toBe('/gopher/h.example/0a');
    expect(openHref(link, { format: 'raw', charset: 'cp437' })).toBe('/gopher/h.example/0a?format=raw&charset=cp437');
  });

  test.each([
    ['gopher://h.example/0a..b', '/gopher/h.example/0a..b'],
    ['gopher://h.example/0/...', '/gopher/h.example/0/...'],
    ['gopher://h.example/0/.a/', '/gopher/h.example/0/.a/'],
    ['gopher://h.example/0/a./b', '/gopher/h.example/0/a./b'],
    ['news:a@b', '/news/~/a@b'],
  ])('has dots and signs that no client changes: %s', (link, path) => {
    expect(openHref(canonicalize(link))).toBe(path);
  });
});

describe('the link of a path', () => {
  test.each([
    '/',
    '/v1/resolve',
    '/gopher',
    '/gopher/',
    '/gopher//a',
    '/GOPHER/h/',
    '/http/h.example/',
    '/file/h.example/x',
    '/javascript/x/y',
    '/constructor/h/',
    'gopher/h/',
    'xgopherx',
    '',
  ])('%s is not a gateway path', (path) => {
    expect(parseGatewayPath(path)).toBeNull();
  });

  test.each([
    ['/gopher/h.example', 'gopher://h.example'],
    ['/gopher/h.example/1/a//b/../c', 'gopher://h.example/1/a//b/../c'],
    ['/gopher/h.example/0a%0D%0Ab', 'gopher://h.example/0a%0D%0Ab'],
    ['/ftp/u:p@h.example/', 'ftp://u:p@h.example/'],
    ['/news/~/', 'news:'],
  ])('%s is %s, unchanged: the library checks it', (path, link) => {
    expect(parseGatewayPath(path)?.link).toBe(link);
  });

  test('has its parts as they were sent', () => {
    expect(parseGatewayPath('/gopher/%5B::1%5D:70/0a%20b')).toEqual({
      scheme: 'gopher',
      authority: '[::1]:70',
      rest: '/0a%20b',
      link: 'gopher://[::1]:70/0a%20b',
    });
    // Only what begins the authority can be an address.
    expect(parseGatewayPath('/gopher/%68%5B::1%5D/')?.authority).toBe('%68%5B::1%5D');
    expect(parseGatewayPath('/news/~')).toEqual({ scheme: 'news', authority: '~', rest: '', link: 'news:' });
  });
});

describe('a password may be asked for', () => {
  test.each([
    ['/ftp/h.example/', true],
    ['/ftp/h.example/pub/', true],
    ['/ftps/h.example/', true],
    // Its directory is that of all servers.
    ['/ftp/h.example', false],
    ['/gopher/h.example/', false],
    ['/open', false],
  ])('at %s: %s', (path, may) => {
    expect(mayAskPassword(parseGatewayPath(path), ['ftp', 'ftps'])).toBe(may);
  });
});

describe('a link after /u/', () => {
  test.each([
    ['as it was', 'gopher://h.example/1', 'gopher://h.example/1'],
    ['with one slash less', 'gopher:/h.example/1', 'gopher://h.example/1'],
    ['in capitals', 'GOPHER:/h.example/1', 'GOPHER://h.example/1'],
    ['whose scheme may name a server', 'news:/h.example/a', 'news://h.example/a'],
    ['of the Web', 'https:/h.example/a:/b', 'https://h.example/a:/b'],
    ['escaped as a whole', 'gopher%3A%2F%2Fh.example%2F0a%2520b', 'gopher://h.example/0a%20b'],
    ['escaped, with one slash less', 'gopher%3A%2Fh.example', 'gopher://h.example'],
    ['with escapes of its own', 'gopher:/h.example/0a%20b', 'gopher://h.example/0a%20b'],
    ['in capitals, with escapes of its own', 'GOPHER://h.example/0a%20b', 'GOPHER://h.example/0a%20b'],
    ['with a colon in its path', 'https://h.example/a:/b', 'https://h.example/a:/b'],
    ['to a local file', 'file:/etc/motd', 'file:/etc/motd'],
    ['without a server', 'mailto:/a', 'mailto:/a'],
    ['with a name', 'urn:/x', 'urn:/x'],
    ['of an unknown scheme', 'foo:/x', 'foo:/x'],
    ['without a slash', 'gopher:h.example/1', 'gopher:h.example/1'],
    ['whose scheme has digits and signs', 'x-1.a+b:%2Fx', 'x-1.a+b:%2Fx'],
    ['with a scheme of one letter', 'c:%2Fx', 'c:%2Fx'],
    ['that begins with a digit', '1a:%2Fx', '1a:/x'],
    ['that cannot be unescaped', 'gopher%3A%2F%FF', 'gopher%3A%2F%FF'],
    ['that is none', 'a%20b', 'a b'],
  ])('%s: %s', (_, path, link) => {
    expect(repairSlashes(path)).toBe(link);
  });
});

/** Changes an address as browsers and the platform do before the Worker sees it. */
function travelled(href: string): { path: string; url: string | null } {
  const { pathname, searchParams } = new URL(href, 'https://waypost.example');
  return { path: pathname.replace(/\/{2,}/g, '/'), url: searchParams.get('url') };
}

/** The link that the Worker finds at an address after those changes. */
function linkAfterTravel(href: string): string {
  const { path, url } = travelled(href);
  return parseGatewayPath(path)?.link ?? url ?? '';
}

describe('for every link', () => {
  test('its address leads back to the same link, even if clients change the address', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const canonical = canonicalOf(input);
        if (canonical === null) return;
        const [requested = ''] = withoutUserInfo(canonical).split('#', 1);
        const back = explain(linkAfterTravel(openHref(canonical, { format: 'raw' })));
        expect(back.canonical).toBe(canonicalize(requested));
        expect([back.components.user, back.components.password]).toEqual([null, null]);
      }),
      runs(0.4),
    );
  });

  test('any path can be read without an error', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('/gopher/', '/news/~/', '/ftp/h/', '/'), (tail, head) => {
        expect(() => parseGatewayPath(head + tail)).not.toThrow();
      }),
      runs(),
    );
  });
});

function canonicalOf(input: string): ReturnType<typeof canonicalize> | null {
  try {
    return canonicalize(input);
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}
