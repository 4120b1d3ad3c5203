/** Links of MediaWiki: in brackets, bare, in templates, and where there is no wiki text. */
import { expect, test } from 'vitest';
import { linksInMediaWiki } from '../../../src/text/mediawiki.ts';
import { expectLinear } from '../growth.ts';

test.each<[text: string, urls: string[]]>([
  ["''[ftp://h.example/a b]'' http://h.example/c''d''", ['ftp://h.example/a', 'http://h.example/c']],
  [
    '{{cite|url=http://h.example/?c|d=e}} {{cite|url=http://h.example/d}}',
    ['http://h.example/?c', 'http://h.example/d'],
  ],
  // T23261 of MediaWiki: a host in brackets, in brackets.
  [
    'http://[2404:130::2]/a [http://[::1]:80/(b. x] [[http://u@[::1]/]] {{a|http://[::1]/c}} http://[::1]/[d]',
    ['http://[2404:130::2]/a', 'http://[::1]:80/(b.', 'http://u@[::1]/', 'http://[::1]/c', 'http://[::1]/'],
  ],
  // T67278: a word that runs into a scheme.
  ['N0http://h.example/ [N0https://h.example/ a]', []],
  ['[http://h.example/(a. b] http://h.example/c.', ['http://h.example/(a.', 'http://h.example/c']],
  ['http://h.example/?a&amp;b [http://h.example/?a&b c]', ['http://h.example/?a&b', 'http://h.example/?a&b']],
  [
    'http://h.example/[a] (http://h.example/b) <ref>http://h.example/c</ref>',
    ['http://h.example/', 'http://h.example/b', 'http://h.example/c'],
  ],
  ['[mailto:a@h.example me] [news:comp.lang.c c]', ['mailto:a@h.example', 'news:comp.lang.c']],
  [
    '<nowiki>http://h.example/</nowiki><!-- http://h.example/ --><pre>http://h.example/</pre> http://h.example/a',
    ['http://h.example/a'],
  ],
  [
    '<nowiki/>http://h.example/a <source lang="c">http://h.example/</source> <math>http://h.example/',
    ['http://h.example/a'],
  ],
  // The name of a reference is compared, not followed.
  ['<ref name="http://h.example/">http://h.example/a</ref> <ref name=http://h.example/ />', ['http://h.example/a']],
  ['a < b http://h.example/a > <script src="http://h.example/">', ['http://h.example/a']],
  ['http://h.example/{{a}} http://{{{1}}}/', []],
  // The label of a link, and the name of a template.
  [
    '[http://h.example/a http://h.example/b c] [http://h.example/d|http://h.example/e] http://h.example/f',
    ['http://h.example/a', 'http://h.example/d', 'http://h.example/f'],
  ],
  ['[http://h.example/a [http://h.example/b] c]', ['http://h.example/a']],
  [
    '[http://h.example/a http://h.example/b\nhttp://h.example/c]',
    ['http://h.example/a', 'http://h.example/b', 'http://h.example/c'],
  ],
  ['{{http://h.example/a}} {{b|http://h.example/c}}', ['http://h.example/c']],
  // Brackets mean nothing there, but people wrap as in mail.
  [
    "<http://h.example/a\n  b> <http://h.example/c|d> <http://h.example/''e''>",
    ['http://h.example/ab', 'http://h.example/c|d', "http://h.example/''e''"],
  ],
  // The name of a page, and not its label or what is not one.
  [
    '[[RFC 1436 http://h.example/a]] [[a|http://h.example/b]] [[http://h.example/c]] [[a]] http://h.example/d',
    ['http://h.example/b', 'http://h.example/c', 'http://h.example/d'],
  ],
])('%j', (text, urls) => {
  const { links } = linksInMediaWiki(text);
  expect(links.map(({ url }) => url)).toEqual(urls);
  for (const { range, written } of links) expect(text.slice(...range)).toBe(written);
});

test.each<[text: string, url: string, result: string | null]>([
  ['[ab://c d]', 'http://h/a.', '[http://h/a. d]'],
  ['[ab://c d]', 'http://h/[a]', null],
  ['[ab://c d]', 'http://[::1]/a', '[http://[::1]/a d]'],
  ['[ab://c d]', 'http://[::1]/[a]', null],
  ['see ab://c.', 'http://h/a', 'see http://h/a.'],
  ['see ab://c.', 'http://h/a.', null],
  ['{{a|ab://c|d}}', 'http://h/?a', '{{a|http://h/?a|d}}'],
  ['{{a|ab://c|d}}', 'http://h/a|b', null],
  ['see ab://c?a&amp;b', 'http://h/?a&b', 'see http://h/?a&b'],
  ['see ab://c?a&amp;b', 'http://h/?a&copy;', null],
  ['see ab://c?a&amp;b;', 'http://h/?a&b', null],
  ['see ab://c?a&amp;amp', 'http://h/?a&amp', null],
])('%j with %s', (text, url, result) => {
  const [link] = linksInMediaWiki(text).links;
  const written = link?.write(url) ?? null;
  const [from, to] = link?.range ?? [0, 0];
  expect(written === null ? null : text.slice(0, from) + written + text.slice(to)).toBe(result);
});

test.each([
  '<!--',
  '<ref name="',
  '<ref a="b">',
  '<nowiki>',
  '<nowiki',
  '[http://h/',
  '[http://h/ ',
  '{{',
  "''",
  '<nowiki></nowiki>',
])('%s many times', (part) => {
  expectLinear(20_000, (times) => {
    const text = part.repeat(times);
    return () => linksInMediaWiki(text);
  });
});
