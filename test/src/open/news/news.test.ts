/** The openers of news and mid links: their servers, groups and checks. */
import { describe, expect, test } from 'vitest';
import { groupJson, groupsJson } from '../../../../src/open/article-json.ts';
import type { LinkFinding } from '../../../../src/open/contract.ts';
import { mid, news } from '../../../../src/open/news/news.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { contextOf, linkOf, SETTINGS, shaped } from '../context.ts';
import { ended, errorOf, HAS_GROUP, LINKS, newsDouble, OVERVIEWS, openNews, type Script } from './double.ts';

describe('the server', () => {
  test.each([
    ['news://h.example/misc.test', { host: 'h.example', port: 119, defaultPort: 119, tls: 'starttls' }],
    ['nntp://h.example:8119/misc.test', { host: 'h.example', port: 8119, defaultPort: 119, tls: 'starttls' }],
    ['snews://h.example/misc.test', { host: 'h.example', port: 563, defaultPort: 563, tls: 'implicit' }],
    ['nntps://h.example/misc.test', { host: 'h.example', port: 563, defaultPort: 563, tls: 'implicit' }],
    ['news:misc.test', { host: 'set.example', port: 119, defaultPort: 119, tls: 'starttls' }],
  ])('of %s', async (url, target) => {
    const { context, dialled } = newsDouble(HAS_GROUP);
    await openNews(url, context);
    expect(dialled).toEqual([target]);
  });

  test('of the settings may begin with TLS, and has another usual port then', async () => {
    const newsServer = { host: 'set.example', port: 8563, tls: 'implicit' } as const;
    const { context, dialled } = newsDouble(HAS_GROUP, { settings: { ...SETTINGS, newsServer } });
    await openNews('news:misc.test', context);
    expect(dialled).toEqual([{ host: 'set.example', port: 8563, defaultPort: 563, tls: 'implicit' }]);
  });

  test('of the settings alone gets the login of the settings', async () => {
    const newsServer = { host: 'set.example', port: 563, tls: 'implicit' } as const;
    const settings = { ...SETTINGS, newsServer, newsLogin: { user: 'curator', password: 'museum' } };
    const script = { 'GROUP misc.test': '480 who?\r\n', 'AUTHINFO USER curator': '281 in\r\n' };
    const [own, other] = [newsDouble(script, { settings }), newsDouble(script, { settings })];
    expect(await errorOf(openNews('news:misc.test', own.context))).toMatchObject({ code: 'login-required' });
    expect(own.commands()).toContain('AUTHINFO USER curator');
    expect(await errorOf(openNews('snews://h.example/misc.test', other.context))).toMatchObject({ status: 480 });
    expect(other.commands()).not.toContain('AUTHINFO USER curator');
  });

  test('may be missing: nothing is reached', async () => {
    const advice = 'Name a server in the link, as in news://news.example/comp.infosystems.gopher.';
    const missing = { code: 'unsupported', advice };
    expect(await errorOf(openNews('news:misc.test', contextOf({})))).toMatchObject(missing);
    expect(await errorOf(mid.open(linkOf('mid', 'mid:a@h.example'), contextOf({})))).toMatchObject(missing);
    expect([news, mid].map(({ needsServer }) => needsServer?.(SETTINGS))).toEqual(['newsServer', 'newsServer']);
    const { settings } = newsDouble().context;
    expect([news, mid].map(({ needsServer }) => needsServer?.(settings))).toEqual([null, null]);
  });

  test.each([
    ['a link that NNTP cannot request', () => openNews('nntp://h.example/a/b/c', contextOf({}))],
    ['a message-id with a blank', () => mid.open(linkOf('mid', 'mid:a%20b@h.example'), contextOf({}))],
    ['a part of a group', () => openNews('news:misc.test', contextOf({ options: { part: '1' } }))],
    ['a part of a list', () => openNews('news:*', contextOf({ options: { part: '1' } }))],
    ['a number that is none', () => openNews('news:misc.test', contextOf({ options: { to: '1a' } }))],
    ['a number that is too long', () => openNews('news:misc.test', contextOf({ options: { to: '1'.repeat(16) } }))],
  ])('is not looked for: %s', async (_, open) => {
    expect(await errorOf(open())).toMatchObject({ name: 'ProtocolError', code: 'invalid-request' });
  });
});

describe('a list of groups', () => {
  const LISTS: Script = {
    'LIST ACTIVE': '215 follows\r\nmisc.test 5 1 y\r\nalt.tea 9 2 m\r\n.\r\n',
    'LIST NEWSGROUPS': '215 follows\r\nalt.tea\tAll about tea\r\n.\r\n',
    'LIST ACTIVE *tea*': '215 follows\r\nalt.tea 9 2 m\r\n.\r\n',
    'LIST NEWSGROUPS *tea*': '215 follows\r\n.\r\n',
  };

  test('has its session ended, and its JSON and text say the same', async () => {
    const { context, server, commands } = newsDouble(LISTS);
    const groups = shaped(await openNews('news://h.example/*', context), 'groups');
    await ended();
    expect([commands().at(-1), server.open]).toEqual(['QUIT', 0]);
    expect(groups).toMatchObject({ freshFor: 300, wildmat: '*', match: '', truncated: false });
    expect([...groups.plain()].join('')).toBe('alt.tea\tAll about tea\r\nmisc.test\r\n');
    const [head, list, tail] = groupsJson(groups, LINKS);
    expect({ ...head, groups: [...groups.groups].map(list.toJson), ...tail }).toMatchObject({
      kind: 'groups',
      wildmat: '*',
      groups: [
        { name: 'alt.tea', description: 'All about tea', url: 'nntp://h.example/alt.tea' },
        { name: 'misc.test', description: null, url: 'nntp://h.example/misc.test' },
      ],
      truncated: false,
    });
  });

  test('with a word is asked for with the word, and searched for it', async () => {
    const { context, commands } = newsDouble(LISTS, { options: { match: ' Tea ' } });
    const groups = shaped(await openNews('news:*', context), 'groups');
    expect(commands().slice(0, 2)).toEqual(['LIST ACTIVE *tea*', 'LIST NEWSGROUPS *tea*']);
    expect([groups.match, [...groups.groups.names()]]).toEqual(['Tea', ['alt.tea']]);
  });

  test('is not asked for with a word that no name has', async () => {
    const { context, dialled } = newsDouble(LISTS, { options: { match: 'a\tb' } });
    expect(await errorOf(openNews('news:*', context))).toMatchObject({ code: 'invalid-request' });
    expect(dialled).toEqual([]);
  });

  test('that the server refuses ends the session', async () => {
    const { context, server } = newsDouble({ 'LIST ACTIVE': '502 no\r\n' });
    expect(await errorOf(openNews('news:*', context))).toMatchObject({
      status: 502,
      advice: 'If you have an account there, use a news reader on your own computer.',
    });
    await ended();
    expect(server.open).toBe(0);
  });
});

describe('a group', () => {
  test('has its session ended, and its JSON and text say the same', async () => {
    const { context, server } = newsDouble(HAS_GROUP);
    const group = shaped(await openNews('news://h.example/misc.test', context), 'group');
    await ended();
    expect(server.open).toBe(0);
    expect(group).toMatchObject({ freshFor: 120, group: 'misc.test', range: [301, 500], older: 300, newer: null });
    expect(group.plain().split('\r\n')[1]).toBe(
      '419\tRe: Tea\tBob <bob@h.example>\tSat, 20 Nov 1982 16:14:55 GMT\t<c@h.example>\t<a@h.example>\t100\t2',
    );
    expect(groupJson(group, LINKS)).toMatchObject({
      kind: 'group',
      count: 3,
      low: 1,
      high: 500,
      articles: [
        { number: 417, date: '1982-11-19T16:14:55.000Z', url: 'news://h.example/a@h.example' },
        { number: 419, author: { name: 'Bob' }, url: 'news://h.example/c@h.example' },
      ],
      threads: [{ number: 417, replies: [{ number: 419, replies: [] }] }],
      older: 'nntp://h.example/misc.test to 300 format json',
      newer: null,
    });
  });

  test.each([
    ['500', [301, 500], 300, null],
    ['499', [300, 499], 299, 500],
    ['200', [1, 200], null, 400],
    ['300', [101, 300], 100, 500],
    ['9999', [301, 500], 300, null],
    ['0', [1, 1], null, 201],
  ] as const)('up to %s', async (to, range, older, newer) => {
    const [first, last] = range;
    const script = { ...HAS_GROUP, [`OVER ${first}-${last}`]: OVERVIEWS };
    const { context } = newsDouble(script, { options: { to } });
    const group = shaped(await openNews('news:misc.test', context), 'group');
    expect([group.range, group.older, group.newer]).toEqual([range, older, newer]);
  });

  test('without articles has no range', async () => {
    const { context, commands } = newsDouble({ 'GROUP misc.test': '211 0 1 0 misc.test\r\n' });
    const group = shaped(await openNews('news:misc.test', context), 'group');
    expect([group.range, group.articles, group.older, group.newer]).toEqual([null, [], null, null]);
    expect(commands()[0]).toBe('GROUP misc.test');
  });

  test('that the server does not have ends the session', async () => {
    const { context, server } = newsDouble({ 'GROUP misc.test': '411 no\r\n' });
    expect(await errorOf(openNews('news:misc.test', context))).toMatchObject({
      code: 'not-found',
      advice: 'Its name may have changed. Search the list of all groups.',
      suggest: [],
    });
    await ended();
    expect(server.open).toBe(0);
  });
});

describe('the way to a link', () => {
  const stepsTo = (url: string) => news.trail?.steps?.(linkOf('news', url));

  test.each([
    ['news://h.example/', []],
    ['news:*', [{ text: 'all groups', url: null }]],
    ['news:misc.test', [{ text: 'misc.test', url: null }]],
    ['news:a@h.example', [{ text: 'a@h.example', url: null }]],
    [
      'nntp://h.example/misc.test/17',
      [
        { text: 'misc.test', url: 'nntp://h.example/misc.test' },
        { text: '17', url: null },
      ],
    ],
    [
      'nntp://h.example/misc.test/17/thread',
      [
        { text: 'misc.test', url: 'nntp://h.example/misc.test' },
        { text: '17', url: 'nntp://h.example/misc.test/17' },
        { text: 'thread', url: null },
      ],
    ],
    [
      'news:a@h/part/b/part/2',
      [
        { text: 'a@h/part/b', url: 'news:a@h%2Fpart%2Fb' },
        { text: '2', url: null },
      ],
    ],
  ])('%s', (url, steps) => {
    expect(stepsTo(url)).toEqual(steps);
  });

  test('begins with all groups if no server is named', () => {
    const home = { text: 'news', url: 'news:*' };
    expect([news.trail?.home, mid.trail?.home]).toEqual([home, home]);
    expect([news.trail?.browse, mid.trail?.browse]).toEqual(['Browse all newsgroups', undefined]);
  });
});

describe('checks', () => {
  const check = (url: string, script: Script): Promise<LinkFinding> => {
    const { context } = newsDouble(script);
    const found = url.startsWith('mid:')
      ? mid.check?.(linkOf('mid', url), context)
      : news.check?.(linkOf('news', url), context);
    return found ?? Promise.reject(new TypeError('no check'));
  };

  test.each<[url: string, script: Script, reply: string | undefined]>([
    ['news://h.example/', {}, undefined],
    ['news:*', {}, undefined],
    ['news:misc.test', { 'GROUP misc.test': '211 3 1 500 misc.test\r\n' }, '211 3 1 500 misc.test'],
    ['news:a@h.example', { 'STAT <a@h.example>': '223 0 <a@h.example>\r\n' }, '223 0 <a@h.example>'],
    ['mid:a@h.example/part@h.example', { 'STAT <a@h.example>': '223\r\n' }, '223'],
    ['news:a@h/part/2', { 'STAT <a@h>': '223 0\r\n' }, '223 0'],
    ['news:a@h/thread', { 'STAT <a@h>': '223 0\r\n' }, '223 0'],
    ['nntp:misc.test/7/thread', { 'GROUP misc.test': '211 3 1 9 misc.test\r\n', 'STAT 7': '223 7\r\n' }, '223 7'],
    ['news:NM%76@h', { 'STAT <NMv@h>': '430 no\r\n', 'STAT <NM%76@h>': '223 0\r\n' }, '223 0'],
  ])('%s is alive', async (url, script, reply) => {
    expect(await check(url, script)).toEqual({ status: 'alive', ...(reply !== undefined && { reply }) });
  });

  test.each([
    ['news:a@h.example', 'STAT <a@h.example>'],
    ['mid:a@h.example', 'STAT <a@h.example>'],
  ])('%s is an error if the server does not have it', async (url, command) => {
    expect(await errorOf(check(url, { [command]: '430 no\r\n' }))).toMatchObject({ status: 430 });
  });

  test.each([
    ['nntp://h.example/a/b/c', 'The link names no group, article or number that NNTP can request.'],
    ['mid:a%20b@h.example', 'NNTP cannot request this message-id.'],
  ])('%s cannot be asked for', async (url, message) => {
    expect(await errorOf(check(url, {}))).toEqual(new ProtocolError('invalid-request', message));
  });
});
