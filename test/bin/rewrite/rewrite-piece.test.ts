/** Which links of each format change, what stays and why, and that nothing else changes. */
import { describe, expect, test } from 'vitest';
import { type RewrittenPiece, rewritePiece } from '../../../bin/rewrite/rewrite-piece.ts';
import { type LinkRewriter, readMirrors, toCanonical, toGateway, toMirror } from '../../../bin/rewrite/rewriters.ts';
import { safeCanonicalize } from '../../../src/index.ts';
import { type LinkReader, readerOf, type TextFormat } from '../../../src/text/index.ts';
import fc, { runs } from '../../fast-check.ts';
import { wrappedUrl } from '../../src/generators/wrapped.ts';

const FORMATS = ['text', 'markdown', 'html', 'mediawiki', 'csv', 'tsv'] as const satisfies readonly TextFormat[];
const readers = new Map<TextFormat, LinkReader>();
for (const format of FORMATS) readers.set(format, await readerOf(format));

function rewrite(text: string, format: TextFormat, rewriter: LinkRewriter): RewrittenPiece {
  const read = readers.get(format);
  if (read === undefined) throw new Error('There is no such format.');
  return rewritePiece({ text, end: text.length, found: read(text) }, read, rewriter);
}

test('a manual of GNU Info keeps its links, because its tables count octets', async () => {
  const text = 'See <FTP://h>.';
  const read = await readerOf('info');
  const { left, changes } = rewritePiece({ text, end: text.length, found: read(text) }, read, toCanonical);
  expect([changes, left.map(({ reason }) => reason)]).toEqual([[], [expect.stringContaining('count its octets')]]);
});

const rows: readonly (readonly [format: TextFormat, before: string, after: string])[] = [
  ['html', '<a HREF="GOPHER://H:70/1">GOPHER://H</a>', '<a HREF="gopher://h/">GOPHER://H</a>'],
  ['html', "<a href=' FTP://h/?a&amp;b '>", "<a href=' ftp://h/%3Fa&amp;b '>"],
  [
    'html',
    '<a href=FTP://h>x</a><img alt="FTP://h" src=FTP://h/b/>',
    '<a href=ftp://h/>x</a><img alt="FTP://h" src=ftp://h/b/>',
  ],
  ['html', '<a title="a > b" href="GO:%78">', '<a title="a > b" href="go:x">'],
  ['html', '<!-- <a href="FTP://h"> --><a href="FTP://h">', '<!-- <a href="FTP://h"> --><a href="ftp://h/">'],
  [
    'html',
    '<script>x=\'<a href="FTP://h">\'</script><a href="FTP://h">',
    '<script>x=\'<a href="FTP://h">\'</script><a href="ftp://h/">',
  ],
  ['html', '<a href="FTP://h&eacute;/">', '<a href="ftp://xn--h-bga/">'],
  ['html', '<a href="a/FTP://h"><a href="#x"><a href="FTP://h', '<a href="a/FTP://h"><a href="#x"><a href="FTP://h'],
  ['markdown', 'See [a](FTP://h/a_(b)). <FTP://h>, FTP://h.', 'See [a](ftp://h/a_(b)). <ftp://h/>, ftp://h/.'],
  ['markdown', '[x]: FTP://h "t"\n[a.](FTP://h/a.)', '[x]: ftp://h/ "t"\n[a.](ftp://h/a.)'],
  ['markdown', '`FTP://h` ``a ` FTP://h`` FTP://h', '`FTP://h` ``a ` FTP://h`` ftp://h/'],
  ['markdown', '```\nFTP://h\n```\nFTP://h', '```\nFTP://h\n```\nftp://h/'],
  ['markdown', 'a\n\n    FTP://h\n\nb FTP://h', 'a\n\n    FTP://h\n\nb ftp://h/'],
  ['markdown', '- a\n\n    FTP://h', '- a\n\n    ftp://h/'],
  ['markdown', '[FTP://h](FTP://h)', '[FTP://h](ftp://h/)'],
  ['mediawiki', "[FTP://h a] ''FTP://h'' {{x|FTP://h}}", "[ftp://h/ a] ''ftp://h/'' {{x|ftp://h/}}"],
  [
    'mediawiki',
    '<nowiki>FTP://h</nowiki><!-- FTP://h --> FTP://h',
    '<nowiki>FTP://h</nowiki><!-- FTP://h --> ftp://h/',
  ],
  [
    'text',
    'FTP://h, (FTP://h) "FTP://h/a"; news:Comp.Lang.C. xftp://H',
    'ftp://h/, (ftp://h/) "ftp://h/a"; news:Comp.Lang.C. xftp://H',
  ],
  ['text', 'FTP://h/\u00fc <FTP://h/\u00fc> FTP://h:x/', 'FTP://h/\u00fc <ftp://h/%C3%BC> FTP://h:x/'],
  // AD1
  [
    'text',
    '@misc{x, howpublished = {\\url{FTP://ftp.example.org/a.txt}}}',
    '@misc{x, howpublished = {\\url{ftp://ftp.example.org/a.txt}}}',
  ],
  ['text', '\\href{FTP://h/a}{FTP://h/b}', '\\href{ftp://h/a}{ftp://h/b}'],
  ['text', 'set auto_index(x) {source FTP://h/BtnBox.tcl}', 'set auto_index(x) {source ftp://h/BtnBox.tcl}'],
  ['text', 'FTP://h.example/a|b', 'ftp://h.example/a|b'],
  // AD2
  [
    'markdown',
    '[V8](HTTPS://en.wikipedia.org/wiki/V8_\\(JavaScript_engine\\))',
    '[V8](https://en.wikipedia.org/wiki/V8_(JavaScript_engine))',
  ],
  ['markdown', '[u](FTP://ftp.example.org/pub/foo\\_bar.txt)', '[u](ftp://ftp.example.org/pub/foo_bar.txt)'],
  ['markdown', '|a|b|\n|-|-|\n|FTP://h.example/a|text|', '|a|b|\n|-|-|\n|ftp://h.example/a|text|'],
  // RL1
  ['text', 'See <FTP://ds.internic.\nnet/rfc> and', 'See <ftp://ds.internic.net/rfc> and'],
  ['text', '<URL:ftp://HOST.example/pub/wa\n   is/doc/x.txt>', '<URL:ftp://host.example/pub/wais/doc/x.txt>'],
  ['text', '> <URL:ftp://HOST.example/pub/wa\n> is/x>', '> <URL:ftp://host.example/pub/wais/x>'],
  ['text', '{FTP://h/x}', '{ftp://h/x}'],
  ['markdown', '- > See <FTP://h/pub/wa\n  > is/x> now.', '- > See <ftp://h/pub/wais/x> now.'],
  ['csv', '1,"See <FTP://h/a,\n  b>."\n', '1,"See <ftp://h/a,b>."\n'],
  // AD10
  ['html', '<a href="FTP://h/?a&lt;b">', '<a href="FTP://h/?a&lt;b">'],
  ['html', '<a href="GOPHER&#58;//h/1&#x2F;a">', '<a href="gopher://h/1/a">'],
  // PG15, spreadsheets
  ['csv', 'a,"FTP://h/a",c\n', 'a,"ftp://h/a",c\n'],
  ['tsv', 'a\tFTP://h/a\tc\n', 'a\tftp://h/a\tc\n'],
];

test.each(rows)('%s: %s', (format, before, after) => {
  expect(rewrite(before, format, toCanonical).text).toBe(after);
});

const gateway = toGateway('https://w.example');
const address = (url: string): string => `https://w.example/r?url=${encodeURIComponent(url)}`;

/** Texts in which nothing may change, with what must not happen to them. */
const untouched: readonly (readonly [format: TextFormat, text: string])[] = [
  // AD1: templates, regular expressions, continued lines, programs.
  ['text', 'https://db.debian.org/\\\nnext https://h.example/\\'],
  ['text', 'RewriteRule http://www\\.Example\\.com/ -'],
  ['text', 'ftp://{host}/pub FTP://$' + '{x}/pub FTP://$HOST/pub ftp://<host>/a FTP://%s/x'],
  ['text', "uri = 'HTTP://localhost:' + port; /^file:/.test(x); startsWith('file:/')"],
  ['text', 'L<File::ShareDir> <file:Documentation/a.rst>'],
  ['text', '@uref{FTP://h/pub/,,name} x,FTP://h/a,b;FTP://h/c;d \\href{FTP://h/a,b}{x} FTP://h/a,,b'],
  ['text', 'L<FTP://h/a|text> FTP://h/a[text] FTP://h/a\\-b FTP://h/a\\n'],
  ['text', 'MAILTO:a@h.example?subject=[x] FTP://h.example/a[1] FTP://[::1]/a[1] file://localhost/x'],
  ['text', '<GOPHER://h/0/a b> <GOPHER://h/0/one\ntwo three> <FTP://h/pub /a> <HTTP://h/a the page>'],
  ['text', 'HTTP://h.example/a%zz HTTP://h.example/... http://H.example/a…'],
  // AD2: comments, code, titles.
  ['markdown', '<!-- FTP://h/c -->\n\na <!-- FTP://h/d\nFTP://h/e --> b\n\n<!--\nFTP://h/f\n\n-->\n'],
  ['markdown', '![i](a.png "FTP://h/t") `FTP://h/` [x](#FTP://h/)'],
  [
    'html',
    '<a href="mailto:a&#37;&#52;&#48;H.example"><a href="mailto:a&#64;H.example"><a href="mailto:a%40H.example">',
  ],
  ['mediawiki', "[FTP://h|name] [[FTP://h|name]] 'FTP://h' `FTP://h` (FTP://h)* FTP://h|"],
  ['html', '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "HTTP://www.w3.org/TR/html4/strict.dtd"><p>FTP://h</p>'],
  // Placeholders, hosts that cannot be, links that may be relative, and marks that may end a link.
  ['text', 'C<ftp://...>, <FTP://.../a>, HTTP://.h.example, HTTP://h..example/, <HTTP:/h.example/a>'],
  ['text', '"HTTP://h.example/?a=[DOMAIN]&b" MAILTO:a@h.example?subject=a+b'],
  ['html', '<a href="HTTP:/h.example/a"><a href="HTTP://h.example/?a=[DOMAIN]"><a href="MAILTO:a@h.example?body=a+b">'],
  ['markdown', '[a](HTTP:/h.example/a) [b](HTTP:h.example)'],
];

test.each(untouched)('%s stays: %j', (format, text) => {
  expect(rewrite(text, format, toCanonical)).toMatchObject({ text, changes: [] });
  expect(rewrite(text, format, gateway)).toMatchObject({ text, changes: [] });
});

describe('--to gateway', () => {
  test('links of forgotten schemes, without passwords', () => {
    const { text, changes } = rewrite('gopher://h/1/a#b ftp://u:p@h/ https://h/ mailto:a@b', 'text', gateway);
    expect(text).toBe(`${address('gopher://h/1/a')}#b ${address('ftp://h/')} https://h/ mailto:a@b`);
    expect(changes.map(({ changesMeaning }) => changesMeaning)).toEqual([false, true]);
  });

  test('RL9: a user name is left out, and counts as another meaning; the anonymous login does not', () => {
    const text = 'ftp://myname@host.dom/%2Fetc/motd ftp://anonymous:me@host.dom/ ftp://ftp@host.dom/';
    const { changes } = rewrite(text, 'text', gateway);
    expect(changes.map(({ url, changesMeaning }) => [url, changesMeaning])).toEqual([
      [address('ftp://host.dom/%2Fetc/motd'), true],
      [address('ftp://host.dom/'), false],
      [address('ftp://host.dom/'), false],
    ]);
  });

  test('parentheses and quotation marks are escaped, so that every format reads the link whole', () => {
    const { text } = rewrite("(see [x](gopher://h/0/a(b)'c!*))", 'markdown', gateway);
    expect(text).toBe('(see [x](https://w.example/r?url=gopher%3A%2F%2Fh%2F0%2Fa%28b%29%27c%21%2A))');
  });

  test('AD9: the base of a page stays, and its relative links lead where they led', () => {
    const page =
      '<base href="ftp://ftp.example.org/pub/"><a href="x.txt">x</a><img src=../i.gif><a href="#top">' +
      '<a href="http://h.example/"><a href="ftp://ftp.example.org/y">';
    const { text, left } = rewrite(page, 'html', gateway);
    expect(text).toBe(
      `<base href="ftp://ftp.example.org/pub/"><a href="${address('ftp://ftp.example.org/pub/x.txt')}">x</a>` +
        `<img src=${address('ftp://ftp.example.org/i.gif')}><a href="#top">` +
        `<a href="http://h.example/"><a href="${address('ftp://ftp.example.org/y')}">`,
    );
    expect(left).toMatchObject([{ reason: 'Other links are relative to it.' }]);
  });

  test('a form and the codebase of an applet stay', () => {
    const page = '<form action="gopher://h/7/find"></form><applet codebase="ftp://h/classes/">';
    expect(rewrite(page, 'html', gateway)).toMatchObject({ text: page, left: [{}, {}] });
  });
});

test('--to canonical changes a base; --to https only if all relative links follow it', () => {
  const page = '<base href="FTP://h.example/pub/"><a href="x.txt"><a href="../y.txt">';
  expect(rewrite(page, 'html', toCanonical).text).toBe(page.replace('FTP', 'ftp'));
  const mirrors = (to: string) => toMirror(readMirrors(`ftp://h.example/pub/ ${to}`, 'table'));
  expect(rewrite(page, 'html', mirrors('https://m.example/')).text).toBe(
    '<base href="FTP://h.example/pub/"><a href="https://m.example/x.txt"><a href="../y.txt">',
  );
  const inside = '<base href="FTP://h.example/pub/"><a href="x.txt">';
  expect(rewrite(inside, 'html', mirrors('https://m.example/')).text).toBe(
    '<base href="https://m.example/"><a href="x.txt">',
  );
});

test('--to https: the directory without its slash, the anonymous login, the longest entry', () => {
  const table = 'ftp://ftp.gnu.org/ https://ftp.gnu.org/\nftp://ftp.gnu.org/gnu/ https://m.example/\n';
  const mirror = toMirror(readMirrors(table, 'table'));
  const { text } = rewrite(
    'ftp://ftp.gnu.org/gnu ftp://anonymous:me@ftp.gnu.org/gnu/a;type=i ftp://u@ftp.gnu.org/ ftp://ftp.gnu.org/x',
    'text',
    mirror,
  );
  expect(text).toBe('https://m.example/ https://m.example/a ftp://u@ftp.gnu.org/ https://ftp.gnu.org/x');
});

test('a password is never written, and a link that cannot be read again as it should stays', () => {
  expect(rewrite('FTP://u:p@H/', 'text', toCanonical)).toMatchObject({
    changes: [],
    left: [{ reason: 'The link has a password, which is never written.' }],
  });
  const odd: LinkRewriter = {
    ...toCanonical,
    rewrite: (url) => ({
      kind: 'change',
      url: url.includes('bad') ? 'ftp://h/a.' : 'ftp://h/b',
      changesMeaning: false,
    }),
  };
  const many = Array.from({ length: 40 }, (_, index) => `ftp://old/${index % 13 === 5 ? 'bad' : 'good'}${index}`);
  const { text, changes, left } = rewrite(`${many.join(' ')} end`, 'text', odd);
  expect([changes.length, left.length]).toEqual([37, 3]);
  expect(text).toBe(`${many.map((url) => (url.includes('bad') ? url : 'ftp://h/b')).join(' ')} end`);
});

test.each(FORMATS)('%s: a second “#” stays', (format) => {
  const url = 'HTTP://h.example/#/a#b';
  const text = format === 'html' ? `<a href="${url}">` : `${url}\n`;
  const { changes, left } = rewrite(text, format, toCanonical);
  expect(changes).toEqual([]);
  expect(left.map(({ reason }) => reason)).toEqual([expect.stringMatching(/second “#”/)]);
});

test('a mark that may belong to the text is not escaped', () => {
  const text = '"FTP://h.example/README;a" <FTP://h.example/README;a>';
  expect(rewrite(text, 'text', toCanonical).text).toBe('"FTP://h.example/README;a" <ftp://h.example/README%3Ba>');
});

test.each(FORMATS)(
  '%s: without changes every character stays; a second run changes nothing; the rest is the same',
  (format) => {
    const piece = fc.constantFrom(
      ...['<a href="', '">', '<!--', '-->', '`', '[', '](', ')', '\n', '    ', 'FTP://h/a', ' ', '\xff', '&amp;', "''"],
      ...[
        '<',
        '>',
        '<script>',
        '|',
        '\\',
        '{',
        '}',
        '"',
        ',',
        '\t',
        'ttp://H.example/x',
        '<URL:',
        'HTTP://h.Example',
        '.',
        '#',
      ],
    );
    const none: LinkRewriter = { ...toCanonical, rewrite: () => ({ kind: 'other' }) };
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const text = pieces.join('');
        expect(rewrite(text, format, none).text).toBe(text);
        for (const rewriter of [toCanonical, gateway]) {
          const once = rewrite(text, format, rewriter);
          expect(rewrite(once.text, format, rewriter).changes).toEqual([]);
          let rest = text;
          for (const { link } of once.changes.toReversed())
            rest = rest.slice(0, link.range[0]) + rest.slice(link.range[1]);
          expect(once.text).toHaveLength(rest.length + once.changes.reduce((sum, { text }) => sum + text.length, 0));
        }
      }),
      runs(0.4),
    );
  },
);

test.each(['text', 'csv'] as const)('%s: of a URL in brackets exactly its octets are replaced', (format) => {
  fc.assert(
    fc.property(wrappedUrl, (url) => {
      fc.pre(format === 'text' || !url.includes('"'));
      // Blanks before the bracket are not part of the URL.
      const blanks = url.slice(url.trimEnd().length);
      const [before, after] = format === 'csv' ? ['1,"See <', '> now.",x\n'] : ['See <', '> now.\n'];
      const { text, left } = rewrite(before + url + after, format, toCanonical);
      const canonical = safeCanonicalize(`<${url}>`);
      if (text === before + url + after) return;
      expect(left).toEqual([]);
      expect(text).toBe(before + (canonical.ok ? canonical.value : '') + blanks + after);
    }),
    runs(),
  );
});
