/** No answer of the Worker has a control character of a link or of a server in it, wherever it stands. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type RunningServer } from '../../servers/listener.ts';
import { startGateway } from '../gateway/worker.ts';
import type { RunningWorker } from '../harness.ts';

/** An escape sequence in C0 and in C1, a bell, NUL, DEL, and NEL. */
const HOSTILE = '\x1b]0;x\x07\x9b31m\x7f\x85';
const ESCAPED = encodeURIComponent(HOSTILE);
const COMMANDS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;

let gopher: RunningServer;
let ftp: RunningServer;
let news: RunningServer;
let worker: RunningWorker;

const octets = (text: string): string => Buffer.from(text).toString('latin1');

beforeAll(async () => {
  gopher = await listen('gopher', {}, async (client) => {
    const selector = await client.line();
    const line = `0${HOSTILE}name\t/${HOSTILE}\tlocalhost\t70\r\n`;
    const text = selector?.startsWith('text')
      ? `a text ${HOSTILE}\r\n`
      : `i${HOSTILE}heading\t\tnull\t1\r\n${line}.\r\n`;
    await client.body(octets(text));
  });
  ftp = await listen('ftp', {}, async (client) => {
    await client.reply(octets(`220 ${HOSTILE}\r\n`));
    while ((await client.line()) !== null) await client.reply(octets(`530 ${HOSTILE}\r\n`));
  });
  news = await listen('nntp', {}, async (client) => {
    await client.reply('200 hello\r\n');
    for (let line = await client.line(); line !== null; line = await client.line()) {
      const [command] = line.split(' ');
      if (command === 'MODE') await client.reply('200 hello\r\n');
      else if (command === 'ARTICLE') await client.reply(octets(`220 1 <a@b>\r\n${ARTICLE}.\r\n`));
      else if (line.startsWith('LIST ACTIVE')) await client.reply(octets(`215 list\r\nmisc.test 2 1 y\r\n.\r\n`));
      else if (command === 'LIST') await client.reply(octets(`215 list\r\nmisc.test\tabout ${HOSTILE}\r\n.\r\n`));
      else await client.reply('500 What?\r\n');
    }
  });
  worker = await startGateway([gopher, ftp, news], { NEWS_SERVER: `localhost:${news.port}` });
});
afterAll(() => Promise.all([worker?.close(), gopher?.close(), ftp?.close(), news?.close()]));

const ARTICLE = [
  `From: Some${HOSTILE}body <a@b.example>`,
  `Subject: A ${HOSTILE} subject`,
  `Date: yesterday ${HOSTILE}`,
  'Message-ID: <a@b>',
  'Newsgroups: misc.test',
  'Content-Type: text/plain; charset=utf-8',
  '',
  `body ${HOSTILE} text`,
  '',
].join('\r\n');

const PATHS: Readonly<Record<string, () => string>> = {
  'a menu': () => `/gopher/localhost:${gopher.port}/1/${ESCAPED}`,
  'a text': () => `/gopher/localhost:${gopher.port}/0text${ESCAPED}`,
  'a failure': () => `/ftp/localhost:${ftp.port}/${ESCAPED}`,
  'a host that is not dialled': () => `/gopher/router.local/0/${ESCAPED}%00`,
  'an article': () => '/news/~/a@b',
  'a list of groups': () => '/news/~/*',
  'the explorer': () => `/inspect?url=${ESCAPED}`,
  'a link that cannot be read': () => `/open?url=${ESCAPED}`,
  'an explanation': () => `/open?url=http://h.example/${ESCAPED}`,
  'a path': () => `/u/${ESCAPED}`,
  'the API': () => `/v1/resolve?url=gopher://h.example/0${ESCAPED}`,
  'a check': () => `/v1/check?url=${encodeURIComponent(`ftp://localhost:${ftp.port}/`)}`,
};

describe.each(['text/html', 'application/json'])('%s', (Accept) => {
  test.each(Object.entries(PATHS))('%s', async (_, path) => {
    const response = await worker.fetch(path(), { headers: { Accept } });
    const body = await response.text();
    expect(body.length).toBeGreaterThan(50);
    expect(body.match(COMMANDS)).toBeNull();
    for (const [field, value] of response.headers) expect(value.match(COMMANDS), field).toBeNull();
  });
});
