/** Articles as they are read: the lists in their headers, and the limits of these. */
import { describe, expect, test } from 'vitest';
import { hasNoArchive, readArticle } from '../../../../src/open/news/read-article.ts';

const octetsOf = (text: string) => new TextEncoder().encode(text);
const read = (header: string, text = 'Tea') => readArticle(octetsOf(`${header}\r\n\r\n${text}\r\n`), null);
const many = (count: number, item: (index: number) => string, separator: string) =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator);

describe('the lists of an article', () => {
  test.each([
    ['Newsgroups: misc.test, alt.tea ,bad group,', { newsgroups: ['misc.test', 'alt.tea'] }],
    ['Subject: none', { newsgroups: [], references: [], crossPosts: [], followupTo: [], messageId: null }],
    ['Message-ID: <a@h> <b@h>', { messageId: 'a@h' }],
    ['Followup-To: Poster', { followupTo: 'author' }],
    ['Followup-To:  poster ', { followupTo: 'author' }],
    ['Followup-To: alt.tea,misc.test', { followupTo: ['alt.tea', 'misc.test'] }],
    ['References: <a@h> <b@h>\r\nIn-Reply-To: <c@h>', { references: ['a@h', 'b@h'] }],
    ['In-Reply-To: <b@h> and <c@h>', { references: ['c@h'] }],
    ['Xref: h misc.test:17', { crossPosts: [{ group: 'misc.test', number: 17 }] }],
  ])('%j', (header, lists) => {
    expect(read(header)).toMatchObject(lists);
  });

  test.each([
    [100, 0],
    [101, 1],
  ])('of %i entries leave out %i', (count, omitted) => {
    const article = read(
      [
        `From: ${many(count, (index) => `a${index}@h.example`, ', ')}`,
        `Newsgroups: ${many(count, (index) => `misc.g${index}`, ',')}`,
        `Followup-To: ${many(count, (index) => `misc.g${index}`, ',')}`,
        `References: ${many(count, (index) => `<${index}@h>`, ' ')}`,
        `Xref: h ${many(count, (index) => `misc.g${index}:${index}`, ' ')}`,
      ].join('\r\n'),
    );
    const { from, newsgroups, followupTo, references, crossPosts } = article;
    const lengths = [from, newsgroups, followupTo, references, crossPosts].map(({ length }) => length);
    expect(lengths).toEqual([100, 100, 100, 100, 100]);
    expect(new Set(Object.values(article.omitted))).toEqual(new Set([omitted]));
    // The last one is the article that this one replies to.
    expect([references.at(-1), newsgroups[0]]).toEqual([`${count - 1}@h`, 'misc.g0']);
  });

  test.each([100, 101])('of %i files in the text have 100 at most', (count) => {
    const files = many(count, (index) => `begin 644 ${index}.txt\r\n#0V%T\r\nend`, '\r\n');
    expect(
      read('Subject: files', files)
        .encodedFiles.map(({ name }) => name)
        .at(-1),
    ).toBe('99.txt');
  });
});

describe('whether archives may keep an article', () => {
  test.each([
    ['X-No-Archive: yes', true],
    ['x-no-archive: YES, please', true],
    ['X-No-Archive: yesterday', false],
    ['X-No-Archive: not yes', false],
    ['Archive: no', true],
    ['Archive: No', true],
    ['Archive: none', false],
    ['Archive: yes, no', false],
    ['Subject: X-No-Archive', false],
  ])('%s: %s', (header, noArchive) => {
    expect([read(header).noArchive, hasNoArchive(octetsOf(`${header}\r\n\r\nTea`))]).toEqual([noArchive, noArchive]);
  });
});
