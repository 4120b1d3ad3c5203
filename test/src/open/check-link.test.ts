/** Checks of links: what becomes of findings and failures, which redirects are followed, and what is closed. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { explain } from '../../../src/index.ts';
import { SocketConnection } from '../../../src/net/connection.ts';
import { GatewayError } from '../../../src/net/failure.ts';
import { type CheckRun, checkLink, serverOf } from '../../../src/open/check-link.ts';
import type { LinkFinding, OpenContext } from '../../../src/open/contract.ts';
import { dict } from '../../../src/open/dict/dict.ts';
import { finger } from '../../../src/open/finger/finger.ts';
import { http } from '../../../src/open/http/http.ts';
import { Memory } from '../../../src/open/memory.ts';
import type { Opened } from '../../../src/open/opened.ts';
import { FOUND } from '../../../src/open/statuses.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { connecting, dialerWith, FakeSocket } from '../net/fake-socket.ts';
import { contextOf } from './context.ts';

afterEach(() => void vi.restoreAllMocks());

/** A run whose servers send these octets, one after the other, and then close; an error = no connection. */
function runOf(...servers: readonly (string | Error)[]) {
  const sockets: FakeSocket[] = [];
  const dialled: unknown[] = [];
  const { settings, signal, userAgent, robots, askProspero } = contextOf({});
  const run: CheckRun = {
    ...{ settings, signal, userAgent, robots, askProspero },
    async dial(target, deadlines) {
      const server = servers[dialled.length] ?? new TypeError('nothing may be reached');
      dialled.push([target, deadlines]);
      if (server instanceof Error) throw server;
      const socket = new FakeSocket({ reply: server });
      sockets.push(socket);
      const dialer = dialerWith({ connect: connecting().connect });
      return new SocketConnection({ socket, host: target.host }, target.host, dialer);
    },
  };
  return { run, dialled, closes: () => sockets.map(({ closes }) => closes) };
}

const linkOf = (url: string) => explain(url, { complete: true });
const check = (url: string, ...servers: readonly (string | Error)[]) => checkLink(linkOf(url), runOf(...servers).run);

/** An opener that reads what the server sends, and then fails. */
const failingWith =
  (error: Error) =>
  async (_link: unknown, { connect }: Pick<OpenContext, 'connect'>): Promise<never> => {
    await (await connect()).read();
    throw error;
  };

const NOTHING = { reply: null, otherProtocol: null, reason: null, location: null, redirects: [] };
const WORD = 'dict://h.example/d:sun';

describe('a failure', () => {
  test.each([
    ['bad-request', 'not-checked'],
    ['unauthorized', 'restricted'],
    ['egress-denied', 'not-checked'],
    ['forbidden', 'restricted'],
    ['not-found', 'gone'],
    ['rate-limited', 'not-checked'],
    ['not-implemented', 'not-checked'],
    ['gateway-unreachable', 'unreachable'],
    ['gateway-protocol', 'other-protocol'],
    ['gateway-limit', 'alive'],
    ['gateway-tls', 'unreachable'],
    ['gateway-busy', 'unavailable'],
    ['gateway-server-failure', 'unavailable'],
    ['gateway-timeout', 'unreachable'],
  ] as const)('%s is %s, and the code is the reason unless the server says enough', async (code, status) => {
    const isAnswer = ['restricted', 'gone', 'unavailable'].includes(status);
    expect(await check(WORD, new GatewayError(code, 'What happened.'))).toEqual({
      ...NOTHING,
      status,
      detail: 'What happened.',
      reason: isAnswer ? null : code,
      checkedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  test.each([
    ['gateway-timeout', 'resolver-failed', 'not-checked'],
    ['gateway-unreachable', 'platform', 'not-checked'],
    ['egress-denied', 'address', 'not-checked'],
    ['gateway-unreachable', 'other', 'unreachable'],
  ] as const)('%s by the rule %s is %s, for this reason', async (code, rule, status) => {
    expect(await check(WORD, new GatewayError(code, 'Refused.', { rule }))).toMatchObject({ status, reason: rule });
  });

  test.each([
    ['gateway-protocol', 'unavailable', null],
    ['gateway-unreachable', 'unavailable', null],
    ['gateway-timeout', 'unreachable', 'gateway-timeout'],
    ['not-found', 'gone', null],
    ['gateway-limit', 'alive', 'gateway-limit'],
  ] as const)('%s with words of the server is %s', async (code, status, reason) => {
    const found = await check(WORD, new GatewayError(code, 'It says so.', { reply: '299 What?' }));
    expect(found).toMatchObject({ status, reason, reply: '299 What?' });
  });

  test.each([
    ['a bug', new TypeError('a bug')],
    ['the client, who has left', new GatewayError('client-closed', 'The client has left.')],
  ])('that is %s is thrown', async (_what, error) => {
    await expect(check(WORD, error)).rejects.toBe(error);
  });

  test.each([['javascript:alert(1)'], ['file:///a'], ['urn:isbn:1']])('no server is asked about %s', async (url) => {
    expect(await check(url)).toMatchObject({ status: 'not-checked', reason: 'no-server', reply: null });
  });
});

test('a redirect that a run does not follow is where the link moved', async () => {
  const moved = 'HTTP/1.1 301 Moved\r\nLocation: /b\r\n\r\n';
  const none = 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n';
  const asked: string[] = [];
  const follows = ({ canonical }: { readonly canonical: string }) => {
    asked.push(canonical);
    return false;
  };
  const { run } = runOf(none, moved);
  const found = await checkLink(linkOf('http://h.example/a'), { ...run, follows });
  expect(found).toMatchObject({ status: 'moved', location: 'http://h.example/b', redirects: [] });
  expect(asked).toEqual(['http://h.example/b']);
});

describe('the first octets of a server', () => {
  const broken = new ProtocolError('malformed', 'The reply breaks the protocol.');

  test.each<[what: string, url: string, octets: string, status: string, other: string | null, reason?: string]>([
    ['another protocol', WORD, 'SSH-2.0-x\r\n', 'other-protocol', 'SSH'],
    ['another protocol with the same code', WORD, '220 FTP server\r\n', 'other-protocol', 'FTP', 'gateway-unreachable'],
    ['no known protocol', WORD, '!!\r\n', 'other-protocol', null],
    ['the protocol of the link, which it breaks', WORD, '220 h <1@h>\r\n!\r\n', 'unavailable', null],
    ['nothing', WORD, '', 'unreachable', null, 'gateway-unreachable'],
    ['HTTP at a name service', 'go://h.example?a', 'HTTP/1.1 200 OK\r\n\r\n', 'other-protocol', 'HTTP'],
    ['HTTP, which it breaks', 'http://h.example/', 'HTTP/9 200 OK\r\n\r\n', 'unavailable', null],
  ])('%s', async (_what, url, octets, status, otherProtocol, reason = 'gateway-protocol') => {
    expect(await check(url, octets)).toMatchObject({
      ...{ status, otherProtocol },
      ...(otherProtocol !== null && { detail: `The server speaks ${otherProtocol}.` }),
      reason,
    });
  });

  test.each([
    ['SSH-2.0-x\r\n', 'other-protocol'],
    ['220 h <1@h>\r\n', 'unavailable'],
    ['', 'unreachable'],
  ])('%j of a server that then is silent is %s', async (octets, status) => {
    vi.spyOn(dict, 'open').mockImplementation(failingWith(new ProtocolError('timeout', 'It is silent.')));
    expect(await check(WORD, octets)).toMatchObject({ status, reason: 'gateway-timeout' });
  });

  test('are no fault of the server if nothing was asked', async () => {
    vi.spyOn(dict, 'open').mockImplementation(failingWith(new ProtocolError('unsupported', 'It cannot be asked.')));
    expect(await check(WORD, '')).toMatchObject({ status: 'not-checked', reason: 'not-implemented' });
  });

  test.each([
    ['not-found', 550, 'gone'],
    ['forbidden', 530, 'restricted'],
    ['login-required', 530, 'restricted'],
    ['busy', 420, 'unavailable'],
    // Without a status, a client has not understood the server, or the code is no answer.
    ['not-found', null, 'other-protocol'],
    ['server-failure', 500, 'other-protocol'],
    ['malformed', 500, 'other-protocol'],
  ] as const)('count less than an answer: %s with the status %j is %s', async (code, status, found) => {
    vi.spyOn(dict, 'open').mockImplementation(failingWith(new ProtocolError(code, 'The answer.', { status })));
    expect(await check(WORD, '220 FTP server\r\n')).toMatchObject({
      status: found,
      otherProtocol: found === 'other-protocol' ? 'FTP' : null,
    });
  });

  test('are those of the last connection', async () => {
    const robots = 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n';
    expect(await check('http://h.example/', robots, 'SSH-2.0-x\r\n')).toMatchObject({ otherProtocol: 'SSH' });
  });

  test('of an error of the gateway itself are looked at, too', async () => {
    for (const code of ['gateway-protocol', 'not-found', 'forbidden'] as const) {
      vi.spyOn(dict, 'open').mockImplementation(failingWith(new GatewayError(code, 'Not the words of the server.')));
      expect(await check(WORD, 'SSH-2.0-x\r\n')).toMatchObject({ otherProtocol: 'SSH' });
    }
    vi.spyOn(dict, 'open').mockImplementation(failingWith(broken));
    expect(await check(WORD, 'hello')).toMatchObject({ status: 'other-protocol', otherProtocol: null });
  });
});

describe('a link that is opened', () => {
  const opening = (opened: Opened) => vi.spyOn(finger, 'open').mockResolvedValue(opened);
  const text = (octets: string): Opened => ({
    ...{ shape: 'text', noun: 'reply', name: 'a', octets: Buffer.from(octets), charset: 'utf-8', text: octets },
    json: () => ({}),
  });

  test.each<[reply: string, status: string, detail: string, reason: string | null]>([
    ['hello\r\n', 'alive', 'The server answers. Only the text of its reply says whether it has this.', null],
    ['', 'unreachable', 'The server closed the connection without an answer.', 'gateway-unreachable'],
  ])('with the reply %j is %s', async (reply, status, detail, reason) => {
    expect(await check('finger://h.example/a', reply)).toMatchObject({ ...NOTHING, status, detail, reason });
  });

  test('is asked for nothing but values, and no user name is sent', async () => {
    const open = opening(text('hello'));
    const link = linkOf('finger://h.example/a');
    const { run } = runOf();
    await checkLink(link, run);
    expect(open).toHaveBeenCalledWith(
      link,
      expect.objectContaining({
        ...{ settings: run.settings, signal: run.signal, userAgent: run.userAgent, robots: run.robots },
        ...{ wants: 'values', isBrief: true, charset: null, languages: [], options: {}, credentials: null },
        ...{ form: [], robot: null, memory: expect.any(Memory) },
      }),
    );
    const context = open.mock.calls[0]?.[1];
    expect([context?.judgeServer(), await context?.resolveServer()]).toEqual([undefined, undefined]);
  });

  test('may have moved', async () => {
    opening({ shape: 'moved', url: 'ftp://h.example/' });
    const location = 'ftp://h.example/';
    expect(await check('finger://h.example/a')).toMatchObject({
      status: 'moved',
      detail: FOUND.moved.meaning,
      location,
    });
  });

  test('may be a file, which is closed', async () => {
    const close = vi.fn();
    const file: Opened = {
      ...{ shape: 'file', noun: null, name: 'a', mediaType: null, size: 0, isExact: true, exists: true },
      ...{ modified: null, isBase: false, isResumable: false, isRead: false, json: null, close },
      read: () => {
        throw new TypeError('nothing is read');
      },
      fetch: () => Promise.reject(new TypeError('nothing is fetched')),
    };
    opening(file);
    expect([await check('finger://h.example/a'), close.mock.calls.length]).toEqual([
      expect.objectContaining({ status: 'alive' }),
      1,
    ]);
  });
});

describe('a finding', () => {
  const finding = (found: LinkFinding) => vi.spyOn(http, 'check').mockResolvedValue(found);

  test.each([
    ['alive', 'The server has it.'],
    ['moved', 'The server names another address, which was not followed.'],
    ['restricted', 'The server answers, but wants a login or denies access.'],
    ['gone', 'The server says that it does not have it.'],
    ['unavailable', 'The server answers, but cannot serve it now.'],
  ] as const)('%s has a sentence, unless it has its own', async (status, detail) => {
    const found: LinkFinding = { status };
    finding(found);
    expect(await check('http://h.example/')).toMatchObject({ ...NOTHING, status, detail });
    finding({ ...found, detail: 'Its own.', reply: '1' });
    expect(await check('http://h.example/')).toMatchObject({ ...NOTHING, status, detail: 'Its own.', reply: '1' });
  });

  test('that nothing was checked has its reason', async () => {
    const found = { status: 'not-checked', reason: 'robots', detail: 'Robots stay away.' } as const;
    finding(found);
    expect(await check('http://h.example/')).toMatchObject({ ...NOTHING, ...found });
  });
});

describe('redirects', () => {
  const movedTo = (location: string): LinkFinding => ({ status: 'moved', reply: '301 Moved', location });

  test('are followed within a protocol, with the words of the servers', async () => {
    const checked = vi.spyOn(http, 'check');
    checked
      .mockResolvedValueOnce(movedTo('https://b.example/'))
      .mockResolvedValueOnce({ status: 'gone', reply: '410' });
    expect(await check('http://a.example/')).toMatchObject({
      ...{ status: 'gone', reply: '410', location: null },
      redirects: [{ url: 'https://b.example/', reply: '301 Moved' }],
    });
  });

  test('into another protocol are reported', async () => {
    vi.spyOn(http, 'check').mockResolvedValue(movedTo('ftp://h.example/'));
    expect(await check('http://a.example/')).toMatchObject({
      ...{ status: 'moved', location: 'ftp://h.example/', redirects: [] },
    });
  });

  test('end after five', async () => {
    let page = 0;
    const checked = vi.spyOn(http, 'check').mockImplementation(async () => movedTo(`http://a.example/${++page}`));
    const { redirects, status, location } = await check('http://a.example/');
    expect([redirects.length, checked.mock.calls.length, status, location]).toEqual([
      ...[5, 6, 'moved', 'http://a.example/6'],
    ]);
  });

  test.each([
    ['itself', ['http://a.example/'], 0],
    ['a link that has led to it', ['http://a.example/b', 'http://a.example/'], 1],
  ])('to %s are no move', async (_what, targets, followed) => {
    const checked = vi.spyOn(http, 'check');
    for (const target of targets) checked.mockResolvedValueOnce(movedTo(target));
    const { redirects, ...circle } = await check('http://a.example/');
    expect(circle).toMatchObject({
      ...{ status: 'unavailable', detail: 'The server redirects the link in a loop.', location: null },
      reply: '301 Moved',
    });
    expect(redirects).toHaveLength(followed);
  });
});

describe('connections', () => {
  test('go to the server of the link, with the deadlines that differ', async () => {
    const word = runOf('SSH-2.0-x\r\n');
    await checkLink(linkOf(WORD), word.run);
    expect(word.dialled).toEqual([[{ host: 'h.example', port: 2628, defaultPort: 2628, tls: 'none' }, {}]]);
    const session = runOf('login: ');
    await checkLink(linkOf('telnet://h.example/'), session.run);
    expect(session.dialled).toEqual([[expect.objectContaining({ port: 23 }), { first: 3000, idle: 3000 }]]);
  });

  test.each([
    ['finger://h.example/a', ['hello']],
    [WORD, ['SSH-2.0-x\r\n']],
    ['http://h.example/', ['HTTP/1.1 404 No\r\n\r\n', 'HTTP/1.1 200 OK\r\n\r\n']],
  ])('of %s are all closed', async (url, servers) => {
    const { run, closes } = runOf(...servers);
    vi.spyOn(finger, 'open').mockImplementation(failingWith(new ProtocolError('malformed', 'Broken.')));
    await checkLink(linkOf(url), run);
    expect(closes()).toEqual(servers.map(() => 1));
  });
});

test.each([
  ['gopher://h.example:7070/', 'h.example'],
  ['news:comp.lang.c', 'news'],
  ['mid:a@h.example', 'mid'],
  ['go:name', 'go'],
  ['mailto:a@h.example', ''],
  ['file:///a', ''],
])('the server of %s is %j', (url, server) => {
  expect(serverOf(explain(url))).toBe(server);
});
