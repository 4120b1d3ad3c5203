/**
 * One reader: what stands in brackets, in a cell, on a line and in a text is one URL, the one that the library takes a
 * single input for; and what is only a guess is the same guess everywhere.
 */
import { expect, test } from 'vitest';
import { safeCanonicalize } from '../../../src/index.ts';
import { isLinkCell } from '../../../src/text/cell.ts';
import { findingsIn, isTextLink } from '../../../src/text/findings.ts';
import { linksInMarkdown } from '../../../src/text/markdown.ts';
import { linksInMediaWiki } from '../../../src/text/mediawiki.ts';
import { linksInPlainText } from '../../../src/text/plain.ts';
import { linksInCsv, linksInTsv } from '../../../src/text/tables.ts';
import { ExtractedLinks } from '../../../worker/pages/check/extracted-links.ts';
import { Sheet } from '../../../worker/pages/check/links-sheet.ts';
import { proposalsFor } from '../../../worker/pages/parts/proposals.ts';
import fc, { runs } from '../../fast-check.ts';
import { wrappedUrl } from '../generators/wrapped.ts';

const canonicalOf = (url: string): string | null => {
  const result = safeCanonicalize(url);
  return result.ok ? result.value : null;
};

/** A cell in quotation marks. */
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** What marks the place of a template, which is no URL. */
const TEMPLATE = /[{}]/;
/** What Markdown reads otherwise: escapes, code, emphasis and tags. */
const MARKDOWN = /[\\&`*_[\]{}|"']|~~/;

/** Texts with one wrapped URL, in every format where brackets mean the same, and what a format reads otherwise. */
const TEXTS: readonly (readonly [
  name: string,
  read: (wrapped: string) => readonly { readonly url: string }[],
  markup: RegExp,
])[] = [
  ['a sentence', (wrapped) => linksInPlainText(`See ${wrapped} now.`).links, TEMPLATE],
  ['URL:', (wrapped) => linksInPlainText(`See <URL:${wrapped.slice(1)} now.`).links, TEMPLATE],
  ['mail', (wrapped) => linksInPlainText(`> > See ${wrapped.replaceAll('\n', '\n> > ')} now.`).links, TEMPLATE],
  ['a cell', (wrapped) => linksInCsv(`1,${cell(`see ${wrapped}`)},x`).links, TEMPLATE],
  ['a cell of its own', (wrapped) => linksInTsv(`1\t${cell(wrapped)}\tx`).links, TEMPLATE],
  ['Markdown', (wrapped) => linksInMarkdown(`See ${wrapped} now.`).links, MARKDOWN],
  [
    'a quotation of Markdown',
    (wrapped) => linksInMarkdown(`- > See ${wrapped.replaceAll('\n', '\n  > ')} now.`).links,
    MARKDOWN,
  ],
  ['MediaWiki', (wrapped) => linksInMediaWiki(`See ${wrapped} now.`).links, /[&[\]{}|']/],
];

/** What begins a list, a heading, an underline or, with the bracket that closes the URL, a quotation of Markdown. */
const BLOCK = /\n[ \t]*(?:[-+#=]|\d+[.)]|$)/;

test.each(TEXTS)('a URL in brackets is in %s what it is alone', (_, read, markup) => {
  fc.assert(
    fc.property(wrappedUrl, (url) => {
      const alone = canonicalOf(`<${url}>`);
      fc.pre(alone !== null && /^[a-z\d+.-]+:\/\/[^/]/.test(alone) && !markup.test(url) && !BLOCK.test(url));
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

test.each(WORDS)('%s is in brackets what it is on a line', (word) => {
  const [onLine] = linksInPlainText(word).links;
  if (onLine?.written !== word) return;
  for (const { links } of [linksInPlainText(`<${word}>`), linksInMarkdown(`<${word}>`), linksInTsv(`<${word}>`)])
    expect(links.map(({ url }) => url)).toEqual([word]);
});

test.each(['news:7occ1c$qd8$1@news.example', 'http://h.example/a.nsf/0/$File/b.pdf'])(
  'the dollar sign of %s is a variable only in running text',
  (url) => {
    expect(linksInPlainText(url).links).toMatchObject([{ url, warnings: ['placeholder'] }]);
    expect(linksInPlainText(`<${url}>`).links).toMatchObject([{ url, warnings: [] }]);
    expect(linksInCsv(url).links).toMatchObject([{ url, warnings: [] }]);
  },
);

/** What begins, divides, joins and ends links in the words of people. */
const PIECES = [
  ...[
    'http://',
    'ftp://h.example/',
    'gopher:',
    'gopher://x.example/0/',
    'x-foo://',
    'news:',
    'news:a.b',
    'mailto:a@h.example',
  ],
  ...[
    'www.h.example',
    'www.bücher.example',
    'example.com',
    'h.example',
    'localhost',
    ':70',
    'URL:',
    'ttp://h.example',
    '//',
  ],
  ...[
    ' and ',
    ' ',
    '  ',
    '\n',
    '\t',
    ', ',
    ' (mirror)',
    '<',
    '>',
    '"',
    "'",
    '`',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '\\',
    '|',
    '^',
  ],
  ...['/', '/a', '?', '#', '@', ':', '.', ',', ';', '%', '%20', '$x', '&', '*', '_', '…', '、', 'é', '例', 'a', '1'],
];
const words = fc
  .oneof(
    fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join('')),
    fc
      .array(fc.constantFrom(...WORDS, ' ', ' and ', '<', '>', '"'), { minLength: 1, maxLength: 5 })
      .map((all) => all.join('')),
    fc.tuple(wrappedUrl, fc.constantFrom(...PIECES)).map(([url, piece]) => url + piece),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '');

test('words are in a table what they are on lines of their own, unless a whole cell is a link', () => {
  fc.assert(
    fc.property(words, (text) => {
      const inTable = linksInCsv(`1,${cell(text)},x\n`);
      const [link] = inTable.links;
      const [onLine] = linksInPlainText(text).links;
      if (link?.delimiter !== 'cell') expect(said(inTable)).toEqual(said(linksInPlainText(text)));
      else expect([link.url, onLine?.range[0] ?? 0]).toEqual([text, 0]);
    }),
    runs(),
  );
});

test('a cell of a sheet is what it is in a table', () => {
  fc.assert(
    fc.property(words, (text) => {
      const sheet = Sheet.of(`note,url\na,${cell(text)}\nb,http://y.test/\nc,http://z.test/\n`, 'list.csv');
      if (sheet === null) throw new Error('no sheet');
      const reading = new ExtractedLinks().readSheet(sheet, 1, {});
      let step = reading.next();
      while (step.done !== true) step = reading.next();
      const table = linksInCsv(`a,${cell(text)}\n`);
      const [found, ...others] = findingsIn(table);
      const range = [1, 1 + cell(text).length - 2] as const;
      const isLink = isLinkCell(cell(text), { range, isQuoted: true }, ',');
      const isGuess = others.length === 0 && found?.written === text.trim();
      expect(isLink).toBe(table.links[0]?.delimiter === 'cell' || isGuess);
      const row = step.value[1];
      if (others.length > 0) expect(row).toMatchObject({ canonical: null, error: expect.stringContaining('several') });
      else if (found !== undefined)
        expect(row).toMatchObject({ canonical: canonicalOf(found.url ?? ''), guessed: !isTextLink(found) });
      else if (table.proposals.some(({ reason }) => reason === 'pattern'))
        expect(row).toMatchObject({ canonical: null });
      // A cell that is nothing to a table is an input, which may have an error.
      else expect(row).toMatchObject({ canonical: canonicalOf(text), guessed: false });
    }),
    runs(),
  );
});

/** Hosts that tell what they serve, in every script, and what follows them. */
const host = fc
  .tuple(
    fc.constantFrom('www', 'WWW', 'ftp', 'gopher', 'wais', 'telnet'),
    fc.array(fc.constantFrom('h', 'a-b', 'x1', 'bücher', '例え', 'हिन्दी', 'xn--bcher-kva'), { maxLength: 2 }),
    fc.constantFrom('example', 'de', 'みんな', 'भारत', 'xn--p1ai'),
    fc.constantFrom('', ':70', ':8080', '/', '/1/a', '/a/b', '?q=1', ':21/a'),
  )
  .map(([first, labels, last, rest]) => [first, ...labels, last].join('.') + rest);

test('a host is one guess, in every text, in a cell and for pages', () => {
  fc.assert(
    fc.property(host, fc.constantFrom('', 'gopher:', 'http:/'), fc.nat(), (name, scheme, place) => {
      const word = scheme + name;
      // Before its first dot, it may be a tag.
      const from = word.indexOf('.') + 1;
      const at = from + (place % (word.length - from));
      const folded = `<${word.slice(0, at)}\n  ${word.slice(at)}>`;
      const wanted = proposalsFor(word)
        .slice(0, 1)
        .map(({ url }) => url);
      const texts = [word, `URL:${word}`, `<${word}>`, `<URL:${word}>`, `"${word}"`, `(${word})`, folded];
      for (const text of texts) {
        for (const found of [
          linksInPlainText(`See ${text} now`),
          linksInMarkdown(`See ${text} now`),
          linksInTsv(cell(text)),
        ])
          expect([text, ...found.proposals.map(({ url }) => canonicalOf(url ?? ''))]).toEqual([text, ...wanted]);
      }
    }),
    runs(),
  );
});

test('brackets are read as the library reads them, or what is in them stays as it is', () => {
  const gap = fc.constantFrom('\n', '\n\n', ' \n \n', '\r\n  ', ' ');
  const cut = fc.tuple(wrappedUrl, fc.nat(), gap).map(([url, place, blank]) => {
    const at = 1 + (place % (url.length - 1));
    return `<${url.slice(0, at)}${blank}${url.slice(at)}>`;
  });
  const messageId = fc.constantFrom('<news:<1@h.example>>', '<mid:<1@h.example>>', '<news:<1@h.example>');
  fc.assert(
    fc.property(fc.oneof(cut, cut, messageId), (text) => {
      const alone = canonicalOf(text);
      // What looks like a second URL in one that is damaged is read by itself.
      fc.pre(alone !== null && (text.match(/:\s*\/\s*\//g) ?? []).length < 2);
      for (const { links } of [
        linksInPlainText(text),
        // In Markdown, a blank line ends what a bracket is in.
        linksInMarkdown(text.replace(/\n[ \n]*\n/g, '\n')),
        linksInMediaWiki(text),
        linksInTsv(cell(text)),
      ]) {
        const others = links.filter(({ url }) => canonicalOf(url) !== alone);
        expect(others.map(({ write }) => write('http://x.example/'))).toEqual(others.map(() => null));
      }
    }),
    runs(),
  );
});

test.each([
  'café.Das',
  'www.',
  'www.h.exampleを見る',
  'www.a,www.b',
  'ftp.user@h.example',
  '<stdio.h>',
  '//www.h.example/a',
])('%s in a sentence is no host', (word) => expect(linksInPlainText(`See ${word} now`).proposals).toEqual([]));

test.each(WORDS.slice(0, 9))('%s is the first proposal of pages', (word) => {
  const [guess] = linksInPlainText(word).proposals;
  if (guess?.url) expect(proposalsFor(word)[0]?.url).toBe(canonicalOf(guess.url));
});
