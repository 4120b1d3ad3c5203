/** Users and passwords (design, "FTP passwords"; ftp.md §5), and that no password goes where it does not belong. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startFtp } from '../../../servers/ftp.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { type RunningWorker, takeWholeLog } from '../../harness.ts';
import { basic, commandsTo, startGateway } from './worker.ts';

const CURATOR = { Authorization: basic('curator', 'museum') };
const WRONG = { Authorization: basic('curator', 'mausoleum') };

let servers: Record<'open' | 'named' | 'closed' | 'account', RunningServer>;
let worker: RunningWorker;

beforeAll(async () => {
  servers = {
    open: await startFtp(),
    named: await startFtp({ login: 'name' }),
    closed: await startFtp({ login: 'refused' }),
    account: await startFtp({ login: 'account' }),
  };
  worker = await startGateway(Object.values(servers), { CONTACT: 'keeper@waypost.example' });
});

beforeEach(() => {
  for (const server of Object.values(servers)) server.log.length = 0;
  worker.takeLog();
});

afterAll(async () => {
  await worker?.close();
  for (const server of Object.values(servers ?? {})) await server.close();
});

const at = (server: RunningServer, path = '/') => `/ftp/127.0.0.1:${server.port}${path}`;
const logins = (server: RunningServer) => commandsTo(server).filter((line) => /^(?:USER|PASS|ACCT)/.test(line));

test('anonymous visitors leave the contact as their password (RFC 1635)', async () => {
  expect((await worker.fetch(at(servers.open))).status).toBe(200);
  expect(logins(servers.open)).toEqual(['USER anonymous', 'PASS keeper@waypost.example']);
});

test('230 at once: no password is sent', async () => {
  expect((await worker.fetch(at(servers.named))).status).toBe(200);
  expect(logins(servers.named)).toEqual(['USER anonymous']);
});

test('530 for anonymous visitors: 401, for this server alone', async () => {
  const response = await worker.fetch(at(servers.closed, '/pub/'));
  expect(response.status).toBe(401);
  expect(response.headers.get('WWW-Authenticate')).toBe(
    `Basic realm="ftp://127.0.0.1:${servers.closed.port}", charset="UTF-8"`,
  );
});

test('332: an account as well, 401', async () => {
  expect((await worker.fetch(at(servers.account))).status).toBe(401);
});

test('a user with a password', async () => {
  const response = await worker.fetch(at(servers.closed, '/ledger.txt'), { headers: CURATOR });
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'private, no-store, no-transform']);
  expect(await response.text()).toContain('one candle');
  expect(logins(servers.closed)).toEqual(['USER curator', 'PASS museum']);
  const listing = await worker.fetch(at(servers.closed), { headers: { ...CURATOR, Accept: 'text/html' } });
  expect(listing.headers.get('Cache-Control')).toBe('private, no-store');
  expect(await listing.text()).toContain('ledger.txt');
});

test('a wrong password: 403, and 401 where one asks to log in', async () => {
  const refused = await worker.fetch(at(servers.closed), { headers: WRONG });
  expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([403, null]);
  expect((await worker.fetch(at(servers.closed, '/?login'), { headers: WRONG })).status).toBe(401);
});

describe('?login', () => {
  test('is linked at the root, as a browser sends a password to what lies below', async () => {
    const listing = await worker.fetch(at(servers.open, '/pub/texts/?charset=koi8-r'), {
      headers: { Accept: 'text/html' },
    });
    expect(await listing.text()).toContain(`href="${at(servers.open, '/?charset=koi8-r&amp;login=')}">Log in`);
  });
  test('asks, though the server would let anybody in', async () => {
    expect((await worker.fetch(at(servers.open, '/pub/?login'))).status).toBe(401);
    expect(logins(servers.open)).toEqual([]);
  });
  test('goes on where one was', async () => {
    const response = await worker.fetch(at(servers.open, '/pub/?login'), { headers: CURATOR });
    expect([response.status, response.headers.get('Location')]).toEqual([302, at(servers.open, '/pub/')]);
  });
});

describe('Authorization is read below the path of one server, and nowhere else', () => {
  const open = (server: RunningServer, path: string) =>
    `/open?url=${encodeURIComponent(`ftp://127.0.0.1:${server.port}${path}`)}`;

  test('/ftp/<authority> redirects to its slash before anything is asked', async () => {
    for (const headers of [{}, CURATOR]) {
      const path = at(servers.closed).slice(0, -1);
      const response = await worker.fetch(path, { headers });
      expect([response.status, response.headers.get('Location')]).toEqual([302, `${path}/`]);
    }
    expect(servers.closed.log).toEqual([]);
  });

  test('/open', async () => {
    const response = await worker.fetch(open(servers.closed, '/pub//'), { headers: CURATOR });
    expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([403, null]);
    expect(logins(servers.closed).join()).not.toContain('curator');
  });

  test('a second server', async () => {
    await worker.fetch(at(servers.closed), { headers: CURATOR });
    await worker.fetch(at(servers.open));
    expect(logins(servers.open)).toEqual(['USER anonymous', 'PASS keeper@waypost.example']);
  });
});

describe('passwords in links', () => {
  test.each(['/open?url=', '/r?url='])('%s: neither kept nor sent, but asked for', async (way) => {
    const link = `ftp://curator:museum@127.0.0.1:${servers.closed.port}/ledger.txt`;
    const response = await worker.fetch(way + encodeURIComponent(link));
    const asked = `${at(servers.closed, '/ledger.txt')}?login=`;
    expect([response.status, response.headers.get('Location')]).toEqual([302, asked]);
    expect([...response.headers].join()).not.toMatch(/curator|museum/);
    expect(servers.closed.log).toEqual([]);
  });

  test('nothing that is answered or logged has them', async () => {
    for (const path of ['/', '/?format=json', '/ledger.txt', '/none.txt', '/pub', '/pub/?format=raw']) {
      for (const headers of [CURATOR, WRONG]) {
        const response = await worker.fetch(at(servers.closed, path), { headers });
        expect([...response.headers].join() + (await response.text())).not.toMatch(/curator:|mausoleum|Y3VyYXRvcj/);
      }
    }
    const log = JSON.stringify(await takeWholeLog(worker));
    expect(log).toContain('"scheme":"ftp"');
    expect(log).not.toMatch(/curator|mausoleum|Y3VyYXRvcj|ledger/);
  });
});

describe('what no command line can carry', () => {
  test.each([
    ['a line end in the user name', 'a\r\nDELE x', 'b'],
    ['a line feed in the password', 'a', 'b\nDELE x'],
    ['NUL', 'a\0', 'b'],
    ['another control character', 'a\x1b', 'b'],
  ])('%s', async (_what, user, password) => {
    const response = await worker.fetch(at(servers.closed), { headers: { Authorization: basic(user, password) } });
    expect(response.status).toBe(400);
    expect(commandsTo(servers.closed).join()).not.toContain('DELE');
  });

  test('spaces, colons and octets arrive as they are', async () => {
    const Authorization = basic('J\u00e4ger und Sammler', ' a:b ');
    expect((await worker.fetch(at(servers.closed), { headers: { Authorization } })).status).toBe(403);
    expect(logins(servers.closed)).toEqual(['USER J\xc3\xa4ger und Sammler', 'PASS  a:b ']);
  });
});
