/** The pages of articles: headers, texts, attachments, and the articles around them. */
import { describe, expect, test } from 'vitest';
import { canonicalize } from '../../../../src/index.ts';
import type { Article, ArticleMessage, ListedArticle, WholeArticle } from '../../../../src/open/articles.ts';
import { charsets, lines, pagesLike } from '../expected.ts';
import { article, listed, moment, serverLinks } from '../newsstand.ts';
import { type Asked, shown } from '../opening.ts';
import { outlineOf } from '../outline.ts';

const URL = 'news://h.example/a@h.example';
/** A character that would reverse the text around it: no page shows it. */
const R = '\u202e';

function articleOf(
  message: ArticleMessage,
  members: Partial<WholeArticle> = {},
  around: readonly ListedArticle[] | null = null,
): Article {
  const content: WholeArticle = {
    kind: 'article',
    noArchive: message.noArchive,
    url: canonicalize(URL),
    server: serverLinks,
    archive: null,
    message,
    place: null,
    complete: true,
    around: async () =>
      around === null
        ? null
        : {
            server: serverLinks,
            group: 'misc.tea',
            articles: around,
            isThis: ({ messageId }) => messageId === message.messageId,
          },
    ...members,
  };
  return {
    shape: 'article',
    messageId: message.messageId,
    part: null,
    fetch: async () => ({
      url: canonicalize(URL),
      isOtherId: false,
      messageId: message.messageId,
      content: async () => content,
      close() {},
    }),
  };
}

const page = async (shape: Article, asked: Asked = {}) => outlineOf(await shown(URL, shape, asked));

const FULL = article(
  [
    'From: =?utf-8?q?Ann=E2=80=AE?= <ann@h.example>, bob@h.example, Eve',
    'Subject: Tea =?utf-8?q?=E2=80=AE?=for two',
    'Date: Mon, 31 Jan 1994 12:34:56 GMT',
    'ORGANIZATION: The Tea =?utf-8?q?=E2=80=AE?=Room',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Tea.',
    '--b',
    'Content-Type: text/html',
    '',
    '<p>Tea.',
    '--b',
    'Content-Type: image/png; name=cup.png',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment',
    '',
    'AAAA',
    '--b',
    'Content-Type: audio/mpeg',
    'Content-Disposition: attachment',
    '',
    'x',
    '--b--',
  ],
  {
    charset: 'koi8-r',
    newsgroups: ['misc.tea', 'misc.unknown'],
    followupTo: ['misc.tea', 'misc.cake'],
    references: ['lost@h.example', 'unknown', 'gone@h.example', 'first@h.example'],
    crossPosts: [
      { group: 'misc.tea', number: 5 },
      { group: 'misc.cake', number: 7 },
      { group: 'misc.unknown', number: 9 },
    ],
    omitted: { from: 1, newsgroups: 2, followupTo: 1000, references: 1, crossPosts: 3 },
    blocks: [
      { kind: 'quote', depth: 2, lines: ['So it was'] },
      { kind: 'quote', depth: 9, lines: ['deep'] },
      {
        kind: 'text',
        depth: 0,
        lines: [
          '',
          'See gopher://h.example/0/tea, <news:b@h.example> and <c@h.example>, not <unknown@h.example> or',
          'javascript:1 or mailto:a@h.example.',
          '',
          '| a | column    |',
          '| b | column    |',
          '',
        ],
      },
      { kind: 'encoded', depth: 0, lines: ['begin 644 a.gif', 'M', 'end'] },
      { kind: 'signature', depth: 0, lines: ['-- ', 'Ann'] },
    ],
    encodedFiles: [
      { encoding: 'uuencode', name: 'a.gif', size: 2048, complete: true },
      { encoding: 'yenc', name: 'b.mp3', size: 1, complete: false },
    ],
  },
);

const pageOf = pagesLike`
  200
  cache-control: public, max-age=300
  content-security-policy: as usual; media-src 'self'; frame-src 'self'
  kicker: Article
  p.canonical: <code: news://h.example/a@h.example>
  Explain → /inspect?url=news%3A%2F%2Fh.example%2Fa%40h.example (rel=nofollow)
  Share: https://waypost.example/r?url=news%3A%2F%2Fh.example%2Fa%40h.example news:a@h.example /v1/qr?url=news%3A%2F%2Fh.example%2Fa%40h.example
  Archives: [Howard Knight’s Usenet archive → http://al.howardknight.net/?STYPE=msgid&MSGI=%3Ca%40h.example%3E (a stranger’s)] [The Mail Archive → https://www.mail-archive.com/search?l=mid&q=a%40h.example (a stranger’s)]
  More: [JSON → /news/h.example/a@h.example?format=json (a view)] [As the server sent it → /news/h.example/a@h.example?format=raw (a view)]
`;

test('an article with everything that it may have', async () => {
  const around = [
    listed(1, { subject: 'Before', author: { name: '', address: 'eve@h.example' }, messageId: null }),
    listed(2, { subject: 'Tea', messageId: 'first@h.example' }),
    listed(3, { subject: 'Re: Tea', messageId: 'a@h.example', references: ['first@h.example'] }),
    listed(4, { subject: 'Re: Tea', references: ['first@h.example'] }),
    listed(5, { subject: '' }),
  ];
  const place = { group: 'misc.tea', number: 3, previous: 2, next: 4 };
  expect(await page(articleOf(FULL, { place }, around), { query: 'charset=koi8-r&images=show' })).toBe(pageOf`
    200, tagged
    way: h.example → /news/h.example/* / misc.tea → /news/h.example/misc.tea / Tea for two (aria-current=page)
    h1: Tea for two
    Download → /news/h.example/a@h.example?charset=koi8-r&images=show&format=raw (download=Tea for two.eml, a view)
    More: [JSON → /news/h.example/a@h.example?charset=koi8-r&images=show&format=json (a view)] [As the server sent it → /news/h.example/a@h.example?charset=koi8-r&images=show&format=raw (a view)]

    article.news-article
      dl.details
        From =
          <.person: Ann <.address: ann@h.example>> <.person: <.address: bob@h.example>> <.person: Eve >
          p.not-shown: 1 more author is not shown.
        Organization = The Tea Room
        Date = <time (datetime=1994-01-31T12:34:56.000Z): 1994-01-31 12:34 UTC>
        Newsgroups =
          <.linked: [misc.tea → /news/h.example/misc.tea]> <.linked: [misc.unknown → /news/h.example/misc.unknown]>
          p.not-shown: 2 more groups are not shown.
        Replies go to =
          <.linked: [misc.cake → /news/h.example/misc.cake]>
          p.not-shown: 1,000 more groups are not shown.
        In reply to = <.linked: [Ann, 1994-01-31 12:34 UTC → /news/h.example/first@h.example]>
      .news-text
        blockquote.quote-1
          blockquote.quote-2
            p.lines: So it was
        blockquote.quote-1
          blockquote.quote-2
            blockquote.quote-3
              blockquote.quote-4
                blockquote.quote-5
                  blockquote.quote-6
                    p.lines: deep
        p.prose: See [gopher://h.example/0/tea → /gopher/h.example/0/tea (a stranger’s)], <[news:b@h.example → /news/~/b@h.example (a stranger’s)]> and <c@h.example>, not <unknown@h.example> or⏎javascript:1 or [mailto:a@h.example → /open?url=mailto%3Aa%40h.example (a stranger’s)].
        pre.columns (tabindex=0, aria-label=Columns)
          | | a | column    |
          | | b | column    |
        details.encoded
          summary: The encoded file, 3 lines
          pre
            | begin 644 a.gif
            | M
            | end
        footer.signature
          pre.columns (tabindex=0, aria-label=Columns)
            | --
            | Ann
      section.attachments (aria-labelledby=attachments)
        h2#attachments: Attachments
        ul
          li: [The article as a page → /news/h.example/a@h.example/part/2]<.facts: without scripts and remote pictures>
          li
            a → /news/h.example/a@h.example/part/3
              img (src=/news/h.example/a@h.example/part/3, alt)
              cup.png
            <.facts: image/png, about 3 B>
          li
            [Part 4 → /news/h.example/a@h.example/part/4]<.facts: audio/mpeg, about 1 B>
            audio (src=/news/h.example/a@h.example/part/4?format=raw, aria-label=Part 4)
          li
            a → /news/h.example/a@h.example/part/encoded-1
              img (src=/news/h.example/a@h.example/part/encoded-1, alt)
              a.gif
            <.facts: image/gif, about 2.0 KiB>
          li
            [b.mp3 (the beginning) → /news/h.example/a@h.example/part/encoded-2]<.facts: audio/mpeg, about 1 B>
            audio (src=/news/h.example/a@h.example/part/encoded-2?format=raw, aria-label=b.mp3 (the beginning))
      nav.thread-links (aria-label=Other articles)
        ul.beside
          li: Previous: <.linked: [Tea (Ann) → /news/h.example/first@h.example]>
          li: Next: <.linked: [Re: Tea (Ann) → /news/h.example/4@h.example]>
        h2: [Thread in misc.tea → /news/h.example/a@h.example/thread]
        ol.threads
          li
            .thread.depth-0: <.subject: [Tea → /news/h.example/first@h.example?charset=koi8-r]> <.author (title=ann@h.example): Ann> <time.date (datetime=1994-01-31T12:34:56.000Z): 1994-01-31 12:34> <.lines: 2 lines>
            ol.threads
              li
                .thread.depth-1.current: <.subject: [Re: Tea → /news/h.example/a@h.example?charset=koi8-r (aria-current=page)]> <.author (title=ann@h.example): Ann> <time.date (datetime=1994-01-31T12:34:56.000Z): 1994-01-31 12:34> <.lines: 2 lines>
              li
                .thread.depth-1: <.subject: [Re: Tea → /news/h.example/4@h.example?charset=koi8-r]> <.author (title=ann@h.example): Ann> <time.date (datetime=1994-01-31T12:34:56.000Z): 1994-01-31 12:34> <.lines: 2 lines>
        h2: Earlier articles
        ol.ids
          li: <.linked: [lost@h.example → /news/h.example/lost@h.example]>
          li: <.linked: [gone@h.example → /news/h.example/gone@h.example]>
        p.not-shown: 1 more earlier article is not shown.
        h2: Also posted in
        ul.ids
          li: <.linked: [misc.cake, number 7 → /nntp/h.example/misc.cake/7]>
        p.not-shown: 3 more groups are not shown.
      ${charsets('KOI8-R', '/news/h.example/a@h.example?charset={charset}&images=show')}
      details.fields
        summary: All headers
        dl.details
          From = Ann <ann@h.example>, bob@h.example, Eve
          Subject = Tea for two
          Date = Mon, 31 Jan 1994 12:34:56 GMT
          ORGANIZATION = The Tea Room
          Content-Type = multipart/mixed; boundary=b
  `);
});

test('an article with nothing', async () => {
  const message = article(['Date: some =?utf-8?q?=E2=80=AE?=day', '', ''], { messageId: null, followupTo: 'author' });
  expect(await page(articleOf(message))).toBe(pageOf`
    way: h.example → /news/h.example/* / (no subject) (aria-current=page)
    p.canonical: none
    Explain: none
    Share: none
    canonical: news://h.example/a@h.example
    h1: (no subject)
    Download → /news/h.example/a@h.example?format=raw (download=(no subject).eml, a view)

    article.news-article
      dl.details
        Date = some day
        Replies go to = The author, by mail
      .notice.info (role=note)
        p.notice-title: This article has no text.
      details.fields
        summary: All headers
        dl.details
          Date = some day
  `);
});

test('the beginning of a long article, which archives may not keep', async () => {
  const message = article(['Subject: Long', 'X-Own: x', '', 'x'], {
    noArchive: true,
    blocks: [{ kind: 'text', depth: 0, lines: ['The beginning'] }],
    encodedFiles: [{ encoding: 'yenc', name: 'a', size: 1, complete: true }],
  });
  expect(await page(articleOf(message, { complete: false }))).toBe(pageOf`
    cache-control: no-store
    x-robots-tag: noindex, noarchive
    way: h.example → /news/h.example/* / Long (aria-current=page)
    h1: Long
    Download → /news/h.example/a@h.example?format=raw (download=Long.eml, a view)

    article.news-article
      .notice.caution (role=note)
        p.notice-title: This is the beginning of a long article
        [Open the whole article → /news/h.example/a@h.example?format=raw]
      .news-text
        p.lines: The beginning
      details.fields
        summary: All headers
        dl.details
          Subject = Long
          X-Own = x
  `);
});

describe('an article of HTML', () => {
  const part = (index: number) => ['--b', 'Content-Type: image/gif', `Content-ID: <${index}>`, '', 'GIF', ''];
  const html = Array.from({ length: 5 }, (_, index) => `<img src="cid:${index}">`).join('');
  const message = article([
    ...['Subject: Page', 'Content-Type: multipart/related; boundary=b', ''],
    ...['--b', 'Content-Type: text/html; charset=utf-8', '', `<p>Words</p>${html}`],
    ...[0, 1, 2, 3, 4].flatMap(part),
    '--b--',
  ]);
  const frame = async (query: string) => {
    const content = (await page(articleOf(message), { query })).split('\n\n')[1] ?? '';
    return /^ {2}p\.pictures.*\n {2}iframe.*/m.exec(content)?.[0].replace(/^ {2}/gm, '');
  };

  test('has a link to all of its pictures', async () => {
    expect(await frame('charset=utf-8')).toBe(lines`
      p.pictures: [Show all 5 pictures → /news/h.example/a@h.example?charset=utf-8&images=show (a view)]
      iframe.document (title=The article, as a page of its own, height=978, sandbox=allow-top-navigation-by-user-activation allow-downloads, src=/news/h.example/a@h.example/part/1?charset=utf-8&view=framed)
    `);
  });

  test('has a link to its first pictures', async () => {
    expect(await frame('images=show&charset=utf-8')).toBe(lines`
      p.pictures: [Show the first 4 pictures only → /news/h.example/a@h.example?charset=utf-8 (a view)]
      iframe.document (title=The article, as a page of its own, height=978, sandbox=allow-top-navigation-by-user-activation allow-downloads, src=/news/h.example/a@h.example/part/1?charset=utf-8&images=show&view=framed)
    `);
  });
});

describe('the articles beside an article', () => {
  const message = article(['Subject: Tea', '', ''], { references: ['1@h.example', 'lost@h.example'] });
  const nav = async (place: WholeArticle['place'], around: readonly ListedArticle[] | null) => {
    const content = (await page(articleOf(message, { place }, around))).split('\n\n')[1] ?? '';
    return /^ *nav\.thread-links[\s\S]*?(?=\n {2}details)/m.exec(content)?.[0].replace(/^ {2}/gm, '') ?? '';
  };
  const place = { group: 'misc.tea', number: 3, previous: 2, next: null };

  test('by number, where the server cannot list them', async () => {
    expect(await nav(place, null)).toBe(lines`
      nav.thread-links (aria-label=Other articles)
        ul.beside
          li: Previous: <.linked: [number 2 → /nntp/h.example/misc.tea/2]>
        h2: Earlier in this thread
        ol.ids
          li: <.linked: [1@h.example → /news/h.example/1@h.example]>
          li: <.linked: [lost@h.example → /news/h.example/lost@h.example]>
    `);
  });

  test('in threads, where nothing stands before', async () => {
    const around = [listed(3, { messageId: 'a@h.example' }), listed(4, { subject: `Cake${R}` })];
    expect(await nav(place, around)).toBe(lines`
      nav.thread-links (aria-label=Other articles)
        ul.beside
          li: Next: <.linked: [Cake (Ann) → /news/h.example/4@h.example]>
        h2: Earlier in this thread
        ol.ids
          li: <.linked: [1@h.example → /news/h.example/1@h.example]>
          li: <.linked: [lost@h.example → /news/h.example/lost@h.example]>
    `);
  });

  test('of which the one that it replies to is listed, without a date', async () => {
    const parent = listed(1, { messageId: 'lost@h.example', date: { text: '', moment: null } });
    const around = [parent, listed(3, { messageId: 'a@h.example', references: ['lost@h.example'] })];
    const outline = await page(articleOf(message, {}, around));
    expect(outline).toContain('    In reply to = <.linked: [Ann → /news/h.example/lost@h.example]>');
    const dated = [{ ...parent, date: moment('1994-01-31T12:34:56Z') }, ...around.slice(1)];
    expect(await page(articleOf(message, {}, dated))).toContain('[Ann, 1994-01-31 12:34 UTC → ');
  });

  test('in other groups are not those of the thread', async () => {
    const crossPosts = ['misc.tea', 'misc.cake'].map((group) => ({ group, number: 5 }));
    const posted = article(['Subject: Tea', '', ''], { crossPosts, from: [{ name: '', address: `a${R}@h.example` }] });
    const outline = await page(articleOf(posted, {}, [listed(3, { messageId: 'a@h.example' })]));
    expect(outline.match(/(?<=ul\.ids\n *li: ).*/)?.[0]).toBe(
      `<.linked: [misc.cake, number 5 → /nntp/h.example/misc.cake/5]>`,
    );
    expect(outline).toContain('    From = <.person: <.address: a@h.example>>');
    expect(outline).not.toContain('ul.beside');
  });

  test('are none', async () => {
    const lonely = article(['Subject: Tea', '', ''], { references: ['unknown'] });
    const outline = await page(articleOf(lonely, {}, [listed(3, { messageId: 'a@h.example' })]));
    expect(outline).not.toContain('nav.thread-links');
    expect(outline).not.toContain('In reply to');
  });
});

describe('a long article shows', () => {
  test.each([
    [3000, false],
    [3001, true],
  ])('3,000 lines of %i', async (count, cut) => {
    const blocks = [
      { kind: 'text' as const, depth: 0, lines: Array.from({ length: count }, (_, index) => `line ${index}`) },
    ];
    const html = await (await shown(URL, articleOf(article(['Subject: x', '', ''], { blocks })))).text();
    expect([html.includes('line 2999'), html.includes('line 3000'), html.includes('the beginning of a long')]).toEqual([
      ...[true, false, cut],
    ]);
  });

  test.each([
    [200, undefined],
    [201, '1 more field is not shown.'],
    [1202, '1,002 more fields are not shown.'],
  ])('200 header fields of %i', async (count, said) => {
    const fields = Array.from({ length: count }, (_, index) => `X-${index}: x`);
    const html = await (await shown(URL, articleOf(article([...fields, '', ''])))).text();
    expect([html.match(/<dt>X-\d+</g)?.length, html.match(/(?<=class="not-shown">)[^<]*/)?.[0]]).toEqual([200, said]);
  });

  test.each([
    [4000, 'x'.repeat(4000)],
    [4001, `${'x'.repeat(4000)} … and 1 more characters`],
    [6000, `${'x'.repeat(4000)} … and 2,000 more characters`],
  ])('4,000 characters of a field of %i', async (length, expected) => {
    const html = await (await shown(URL, articleOf(article([`X-Own: ${'x'.repeat(length)}`, '', ''])))).text();
    expect(html.match(/(?<=<dt>X-Own<\/dt><dd dir="auto">)[^<]*/)?.[0]).toBe(expected);
  });
});
