/** Threads over HTTP: a page, JSON, a feed and text, at the address of the first article. */
import { describe, expect, test } from 'vitest';
import { canonicalize } from '../../../../src/index.ts';
import type { DiscussionThread } from '../../../../src/open/opened.ts';
import { charsets, pagesLike } from '../expected.ts';
import { listed, serverLinks } from '../newsstand.ts';
import { type Asked, shown } from '../opening.ts';
import { outlineOf } from '../outline.ts';

const URL = 'news://h.example/2@h.example/thread';

const THREAD: DiscussionThread = {
  shape: 'thread',
  freshFor: 60,
  server: serverLinks,
  group: 'misc.tea',
  first: canonicalize('news://h.example/1@h.example'),
  subject: 'Tea of ann@h.example',
  articles: [
    listed(1, { subject: 'Tea of ann@h.example' }),
    listed(2, { subject: 'Re: Tea', references: ['1@h.example'] }),
    listed(5, { subject: 'Re: Tea', references: ['1@h.example', 'unknown'] }),
  ],
  searched: [1, 2000],
  cut: false,
  charset: null,
  archive: null,
  isThis: ({ number }) => number === 2,
  plain: () => 'plain\n',
};

const page = async (thread: Partial<DiscussionThread>, asked: Asked = {}) =>
  outlineOf(await shown(URL, { ...THREAD, ...thread }, asked));

const pageOf = pagesLike`
  200
  cache-control: public, max-age=60
  link: </news/h.example/1@h.example/thread?format=atom>; rel="alternate"; type="application/atom+xml"
  link → /news/h.example/1@h.example/thread?format=atom (rel=alternate, type=application/atom+xml, title=Tea of ann@h.example)
  page: wide viewer
  kicker: Thread
  way: h.example → /news/h.example/* / misc.tea → /news/h.example/misc.tea / Tea of ann@h.example (aria-current=page)
  h1: Tea of ann@h.example
  p.canonical: <code: news://h.example/1@h.example>
  Explain → /inspect?url=news%3A%2F%2Fh.example%2F1%40h.example (rel=nofollow)
  Share: https://waypost.example/news/h.example/1@h.example/thread
  Archives: [Howard Knight’s Usenet archive → http://al.howardknight.net/?STYPE=msgid&MSGI=%3C1%40h.example%3E (a stranger’s)] [The Mail Archive → https://www.mail-archive.com/search?l=mid&q=1%40h.example (a stranger’s)]
  More: [JSON → /news/h.example/1@h.example/thread?format=json (a view)] [As the server sent it → /news/h.example/1@h.example/thread?format=raw (a view)] [Feed → /news/h.example/1@h.example/thread?format=atom (a view)]
`;

describe('the page of a thread', () => {
  test('has its articles as a tree, with the one that was asked for', async () => {
    expect(await page({})).toBe(pageOf`
      p.count: 3 articles in misc.tea
      ol.threads
        li
          .thread.depth-0: <.subject: [Tea of ann@h.example → /news/h.example/1@h.example]> <.author (title=ann@h.example): Ann> <time.date (datetime=1994-01-31T12:34:56.000Z): 1994-01-31 12:34> <.lines: 2 lines>
          ol.threads
            li
              .thread.depth-1.current: <.subject: [Re: Tea → /news/h.example/2@h.example (aria-current=page)]> <.author (title=ann@h.example): Ann> <time.date (datetime=1994-01-31T12:34:56.000Z): 1994-01-31 12:34> <.lines: 2 lines>
            li
              .thread.depth-1: <.subject: [Re: Tea → /news/h.example/5@h.example]> <.author (title=ann@h.example): Ann> <time.date (datetime=1994-01-31T12:34:56.000Z): 1994-01-31 12:34> <.lines: 2 lines>
    `);
  });

  test('says where the search ended, and which charset was guessed', async () => {
    const content = (await page({ articles: [listed(1)], cut: true, charset: 'koi8-r' })).split('\n\n')[1];
    expect(content).toContain('p.not-shown: There may be more: numbers 1 to 2000 of the group were searched.');
    expect(content).toContain(
      charsets('KOI8-R', '/news/h.example/1@h.example/thread?charset={charset}').split('\n')[3],
    );
  });

  test('without articles says so', async () => {
    const content = (await page({ articles: [], searched: null, cut: false })).split('\n\n')[1];
    expect(content).toBe('p.empty: The server no longer lists the articles of this thread.');
  });

  test('of an article whose address needs a parameter has one, too', async () => {
    const first = canonicalize('news:a%5Cb@h.example');
    expect(await page({ first })).toContain('Feed → /open?url=news%3Aa%255Cb%40h.example%252Fthread&format=atom');
  });
});

describe('other formats', () => {
  const masked = { vars: { NEWS_ADDRESSES: 'masked' } };

  test('JSON has the articles, the tree and the address of the thread', async () => {
    const response = await shown(URL, THREAD, { query: 'format=json' });
    expect(await response.json()).toMatchObject({
      canonical: 'news://h.example/2@h.example%2Fthread',
      ...{ kind: 'thread', open: 'https://waypost.example/news/h.example/1@h.example/thread' },
      first: { url: 'news://h.example/1@h.example', open: 'https://waypost.example/news/h.example/1@h.example' },
      ...{ subject: 'Tea of ann@h.example', searched: [1, 2000], cut: false },
      articles: [{ number: 1 }, { number: 2 }, { number: 5 }],
      threads: [{ number: 1, replies: [{ number: 2 }, { number: 5 }] }],
    });
  });

  test.each(['format=json', 'format=atom', ''])('no address is shown if they are hidden: %s', async (query) => {
    const text = await (await shown(URL, THREAD, { query, ...masked })).text();
    expect(text).toContain('ann@…');
    expect(text).not.toContain('ann@h.example');
  });

  test('the feed has the newest article first, and the address of the thread as its own', async () => {
    const text = await (await shown(URL, THREAD, { query: 'format=atom' })).text();
    expect([...text.matchAll(/<id>([^<]*)/g)].map(([, id]) => id)).toEqual([
      ...['news://h.example/1@h.example%2Fthread', 'news:5@h.example', 'news:2@h.example', 'news:1@h.example'],
    ]);
    expect(text).toContain(
      'rel="self" type="application/atom+xml" href="https://waypost.example/news/h.example/1@h.example/thread?format=atom"',
    );
  });

  test('as text it is the overview', async () => {
    const response = await shown(URL, THREAD, { query: 'format=raw' });
    expect([await response.text(), response.headers.get('Content-Type')]).toEqual([
      'plain\n',
      'text/plain; charset=utf-8',
    ]);
  });
});
