/** What Cloudflare’s platform refuses: sockets to its own addresses, and subrequests beyond the limit. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openSocket as openNodeSocket } from '../../../bin/node-socket.ts';
import { parseEgressPolicy } from '../../../src/egress/policy.ts';
import type { Dialer } from '../../../src/net/connection.ts';
import { Deadline, timedOut } from '../../../src/net/deadline.ts';
import { parseDeadlines } from '../../../src/net/deadlines.ts';
import { openSocket } from '../../../src/net/socket.ts';
import {
  isOfPlatform,
  isOnPlatform,
  isPlatformRefusal,
  platformOf,
  refusesSubrequests,
} from '../../../worker/net/platform.ts';
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

/** The first and the last address of each block, and an address on each side of it; `null` = another block is there. */
test.each([
  ['173.245.47.255', '173.245.48.0', '173.245.63.255', '173.245.64.0'],
  ['103.21.243.255', '103.21.244.0', '103.21.247.255', '103.21.248.0'],
  ['103.22.199.255', '103.22.200.0', '103.22.203.255', '103.22.204.0'],
  ['103.31.3.255', '103.31.4.0', '103.31.7.255', '103.31.8.0'],
  ['141.101.63.255', '141.101.64.0', '141.101.127.255', '141.101.128.0'],
  ['108.162.191.255', '108.162.192.0', '108.162.255.255', '108.163.0.0'],
  ['190.93.239.255', '190.93.240.0', '190.93.255.255', '190.94.0.0'],
  ['188.114.95.255', '188.114.96.0', '188.114.111.255', '188.114.112.0'],
  ['197.234.239.255', '197.234.240.0', '197.234.243.255', '197.234.244.0'],
  ['198.41.127.255', '198.41.128.0', '198.41.255.255', '198.42.0.0'],
  ['162.157.255.255', '162.158.0.0', '162.159.255.255', '162.160.0.0'],
  ['104.15.255.255', '104.16.0.0', '104.23.255.255', null],
  [null, '104.24.0.0', '104.27.255.255', '104.28.0.0'],
  ['172.63.255.255', '172.64.0.0', '172.71.255.255', '172.72.0.0'],
  ['131.0.71.255', '131.0.72.0', '131.0.75.255', '131.0.76.0'],
  ['2400:caff:ffff::', '2400:cb00::', '2400:cb00:ffff::', '2400:cb01::'],
  ['2606:46ff:ffff::', '2606:4700::', '2606:4700:ffff::', '2606:4701::'],
  ['2803:f7ff:ffff::', '2803:f800::', '2803:f800:ffff::', '2803:f801::'],
  ['2405:b4ff:ffff::', '2405:b500::', '2405:b500:ffff::', '2405:b501::'],
  ['2405:80ff:ffff::', '2405:8100::', '2405:8100:ffff::', '2405:8101::'],
  ['2a06:98bf:ffff::', '2a06:98c0::', '2a06:98c7:ffff::', '2a06:98c8::'],
  ['2c0f:f247:ffff::', '2c0f:f248::', '2c0f:f248:ffff::', '2c0f:f249::'],
])('after %s, the addresses %s to %s are those of the platform, and not %s', (before, first, last, after) => {
  expect([isOfPlatform(first), isOfPlatform(last)]).toEqual([true, true]);
  for (const beside of [before, after]) if (beside !== null) expect(isOfPlatform(beside)).toBe(false);
});

test('a request that names a data center came in at the platform', () => {
  expect(isOnPlatform({ cf: Object.assign(Object.create(null), { colo: 'FRA' }) })).toBe(true);
  expect(isOnPlatform({ cf: Object.create(null) })).toBe(false);
  expect(isOnPlatform({})).toBe(false);
});

const SUBREQUESTS = 'Too many subrequests by single Worker invocation.';
const CONNECTIONS = 'Response closed due to connection limit';

test.each<[what: string, error: unknown, ofSubrequests: boolean, ofPlatform: boolean]>([
  ['a text', SUBREQUESTS, true, true],
  ['an error', new Error(SUBREQUESTS), true, true],
  ['an error in capitals', new Error(SUBREQUESTS.toUpperCase()), true, true],
  ['an error with a cause', new Error(SUBREQUESTS, { cause: new Error('other') }), true, true],
  ['the cause of an error', new Error('other', { cause: new Error(SUBREQUESTS) }), true, true],
  ['a closed connection', new Error(CONNECTIONS), false, true],
  ['a closed connection in capitals', CONNECTIONS.toUpperCase(), false, true],
  ['the cause of a closed connection', new Error('other', { cause: CONNECTIONS }), false, true],
  ['another error', new Error('other'), false, false],
  ['another value', { message: SUBREQUESTS }, false, false],
  ['no value', null, false, false],
])('a refusal of the platform: %s', (_, error, ofSubrequests, ofPlatform) => {
  expect([refusesSubrequests(error), isPlatformRefusal(error)]).toEqual([ofSubrequests, ofPlatform]);
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
  await expect(open({ platform: platformOf({ onPlatform: true, subrequests: null }) })).rejects.toMatchObject({
    code: 'gateway-unreachable',
    rule: 'platform',
  });
  expect(dialled).toEqual([]);
});

test('outside it is', async () => {
  addresses = CLOUDFLARE;
  await open({});
  expect(dialled).toEqual(['104.16.132.229']);
});

test('other addresses of the server are asked', async () => {
  addresses = [...CLOUDFLARE, OTHER_NETWORK];
  await open({ platform: platformOf({ onPlatform: true, subrequests: null }) });
  expect(dialled).toEqual([OTHER_NETWORK]);
});

const LIMITED = { code: 'rate-limited', rule: 'connection-limit' };

test('a lookup that the platform refuses is a limit of connections, and no other one is tried', async () => {
  const limit = new SubrequestLimit(1000);
  const subrequests = new Subrequests(limit);
  subrequests.count(50);
  const fetched = vi.fn(() => Promise.reject(new Error(SUBREQUESTS)));
  vi.stubGlobal('fetch', fetched);
  await expect(open({ platform: platformOf({ onPlatform: false, subrequests }) })).rejects.toMatchObject(LIMITED);
  expect([fetched.mock.calls.length, limit.limit]).toEqual([2, 51]);
  await expect(open({ platform: platformOf({ onPlatform: false, subrequests }) })).rejects.toMatchObject(LIMITED);
  expect(fetched).toHaveBeenCalledTimes(2);
});

const failed = Promise.reject(new Error(SUBREQUESTS));
failed.catch(() => {});

test.each<[string, Dialer['connect']]>([
  [
    'throws',
    () => {
      throw new Error(SUBREQUESTS);
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
  await expect(
    open({ connect: refusing, platform: platformOf({ onPlatform: false, subrequests }) }),
  ).rejects.toMatchObject(LIMITED);
  expect(subrequests.areRefused).toBe(true);
});

test('a connection that the platform closed says nothing about the others', async () => {
  const closed = () => Promise.reject(new Error(CONNECTIONS));
  vi.stubGlobal('fetch', closed);
  const subrequests = new Subrequests(new SubrequestLimit(1000));
  await expect(open({ platform: platformOf({ onPlatform: false, subrequests }) })).rejects.toMatchObject(LIMITED);
  expect(subrequests.areRefused).toBe(false);
});

test('a refusal of the platform is one where nothing counts subrequests', async () => {
  addresses = [OTHER_NETWORK];
  const refusing: Dialer['connect'] = () => {
    throw new Error(SUBREQUESTS);
  };
  const platform = platformOf({ onPlatform: false, subrequests: null });
  await expect(open({ connect: refusing, platform })).rejects.toMatchObject(LIMITED);
});
