/** HTML of strangers for a frame: what stays, what goes, and where its links and pictures lead. */
import { describe, expect, test } from 'vitest';
import { canonicalize } from '../../../../src/index.ts';
import { resolveItem } from '../../../../src/open/gopher/html-references.ts';
import { linkBuilder } from '../../../../worker/gateway/contract/link-builder.ts';
import { builtInGateways } from '../../../../worker/gateway/open/built-in.ts';
import { framedHtml, framedPolicy } from '../../../../worker/gateway/shared/framed-html.ts';
import { environmentOf } from '../../../../worker/settings/environment.ts';

const environment = environmentOf({ ASSETS: { fetch: () => Promise.resolve(new Response()) } }, builtInGateways);
const linksOf = (url: string) => linkBuilder(canonicalize(url), 'https://w.example/base', environment);
const FTP = 'ftp://h.example/pub/docs/index.html';
const GOPHER = 'gopher://h.example:7070/h/docs/index.html';

const bodyOf = (html: string, url = FTP, most = 4): string =>
  /<body>(.*)<\/body>/s.exec(framedHtml(html, linksOf(url), most, { resolveReference: resolveItem }).markup)?.[1] ?? '';

describe('what could run, load or redirect is gone', () => {
  test.each([
    ['<script>alert(1)</script>', ''],
    ['<ScRiPt src=//x.example/a.js></script >', ''],
    ['<svg onload=alert(1)><script>alert(1)</script><a xlink:href="javascript:alert(1)">x</a></svg>', ''],
    ['<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>', ''],
    [
      '<iframe srcdoc="<script>alert(1)</script>"></iframe><iframe src="javascript:alert(1)"></iframe><embed src=x>',
      '',
    ],
    ['<object data=x><param name=a><p>Text</object>', '<div><p>Text</p></div>'],
    ['<applet code=x.class archive=y.jar>No Java</applet>', '<div>No Java</div>'],
    ['<img usemap="//x.example/#m" ismap>', '<img loading="lazy">'],
    ['<template><script>alert(1)</script></template>', ''],
    ['<meta http-equiv=refresh content="0; url=javascript:alert(1)">', ''],
    ['<meta http-equiv=refresh content="5">', ''],
    ['<link rel=stylesheet href=//x.example/a.css>', ''],
    ['<noframes><script>alert(1)</script></noframes>', ''],
    ['<p onclick="alert(1)" ONMOUSEOVER=alert(1) style="color:red">a', '<p style="color:red">a</p>'],
    ['<xmp><img src=x onerror=alert(1)></xmp>', '<pre>&lt;img src=x onerror=alert(1)&gt;</pre>'],
    ['<plaintext><script>alert(1)', '<pre>&lt;script&gt;alert(1)</pre>'],
    ['<noscript><img src=//x.example/></noscript>', '<div><img loading="lazy"></div>'],
    ['<!--[if IE]><script>alert(1)</script><![endif]-->', ''],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href=" JaVaScRiPt\t:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="data:text/html,x">a</a>', '<a>a</a>'],
    [
      '<form action="//x.example/" target=_top><input name=password></form>',
      '<div><input name="password" disabled=""></div>',
    ],
    ["<p title='\"><script>alert(1)</script>'>a", '<p title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;">a</p>'],
    ['<video src=x poster=y></video><audio src=x></audio>', ''],
  ])('%s', (html, written) => {
    expect(bodyOf(`<body>${html}`)).toBe(written);
  });

  test('a deep document keeps its text', () => {
    expect(bodyOf(`<body>${'<div>'.repeat(40_000)}x<script>y</script>z`)).toMatch(/<div>xz<\/div>/);
  });

  test('a document whose elements multiply is refused', () => {
    const fonts = Array.from({ length: 5000 }, (_, size) => `<font size=${size}>`).join('');
    expect(() => bodyOf(`<body><p>${fonts}${'<p>x'.repeat(5000)}`)).toThrow(/too many elements/);
  });
});

describe('links lead the whole window through this service', () => {
  test.each([
    [FTP, 'a.html', 'https://w.example/base/ftp/h.example/pub/docs/a.html'],
    [FTP, '../b/', 'https://w.example/base/ftp/h.example/pub/b/'],
    [FTP, 'http://x.example/?a&amp;b', 'https://w.example/base/r?url=http%3A%2F%2Fx.example%2F%3Fa%26b'],
    [FTP, '//x.example/c', 'https://w.example/base/ftp/x.example/c'],
    [GOPHER, 'a.html#top', 'https://w.example/base/gopher/h.example:7070/h/docs/a.html#top'],
    [GOPHER, 'a.txt', 'https://w.example/base/gopher/h.example:7070/0/docs/a.txt'],
    [GOPHER, '/b/', 'https://w.example/base/gopher/h.example:7070/1/b/'],
    [GOPHER, '/1/menu', 'https://w.example/base/gopher/h.example:7070/1/menu'],
    [GOPHER, 'mailto:a@h.example', 'https://w.example/base/open?url=mailto%3Aa%40h.example'],
  ])('%s: %s', (url, reference, href) => {
    const written = href.replaceAll('&', '&amp;');
    expect(bodyOf(`<body><a target=x href="${reference}">a</a>`, url)).toBe(
      `<a href="${written}" target="_top" rel="noopener noreferrer nofollow ugc">a</a>`,
    );
  });

  test('a place on the page stays there, and a base moves the links', () => {
    expect(bodyOf('<body><a href="#top">a</a>')).toBe('<a href="#top">a</a>');
    expect(bodyOf('<head><base href="/other/"></head><body><a href="a">a</a>')).toContain('/ftp/h.example/other/a"');
  });

  test('frames are links', () => {
    const { markup } = framedHtml('<frameset cols=*,*><frame name=menu src=a.html></frameset>', linksOf(FTP), 4);
    expect(markup).toMatch(/<body><p><a href="[^"]*\/pub\/docs\/a\.html" target="_top"[^>]*>menu<\/a><\/p><\/body>/);
  });
});

describe('what would load by itself is a link', () => {
  const link = (path: string, text: string) =>
    `<p><a href="https://w.example/base/${path}" target="_top" rel="noopener noreferrer nofollow ugc">${text}</a></p>`;

  test.each([
    ['<body><iframe src=a.html title=News>x</iframe>', link('ftp/h.example/pub/docs/a.html', 'News')],
    ['<body><iframe src=//x.example/></iframe>', link('ftp/x.example/', '//x.example/')],
    [
      '<meta http-equiv=Refresh content="0; URL=\'new.html\'"><body>Moved',
      `${link('ftp/h.example/pub/docs/new.html', 'new.html')}Moved`,
    ],
    [
      '<meta http-equiv=refresh content="5;url=http://x.example/">',
      link('r?url=http%3A%2F%2Fx.example%2F', 'http://x.example/'),
    ],
    [
      '<frameset><frame src=a.html name=a><frame src=javascript:x></frameset>',
      link('ftp/h.example/pub/docs/a.html', 'a'),
    ],
  ])('%s', (html, written) => {
    expect(bodyOf(html)).toBe(written);
  });

  test('the places of a picture are links', () => {
    const map = '<map name=m><area shape=rect coords=0,0,9,9 href=a.html><area href=http://x.example/></map>';
    const body = bodyOf(`<body><img src=a.gif usemap=#m ismap>${map}`);
    expect(body).toContain('<img loading="lazy" usemap="#m" src="');
    expect(body).toContain(
      '<area shape="rect" coords="0,0,9,9" href="https://w.example/base/ftp/h.example/pub/docs/a.html"',
    );
    expect(body).toContain('href="https://w.example/base/r?url=http%3A%2F%2Fx.example%2F" target="_top"');
    expect(body).not.toContain('ismap');
  });
});

describe('pictures', () => {
  test('only those of the same server are shown', () => {
    const pictures = ['a.gif', '//other.example/a.gif', 'http://h.example/a.gif', 'gopher://h.example/I/a', 'x:y'];
    const html = pictures.map((src) => `<img src="${src}">`).join('');
    const shown = [...bodyOf(`<body>${html}`).matchAll(/ src="([^"]*)"/g)].map(([, src]) => src);
    expect(shown).toEqual(['https://w.example/base/ftp/h.example/pub/docs/a.gif?format=raw']);
  });

  test('so many different ones are shown as were asked for', () => {
    const html = `<body>${['a', 'b', 'a', 'c', 'd', 'e', 'f'].map((name) => `<img src="${name}.gif">`).join('')}`;
    const { markup, pictures } = framedHtml(html, linksOf(FTP), 4);
    expect([pictures, markup.match(/ src=/g)?.length]).toEqual([6, 5]);
    expect(framedHtml(html, linksOf(FTP), 100).markup.match(/ src=/g)).toHaveLength(7);
  });

  test.each([
    [GOPHER, ' https://w.example/base/gopher/h.example:7070/;'],
    [FTP, ' https://w.example/base/ftp/h.example/;'],
    ['ftp://[::1]/a.html', ' https://w.example/base/ftp/%5B::1%5D/;'],
  ])('the policy for %s names its server alone', (url, source) => {
    const policy = framedPolicy(linksOf(url));
    expect(policy).toContain(`img-src data:${source}`);
    expect(policy).toMatch(/^sandbox allow-top-navigation-by-user-activation allow-downloads; default-src 'none';/);
    expect(policy).not.toMatch(/allow-(?:scripts|same-origin|forms|popups|top-navigation(?!-by))/);
  });
});
