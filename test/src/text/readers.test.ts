/** The formats: which one a file or a text has, and that each has a reader. */
import { expect, test } from 'vitest';
import { formatOfFile, formatOfText, linksIn, readerOf, TEXT_FORMATS, warnings } from '../../../src/text/index.ts';
import { expectLinear } from '../growth.ts';

test.each(TEXT_FORMATS)('%s has a reader, whose results name it', async (format) => {
  const reader = await readerOf(format);
  expect(reader('http://h.example/ ')).toMatchObject({ format, inferred: false });
  expect(await linksIn('http://h.example/', format)).toMatchObject({ format, inferred: false });
});

test('another format is an error', async () => {
  const name = JSON.parse('"toString"');
  await expect(readerOf(name)).rejects.toThrow(
    new TypeError(
      'The format must be one of text, info, csv, tsv, markdown, mediawiki, html, ' +
        'rst, asciidoc, org, latex, bibtex, texinfo, roff, xml, json, po.',
    ),
  );
});

test.each([
  ['a/README.md', 'markdown'],
  ['INDEX.HTM', 'html'],
  ['x.wiki', 'mediawiki'],
  ['links.csv', 'csv'],
  ['links.tab', 'tsv'],
  ['news.mbox', 'text'],
  ['paper.tex', 'latex'],
  ['notebook.IPYNB', 'json'],
  ['emacs.info', 'info'],
  ['libc.info-12', 'info'],
  ['notes.txt-1', null],
  ['ls.1', null],
  ['paper.pdf', null],
  ['Makefile', null],
  ['.md', 'markdown'],
])('the name %s stands for %s', (name, format) => {
  expect(formatOfFile(name)).toBe(format);
});

test.each([
  ['<p>See <a href="gopher://h.example/">this</a>', 'html'],
  ['<!DOCTYPE html><title>x</title>', 'html'],
  ['# Links\n\n- http://h.example/', 'markdown'],
  ['see [this](http://h.example/)', 'markdown'],
  ['== Links ==\n* [http://h.example/ x]', 'mediawiki'],
  ['1,"gopher://h.example/0/a b",x', 'csv'],
  ['1\thttp://h.example/\n2\thttp://h.example/', 'tsv'],
  ['See <URL:ftp://h.example/>, or "this".', 'text'],
  ['', 'text'],
])('%j seems to be %s', async (text, format) => {
  expect(formatOfText(text)).toBe(format);
  expect(await linksIn(text)).toMatchObject({ format, inferred: true });
});

test.each([
  ['a destination without an end', '](', 'a'],
  ['destinations', '', '](a'],
  ['attributes', '<a ', 'href '],
  ['a heading', '== ', '== '],
])('%s: the format is found in linear time', (_, begin, part) => {
  expectLinear(8000, (times) => {
    const text = begin + part.repeat(times);
    return () => formatOfText(text);
  });
});

test('each warning is a sentence', () => {
  for (const sentence of Object.values(warnings)) expect(sentence).toMatch(/^[A-Z].*\.$/);
});
