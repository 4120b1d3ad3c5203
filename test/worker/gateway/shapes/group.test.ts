/** The pages of groups: their threads, and the links to older and newer articles. */
import { expect, test } from 'vitest';
import type { Group } from '../../../../src/open/opened.ts';
import { charsets, lines, pagesLike } from '../expected.ts';
import { listed, serverLinks } from '../newsstand.ts';
import { type Asked, shown } from '../opening.ts';
import { outlineOf } from '../outline.ts';

const URL = 'news://h.example/misc.tea';
/** A character that would reverse the text around it: no page shows it. */
const R = '\u202e';

const EMPTY: Group = {
  shape: 'group',
  freshFor: 60,
  server: serverLinks,
  group: 'misc.tea',
  articles: [],
  summary: { count: 0, low: 0, high: 0 },
  range: null,
  charset: null,
  older: null,
  newer: null,
  archive: null,
  months: [],
  plain: () => 'plain\n',
};

const page = async (group: Group, asked: Asked = {}) => outlineOf(await shown(URL, group, asked));

const pageOf = pagesLike`
  200
  cache-control: public, max-age=60
  page: wide viewer
  kicker: Newsgroup
  way: h.example → /news/h.example/* / misc.tea (aria-current=page)
  h1: misc.tea
  canonical: news://h.example/misc.tea
  Archives: [Google Groups → https://groups.google.com/g/misc.tea (a stranger’s)] [narkive.com → https://misc.tea.narkive.com/ (a stranger’s)]
`;

test('a group with threads', async () => {
  const articles = [
    listed(1, { subject: `Tea${R} <for> two` }),
    listed(2, { subject: 'Re: Tea', references: ['1@h.example'], author: { name: '', address: `b${R}ob@h.example` } }),
    listed(3, {
      subject: ' ',
      references: ['1@h.example', '2@h.example'],
      author: { name: '', address: '' },
      lines: 1,
    }),
    listed(4, { subject: 'Cake', messageId: null, lines: null, date: { text: `some${R} day`, moment: null } }),
    listed(5, { subject: 'Re: Lost', references: ['lost@h.example'] }),
    listed(6, { subject: 'Re: Lost', references: ['lost@h.example'] }),
    listed(7, { subject: 'Re: Gone', references: ['unknown'], messageId: 'unknown' }),
    listed(8, { subject: 'Re: Gone', references: ['unknown'], author: { name: `Eve${R}`, address: '' } }),
    listed(9, { subject: 'Re: Milk' }),
    listed(10, { subject: 'Re: Milk' }),
  ];
  const summary = { count: 1234, low: 1, high: 5000 };
  const group: Group = { ...EMPTY, articles, summary, range: [2, 1000], charset: 'koi8-r', older: 1, newer: 2000 };
  expect(await page(group, { query: 'charset=koi8-r' })).toBe(pageOf`
    link: </news/h.example/misc.tea?charset=koi8-r&format=atom>; rel="alternate"; type="application/atom+xml"
    link → /news/h.example/misc.tea?charset=koi8-r&format=atom (rel=alternate, type=application/atom+xml, title=misc.tea)
    More: [JSON → /news/h.example/misc.tea?charset=koi8-r&format=json (a view)] [As the server sent it → /news/h.example/misc.tea?charset=koi8-r&format=raw (a view)] [Feed → /news/h.example/misc.tea?charset=koi8-r&format=atom (a view)]

    p.count: 10 of about 1,234 articles: numbers 2 to 1000
    ol.threads
      li
        .thread.depth-0: <.subject: [Tea <for> two → /news/h.example/1@h.example?charset=koi8-r]> <.author (title=ann@h.example): Ann> <time.date (datetime=1994-01-31T12:34:56.000Z): 1994-01-31 12:34> <.lines: 2 lines>
        ol.threads
          li
            .thread.depth-1: <.subject: [Re: Tea → /news/h.example/2@h.example?charset=koi8-r]> <.author (title=bob@h.example): bob@h.example> <time.date (datetime=1994-01-31T12:34:56.000Z): 1994-01-31 12:34> <.lines: 2 lines>
            ol.threads
              li
                .thread.depth-2: <.subject: [(no subject) → /news/h.example/3@h.example?charset=koi8-r]> <.author: (nobody)> <time.date (datetime=1994-01-31T12:34:56.000Z): 1994-01-31 12:34> <.lines: 1 line>
      li
        .thread.depth-0: <.subject: [Cake → /nntp/h.example/misc.tea/4?charset=koi8-r]> <.author (title=ann@h.example): Ann> <.date: some day>
      li
        .thread.depth-0.absent: [An earlier article that is not in this list → /news/h.example/lost@h.example]
        ol.threads
          li
            .thread.depth-1: <.subject: [Re: Lost → /news/h.example/5@h.example?charset=koi8-r]> <.author (title=ann@h.example): Ann> <time.date (datetime=1994-01-31T12:34:56.000Z): 1994-01-31 12:34> <.lines: 2 lines>
          li
            .thread.depth-1: <.subject: [Re: Lost → /news/h.example/6@h.example?charset=koi8-r]> <.author (title=ann@h.example): Ann> <time.date (datetime=1994-01-31T12:34:56.000Z): 1994-01-31 12:34> <.lines: 2 lines>
      li
        .thread.depth-0: <.subject: [Re: Gone → /nntp/h.example/misc.tea/7?charset=koi8-r]> <.author (title=ann@h.example): Ann> <time.date (datetime=1994-01-31T12:34:56.000Z): 1994-01-31 12:34> <.lines: 2 lines>
        ol.threads
          li
            .thread.depth-1: <.subject: [Re: Gone → /news/h.example/8@h.example?charset=koi8-r]> <.author: Eve> <time.date (datetime=1994-01-31T12:34:56.000Z): 1994-01-31 12:34> <.lines: 2 lines>
      li
        .thread.depth-0.absent: Replies with the same subject
        ol.threads
          li
            .thread.depth-1: <.subject: [Re: Milk → /news/h.example/9@h.example?charset=koi8-r]> <.author (title=ann@h.example): Ann> <time.date (datetime=1994-01-31T12:34:56.000Z): 1994-01-31 12:34> <.lines: 2 lines>
          li
            .thread.depth-1: <.subject: [Re: Milk → /news/h.example/10@h.example?charset=koi8-r]> <.author (title=ann@h.example): Ann> <time.date (datetime=1994-01-31T12:34:56.000Z): 1994-01-31 12:34> <.lines: 2 lines>
    nav.pager (aria-label=More articles): [Older → /news/h.example/misc.tea?charset=koi8-r&to=1 (rel=prev)][Newer → /news/h.example/misc.tea?charset=koi8-r&to=2000 (rel=next)]
    ${charsets('KOI8-R', '/news/h.example/misc.tea?charset={charset}')}
  `);
});

test('a group without articles', async () => {
  expect(await page(EMPTY)).toBe(pageOf`
    link: </news/h.example/misc.tea?format=atom>; rel="alternate"; type="application/atom+xml"
    link → /news/h.example/misc.tea?format=atom (rel=alternate, type=application/atom+xml, title=misc.tea)
    More: [JSON → /news/h.example/misc.tea?format=json (a view)] [As the server sent it → /news/h.example/misc.tea?format=raw (a view)] [Feed → /news/h.example/misc.tea?format=atom (a view)]

    p.empty: This group has no articles.
  `);
});

test('a group whose articles have expired', async () => {
  const outline = await page({ ...EMPTY, range: [5, 9], summary: { count: 3, low: 1, high: 9 } });
  expect(outline.split('\n\n')[1]).toBe(lines`
    p.count: 0 of about 3 articles: numbers 5 to 9
    p.empty: The articles from 5 to 9 have expired, or were cancelled.
  `);
});

test('all articles of a group, or some', async () => {
  const heading = async (from: number, to: number) => {
    const summary = { count: 10, low: 3, high: 9 };
    return /(?<=^p\.count: ).*/m.exec(await page({ ...EMPTY, articles: [listed(4)], summary, range: [from, to] }))?.[0];
  };
  expect([await heading(3, 9), await heading(1, 10), await heading(4, 9), await heading(3, 8)]).toEqual([
    ...['1 article', '1 article', '1 of about 10 articles: numbers 4 to 9', '1 of about 10 articles: numbers 3 to 8'],
  ]);
});

test('the links to older and to newer articles', async () => {
  const pager = async (members: Partial<Group>) => {
    const group: Group = { ...EMPTY, articles: [listed(4)], range: [4, 4], ...members };
    return /^nav\.pager.*/m.exec(await page(group, { query: 'to=5' }))?.[0];
  };
  expect(await pager({})).toBeUndefined();
  expect(await pager({ older: 3 })).toBe(
    `nav.pager (aria-label=More articles): [Older → /news/h.example/misc.tea?to=3 (rel=prev)]`,
  );
  expect(await pager({ newer: 9 })).toBe(
    `nav.pager (aria-label=More articles): [Newer → /news/h.example/misc.tea?to=9 (rel=next)]`,
  );
});

test('replies are indented eight times', async () => {
  const articles = Array.from({ length: 11 }, (_, index) =>
    listed(index, { references: index === 0 ? [] : [`${index - 1}@h.example`] }),
  );
  const outline = await page({ ...EMPTY, articles, range: [0, 10] });
  expect(outline.match(/(?<=\.thread\.)depth-\d+/g)).toEqual([
    ...['depth-0', 'depth-1', 'depth-2', 'depth-3', 'depth-4', 'depth-5', 'depth-6', 'depth-7', 'depth-8', 'depth-8'],
    'depth-8',
  ]);
});

test('the feed of a group', async () => {
  const articles = [
    listed(1, { subject: 'Tea' }),
    listed(2, { subject: '', messageId: null, date: { text: '', moment: null } }),
    listed(3, { messageId: 'unknown', date: { text: '', moment: new Date('1994-02-01T00:00:00Z') } }),
  ];
  const feed = await shown(URL, { ...EMPTY, articles, range: [1, 3] }, { query: 'format=atom' });
  const entries = [...(await feed.text()).matchAll(/<entry>(.*?)<\/entry>/gs)].map(([, entry = '']) =>
    entry.replace(/\s+/g, ' ').trim(),
  );
  expect(entries.join('\n')).toBe(lines`
    <id>nntp://h.example/misc.tea/3</id><title>Tea</title><updated>1994-02-01T00:00:00Z</updated><author><name>Ann</name></author><link rel="alternate" href="https://waypost.example/nntp/h.example/misc.tea/3"/>
    <id>nntp://h.example/misc.tea/2</id><title>(no subject)</title><updated>1994-01-31T12:34:56Z</updated><author><name>Ann</name></author><link rel="alternate" href="https://waypost.example/nntp/h.example/misc.tea/2"/>
    <id>news:1@h.example</id><title>Tea</title><updated>1994-01-31T12:34:56Z</updated><author><name>Ann</name></author><link rel="alternate" href="https://waypost.example/news/h.example/1@h.example"/>
  `);
});

test('a group for programs that want text', async () => {
  const response = await shown(URL, EMPTY, { query: 'format=raw' });
  expect([response.headers.get('Content-Type'), response.headers.get('Cache-Control'), await response.text()]).toEqual([
    ...['text/plain; charset=utf-8', 'public, max-age=60', 'plain\n'],
  ]);
});
