/** What holds for every text and every URL: exact ranges in order, and each URL read back whole from each format. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalize } from '../../../src/index.ts';
import { linksInHtml } from '../../../src/text/html.ts';
import { type LinkReader, readerOf, TEXT_FORMATS } from '../../../src/text/index.ts';
import { linksInMarkdown } from '../../../src/text/markdown.ts';
import { linksInMediaWiki } from '../../../src/text/mediawiki.ts';
import { linksInPlainText } from '../../../src/text/plain.ts';
import { linksInCsv, linksInTsv } from '../../../src/text/tables.ts';
import { anyModel } from '../generators.ts';

const READERS: readonly (readonly [name: string, reader: LinkReader])[] = await Promise.all(
  TEXT_FORMATS.map(async (format) => [format, await readerOf(format)] as const),
);

/** Pieces of every format, and URLs. */
const PIECES = [
  ...'http://h.example/a GOPHER://H.example:70/1 news:a.b ftp:// www.h.example http://h.example/a_(b) :// a'.split(' '),
  ..."< > <URL: [ ]( ](< ) \" ' '' ` ``` ~~~ | |-| , ; \\ { } * _ ~~ & &amp; &#38; ! . … é 谢 \ud800".split(' '),
  ...'<!-- --> <code> </code> <script> </script> <style> url( [[ ]] {{ }} <nowiki> </nowiki>'.split(' '),
  ...['\n', '\n\n', '\r\n', '\r', '\t', ' ', '    ', '> ', '- ', '# ', '\u0000', '\ufeff', '[a]: ', 'b c'],
  ...'\\url{ \\_ \\% @@ @uref{ @comma{} \\- \\fI \\/ \\n \\u0026 `_ <![CDATA[ ]]> msgid "\n" [[http:// ][ [x]'.split(
    ' ',
  ),
  ...['<a href="', '<a href=', '<base href="', 'srcset="', ' 2x, '],
];

const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''));

test.each(READERS)('%s: ranges are exact, in order and disjoint', (_, reader) => {
  fc.assert(
    fc.property(texts, (text) => {
      const { links, proposals, relative, base } = reader(text);
      for (const list of [links, relative]) {
        let done = 0;
        for (const { range, written } of list) {
          expect(range[0]).toBeGreaterThanOrEqual(done);
          expect(range[1]).toBeGreaterThan(range[0]);
          expect(text.slice(...range)).toBe(written);
          done = range[1];
        }
      }
      for (const { range, written } of proposals) expect(text.slice(...range)).toBe(written);
      if (base !== null) expect([...links, ...relative]).toContain(base);
    }),
  );
});

test.each(READERS)('%s: what is written is read again in its place', (_, reader) => {
  const next = fc.constantFrom(
    'gopher://x.example/1/a',
    'http://x.example/?a&b=(c)',
    "ftp://x.example/'a',b;type=i",
    'go:x',
  );
  fc.assert(
    fc.property(texts, next, (text, url) => {
      for (const link of reader(text).links) {
        const written = link.write(url);
        if (written === null) continue;
        expect(link.warnings).toEqual([]);
        const [from, to] = link.range;
        const after = text.slice(0, from) + written + text.slice(to);
        const [again] = reader(after).links.filter(({ range }) => range[0] === from);
        // What stands around a link may give the new one another meaning. Tools read the result again for this reason.
        if (again !== undefined && again.written === written) expect(again.url).toBe(url);
      }
    }),
  );
});

/** A text with one URL, and the reader for it. `null` = this format cannot hold the URL. */
const WRAPPERS: readonly (readonly [name: string, reader: LinkReader, wrap: (url: string) => string | null])[] = [
  ['angle brackets', linksInPlainText, (url) => `See <URL:${url}>.`],
  ['folded brackets', linksInPlainText, (url) => `See <${url.slice(0, 12)}\n   ${url.slice(12)}>.`],
  ['quoted mail', linksInPlainText, (url) => `> See <${url.slice(0, 12)}\n> ${url.slice(12)}>.`],
  ['a destination', linksInMarkdown, (url) => `[a](<${url.replace(/[\\&]/g, '\\$&')}> "t")`],
  ['a definition', linksInMarkdown, (url) => `[a]: <${url.replace(/[\\&]/g, '\\$&')}> "t"\n`],
  [
    'an attribute',
    linksInHtml,
    (url) => `<a title=x href="${url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">a</a>`,
  ],
  [
    'a bare attribute',
    linksInHtml,
    (url) => (/[\s"'`]/.test(url) ? null : `<a href=${url.replaceAll('&', '&amp;')}>a</a>`),
  ],
  ['wiki brackets', linksInMediaWiki, (url) => (/[[\]{}|]|''|&#?\w+;/.test(url) ? null : `[${url} a]`)],
  ['a quoted cell', linksInCsv, (url) => `1,"${url.replaceAll('"', '""')}",x`],
  ['a cell', linksInTsv, (url) => `1\t${url}\tx`],
];

test.each(WRAPPERS)('every canonical URL is read back from %s', (_, reader, wrap) => {
  fc.assert(
    fc.property(anyModel, ({ a: url }) => {
      const canonical = canonicalize(url);
      // Elsewhere, a URL of an unknown scheme needs its slashes, and some words before a colon are no scheme.
      fc.pre(/^[a-z][a-z\d+.-]+:\/\/[^/]/.test(canonical) && !/[<>]/.test(canonical));
      const text = wrap(canonical);
      fc.pre(text !== null);
      expect(reader(text ?? '').links.map((link) => link.url)).toEqual([canonical]);
    }),
  );
});
