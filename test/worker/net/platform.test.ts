/** What Cloudflare’s platform refuses: sockets to its own addresses, and subrequests beyond the limit. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openSocket as openNodeSocket } from '../../../bin/node-socket.ts';
import { parseEgressPolicy } from '../../../src/egress/policy.ts';
import type { Dialer } from '../../../worker/net/connection.ts';
import { Deadline, timedOut } from '../../../worker/net/deadline.ts';
import { isOfPlatform } from '../../../worker/net/platform.ts';
import { openSocket } from '../../../worker/net/socket.ts';
import { parseDeadlines } from '../../../worker/settings/deadlines.ts';
import { SubrequestLimit, Subrequests } from '../../../worker/settings/subrequests.ts';
import { type DohServer, serveDoh } from './doh-server.ts';

const CLOUDFLARE = ['104.16.132.229', '2606:4700::6810:84e5'];
const OTHER_NETWORK = '93.184.215.14';

test.each([
  ['104.16.132.229', true],
  ['[2606:4700::6810:84e5]', true],
  ['172.71.255.255', true],
  ['172.72.0.0', false],
  [OTHER_NETWORK, false],
  ['cloudflare.com', false],
])('%s is an address of the platform: %s', (host, expected) => {
  expect(isOfPlatform(host)).toBe(expected);
});

const server = createServer((socket) => void socket.end('hello\r\n'));
let port = 0;
let doh: DohServer;
/** The hosts that were dialled. */
let dialled: string[] = [];
let addresses: readonly string[] = [];

beforeAll(async () => {
  doh = await serveDoh(({ type }) => ({
    addresses: addresses.filter((address) => address.includes(':') === (type === 'AAAA')),
  }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address !== null && typeof address !== 'string') port = address.port;
});
afterAll(() => {
  server.close();
  return doh.close();
});
beforeEach(() => {
  dialled = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Every address leads to the server of this test. */
const connect: Dialer['connect'] = (address) => {
  if (typeof address === 'string') throw new TypeError('An address is an object here.');
  dialled.push(address.hostname);
  return openNodeSocket({ host: '127.0.0.1', port });
};

const target = { host: 'h.example.org', port: 80, defaultPort: 80, tls: 'none' } as const;

function open(own: Partial<Dialer>) {
  const dialer: Dialer = {
    connect,
    policy: parseEgressPolicy({ DOH_URL: doh.url }),
    deadlines: parseDeadlines(''),
    lifetime: new Deadline(null, timedOut('total'), new AbortController().signal),
    admit: null,
    ...own,
  };
  return openSocket(target, dialer).then((connection) => connection.close());
}

test('on the platform, a server at its addresses is not asked', async () => {
  addresses = CLOUDFLARE;
  await expect(open({ onPlatform: true })).rejects.toMatchObject({ rule: 'platform' });
  expect(dialled).toEqual([]);
});

test('outside it is', async () => {
  addresses = CLOUDFLARE;
  await open({});
  expect(dialled).toEqual(['104.16.132.229']);
});

test('other addresses of the server are asked', async () => {
  addresses = [...CLOUDFLARE, OTHER_NETWORK];
  await open({ onPlatform: true });
  expect(dialled).toEqual([OTHER_NETWORK]);
});

const REFUSAL = 'Too many subrequests by single Worker invocation.';
const LIMITED = { code: 'rate-limited', rule: 'connection-limit' };

test('a lookup that the platform refuses is a limit of connections, and no other one is tried', async () => {
  const limit = new SubrequestLimit(1000);
  const subrequests = new Subrequests(limit);
  subrequests.count(50);
  const fetched = vi.fn(() => Promise.reject(new Error(REFUSAL)));
  vi.stubGlobal('fetch', fetched);
  await expect(open({ subrequests })).rejects.toMatchObject(LIMITED);
  expect([fetched.mock.calls.length, limit.limit]).toEqual([2, 51]);
  await expect(open({ subrequests })).rejects.toMatchObject(LIMITED);
  expect(fetched).toHaveBeenCalledTimes(2);
});

const failed = Promise.reject(new Error(REFUSAL));
failed.catch(() => {});

test.each<[string, Dialer['connect']]>([
  [
    'throws',
    () => {
      throw new Error(REFUSAL);
    },
  ],
  [
    'fails',
    (address, options) => {
      const socket = connect(address, options);
      socket.opened.catch(() => {});
      return Object.assign(socket, { opened: failed });
    },
  ],
])('so is a socket that %s with the words of the platform', async (_, refusing) => {
  addresses = [OTHER_NETWORK];
  const subrequests = new Subrequests(new SubrequestLimit(1000));
  await expect(open({ connect: refusing, subrequests })).rejects.toMatchObject(LIMITED);
  expect(subrequests.areRefused).toBe(true);
});

test('a connection that the platform closed says nothing about the others', async () => {
  const closed = () => Promise.reject(new Error('Response closed due to connection limit'));
  vi.stubGlobal('fetch', closed);
  const subrequests = new Subrequests(new SubrequestLimit(1000));
  await expect(open({ subrequests })).rejects.toMatchObject(LIMITED);
  expect(subrequests.areRefused).toBe(false);
});
