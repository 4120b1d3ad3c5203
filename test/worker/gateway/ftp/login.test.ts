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

describe('the user of a link', () => {
  const asked = async (link: string, headers = {}) => {
    const { headers: redirect } = await worker.fetch(`/r?url=${encodeURIComponent(link)}`);
    const location = redirect.get('Location') ?? '';
    const response = await worker.fetch(location, { headers: { Accept: 'text/html', ...headers } });
    const realm = /realm="([^"]*)"/.exec(response.headers.get('WWW-Authenticate') ?? '')?.[1];
    return { location, status: response.status, realm, text: await response.text(), headers: response.headers };
  };
  const server = () => `127.0.0.1:${servers.closed.port}`;

  test('is asked for the password alone, in the realm and on the page (draft-hoffkohn-rfc1738bis §2.2.1)', async () => {
    const { status, location, realm, text } = await asked(`ftp://curator@${server()}/pub/`);
    expect([status, location, realm]).toEqual([
      401,
      `${at(servers.closed, '/pub/')}?login=curator`,
      `ftp://curator@${server()}`,
    ]);
    expect(text).toContain('Enter the password of “curator” for this server.');
    expect(servers.closed.log).toEqual([]);
  });

  test('is decoded on the page', async () => {
    const { status, realm, text } = await asked(`ftp://j%C3%B6%40s@${server()}/`);
    expect([status, realm]).toEqual([401, `ftp://j%C3%B6%40s@${server()}`]);
    expect(text).toContain('the password of “jö@s”');
  });

  test('may have an empty password, which is another link', async () => {
    const { location, text } = await asked(`ftp://curator:@${server()}/`);
    expect(location).toBe(`${at(servers.closed)}?login=curator&password=empty`);
    expect(text).toContain('The link says that it is empty.');
    expect((await asked(`ftp://curator:museum@${server()}/`)).text).not.toContain('empty');
  });

  test('logs in with their password, at the address without the name', async () => {
    const { status, headers } = await asked(`ftp://curator@${server()}/pub/`, CURATOR);
    expect([status, headers.get('Location')]).toEqual([302, at(servers.closed, '/pub/')]);
    expect(logins(servers.closed)).toEqual(['USER curator', 'PASS museum']);
  });

  test('is asked again if the browser sends what it has for another user: that is sent to nobody', async () => {
    const { status, realm } = await asked(`ftp://visitor@${server()}/`, CURATOR);
    expect([status, realm]).toEqual([401, `ftp://visitor@${server()}`]);
    expect(servers.closed.log).toEqual([]);
  });

  test.each(['a%3Ab', 'a%0Ab', 'a%E2%80%AEb', 'x'.repeat(101)])(
    'that HTTP cannot send is asked for: %s',
    async (user) => {
      const { status, location, realm, text } = await asked(`ftp://${user}@${server()}/`);
      // The library refuses a control character.
      if (user === 'a%0Ab') expect(location).toBe('');
      else {
        expect([status, location, realm]).toEqual([401, `${at(servers.closed)}?login=`, `ftp://${server()}`]);
        expect(text).toContain('Enter your user name and password for this server.');
      }
    },
  );

  test('that is nobody logs in as anonymous', async () => {
    for (const user of ['', 'anonymous']) {
      expect((await asked(`ftp://${user}@127.0.0.1:${servers.open.port}/`)).location).toBe(at(servers.open));
    }
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
    const expected = `${at(servers.closed, '/ledger.txt')}?login=curator`;
    expect([response.status, response.headers.get('Location')]).toEqual([302, expected]);
    expect([...response.headers].join()).not.toMatch(/museum/);
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
