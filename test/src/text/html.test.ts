/** Links of HTML: attributes by their names, lists of URLs, style sheets, `<base>`, and how a URL is written back. */
import { expect, test } from 'vitest';
import { linksInHtml } from '../../../src/text/html.ts';
import { expectLinear } from '../growth.ts';

test.each<[text: string, urls: string[], relative?: string[]]>([
  ['<a href="gopher://h.example/1/a&amp;b">', ['gopher://h.example/1/a&b']],
  ['<a HREF = ftp://h.example/x?a&b>', ['ftp://h.example/x?a&b']],
  ["<a href='&#102;tp&colon;//h.example/&#39;x' href=http://h.example/>", ["ftp://h.example/'x"]],
  ['<a href=" http://h.example/a b ">', ['http://h.example/a b']],
  ['<a href=http://h.example/a/>x', ['http://h.example/a/']],
  ['<a title="a > b" href="ftp://h.example/"', []],
  ['<img src=a.gif><a href="b"><a href="#c"><a href="">', [], ['a.gif', 'b']],
  ['<a href="javascript:x()"><img src="data:image/gif,x"><a href="mailto:a@h.example">', ['mailto:a@h.example']],
  ['<p>http://h.example/ <b title="http://h.example/">', []],
  [
    '<form action="http://h.example/f"><object data="ftp://h.example/d"><p data="ftp://h.example/">',
    ['http://h.example/f', 'ftp://h.example/d'],
  ],
  [
    '<img srcset="http://h.example/a 1x, b 2x,http://h.example/c,d (x, y), http://h.example/e, http://h.example/f,">',
    ['http://h.example/a', 'http://h.example/c,d', 'http://h.example/e', 'http://h.example/f'],
    ['b'],
  ],
  ['<isindex action="gopher://h.example/7s"><p action="gopher://h.example/">', ['gopher://h.example/7s']],
  [
    '<applet archive="http://h.example/a.jar, b.jar,c.jar"><object archive="http://h.example/d,e f.jar">',
    ['http://h.example/a.jar', 'http://h.example/d,e'],
    ['b.jar', 'c.jar', 'f.jar'],
  ],
  // Relative to the code base, and not to the page.
  [
    '<applet codebase="http://h.example/" archive="a.jar,http://h.example/b"><p archive="http://h.example/">',
    ['http://h.example/', 'http://h.example/b'],
  ],
  ['<a ping="http://h.example/a http://h.example/b">', ['http://h.example/a', 'http://h.example/b']],
  ['<meta http-equiv=refresh content="5; URL=\'http://h.example/x\' z">', ['http://h.example/x']],
  [
    '<meta http-equiv=Refresh content="0;http://h.example/x"><meta content="0;url=http://h.example/">',
    ['http://h.example/x'],
  ],
  ['<p style="background: url(http://h.example/x)">', ['http://h.example/x']],
  [
    '<style>@import "http://h.example/a"; /* url(http://h.example/) */ b{c:url( \'d\' ); e:"url(http://h.example/)"}</style>',
    ['http://h.example/a'],
    ['d'],
  ],
  // What is not markup (HTML §13.2.5).
  ['<!-- <a href="http://h.example/a"> --><a href="http://h.example/b">', ['http://h.example/b']],
  ['<script>"<a href=http://h.example/a>"</script><a href="http://h.example/b">', ['http://h.example/b']],
  ['<title><a href="http://h.example/a"></title><textarea><a href="http://h.example/b"></textarea>', []],
  ['<plaintext><a href="http://h.example/a">', []],
  [
    '<pre><code><a href="http://h.example/a"></code></pre><noscript><img src="http://h.example/b"></noscript>',
    ['http://h.example/a', 'http://h.example/b'],
  ],
  [
    '<svg><title><a xlink:href="http://h.example/t"/></title></svg><title><a href="http://h.example/"></title>',
    ['http://h.example/t'],
  ],
  [
    '<svg><style>a{b:url(http://h.example/s)}</style><p><style>a{b:url(http://h.example/t)}</style>',
    ['http://h.example/s', 'http://h.example/t'],
  ],
])('%s', (text, urls, relative = []) => {
  const found = linksInHtml(text);
  expect(found.links.map(({ url }) => url)).toEqual(urls);
  expect(found.relative.map(({ url }) => url)).toEqual(relative);
  for (const { range, written } of [...found.links, ...found.relative]) expect(text.slice(...range)).toBe(written);
});

test('a link has the name of its attribute, and the first base is the base', () => {
  const { base, links, relative } = linksInHtml('<base HREF="ftp://h.example/pub/"><base href="x"><a href="y">');
  expect(base).toBe(links[0]);
  expect(base?.attribute).toEqual({ element: 'base', name: 'href' });
  expect(relative.map(({ attribute }) => attribute?.element)).toEqual(['base', 'a']);
  expect(linksInHtml('<base target=x><base href="x">').base?.url).toBe('x');
});

test.each<[text: string, warning: string]>([
  ['<a href="http://{{ host }}/">', 'placeholder'],
  ['<a href="http://h.example/<?php echo 1 ?>">', 'placeholder'],
  ['<a href="http://h.example/$(id)">', 'placeholder'],
  ['<a href="http://h.example/\n a">', 'blank-inside'],
])('%j is doubtful: %s', (text, warning) => {
  const [link] = linksInHtml(text).links;
  expect(link?.warnings).toEqual([warning]);
  expect(link?.write('http://h.example/')).toBeNull();
});

test('what cannot be read is named', () => {
  const { links, unread } = linksInHtml(
    '<img srcset="http://h.example/a&#32;1x"><p style="b: url(&quot;http://h.example/&quot;)"><style>a{b:url(x\\y)}</style>',
  );
  expect(links).toEqual([]);
  expect(unread.map(({ reason }) => reason)).toEqual([
    'The list in srcset contains character references.',
    'The style attribute contains character references.',
    'The URL of the style sheet contains an escape.',
  ]);
});

test.each<[text: string, url: string, result: string | null]>([
  ['<a href="ab:c">', 'http://h/?a&b', '<a href="http://h/?a&amp;b">'],
  ['<a href="ab:?a&b">', 'http://h/?a&b', '<a href="http://h/?a&b">'],
  ['<a href="ab:?a&b">', 'http://h/?a&copy', '<a href="http://h/?a&amp;copy">'],
  ['<a href="ab:?a&amp;b&c">', 'http://h/?a&b', '<a href="http://h/?a&amp;b">'],
  ["<a href='ab:c'>", "http://h/'a'", "<a href='http://h/&#39;a&#39;'>"],
  ['<a href="ab:c">', "http://h/'a'", '<a href="http://h/\'a\'">'],
  ['<a href=ab:c>', "http://h/'a'", null],
  ['<a href=ab:c>', 'http://h/?a=b', '<a href=http://h/?a=b>'],
  ['<img srcset="ab:c 1x">', 'http://h/,', null],
  ['<p style="b:url(ab:c)">', 'http://h/?a&b', null],
  ['<style>b{c:url(ab:c)}</style>', 'http://h/?a&b', '<style>b{c:url(http://h/?a&b)}</style>'],
  ['<style>b{c:url(ab:c)}</style>', 'http://h/(a)', null],
  ['<style>b{c:url("ab:c")}</style>', 'http://h/(a)', '<style>b{c:url("http://h/(a)")}</style>'],
])('%s with %s', (text, url, result) => {
  const [link] = linksInHtml(text).links;
  const written = link?.write(url) ?? null;
  const [from, to] = link?.range ?? [0, 0];
  const after = text.slice(0, from) + written + text.slice(to);
  expect(written === null ? null : after).toBe(result);
  if (written !== null) expect(linksInHtml(after).links[0]?.url).toBe(url);
});

test.each([
  ['tags', (times: number) => '<a href="'.repeat(times)],
  ['attributes', (times: number) => `<a ${Array.from({ length: times }, (_, index) => `a${index}`).join(' ')}`],
  ['comments', (times: number) => '<!--'.repeat(times)],
  ['references', (times: number) => `<a href="ab:${'&amp'.repeat(times)}">`],
  ['sets of images', (times: number) => `<img srcset="${'a (b '.repeat(times)}">`],
  ['style sheets', (times: number) => `<style>${'url( "/*'.repeat(times)}</style>`],
  ['scripts', (times: number) => '<script><!--<script>'.repeat(times)],
  ['pictures', (times: number) => '<svg><title>'.repeat(times)],
])('%s take linear time', (_, write) => {
  expectLinear(20_000, (times) => {
    const text = write(times);
    return () => linksInHtml(text);
  });
});
