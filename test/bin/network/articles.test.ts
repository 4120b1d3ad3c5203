/** What `waypost get` writes of groups and articles. */
import { describe, expect, test } from 'vitest';
import type { Writing } from '../../../bin/network/opened.ts';
import type { OpenContext } from '../../../src/open/contract.ts';
import { archiveOf, sourceOf } from '../../src/news-archive/archives.ts';
import { SETTINGS } from '../../src/open/context.ts';
import { HAS_GROUP, newsDouble, openNews, type Script, sent } from '../../src/open/news/double.ts';
import { articleText, mboxOf } from '../index-news/folder.ts';
import { written } from './written.ts';

async function got(url: string, format: Writing['format'], script: Script, asked: Partial<OpenContext> = {}) {
  const wants = format === 'raw' ? 'octets' : 'values';
  const { context, server } = newsDouble(script, { wants, ...asked });
  const text = await written(await openNews(url, context), format);
  return { text, server };
}

test('a list of groups has names and descriptions in columns', async () => {
  const script = {
    'LIST ACTIVE': '215 follows\r\nmisc.test 5 1 y\r\nalt.tea 9 2 m\r\n.\r\n',
    'LIST NEWSGROUPS': '215 follows\r\nalt.tea\tAll about tea\r\n.\r\n',
  };
  expect((await got('news:*', 'text', script)).text).toBe(`${'alt.tea'.padEnd(42)}All about tea\nmisc.test`);
  expect((await got('news:*', 'raw', script)).text).toBe(
    'text/plain; charset=utf-8: alt.tea\tAll about tea\r\nmisc.test\r\n',
  );
  expect((await got('news:*', 'json', script)).text).toMatch(
    /^\{"kind":"groups","open":"open:news:\*",.*"truncated":false\}\n$/,
  );
});

test('groups of an archive say so', async () => {
  const files = await archiveOf(mboxOf(articleText('a@h.example')), 'Old news');
  const settings = { ...SETTINGS, newsArchive: { kind: 'files', source: sourceOf(files) } } as const;
  expect((await got('news:*', 'text', {}, { settings })).text).toBe('From the news archive “Old news”\n\nmisc.test');
});

test('a group has its articles with their links', async () => {
  const { text } = await got('news:misc.test', 'text', HAS_GROUP);
  expect(text.split('\n')).toEqual([
    'misc.test',
    '',
    `     417  1982-11-19  ${'Ada'.padEnd(24)}  Tea  <news:a@h.example>`,
    `     419  1982-11-20  ${'Bob'.padEnd(24)}  Re: Tea  <news:c@h.example>`,
  ]);
  expect((await got('news:misc.test', 'raw', HAS_GROUP)).text).toMatch(/^text\/plain; charset=utf-8: 417\tTea\t/);
  expect((await got('news:misc.test', 'json', HAS_GROUP)).text).toMatch(/^\{"kind":"group",.*"newer":null\}\n$/);
});

describe('an article', () => {
  const ARTICLE = 'Subject: Tea\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nTea?\r\n-- \r\nAda\r\n';
  const HAS_ARTICLE = { 'ARTICLE <a@h.example>': sent(ARTICLE) };

  test('has its fields above its text', async () => {
    const { text } = await got('news:a@h.example', 'text', HAS_ARTICLE);
    expect(text).toBe('Subject: Tea\nContent-Type: text/plain; charset=utf-8\n\nTea?\nAda');
    expect((await got('news:a@h.example', 'json', HAS_ARTICLE)).text).toMatch(/^\{"kind":"article",.*\}\n$/);
  });

  test.each([
    ['text/html', '<p>Tea &amp; <b>milk</b>', '[This article is HTML. Below is its text.]\n\nTea & milk'],
    ['image/gif; name="a.gif"', 'GIF', '[This article has no text, but an attachment: a.gif.]\n'],
    ['text/html', '<img src=x>', '[This article has no text.]\n'],
    ['text/plain', '', '[This article has no text.]\n'],
  ])('of %s without a text says so: %j', async (type, body, said) => {
    const fields = `Content-Type: ${type}`;
    const script = { 'ARTICLE <a@h.example>': sent(`${fields}\r\n\r\n${body}\r\n`) };
    expect((await got('news:a@h.example', 'text', script)).text).toBe(`${fields}\n\n${said}`);
  });

  test('as it is ends the connection with its last octet', async () => {
    const { text, server } = await got('news:a@h.example', 'raw', HAS_ARTICLE);
    expect([text, server.open]).toEqual([`text/plain; charset=utf-8: ${ARTICLE}`, 0]);
  });

  test('has parts: JSON for programs and people, and octets', async () => {
    const json = await got('news:a@h.example/part/1', 'json', HAS_ARTICLE);
    expect(JSON.parse(json.text)).toMatchObject({ number: 1, open: 'part:news:a@h.example:1' });
    expect(JSON.parse((await got('news:a@h.example/part/1', 'text', HAS_ARTICLE)).text)).toMatchObject(
      JSON.parse(json.text),
    );
    expect((await got('news:a@h.example/part/1', 'raw', HAS_ARTICLE)).text).toBe(
      'text/plain; charset=utf-8: Tea?\r\n-- \r\nAda\r\n',
    );
  });

  test('may have files in its text, which have no JSON', async () => {
    const script = { 'ARTICLE <a@h.example>': sent('Subject: a\r\n\r\nbegin 644 a.gif\r\n#0V%T\r\nend\r\n') };
    for (const format of ['text', 'json', 'raw'] as const) {
      const { text, server } = await got('news:a@h.example/part/encoded-1', format, script);
      expect([text, server.open]).toEqual(['image/gif: Cat', 0]);
    }
  });

  test('may have a file without its end line, which is no whole file', async () => {
    const script = { 'ARTICLE <a@h.example>': sent('Subject: a\r\n\r\nbegin 644 a.gif\r\n#0V%T\r\n') };
    await expect(got('news:a@h.example/part/encoded-1', 'raw', script)).rejects.toMatchObject({ code: 'malformed' });
  });
});
