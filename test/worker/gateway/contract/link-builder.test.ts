/** Links on the pages of gateways: the URLs that may be linked, their addresses, and breadcrumbs. */

import { describe, expect, test } from 'vitest';
import { canonicalize, explain } from '../../../../src/index.ts';
import { openerOf } from '../../../../src/open/registry.ts';
import { entryHrefs, linkBuilder } from '../../../../worker/gateway/contract/link-builder.ts';
import { builtInGateways } from '../../../../worker/gateway/open/built-in.ts';
import { breadcrumbsOf } from '../../../../worker/gateway/shared/breadcrumbs.ts';
import { environmentOf } from '../../../../worker/settings/environment.ts';

const ASSETS = { fetch: () => Promise.resolve(new Response()) };
const environment = environmentOf(
  {
    ASSETS,
    TERMINALS: 'on',
    GATEWAYS: {
      gemini: 'https://portal.example/gemini/{+authority}/{+path}',
      spartan: 'https://p.example/{+path}/',
      rlogin: 'none',
      wais: 'none',
    },
  },
  builtInGateways,
);
const linksOf = (url: string) => linkBuilder(canonicalize(url), 'https://waypost.example', environment);
const links = linksOf('gopher://h.example/1/world');

describe('a link that a stranger wrote', () => {
  test.each<[url: string, href: string | null]>([
    ['gopher://h.example/0a', '/gopher/h.example/0a'],
    ['GOPHER://H.example:70', '/gopher/h.example/'],
    ['gopher://h.example/0a/../b', '/open?url=gopher%3A%2F%2Fh.example%2F0a%2F..%2Fb'],
    ['ftp://user:sesame@h.example/', '/ftp/h.example/?login=user'],
    ['news:comp.lang.c', '/news/~/comp.lang.c'],
    ['http://h.example/?a=b', 'http://h.example/?a=b'],
    ['http://bank.example@evil.example/', 'http://evil.example/'],
    ['gemini://h.example/a', 'https://portal.example/gemini/h.example/a'],
    ['spartan://h.example/a', 'https://p.example/a/'],
    ['rlogin://h.example/', '/rlogin/h.example/'],
    ['telnet://h.example/', '/telnet/h.example/'],
    ['telnet://guest@h.example:2323/', '/telnet/h.example:2323/?user=guest'],
    ['telnet://g%C3%BC%20b:sesame@h.example/', '/telnet/h.example/?user=g%C3%BC%20b&password=withheld'],
    ['wais://h.example/db?a', '/open?url=wais%3A%2F%2Fh.example%2Fdb%3Fa'],
    ['mailto:a@h.example', '/open?url=mailto%3Aa%40h.example'],
    ['mid:a@h.example', '/open?url=mid%3Aa%40h.example'],
    ['javascript:alert(1)', null],
    [' JaVaScRiPt:alert(1)', null],
    ['java\nscript:alert(1)', null],
    ['<URL:javascript:alert(1)>', null],
    ['data:text/html,<script>', null],
    ['vbscript:x', null],
    ['blob:https://h.example/x', null],
    ['file:///etc/passwd', null],
    ['afs://cell/x', null],
    ['cid:a@b', null],
    ['x-mine:a', null],
    ['magnet:?xt=x', null],
    ['../relative', null],
    ['//h.example/', null],
    ['', null],
    ['gopher://h.example/0a%0D%0Ab', null],
    ['gopher://', null],
  ])('%j leads to %s (security.md §4)', (url, href) => {
    expect(links.hrefOf(url)).toBe(href);
  });

  test.each(['gopher://h.example/0a', 'http://h.example/', 'file:///etc/passwd', 'news:comp.lang.c'])(
    '%s leads to the same place when the caller has canonicalized it',
    (url) => {
      expect(links.hrefOfCanonical(canonicalize(url))).toBe(links.hrefOf(url));
    },
  );

  test('takes parameters only if a gateway of this Worker opens it', () => {
    expect(links.hrefOf('gopher://h.example/0a', { format: 'raw' })).toBe('/gopher/h.example/0a?format=raw');
    expect(links.hrefOf('http://h.example/', { format: 'raw' })).toBeNull();
    expect(links.hrefOf('gemini://h.example/', { format: 'raw' })).toBeNull();
    expect(links.hrefOf('telnet://guest@h.example/', { format: 'json' })).toBe(
      '/telnet/h.example/?user=guest&format=json',
    );
    expect(links.self({ charset: 'cp437' })).toBe('/gopher/h.example/1/world?charset=cp437');
  });
});

test('away from this protocol, a page decides how a link is opened', () => {
  expect(links.away('http://h.example/?a=b&c#d')).toBe('/r?url=http%3A%2F%2Fh.example%2F%3Fa%3Db%26c%23d');
});

describe('a message-id that was written in another way goes with the address', () => {
  test.each([
    ['news:NM%76.1@h.example', '/news/~/NMv.1@h.example?literal=NM%2576.1%40h.example'],
    ['NEWS:NM%76.1@h.example', '/news/~/NMv.1@h.example?literal=NM%2576.1%40h.example'],
    ['news:NMv.1@h.example#%76', '/news/~/NMv.1@h.example#v'],
    ['news:NMv.1@h.example', '/news/~/NMv.1@h.example'],
    ['gopher://h.example/0%76', '/gopher/h.example/0v'],
  ])('%s: %s', (url, href) => {
    expect(links.hrefOf(url)).toBe(href);
  });

  test.each([
    ['https://p.example/{+path}', 'https://p.example/NMv@h.example'],
    ['none', '/news/~/NMv@h.example'],
  ])('unless the gateway of news is another: %s', (setting, href) => {
    const others = environmentOf({ ASSETS, GATEWAYS: { news: setting } }, builtInGateways);
    const builder = linkBuilder(canonicalize('gopher://h.example/'), 'https://waypost.example', others);
    expect(builder.hrefOf('news:NM%76@h.example')).toBe(href);
  });

  test('with other parameters', () => {
    expect(links.hrefOf('news:NM%76@h.example', { format: 'raw' })).toBe(
      '/news/~/NMv@h.example?literal=NM%2576%40h.example&format=raw',
    );
  });
});

describe('the addresses of entries', () => {
  const listing = 'ftp://h.example/pub/';
  const hrefOf = entryHrefs(links, listing, { charset: 'cp437' });

  test.each<[what: string, url: string, href: string | null]>([
    ['a file', 'ftp://h.example/pub/a.txt', '/ftp/h.example/pub/a.txt?charset=cp437'],
    ['a directory', 'ftp://h.example/pub/a/', '/ftp/h.example/pub/a/?charset=cp437'],
    ['all signs', "ftp://h.example/pub/a~!$&'()*+,:=@-_.", "/ftp/h.example/pub/a~!$&'()*+,:=@-_.?charset=cp437"],
    ['an escape', 'ftp://h.example/pub/%C3%A4', '/ftp/h.example/pub/%C3%A4?charset=cp437'],
    ['three dots', 'ftp://h.example/pub/...', '/ftp/h.example/pub/...?charset=cp437'],
    ['a name that begins with dots', 'ftp://h.example/pub/..a', '/ftp/h.example/pub/..a?charset=cp437'],
    ['the listing', listing, '/ftp/h.example/pub/?charset=cp437'],
    ['an escape in small letters', 'ftp://h.example/pub/%c3%a4', '/ftp/h.example/pub/%C3%A4?charset=cp437'],
    ['another directory', 'ftp://h.example/other/a', '/ftp/h.example/other/a?charset=cp437'],
    ['another server', 'ftp://other.example/a', '/ftp/other.example/a?charset=cp437'],
    ['another scheme', 'gopher://h.example/0a', '/gopher/h.example/0a'],
    ['another scheme that begins alike', 'ftps://h.example/a', '/ftps/h.example/a'],
    ['the Web', 'http://h.example/', 'http://h.example/'],
    ['a dot', 'ftp://h.example/pub/./', '/ftp/h.example/pub/?charset=cp437'],
    ['two dots', 'ftp://h.example/pub/..', '/ftp/h.example/?charset=cp437'],
    ['a backslash', 'ftp://h.example/pub/a%5Cb', '/open?url=ftp%3A%2F%2Fh.example%2Fpub%2Fa%255Cb&charset=cp437'],
    ['an empty name', 'ftp://h.example/pub//', '/open?url=ftp%3A%2F%2Fh.example%2Fpub%2F%2F&charset=cp437'],
    ['a line end', 'ftp://h.example/pub/a%0Ab', null],
    ['an escaped DEL', 'ftp://h.example/pub/a%7Fb', null],
    ['an escaped escape', 'ftp://h.example/pub/a%1Bb', null],
    ['what nothing may open', 'javascript:alert(1)', null],
  ])('%s: %s', (_, url, href) => {
    expect(hrefOf(url)).toBe(href);
  });

  test('of a listing at a port', () => {
    const entries = entryHrefs(links, 'ftp://h.example:2121/', { charset: 'cp437' });
    expect(entries('ftp://h.example:2121/a')).toBe('/ftp/h.example:2121/a?charset=cp437');
    expect(entries('ftp://other.example/a')).toBe('/ftp/other.example/a?charset=cp437');
  });

  test('without parameters', () => {
    expect(entryHrefs(links, listing)('ftp://h.example/pub/a')).toBe('/ftp/h.example/pub/a');
  });

  test('of a listing whose address is a query', () => {
    const entries = entryHrefs(links, 'ftp://h.example/a//', { charset: 'cp437' });
    expect(entries('ftp://h.example/a//b,c')).toBe('/open?url=ftp%3A%2F%2Fh.example%2Fa%2F%2Fb%2Cc&charset=cp437');
  });

  test('of a listing with a user', () => {
    const entries = entryHrefs(links, 'ftp://me@h.example/pub/');
    expect(entries('ftp://me@h.example/pub/a')).toBe('/ftp/h.example/pub/a?login=me');
  });

  test('of a listing that nothing opens', () => {
    const entries = entryHrefs(links, 'afs://cell/', { charset: 'cp437' });
    expect([entries('afs://cell/a'), entries('gopher://h.example/0a')]).toEqual([null, '/gopher/h.example/0a']);
  });

  test('of a listing that another program opens, which does not know the parameters', () => {
    const entries = (query?: Record<string, string>) => entryHrefs(links, 'gemini://h.example/a/', query);
    expect(entries()('gemini://h.example/a/b')).toBe('https://portal.example/gemini/h.example/a/b');
    expect(entries({ charset: 'cp437' })('gemini://h.example/a/b')).toBeNull();
    expect(entryHrefs(links, 'spartan://h.example/a/')('spartan://h.example/a/b')).toBe('https://p.example/a/b/');
  });
});

describe('breadcrumbs', () => {
  const stepsTo = (url: string) => {
    const link = explain(url);
    return breadcrumbsOf(link, linksOf(url), openerOf(link.scheme)?.trail);
  };
  const shown = (url: string) => stepsTo(url).map(({ text, href }) => [text, href]);

  test.each<[url: string, breadcrumbs: [text: string, href: string | null][]]>([
    ['gopher://h.example/', [['h.example', '/gopher/h.example/']]],
    ['gopher://h.example:7070/', [['h.example:7070', '/gopher/h.example:7070/']]],
    ['gopher://xn--bcher-kva.example/', [['bücher.example', '/gopher/xn--bcher-kva.example/']]],
    // The first letter is Cyrillic.
    ['gopher://xn--pple-43d.com:7070/', [['xn--pple-43d.com:7070', '/gopher/xn--pple-43d.com:7070/']]],
    [
      'gopher://h.example/0/a%20b/c.txt',
      [
        ['h.example', '/gopher/h.example/'],
        ['a b', '/gopher/h.example/1/a%20b'],
        ['c.txt', '/gopher/h.example/0/a%20b/c.txt'],
      ],
    ],
    [
      'gopher://h.example/7/find%09gold',
      [
        ['h.example', '/gopher/h.example/'],
        ['find: gold', '/gopher/h.example/7/find'],
      ],
    ],
    // Without a selector and a search, the only breadcrumb is the server.
    ['gopher://h.example/1%09%09$', [['h.example', '/gopher/h.example/']]],
    [
      'gopher://h.example/7%09gold',
      [
        ['h.example', '/gopher/h.example/'],
        ['gold', null],
      ],
    ],
    [
      'gopher://h.example/0no-path-at-all',
      [
        ['h.example', '/gopher/h.example/'],
        ['no-path-at-all', '/gopher/h.example/0no-path-at-all'],
      ],
    ],
    [
      'ftp://user:sesame@h.example/pub/a.txt;type=a',
      [
        ['h.example', '/ftp/h.example/'],
        ['pub', '/ftp/h.example/pub/'],
        ['a.txt', '/ftp/h.example/pub/a.txt'],
      ],
    ],
    [
      'news:comp.lang.c',
      [
        ['news', '/news/~/*'],
        ['comp.lang.c', null],
      ],
    ],
    [
      'nntp://h.example/comp.lang.c/17',
      [
        ['h.example', '/nntp/h.example/'],
        ['comp.lang.c', '/nntp/h.example/comp.lang.c'],
        ['17', null],
      ],
    ],
    [
      'news:*',
      [
        ['news', '/news/~/*'],
        ['all groups', null],
      ],
    ],
    ['news://h.example/', [['h.example', '/news/h.example/']]],
    [
      'mid:a%20b@h.example/part@h.example',
      [
        ['news', '/news/~/*'],
        ['a b@h.example', null],
        ['part@h.example', null],
      ],
    ],
    ['mailto:a@h.example', [['a@h.example', null]]],
  ])('of %s', (url, breadcrumbs) => {
    expect(shown(url)).toEqual(breadcrumbs);
  });

  test('say what a server of news offers', () => {
    const offered = (url: string) => stepsTo(url).map(({ offer }) => offer);
    expect(offered('nntp://h.example/comp.lang.c/17')).toEqual(['Browse all newsgroups', undefined, undefined]);
    expect(offered('news:comp.lang.c')).toEqual(['Browse all newsgroups', undefined]);
    expect(offered('mid:a@h.example')).toEqual([undefined, undefined]);
  });

  test('leave out the middle of a long path', () => {
    const texts = shown('ftp://h.example/a/b/c/d/e/f/g/h/i.txt').map(([text]) => text);
    expect(texts).toEqual(['h.example', 'a', '…', 'e', 'f', 'g', 'h', 'i.txt']);
  });
});
