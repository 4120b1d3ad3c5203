/** HTML as a text: what readers see, in lines. */
import { describe, expect, test } from 'vitest';
import { textOfHtml } from '../../../src/text/html-text.ts';
import { expectLinear } from '../growth.ts';

/** The most characters that are read. */
const LONGEST_HTML = 1024 * 1024;

test.each<[html: string, text: string]>([
  ['', ''],
  ['Tea', 'Tea'],
  [' Tea\n and   <b>milk</b> ', 'Tea and milk'],
  ['Tea &amp; milk&nbsp;&#33;', 'Tea & milk\u00a0!'],
  ['<p>One<p>Two', 'One\n\nTwo'],
  ['<div>One</div><div>Two</div>', 'One\nTwo'],
  ['One<br>Two<br><br>Three', 'One\nTwo\n\nThree'],
  ['<h1>Title</h1>Text', 'Title\n\nText'],
  ['<ul><li>One<li> Two</ul>End', '* One\n* Two\n\nEnd'],
  ['One<hr>Two', 'One\n-----\nTwo'],
  ['<table><tr><td>a<td>b<tr><td>c<td>d</table>', 'a b\nc d'],
  ['<pre>\n a\n   b</pre>c', ' a\n   b\n\nc'],
  [
    'One<blockquote>Two<blockquote>Three</blockquote>Four</blockquote>Five',
    'One\n\n> Two\n\n>> Three\n\n> Four\n\nFive',
  ],
  ['<a href="http://h.example/">Tea</a>.', 'Tea <http://h.example/>.'],
  ['<a href="gopher://h.example/1/a b">Tea', 'Tea <gopher://h.example/1/ab>'],
  ['<a href="http://h.example/">http://h.example/</a>', 'http://h.example/'],
  ['<a href="mailto:a@h.example">a@h.example</a>', 'a@h.example'],
  ['<a href="/x">Tea</a> <a href="javascript:x()">x</a> <a href="data:,x">y</a> <a>z</a>', 'Tea x y z'],
  ['<img src=a.gif alt="A cup"><img src=b.gif>', '[A cup]'],
  ['<head><title>T</title><style>p{}</style><body>Tea', 'Tea'],
  ['<title>T</title><p>Tea', 'Tea'],
  ['<script>"<p>"</script><!-- no --><template>x</template>Tea', 'Tea'],
  ['<xmp><b>as it is</b></xmp>', '<b>as it is</b>'],
  ['<head><base href="http://h.example/"><p>Tea', 'Tea'],
  ['</blockquote></pre></a></p>Tea', 'Tea'],
  ['<!doctype html><html><body>Tea</body></html>', 'Tea'],
])('%j is %j', (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

describe('limits', () => {
  test.each([
    [20, 20],
    [21, 20],
  ])('%i quotes in each other are written as %i', (depth, marks) => {
    expect(textOfHtml(`${'<blockquote>'.repeat(depth)}Tea`)).toBe(`${'>'.repeat(marks)} Tea`);
  });

  test.each([
    [LONGEST_HTML, 'x'],
    [LONGEST_HTML + 1, ''],
  ])('of %i characters, the last is %j', (length, last) => {
    expect(textOfHtml(`<p>${' '.repeat(length - 4)}x`)).toBe(last);
  });

  test.each([
    '<a href=http://h/>x',
    '<b>x ',
    '<blockquote>x',
    'x ',
    '<pre>\n',
    '&amp;',
    '<',
    '<p>x',
    '<li>',
    '<a href="x',
  ])('the time for many %j grows with their number', (piece) => {
    expectLinear(20_000, (count) => {
      const html = piece.repeat(count);
      return () => textOfHtml(html);
    });
  });
});
