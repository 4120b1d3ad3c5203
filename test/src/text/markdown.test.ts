/** Links of Markdown: what CommonMark makes of escapes, code, comments, titles and tables, and how a URL is written. */
import { expect, test } from 'vitest';
import { linksInMarkdown } from '../../../src/text/markdown.ts';
import { expectLinear } from '../growth.ts';

test.each<[text: string, urls: string[]]>([
  [
    '[a](http://h.example/a "ftp://h.example/t") ![i](<http://h.example/b c> \'ftp://h.example/t\')',
    ['http://h.example/a', 'http://h.example/b c'],
  ],
  [
    '[V8](https://h.example/V8_\\(engine\\)) [u](FTP://h.example/foo\\_bar&amp;x)',
    ['https://h.example/V8_(engine)', 'FTP://h.example/foo_bar&x'],
  ],
  ['[a](http://h.example/x_(y)) (http://h.example/)', ['http://h.example/x_(y)', 'http://h.example/']],
  ['[https://h.example](https://h.example/x)', ['https://h.example/x']],
  ['[![b](http://h.example/i)](http://h.example/l)', ['http://h.example/i', 'http://h.example/l']],
  ['[a]: http://h.example/\\( "ftp://h.example/t"\n\n[http://h.example/no][A] [a]', ['http://h.example/(']],
  ['[http://h.example/] [b][http://h.example/c]', ['http://h.example/', 'http://h.example/c']],
  ['<http://h.example/> <URL:ftp://h.example/a> <a@h.example>', ['http://h.example/', 'ftp://h.example/a']],
  ['<ftp://h.example/pub/\n  a.txt>', ['ftp://h.example/pub/a.txt']],
  ['> <ftp://h.example/pub/\n> a.txt>', ['ftp://h.example/pub/a.txt']],
  [
    '**http://h.example/a** *see http://h.example/b* ~~ftp://h.example/~~ gopher://h.example/.',
    ['http://h.example/a', 'http://h.example/b', 'ftp://h.example/', 'gopher://h.example/'],
  ],
  [
    '|a|b|\n|-|-|\n|FTP://h.example/a|text|\n|[u](ftp://h.example/b\\|c)|`ftp://h.example/`|',
    ['FTP://h.example/a', 'ftp://h.example/b|c'],
  ],
  // Code and comments.
  ['`http://h.example/a` ``http://h.example/` ``\n\n    http://h.example/b\n\n```\nhttp://h.example/c\n```', []],
  ['- a\n\n      http://h.example/code\n\n  http://h.example/a', ['http://h.example/a']],
  [
    'a <!-- FTP://h.example/c\n d --> b\n\n<!--\nFTP://h.example/c\n\nftp://h.example/ -->\n\nftp://h.example/a',
    ['ftp://h.example/a'],
  ],
  ['<div>\n<!-- a\n\nftp://h.example/a --> ftp://h.example/b', ['ftp://h.example/b']],
  // HTML.
  [
    '<a href="http://h.example/a?b&amp;c">http://h.example/no</a> <code>http://h.example/no</code> http://h.example/d',
    ['http://h.example/a?b&c', 'http://h.example/d'],
  ],
  ['<div>\n<img src="http://h.example/i">\n</div>', ['http://h.example/i']],
  ['[a](b) [c](#d) [e]()', []],
  ['\ufeff# http://h.example/\n\nhttp://h.example/b\r\n===', ['http://h.example/', 'http://h.example/b']],
])('%j', (text, urls) => {
  const { links } = linksInMarkdown(text);
  expect(links.map(({ url }) => url)).toEqual(urls);
  for (const { range, written } of links) expect(text.slice(...range)).toBe(written);
});

test.each<[text: string, delimiters: string[]]>([
  ['[a](ab:c) <ab://z> ab://y\n\n[b]: ab:c', ['destination', 'autolink', 'none', 'definition']],
  ['<img src="ab:c">', ['attribute']],
])('%j: %j', (text, delimiters) => {
  expect(linksInMarkdown(text).links.map(({ delimiter }) => delimiter)).toEqual(delimiters);
});

test('relative destinations are found', () => {
  expect(linksInMarkdown('[a](b/c) ![d](e.png) <img src=f>\n\n[g]: ../h').relative.map(({ url }) => url)).toEqual([
    'b/c',
    'e.png',
    'f',
    '../h',
  ]);
});

test.each<[text: string, url: string, warning: string]>([
  ['http://h.example/a\\_b', 'http://h.example/a_b', 'markup'],
  ['news:<1@h.example>', 'news:1@h.example', 'markup'],
  ['http://h.example/a*b*c', 'http://h.example/a*b*c', 'markup'],
  ['http://h.example/?a&amp;b', 'http://h.example/?a&b', 'markup'],
  ['<http://h.example/?a&amp;b>', 'http://h.example/?a&amp;b', 'markup'],
  ['<http://h.example/a*b*/\n  c>', 'http://h.example/a*b*/c', 'markup'],
  ['> <http://h.example/a*b*/\n> c>', 'http://h.example/a*b*/c', 'markup'],
  ['[a](http://{{h}}/)', 'http://{{h}}/', 'placeholder'],
])('%j is doubtful', (text, url, warning) => {
  const [link] = linksInMarkdown(text).links;
  expect(link).toMatchObject({ url, warnings: [warning] });
  expect(link?.write('http://h.example/')).toBeNull();
});

test.each<[text: string, url: string, result: string | null]>([
  ['[a](ab:c "t")', 'http://h/(a)', '[a](http://h/(a) "t")'],
  ['[a](ab:c)', 'http://h/)', '[a](http://h/\\))'],
  ['[a](<ab:c>)', 'http://h/)', '[a](<http://h/)>)'],
  ['[a](ab:c)', 'http://h/?a&copy;', '[a](http://h/?a\\&copy;)'],
  ['[a](ab:c)', 'http://h/a b', null],
  ['[a]: ab:c', 'http://h/(', '[a]: http://h/\\('],
  ['<ab://z>', 'http://h/a', '<http://h/a>'],
  ['<ab://z>', 'http://h/&amp;', null],
  ['|a|\n|-|\n|[b](ab:c)|', 'http://h/a|b', '|a|\n|-|\n|[b](http://h/a\\|b)|'],
  ['|a|\n|-|\n|ab://y|', 'http://h/?a', '|a|\n|-|\n|http://h/?a|'],
  ['see ab://y.', 'http://h/a_b', 'see http://h/a_b.'],
  ['see ab://y.', 'http://h/_b', null],
  ['see ab://y.', 'http://h/*b', null],
])('%j with %s', (text, url, result) => {
  const [link] = linksInMarkdown(text).links;
  const written = link?.write(url) ?? null;
  const [from, to] = link?.range ?? [0, 0];
  const after = text.slice(0, from) + written + text.slice(to);
  expect(written === null ? null : after).toBe(result);
  if (written !== null) expect(linksInMarkdown(after).links[0]?.url).toBe(url);
});

const hostile: readonly (readonly [name: string, write: (times: number) => string])[] = [
  ...['[', '[a](', '![a](', '*a_ ', 'a <!--', 'a <?', 'a <!A', 'a <![CDATA[', 'a <b c="', '`a``b'].map(
    (part) => [part, (times: number) => part.repeat(times)] as const,
  ),
  ...['[a]', '[a](<b', '[a](b "', '[a]: b "', '<a href="x">', '<code>', '~~a', '&amp;'].map(
    (part) => [part, (times: number) => part.repeat(times)] as const,
  ),
  ['brackets that close', (times) => '['.repeat(times) + ']'.repeat(times)],
  ['lists', (times) => '- a\n'.repeat(times)],
  ['quotes', (times) => '> '.repeat(times)],
  ['nested lists', (times) => '1. '.repeat(times)],
  ['lists in quotes', (times) => '>- '.repeat(times)],
  ['blanks', (times) => `a${' '.repeat(4 * times)}`],
  ['tables', (times) => `|a|b|\n|-|-|\n${'|http://h|b|\n'.repeat(times)}`],
  ['lines after an open label', (times) => `["${'\n"'.repeat(times)}`],
  ['lines after an open title', (times) => `[a]: b (${'\n['.repeat(times)}`],
  ['braces in a destination', (times) => `[a]: ${'{'.repeat(4 * times)}`],
  ['blocks with open comments', (times) => '<div><!--\n\n'.repeat(times)],
];

test.each(hostile)('%s take linear time', (_, write) => {
  expectLinear(4000, (times) => {
    const text = write(times);
    return () => linksInMarkdown(text);
  });
});

test('lists and quotations that are nested too deeply are named', () => {
  const text = `[a](http://h.example/)\n${'> 1. '.repeat(100)}a`;
  const reason = 'Lists or quotations are nested too deeply.';
  expect(linksInMarkdown(text)).toMatchObject({ links: [], unread: [{ range: [0, text.length], reason }] });
});

const TOO_MUCH = 'A paragraph has too many brackets, spaces or lines.';

test('a paragraph with too many brackets is named', () => {
  const { links, unread } = linksInMarkdown(`${'[a]('.repeat(10_000)}\n\nhttp://h.example/`);
  expect(unread).toEqual([{ range: [0, 40_000], reason: TOO_MUCH }]);
  expect(links.map(({ url }) => url)).toEqual(['http://h.example/']);
});

test('what follows a definition that stays open for too many lines is not read', () => {
  const { links, unread } = linksInMarkdown(`http://h.example/\n\n[a]: b "\n${'c\n'.repeat(3000)}\nhttp://i.example/`);
  expect(unread).toEqual([{ range: [19, 6046], reason: TOO_MUCH }]);
  expect(links.map(({ url }) => url)).toEqual(['http://h.example/']);
});

test('a long list that begins with a label is no definition', () => {
  const text = Array.from({ length: 600 }, (_, index) => `[${index}] http://h.example/${index}`).join('\n');
  expect(linksInMarkdown(text)).toMatchObject({ links: { length: 600 }, unread: [] });
});

test.each([
  ['[a](http://h.example/{b})', ['placeholder']],
  ['[a](http://h.example/}b{)', []],
])('a template in %s: %j', (text, codes) => {
  expect(linksInMarkdown(text).links[0]?.warnings).toEqual(codes);
});
