/** Links of markups that are read as running text: whole, in the escapes of the markup, or with a warning. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalize } from '../../../src/index.ts';
import type { MarkupFormat } from '../../../src/text/link.ts';
import { markupReader } from '../../../src/text/markup.ts';
import { MARKUPS } from '../../../src/text/markups.ts';
import { anyModel } from '../generators.ts';
import { expectLinear } from '../growth.ts';

const FORMATS = Object.keys(MARKUPS).filter((name): name is MarkupFormat => Object.hasOwn(MARKUPS, name));

/** A text, and its links, each with its warnings behind it. */
type Row = readonly [format: MarkupFormat, text: string, ...links: readonly string[]];

const rows: readonly Row[] = [
  ['rst', 'A `page <http://h/a_b.>`_ and `x <http://h/c>`__, http://h/d.', 'http://h/a_b.', 'http://h/c', 'http://h/d'],
  ['rst', '`a <http://h/long\n   er>`_', 'http://h/longer'],
  ['rst', '`a <http://h/a\\_>`_ `b <http://h/a_>`_', 'http://h/a_ markup', 'http://h/a_ markup'],
  ['rst', '.. _a b: http://h/a.\n.. _`c: d`: http://h/b\n', 'http://h/a.', 'http://h/b'],
  ['rst', '.. _a: http://h/\n   b\n', 'http://h/ may-continue'],
  ['rst', '__ http://h/a.\n.. __: http://h/b.\n', 'http://h/a.', 'http://h/b.'],
  ['rst', '.. |x| image:: http://h/a.\n   :target: http://h/b.\n', 'http://h/a.', 'http://h/b.'],
  ['rst', '.. _a: b_\n.. image:: c.png\n'],
  ['asciidoc', 'http://h/a.[a label], mailto:a@h.x[me]', 'http://h/a.', 'mailto:a@h.x'],
  [
    'asciidoc',
    'link:http://h/a[x] image::http://h/b[] link:++http://h/c++[c]',
    'http://h/a',
    'http://h/b',
    'http://h/c',
  ],
  ['asciidoc', 'http://h/a[see http://h/b] kbd:[a] footnote:[http://h/c]', 'http://h/a', 'http://h/c'],
  [
    'asciidoc',
    'image:http://h/a[A, link=http://h/b] image::c.png[link="http://h/d"]',
    'http://h/a',
    'http://h/b',
    'http://h/d',
  ],
  ['asciidoc', 'image:http://h/a[see http://h/b] xref:http://h/c[d](1)', 'http://h/a', 'http://h/c'],
  ['asciidoc', 'http://h/__a__[x] http://h/a--b', 'http://h/__a__ markup', 'http://h/a--b markup'],
  // What stands for a name: `{base}/a` goes on with it.
  ['asciidoc', ':base: http://h\nhttp://h/a', 'http://h definition', 'http://h/a'],
  ['org', '#+LINK: a http://h/', 'http://h/ definition'],
  ['latex', '\\newcommand{\\base}{http://h}', 'http://h definition'],
  ['bibtex', '@string{base = "http://h"}', 'http://h definition'],
  ['texinfo', '@set BASE http://h', 'http://h definition'],
  ['roff', 'http://h/a/\n.sp\nhttp://h/b/\nc/d', 'http://h/a/', 'http://h/b/ may-continue'],
  ['roff', '.ds base http://h', 'http://h definition'],
  ['org', '[[http://h/a.][a label]] [[http://h/b]] http://h/c.', 'http://h/a.', 'http://h/b', 'http://h/c'],
  [
    'org',
    '[[file:http://h/a][b]] [[ http://h/b ][c]] [[#d][http://h/e]]',
    'http://h/a markup',
    'http://h/b',
    'http://h/e',
  ],
  ['org', '[[http://h/a\\]b][x]] [[http://h/a b]] [[file:a.org]]', 'http://h/a]b', 'http://h/a b blank-inside'],
  ['latex', '\\url{http://h/a\\_b\\%20c} \\href{http://h/d.}{http://h/x}', 'http://h/a_b%20c', 'http://h/d.'],
  ['latex', '\\href[a=b]{http://h/\\#e}{f} http://h/\\~{}g\\_h.', 'http://h/#e', 'http://h/~g_h'],
  ['latex', '\\url{http://h/#1} http://h/a%20b', 'http://h/#1 placeholder', 'http://h/a%20b markup'],
  ['latex', 'http://h/a\\allowbreak b \\texttt{http://h/c}', 'http://h/a backslash', 'http://h/c'],
  ['bibtex', 'url = {http://h/a\\_b.}, ee = "http://h/c.",', 'http://h/a_b.', 'http://h/c.'],
  ['bibtex', 'note = {See \\url{http://h/a%20b}, http://h/{\\_}c}', 'http://h/a%20b', 'http://h/_c'],
  ['texinfo', '@uref{http://h/a@@b,, a page} @url{http://h/c@comma{}d, @i{x}}', 'http://h/a@b', 'http://h/c,d'],
  ['texinfo', '@email{a@@h.x} mailto:a@@h.x, @code{http://h/@var{x}}', 'mailto:a@h.x'],
  ['texinfo', '@verbatim\nmailto:a@@h.x\n@end verbatim\nhttp://h/@/a', 'mailto:a@@h.x', 'http://h/a'],
  ['roff', '.UR http://h/a\\-b.\n.UE\n.Lk "http://h/c" "d"\n', 'http://h/a-b.', 'http://h/c'],
  ['roff', '\\fIhttp://h/a\\-b\\fR. \\fBhttp://h/\\:c\\fP', 'http://h/a-b', 'http://h/c'],
  ['roff', 'http://h/\\fIname\\fR/x http://h/\\(tia\\e', 'http://h/ backslash', 'http://h/~a'],
  ['xml', '<a b="http://h/a?c&amp;d."/>http://h/e&#38;f</a>', 'http://h/a?c&d.', 'http://h/e&f'],
  [
    'xml',
    "<a b='http://h/'><![CDATA[http://h/&amp;]]><!-- http://h/&amp; -->",
    'http://h/',
    'http://h/&amp entity',
    'http://h/&amp entity',
  ],
  [
    'xml',
    '<a xmlns="http://h/a" xsi:schemaLocation="http://h/b c">',
    'http://h/a identifier',
    'http://h/b c blank-inside,identifier',
  ],
  ['xml', '<a b="http://h/&own.entity;"/>', 'http://h/&own.entity; entity'],
  ['xml', '<a>http://h/&own.entity;</a>', 'http://h/&own.entity entity'],
  ['xml', '<!DOCTYPE a SYSTEM "http://h/a"><guid>http://h/b</guid>', 'http://h/a identifier', 'http://h/b identifier'],
  ['json', '{"a": "http:\\/\\/h\\/a.", "b": "x\\nhttp://h/b\\u0026c\\"d"}', 'http://h/a.', 'http://h/b&c'],
  ['json', '["<a href=\\"http://h/a\\"><img src=\\"http://h/b\\" alt=\\"c\\"></a>"]', 'http://h/a', 'http://h/b'],
  ['json', '{"$id": "http://h/a", "http://h/b": 1}', 'http://h/a identifier', 'http://h/b identifier'],
  ['json', '{"@context": {"a": "http://h/a"}, "b": ["http://h/b"]}', 'http://h/a identifier', 'http://h/b'],
  [
    'po',
    '# http://h/a\nmsgid "http://h/b"\nmsgstr "\\"http://h/b\\"\\n"',
    'http://h/a',
    'http://h/b identifier',
    'http://h/b',
  ],
  ['po', 'msgstr ""\n"http://h/lo"\n"ng"\n', 'http://h/long markup'],
  ['bibtex', 'url = {http://h/a{\\_}4}', 'http://h/a_4 markup'],
  ['po', '#~ msgstr ""\n#~ "http://h/lo"\n#~ "ng"\n', 'http://h/long markup'],
  ['po', '#~| msgid "http://h/a"\n#~ msgid "http://h/b"', 'http://h/a identifier', 'http://h/b identifier'],
  ['po', '#| msgid "http://h/lo"\n#| "ng"\n', 'http://h/long markup'],
  ['po', `msgid "${'a '.repeat(2000)}http://h/b"`, 'http://h/b identifier'],
  ['po', `# ${'a '.repeat(2000)}http://h/b`, 'http://h/b identifier'],
  ['po', `#${'\n# a'.repeat(1000)} http://h/b`, 'http://h/b'],
];

test.each(rows.map(([format, text, ...links]) => ({ format, text, links })))(
  '$format: $text',
  ({ format, text, links }) => {
    const found = markupReader(format)(text).links;
    for (const { range, written } of found) expect(text.slice(...range)).toBe(written);
    expect(found.map(({ url, warnings }) => [url, warnings.join()].join(' ').trimEnd())).toEqual(links);
  },
);

/** A text with one link, another URL, and the text that says it; `null` = it cannot be written there. */
const written: readonly (readonly [format: MarkupFormat, text: string, url: string, after: string | null])[] = [
  ['rst', '`a <http://h/>`_', 'http://i/b_c', '`a <http://i/b_c>`_'],
  ['org', '[[http://h/][a]]', 'http://i/[b]', '[[http://i/\\[b\\]][a]]'],
  ['latex', '\\url{http://h/}', 'http://i/a_b', '\\url{http://i/a_b}'],
  ['latex', '\\url{http://h/\\_a}', 'http://i/a_b', '\\url{http://i/a\\_b}'],
  ['latex', '\\url{http://h/%20}', 'http://i/%41', '\\url{http://i/%41}'],
  ['latex', '\\url{http://h/\\%20}', 'http://i/%41', '\\url{http://i/\\%41}'],
  // Whether it needs an escape depends on the command around it.
  ['latex', '\\url{http://h/}', 'http://i/%41', null],
  ['latex', 'http://h/a', 'http://i/a_b', null],
  ['latex', 'http://h/a\\_b', 'http://i/b_c', 'http://i/b\\_c'],
  ['bibtex', 'url={http://h/a\\&b}', 'http://i/?a&b', 'url={http://i/?a\\&b}'],
  ['texinfo', '@url{http://h/, x}', 'http://i/a@b,c', '@url{http://i/a@@b@comma{}c, x}'],
  ['texinfo', 'http://h/a', 'http://i/a@b', 'http://i/a@@b'],
  ['roff', 'http://h/a\\-b', 'http://i/c-d', 'http://i/c\\-d'],
  ['roff', 'http://h/a', 'http://i/c-d', 'http://i/c-d'],
  ['xml', '<a b="http://h/"/>', 'http://i/?a&b', '<a b="http://i/?a&amp;b"/>'],
  ['xml', "<a b='http://h/'/>", "http://i/'", null],
  ['json', '["http:\\/\\/h"]', 'http://i/a', '["http:\\/\\/i\\/a"]'],
  ['json', '["http://h"]', 'http://i/a', '["http://i/a"]'],
  ['po', 'msgstr "http://h/"', 'http://i/a', 'msgstr "http://i/a"'],
];

test.each(written)('%s: in %j, %s is written in its escapes', (format, text, url, after) => {
  const [link, ...others] = markupReader(format)(text).links;
  if (link === undefined) throw new Error('no link');
  const spelled = link.write(url);
  expect([others, spelled]).toEqual([[], spelled]);
  const whole = spelled === null ? null : text.slice(0, link.range[0]) + spelled + text.slice(link.range[1]);
  expect(whole).toBe(after);
  if (whole !== null) expect(markupReader(format)(whole).links.map((each) => each.url)).toEqual([url]);
});

/** A URL in the place that a markup has for it. */
const PLACES: Readonly<Record<MarkupFormat, (url: string) => string>> = {
  rst: (url) => `\`a <${url.replace(/[\\_]/g, '\\$&')}>\`__`,
  asciidoc: (url) => `${url}[a]`,
  org: (url) => `[[${url.replace(/[[\]]/g, '\\$&')}][a]]`,
  latex: (url) => `\\url{${url.replace(/[#%]/g, '\\$&')}}`,
  bibtex: (url) => `url = {${url}}`,
  texinfo: (url) => `@uref{${url.replaceAll('@', '@@').replaceAll(',', '@comma{}')}, a}`,
  roff: (url) => `.UR ${url.replaceAll('-', '\\-')}\n`,
  xml: (url) => `<a b="${url.replaceAll('&', '&amp;')}"/>`,
  json: (url) => JSON.stringify({ a: url }).replaceAll('/', '\\/'),
  po: (url) => `msgstr "<${url}>"`,
};

describe.each(FORMATS)('%s', (format) => {
  const read = markupReader(format);

  test('every canonical URL is read back whole, or with a warning', () => {
    let whole = 0;
    fc.assert(
      fc.property(anyModel, ({ a }) => {
        const url = canonicalize(a);
        fc.pre(/^[a-z][a-z\d+.-]+:\/\/[^/]/.test(url) && !/[<>"\s]/.test(url));
        const { links } = read(PLACES[format](url));
        if (links.some(({ warnings }) => warnings.length > 0)) return;
        // A bracket in brackets, and what no place holds.
        if (format === 'asciidoc' && /[[\]]/.test(url)) return;
        expect(links.map((link) => link.url)).toEqual([url]);
        whole++;
      }),
    );
    expect(whole).toBeGreaterThan(10);
  });

  test.each([
    ['', '`<'],
    ['', '[['],
    ['', '[[a]['],
    ['', 'a:(a:'],
    ['', '\\url{a'],
    ['', '@uref{a,'],
    ['', '<![CDATA['],
    ['', '"a:\\"'],
    ['', 'msgid "http://h/a"\n'],
    ['', '\\fI'],
    ['.. _', 'a:'],
    ['', 'http://h/a\\-b '],
  ])('%j and many times %j take linear time', (begin, part) => {
    expectLinear(4000, (times) => {
      const text = begin + part.repeat(times);
      return () => read(text);
    });
  });
});
