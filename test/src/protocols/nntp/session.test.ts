/** The client of a news server, without a Worker: sessions, TLS, logins, groups, overviews and articles (RFC 3977). */
import { describe, expect, test } from 'vitest';
import { collect } from '../../../../src/protocols/connection.ts';
import {
  fetchArticle,
  fetchGroups,
  fetchHead,
  fetchOverview,
  findTarget,
  selectGroup,
} from '../../../../src/protocols/nntp/commands.ts';
import { decodeOverview } from '../../../../src/protocols/nntp/overview.ts';
import { NewsSession, type SessionOptions } from '../../../../src/protocols/nntp/session.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import { lineServer, linesIn, type MemoryServer } from '../memory-server.ts';

/** Replies by command lines. Others are unknown to the server. */
type Script = Readonly<Record<string, string>>;

const READER: Script = {
  'MODE READER': '201 reader\r\n',
  CAPABILITIES: '101 list\r\nVERSION 2\r\nREADER\r\nOVER\r\nLIST ACTIVE COUNTS\r\nSTARTTLS\r\n.\r\n',
  STARTTLS: '382 go on\r\n',
  'AUTHINFO USER curator': '381 more\r\n',
  'AUTHINFO PASS museum': '281 welcome\r\n',
  'GROUP misc.test': '211 3 1 4 misc.test\r\n',
};

function serverOf(script: Script, { greeting = '200 ready', size = 1000 } = {}): MemoryServer {
  const replies: Script = { ...READER, ...script };
  return lineServer(`${greeting}\r\n`, (line) => replies[line] ?? '500 what?\r\n', size);
}

/** Uses a session with a server, and closes it. */
async function use<Result>(
  server: MemoryServer,
  work: (session: NewsSession) => Promise<Result>,
  options: SessionOptions = {},
): Promise<Result> {
  const session = await NewsSession.open(server.connect, options);
  try {
    return await work(session);
  } finally {
    session.close();
  }
}

/** What a `ProtocolError` says. */
async function errorOf(work: Promise<unknown>): Promise<readonly [code: string, status: unknown, reply: unknown]> {
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  );
  if (!(error instanceof ProtocolError)) throw new TypeError('no ProtocolError', { cause: error });
  return [error.code, error.status, error.reply];
}

describe('a session', () => {
  test('begins with MODE READER, asks for capabilities with its first command, and ends with QUIT', async () => {
    const server = serverOf({});
    const summary = await use(server, (session) => selectGroup(session, 'misc.test'));
    expect(summary).toEqual({ count: 3, low: 1, high: 4 });
    await expect.poll(() => server.open).toBe(0);
    expect(linesIn(...server.requests)).toEqual(['MODE READER', 'CAPABILITIES', 'GROUP misc.test', 'QUIT']);
    expect(server.dialled).toEqual(['starttls']);
  });

  test.each([
    ['502 no', 'forbidden', 502, '502 no'],
    ['400 closing', 'busy', 400, '400 closing'],
    ['220 FTP here', 'malformed', 220, '220 FTP here'],
    ['SSH-2.0-OpenSSH_9.9', 'malformed', null, null],
  ])('the greeting %s', async (greeting, code, status, reply) => {
    const server = serverOf({}, { greeting });
    expect(await errorOf(NewsSession.open(server.connect))).toEqual([code, status, reply]);
    expect(server.open).toBe(0);
  });

  test('changes to TLS if the server demands it, and forgets what it read in the clear', async () => {
    let secure = false;
    const server = lineServer('200 ready\r\n', (line) => {
      if (line === 'GROUP misc.test' && !secure) return '483 Secure first\r\n';
      secure ||= line === 'STARTTLS';
      return READER[line] ?? '500 what?\r\n';
    });
    expect(await use(server, (session) => selectGroup(session, 'misc.test'))).toMatchObject({ high: 4 });
    const [afterwards] = linesIn(...server.requests)
      .join(' ')
      .split('(TLS) ')
      .slice(1);
    expect(afterwards).toMatch(/^MODE READER CAPABILITIES GROUP misc\.test/);
  });

  test.each([
    ['implicit', ['AUTHINFO USER curator', 'AUTHINFO PASS museum']],
    ['none', ['STARTTLS', '(TLS)', 'AUTHINFO USER curator', 'AUTHINFO PASS museum']],
  ] as const)('logs in over TLS only: %s', async (tls, expected) => {
    let loggedIn = false;
    const server = lineServer('200 ready\r\n', (line) => {
      if (line === 'GROUP misc.test' && !loggedIn) return '480 Members only\r\n';
      loggedIn ||= line.startsWith('AUTHINFO PASS');
      return READER[line] ?? '500 what?\r\n';
    });
    const login = { user: 'curator', password: 'museum' };
    await use(server, (session) => selectGroup(session, 'misc.test'), { tls, login });
    expect(linesIn(...server.requests).filter((line) => /AUTHINFO|TLS/.test(line))).toEqual(expected);
  });

  test('sends no login in the clear', async () => {
    const server = serverOf({ 'GROUP misc.test': '480 Members only\r\n', STARTTLS: '502 not here\r\n' });
    const login = { user: 'curator', password: 'museum' };
    const refused = use(server, (session) => selectGroup(session, 'misc.test'), { login });
    expect(await errorOf(refused)).toEqual(['login-required', 480, '480 Members only']);
    expect(server.requests.join()).not.toContain('AUTHINFO');
  });
});

describe('groups and articles', () => {
  test('lists groups with descriptions and counts', async () => {
    const server = serverOf({
      'LIST COUNTS misc.*': '215 list\r\nmisc.test 4 1 3 y\r\nmisc.new 9 9 1 m\r\n.\r\n',
      'LIST NEWSGROUPS misc.*': '215 list\r\nmisc.test\tGr\xfc\xdfe\r\n.\r\n',
    });
    const { groups, truncated } = await use(server, (session) => fetchGroups(session, 'misc.*'));
    expect([...groups].map(({ name, count, description }) => [name, count, description])).toEqual([
      ['misc.new', 1, null],
      ['misc.test', 3, 'Grüße'],
    ]);
    expect(truncated).toBe(false);
  });

  const overview =
    '224 overview\r\n4\tRe: =?utf-8?Q?T=C3=A9?=\tA <a@h.example>\t1 Jan 1994\t<2@h>\t<1@h>\t9\t1\r\n.\r\n';

  test('fetches the overview of the last numbers, which people can read', async () => {
    const server = serverOf({ 'OVER 3-4': overview });
    const page = await use(server, (session) => fetchOverview(session, 'misc.test', null, 2));
    expect(page).toMatchObject({ range: [3, 4], articles: [{ number: 4, references: ['1@h'] }] });
    expect(page.articles.map(decodeOverview)).toMatchObject([
      { subject: 'Re: Té', author: { name: 'A', address: 'a@h.example' }, date: { moment: new Date('1994-01-01') } },
    ]);
  });

  test('an overview without articles is none, and no error', async () => {
    const server = serverOf({ 'OVER 1-2': '423 none\r\n' });
    const page = await use(server, (session) => fetchOverview(session, 'misc.test', 2, 200));
    expect(page).toMatchObject({ range: [1, 2], articles: [] });
  });

  test.each([1, 2, 3, 5, 1000])('fetches an article in chunks of %i octets, and its neighbours', async (size) => {
    const text = ['Subject: dots', '', '.', '..', '.a', 'b.', '', '.'.repeat(5), ''].join('\r\n');
    const script = {
      'STAT 3': '223 3 <3@h>\r\n',
      LAST: '223 1 <1@h>\r\n',
      NEXT: '421 none\r\n',
      'ARTICLE 3': `220 3 <3@h>\r\n${text.replace(/^\./gm, '..')}.\r\n`,
    };
    const { article, octets } = await use(serverOf(script, { size }), async (session) => {
      const fetched = await fetchArticle(session, { kind: 'article', group: 'misc.test', number: 3 });
      return { article: fetched, octets: (await collect(fetched.data, 1000)).octets };
    });
    expect(article).toMatchObject({ messageId: '3@h', neighbours: { previous: 1, next: null } });
    expect(new TextDecoder().decode(octets)).toBe(text);
  });

  test('an article that breaks off is an end of the connection', async () => {
    const server = lineServer('200 ready\r\n', (line) =>
      line === 'LAST WORDS' ? null : (READER[line] ?? '220 0 <a@h>\r\nSubject: cut\r\n'),
    );
    const cut = use(server, async (session) => {
      const { data } = await fetchArticle(session, { kind: 'message', messageId: 'a@h' });
      await session.pipeline('LAST WORDS');
      return collect(data, 1000);
    });
    expect(await errorOf(cut)).toEqual(['unreachable', null, null]);
  });

  test.each([
    ['message', 'HEAD <a@h>'],
    ['article', 'HEAD 3'],
  ] as const)('fetches the header of an article by %s', async (kind, command) => {
    const server = serverOf({ [command]: '221 head\r\nSubject: x\r\nFrom: y\r\n.\r\n' });
    const target = kind === 'message' ? { kind, messageId: 'a@h' } : { kind, group: 'misc.test', number: 3 };
    const { lines } = await use(server, (session) => fetchHead(session, target));
    expect(lines).toEqual(['Subject: x', 'From: y']);
  });

  test.each([
    [{ kind: 'group', group: 'misc.test' }, '211 3 1 4 misc.test'],
    [{ kind: 'message', messageId: 'a@h' }, '223 0 <a@h>'],
    [{ kind: 'article', group: 'misc.test', number: 3 }, '223 3 <a@h>'],
  ] as const)('finds %j', async (target, reply) => {
    const server = serverOf({ 'STAT <a@h>': '223 0 <a@h>\r\n', 'STAT 3': '223 3 <a@h>\r\n' });
    const { code, text } = await use(server, (session) => findTarget(session, target));
    expect(`${code} ${text}`).toBe(reply);
  });

  test('what the server does not have is not found', async () => {
    const server = serverOf({ 'STAT <a@h>': '430 no such\r\n' });
    const missing = use(server, (session) => findTarget(session, { kind: 'message', messageId: 'a@h' }));
    expect(await errorOf(missing)).toEqual(['not-found', 430, '430 no such']);
  });

  test.each([
    ['a group', (session: NewsSession) => selectGroup(session, 'misc test')],
    ['a wildmat', (session: NewsSession) => fetchGroups(session, '* POST')],
    ['a message-id', (session: NewsSession) => fetchHead(session, { kind: 'message', messageId: 'a@h>\r\nPOST' })],
  ])('%s that adds to a command is not sent', async (_, work) => {
    const server = serverOf({});
    expect(await errorOf(use<unknown>(server, work))).toEqual(['invalid-request', null, null]);
    expect(linesIn(...server.requests).filter((line) => !/^(?:MODE READER|CAPABILITIES|QUIT)$/.test(line))).toEqual([]);
  });
});
