/** Threads from References, some of them missing or wrong (RFC 5536 §3.2.10). */
import { describe, expect, it } from 'vitest';
import { type Thread, type Threadable, threads } from '../../../src/open/threads.ts';
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
    ['replies without a subject', [article('a', [], 'Re: '), article('b', [], 'Re: ')], ['a', 'b']],
    [
      'References count more than subjects',
      [article('a', [], 'Tea'), article('b'), article('c', ['b'], 'Re: Tea')],
      ['a', 'b', '.c'],
    ],
  ])('%s', (_, articles, rows) => {
    expect(drawn(articles)).toEqual(rows);
  });

  it('has every article exactly once, at any depth', () => {
    const chain = Array.from({ length: 5000 }, (_, index) => article(`${index}`, index === 0 ? [] : [`${index - 1}`]));
    const rows = drawn(chain);
    expect(rows).toHaveLength(5000);
    expect(rows.at(-1)).toBe(`${'.'.repeat(4999)}4999`);
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
