/** `/v1/check`: each status in each protocol, against the test servers and against doubles for what they never do. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCnrp } from '../../../servers/cnrp.ts';
import { startFtp } from '../../../servers/ftp.ts';
import { startGopher } from '../../../servers/gopher.ts';
import { listen, type RunningServer } from '../../../servers/listener.ts';
import { startNntp } from '../../../servers/nntp.ts';
import { startStrangers } from '../../../servers/strangers.ts';
import { startTelnet } from '../../../servers/telnet.ts';
import { startTn3270 } from '../../../servers/tn3270.ts';
import { startWais } from '../../../servers/wais.ts';
import { startWeb } from '../../../servers/web.ts';
import { answerWeb } from '../../../servers/web-answers.ts';
import type { RunningWorker } from '../../harness.ts';
import { problemType } from '../../problems.ts';
import { commandsTo, HASTY, STOPPING, startGateway } from '../worker.ts';

/** The requests that the narrow server has not answered, now and at most. It sees the end of a connection late. */
const narrow = { asked: 0, most: 0 };
const servers = {
  ...(await startStrangers()),
  gopher: await startGopher(),
  bare: await startGopher({ dialect: 'bare' }),
  umn: await startGopher({ dialect: 'umn' }),
  moved: await listen('gopher', {}, async (client) => {
    await client.line();
    await client.body(`--1\r\n3 admin\r\n0New\tnew\tlocalhost\t${servers.gopher.port}\r\n.\r\n`);
  }),
  narrow: await listen('gopher', {}, async (client) => {
    await client.line();
    narrow.asked += 1;
    narrow.most = Math.max(narrow.most, narrow.asked);
    await new Promise((resolve) => setTimeout(resolve, 30));
    narrow.asked -= 1;
    await client.body('a text\r\n');
  }),
  ftp: await startFtp(),
  private: await startFtp({ login: 'refused' }),
  news: await startNntp(),
  wais: await startWais(),
  cnrp: await startCnrp(),
  telnet: await startTelnet(),
  tn3270: await startTn3270(),
  shy: await listen('telnet', {}, async (client) => void (await client.line())),
  strange: await listen('strange', {}, async (client) => client.reply('!!\r\n')),
  web: await startWeb((method, target) => {
    if (target === '/no-head') return method === 'HEAD' ? { status: '405 Method Not Allowed' } : { status: '200 OK' };
    return answerWeb(method, target);
  }),
  secure: await startWeb(() => ({ status: '200 OK' }), { tls: 'implicit' }),
  untrusted: await startWeb(() => ({ status: '200 OK' }), { tls: 'implicit', certificate: 'self-signed' }),
  failing: await startWeb(() => ({ status: '500 Internal Server Error' })),
  closed: await listen('gopher', { fault: 'refused' }, async () => {}),
  silent: await listen('gopher', {}, async (client) => void (await client.gone())),
} satisfies Record<string, RunningServer>;

type Name = keyof typeof servers;
let worker: RunningWorker;
/** Workers for servers that say nothing, and for those that stop after their greeting. */
let hasty: RunningWorker;
let stopping: RunningWorker;

beforeAll(async () => {
  const start = (deadlines: Record<string, string>) =>
    startGateway(Object.values(servers), {
      NEWS_SERVER: `localhost:${servers.news.port}`,
      SUBREQUESTS: '1000',
      ...deadlines,
    });
  [worker, hasty, stopping] = await Promise.all([start({}), start(HASTY), start(STOPPING)]);
});
afterAll(() =>
  Promise.all([...[worker, hasty, stopping], ...Object.values(servers)].map((running) => running?.close())),
);

const url = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: Name) => `localhost:${servers[name].port}`);

async function check(text: string, by = worker): Promise<Record<string, unknown>> {
  const response = await by.fetch(`/v1/check?url=${encodeURIComponent(url(text))}`);
  expect(response.status).toBe(200);
  // An answer about a URL with a password says more.
  expect(response.headers.get('Cache-Control')).toMatch(/^(?:private, )?no-store$/);
  return response.json();
}

describe.concurrent('gopher', () => {
  test.each([
    ['gopher://{gopher}/', 'alive', null],
    ['gopher://{gopher}/0nope', 'gone', /nope/],
    ['gopher://{bare}/0nope', 'gone', /not found/i],
    ['gopher://{umn}/0nope', 'gone', /./],
    ['gopher://{footer}/1nope', 'gone', /^No such thing here$/],
    ['gopher://{empty}/1', 'unreachable', null],
    ['gopher://{closed}/', 'unreachable', null],
    ['gopher://{gopher}/8', 'not-checked', null],
    ['gopher://{gopher}/7/search', 'not-checked', null],
    ['gopher://{gopher}/hURL:http://h.example/', 'not-checked', null],
    ['gopher://{gopher}/0%00', 'not-checked', null],
  ] as const)('%s is %s', async (link, status, reply) => {
    const answer = await check(link);
    expect(answer).toMatchObject({ status, reply: reply === null ? null : expect.stringMatching(reply) });
  });
});

describe('ftp', () => {
  test.each([
    ['ftp://{ftp}/', 'alive', /^230 /],
    ['ftp://{ftp}/pub/', 'alive', /^250 /],
    ['ftp://{ftp}/pub', 'alive', null],
    ['ftp://{ftp}/nope', 'gone', /^550 /],
    ['ftp://{ftp}/nope/file.txt', 'gone', /^550 /],
    ['ftp://{private}/pub/', 'restricted', null],
    ['ftp://{locked}/pub/', 'restricted', null],
    ['ftp://{closed}/', 'unreachable', null],
  ] as const)('%s is %s', async (link, status, reply) => {
    const answer = await check(link);
    expect(answer).toMatchObject({ status, reply: reply === null ? null : expect.stringMatching(reply) });
  });

  test('a user name and a password in a link are not sent', async () => {
    servers.ftp.log.length = 0;
    const answer = await check('ftp://curator:museum@{ftp}/pub/');
    expect(answer).toMatchObject({ status: 'alive' });
    expect(commandsTo(servers.ftp).filter((line) => /^(?:USER|PASS) /.test(line))).toEqual([
      'USER anonymous',
      expect.not.stringContaining('museum'),
    ]);
  });
});

describe.concurrent('news', () => {
  test.each([
    ['news://{news}/*', 'alive', null],
    ['nntp://{news}/museum.history', 'alive', /^211 /],
    ['nntp://{news}/museum.nowhere', 'gone', /^411 /],
    ['news:nobody@nowhere.example', 'gone', /^430 /],
    ['mid:nobody@nowhere.example', 'gone', /^430 /],
    ['nntp://{news}/museum.history/999999', 'gone', /^423 /],
    ['nntp://{news}/museum.history/3', 'alive', /^223 /],
    ['nntp://{news}/museum.private', 'restricted', /^480 /],
    ['nntp://{oddNews}/museum.history', 'unavailable', /^299 What\?$/],
  ] as const)('%s is %s', async (link, status, reply) => {
    const answer = await check(link);
    expect(answer).toMatchObject({ status, reply: reply === null ? null : expect.stringMatching(reply) });
  });
});

test('what is not alive has the addresses of archives', async () => {
  const { archives } = await check('news:nobody@nowhere.example');
  expect(archives).toContainEqual({ name: expect.any(String), url: expect.stringContaining('nobody'), dated: null });
  expect(await check('news://{news}/*')).toMatchObject({ archives: [] });
});

describe('http', () => {
  test.each([
    ['http://{web}/', 'alive', 'HTTP/1.1 200 OK'],
    ['http://{web}/no-head', 'alive', 'HTTP/1.1 200 OK'],
    ['http://{web}/gone', 'gone', 'HTTP/1.1 410 Gone'],
    ['http://{web}/missing', 'gone', 'HTTP/1.1 404 Not Found'],
    ['http://{web}/login', 'restricted', 'HTTP/1.1 401 Unauthorized'],
    ['http://{web}/denied', 'restricted', 'HTTP/1.1 403 Forbidden'],
    ['http://{web}/busy', 'unavailable', 'HTTP/1.1 503 Service Unavailable'],
    ['http://{web}/to-nothing', 'unavailable', 'HTTP/1.1 302 Found'],
    ['http://{web}/closed', 'unreachable', null],
    ['http://{web}/private/page', 'not-checked', null],
    ['http://{failing}/', 'unavailable', 'HTTP/1.1 500 Internal Server Error'],
    ['https://{secure}/', 'alive', 'HTTP/1.1 200 OK'],
    ['https://{untrusted}/', 'unreachable', null],
  ] as const)('%s is %s', async (link, status, reply) => {
    expect(await check(link)).toMatchObject({ status, reply, otherProtocol: null });
  });

  test('https at a server without TLS is unreachable', async () => {
    const impatient = await startGateway([servers.web], { DEADLINES: 'connect=400ms' });
    const response = await impatient.fetch(`/v1/check?url=${encodeURIComponent(url('https://{web}/'))}`);
    expect(await response.json()).toMatchObject({ status: 'unreachable', reply: null, otherProtocol: null });
    await impatient.close();
  });

  test('the egress policy judges the target of a redirect', async () => {
    expect(await check('http://{web}/to-inside')).toMatchObject({
      status: 'not-checked',
      reason: 'address',
      redirects: [{ url: 'http://10.0.0.1/' }],
    });
  });

  test('the request names this service, and the robots.txt is asked once a request', async () => {
    servers.web.log.length = 0;
    const links = ['/', '/gone', '/private/'].map((path) => url(`http://{web}${path}`));
    const response = await worker.fetch('/v1/check', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(links),
    });
    const answers: { status: string }[] = await response.json();
    expect(answers.map(({ status }) => status)).toEqual(['alive', 'gone', 'not-checked']);
    const lines = commandsTo(servers.web);
    expect(lines.filter((line) => /^(?:GET|HEAD) /.test(line))).toEqual([
      'GET /robots.txt HTTP/1.1',
      'HEAD / HTTP/1.1',
      'HEAD /gone HTTP/1.1',
    ]);
    expect(new Set(lines.filter((line) => line.startsWith('User-Agent')))).toEqual(
      new Set([expect.stringMatching(/^User-Agent: Waypost\/\d\S* \(link check; http:\/\/.+\)$/)]),
    );
  });
});

test('the new place of a gopher item is followed', async () => {
  expect(await check('gopher://{moved}/0old%09%09+')).toMatchObject({
    status: 'gone',
    redirects: [{ url: url('gopher://{gopher}/0new') }],
  });
});

describe('many links', () => {
  const post = (type: string, body: string, query = ''): Promise<Response> =>
    worker.fetch(`/v1/check${query}`, { method: 'POST', headers: { 'Content-Type': type }, body });

  test('lines are answered in their order, and a bad line does not affect the others', async () => {
    const lines = [
      url('"gopher://{gopher}/"'),
      'no JSON',
      url('{"url":"ftp://{ftp}/nope"}'),
      '"http://["',
      '7',
      '"//h/"',
    ];
    const response = await post('application/x-ndjson', lines.join('\n'), '?base=mailto:a@h.example');
    const answers = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ status, type }) => type ?? status)).toEqual([
      'alive',
      problemType('invalid-item'),
      'gone',
      problemType('invalid-url'),
      problemType('invalid-item'),
      problemType('invalid-url'),
    ]);
  });

  test('a client that waits for an answer gets it', async () => {
    let end = (): void => {};
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('"mailto:a@h.example"\n'));
        end = () => controller.close();
      },
    });
    const headers = { 'Content-Type': 'application/x-ndjson' };
    const request = { method: 'POST', headers, body, duplex: 'half' };
    const response = await fetch(`${worker.origin}/v1/check`, request);
    const reader = response.body?.getReader();
    const first = new TextDecoder().decode((await reader?.read())?.value);
    end();
    expect(JSON.parse(first)).toMatchObject({ status: 'not-checked', reason: 'no-server' });
    expect(await reader?.read()).toMatchObject({ done: true });
  });

  test('a server has one connection at a time', async () => {
    const links = Array.from({ length: 4 }, (_, index) => `gopher://localhost:${servers.narrow.port}/0${index}`);
    const response = await post('application/json', JSON.stringify(links));
    const answers: { status: string }[] = await response.json();
    expect([answers.map(({ status }) => status), narrow.most]).toEqual([Array(4).fill('alive'), 1]);
  });

  test.each([['text/plain', 'gopher://h.example/', 415]])('%s: %s is refused', async (type, body, status) => {
    expect((await post(type, body)).status).toBe(status);
  });
});

test.each([
  ['?url=http://[', 422],
  ['', 400],
  ['?url=go:x&ulr=go:y', 400],
])('%s is refused with %i', async (query, status) => {
  expect((await worker.fetch(`/v1/check${query}`)).status).toBe(status);
});

describe.concurrent('other protocols', () => {
  test.each([
    ['wais://{wais}/history', 'alive'],
    ['wais://{wais}/nowhere', 'gone'],
    ['go://{cnrp}?fidonet', 'alive'],
    ['go://{cnrp}?nobody', 'gone'],
    // Nobody was asked: the links name no service, and neither do the settings.
    ['go:fidonet', 'not-checked'],
    ['go://?fidonet', 'not-checked'],
    ['go://localhost?id=1', 'not-checked'],
    ['telnet://{telnet}/', 'alive'],
    ['tn3270://{tn3270}/', 'alive'],
    ['rlogin://{silent}/', 'alive'],
    ['telnet://{empty}/', 'alive'],
    ['telnet://{closed}/', 'unreachable'],
    ['prospero://{closed}/museum', 'not-checked'],
    ['gopher://{silent}/', 'unreachable'],
    ['mailto:a@h.example', 'not-checked'],
    ['cid:a@h.example', 'not-checked'],
    ['file:///etc/passwd', 'not-checked'],
    ['afs://cell/a', 'not-checked'],
    ['javascript:alert(1)', 'not-checked'],
    ['unheard-of://h.example/', 'not-checked'],
    ['gopher://10.0.0.1/', 'not-checked'],
  ])('%s is %s', async (link, status) => {
    const by = /silent|empty/.test(link) ? hasty : worker;
    expect(await check(link, by)).toMatchObject({ status, otherProtocol: null });
  });

  test.each([
    ['gopher://{web}/', 'HTTP'],
    ['gopher://{ssh}/0a', 'SSH'],
    ['gopher://{smtp}/', 'SMTP'],
    ['gopher://{ftp}/', 'FTP'],
    ['gopher://{news}/', 'NNTP'],
    ['gopher://{tlsOnly}/', 'TLS'],
    ['ftp://{smtp}/', 'SMTP'],
    ['ftp://{ssh}/', 'SSH'],
    ['ftp://{news}/', 'NNTP'],
    ['nntp://{ftp}/a.b', 'FTP'],
    ['dict://{smtp}/d:a', 'SMTP'],
    ['dict://{news}/d:a', 'NNTP'],
    ['http://{ssh}/', 'SSH'],
    ['http://{gopher}/', 'gopher'],
    ['telnet://{ssh}/', 'SSH'],
    ['wais://{ssh}/museum', 'SSH'],
    ['go://{web}?fidonet', 'HTTP'],
    ['ftp://{strange}/', null],
  ])('behind %s lives %s', async (link, otherProtocol) => {
    // These servers wait for another command.
    const by = link.startsWith('gopher:') ? stopping : worker;
    expect(await check(link, by)).toMatchObject({ status: 'other-protocol', otherProtocol });
  });
});
