/** Articles that are older than the specifications or violate them: charsets, dates, reply preferences, text types. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listen, type RunningServer } from '../../../servers/listener.ts';
import type { RunningWorker } from '../../harness.ts';
import { html, type Json, json, startGateway, wordsOf } from './worker.ts';

const RUSSIAN = '\xf0\xd2\xc9\xd7\xc5\xd4';
const JAPANESE = '\x1b$BF|K\\8l\x1b(B';

/** By message-id; each character is one octet. */
const articles: Readonly<Record<string, string>> = {
  'jis@h': `From: a@h.example (${JAPANESE})\r\nSubject: ${JAPANESE} etc.\r\nNewsgroups: fj.test\r\n\r\n${JAPANESE}\r\n`,
  'koi8@h': `From: "${RUSSIAN}" <i@h.example>\r\nSubject: ${RUSSIAN}\r\nNewsgroups: relcom.test\r\n\r\n${RUSSIAN}\r\n`,
  'said@h': `Subject: ${RUSSIAN}\r\nContent-Type: text/plain; charset=koi8-r\r\n\r\n${RUSSIAN}\r\n`,
  'mail@h': 'From: a@h.example\r\nNewsgroups: misc.test\r\nFollowup-To: Poster\r\n\r\nWrite to me.\r\n',
  'enriched@h': 'Subject: rich\r\nContent-Type: text/enriched\r\n\r\n<bold>Tea</bold>\r\n',
  'everywhere@h':
    'From: ada@h.example (Ada, ada@h.example)\r\nReply-To: ada@h.example\r\nSubject: write to ada@h.example\r\n' +
    'Message-ID: <everywhere@h>\r\n\r\nada@h.example <mailto:ada@h.example>\r\n> ada@h.example\r\nsee news:ada@h.example\r\n' +
    'begin 644 a\r\n)861A0&@N97AA\r\n`\r\nend\r\n-- \r\nada@h.example\r\n',
  'bang@h':
    'From: ihnp4!eagle!mark (Mark H)\r\nNewsgroups: net.general\r\nTitle: Etiquette\r\nPosted: Fri Nov 19 16:14:55 1982\r\n' +
    '\r\nPlease read.\r\n',
  'anews@h':
    'Aeagle.642\r\nnet.general\r\ncbosgd!mhuxj!eagle!jerry\r\nFri Nov 19 16:14:55 1982\r\nEtiquette\r\nPlease read.\r\n',
  'forged@h':
    '\xa0From: forger@h.example\r\nFrom : forger@h.example\r\nFrom: ada@h.example\r\n' +
    'Subject: =?utf-8?q?tea=0D=0Aand_cake?=\r\nDate: Sat, 1 Jan 100 00:00:01 GMT\r\n\r\nHello.\r\n',
  'long@h':
    `Subject: long\r\nReferences:${' <r@h>'.repeat(10_000)} <parent@h>\r\nNewsgroups: ${'a.b,'.repeat(10_000)}c.d\r\n` +
    `Xref: h ${'a.b:1 '.repeat(10_000)}\r\nFrom: ${'a@h, '.repeat(10_000)}b@h\r\n\r\nHello.\r\n`,
  'nul@h':
    'Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Tea<img src="cid:a">\r\n' +
    '--b\r\nContent-Type: image/gif\r\nContent-ID: <a\0b@h>\r\n\r\nGIF89a\r\n' +
    `--b\r\nContent-Type: image/gif\r\nContent-ID: <${'a'.repeat(70_000)}@h>\r\n\r\nGIF89a\r\n--b--\r\n`,
  'pictures@h':
    'Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n' +
    `${[1, 2, 3, 4, 5].map((id) => `<img src="cid:${id}">`).join('')}\r\n` +
    `${[1, 2, 3, 4, 5].map((id) => `--b\r\nContent-Type: image/gif\r\nContent-ID: <${id}>\r\n\r\nGIF\r\n`).join('')}--b--\r\n`,
  'footer@h':
    'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n0J/RgNC4\r\n0LLQtdGC\r\n____\r\nThe list\r\n',
};

const overview = [
  `1\t${JAPANESE}\ta@h.example (${JAPANESE})\tFri, 16 Nov 84 10:00:00 JST\t<jis@h>\t\t1\t1`,
  `2\t${RUSSIAN}\t"${RUSSIAN}" <i@h.example>\t16-Nov-84 12:00:00 MET\t<koi8@h>\t\t1\t1`,
  '3\tshort',
];

let server: RunningServer;
let worker: RunningWorker;

beforeAll(async () => {
  const latin1 = (text: string): Buffer[] => [Buffer.from(text, 'latin1')];
  server = await listen('nntp', {}, async (conversation) => {
    await conversation.reply('200 ready\r\n');
    for (let line = await conversation.line(); line !== null; line = await conversation.line()) {
      const article = articles[/^ARTICLE <(.*)>$/.exec(line)?.[1] ?? ''];
      if (article !== undefined) await conversation.body(latin1(`220 0 article\r\n${article}.\r\n`));
      else if (line.startsWith('GROUP ')) await conversation.reply('211 3 1 3 group\r\n');
      else if (line.startsWith('XOVER '))
        await conversation.body(latin1(`224 list\r\n${overview.join('\r\n')}\r\n.\r\n`));
      else await conversation.reply('500 what?\r\n');
    }
  });
  worker = await startGateway([server], { NEWS_SERVER: `localhost:${server.port}` });
});

afterAll(async () => {
  await worker?.close();
  await server?.close();
});

beforeEach(() => {
  server.log.length = 0;
});

const read = (id: string, query = ''): Promise<Json> => json(worker, `/news/~/${id}${query}`);

describe('undeclared charsets', () => {
  test('ISO 2022-JP is detected by its escape sequences, in headers and texts (RFC 1468)', async () => {
    const { subject, from, text } = await read('jis@h');
    expect([subject, from[0].name, text[0].text]).toEqual(['日本語 etc.', '日本語', '日本語']);
    expect((await read('fj.test')).articles[0]).toMatchObject({ subject: '日本語', author: { name: '日本語' } });
  });

  test('others are guessed, and the visitor can choose another one for an article', async () => {
    expect((await read('koi8@h')).subject).toBe('ðÒÉ×ÅÔ');
    const { subject, from, text } = await read('koi8@h', '?charset=koi8-r');
    expect([subject, from[0].name, text[0].text]).toEqual(['Привет', 'Привет', 'Привет']);
    const { text: page } = await html(worker, '/news/~/koi8@h');
    expect(wordsOf(page)).toContain('Decoded as Latin-1. Garbled text?');
    expect(page).toContain('href="/news/~/koi8@h?charset=koi8-r"');
  });

  test('or for a group, and then for its other pages and its articles', async () => {
    expect((await read('relcom.test', '?charset=koi8-r')).articles[1].subject).toBe('Привет');
    const { text } = await html(worker, '/news/~/relcom.test?to=3&charset=koi8-r');
    expect(text).toContain('href="/news/~/koi8@h?charset=koi8-r"');
    expect(text).toContain('href="/news/~/relcom.test?to=3&amp;charset=windows-1251"');
    expect(text).toContain('href="/news/~/relcom.test?to=3&amp;charset=koi8-r&amp;format=json"');
  });

  test.each(['said@h', 'mail@h'])('no choice of charset for a declared charset or ASCII: %s', async (id) => {
    expect((await html(worker, `/news/~/${id}`)).text).not.toContain('Garbled text?');
  });

  test.each(['koi8@h', 'relcom.test', 'koi8@h?format=raw&'])('an unknown charset: %s', async (path) => {
    const response = await worker.fetch(`/news/~/${path}${path.includes('?') ? '' : '?'}charset=no-such`);
    expect(response.status).toBe(400);
    expect(server.log).toEqual([]);
  });
});

test('unknown names of time zones are read as UTC (RFC 5322 §4.3)', async () => {
  const { articles: listed } = await read('fj.test');
  expect(listed.map(({ date }: Json) => date)).toEqual(['1984-11-16T10:00:00.000Z', '1984-11-16T12:00:00.000Z', null]);
});

test('replies to the author by mail (RFC 5536 §3.2.6)', async () => {
  expect((await read('mail@h')).followupTo).toBe('author');
  const { text } = await html(worker, '/news/~/mail@h');
  expect(wordsOf(text)).toContain('Replies go to The author, by mail');
  expect(text).not.toContain('href="/news/~/poster"');
});

test.each(['', '?part=1', '?part=1&view=framed', '?part=2', '?part=3'])(
  'a part whose Content-ID no link can have hides nothing: %s',
  async (query) => expect((await html(worker, `/news/~/nul@h${query}`)).response.status).toBe(200),
);

test('an address without a name', async () => {
  const { text } = await html(worker, '/news/~/mail@h');
  expect(text).toContain('<span class="person"><span class="address">a@h.example</span></span>');
});

test('an unknown text type is read as plain text (RFC 2046 §4.1.4)', async () => {
  const { text, parts } = await read('enriched@h');
  expect(text).toEqual([{ kind: 'text', depth: 0, text: '<bold>Tea</bold>' }]);
  expect(parts[0].role).toBe('text');
});

test('a footer that a mailing list appended to base64 is not decoded', async () => {
  expect((await read('footer@h')).text[0].text).toBe('Привет');
});

test('every address is masked, and nothing else', async () => {
  const masked = await startGateway([server], { NEWS_SERVER: `localhost:${server.port}`, NEWS_ADDRESSES: 'masked' });
  const article = await json(masked, '/news/~/everywhere@h');
  expect(article).toMatchObject({ messageId: 'everywhere@h', subject: 'write to ada@…' });
  expect(article.text.map(({ text }: Json) => text)).toEqual([
    'ada@… <mailto:ada@…>',
    'ada@…',
    'see news:ada@h.example',
    'begin 644 a\n)861A0&@N97AA\n`\nend',
    'ada@…',
  ]);
  const { text } = await html(masked, '/news/~/everywhere@h');
  for (const page of [JSON.stringify(article), text])
    expect(page.replaceAll(/(?:news:|\/news\/~\/)ada@h\.example/g, '')).not.toMatch(/ada@h\b/);
  await masked.close();
});

test('an overview line with only a subject', async () => {
  const [, , short] = (await read('misc.test')).articles;
  expect(short).toMatchObject({ subject: 'short', messageId: null, url: 'nntp:misc.test/3' });
  expect(await (await worker.fetch('/news/~/misc.test?format=raw')).text()).toContain('3\tshort\t\t\t\t\t\t\r\n');
});

test('a page before the oldest article shows the oldest page', async () => {
  expect((await read('misc.test', '?to=0')).range).toEqual([1, 1]);
});

describe('before RFC 1036', () => {
  test('an author with a bang path, Title and Posted (RFC 850)', async () => {
    expect(await read('bang@h')).toMatchObject({
      subject: 'Etiquette',
      from: [{ name: 'Mark H', address: 'ihnp4!eagle!mark' }],
      date: '1982-11-19T16:14:55.000Z',
    });
  });

  test('an article of A News has its five lines as fields, and its text', async () => {
    const article = await read('anews@h');
    expect(article).toMatchObject({ subject: 'Etiquette', date: '1982-11-19T16:14:55.000Z' });
    expect(article.newsgroups.map(({ name }: Json) => name)).toEqual(['net.general']);
    expect(article.from).toEqual([{ name: '', address: 'cbosgd!mhuxj!eagle!jerry' }]);
    expect(article.text).toMatchObject([{ kind: 'text', text: 'Please read.' }]);
    expect(wordsOf((await html(worker, '/news/~/anews@h')).text)).toContain('Please read.');
  });
});

describe('headers that mislead', () => {
  test('fields with blanks in their names do not replace the field itself; a subject is one line', async () => {
    expect(await read('forged@h')).toMatchObject({
      from: [{ name: '', address: 'ada@h.example' }],
      subject: 'tea and cake',
      date: '2000-01-01T00:00:01.000Z',
    });
  });

  test('lists of 10,000 entries are cut, and say so', async () => {
    const article = await read('long@h');
    expect(article.omitted).toEqual({
      from: 9_901,
      newsgroups: 9_901,
      followupTo: 0,
      references: 9_901,
      crossPosts: 9_900,
    });
    expect(article.references).toHaveLength(100);
    expect(article.references.at(-1).messageId).toBe('parent@h');
    const { text } = await html(worker, '/news/~/long@h');
    expect(wordsOf(text)).toContain('9,901 more earlier articles are not shown.');
    expect(text.length).toBeLessThan(200_000);
  });
});
