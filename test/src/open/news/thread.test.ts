/** Threads: what belongs to one, where it is searched, and where the search ends. */
import { describe, expect, test } from 'vitest';
import { threadJson } from '../../../../src/open/article-json.ts';
import { MOST_ANCESTORS, MOST_MEMBERS, MOST_NUMBERS, rangesOf } from '../../../../src/open/news/thread.ts';
import { shaped } from '../context.ts';
import { errorOf, LINKS, newsDouble, openNews, type Script } from './double.ts';

const NONE = '423 none\r\n';
const head = (...fields: readonly string[]) => `221 0 <x@h>\r\n${fields.join('\r\n')}\r\n.\r\n`;
const row = (number: number, id: string, references = '', subject = 'Re: Tea') =>
  `${number}\t${subject}\tAda <ada@h>\tFri, 19 Nov 1982 16:14:55 GMT\t<${id}>\t${references}\t9\t1\r\n`;
const list = (...rows: readonly string[]) => `224 list\r\n${rows.join('')}.\r\n`;

const FIRST = head('Message-ID: <a@h>', 'Subject: Tea', 'Newsgroups: misc.test', 'Xref: h misc.test:10');
const REPLY = head('Message-ID: <b@h>', 'Subject: Re: Tea', 'References: <a@h>', 'Xref: h misc.test:12');
const SCRIPT: Script = {
  'GROUP misc.test': '211 9 1 20 misc.test\r\n',
  'HEAD <a@h>': FIRST,
  'HEAD <b@h>': REPLY,
  'OVER 10-20': list(
    row(10, 'a@h', '', 'Tea'),
    row(11, 'x@h', '', 'Milk'),
    row(12, 'b@h', '<a@h>'),
    row(14, 'c@h', '<gone@h> <b@h>', 'Cake'),
    row(15, 'd@h', '<c@h>', 'Cake'),
    row(16, 'e@h', '', 'AW: tea'),
    row(17, 'f@h', '', 'Tea'),
    row(18, 'g@h', '<y@h>', 'Re: Tea'),
  ),
};

async function threadOf(url: string, script: Script = SCRIPT, asked = {}) {
  const double = newsDouble(script, asked);
  return { thread: shaped(await openNews(url, double.context), 'thread'), ...double };
}

const idsOf = ({ articles }: { readonly articles: readonly { readonly messageId: string | null }[] }) =>
  articles.map(({ messageId }) => messageId?.replace('@h', '')).join('');

describe('a thread', () => {
  test.each([
    ['news:a@h/thread', 'a'],
    ['news:b@h/thread', 'b'],
  ])('%s has the articles that refer to it, and replies of its subject', async (url, own) => {
    const { thread } = await threadOf(url);
    // `Cake` answers an article of the thread; `Tea` and `g` are other threads.
    expect(idsOf(thread)).toBe('abcde');
    expect(thread).toMatchObject({
      group: 'misc.test',
      subject: 'Tea',
      first: 'news:a@h',
      searched: [10, 20],
      cut: false,
    });
    expect(thread.articles.filter(thread.isThis).map(({ messageId }) => messageId)).toEqual([`${own}@h`]);
    expect(thread.plain()).toMatch(/^10\tTea\t/);
  });

  test('of a number is the same, and its server is asked once for each thing', async () => {
    const { thread, commands, server } = await threadOf('nntp://h.example/misc.test/12/thread', {
      ...SCRIPT,
      'HEAD 12': REPLY,
    });
    expect([idsOf(thread), thread.first]).toEqual(['abcde', 'news://h.example/a@h']);
    expect(commands()).toEqual([
      ...['GROUP misc.test', 'HEAD 12', 'HEAD <a@h>', 'GROUP misc.test', 'LIST OVERVIEW.FMT', 'OVER 10-20', 'QUIT'],
    ]);
    await new Promise(setImmediate);
    expect(server.open).toBe(0);
  });

  test('begins with the first article that the server still has', async () => {
    const reply = head('Message-ID: <b@h>', 'Subject: Re: Tea', 'References: <gone@h> <a@h>', 'Xref: h misc.test:12');
    const { thread } = await threadOf('news:b@h/thread', {
      ...SCRIPT,
      'HEAD <b@h>': reply,
      'HEAD <gone@h>': '430 no\r\n',
    });
    expect([thread.first, idsOf(thread)]).toEqual(['news:a@h', 'abcde']);
  });

  test('whose first article is gone begins with the one that was asked for', async () => {
    const script = { ...SCRIPT, 'HEAD <a@h>': '430 no\r\n', 'OVER 12-20': list(row(12, 'b@h', '<a@h>')) };
    const { thread } = await threadOf('news:b@h/thread', script);
    expect([thread.first, thread.subject, idsOf(thread)]).toEqual(['news:b@h', 'Re: Tea', 'b']);
  });

  test('of an article whose number is unknown is searched among the newest', async () => {
    const script = { ...SCRIPT, 'HEAD <a@h>': head('Message-ID: <a@h>', 'Subject: Tea', 'Newsgroups: misc.test') };
    const { thread } = await threadOf('news:a@h/thread', { ...script, 'OVER 1-20': list(row(3, 'a@h', '', 'Tea')) });
    expect([thread.searched, idsOf(thread), thread.articles.filter(thread.isThis).length]).toEqual([[1, 20], 'a', 1]);
  });

  test.each([1, MOST_ANCESTORS, MOST_ANCESTORS + 1])(
    'with %i earlier articles asks for some of them',
    async (count) => {
      const references = Array.from({ length: count }, (_, index) => `<r${index}@h>`).join(' ');
      const { commands } = await threadOf('news:b@h/thread', {
        ...SCRIPT,
        'HEAD <b@h>': head('Message-ID: <b@h>', `References: ${references}`, 'Xref: h misc.test:12'),
        'OVER 12-20': NONE,
      });
      expect(commands().filter((line) => line.startsWith('HEAD <r'))).toHaveLength(Math.min(count, MOST_ANCESTORS));
    },
  );

  test('whose References name each other ends', async () => {
    const rows = [row(10, 'a@h', '<b@h>', 'Tea'), row(12, 'b@h', '<a@h>'), row(13, 'c@h', '<c@h> <b@h>')];
    const { thread } = await threadOf('news:b@h/thread', { ...SCRIPT, 'OVER 10-20': list(...rows) });
    const json = threadJson(thread, LINKS) as { threads: unknown };
    expect(json.threads).toEqual([
      {
        number: 12,
        replies: [
          { number: 10, replies: [] },
          { number: 13, replies: [] },
        ],
      },
    ]);
  });

  test('has raw subjects in the charset that the articles declare', async () => {
    const raw = '\xf0\xd2\xc9\xd7\xc5\xd4';
    const { thread, commands } = await threadOf('news:a@h/thread', {
      ...SCRIPT,
      'OVER 10-20': list(row(10, 'a@h', '', raw), row(11, 'x@h', '', raw)),
      'HEAD 10': head(`Subject: ${raw}`, 'Content-Type: text/plain; charset=koi8-r'),
    });
    expect([thread.subject, thread.charset, commands().includes('HEAD 11')]).toEqual(['Привет', null, false]);
  });
});

describe('a thread that is not there', () => {
  test.each<[url: string, script: Script, error: object]>([
    [
      'news:z@h/thread',
      { 'HEAD <z@h>': '430 no\r\n' },
      { code: 'not-found', suggest: [{ text: 'Change the server' }] },
    ],
    [
      'news:a@h/thread',
      { 'HEAD <a@h>': head('Message-ID: <a@h>') },
      { code: 'not-found', message: 'The article names no group, so its thread cannot be found.' },
    ],
    ['news:a@h/thread', { ...SCRIPT, 'GROUP misc.test': '411 no\r\n' }, { code: 'not-found', status: 411 }],
    ['news:a@h/thread', { ...SCRIPT, 'OVER 10-20': '502 no\r\n' }, { code: 'forbidden' }],
  ])('%s with %j', async (url, script, error) => {
    const { context, server } = newsDouble(script);
    expect(await errorOf(openNews(url, context))).toMatchObject(error);
    await new Promise(setImmediate);
    expect(server.open).toBe(0);
  });

  test('because the group is empty now has no articles', async () => {
    const { thread } = await threadOf('news:a@h/thread', { ...SCRIPT, 'GROUP misc.test': '211 0 21 20 misc.test\r\n' });
    expect(thread).toMatchObject({ articles: [], searched: null, cut: false, subject: 'Tea' });
  });
});

describe('the limits of a thread', () => {
  const group = (low: number, high: number) => ({ count: high - low + 1, low, high });

  test.each<[string, Parameters<typeof rangesOf>, ReturnType<typeof rangesOf>]>([
    ['an empty group', [{ count: 0, low: 1, high: 0 }, 1, 1], []],
    ['a small group', [group(1, 20), 10, 12], [[10, 20]]],
    ['a number below the group', [group(5, 20), 1, null], [[5, 20]]],
    ['a number above the group', [group(5, 20), 30, 40], [[20, 20]]],
    ['no number', [group(1, 20), null, null], [[1, 20]]],
    ['no number in a large group', [group(1, 9000), null, null], [[9001 - MOST_NUMBERS, 9000]]],
    ['as many numbers as are searched', [group(1, MOST_NUMBERS), 1, MOST_NUMBERS], [[1, MOST_NUMBERS]]],
    ['one number more', [group(1, MOST_NUMBERS + 1), 1, 2], [[1, MOST_NUMBERS]]],
    [
      'an article behind',
      [group(1, 9000), 1, 5000],
      [
        [1, MOST_NUMBERS - 400],
        [4801, 5200],
      ],
    ],
    [
      'an article just behind',
      [group(1, 9000), 1, 2001],
      [
        [1, 1600],
        [1802, 2201],
      ],
    ],
    [
      'the newest article',
      [group(1, 9000), 1, 9000],
      [
        [1, MOST_NUMBERS - 400],
        [8601, 9000],
      ],
    ],
  ])('%s', (_, asked, ranges) => {
    expect(rangesOf(...asked)).toEqual(ranges);
    expect(ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0)).toBeLessThanOrEqual(MOST_NUMBERS);
  });

  const large = (high: number): Script => ({
    'GROUP misc.test': `211 ${high} 1 ${high} misc.test\r\n`,
    'HEAD <a@h>': head('Message-ID: <a@h>', 'Subject: Tea', 'Xref: h misc.test:1'),
  });

  test.each([
    [MOST_NUMBERS, false],
    [MOST_NUMBERS + 1, true],
  ])('in a group of %i articles, the search is cut: %s', async (high, cut) => {
    const asked: string[] = [];
    const ranges = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`OVER ${index * 200 + 1}-${index * 200 + 200}`, NONE]),
    );
    const { thread, commands } = await threadOf('news:a@h/thread', { ...large(high), ...ranges });
    asked.push(...commands().filter((line) => line.startsWith('OVER')));
    expect([asked, thread.searched, thread.cut]).toEqual([Object.keys(ranges), [1, MOST_NUMBERS], cut]);
  });

  test.each([MOST_MEMBERS, MOST_MEMBERS + 1])('of %i articles has at most 500', async (count) => {
    const ranges = Object.fromEntries(
      Array.from({ length: 10 }, (_, batch) => {
        const rows = Array.from({ length: 200 }, (_, index) => batch * 200 + index + 1)
          .filter((number) => number <= count)
          .map((number) => (number === 1 ? row(1, 'a@h', '', 'Tea') : row(number, `${number}@h`, '<a@h>')));
        return [`OVER ${batch * 200 + 1}-${batch * 200 + 200}`, rows.length === 0 ? NONE : list(...rows)];
      }),
    );
    const { thread, commands } = await threadOf('news:a@h/thread', { ...large(5000), ...ranges });
    expect([thread.articles.length, thread.cut]).toEqual([MOST_MEMBERS, true]);
    expect(commands()).not.toContain('OVER 601-800');
  });

  test('a server without overviews is asked for one batch of headers', async () => {
    const missing = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`HEAD ${index + 1}`, NONE]));
    const reply = head('Message-ID: <b@h>', 'Subject: Re: Tea', 'References: <a@h>');
    const { thread, commands } = await threadOf('news:a@h/thread', { ...large(5000), ...missing, 'HEAD 7': reply });
    expect([idsOf(thread), thread.searched, thread.cut]).toEqual(['b', [1, 200], true]);
    expect(commands().filter((line) => /^HEAD \d/.test(line))).toHaveLength(200);
  });
});

test('JSON of a thread', async () => {
  const { thread } = await threadOf('news:b@h/thread');
  expect(threadJson(thread, LINKS)).toMatchObject({
    ...{ kind: 'thread', open: 'news:a@h thread', subject: 'Tea', searched: [10, 20], cut: false, charset: null },
    group: { name: 'misc.test', url: 'news:misc.test', open: 'news:misc.test' },
    first: { url: 'news:a@h', open: 'news:a@h' },
    articles: [{ number: 10, subject: 'Tea', url: 'news:a@h', date: '1982-11-19T16:14:55.000Z' }, {}, {}, {}, {}],
    threads: [{ number: 10, replies: [{ number: 12 }, { number: 16 }] }],
  });
});
