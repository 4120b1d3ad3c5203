/** Overviews of a range: from a server without OVER, and in charsets that only headers declare. */
import { describe, expect, test } from 'vitest';
import { readMessage } from '../../../../src/message/message.ts';
import { fetchOverview } from '../../../../src/protocols/nntp/commands.ts';
import { MOST_HEADS } from '../../../../src/protocols/nntp/range.ts';
import { NewsSession, type SessionOptions } from '../../../../src/protocols/nntp/session.ts';
import { lineServer, linesIn } from '../memory-server.ts';

type Script = Readonly<Record<string, string>>;

const OLD: Script = { 'MODE READER': '500 what?\r\n', 'GROUP misc.test': '211 2 1 4 misc.test\r\n' };
const NEW: Script = { ...OLD, CAPABILITIES: '101 list\r\nREADER\r\nOVER\r\n.\r\n' };
/** `Привет` in KOI8-R, one character for each octet. */
const RAW = '\xf0\xd2\xc9\xd7\xc5\xd4';

async function listed(script: Script, options: SessionOptions = {}, most = 200) {
  const server = lineServer('200 ready\r\n', (line) => script[line] ?? '500 what?\r\n');
  const session = await NewsSession.open(server.connect, options);
  const page = await fetchOverview(session, 'misc.test', null, most);
  session.close();
  return { ...page, heads: linesIn(...server.requests).filter((line) => line.startsWith('HEAD')) };
}

const head = (number: number, ...fields: readonly string[]) => `221 ${number} <a@h>\r\n${fields.join('\r\n')}\r\n.\r\n`;

describe('a server without overviews', () => {
  const HEADS: Script = {
    'HEAD 1': head(1, 'Subject: Tea', 'From: Ada <a@h>', 'Date: 1 Jan 1994', 'Message-ID: <1@h>', 'Lines: 7'),
    'HEAD 2': '423 no such number\r\n',
    'HEAD 3': '420 none\r\n',
    'HEAD 4': head(
      4,
      'Title: Re:',
      ' Tea\tnow',
      'References: <0@h>',
      ' <1@h>',
      'Xref: h misc.test:4',
      'Posted: 2 Jan 1994',
    ),
  };

  test.each(['500 what?', '501 syntax', '503 no overview'])('that answers %s is asked for headers', async (refused) => {
    const { articles, range, charset } = await listed({ ...OLD, ...HEADS, 'XOVER 1-4': `${refused}\r\n` });
    expect([range, charset]).toEqual([[1, 4], null]);
    expect(articles).toEqual([
      {
        ...{ number: 1, subject: 'Tea', from: 'Ada <a@h>', date: '1 Jan 1994', messageId: '1@h', references: [] },
        ...{ bytes: null, lines: 7, crossPosts: [] },
      },
      {
        ...{ number: 4, subject: 'Re: Tea now', from: '', date: '2 Jan 1994', messageId: null },
        ...{ references: ['0@h', '1@h'], bytes: null, lines: null, crossPosts: [{ group: 'misc.test', number: 4 }] },
      },
    ]);
  });

  test('is asked for those of the last numbers only', async () => {
    const group = { 'GROUP misc.test': '211 9000 1 9000 misc.test\r\n' };
    const missing = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`HEAD ${index}`, '423 no\r\n']));
    const { heads } = await listed({ ...OLD, ...missing, ...group, 'HEAD 9000': head(9000, 'Subject: Tea') }, {}, 500);
    expect([heads.length, heads[0], heads.at(-1)]).toEqual([MOST_HEADS, `HEAD ${9001 - MOST_HEADS}`, 'HEAD 9000']);
  });

  test('may refuse headers, too', async () => {
    const refused = listed({ ...OLD, 'HEAD 1': '423 no\r\n', 'HEAD 4': '502 no\r\n' });
    await expect(refused).rejects.toMatchObject({ name: 'ProtocolError', code: 'forbidden', status: 502 });
    expect((await listed({ ...OLD, ...HEADS, 'HEAD 1': '502 no\r\n' })).articles).toHaveLength(1);
    const none = Object.fromEntries([1, 2, 3, 4].map((number) => [`HEAD ${number}`, '423 no\r\n']));
    expect((await listed({ ...OLD, ...none })).articles).toEqual([]);
  });

  test('a refusal for another reason is an error', async () => {
    await expect(listed({ ...OLD, 'XOVER 1-4': '502 no\r\n' })).rejects.toMatchObject({ code: 'forbidden' });
  });

  test.each([64, 65])('a header of %i KiB is read up to 64, and the next one follows', async (size) => {
    const long = head(1, 'Subject: Long', `X-A: ${'a'.repeat(size * 1024)}`);
    const { articles } = await listed({ ...OLD, ...HEADS, 'HEAD 1': long });
    expect(articles.map(({ subject }) => subject)).toEqual(['Long', 'Re: Tea now']);
  });

  test.each([
    ['Content-Type: text/plain; charset=koi8-r', {}, 'Привет', null],
    ['Content-Type: text/plain', {}, 'ðÒÉ×ÅÔ', 'windows-1252'],
    ['Content-Type: text/plain', { charset: 'koi8-r' }, 'Привет', 'koi8-r'],
  ])('%s and %j: a raw subject is %s', async (type, options, subject, charset) => {
    const page = await listed({ ...OLD, ...HEADS, 'HEAD 4': head(4, `Subject: ${RAW}`, type) }, options);
    expect([page.articles.at(-1)?.subject, page.charset]).toEqual([subject, charset]);
  });
});

describe('a raw subject in an overview', () => {
  const line = (number: number, subject: string) =>
    `${number}\t${subject}\tA <a@h>\t1 Jan 1994\t<${number}@h>\t\t9\t1\r\n`;
  const OVERVIEW = `224 list\r\n${line(1, 'Tea')}${line(2, RAW)}${line(4, 'T\xe9')}.\r\n`;
  const KOI8 = ['Subject: '.concat(RAW), 'From: A <a@h>', 'Content-Type: text/plain; charset=KOI8-R'];

  test.each([
    ['koi8-r', 'Привет'],
    ['windows-1251', 'рТЙЧЕФ'],
    ['us-ascii', 'ðÒÉ×ÅÔ'],
    ['x-unknown', 'ðÒÉ×ÅÔ'],
  ])('declared as %s is %s, as in the article itself', async (label, subject) => {
    const fields = [`Subject: ${RAW}`, `Content-Type: text/plain; charset=${label}`];
    const { articles } = await listed({
      ...NEW,
      'OVER 1-4': OVERVIEW,
      'HEAD 2': head(2, ...fields),
      'HEAD 4': '423 no\r\n',
    });
    expect(articles[1]?.subject).toBe(subject);
    const article = Uint8Array.from(Buffer.from(`${fields.join('\r\n')}\r\n\r\n`, 'latin1'));
    expect(readMessage(article, null).subject).toBe(subject);
  });

  test('only headers of such lines are asked for, and the rest of their overview stays', async () => {
    const script = { ...NEW, 'OVER 1-4': OVERVIEW, 'HEAD 2': head(2, ...KOI8), 'HEAD 4': head(4, 'Subject: T\xe9') };
    const { articles, heads, charset } = await listed(script);
    expect(heads).toEqual(['HEAD 2', 'HEAD 4']);
    expect(articles.map(({ subject, bytes, messageId }) => [subject, bytes, messageId])).toEqual([
      ['Tea', 9, '1@h'],
      ['Привет', 9, '2@h'],
      ['Té', 9, '4@h'],
    ]);
    // One declares no charset, and readers may choose it.
    expect(charset).toBe('windows-1252');
  });

  test.each([
    ['without one that was guessed', 2, null],
    ['with an article that is gone', 4, 'windows-1252'],
  ])('%s, the charset of the page is right', async (_, gone, charset) => {
    const overview = `224 list\r\n${line(1, 'Tea')}${line(2, RAW)}${gone === 4 ? line(4, RAW) : ''}.\r\n`;
    const script = { ...NEW, 'OVER 1-4': overview, 'HEAD 2': head(2, ...KOI8), 'HEAD 4': '423 no\r\n' };
    expect((await listed(script)).charset).toBe(charset);
  });

  test('stays as it was guessed on a server that refuses headers', async () => {
    const { articles, charset } = await listed({ ...NEW, 'OVER 1-4': OVERVIEW });
    expect([articles[1]?.subject, charset]).toEqual(['ðÒÉ×ÅÔ', 'windows-1252']);
  });

  test('is decoded in the charset that the reader chose, without headers', async () => {
    const { articles, heads } = await listed({ ...NEW, 'OVER 1-4': OVERVIEW }, { charset: 'koi8-r' });
    expect([articles[1]?.subject, heads]).toEqual(['Привет', []]);
  });

  test('in UTF-8 or with encoded words needs no header', async () => {
    const overview = `224 list\r\n${line(1, 'T\xc3\xa9')}${line(2, '=?koi8-r?Q?=F0?=')}.\r\n`;
    expect((await listed({ ...NEW, 'OVER 1-4': overview })).heads).toEqual([]);
  });
});
