/** The parts of articles, and the files that stand in their text. */
import { describe, expect, test } from 'vitest';
import { partJson } from '../../../../src/open/message-parts.ts';
import { mid } from '../../../../src/open/news/news.ts';
import { textOf } from '../../protocols/ftp/double.ts';
import { linkOf, shaped } from '../context.ts';
import { contentOf, ended, errorOf, fetchedArticle, LINKS, newsDouble, type Script, sent } from './double.ts';

const MULTIPART = [
  'Content-Type: multipart/related; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain',
  '',
  'Tea',
  '--b',
  'Content-Type: image/gif; name=pot.gif',
  'Content-ID: <pot@h.example>',
  'Content-Transfer-Encoding: base64',
  '',
  'R0lGODlh',
  '--b--',
  '',
].join('\r\n');
const HAS_PARTS: Script = { 'ARTICLE <a@h.example>': sent(MULTIPART) };

describe('a part', () => {
  test.each([
    ['news:a@h.example/part/2', {}],
    ['news:a@h.example', { part: '2' }],
    ['news:a@h.example', { part: 'pot@h.example' }],
    ['news://h.example/a@h.example', { part: '2' }],
  ])('of %s %j', async (url, options) => {
    const { fetched, article } = await fetchedArticle(url, HAS_PARTS, { options });
    const part = await contentOf(fetched, 'part');
    expect([article.messageId, part.url]).toEqual(['a@h.example', 'mid:a@h.example/pot@h.example']);
    expect(partJson(part.found, fetched.url, LINKS)).toMatchObject({
      number: 2,
      type: 'image/gif',
      name: 'pot.gif',
      article: { url: fetched.url, open: fetched.url },
      open: `${fetched.url} part 2`,
    });
  });

  test('that a mid link names', async () => {
    const { context } = newsDouble(HAS_PARTS);
    const opened = await mid.open(linkOf('mid', 'mid:a@h.example/pot@h.example'), context);
    const article = shaped(opened, 'article');
    const fetched = await article.fetch();
    expect([article.part, fetched.url]).toEqual(['pot@h.example', 'news:a@h.example']);
    expect((await contentOf(fetched, 'part')).url).toBe('mid:a@h.example/pot@h.example');
  });

  test('of an article by its number has the link of the article', async () => {
    const script: Script = {
      'GROUP misc.test': '211 3 1 500 misc.test\r\n',
      'STAT 17': '223 17 <a@h.example>\r\n',
      LAST: '422 none\r\n',
      NEXT: '421 none\r\n',
      'ARTICLE 17': sent(MULTIPART),
    };
    const { fetched } = await fetchedArticle('nntp://h.example/misc.test/17/part/2', script);
    expect((await contentOf(fetched, 'part')).url).toBe('nntp://h.example/misc.test/17');
  });

  test('without an id has the link of the article', async () => {
    const { fetched } = await fetchedArticle('news:a@h.example', HAS_PARTS, { options: { part: '1' } });
    expect((await contentOf(fetched, 'part')).url).toBe('news:a@h.example');
  });

  test('that the message does not have is not found', async () => {
    const { fetched, server } = await fetchedArticle('news:a@h.example', HAS_PARTS, { options: { part: '3' } });
    const error = await errorOf(fetched.content());
    fetched.close();
    await ended();
    expect(error).toMatchObject({ code: 'not-found', advice: 'The page of the message lists its parts.' });
    expect(server.open).toBe(0);
  });
});

describe('a file in the text', () => {
  const ENCODED: Script = {
    'ARTICLE <a@h.example>': sent(
      'Subject: files\r\n\r\nbegin 644 a.txt\r\n#0V%T\r\nend\r\n\r\nbegin 644 c/b.gif\r\n#0V%T\r\nend\r\n',
    ),
  };

  test.each([
    ['encoded-1', 'a.txt', 'application/octet-stream'],
    ['encoded-2', 'b.gif', 'image/gif'],
  ])('%s is decoded as it arrives', async (part, name, mediaType) => {
    const { fetched, server } = await fetchedArticle('news:a@h.example', ENCODED, { options: { part } });
    const content = await contentOf(fetched, 'octets');
    fetched.close();
    expect([content.name, content.mediaType, await textOf(content.body)]).toEqual([name, mediaType, 'Cat']);
    content.body.close();
    expect(server.open).toBe(0);
  });

  test('has the octets that were posted, whatever charset the text is in', async () => {
    const script = {
      'ARTICLE <a@h.example>': sent('\r\n=ybegin line=9 size=2 name=a\r\n\xeb\xff\r\n=yend size=2\r\n'),
    };
    const { fetched } = await fetchedArticle('news:a@h.example/part/encoded-1', script);
    expect(await textOf((await contentOf(fetched, 'octets')).body)).toBe('\xc1\xd5');
  });

  test.each([
    ['Content-Transfer-Encoding: Quoted-Printable', 'begin 644 a.txt=\r\n\r\n#0V%T\r\nend\r\n'],
    ['Content-Transfer-Encoding: base64', `${Buffer.from('begin 644 a.txt\n#0V%T\nend\n').toString('base64')}\r\n`],
    [
      'Content-Type: Multipart/Mixed; boundary=b',
      '--b\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nbegin 644 a.txt\r\n#0V%T\r\nend\r\n--b--\r\n',
    ],
  ])('is found behind %s', async (field, body) => {
    const script = { 'ARTICLE <a@h.example>': sent(`${field}\r\nX-No-Archive: yes\r\n\r\n${body}`) };
    const { fetched } = await fetchedArticle('news:a@h.example/part/encoded-1', script);
    const content = await contentOf(fetched, 'octets');
    expect([content.name, content.noArchive]).toEqual(['a.txt', true]);
    expect(await textOf(content.body)).toBe('Cat');
  });

  test('that is not there ends the connection', async () => {
    const { fetched, server } = await fetchedArticle('news:a@h.example', ENCODED, { options: { part: 'encoded-3' } });
    expect(await errorOf(fetched.content())).toMatchObject({ code: 'not-found' });
    expect(server.open).toBe(0);
  });

  test.each(['encoded-0', 'encoded-01', 'encoded-1000', 'encoded-'])('is not %s, which is no part', async (part) => {
    const { fetched } = await fetchedArticle('news:a@h.example', ENCODED, { options: { part } });
    expect(await errorOf(fetched.content())).toMatchObject({ message: 'The message does not have this part.' });
  });
});
