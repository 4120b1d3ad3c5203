/** Users and passwords: no password reaches another server. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startFtp } from '../../../servers/ftp.ts';
import type { RunningServer } from '../../../servers/listener.ts';
import { type RunningWorker, takeWholeLog } from '../../harness.ts';
import { basic, commandsTo, startGateway } from '../worker.ts';

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

test('the password of anonymous users is the contact (RFC 1635)', async () => {
  expect((await worker.fetch(at(servers.open))).status).toBe(200);
  expect(logins(servers.open)).toEqual(['USER anonymous', 'PASS keeper@waypost.example']);
});

test('230 at once: no password is sent', async () => {
  expect((await worker.fetch(at(servers.named))).status).toBe(200);
  expect(logins(servers.named)).toEqual(['USER anonymous']);
});

test('530 for anonymous users: 401, for this server only', async () => {
  const response = await worker.fetch(at(servers.closed, '/pub/'));
  expect(response.status).toBe(401);
  expect(response.headers.get('WWW-Authenticate')).toBe(
    `Basic realm="ftp://127.0.0.1:${servers.closed.port}", charset="UTF-8"`,
  );
});

test('332, an account is required: 401', async () => {
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

test('a wrong password: 403, and 401 with ?login', async () => {
  const refused = await worker.fetch(at(servers.closed), { headers: WRONG });
  expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([403, null]);
  expect((await worker.fetch(at(servers.closed, '/?login'), { headers: WRONG })).status).toBe(401);
});

describe('?login', () => {
  test('is linked at the root, because a browser sends a password to all paths below', async () => {
    const listing = await worker.fetch(at(servers.open, '/pub/texts/?charset=koi8-r'), {
      headers: { Accept: 'text/html' },
    });
    expect(await listing.text()).toContain(
      `href="${at(servers.open, '/?charset=koi8-r&amp;login=')}" rel="nofollow alternate">Log in`,
    );
  });
  test('asks for a password even if the server accepts anonymous users', async () => {
    expect((await worker.fetch(at(servers.open, '/pub/?login'))).status).toBe(401);
    expect(logins(servers.open)).toEqual([]);
  });
  test('redirects to the same address without ?login', async () => {
    const response = await worker.fetch(at(servers.open, '/pub/?login'), { headers: CURATOR });
    expect([response.status, response.headers.get('Location')]).toEqual([302, at(servers.open, '/pub/')]);
  });
});

describe('Authorization is read only at the paths of one server', () => {
  const open = (server: RunningServer, path: string) =>
    `/open?url=${encodeURIComponent(`ftp://127.0.0.1:${server.port}${path}`)}`;

  test('/ftp/<authority> redirects to its slash before the gateway asks for a password', async () => {
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
  test.each(['/open?url=', '/r?url='])('%s: neither stored nor sent; the gateway asks for it', async (prefix) => {
    const link = `ftp://curator:museum@127.0.0.1:${servers.closed.port}/ledger.txt`;
    const response = await worker.fetch(prefix + encodeURIComponent(link));
    const expected = `${at(servers.closed, '/ledger.txt')}?login=`;
    expect([response.status, response.headers.get('Location')]).toEqual([302, expected]);
    expect([...response.headers].join()).not.toMatch(/curator|museum/);
    expect(servers.closed.log).toEqual([]);
  });

  test('they are in no response and no log line', async () => {
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

describe('credentials that cannot be part of a command', () => {
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

  test('spaces, colons and octets arrive unchanged', async () => {
    const Authorization = basic('J\u00e4ger und Sammler', ' a:b ');
    expect((await worker.fetch(at(servers.closed), { headers: { Authorization } })).status).toBe(403);
    expect(logins(servers.closed)).toEqual(['USER J\xc3\xa4ger und Sammler', 'PASS  a:b ']);
  });
});
