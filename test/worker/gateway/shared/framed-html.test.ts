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
    expect(markup).toMatch(
      /<body><p>[^<]*frames[^<]*<\/p><ul><li><a href="[^"]*\/pub\/docs\/a\.html" target="_top"[^>]*>menu<\/a><\/li><\/ul><\/body>/,
    );
  });
});

const FRAMES = '<p>This page is divided into frames. Open each of them:</p>';

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
      '<frameset><frame src=a.html name=a><frame src=javascript:x><frame></frameset>',
      FRAMES + link('ftp/h.example/pub/docs/a.html', 'a').replace(/^<p>(.*)<\/p>$/, '<ul><li>$1</li></ul>'),
    ],
    ['<frameset><frame src=javascript:x></frameset>', ''],
    [
      '<frameset><noframes><body bgcolor=red><p onclick=x>No <a href=a>frames</a><script>x</script></noframes></frameset>',
      `<p>No ${link('ftp/h.example/pub/docs/a', 'frames').slice('<p>'.length)}`,
    ],
    ['<frameset></frameset><noframes>After &amp; all</noframes>', 'After &amp; all'],
    ['<head><noframes>One</noframes></head><frameset><noframes><b>two</b></noframes></frameset>', 'One\n<b>two</b>'],
    ['<body><noframes>None</noframes>a', 'a'],
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

describe('each element that could load, run or redirect', () => {
  test.each(
    (
      'template link meta title iframe embed audio video source track portal noframes noembed bgsound layer ilayer ' +
      'dialog script'
    ).split(' '),
  )('<%s> goes', (name) => {
    const written = bodyOf(`<body><p>a</p><${name} x=y>b</${name}>`);
    expect(written).not.toContain(`<${name}`);
    expect(written).toMatch(/^<p>a<\/p>b?$/);
  });

  test.each([
    ['xmp', 'pre'],
    ['listing', 'pre'],
    ['plaintext', 'pre'],
    ['form', 'div'],
    ['noscript', 'div'],
    ['object', 'div'],
    ['applet', 'div'],
  ])('<%s> is written as <%s>', (name, other) => {
    expect(bodyOf(`<body><${name}>a`)).toBe(`<${other}>a</${other}>`);
  });

  test.each(['button', 'select', 'textarea'])('<%s> is disabled', (name) => {
    expect(bodyOf(`<body><${name} name=a></${name}>`)).toBe(`<${name} name="a" disabled=""></${name}>`);
  });
});

describe('the attributes of an element', () => {
  test.each(
    (
      'onclick href src srcset imagesrcset lowsrc dynsrc background action formaction data code codebase classid archive ' +
      'cite longdesc profile manifest poster ping target usemap ismap srcdoc is slot xmlns autofocus popover ' +
      'popovertarget command commandfor http-equiv ONCLICK xlink:href'
    ).split(' '),
  )('%s goes', (name) => {
    expect(bodyOf(`<body><p ${name}="a">b`)).toBe('<p>b</p>');
  });

  test.each(['class', 'style', 'title', 'datax', 'hrefx', 'xhref', 'color', 'iss', 'lang'])('%s stays', (name) => {
    expect(bodyOf(`<body><p ${name}="a">b`)).toBe(`<p ${name}="a">b</p>`);
  });
});

describe('a picture', () => {
  const SRC = 'https://w.example/base/ftp/h.example/pub/docs/a.gif?format=raw';

  test.each(['table', 'body'])('may be the background of <%s>', (name) => {
    const { markup } = framedHtml(`<${name} background=a.gif>`, linksOf(FTP), 4);
    expect(markup).toContain(`<${name} background="${SRC}">`);
  });

  test.each(['td', 'th'])('may be the background of <%s>', (name) => {
    expect(bodyOf(`<body><table><tr><${name} background=a.gif>`)).toContain(`<${name} background="${SRC}">`);
  });

  test.each(['data:image/gif;x', 'data:image/png;x', 'data:image/jpeg;x', 'data:image/webp;x', 'DATA:IMAGE/AVIF;x'])(
    'may stand in the text: %s',
    (src) => {
      expect(bodyOf(`<body><img src="${src}">`)).toBe(`<img loading="lazy" src="${src}">`);
    },
  );

  test.each(['data:image/svg+xml;x', 'data:text/html;x', 'xdata:image/gif;x', 'data:image/gif', ''])(
    'is not shown: %s',
    (src) => {
      expect(bodyOf(`<body><img src="${src}">`)).toBe('<img loading="lazy">');
    },
  );

  test('is one of 64 at most', () => {
    const html = `<body>${Array.from({ length: 65 }, (_, number) => `<img src="${number}.gif">`).join('')}`;
    const { markup, pictures } = framedHtml(html, linksOf(FTP), Number.POSITIVE_INFINITY);
    expect([pictures, markup.match(/ src=/g)?.length]).toEqual([65, 64]);
  });

  test('of a link without a server is none', () => {
    expect(framedHtml('<img src=a.gif>', linksOf('news:a@h.example'), 4).pictures).toBe(0);
    expect(framedPolicy(linksOf('news:a@h.example'))).toContain('img-src data:;');
    // Nor of one whose address is a query.
    expect(framedPolicy(linksOf('ftp://me@h.example/a.html'))).toContain('img-src data:;');
  });
});

test('frames in frames are links, and nothing else', () => {
  const { markup } = framedHtml('<frameset><frameset><frame src=a.html></frameset></frameset>', linksOf(FTP), 4);
  expect(markup).toMatch(/<\/p><ul><li><a [^>]*>a\.html<\/a><\/li><\/ul><\/body>/);
});

test('whether a reference is that of a picture is told to those who resolve it', () => {
  const told: unknown[] = [];
  const resolveReference = (reference: string, base: string, isPicture: boolean) => {
    if (reference !== '') told.push([reference, base, isPicture]);
    return canonicalize(FTP);
  };
  framedHtml('<img src=a><a href=b>', linksOf(FTP), 4, { resolveReference });
  expect(told).toEqual([
    ['a', FTP, true],
    ['b', FTP, false],
  ]);
});

describe('where a document leads by itself', () => {
  const link = /^<p><a href="[^"]*\/ftp\/h\.example\/pub\/docs\/b\.html" [^>]*>b\.html<\/a><\/p>x$/;

  test.each([
    '0;url=b.html',
    '0,url=b.html',
    ' 0.5 ; URL = "b.html"',
    "5; url='b.html'",
    '5 url=b.html',
    ';url= b.html ',
    'url=b.html',
  ])('%s', (content) => {
    expect(bodyOf(`<meta http-equiv=refresh content="${content.replaceAll('"', '&quot;')}"><body>x`)).toMatch(link);
  });

  test.each(['5', '5;', 'x;url=b.html', '0;href=b.html', '0;url='])('%s leads nowhere', (content) => {
    expect(bodyOf(`<meta http-equiv=refresh content="${content}"><body>x`)).toBe('x');
  });

  test('is said by the first that says it, and by no other element', () => {
    const two = '<meta name=a content="0;url=c.html"><meta http-equiv=refresh content="0;url=b.html">';
    expect(bodyOf(`${two}<meta http-equiv=refresh content="0;url=d.html"><body>x`)).toMatch(link);
    expect(bodyOf('<meta http-equiv=refresh><body>x')).toBe('x');
    expect(bodyOf('<body><p http-equiv=refresh content="0;url=b.html">x')).toBe('<p content="0;url=b.html">x</p>');
  });
});

describe('the head', () => {
  const headOf = (html: string) =>
    /<head>(.*)<\/head>/s.exec(framedHtml(html, linksOf(FTP), 4).markup)?.[1]?.replace(/^.*<\/style>/, '') ?? '';
  const COLOURS = '<meta name="color-scheme" content="light dark">';

  test('fits pictures into the window', () => {
    const { markup } = framedHtml('x', linksOf(FTP), 4);
    expect(markup).toBe(
      '<html><head><meta name="viewport" content="width=device-width"><style>img{max-width:100%;height:auto}</style>' +
        `${COLOURS}</head><body>x</body></html>`,
    );
  });

  test.each(['<body bgcolor=white>', '<body text=black>', '<p style="a">', '<font color=red>', '<style>p{}</style>'])(
    '%s: the document has its own colours',
    (html) => {
      expect(headOf(html)).not.toContain('color-scheme');
    },
  );

  test.each(['<p class=text>', '<p title="a text=b">', '<p>bgcolor=white'])('%s: it has none', (html) => {
    expect(headOf(html)).toBe(html.includes(' text=') ? '' : COLOURS);
  });
});

describe('the title', () => {
  test.each([
    ['<title> A\n title </title>', 'A\n title'],
    ['<title></title><title>B</title>', 'B'],
    ['<title>A</title><title>B</title>', 'A'],
    ['<p>x', ''],
  ])('of %s is %j', (html, title) => {
    expect(framedHtml(html, linksOf(FTP), 4).title).toBe(title);
  });
});

describe('limits', () => {
  test('1000 elements may be nested, and those below them lose their elements', () => {
    const deep = (depth: number) => framedHtml(`${'<b>'.repeat(depth)}<i>x`, linksOf(FTP), 4).markup;
    // Below the body, which stands in the document.
    expect(deep(998)).toContain('<i>x</i>');
    expect(deep(1000)).not.toContain('<i>');
    expect(deep(1000)).toContain('x</b>');
  });

  test('a document has 50,000 elements at most', () => {
    const of = (count: number) => framedHtml('<p>'.repeat(count), linksOf(FTP), 4).markup;
    expect(of(49_997)).toContain('<p>');
    const framed = (count: number) => framedHtml(`<frameset><noframes>${'<p>'.repeat(count)}`, linksOf(FTP), 4).markup;
    // The fragment has a root and a context of its own.
    expect(framed(49_000)).toContain('<p>');
    expect(() => framed(49_998)).toThrow(/too many elements/);
    expect(() => of(49_998)).toThrow(
      expect.objectContaining({
        code: 'gateway-limit',
        links: [{ text: 'Open it as the server sent it', href: '/ftp/h.example/pub/docs/index.html?format=raw' }],
      }),
    );
  });
});

test('the policy has the sources of the document alone, without signs that end them', () => {
  expect(framedPolicy(linksOf(FTP), { own: '/a;b,c/' })).toBe(
    'sandbox allow-top-navigation-by-user-activation allow-downloads; ' +
      "default-src 'none'; style-src 'unsafe-inline'; img-src data: https://w.example/base/a%3Bb%2Cc/; " +
      "form-action 'none'; frame-ancestors 'self'",
  );
});
