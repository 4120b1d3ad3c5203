/**
 * One reader: what stands in brackets, in a cell, on a line and in a text is one URL, the one that the library takes a
 * single input for; and what is only a guess is the same guess everywhere.
 */
import { expect, test } from 'vitest';
import { safeCanonicalize } from '../../../src/index.ts';
import { linksInMarkdown } from '../../../src/text/markdown.ts';
import { linksInMediaWiki } from '../../../src/text/mediawiki.ts';
import { linksInPlainText } from '../../../src/text/plain.ts';
import { linksInCsv, linksInTsv } from '../../../src/text/tables.ts';
import { ExtractedLinks } from '../../../worker/pages/explorer/extracted-links.ts';
import { Sheet } from '../../../worker/pages/explorer/links-sheet.ts';
import { proposalsFor } from '../../../worker/pages/parts/proposals.ts';
import fc, { runs } from '../../fast-check.ts';
import { wrappedUrl } from '../generators/wrapped.ts';

const canonicalOf = (url: string): string | null => {
  const result = safeCanonicalize(url);
  return result.ok ? result.value : null;
};

/** Texts with one wrapped URL, in every format where brackets mean the same. */
const TEXTS: readonly (readonly [name: string, read: (wrapped: string) => readonly { readonly url: string }[]])[] = [
  ['a sentence', (wrapped) => linksInPlainText(`See ${wrapped} now.`).links],
  ['URL:', (wrapped) => linksInPlainText(`See <URL:${wrapped.slice(1)} now.`).links],
  ['mail', (wrapped) => linksInPlainText(`> > See ${wrapped.replaceAll('\n', '\n> > ')} now.`).links],
  ['a cell', (wrapped) => linksInCsv(`1,"see ${wrapped}",x`).links],
  ['a cell of its own', (wrapped) => linksInTsv(`1\t"${wrapped}"\tx`).links],
  ['Markdown', (wrapped) => linksInMarkdown(`See ${wrapped} now.`).links],
  ['a quotation of Markdown', (wrapped) => linksInMarkdown(`- > See ${wrapped.replaceAll('\n', '\n  > ')} now.`).links],
  ['MediaWiki', (wrapped) => linksInMediaWiki(`See ${wrapped} now.`).links],
];

/** What each format reads otherwise: escapes, code, emphasis, templates and tags. */
const MARKUP = /[\\&`*_[\]{}|"']|~~/;

/** What begins a list, a heading, an underline or, with the bracket that closes the URL, a quotation of Markdown. */
const BLOCK = /\n[ \t]*(?:[-+#=]|\d+[.)]|$)/;

test.each(TEXTS)('a URL in brackets is in %s what it is alone', (_, read) => {
  fc.assert(
    fc.property(wrappedUrl, (url) => {
      const alone = canonicalOf(`<${url}>`);
      fc.pre(alone !== null && /^[a-z\d+.-]+:\/\/[^/]/.test(alone) && !MARKUP.test(url) && !BLOCK.test(url));
      expect(read(`<${url}>`).map((link) => canonicalOf(link.url))).toEqual([alone]);
    }),
    runs(),
  );
});

test.each([
  [
    'gopher://gopher.micro.umn.edu/00/Information\n   About Gopher/About Gopher',
    'gopher://gopher.micro.umn.edu/00/Information%20About%20Gopher/About%20Gopher',
  ],
  ['gopher://h.example/0/one\ntwo three', 'gopher://h.example/0/one%20two%20three'],
  ['ftp://h.example/pub/a\n  b', 'ftp://h.example/pub/ab'],
  ['ftp://h.example/pub /a b', 'ftp://h.example/pub%20/a%20b'],
  ['ftp://h.example/a_b_c/\n d', 'ftp://h.example/a_b_c/d'],
])('<%j> is %s in every text', (url, canonical) => {
  expect(canonicalOf(`<${url}>`)).toBe(canonical);
  for (const [name, read] of TEXTS) {
    expect([name, ...read(`<${url}>`).map((link) => canonicalOf(link.url))]).toEqual([name, canonical]);
  }
});

/** Warnings that the end of a link is a guess. Only a text has them: the edges of a cell say it. */
const OF_ENDS: ReadonlySet<string> = new Set(['non-ascii', 'brackets', 'may-continue', 'soft-break', 'backslash']);

/** What a reader says of words: URLs, reasons of guesses, warnings. */
function said({ links, proposals }: ReturnType<typeof linksInPlainText>) {
  return {
    links: links.map(({ url, warnings }) => [url, ...warnings.filter((code) => !OF_ENDS.has(code)).toSorted()]),
    guesses: proposals.map(({ url, reason }) => [url, reason]),
  };
}

/** Words as people write them, complete and not. */
const WORDS = [
  ...['www.h.example/a', 'gopher.h.example:70/1/a', 'example.com', 'example.com:70/1', 'ftp.h.example', 'h.example'],
  ...['gopher:h.example/1', 'http:/www.h.example/', 'ttp://h.example/', 'athttp://h.example/a', 'http:foo'],
  ...['FTP://H.example/a', 'news:comp.lang.c', 'mailto:a@h.example', 'urn:isbn:1', 'magnet:?xt=1', 'tel:+1', 'go:stop'],
  ...['http://h.example/%s', 'http://h.example/?a&amp;b', 'http://h.example/?a=3D1'],
  ...['http://*.h.example/', 'ftp://{host}/', 'http://h.example/{id}', 'file:///C|/a'],
  ...[
    'https://gw.example/gopher://h.example/1',
    'http://h.example/a(b',
    'http://h.example/谢',
    'javascript:x',
    '12:30',
  ],
];

test.each(WORDS)('%s is the same in a cell, on a line and in a table', (word) => {
  const line = said(linksInPlainText(word));
  expect(said(linksInTsv(word))).toEqual(line);
  expect(said(linksInCsv(`1,x,"${word}"\n`))).toEqual(line);
  expect(said(linksInTsv(`1\t"${word}"\tx\n`))).toEqual(line);
});

test.each(['news:7occ1c$qd8$1@news.example', 'http://h.example/a.nsf/0/$File/b.pdf'])(
  'the dollar sign of %s is a variable only in running text',
  (url) => {
    expect(linksInPlainText(url).links).toMatchObject([{ url, warnings: ['placeholder'] }]);
    expect(linksInPlainText(`<${url}>`).links).toMatchObject([{ url, warnings: [] }]);
    expect(linksInCsv(url).links).toMatchObject([{ url, warnings: [] }]);
  },
);

test.each(WORDS)('%s is the same in a sheet and in a text of the explorer', (word) => {
  const sheet = Sheet.of(`note,url\na,${word}\nb,http://x.example/\nc,http://y.example/\n`, 'list.csv');
  if (sheet === null) throw new Error('no sheet');
  const links = new ExtractedLinks();
  for (const _ of links.readSheet(sheet, 1, {}));
  const [inText] = ExtractedLinks.of(word, {}).rows();
  // A cell that is nothing to a text is an input, which may have an error.
  const { canonical, guessed } = inText ?? { canonical: canonicalOf(word), guessed: false };
  expect(links.rows()[0]).toMatchObject({ canonical, guessed });
});

test.each(WORDS.slice(0, 9))('%s is the first proposal of pages', (word) => {
  const [guess] = linksInPlainText(word).proposals;
  if (guess?.url) expect(proposalsFor(word)[0]).toBe(canonicalOf(guess.url));
});
