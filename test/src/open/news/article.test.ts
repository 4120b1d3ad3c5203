/** Articles and what belongs to them: when a server is asked, when it is let go, and what is made of its replies. */
import { describe, expect, test } from 'vitest';
import { GatewayError } from '../../../../src/net/failure.ts';
import { articleJson } from '../../../../src/open/article-json.ts';
import type { OpenContext } from '../../../../src/open/contract.ts';
import { textOf } from '../../protocols/ftp/double.ts';
import { shaped } from '../context.ts';
import {
  contentOf,
  ended,
  errorOf,
  fetchedArticle,
  HAS_GROUP,
  LINKS,
  newsDouble,
  OVERVIEWS,
  openNews,
  type Script,
  sent,
} from './double.ts';

const ARTICLE = [
  'Message-ID: <a@h.example>',
  'From: Ada <ada@h.example>',
  'Subject: Tea',
  'Newsgroups: misc.test',
  'References: <b@h.example> <not one@h.example>',
  '',
  'Is there tea?',
  '',
].join('\r\n');

const HAS_ARTICLE: Script = { 'ARTICLE <a@h.example>': sent(ARTICLE) };

describe('an article is an offer', () => {
  test('no server is reached before it is fetched, and QUIT ends the session', async () => {
    const double = newsDouble(HAS_ARTICLE);
    const article = shaped(await openNews('news:a@h.example', double.context), 'article');
    expect([article.messageId, article.part, double.dialled]).toEqual(['a@h.example', null, []]);
    const fetched = await article.fetch();
    expect([double.commands(), double.server.open]).toEqual([['ARTICLE <a@h.example>'], 1]);
    fetched.close();
    await ended();
    expect([double.commands().at(-1), double.server.open]).toEqual(['QUIT', 0]);
  });

  test('by number, the server names the message-id and the articles beside it', async () => {
    const script: Script = {
      'GROUP misc.test': '211 3 1 500 misc.test\r\n',
      'STAT 17': '223 17 <a@h.example>\r\n',
      LAST: '223 9 <z@h.example>\r\n',
      NEXT: '421 none\r\n',
      'ARTICLE 17': sent(ARTICLE),
    };
    const { fetched, article } = await fetchedArticle('nntp://h.example/misc.test/17', script);
    expect([article.messageId, fetched.messageId, fetched.url]).toEqual([
      null,
      'a@h.example',
      'nntp://h.example/misc.test/17',
    ]);
    const { place } = await contentOf(fetched, 'article');
    expect(place).toEqual({ group: 'misc.test', number: 17, previous: 9, next: null });
  });

  test('that the server does not have ends the session, with what a person can try', async () => {
    const { context, commands, server } = newsDouble({ 'ARTICLE <a@h.example>': '430 no such article\r\n' });
    const article = shaped(await openNews('news://h.example/a@h.example', context), 'article');
    expect(await errorOf(article.fetch())).toMatchObject({
      code: 'not-found',
      status: 430,
      reply: '430 no such article',
      advice: 'Another news server may still have it. Put its name into the link.',
      suggest: [{ text: 'Change the server', url: 'news://news.example/a@h.example', isExample: true }],
    });
    await ended();
    expect([commands(), server.open]).toEqual([['ARTICLE <a@h.example>', 'QUIT'], 0]);
  });

  test.each([
    ['nntp://h.example/misc.test/17', { 'GROUP misc.test': '411 no such group\r\n' }],
    ['news://h.example/a@h.example', { 'ARTICLE <a@h.example>': '400 closing\r\n' }],
  ])('%s: a refusal that another server would not mend suggests none', async (url, script) => {
    const { context } = newsDouble(script);
    const error = await errorOf(shaped(await openNews(url, context), 'article').fetch());
    expect(error).toMatchObject({ name: 'ProtocolError', suggest: [] });
  });

  test('is suggested with its percent signs escaped', async () => {
    const { context } = newsDouble({});
    const article = shaped(await openNews('news:a%25b@h.example', context), 'article');
    const url = 'news://news.example/a%25b@h.example';
    expect(await errorOf(article.fetch())).toMatchObject({ suggest: [{ url }] });
  });

  test('may be known by the id as it was written', async () => {
    const script = { 'ARTICLE <NMv.1@h.example>': '430 no\r\n', 'ARTICLE <NM%76.1@h.example>': sent(ARTICLE) };
    const { fetched, commands } = await fetchedArticle('news:NM%76.1@h.example', script);
    expect([fetched.isOtherId, fetched.url, fetched.messageId]).toEqual([
      true,
      'news:NM%2576.1@h.example',
      'NM%76.1@h.example',
    ]);
    expect(commands()).toEqual(['ARTICLE <NMv.1@h.example>', 'ARTICLE <NM%76.1@h.example>']);
    const named = newsDouble(script, { options: { literal: 'NM%76.1@h.example' } });
    const article = shaped(await openNews('news:NMv.1@h.example', named.context), 'article');
    expect((await article.fetch()).isOtherId).toBe(true);
  });

  test('is not asked for as another message', async () => {
    const { context, dialled } = newsDouble({}, { options: { literal: 'other@h.example' } });
    expect(await errorOf(openNews('news:a@h.example', context))).toMatchObject({ code: 'invalid-request' });
    expect(dialled).toEqual([]);
  });
});

describe('the content of an article', () => {
  test('is its message, and its JSON says the same', async () => {
    const { fetched } = await fetchedArticle('news:a@h.example', HAS_ARTICLE);
    const content = await contentOf(fetched, 'article');
    const { message, complete, noArchive } = content;
    expect(message).toMatchObject({ subject: 'Tea', from: [{ name: 'Ada', address: 'ada@h.example' }] });
    expect([complete, noArchive, fetched.isOtherId]).toEqual([true, false, false]);
    expect(articleJson(content, message, LINKS)).toMatchObject({
      kind: 'article',
      open: 'news:a@h.example',
      number: null,
      previous: null,
      subject: message.subject,
      from: message.from,
      newsgroups: [{ name: 'misc.test', url: 'news:misc.test' }],
      references: [{ messageId: 'b@h.example', url: 'news:b@h.example' }],
      text: [{ kind: 'text', depth: 0, text: 'Is there tea?' }],
      parts: [{ number: 1, open: 'news:a@h.example part 1' }],
    });
  });

  test('as the server sends it belongs to its body, which ends the connection once', async () => {
    const { fetched, server, commands } = await fetchedArticle('news:a@h.example', HAS_ARTICLE, { wants: 'octets' });
    const { body, mediaType, name } = await contentOf(fetched, 'octets');
    fetched.close();
    await ended();
    expect([server.open, mediaType, name]).toEqual([1, 'text/plain; charset=utf-8', null]);
    expect(await textOf(body)).toBe(ARTICLE);
    body.close();
    body.close();
    expect([server.open, commands()]).toEqual([0, ['ARTICLE <a@h.example>']]);
  });

  test.each([
    ['Caf\xe9', null, 'windows-1252'],
    ['Caf\xe9', 'cp437', 'cp437'],
    ['Tea', 'koi8-r', 'koi8-r'],
  ])('of %j in the charset %s has the type with %s', async (text, charset, named) => {
    const script = { 'ARTICLE <a@h.example>': sent(`Subject: a\r\n\r\n${text}\r\n`) };
    const { fetched } = await fetchedArticle('news:a@h.example', script, { wants: 'octets', charset });
    expect((await contentOf(fetched, 'octets')).mediaType).toBe(`text/plain; charset=${named}`);
  });

  test.each([
    ['X-No-Archive: Yes', true],
    ['Archive: no', true],
    ['X-No-Archive: no', false],
    ['Archive: yes', false],
  ])('knows whether archives may keep it: %s', async (field, noArchive) => {
    const script = { 'ARTICLE <a@h.example>': sent(`${field}\r\n\r\nTea\r\n`) };
    for (const asked of [{}, { wants: 'octets' }, { options: { part: '1' } }] as const) {
      const { fetched } = await fetchedArticle('news:a@h.example', script, asked);
      expect((await fetched.content()).noArchive).toBe(noArchive);
    }
  });

  test('is cut after 4 MiB, and then no part of it and no article around it can be had', async () => {
    const LARGEST = 4 * 1024 * 1024;
    /** An article of so many octets, with lines that are not too long. */
    const ofLength = (length: number): Script => {
      const header = 'Xref: h misc.test:17\r\n\r\n';
      const body = `${'x'.repeat(1022)}\r\n`.repeat(LARGEST / 1024).slice(-(length - header.length));
      return { ...HAS_GROUP, 'ARTICLE <a@h.example>': sent(header + body) };
    };
    const whole = await fetchedArticle('news:a@h.example', ofLength(LARGEST));
    expect((await contentOf(whole.fetched, 'article')).complete).toBe(true);

    const cut = await fetchedArticle('news:a@h.example', ofLength(LARGEST + 1));
    const content = await contentOf(cut.fetched, 'article');
    expect([content.complete, await content.around()]).toEqual([false, null]);
    expect(cut.commands()).toEqual(['ARTICLE <a@h.example>']);
    const part = await fetchedArticle('news:a@h.example', ofLength(LARGEST + 1), { options: { part: '1' } });
    expect(await errorOf(part.fetched.content())).toMatchObject({ code: 'too-large' });
  });

  test('that breaks off is an error', async () => {
    const broken = { 'ARTICLE <a@h.example>': sent(ARTICLE).slice(0, -20) };
    const { fetched, server } = await fetchedArticle('news:a@h.example', broken);
    const content = errorOf(fetched.content());
    fetched.close();
    expect(await content).toMatchObject({ code: 'unreachable' });
    expect(server.open).toBe(0);
  });
});

describe('the articles around an article', () => {
  const around = async (url: string, script: Script) => {
    const { fetched, commands } = await fetchedArticle(url, script);
    const { around: fetchAround } = await contentOf(fetched, 'article');
    const asked = commands().length;
    const found = await fetchAround();
    return { found, commands: commands().slice(asked) };
  };

  test('are not asked for before they are wanted', async () => {
    const { fetched, commands } = await fetchedArticle('news:a@h.example', { ...HAS_ARTICLE, ...HAS_GROUP });
    await contentOf(fetched, 'article');
    expect(commands()).toEqual(['ARTICLE <a@h.example>']);
  });

  test('are the newest of its first group, if nothing tells its number', async () => {
    const { found, commands } = await around('news:a@h.example', { ...HAS_ARTICLE, ...HAS_GROUP });
    expect(commands).toEqual(['GROUP misc.test', 'LIST OVERVIEW.FMT', 'OVER 301-500']);
    expect(found?.articles.map((listed) => [listed.number, found.isThis(listed)])).toEqual([
      [417, true],
      [419, false],
    ]);
  });

  test('are those beside its number in the first group of Xref', async () => {
    const script = {
      'ARTICLE <a@h.example>': sent(`Xref: h misc.test:419\r\n${ARTICLE}`),
      'GROUP misc.test': '211 3 1 900 misc.test\r\n',
      'OVER 320-519': OVERVIEWS,
    };
    const { found, commands } = await around('news:a@h.example', script);
    expect(commands.at(-1)).toBe('OVER 320-519');
    expect(found?.articles.map((listed) => [listed.number, found.isThis(listed)])).toEqual([
      [417, false],
      [419, true],
    ]);
  });

  test('are those beside the number of the link', async () => {
    const script: Script = {
      'GROUP misc.test': '211 3 1 900 misc.test\r\n',
      'STAT 419': '223 419 <c@h.example>\r\n',
      LAST: '422 none\r\n',
      NEXT: '421 none\r\n',
      'ARTICLE 419': sent(`Xref: h alt.tea:7\r\n${ARTICLE}`),
      'OVER 320-519': OVERVIEWS,
    };
    const { found, commands } = await around('nntp://h.example/misc.test/419', script);
    expect([commands.at(-1), found?.group]).toEqual(['OVER 320-519', 'misc.test']);
    expect(found?.articles.filter(found.isThis).map(({ number }) => number)).toEqual([419]);
  });

  test('are of the first group of Xref that has a name', async () => {
    const script: Script = {
      'ARTICLE <a@h.example>': sent(`Xref: h bad!group:1 misc.test:419\r\n${ARTICLE}`),
      'GROUP misc.test': '211 3 1 900 misc.test\r\n',
      'OVER 320-519': OVERVIEWS,
    };
    expect((await around('news:a@h.example', script)).found?.articles.map(({ author }) => author.name)).toEqual([
      'Ada',
      'Bob',
    ]);
  });

  test.each([
    ['it names no group', { 'ARTICLE <a@h.example>': sent('Subject: Tea\r\n\r\nTea\r\n') }],
    ['the server does not have the group', { ...HAS_ARTICLE, 'GROUP misc.test': '411 no\r\n' }],
  ])('are unknown if %s', async (_, script) => {
    expect((await around('news:a@h.example', script)).found).toBeNull();
  });

  test('are not asked for when the reader has left', async () => {
    const double = newsDouble({ ...HAS_ARTICLE, ...HAS_GROUP });
    const left = new GatewayError('client-closed', 'The client disconnected.');
    const connect: OpenContext['connect'] = async (options) => {
      const connection = await double.context.connect(options);
      const write = connection.write.bind(connection);
      return Object.assign(connection, {
        write: (octets: Uint8Array) =>
          Buffer.from(octets).toString().startsWith('GROUP') ? Promise.reject(left) : write(octets),
      });
    };
    const article = shaped(await openNews('news:a@h.example', { ...double.context, connect }), 'article');
    const content = await contentOf(await article.fetch(), 'article');
    expect(await errorOf(content.around())).toBe(left);
  });
});
