/** The JSON of groups and articles, whole: every value of a page, and for each link its address. */
import { describe, expect, test } from 'vitest';
import { articleJson, groupJson, groupsJson } from '../../../src/open/article-json.ts';
import {
  articleLink,
  encodedIndex,
  encodedPart,
  type ListedGroup,
  type WholeArticle,
} from '../../../src/open/articles.ts';
import { readArticle } from '../../../src/open/news/read-article.ts';
import { configuredServer, namedServer } from '../../../src/open/news/server.ts';
import type { Group, Groups } from '../../../src/open/opened.ts';
import { linkOf, SETTINGS } from './context.ts';

const { links: server } = namedServer(linkOf('news', 'news://h.example/'), SETTINGS);

/** Addresses that show what was asked for. */
const LINKS = {
  open: (url: string | null, query?: object) => url && `open ${url}${query ? ` with ${JSON.stringify(query)}` : ''}`,
  part: (message: string, part: string) => `part ${JSON.stringify(part)} of ${message}`,
  thread: (article: string) => `thread of ${article}`,
};
const linked = (url: string) => ({ url, open: `open ${url}` });

test('a list of groups has its members around the groups', () => {
  const listed: ListedGroup = {
    name: 'a.b',
    description: 'Tea',
    low: 1,
    high: 9,
    count: 8,
    status: 'posting',
    alias: null,
  };
  const groups = Object.assign([listed], { size: 1, names: () => ['a.b'] });
  const list: Groups = {
    ...{ shape: 'groups', freshFor: 1, server, wildmat: 'a.*', match: '', groups, truncated: true },
    archive: null,
    plain: () => [],
  };
  const [head, { name, items, toJson }, tail] = groupsJson(list, LINKS);
  expect([head, name, items, tail]).toEqual([
    { kind: 'groups', open: 'open news://h.example/a.*', wildmat: 'a.*' },
    'groups',
    groups,
    { truncated: true },
  ]);
  expect(toJson(listed)).toEqual({ ...listed, ...linked('nntp://h.example/a.b') });
});

describe('a group', () => {
  const author = { name: 'Ada', address: 'ada@h.example' };
  const common = { author, bytes: 3, lines: 1, crossPosts: [] };
  const articles = [
    { ...common, number: 3, messageId: 'a@h', references: [], subject: 'Tea' },
    { ...common, number: 4, messageId: 'b@h', references: ['a@h'], subject: 'Re: Tea' },
    { ...common, number: 5, messageId: 'no id', references: ['gone@h'], subject: 'Cake' },
    { ...common, number: 6, messageId: null, references: ['gone@h'], subject: 'Cake' },
  ];
  const page: Group = {
    ...{ shape: 'group', freshFor: 1, server, group: 'a.b', summary: { count: 9, low: 1, high: 9 }, range: [3, 6] },
    ...{ charset: 'koi8-r', older: 2, newer: 9, archive: null, months: [], plain: () => '' },
    articles: articles.map((one) => ({
      ...one,
      date: { text: 'now', moment: one.number === 3 ? new Date(0) : null },
    })),
  };

  test('has its articles, their threads, and the pages beside it', () => {
    const urls = ['news://h.example/a@h', 'news://h.example/b@h', 'nntp://h.example/a.b/5', 'nntp://h.example/a.b/6'];
    expect(groupJson(page, LINKS)).toEqual({
      ...{ kind: 'group', open: 'open nntp://h.example/a.b', group: 'a.b', count: 9, low: 1, high: 9 },
      ...{ range: [3, 6], charset: 'koi8-r' },
      articles: articles.map((one, index) => ({
        ...{ ...one, date: index === 0 ? '1970-01-01T00:00:00.000Z' : null },
        ...linked(urls[index] ?? ''),
      })),
      threads: [
        { number: 3, replies: [{ number: 4, replies: [] }] },
        {
          number: null,
          replies: [
            { number: 5, replies: [] },
            { number: 6, replies: [] },
          ],
        },
      ],
      older: 'open nntp://h.example/a.b with {"to":"2","format":"json"}',
      newer: 'open nntp://h.example/a.b with {"to":"9","format":"json"}',
    });
  });

  test('alone on its page has none beside it', () => {
    expect(groupJson({ ...page, older: null, newer: null }, LINKS)).toMatchObject({ older: null, newer: null });
  });
});

describe('an article', () => {
  const header = [
    'Message-ID: <b@h.example>',
    'From: Ada <ada@h.example>',
    'Subject: Tea',
    'Date: Fri, 19 Nov 1982 16:14:55 GMT',
    'Newsgroups: a.b, c.d',
    'References: <a@h.example> <no\x01id>',
    'Xref: h.example a.b:17 c.d:8',
  ];
  const whole = (url: string, place: WholeArticle['place'], complete = true): WholeArticle => {
    const text = ['> Tea?', 'Yes.', 'begin 644 a.txt', '#0V%T', 'end', ''];
    const octets = Buffer.from([...header, '', ...text].join('\r\n'), 'latin1');
    return {
      ...{ kind: 'article', url: url as WholeArticle['url'], server, place, complete, noArchive: false, archive: null },
      ...{ message: readArticle(octets, null), around: async () => null },
    };
  };
  const jsonOf = (content: WholeArticle) =>
    JSON.parse(JSON.stringify(articleJson(content, content.message, LINKS))) as Record<string, unknown>;

  test('has what its page has', () => {
    const { fields, ...json } = jsonOf(whole('news://h.example/b@h.example', null));
    expect(fields).toContainEqual({ name: 'Newsgroups', value: 'a.b, c.d' });
    const groups = ['a.b', 'c.d'].map((name) => ({ name, ...linked(`nntp://h.example/${name}`) }));
    expect(json).toEqual({
      ...{ kind: 'article', open: 'open news://h.example/b@h.example', messageId: 'b@h.example' },
      thread: { url: 'news://h.example/b@h.example%2Fthread', open: 'thread of news://h.example/b@h.example' },
      preferred: linked('news:b@h.example'),
      ...{ number: null, previous: null, next: null, subject: 'Tea' },
      from: [expect.objectContaining({ name: 'Ada', address: 'ada@h.example' })],
      ...{ date: '1982-11-19T16:14:55.000Z', newsgroups: groups, followupTo: [] },
      references: [{ messageId: 'a@h.example', ...linked('news://h.example/a@h.example') }],
      crossPosts: [
        { group: 'a.b', number: 17, ...linked('nntp://h.example/a.b/17') },
        { group: 'c.d', number: 8, ...linked('nntp://h.example/c.d/8') },
      ],
      text: [
        { kind: 'quote', depth: 1, text: 'Tea?' },
        { kind: 'text', depth: 0, text: 'Yes.' },
        { kind: 'encoded', depth: 0, text: 'begin 644 a.txt\n#0V%T\nend' },
      ],
      ...{ textFrom: 'plain', encoded: 'uuencode' },
      encodedFiles: [
        {
          ...{ encoding: 'uuencode', name: 'a.txt', size: 3, complete: true },
          open: 'part "encoded-1" of news://h.example/b@h.example',
        },
      ],
      charset: null,
      parts: [
        {
          ...{ number: 1, type: 'text/plain', name: null, size: expect.any(Number), contentId: null, role: 'text' },
          open: 'part "1" of news://h.example/b@h.example',
        },
      ],
      ...{ complete: true, noArchive: false },
    });
  });

  test('of a group has the articles beside it', () => {
    const url = 'nntp://h.example/a.b/17';
    expect(jsonOf(whole(url, { group: 'a.b', number: 17, previous: 16, next: 18 }))).toMatchObject({
      number: 17,
      previous: { number: 16, ...linked('nntp://h.example/a.b/16') },
      next: { number: 18, ...linked('nntp://h.example/a.b/18') },
    });
    expect(jsonOf(whole(url, { group: 'a.b', number: 17, previous: null, next: null }, false))).toMatchObject({
      ...{ number: 17, previous: null, next: null, complete: false },
    });
  });

  test('counts what its lists leave out', () => {
    const message = readArticle(Buffer.from(`From: ${'a@h.example, '.repeat(101)}b@h.example\r\n\r\nTea\r\n`), null);
    expect(articleJson(whole('news:b@h.example', null), message, LINKS)).toMatchObject({
      omitted: { from: 2, newsgroups: 0, followupTo: 0, references: 0, crossPosts: 0 },
    });
  });

  test('that has little says little', () => {
    const content = whole('news:b@h.example', null);
    const message = readArticle(Buffer.from('Followup-To: poster\r\nXref: h a/b:1 e.f:2\r\n\r\nTea\r\n'), 'koi8-r');
    expect(articleJson({ ...content, server: configuredServerLinks() }, message, LINKS)).toMatchObject({
      ...{
        messageId: null,
        preferred: null,
        subject: '',
        from: [],
        date: null,
        newsgroups: [],
        followupTo: 'author',
        references: [],
      },
      crossPosts: [{ group: 'e.f', number: 2, ...linked('nntp:e.f/2') }],
      ...{ encoded: null, encodedFiles: [], charset: 'koi8-r' },
    });
  });

  test('may have its replies in other groups', () => {
    const content = whole('news:b@h.example', null);
    const message = readArticle(Buffer.from('Followup-To: c.d, e.f\r\n\r\nTea\r\n'), null);
    const followupTo = ['c.d', 'e.f'].map((name) => ({ name, ...linked(`nntp://h.example/${name}`) }));
    expect(articleJson(content, message, LINKS)).toMatchObject({ followupTo });
  });
});

function configuredServerLinks() {
  return configuredServer({ ...SETTINGS, newsServer: { host: 'h.example', port: 119, tls: 'none' } }).links;
}

test.each([
  ['a@h.example', 'news://h.example/a@h.example'],
  ['no id', 'nntp://h.example/a.b/3'],
  [null, 'nntp://h.example/a.b/3'],
])('the link to an article with the id %j is %s', (messageId, url) => {
  expect(articleLink(server, 'a.b', { messageId, number: 3 })).toBe(url);
});

test.each([
  ['encoded-1', 1],
  ['encoded-999', 999],
  ['encoded-1000', null],
  ['encoded-0', null],
  ['encoded-01', null],
  ['encoded-', null],
  ['xencoded-1', null],
  ['encoded-1x', null],
  ['1', null],
  [null, null],
])('the part %j is the encoded file %j', (part, index) => {
  expect(encodedIndex(part)).toBe(index);
  if (index !== null) expect(encodedPart(index)).toBe(part);
});
