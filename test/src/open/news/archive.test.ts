/** News and mid links that open from an archive, after their server or without one. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ArchiveSource } from '../../../../src/news-archive/archive.ts';
import { groupJson, groupsJson } from '../../../../src/open/article-json.ts';
import type { OpenContext, OpenSettings } from '../../../../src/open/contract.ts';
import { archiveOrigin } from '../../../../src/open/news/archive.ts';
import { mid, news } from '../../../../src/open/news/news.ts';
import { UNNAMED_LINKS } from '../../../../src/open/news/server.ts';
import { matchesWildmat } from '../../../../src/open/news/wildmat.ts';
import { threadAround } from '../../../../src/open/threads.ts';
import { collect } from '../../../../src/protocols/connection.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { articleText, mboxOf } from '../../../bin/index-news/folder.ts';
import { type ArchiveFileMap, archiveOf, sourceOf } from '../../news-archive/archives.ts';
import { contextOf, linkOf, SETTINGS, shaped } from '../context.ts';
import { contentOf, errorOf, HAS_GROUP, LINKS, newsDouble, openNews, type Script } from './double.ts';

const FIRST = articleText('a@h.example', { Xref: 'old.example misc.test:7', Subject: 'Tea' });
let files: ArchiveFileMap;

beforeAll(async () => {
  files = await archiveOf(
    mboxOf(
      FIRST,
      articleText('b@h.example', {
        Date: 'Sat, 20 Nov 1982 16:14:55 GMT',
        References: '<a@h.example>',
        Subject: 'Re: Tea',
      }),
      articleText('c@h.example', { Date: 'Mon, 20 Dec 1982 16:14:55 GMT', Xref: 'new.example misc.test:7' }),
      articleText('d@h.example', { Newsgroups: 'comp.test', Xref: 'new.example comp.test:8' }),
    ),
    'Old news',
  );
});

const settings = (more: Partial<OpenSettings> = {}): OpenSettings => ({
  ...SETTINGS,
  newsArchive: { kind: 'files', source: sourceOf(files) },
  ...more,
});

/** Nothing but the archive can be reached. */
const alone = (asked: Partial<OpenContext> = {}) => contextOf({ settings: settings(), ...asked });

/** A server that follows a script, and the archive. */
function withArchive(script: Script) {
  const double = newsDouble(script);
  return {
    ...double,
    context: { ...double.context, settings: { ...double.context.settings, newsArchive: settings().newsArchive } },
  };
}

/** No connection can be opened. */
const dead = (more: Partial<OpenSettings> = {}) =>
  contextOf({
    settings: settings(more),
    connect: () => Promise.reject(new ProtocolError('unreachable', 'The server does not answer.')),
  });

async function wholeArticle(url: string, context: OpenContext) {
  const opener = url.startsWith('mid:') ? mid.open(linkOf('mid', url), context) : openNews(url, context);
  const fetched = await shaped(await opener, 'article').fetch();
  return { fetched, whole: await contentOf(fetched, 'article') };
}

describe('without a server', () => {
  test.each([
    ['news:a@h.example', 'news:a@h.example'],
    ['mid:a@h.example', 'news:a@h.example'],
    ['nntp:comp.test/8', 'nntp:comp.test/8'],
  ])('%s opens from the archive', async (url, canonical) => {
    const { whole } = await wholeArticle(url, alone());
    expect(whole).toMatchObject({ url: canonical, archive: 'Old news', complete: true, server: { name: 'Old news' } });
  });

  test('an article has its octets, its thread and its own date', async () => {
    const { whole } = await wholeArticle('news:a@h.example', alone());
    expect(whole.message.date.moment?.toISOString()).toBe('1982-11-19T16:14:55.000Z');
    const around = await whole.around();
    expect(around && threadAround(around)?.articles.map(({ messageId }) => messageId)).toEqual([
      'a@h.example',
      'b@h.example',
    ]);
    const fetched = await shaped(await openNews('news:a@h.example', alone({ wants: 'octets' })), 'article').fetch();
    const { body, mediaType } = await contentOf(fetched, 'octets');
    expect((await collect(body, 2 ** 20)).octets).toEqual(new Uint8Array(Buffer.from(FIRST)));
    expect(mediaType).toBe('text/plain; charset=utf-8');
  });

  test('a group has its articles, its months and where they begin', async () => {
    const group = shaped(await openNews('news:misc.test', alone()), 'group');
    expect(group).toMatchObject({
      archive: 'Old news',
      summary: { count: 3, low: 1, high: 3 },
      range: [1, 3],
      charset: null,
    });
    expect(group.articles.map(({ number, messageId }) => [number, messageId])).toEqual([
      [1, 'a@h.example'],
      [2, 'b@h.example'],
      [3, 'c@h.example'],
    ]);
    expect(groupJson(group, LINKS)).toMatchObject({
      archive: 'Old news',
      months: [
        { month: '1982-11', count: 2, open: 'news:misc.test to 2 format json' },
        { month: '1982-12', count: 1, open: 'news:misc.test to 3 format json' },
      ],
    });
    const older = shaped(await openNews('news:misc.test', alone({ options: { to: '2' } })), 'group');
    expect(older).toMatchObject({ range: [1, 2], older: null, newer: 3 });
    for (const [to, range] of [
      ['0', [1, 1]],
      ['9', [1, 3]],
    ] as const) {
      expect(shaped(await openNews('news:misc.test', alone({ options: { to } })), 'group').range).toEqual(range);
    }
  });

  test.each([
    ['news:*', ['comp.test', 'misc.test']],
    ['news:comp.*', ['comp.test']],
    ['news:alt.*', []],
  ])('%s lists groups', async (url, names) => {
    const list = shaped(await openNews(url, alone()), 'groups');
    expect([...list.groups.names()]).toEqual(names);
    expect(list).toMatchObject({ archive: 'Old news', truncated: false });
    expect(groupsJson(list, LINKS)[2]).toEqual({ truncated: false, archive: 'Old news' });
  });

  test('what is missing is said with the archive’s name', async () => {
    const missing = async (url: string) =>
      errorOf(openNews(url, alone()).then((opened) => shaped(opened, 'article').fetch()));
    const says = (what: string) => `The news archive “Old news” does not have ${what}.`;
    expect(await missing('news:z@h.example')).toMatchObject({
      code: 'not-found',
      status: 430,
      message: says('this article'),
    });
    expect(await missing('nntp:misc.test/99')).toMatchObject({
      status: 423,
      message: says('an article with this number'),
    });
    expect(await missing('news:alt.test')).toMatchObject({ status: 411, message: says('this group') });
    expect(await missing('nntp:misc.test/7')).toMatchObject({
      ...{ code: 'not-found', status: 423 },
      message: 'Several servers gave this number to different articles. Name the server in the link.',
    });
  });

  test('no server is asked, and no setting is missing', () => {
    expect([news, mid].map(({ needsServer }) => needsServer?.(settings()))).toEqual([null, null]);
    expect(news.servers?.(linkOf('news', 'news:misc.test'), settings())).toEqual([]);
    expect(mid.servers?.(linkOf('mid', 'mid:a@h.example'), settings())).toEqual([]);
    expect(news.servers?.(linkOf('news', 'news://h.example/misc.test'), settings())).toMatchObject([
      { host: 'h.example' },
    ]);
  });
});

test('of earlier articles of a thread, no more than their headers stays in memory', async () => {
  const long = await archiveOf(mboxOf(articleText('a@h.example', {}, 'x'.repeat(200_000))));
  const origin = archiveOrigin({ kind: 'files', source: sourceOf(long) }, UNNAMED_LINKS, null);
  const heads = await (await origin.open(alone())).heads(['a@h.example', 'z@h.example']);
  expect([...heads.keys()]).toEqual(['a@h.example']);
  expect(heads.get('a@h.example')?.buffer.byteLength).toBe(64 * 1024);
});

describe('after a server', () => {
  test('that has it, the archive is not asked', async () => {
    const { context } = withArchive(HAS_GROUP);
    expect(shaped(await openNews('news:misc.test', context), 'group')).toMatchObject({ archive: null, months: [] });
  });

  test.each<readonly [string, Script]>([
    ['does not have it', { 'ARTICLE <a@h.example>': '430 no\r\n', 'GROUP misc.test': '411 no\r\n' }],
    ['wants a login', { 'ARTICLE <a@h.example>': '480 who?\r\n', 'GROUP misc.test': '480 who?\r\n' }],
    ['does not permit it', { 'ARTICLE <a@h.example>': '502 no\r\n', 'GROUP misc.test': '502 no\r\n' }],
    ['is closing', { 'ARTICLE <a@h.example>': '400 bye\r\n', 'GROUP misc.test': '400 bye\r\n' }],
    ['knows no command', {}],
  ])('that %s, the archive is', async (_, script) => {
    expect((await wholeArticle('news:a@h.example', withArchive(script).context)).whole.archive).toBe('Old news');
    expect(shaped(await openNews('news:misc.test', withArchive(script).context), 'group').archive).toBe('Old news');
  });

  test('that cannot be reached, links keep their server', async () => {
    const { whole } = await wholeArticle('news://old.example/a@h.example', dead());
    expect(whole).toMatchObject({ url: 'news://old.example/a@h.example', archive: 'Old news' });
    expect(whole.server.group('misc.test')).toBe('nntp://old.example/misc.test');
    expect(shaped(await openNews('news://old.example/misc.test', dead()), 'group').archive).toBe('Old news');
  });

  test('numbers are those of the server in the link', async () => {
    const { whole } = await wholeArticle('nntp://old.example/misc.test/7', dead());
    expect(whole.message.messageId).toBe('a@h.example');
    expect(whole.place).toEqual({ group: 'misc.test', number: 7, previous: null, next: null });
    expect((await wholeArticle('nntp://NEW.example:8119/misc.test/7', dead())).whole.message.messageId).toBe(
      'c@h.example',
    );
    const third = shaped(await openNews('nntp://third.example/misc.test/7', dead()), 'article');
    expect(await errorOf(third.fetch())).toMatchObject({ code: 'unreachable' });
  });

  test('the error is that of the server, if the archive does not have it either', async () => {
    const { context } = withArchive({ 'ARTICLE <z@h.example>': '430 no\r\n' });
    const article = shaped(await openNews('news:z@h.example', context), 'article');
    expect(await errorOf(article.fetch())).toMatchObject({
      message: expect.stringContaining('The news server does not have'),
    });
  });

  test('a damaged archive is said', async () => {
    const newsArchive = { kind: 'files', source: sourceOf(new Map()) } as const;
    const article = shaped(await openNews('news://old.example/a@h.example', dead({ newsArchive })), 'article');
    expect(await errorOf(article.fetch())).toMatchObject({ message: expect.stringContaining('archive is damaged') });
  });

  test.each<readonly [string, ArchiveSource, string]>([
    ['has another octet', { read: async () => Buffer.from('{}') }, 'archive is damaged'],
    [
      'cannot be reached',
      { read: () => Promise.reject(new ProtocolError('unreachable', 'The server does not answer.')) },
      'The news archive cannot be read. The server does not answer.',
    ],
  ])('an archive that %s is not what a check says of the server', async (_, source, words) => {
    const context = dead({ newsArchive: { kind: 'files', source } });
    for (const url of ['news:a@h.example', 'news:misc.test', 'mid:a@h.example']) {
      const asked = url.startsWith('mid:')
        ? mid.check?.(linkOf('mid', url), context)
        : news.check?.(linkOf('news', url), context);
      expect(await errorOf(Promise.resolve(asked))).toMatchObject({
        code: 'server-failure',
        message: expect.stringContaining(words),
      });
    }
  });

  test('a wrong link asks neither', async () => {
    expect(await errorOf(openNews('nntp://h.example/a/b/c', alone()))).toMatchObject({ code: 'invalid-request' });
  });

  test('an error that is not about the server is no reason to look further', async () => {
    const broken = new TypeError('a bug');
    const context = contextOf({ settings: settings(), connect: () => Promise.reject(broken) });
    expect(await errorOf(openNews('news://h.example/misc.test', context))).toBe(broken);
  });
});

describe('a check', () => {
  const check = (url: string, context = alone()) =>
    url.startsWith('mid:') ? mid.check?.(linkOf('mid', url), context) : news.check?.(linkOf('news', url), context);
  const FOUND = { status: 'alive', detail: 'It is in the news archive “Old news”.' };

  test.each(['news:a@h.example', 'mid:a@h.example', 'news:misc.test', 'nntp:comp.test/8'])('finds %s', async (url) => {
    expect(await check(url)).toEqual(FOUND);
  });

  test('finds what its server has lost', async () => {
    expect(await check('news://old.example/a@h.example', dead())).toEqual(FOUND);
    expect(await check('news:*')).toEqual({ status: 'alive' });
  });

  test.each(['news:z@h.example', 'news:alt.test', 'nntp:misc.test/7'])('does not find %s', async (url) => {
    expect(await errorOf(Promise.resolve(check(url)))).toMatchObject({ code: 'not-found' });
  });

  test('says what a server says', async () => {
    const { context } = withArchive({ 'STAT <a@h.example>': '223 0 <a@h.example>\r\n' });
    expect(await check('news:a@h.example', context)).toEqual({ status: 'alive', reply: '223 0 <a@h.example>' });
  });
});

test('a message-id is looked for as it was written, too', async () => {
  const odd = await archiveOf(mboxOf(articleText('NM%76.1@h.example')));
  const newsArchive = { kind: 'files', source: sourceOf(odd) } as const;
  const { fetched } = await wholeArticle('news:NM%76.1@h.example', alone({ settings: settings({ newsArchive }) }));
  expect(fetched).toMatchObject({ isOtherId: true, messageId: 'NM%76.1@h.example' });
});

test.each([
  ['*', 'a.b', true],
  ['a.*', 'a.b', true],
  ['a.*', 'b.a', false],
  ['?.b', 'a.b', true],
  ['?', 'ab', false],
  ['*b', 'a.b.b', true],
  ['*a*b*', 'xaxbx', true],
  ['*a*b', 'xbxa', false],
  ['a.*,!a.b', 'a.b', false],
  ['a.*,!a.b', 'a.c', true],
  ['!a.b', 'c', false],
  ['a', 'a', true],
  ['a', 'ab', false],
  ['ab', 'a', false],
  ['', 'a', false],
])('%s fits %s: %s', (wildmat, name, fits) => {
  expect(matchesWildmat(wildmat, name)).toBe(fits);
});

test('a wildmat of many stars takes no time', () => {
  expect(matchesWildmat(`${'*a'.repeat(200)}b`, 'a'.repeat(490))).toBe(false);
});
