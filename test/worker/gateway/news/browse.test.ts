/** Groups and threads of the test news server through the gateway (RFC 3977, RFC 5538). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listen, type RunningServer } from '../../../servers/listener.ts';
import { startNntp } from '../../../servers/nntp.ts';
import type { RunningWorker } from '../../harness.ts';
import { at, commandsTo, html, type Json, json, startGateway, until, wordsOf } from './worker.ts';

let server: RunningServer;
let old: RunningServer;
let worker: RunningWorker;
let alone: RunningWorker;

beforeAll(async () => {
  server = await startNntp({ many: 1234 });
  // A server without OVER, and with the field names that INN uses.
  old = await startNntp({ over: false, overviewFormat: 'inn', transit: false });
  worker = await startGateway([server, old], { NEWS_SERVER: `localhost:${server.port}` });
  alone = await startGateway([server]);
});

afterAll(async () => {
  await Promise.all([worker?.close(), alone?.close()]);
  await Promise.all([server?.close(), old?.close()]);
});

beforeEach(async () => {
  await server.faults.set(null);
  server.log.length = 0;
  old.log.length = 0;
});

const names = ({ groups }: Json): string[] => groups.map(({ name }: Json) => name);

describe('lists of groups', () => {
  test('all of them, with descriptions, counts and links', async () => {
    const list = await json(worker, '/news/~/*');
    expect(names(list)).toEqual([
      'museum.announce',
      'museum.curiosities',
      'museum.deluge',
      'museum.empty',
      'museum.größe',
      'museum.history',
      'museum.private',
    ]);
    expect(list.groups[0]).toEqual({
      name: 'museum.announce',
      description: 'What the curator has to say (Moderated)',
      low: 1,
      high: 1,
      count: 1,
      status: 'moderated',
      alias: null,
      url: 'news:museum.announce',
      open: `${worker.origin}/news/~/museum.announce`,
    });
    expect(list).toMatchObject({ kind: 'groups', canonical: 'news:*', truncated: false });
  });

  test.each([
    ['a wildmat', '/news/~/museum.h*', ['museum.history']],
    ['a wildmat that excludes every group', '/news/~/museum.*,!museum.*', []],
    [
      'a wildmat that excludes',
      '/news/~/museum.*,!*.e*,!*.d*,!*.g*',
      ['museum.announce', 'museum.curiosities', 'museum.history', 'museum.private'],
    ],
    ['a word of the names', '/news/~/*?match=HIST', ['museum.history']],
    ['a word in a hierarchy', '/news/~/museum.*?match=for%20members', ['museum.private']],
    ['nothing', '/news/~/nowhere.*', []],
  ])('%s', async (_, path, expected) => {
    expect(names(await json(worker, path))).toEqual(expected);
  });

  test('links to a server and to its list of groups', async () => {
    for (const path of [at(server, 'news', '*'), at(server, 'news', ''), at(server, 'nntp', '')]) {
      expect(names(await json(worker, path)), path).toHaveLength(7);
    }
  });
});

describe('groups', () => {
  test('a page that is not a number', async () => {
    const response = await worker.fetch('/news/~/museum.deluge?to=-1');
    expect(response.status).toBe(400);
    expect(server.log).toEqual([]);
  });

  test('missing numbers are articles that expired', async () => {
    await server.faults.set('overview-gaps');
    const group = await json(worker, '/news/~/museum.deluge?format=json');
    expect(group.articles).toHaveLength(133);
    expect(group.articles.some(({ number }: Json) => number % 3 === 0)).toBe(false);
  });

  test('a group whose name is UTF-8', async () => {
    const group = await json(worker, `/news/~/${encodeURIComponent('museum.größe')}`);
    expect(group.articles[0].subject).toBe('Raw UTF-8 in a header: größer als zuvor');
    expect(commandsTo(server)).toContain(`GROUP ${Buffer.from('museum.größe').toString('latin1')}`);
  });

  test('headers in every encoding', async () => {
    const { articles } = await json(worker, '/news/~/museum.curiosities');
    expect(articles.map(({ subject }: Json) => subject)).toEqual(
      expect.arrayContaining([
        'Encoded words: €, äöü 日本語 and plain ones',
        'Rohe Umlaute in den Köpfen (äöüß)',
        'Raw UTF-8 in a header: größer als zuvor',
      ]),
    );
  });

  test('an endless overview is not read further', async () => {
    const endless = await listen('nntp', {}, async (conversation) => {
      await conversation.reply('200 ready\r\n');
      for (let line = await conversation.line(); line !== null; line = await conversation.line()) {
        if (line.startsWith('GROUP ')) await conversation.reply('211 9 1 9 endless\r\n');
        else if (!line.startsWith('XOVER ')) await conversation.reply('500 what?\r\n');
        else {
          await conversation.reply('224 overview follows\r\n');
          for (let number = 1; ; number++)
            await conversation.body(`${number}\tendless\ta@h\t\t<${number}@h>\t\t1\t1\r\n`);
        }
      }
    });
    const reader = await startGateway([endless]);
    const group = await json(reader, at(endless, 'nntp', 'endless'));
    expect(group.articles.map(({ number }: Json) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await until(() => endless.connections === 0);
    await Promise.all([reader.close(), endless.close()]);
  });

  test('a server older than RFC 3977: XOVER, and the field names of INN', async () => {
    const group = await json(worker, at(old, 'nntp', 'museum.history'));
    expect(commandsTo(old)).toContain('XOVER 3-12');
    expect(group.articles[3]).toMatchObject({
      number: 6,
      lines: 12,
      crossPosts: [{ group: 'museum.history', number: 6 }],
    });
    expect(group.articles[3].url).toBe(`news://localhost:${old.port}/veronica.3@museum.test`);
  });

  test('commands are pipelined: one write for each reply that the gateway must wait for', async () => {
    await json(worker, '/news/~/museum.history');
    expect(commandsTo(server)).toEqual([
      'MODE READER',
      'CAPABILITIES',
      'GROUP museum.history',
      'LIST OVERVIEW.FMT',
      'OVER 3-12',
      'QUIT',
    ]);
  });
});

describe('missing groups and articles', () => {
  test.each([
    ['a group', '/news/~/museum.nowhere', 404, '411'],
    ['a message', '/news/~/nobody@nowhere.test', 404, '430'],
    ['a number', 'museum.history/8', 404, '423'],
    ['a number in a missing group', 'museum.nowhere/1', 404, '411'],
  ])('%s', async (_, path, status, code) => {
    const { response, text } = await html(worker, path.startsWith('/') ? path : at(server, 'nntp', path));
    expect(response.status).toBe(status);
    expect(wordsOf(text)).toContain(`“${code} `);
  });

  test('a missing group leads to all groups, and a missing number to its group', async () => {
    const group = await html(worker, '/news/~/museum.nowhere');
    expect(group.text).toContain('href="/news/~/*">Browse all newsgroups</a>');
    const number = await html(worker, at(server, 'nntp', 'museum.history/8'));
    expect(number.text).toContain('>Go to museum.history</a>');
  });

  test('only an article with a message-id may be on another server', async () => {
    const byId = await html(worker, '/news/~/nobody@nowhere.test');
    const link = '/inspect?url=news%3A%2F%2Fnews.example%2Fnobody%40nowhere.test';
    expect(byId.text).toContain(`href="${link}">Change the server</a>`);
    expect((await html(worker, link)).text).toContain('value="news://news.example/nobody@nowhere.test');
    const byNumber = await html(worker, at(server, 'nntp', 'museum.history/8'));
    expect(wordsOf(byNumber.text)).toContain('Other servers have other numbers for the same article.');
    expect(byNumber.text).not.toContain('Change the server');
  });

  test('no NEWS_SERVER is set', async () => {
    const { response, text } = await html(alone, '/news/~/museum.history');
    expect(response.status).toBe(501);
    expect(wordsOf(text)).toContain('The link names no news server, and this service has no default server.');
    const named = await json(alone, at(server, 'news', 'museum.history'));
    expect(named.count).toBe(7);
  });
});
