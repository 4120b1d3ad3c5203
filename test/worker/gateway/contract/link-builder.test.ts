/** Links on the pages of gateways: the URLs that may be linked, their addresses, and breadcrumbs. */

import { describe, expect, test } from 'vitest';
import { canonicalize, explain } from '../../../../src/index.ts';
import { openerOf } from '../../../../src/open/registry.ts';
import { linkBuilder } from '../../../../worker/gateway/contract/link-builder.ts';
import { builtInGateways } from '../../../../worker/gateway/open/built-in.ts';
import { breadcrumbsOf } from '../../../../worker/gateway/shared/breadcrumbs.ts';
import { environmentOf } from '../../../../worker/settings/environment.ts';

const ASSETS = { fetch: () => Promise.resolve(new Response()) };
const environment = environmentOf(
  {
    ASSETS,
    TERMINALS: 'on',
    GATEWAYS: { gemini: 'https://portal.example/gemini/{+authority}/{+path}', rlogin: 'none', wais: 'none' },
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
    ['ftp://user:sesame@h.example/', '/ftp/h.example/?login='],
    ['news:comp.lang.c', '/news/~/comp.lang.c'],
    ['http://h.example/?a=b', 'http://h.example/?a=b'],
    ['http://bank.example@evil.example/', 'http://evil.example/'],
    ['gemini://h.example/a', 'https://portal.example/gemini/h.example/a'],
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
