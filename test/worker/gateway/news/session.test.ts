/** Logins, TLS, and every fault of the test news server (RFC 4642, RFC 4643). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../../servers/faults.ts';
import { listen, type RunningServer } from '../../../servers/listener.ts';
import { type NntpOptions, startNntp } from '../../../servers/nntp.ts';
import type { RunningWorker } from '../../harness.ts';
import { problemType } from '../../problems.ts';
import { at, commandsTo, HASTY, html, type Json, json, STOPPING, startGateway, until, wordsOf } from './worker.ts';

const LOGIN = 'curator:museum';

/** News servers and Workers that may reach them, by their settings. Tests with the same settings share them. */
const started = new Map<string, Promise<readonly [server: RunningServer, worker: RunningWorker]>>();

async function start(
  options: NntpOptions,
  vars: Record<string, string>,
): Promise<readonly [RunningServer, RunningWorker]> {
  const server = await startNntp(options);
  const secure = options.tls === 'implicit' ? 'nntps' : 'nntp';
  const worker = await startGateway([server], { NEWS_SERVER: `${secure}://localhost:${server.port}`, ...vars });
  return [server, worker];
}

/** A news server with an empty log, and a Worker that may reach it. */
async function withServer(
  options: NntpOptions,
  vars: Record<string, string>,
  use: (server: RunningServer, worker: RunningWorker) => Promise<void>,
): Promise<void> {
  const key = JSON.stringify([options, vars]);
  const running = started.get(key) ?? start(options, vars);
  started.set(key, running);
  const [server, worker] = await running;
  await until(() => server.connections === 0);
  server.log.length = 0;
  await use(server, worker);
}

afterAll(async () => {
  for (const [server, worker] of await Promise.all(started.values())) {
    await worker.close();
    await server.close();
  }
});

/** Replies by the command lines; the one for the empty line is the greeting. */
type Script = Readonly<Record<string, string>>;

/**
 * A server that follows a script, and two Workers that may reach it, one for servers that stop. All tests share them.
 */
let shared: { readonly server: RunningServer; readonly worker: RunningWorker; readonly stopping: RunningWorker };
let script: Script = {};
/** The fault after the header of an article. */
let articleFault: Fault | null = null;

beforeAll(async () => {
  const server = await listen('nntp', {}, async (conversation) => {
    await conversation.reply(`${script[''] ?? '200 ready'}\r\n`);
    for (let line = await conversation.line(); line !== null; line = await conversation.line()) {
      await conversation.reply(`${script[line] ?? '500 what?'}\r\n`);
      if (articleFault === null || !script[line]?.startsWith('220')) continue;
      await conversation.body('Subject: long\r\n\r\n');
      conversation.setFault(articleFault);
      await conversation.body('x'.repeat(10_000));
    }
  });
  shared = { server, worker: await startGateway([server]), stopping: await startGateway([server], STOPPING) };
});

afterAll(async () => {
  await Promise.all([shared?.worker.close(), shared?.stopping.close()]);
  await shared?.server.close();
});

async function scripted(
  replies: Script,
  use: (server: RunningServer, worker: RunningWorker) => Promise<void>,
): Promise<void> {
  script = replies;
  articleFault = null;
  await use(shared.server, shared.worker);
}

/** An article with a complete header, then a fault. */
async function longArticle(
  fault: Fault,
  use: (server: RunningServer, worker: RunningWorker) => Promise<void>,
): Promise<void> {
  script = { 'ARTICLE <a@h>': '220 0 <a@h>' };
  articleFault = fault;
  await use(shared.server, fault.kind === 'silent' ? shared.stopping : shared.worker);
}

const said = (server: RunningServer): string => server.log.map(({ octets }) => octets.toString('latin1')).join('');

describe('passwords (RFC 4643)', () => {
  test('a server that demands a login, without NEWS_LOGIN', () =>
    withServer({}, {}, async (_server, worker) => {
      const { response, text } = await html(worker, '/news/~/museum.private');
      expect(response.status).toBe(401);
      // Not an HTTP authentication scheme, so a browser does not ask for a password.
      expect(response.headers.get('WWW-Authenticate')).not.toMatch(/basic|digest/i);
      expect(wordsOf(text)).toContain('“480 Members only”');
    }));

  test('the operator’s login goes over TLS', () =>
    withServer({ tls: 'implicit' }, { NEWS_LOGIN: LOGIN }, async (server, worker) => {
      expect((await json(worker, '/news/~/museum.private')).articles).toHaveLength(1);
      expect(commandsTo(server)).toEqual([
        'MODE READER',
        'CAPABILITIES',
        'GROUP museum.private',
        'AUTHINFO USER curator',
        'AUTHINFO PASS museum',
        'CAPABILITIES',
        'GROUP museum.private',
        'LIST OVERVIEW.FMT',
        'OVER 1-1',
        'QUIT',
      ]);
    }));

  test('the operator’s login goes after STARTTLS, never before', () =>
    withServer({ tls: 'explicit' }, { NEWS_LOGIN: LOGIN }, async (server, worker) => {
      expect((await json(worker, '/news/~/museum.private')).articles).toHaveLength(1);
      const commands = commandsTo(server);
      expect(commands.indexOf('STARTTLS')).toBeGreaterThan(0);
      expect(commands.indexOf('AUTHINFO PASS museum')).toBeGreaterThan(commands.indexOf('STARTTLS'));
      expect(server.log.every(({ secure }) => secure)).toBe(true);
    }));

  test('the operator’s login is not sent in the clear', () =>
    withServer({}, { NEWS_LOGIN: LOGIN }, async (server, worker) => {
      expect((await worker.fetch('/news/~/museum.private')).status).toBe(401);
      expect(said(server)).not.toMatch(/AUTHINFO|museum\r/);
    }));

  test('the operator’s login is not sent to another server', () =>
    withServer({ tls: 'implicit' }, { NEWS_LOGIN: LOGIN }, async (server, worker) => {
      const response = await worker.fetch(at(server, 'nntps', 'museum.private'));
      expect(response.status).toBe(401);
      expect(said(server)).not.toContain('AUTHINFO');
    }));

  test('a wrong password', () =>
    withServer({ tls: 'implicit' }, { NEWS_LOGIN: 'curator:wrong' }, async (_server, worker) => {
      const { response, text } = await html(worker, '/news/~/museum.private');
      expect(response.status).toBe(403);
      expect(wordsOf(text)).toContain('“481 ');
      expect(text).not.toContain('wrong');
    }));

  test('a server that demands a login before everything else', () =>
    withServer({ login: 'everybody', tls: 'implicit' }, { NEWS_LOGIN: LOGIN }, async (_server, worker) => {
      expect((await json(worker, '/news/~/*')).groups).toHaveLength(6);
      expect((await json(worker, '/news/~/veronica.1@museum.test')).subject).toBe('Who remembers Veronica?');
    }));

  test('a password in a link is not sent', () =>
    withServer({}, {}, async (server, worker) => {
      const url = `nntp://curator:museum@localhost:${server.port}/museum.history`;
      const response = await worker.fetch(`/open?url=${encodeURIComponent(url)}`);
      expect(response.status).toBe(302);
      expect(response.headers.get('Location')).toBe(at(server, 'nntp', 'museum.history'));
      expect(server.log).toEqual([]);
    }));
});

describe('TLS (RFC 4642, RFC 5538 §5)', () => {
  const certificates = ['trusted', 'expired', 'self-signed', 'wrong-name'] as const;
  let servers: RunningServer[];
  let worker: RunningWorker;

  beforeAll(async () => {
    servers = await Promise.all(certificates.map((certificate) => startNntp({ tls: 'implicit', certificate })));
    worker = await startGateway(servers);
  });
  afterAll(async () => {
    await worker?.close();
    await Promise.all(servers?.map((server) => server.close()));
  });

  const serverWith = (certificate: (typeof certificates)[number]): RunningServer => {
    const server = servers[certificates.indexOf(certificate)];
    if (server === undefined) throw new TypeError(certificate);
    server.log.length = 0;
    return server;
  };

  test.each([
    ['snews', 'veronica.1@museum.test'],
    ['nntps', 'museum.history/4'],
  ])('%s', async (scheme, path) => {
    const server = serverWith('trusted');
    const article = await json(worker, at(server, scheme, path));
    expect(article.subject).toBe('Who remembers Veronica?');
    expect(article.newsgroups[0].url).toBe(`nntps://localhost:${server.port}/museum.history`);
    expect(server.log.every(({ secure }) => secure)).toBe(true);
  });

  test.each(certificates.slice(1))('a certificate that is %s', async (certificate) => {
    const server = serverWith(certificate);
    const response = await worker.fetch(at(server, 'nntps', 'museum.history'));
    expect(response.status).toBe(502);
    expect(((await response.json()) as Json).type).toEqual(problemType('gateway-tls'));
    expect(said(server)).toBe('');
  });

  test('a link without TLS to a server that speaks only TLS', async () => {
    const server = serverWith('trusted');
    const hasty = await startGateway([server], HASTY);
    const response = await hasty.fetch(at(server, 'nntp', 'museum.history'));
    expect([502, 504]).toContain(response.status);
    await hasty.close();
  });

  test('483 from a server without TLS', () =>
    scripted({ 'GROUP museum.history': '483 Secure first' }, async (server, worker) => {
      const response = await worker.fetch(at(server, 'nntp', 'museum.history'));
      expect([response.status, ((await response.json()) as Json).type]).toEqual([502, problemType('gateway-tls')]);
    }));
});

describe('statuses', () => {
  const message = 'ARTICLE <a@h>';

  test.each<[reply: string, replies: Record<string, string>, status: number, kind: string]>([
    ['400 as a greeting', { '': '400 closing' }, 503, 'gateway-busy'],
    ['502 as a greeting', { '': '502 go away' }, 403, 'server-forbidden'],
    ['220 as a greeting', { '': '220 FTP here' }, 502, 'gateway-protocol'],
    ['the greeting of another protocol', { '': 'SSH-2.0-OpenSSH_9.2' }, 502, 'gateway-protocol'],
    ['502 for MODE READER', { 'MODE READER': '502 no reading' }, 403, 'server-forbidden'],
    ['400 for MODE READER', { 'MODE READER': '400 closing' }, 503, 'gateway-busy'],
    ['400', { [message]: '400 closing' }, 503, 'gateway-busy'],
    ['403', { [message]: '403 broken' }, 503, 'gateway-busy'],
    ['401', { [message]: '401 XSECRET' }, 401, 'server-unauthorized'],
    ['480', { [message]: '480 password' }, 401, 'server-unauthorized'],
    ['423', { [message]: '423 none' }, 404, 'server-not-found'],
    ['430', { [message]: '430 none' }, 404, 'server-not-found'],
    ['500', { [message]: '500 what?' }, 501, 'not-implemented'],
    ['501', { [message]: '501 how?' }, 501, 'not-implemented'],
    ['503', { [message]: '503 not here' }, 501, 'not-implemented'],
    ['502', { [message]: '502 no' }, 403, 'server-forbidden'],
    ['a status of another command', { [message]: '281 welcome' }, 502, 'gateway-protocol'],
    ['a malformed status', { [message]: '22 x' }, 502, 'gateway-protocol'],
  ])('%s', (_, replies, status, kind) =>
    scripted(replies, async (server, worker) => {
      const response = await worker.fetch(at(server, 'news', 'a@h'));
      expect(response.status).toBe(status);
      expect(((await response.json()) as Json).type).toEqual(problemType(kind));
      await until(() => server.connections === 0);
    }),
  );

  test('the server’s text is quoted, and never markup', () =>
    scripted({ [message]: '430 <script>alert(1)</script>\u0007' }, async (server, worker) => {
      const { text } = await html(worker, at(server, 'news', 'a@h'));
      expect(text).not.toContain('<script>');
      expect(wordsOf(text)).toContain('“430 <script>alert(1)</script>”');
    }));

  test('nothing can be posted', () =>
    scripted({}, async (server, worker) => {
      server.log.length = 0;
      const response = await worker.fetch(at(server, 'nntp', 'museum.history'), { method: 'POST', body: 'x' });
      expect(response.status).toBe(405);
      expect(server.log).toEqual([]);
    }));
});

describe('faults', () => {
  let server: RunningServer;
  let worker: RunningWorker;
  let hasty: RunningWorker;

  beforeAll(async () => {
    server = await startNntp({ many: 1000 });
    const vars = { NEWS_SERVER: `localhost:${server.port}` };
    worker = await startGateway([server], vars);
    hasty = await startGateway([server], { ...vars, ...HASTY });
  });
  afterAll(async () => {
    await Promise.all([worker?.close(), hasty?.close()]);
    await server?.close();
  });
  afterEach(() => server.faults.set(null));

  const group = '/news/~/museum.deluge';
  const article = '/news/~/veronica.3@museum.test';

  test.each<[what: string, fault: Fault, path: string, statuses: number[]]>([
    ['connection refused', { kind: 'refused' }, group, [502]],
    ['no greeting', { kind: 'silent' }, group, [504]],
    ['silence in the middle of an article', { kind: 'silent', at: 'body' }, article, [504]],
    ['an octet now and then', { kind: 'drip', at: 'body', everyMs: 450 }, article, [504]],
    ['a reset in an article', { kind: 'reset', after: 100, at: 'body' }, article, [502]],
    ['an orderly close, but too early', { kind: 'truncated', after: 100, at: 'body' }, article, [502]],
    ['an overview that breaks off', { kind: 'truncated', after: 2000, at: 'body' }, group, [502]],
    ['status lines that never end', { kind: 'endless-line', at: 'reply' }, group, [502]],
    ['a list whose line never ends', { kind: 'endless-line', at: 'body' }, '/news/~/*', [502]],
    ['random octets instead of a reply', { kind: 'garbage' }, group, [502]],
    ['a body of 1 GiB', { kind: 'huge', at: 'body' }, '/news/~/*', [502]],
    ['400 in the middle', { kind: 'goodbye' }, group, [503]],
    ['400 at once', { kind: 'goodbye', after: 0 }, group, [503]],
  ])('%s', async (_, fault, path, statuses) => {
    await server.faults.set(fault);
    // Faults that end only by a deadline use the Worker with short deadlines.
    const response = await (statuses.includes(504) ? hasty : worker).fetch(path);
    expect(statuses, await response.clone().text()).toContain(response.status);
    await until(() => server.connections === 0);
  });

  test.each<[what: string, fault: Fault]>([
    ['a reset', { kind: 'reset', after: 100, at: 'body' }],
    ['an end without the last line', { kind: 'truncated', after: 100, at: 'body' }],
    ['silence', { kind: 'silent', at: 'body' }],
  ])('a broken transfer looks broken, in raw format: %s', (_, fault) =>
    longArticle(fault, async (broken, reader) => {
      const transfer = reader.fetch(at(broken, 'news', 'a@h?format=raw')).then((response) => {
        // If no octet was sent yet, the development proxy in front of workerd answers with an error.
        if (response.status === 500) throw new Error('broken before its first octet');
        return response.text();
      });
      await expect(transfer).rejects.toThrow();
      await until(() => broken.connections === 0);
    }),
  );

  test('when the client disconnects, the connection is closed', () =>
    longArticle({ kind: 'drip', everyMs: 20, at: 'body' }, async (dripping, reader) => {
      const client = new AbortController();
      const response = await reader.fetch(at(dripping, 'news', 'a@h?format=raw'), { signal: client.signal });
      await response.body?.getReader().read();
      expect(dripping.connections).toBe(1);
      client.abort();
      await until(() => dripping.connections === 0);
    }));
});

describe('a list of groups that comes in pieces', () => {
  /** About 100 octets each, so that three pieces of 64 KiB have them. */
  const names = Array.from({ length: 1500 }, (_, index) => `group${index}.${'x'.repeat(90)}`);

  async function listed(lines: readonly string[]): Promise<Response> {
    const list = `215 groups\r\n${lines.map((line) => `${line}\r\n`).join('')}.`;
    script = { 'LIST ACTIVE': list, 'LIST NEWSGROUPS': list.replace(/ 2 1 y/g, '\tGr\u00fc\u00dfe') };
    return shared.worker.fetch(at(shared.server, 'news', '*?format=json'));
  }

  test('has every group with its description', async () => {
    const { groups, truncated }: Json = await (await listed(names.map((name) => `${name} 2 1 y`))).json();
    expect(truncated).toBe(false);
    expect(groups.map(({ name }: Json) => name)).toEqual(names.toSorted());
    expect(new Set(groups.map(({ description }: Json) => description))).toEqual(new Set(['Gr\u00fc\u00dfe']));
  });

  test('is refused if a line is longer than a piece', async () => {
    const response = await listed([`a 2 1 y${' '.repeat(70_000)}`, 'b 2 1 y']);
    expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('a line that is too long')]);
  });
});
