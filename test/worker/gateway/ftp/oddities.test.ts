/** Servers with unusual but real behaviour, each as a script of a few replies. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Script } from '../../../src/protocols/ftp/double.ts';
import type { RunningWorker } from '../../harness.ts';
import { basic, startGateway } from '../worker.ts';
import { type Scripted, scripted } from './scripted.ts';

const servers: Scripted[] = [];
let worker: RunningWorker;

interface Row {
  readonly what: string;
  readonly script: Script;
  readonly path: string;
  readonly status: number;
  /** Part of the body. */
  readonly shows?: string;
  /** Commands that the server must receive in this order; others may come between them. */
  readonly received?: readonly string[];
}

const rows: readonly Row[] = [
  {
    what: 'RFC 959 alone',
    script: {},
    path: '/a/b/abc',
    status: 200,
    shows: 'abc',
    received: ['CWD a', 'CWD b', 'TYPE I', 'RETR abc'],
  },
  {
    what: 'no CWD with a null argument: a list says what was listed',
    script: { 'CWD ': '550 No.' },
    path: '/a//b/',
    status: 200,
    shows: '/a/b/","welcome"',
    received: ['CWD a', 'CWD ', 'CWD b'],
  },
  {
    what: 'CWD with a null argument',
    script: {},
    path: '/a//b/',
    status: 200,
    shows: '"openedAs":null',
    received: ['CWD a', 'CWD ', 'CWD b'],
  },
  {
    what: 'no CWD: the whole path at once',
    script: { CWD: '502 No.', 'RETR a/b/abc': 'DATA whole', RETR: '550 No.' },
    path: '/a/b/abc',
    status: 200,
    shows: 'whole',
  },
  {
    what: 'no CWD: a listing of the whole path',
    script: { CWD: '500 No.', 'LIST a/b/': 'DATA -rw-r--r-- 1 a b 3 Feb  3  1995 found\r\n', LIST: '550 No.' },
    path: '/a/b/',
    status: 200,
    shows: 'found',
  },
  {
    what: 'no CWD: a path that looks like an option',
    script: { CWD: '502 No.' },
    path: '/-R/',
    status: 200,
    received: ['LIST ./-R/'],
  },
  {
    what: 'no LIST: names alone',
    script: { LIST: '502 No.', NLST: 'DATA /pub/one\r\ntwo\r\n' },
    path: '/pub/',
    status: 200,
    shows: '"name":"one"',
    received: ['LIST', 'NLST'],
  },
  {
    what: 'MLSD that FEAT lists and the server does not have',
    script: { FEAT: '211-F\r\n MLST type*;\r\n211 End', MLSD: '500 No.' },
    path: '/',
    status: 200,
    shows: 'abc',
    received: ['MLSD', 'LIST'],
  },
  {
    what: 'an empty directory as an error',
    script: { LIST: '550 No files found.' },
    path: '/',
    status: 200,
    shows: '"entries":[]',
  },
  { what: 'a listing without permission', script: { LIST: '550 Permission denied.' }, path: '/', status: 403 },
  {
    what: 'a file without permission',
    script: { RETR: '550 abc: Permission denied', CWD: '550 No.' },
    path: '/abc',
    status: 403,
  },
  {
    what: 'a .message that the server already sent as a reply is not shown twice',
    script: {
      CWD: '250-Take care.\r\n250 Here.',
      FEAT: '211-F\r\n MLST type*;\r\n211 End',
      MLSD: 'DATA type=file; .message\r\n',
      RETR: 'DATA Take care.',
    },
    path: '/pub/',
    status: 200,
    shows: '"readme":null',
  },
  {
    what: 'a README that breaks off is not shown',
    script: {
      LIST: 'DATA -rw-r--r-- 1 a b 3 Feb  3  1995 README\r\n',
      RETR: 'BROKEN Welc',
    },
    path: '/',
    status: 200,
    shows: '"readme":null',
  },
  {
    what: 'lines in an unknown format',
    script: { LIST: 'DATA What a day!\r\n' },
    path: '/',
    status: 200,
    shows: 'What a day!',
  },
  {
    what: 'a README that is not text is not read to its end',
    script: {
      LIST: 'DATA -rw-r--r-- 1 a b 3 Feb  3  1995 README\r\n',
      RETR: 'OPEN \0\x01\x02',
    },
    path: '/',
    status: 200,
    shows: '"readme":null',
    received: ['RETR README'],
  },
  {
    what: 'lines in an unknown format: the names are links, and the lines are shown beside them',
    script: { LIST: 'DATA NEWS TXT, 4 blocks\r\n', NLST: 'DATA NEWS.TXT\r\n' },
    path: '/',
    status: 200,
    shows: '"name":"NEWS.TXT","octets":null',
    received: ['LIST', 'NLST'],
  },
  { what: 'a greeting after 120', script: { '': '120 Wait.\r\n220 Ready.' }, path: '/abc', status: 200 },
  { what: 'a greeting that refuses', script: { '': '421 Full.' }, path: '/abc', status: 503 },
  {
    what: '421 for clients without TLS (pure-ftpd): the gateway connects again with TLS',
    script: { USER: '421 Please reconnect using TLS.', AUTH: '502 Not today.' },
    path: '/abc',
    status: 502,
    shows: 'gateway-tls',
    received: ['USER anonymous', 'AUTH TLS'],
  },
  { what: 'a greeting that demands a login', script: { '': '530 Not for you.' }, path: '/abc', status: 401 },
  {
    what: 'a login demanded by CWD',
    script: { CWD: '530 Log in.' },
    path: '/private/abc',
    status: 401,
    shows: 'The server says: 530 Log in.',
  },
  { what: 'an account demanded by CWD', script: { CWD: '532 Account?' }, path: '/private/', status: 401 },
  { what: 'a login demanded by RETR', script: { RETR: '530 Log in.', CWD: '530 No.' }, path: '/abc', status: 401 },
  { what: 'a login demanded by LIST', script: { LIST: '530 Log in.' }, path: '/', status: 401 },
  {
    what: 'a login demanded by SIZE, HEAD',
    script: { SIZE: '530 Log in.', RETR: '530 Log in.', CWD: '530 No.' },
    path: '/abc',
    status: 401,
  },
  {
    what: 'a login demanded by CWD after a login',
    script: { CWD: '530 Not you.' },
    path: '/private/',
    status: 403,
    shows: 'The server says: 530 Not you.',
  },
  { what: 'a short file without its reply at the end', script: { RETR: 'BROKEN abc' }, path: '/abc', status: 503 },
  { what: 'a greeting of another protocol', script: { '': 'SSH-2.0-OpenSSH_9.2' }, path: '/abc', status: 502 },
  { what: '202 for the password', script: { PASS: '202 Superfluous.' }, path: '/abc', status: 200 },
  { what: 'Telnet options in the greeting', script: { '': '\xff\xfb\x01220 Ready.' }, path: '/abc', status: 200 },
  { what: 'EPSV with a forbidden port', script: { EPSV: '229 (|||1|)' }, path: '/abc', status: 403 },
  {
    what: 'EPSV whose port is closed: PASV',
    script: { EPSV: 'CLOSED' },
    path: '/abc',
    status: 200,
    received: ['EPSV', 'PASV'],
  },
  {
    what: 'EPSV without a port: PASV',
    script: { EPSV: '229 Somewhere.' },
    path: '/abc',
    status: 200,
    received: ['EPSV', 'PASV'],
  },
  { what: 'neither EPSV nor PASV', script: { EPSV: '502 No.', PASV: '502 No.' }, path: '/abc', status: 501 },
  { what: 'a directory that RETR refuses', script: { RETR: '550 Not a plain file.' }, path: '/abc', status: 302 },
  {
    what: 'SIZE of a directory',
    script: { SIZE: '213 4096', RETR: '550 Not a plain file.' },
    path: '/abc',
    status: 302,
  },
  {
    what: 'replies of several lines in every form',
    script: { CWD: '250-Here\r\n 250 is\r\n250-a\r\n331 word\r\n250 Yes.' },
    path: '/x/',
    status: 200,
    shows: '"notice":"Here\\n 250 is\\na\\n331 word"',
  },
  { what: 'a busy file', script: { RETR: '450 Busy.', CWD: '550 No.' }, path: '/abc', status: 503 },
  { what: 'the name is not allowed', script: { RETR: '553 No such name.', CWD: '550 No.' }, path: '/abc', status: 400 },
  {
    what: '425 after the passive port was opened',
    script: { RETR: '425 No.', CWD: '550 No.' },
    path: '/abc',
    status: 502,
  },
  {
    what: 'REST that FEAT lists and the server does not have',
    script: { FEAT: '211-F\r\n REST STREAM\r\n211 End', SIZE: '213 3', REST: '502 No.' },
    path: '/abc',
    status: 200,
    shows: 'abc',
  },
];

/** Outside of the range from which systems choose ports, so that no server of another test listens there. */
const CLOSED_PORT = 29_999;

beforeAll(async () => {
  for (const { script } of rows) {
    servers.push(await scripted(script.EPSV === 'CLOSED' ? { ...script, EPSV: `229 (|||${CLOSED_PORT}|)` } : script));
  }
  worker = await startGateway(servers);
});

afterAll(async () => {
  await worker?.close();
  for (const server of servers) server.close();
});

test.each(rows.map((row, index) => ({ ...row, index })))(
  '$what',
  async ({ path, status, shows, received, index, what }) => {
    const server = servers[index];
    if (!server) throw new Error(what);
    const headers = {
      Accept: 'application/json',
      ...(what.startsWith('REST') ? { Range: 'bytes=1-' } : {}),
      ...(what.endsWith('after a login') ? { Authorization: basic('curator', 'museum') } : {}),
    };
    const method = what.endsWith('HEAD') ? 'HEAD' : 'GET';
    const response = await worker.fetch(`/ftp/127.0.0.1:${server.port}${path}`, { method, headers });
    const body = await response.text();
    // RFC 9110 §15.5.2: without a challenge, a browser does not ask for the password.
    expect(response.headers.has('WWW-Authenticate')).toBe(status === 401);
    expect([response.status, body]).toEqual([status, shows === undefined ? body : expect.stringContaining(shows)]);
    const order = (received ?? []).map((command) => server.received.indexOf(command));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
  },
);

const LONG = 'x'.repeat(50_000);

test.each<[what: string, Script, whole: boolean]>([
  ['fails after all octets', { SIZE: '213 50000', RETR: `BROKEN(550 Failed.) ${LONG}` }, false],
  ['is longer than announced', { SIZE: '213 49999', RETR: `DATA ${LONG}` }, false],
  ['is shorter than announced', { SIZE: '213 50001', RETR: `DATA ${LONG}` }, false],
  ['ends with 421 after all octets', { SIZE: '213 50000', RETR: `BROKEN(421 Timeout.) ${LONG}` }, true],
  ['is confirmed', { SIZE: '213 50000', RETR: `DATA ${LONG}` }, true],
])('a transfer that %s is whole, or the answer breaks off', async (_what, script, whole) => {
  const server = await scripted(script);
  const own = await startGateway([server]);
  try {
    const response = await own.fetch(`/ftp/${server.host}:${server.port}/x`);
    expect(response.status).toBe(200);
    const length = response.arrayBuffer().then(
      ({ byteLength }) => byteLength,
      () => null,
    );
    expect(await length).toBe(whole ? LONG.length : null);
  } finally {
    await own.close();
    server.close();
  }
});

test('pages say what was opened in place of a link with empty segments', async () => {
  const server = await scripted({ 'CWD ': '501 Invalid number of parameters' });
  const own = await startGateway([server]);
  try {
    for (const path of ['/a//b/', '/a//abc']) {
      const response = await own.fetch(`/ftp/${server.host}:${server.port}${path}`, { headers: WINDOW });
      const said = `This is ftp://${server.host}:${server.port}${path.replace('//', '/')}.`;
      expect(await response.text()).toContain(said);
    }
  } finally {
    await own.close();
    server.close();
  }
});

/** What a browser sends for a page in a window. */
const WINDOW = { Accept: 'text/html', 'Sec-Fetch-Dest': 'document' };

test('links in the words of the server and in the README of a directory are live', async () => {
  const server = await scripted({
    LIST: 'DATA -rw-r--r-- 1 a b 3 Feb  3  1995 README\r\n',
    PASS: '230-Now at <URL:ftp://h.example/pub/>.\r\n230 In.',
    RETR: 'DATA See http://h.example/a, or gopher://h.example/0/b.\r\n',
  });
  const own = await startGateway([server]);
  try {
    const response = await own.fetch(`/ftp/${server.host}:${server.port}/`, { headers: { Accept: 'text/html' } });
    const blocks = [...(await response.text()).matchAll(/<pre dir="auto">.*?<\/pre>/gs)].join('');
    expect([...blocks.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/ftp/h.example/pub/',
      '/r?url=http%3A%2F%2Fh.example%2Fa',
      '/gopher/h.example/0/b',
    ]);
  } finally {
    await own.close();
    server.close();
  }
});
