/** The news gateway with INN: lists, threads, articles, TLS and passwords. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { check, get, objectsIn } from '../bin/network/harness.ts';
import { Dialogue } from '../servers/client.ts';
import { documents } from '../servers/content/documents.ts';
import { newsstand } from '../servers/content/newsstand.ts';
import { dotStuffed } from '../servers/octets.ts';
import { whole } from '../servers/source.ts';
import { at, html, type Json, json, startGateway } from '../worker/gateway/news/worker.ts';
import type { RunningWorker } from '../worker/harness.ts';
import { type NewsServer, PASSWORD, startInn, USER } from './news-server.ts';

/**
 * The articles that INN receives, in this order: a thread, one of each kind, and one that needs dot-stuffing in every
 * line.
 */
const THREAD = ['veronica.1', 'veronica.2', 'veronica.3', 'veronica.5'].map((name) => `<${name}@museum.test>`);
const KINDS = [
  'words.1',
  'raw-latin.1',
  'raw-utf8.1',
  'base64.1',
  'alternative.1',
  'attachment.1',
  'inline.1',
  'flowed.1',
  'dots.1',
  'no-archive.1',
].map((name) => `<${name}@museum.test>`);
const DOTS = `Path: x!not-for-mail\nFrom: a@museum.test\nNewsgroups: test.kinds\nSubject: dots\nDate: Sat, 01 Jan 2000 00:00:00 +0000\nMessage-ID: <stuffed@museum.test>\n\n${'.\n..\n.a\n'.repeat(20_000)}`;

let inn: NewsServer;
let worker: RunningWorker;
let member: RunningWorker;

beforeAll(async () => {
  inn = await startInn(['test.thread', 'test.kinds', 'test.empty'], 'test.members');
  const feed = await Dialogue.open(inn.port);
  await feed.line();
  const stand = newsstand();
  const articleFor = (id: string, group: string): string => {
    const found = stand.find(id);
    if (found === null) throw new Error(id);
    const head = found.article.head
      .replace(/^Newsgroups:.*\r\n/m, `Newsgroups: ${group}\r\n`)
      .replace(/^Xref:.*\r\n/m, '');
    return `${head}\r\n${found.article.body}`;
  };
  const offer = async (id: string, article: string): Promise<void> => {
    expect(await feed.say(`IHAVE ${id}`)).toMatch(/^335/);
    feed.send(dotStuffed(article));
    expect(await feed.line(), id).toMatch(/^235/);
  };
  for (const id of THREAD) await offer(id, articleFor(id, 'test.thread'));
  for (const id of KINDS) await offer(id, articleFor(id, 'test.kinds'));
  await offer('<stuffed@museum.test>', DOTS);
  await offer('<opening.1@museum.test>', articleFor('<opening.1@museum.test>', 'test.members'));
  feed.close();
  const servers = [inn.port, inn.tlsPort].map((port) => ({ host: '127.0.0.1', port }) as const);
  worker = await startGateway(servers, { NEWS_SERVER: `localhost:${inn.port}` });
  const vars = { NEWS_SERVER: `nntps://localhost:${inn.tlsPort}`, NEWS_LOGIN: `${USER}:${PASSWORD}` };
  member = await startGateway(servers, vars);
});

afterAll(async () => {
  await Promise.all([worker?.close(), member?.close()]);
  await inn?.close();
});

test('lists of groups', async () => {
  const { groups } = await json(worker, '/news/~/*');
  expect(groups.map(({ name, description, count }: Json) => [name, description, count])).toEqual([
    ['test.empty', 'About test.empty', 0],
    ['test.kinds', 'About test.kinds', 11],
    ['test.thread', 'About test.thread', 4],
  ]);
  expect((await json(worker, '/news/~/test.t*')).groups).toHaveLength(1);
  expect((await json(worker, '/news/~/none.*')).groups).toEqual([]);
});

test('threads, from the overviews of INN', async () => {
  const group = await json(worker, '/news/~/test.thread');
  expect(group.threads).toEqual([
    {
      number: 1,
      replies: [{ number: 2, replies: [{ number: 3, replies: [] }] }, expect.objectContaining({ number: 4 })],
    },
  ]);
  expect(group.articles[2]).toMatchObject({
    messageId: 'veronica.3@museum.test',
    author: { name: 'Jürgen Weiß' },
    crossPosts: [{ group: 'test.thread', number: 3 }],
  });
});

test('an empty group, a missing group, a missing article', async () => {
  expect(await json(worker, '/news/~/test.empty')).toMatchObject({ count: 0, articles: [] });
  for (const path of ['test.nowhere', 'gone@museum.test'])
    expect((await worker.fetch(`/news/~/${path}`)).status).toBe(404);
  expect((await worker.fetch(`/nntp/localhost:${inn.port}/test.thread/99`)).status).toBe(404);
});

describe('articles', () => {
  test.each<[id: string, subject: string, words: string]>([
    ['words.1', 'Encoded words: €, äöü 日本語 and plain ones', 'before “and” one that must.'],
    ['raw-latin.1', 'Rohe Umlaute in den Köpfen (äöüß)', 'üblich war es trotzdem.'],
    ['raw-utf8.1', 'Raw UTF-8 in a header: größer als zuvor', 'größer, déjà, naïve.'],
    ['flowed.1', 'Lines that flow', 'whole paragraph is one line of text and may be wrapped wherever'],
    ['dots.1', '. : .. ... dots', '.a line with a dot in front\n..a line with two\n.\n'],
  ])('%s', async (id, subject, words) => {
    const article = await json(worker, `/news/~/${id}@museum.test`);
    expect(article.subject).toBe(subject);
    expect(article.text.map(({ text }: Json) => text).join('\n')).toContain(words);
  });

  test('by number and by message-id, with neighbours', async () => {
    const path = `/nntp/localhost:${inn.port}/test.thread/3`;
    expect(await json(worker, path)).toMatchObject({
      number: 3,
      messageId: 'veronica.3@museum.test',
      previous: { number: 2 },
      next: { number: 4 },
    });
    expect(await json(worker, path.replace(/3$/, '4'))).toMatchObject({ previous: { number: 3 }, next: null });
    const { text } = await html(worker, path);
    // The page leads to the articles of the thread, by their message-ids.
    for (const id of ['veronica.2@museum.test', 'veronica.5@museum.test']) {
      expect(text).toContain(`href="/news/localhost:${inn.port}/${id}"`);
    }
  });

  test('a part has the octets of the attached file', async () => {
    const pdf = await worker.fetch('/news/~/attachment.1@museum.test/part/2');
    expect(Buffer.from(await pdf.arrayBuffer())).toEqual(whole(documents.pdf.source));
    const gif = await worker.fetch(
      `/open?url=${encodeURIComponent('mid:inline.1@museum.test/post@inline.museum.test')}`,
    );
    expect(Buffer.from(await gif.arrayBuffer())).toEqual(whole(documents.gif.source));
  });

  test('raw: the octets that a client of the server reads, with dot-stuffing in every line', async () => {
    const client = await Dialogue.open(inn.port);
    await client.line();
    await client.say('MODE READER');
    const { lines } = await client.block('ARTICLE <stuffed@museum.test>');
    client.close();
    const response = await worker.fetch('/news/~/stuffed@museum.test?format=raw');
    expect(await response.text()).toBe(lines.map((line) => `${line}\r\n`).join(''));
    expect(lines.length).toBeGreaterThan(60_000);
  });

  test('X-No-Archive', async () => {
    const response = await worker.fetch('/news/~/no-archive.1@museum.test');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    await response.text();
  });
});

test('waypost get and check', async () => {
  const server = `localhost:${inn.port}`;
  expect((await get([`news://${server}/test.thread`])).stdout).toContain(`<news://${server}/veronica.1@museum.test>`);
  expect((await get([`news://${server}/veronica.1@museum.test`])).stdout).toContain(
    'Message-ID: <veronica.1@museum.test>',
  );
  const links = ['test.thread', 'veronica.1@museum.test', 'nothing@nowhere.test', 'no.such.group'];
  const lines = objectsIn(await check(['--pause', '0ms', ...links.map((path) => `news://${server}/${path}`)]));
  expect(lines.map((line) => line?.status)).toEqual(['alive', 'alive', 'gone', 'gone']);
});

describe('TLS and passwords', () => {
  test('implicit TLS', async () => {
    const group = await json(worker, at({ port: inn.tlsPort }, 'nntps', 'test.thread'));
    expect(group.articles[0].url).toBe(`snews://localhost:${inn.tlsPort}/veronica.1@museum.test`);
  });

  test('a restricted group: 401 without a login, accessible with the operator’s', async () => {
    expect((await worker.fetch('/news/~/test.members')).status).toBe(401);
    const group = await json(member, '/news/~/test.members');
    expect(group.articles.map(({ messageId }: Json) => messageId)).toEqual(['opening.1@museum.test']);
  });

  test('a password goes over STARTTLS', async () => {
    const vars = { NEWS_SERVER: `nntp://localhost:${inn.port}`, NEWS_LOGIN: `${USER}:${PASSWORD}` };
    const cautious = await startGateway([{ host: '127.0.0.1', port: inn.port }], vars);
    expect((await json(cautious, '/news/~/test.members')).articles).toHaveLength(1);
    await cautious.close();
  });
});
