/** Threads from References, some of them missing or wrong (RFC 5536 §3.2.10). */
import { describe, expect, it } from 'vitest';
import type { ArticlesAround, ListedArticle } from '../../../src/open/articles.ts';
import { type Thread, type Threadable, ThreadMembers, threadAround, threads } from '../../../src/open/threads.ts';
import { expectLinear } from '../growth.ts';

const article = (messageId: string, references: string[] = [], subject = messageId): Threadable => ({
  messageId,
  references,
  subject,
});

/** Threads as text: each article, or `(absent)`, after one dot for each level. */
function drawn(articles: readonly Threadable[]): string[] {
  const rows: string[] = [];
  const ahead: (readonly [Thread<Threadable>, string])[] = threads(articles).map((thread) => [thread, ''] as const);
  for (let next = ahead.shift(); next !== undefined; next = ahead.shift()) {
    const [{ article: found, absent, replies }, dots] = next;
    rows.push(dots + (found === null ? `(${absent})` : found.messageId));
    ahead.unshift(...replies.map((reply) => [reply, `${dots}.`] as const));
  }
  return rows;
}

/** The levels of replies that a tree has below its first article. */
const DEEPEST = 100;

describe('threads', () => {
  it.each<[what: string, articles: Threadable[], rows: string[]]>([
    ['nothing', [], []],
    ['two unrelated articles', [article('a'), article('b')], ['a', 'b']],
    ['a reply', [article('a'), article('b', ['a'])], ['a', '.b']],
    ['a reply before its parent', [article('b', ['a']), article('a')], ['a', '.b']],
    ['replies keep their order', [article('a'), article('c', ['a']), article('b', ['a'])], ['a', '.c', '.b']],
    ['a reply to a reply', [article('a'), article('b', ['a']), article('c', ['a', 'b'])], ['a', '.b', '..c']],
    ['the nearest ancestor on the page is the parent', [article('a'), article('c', ['a', 'gone'])], ['a', '.c']],
    [
      'two replies to a missing article',
      [article('b', ['gone']), article('c', ['gone', 'b2'])],
      ['(gone)', '.b', '.c'],
    ],
    ['one reply to a missing article', [article('b', ['gone'])], ['b']],
    ['an article that refers to itself', [article('a', ['a'])], ['a']],
    ['two articles that refer to each other', [article('a', ['b']), article('b', ['a'])], ['b', '.a']],
    ['a cycle of three', [article('a', ['c']), article('b', ['a']), article('c', ['b'])], ['c', '.a', '..b']],
    ['the same id twice', [article('a'), article('a'), article('b', ['a'])], ['a', '.b', 'a']],
    [
      'a reply without References is grouped by its subject',
      [article('a', [], 'Tea'), article('b', [], 'Re: tea')],
      ['a', '.b'],
    ],
    ['replies of other languages', [article('a', [], 'Tee'), article('b', [], 'AW: Re[2]: Tee')], ['a', '.b']],
    [
      'articles without an id are separate threads',
      [
        { ...article('a'), messageId: null },
        { ...article('a'), messageId: null },
        { ...article('a'), messageId: null },
      ],
      ['null', 'null', 'null'],
    ],
    ['two articles with one subject are two threads', [article('a', [], 'Tea'), article('b', [], 'Tea')], ['a', 'b']],
    ['replies alone', [article('a', [], 'Re: Tea'), article('b', [], 'Re: Tea')], ['(null)', '.a', '.b']],
    [
      'every form of a reply',
      [
        ...[
          article('a', [], ' Tea  pot '),
          article('b', [], 'Re : AW^3:Tea pot'),
          article('c', [], '  sv[12] : tea pot'),
        ],
        ...[article('d', [], 'Antw: Odp: tea\tpot'), article('e', [], 'VS: tea pot'), article('f', [], 'Ynt:Tea pot')],
      ],
      ['a', '.b', '.c', '.d', '.e', '.f'],
    ],
    [
      'a prefix in the middle of a subject',
      [article('a', [], 'Tea'), article('b', [], 'On re: Tea'), article('c', [], 'Pre: Tea')],
      ['a', 'b', 'c'],
    ],
    [
      'a prefix without a colon, or with letters for a number',
      [
        article('a', [], 'Tea'),
        article('b', [], 'Re Tea'),
        article('c', [], 'Re[x]: Tea'),
        article('d', [], 'Re[]: Tea'),
        article('e', [], 'Re^: Tea'),
      ],
      ['a', 'b', 'c', 'd', 'e'],
    ],
    ['subjects that differ in letters', [article('a', [], 'Straße'), article('b', [], 'Re: STRASSE')], ['a', 'b']],
    ['blanks count', [article('a', [], 'Teapot'), article('b', [], 'Re: Tea pot')], ['a', 'b']],
    [
      'a reply before the article that began the thread',
      [article('b', [], 'Re: Tea'), article('x'), article('a', [], 'Tea')],
      ['a', '.b', 'x'],
    ],
    [
      'the last of two articles with one subject has the replies',
      [article('a', [], 'Tea'), article('b', [], 'Tea'), article('c', [], 'Re: Tea')],
      ['a', 'b', '.c'],
    ],
    ['an article with an empty id', [article('', [], 'x'), article('b', [''], 'y')], ['', 'b']],
    [
      'the fiftieth ancestor on the page',
      [article('a'), article('b', ['a', ...Array.from({ length: 49 }, (_, index) => `gone ${index}`)])],
      ['a', '.b'],
    ],
    [
      'no ancestor before the last fifty',
      [article('a'), article('b', ['a', ...Array.from({ length: 50 }, (_, index) => `gone ${index}`)])],
      ['a', 'b'],
    ],
    ['replies without a subject', [article('a', [], 'Re: '), article('b', [], 'Re: ')], ['a', 'b']],
    [
      'References count more than subjects',
      [article('a', [], 'Tea'), article('b'), article('c', ['b'], 'Re: Tea')],
      ['a', 'b', '.c'],
    ],
  ])('%s', (_, articles, rows) => {
    expect(drawn(articles)).toEqual(rows);
  });

  it('has every article exactly once, however many reply to each other', () => {
    const chain = Array.from({ length: 5000 }, (_, index) => article(`${index}`, index === 0 ? [] : [`${index - 1}`]));
    const rows = drawn(chain);
    expect(rows).toHaveLength(5000);
    expect(rows.at(-1)).toBe(`${'.'.repeat(DEEPEST + 1)}4999`);
  });

  it('takes linear time with many blanks and long References', () => {
    expectLinear(4000, (size) => {
      const articles = Array.from({ length: 50 }, (_, index) => ({
        messageId: `${index}@h`,
        references: Array.from({ length: size / 4 }, (_, at) => `${index}.${at}@h`),
        subject: `re${' '.repeat(size)}`,
      }));
      return () => void drawn(articles);
    });
  });
});

describe('the thread around an article', () => {
  const listed = (number: number, messageId: string, references: string[] = []): ListedArticle => ({
    ...{
      ...article(messageId, references),
      number,
      author: { name: '', address: '' },
      bytes: null,
      lines: null,
      crossPosts: [],
    },
    date: { text: '', moment: null },
  });
  const ARTICLES = [
    listed(3, 'a'),
    listed(4, 'x'),
    listed(5, 'b', ['a']),
    listed(7, 'c', ['gone']),
    listed(9, 'd', ['gone']),
  ];
  const around = (number: number) => {
    const list = { group: 'g', server: {} as ArticlesAround['server'], articles: ARTICLES };
    return threadAround({ ...list, isThis: (one) => one.number === number });
  };

  it.each([
    [3, 'a', [3, 5], null, 5],
    [5, 'a', [3, 5], 3, 4],
    [4, 'x', [4], 5, 7],
    [7, undefined, [7, 9], 4, 9],
    [9, undefined, [7, 9], 7, null],
  ])('of number %i begins with %s', (number, first, numbers, previous, next) => {
    const found = around(number);
    expect([found?.group, found?.number, found?.thread.article?.messageId]).toEqual(['g', number, first]);
    expect(found?.articles.map((one) => one.number)).toEqual(numbers);
    const numberOf = (one: ListedArticle | null | undefined) => (one === null ? null : one?.number);
    expect([numberOf(found?.previous), numberOf(found?.next)]).toEqual([previous, next]);
  });

  it('is unknown for an article that is not listed', () => {
    expect(around(6)).toBeNull();
  });
});

describe('the members of a thread', () => {
  const known = article('b', ['a'], 'Re: Tea');
  it.each<[what: string, other: Threadable, belongs: boolean]>([
    ['the article itself', article('b'), true],
    ['an earlier one', article('a'), true],
    ['a reply', article('c', ['x', 'b'], 'Cake'), true],
    ['a reply to the same', article('c', ['a'], 'Cake'), true],
    ['a reply without References', article('c', [], 'RE: tea'), true],
    ['another article of the subject', article('c', [], 'Tea'), false],
    ['a reply to another one', article('c', ['x'], 'Re: Tea'), false],
    ['another one', article('c'), false],
    ['one without an id', { ...article('c', ['a']), messageId: null }, true],
  ])('%s', (_, other, belongs) => {
    expect(new ThreadMembers(known).has(other)).toBe(belongs);
  });

  it('bring theirs', () => {
    const members = new ThreadMembers(known);
    expect([article('c', ['b']), article('d', ['c']), article('e', ['x'])].map((one) => members.has(one))).toEqual([
      ...[true, true, false],
    ]);
  });

  it('without a subject are not found by it', () => {
    expect(new ThreadMembers(article('b', [], 'Re:')).has(article('c', [], 'Re: '))).toBe(false);
    expect(new ThreadMembers({ ...known, messageId: null }).has({ ...article('x'), messageId: null })).toBe(false);
  });

  it.each([
    [50, true],
    [51, false],
  ])('refer to the last %i earlier articles: %s', (count, belongs) => {
    const many = ['far', ...Array.from({ length: count - 1 }, (_, index) => `r${index}`)];
    expect(new ThreadMembers(known).has(article('c', ['a', ...many.slice(1)]))).toBe(belongs);
    expect(new ThreadMembers(article('b', many)).has(article('c', ['far']))).toBe(belongs);
  });
});

it.each([DEEPEST, DEEPEST + 1, 400])('a chain of %i replies is no deeper than JSON and pages may be', (length) => {
  const chain = Array.from({ length: length + 1 }, (_, index) =>
    article(String(index), index === 0 ? [] : [String(index - 1)]),
  );
  const depths = drawn(chain).map((line) => line.search(/[^.]/));
  expect([depths.length, Math.max(...depths)]).toEqual([length + 1, Math.min(length, DEEPEST + 1)]);
});
