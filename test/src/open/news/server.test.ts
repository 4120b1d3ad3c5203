/** The links to what a news server has, and what a person can try if it refuses. */
import { describe, expect, test } from 'vitest';
import { configuredServer, namedServer, withAdvice } from '../../../../src/open/news/server.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { linkOf, SETTINGS } from '../context.ts';
import { errorOf } from './double.ts';

describe('the links of a server', () => {
  const settings = { newsServer: { host: 'set.example', port: 119, tls: 'none' }, newsLogin: null } as const;

  test.each([
    ['news://h.example/a@h', ['h.example', 'news://h.example/', 'nntp://h.example/', 'nntp://h.example/']],
    [
      'nntp://h.example:8119/a',
      ['h.example:8119', 'news://h.example:8119/', 'nntp://h.example:8119/', 'nntp://h.example:8119/'],
    ],
    ['snews://h.example/a@h', ['h.example', 'snews://h.example/', 'nntps://h.example/', 'nntps://h.example/']],
    ['nntps://h.example/a', ['h.example', 'snews://h.example/', 'nntps://h.example/', 'nntps://h.example/']],
    ['news:a@h', ['news', 'news:', 'news:', 'nntp:']],
  ])('%s', (url, [name, lists, groups, numbers]) => {
    const { links } = namedServer(linkOf('news', url), settings);
    expect([links.name, links.groups('a*'), links.group('c++'), links.articleByNumber('c++', 17)]).toEqual([
      name,
      `${lists}a*`,
      `${groups}c++`,
      `${numbers}c++/17`,
    ]);
    expect(links.preferred('a/b@h')).toBe('news:a%2Fb@h');
    expect([links.message('a/b@h'), links.onAnyServer('a/b@h')]).toEqual([`${lists}a%2Fb@h`, 'mid:a%2Fb@h']);
  });

  test('of the settings are those of links without a server', () => {
    const { links, ...server } = configuredServer(settings);
    expect(server).toEqual({ host: 'set.example', port: 119, defaultPort: 119, tls: 'none', credentials: null });
    expect(links.group('misc.test')).toBe('news:misc.test');
  });

  test('of the settings may need TLS and a login', () => {
    const newsServer = { host: 'set.example', port: 119, tls: 'implicit' } as const;
    const newsLogin = { user: 'curator', password: 'museum' };
    const { links: _links, ...server } = configuredServer({ newsServer, newsLogin });
    expect(server).toEqual({ ...newsServer, defaultPort: 563, credentials: newsLogin });
    const { links: _others, ...named } = namedServer(linkOf('news', 'snews://h.example:8/a'), {
      newsServer,
      newsLogin,
    });
    expect(named).toEqual({ host: 'h.example', port: 8, defaultPort: 563, tls: 'implicit', credentials: null });
  });

  test('escape what would end a name', () => {
    const { links } = configuredServer(settings);
    expect([links.groups('a?'), links.group('a#b'), links.articleByNumber('a#b', 7)]).toEqual([
      ...['news:a%3F', 'news:a%23b', 'nntp:a%23b/7'],
    ]);
    expect([links.message('a#b@h'), links.onAnyServer('a#b@h')]).toEqual(['news:a%23b@h', 'mid:a%23b@h']);
  });

  test('say what servers can be asked for', () => {
    const { isGroup, isMessageId } = configuredServer(settings).links;
    expect([isGroup('misc.test'), isGroup('misc test')]).toEqual([true, false]);
    expect([isMessageId('a@h'), isMessageId('a b@h')]).toEqual([true, false]);
  });

  test('need the settings otherwise', () => {
    expect(() => configuredServer(SETTINGS)).toThrow(
      'The link names no news server, and this service has no default server.',
    );
  });
});

describe('advice', () => {
  const suggest = [{ text: 'Try this', url: 'news:*' }];
  const advised = (status: number | null) =>
    errorOf(withAdvice(() => Promise.reject(new ProtocolError('forbidden', 'No.', { status, reply: 'no' })), suggest));
  const account = 'If you have an account there, use a news reader on your own computer.';
  const numbers = 'It may have expired. Other servers have other numbers for the same article.';

  test.each([
    [401, account, suggest],
    [411, 'Its name may have changed. Search the list of all groups.', suggest],
    [420, numbers, suggest],
    [421, numbers, suggest],
    [422, numbers, suggest],
    [423, numbers, suggest],
    [430, 'Another news server may still have it. Put its name into the link.', suggest],
    [480, account, suggest],
    [502, account, suggest],
    [400, null, []],
    [481, account, []],
    [482, account, []],
    [500, null, suggest],
  ])('after %i', async (status, advice, suggested) => {
    const error = await advised(status);
    expect(error).toMatchObject({ code: 'forbidden', message: 'No.', reply: 'no', status, advice, suggest: suggested });
  });

  test('is not given for what the server did not say', async () => {
    expect(await advised(null)).toMatchObject({ advice: null, suggest: [] });
    const bug = new TypeError('a bug');
    expect(await errorOf(withAdvice(() => Promise.reject(bug), suggest))).toBe(bug);
    expect(await withAdvice(() => Promise.resolve(7))).toBe(7);
  });
});
