/** The relay against the Prospero test server over UDP: answers, bad networks, and everything that it refuses. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { parseEgressPolicy } from '../../../src/egress/policy.ts';
import { type RelayOptions, type RunningRelay, startRelay } from '../../../worker/relay/relay.ts';
import { until } from '../../servers/client.ts';
import { type RunningProspero, startProspero } from '../../servers/prospero.ts';

/** Datagrams that are not packets. */
const NOISE = Buffer.alloc(9, 0xff);
const SECRET = 'a secret of the tests';
let server: RunningProspero;
let relay: RunningRelay;

const relayWith = (options: Partial<RelayOptions> = {}): Promise<RunningRelay> =>
  startRelay({
    ...{ secret: SECRET, port: 0 },
    policy: parseEgressPolicy({ EGRESS_ALLOW: `localhost:${server.port}, 127.0.0.1:${server.port}` }),
    ...options,
  });

beforeAll(async () => {
  server = await startProspero();
  relay = await relayWith();
});

afterAll(async () => {
  await relay?.close();
  await server?.close();
});

afterEach(async () => {
  Object.assign(server.network, { lost: 0, doubled: false, shuffled: false, stranger: false });
  await server.faults.set(null);
});

const question = (more: object = {}): object => ({
  ...{ host: 'localhost', port: server.port, hsoname: '/museum/docs', objectVersion: null, version: 5, ask: 'list' },
  ...more,
});

function post(
  body: unknown,
  { to = relay, secret = SECRET, method = 'POST', path = '/', signal = null as AbortSignal | null } = {},
): Promise<Response> {
  return fetch(to.origin + path, {
    method,
    headers: secret === '' ? {} : { Authorization: `Bearer ${secret}` },
    ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    signal,
  });
}

const textOf = async (more: object = {}): Promise<string> => (await post(question(more))).text();

describe('answers', () => {
  test('a directory', async () => {
    const response = await post(question());
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/octet-stream']);
    expect(await response.text()).toMatch(/^LINK {2}L FILE plan\.txt INTERNET-D localhost\(\d+\) ASCII /);
  });

  test('the contents of a file whose name has to be quoted', async () => {
    expect(await textOf({ hsoname: "/museum/it's%20here.txt", ask: 'contents' })).toBe(
      "ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA Odd.'\n'\n",
    );
  });

  test('the attributes of an object, and version 1, whose answers have the connection id 0', async () => {
    expect(await textOf({ ask: 'object' })).toBe('FAILURE NOT-FOUND\n');
    expect(await textOf({ hsoname: '/museum/old', version: 1 })).toContain('LINK L FILE old_name.txt');
    expect(server.questions.slice(-2)).toEqual([
      expect.stringContaining('GET-OBJECT-INFO ATTRIBUTES ASCII /museum/docs\n'),
      expect.stringMatching(/^VERSION 1\nAUTHENTICATOR UNAUTHENTICATED guest\n/),
    ]);
  });

  test('a name and a version cannot add a line', async () => {
    server.questions.length = 0;
    for (const more of [
      { hsoname: 'a%0ADELETE-LINK%20b' },
      { hsoname: 'a\nDELETE-LINK b' },
      { objectVersion: '1\nDELETE-LINK b' },
    ]) {
      expect([(await post(question(more))).status, server.questions]).toEqual([400, []]);
    }
  });

  it.each([
    ['none', {}],
    ['5 % are lost', { lost: 5 }],
    ['each arrives twice', { doubled: true }],
    ['every second one is late', { shuffled: true }],
    ['all of it', { lost: 5, doubled: true, shuffled: true }],
  ])('5,000 links in 300 packets; faults of the network: %s', async (_, network) => {
    Object.assign(server.network, network);
    const text = await textOf({ hsoname: '/museum/many' });
    const links = text.split('\n').slice(0, -1);
    expect([links.length, links.at(-1)]).toEqual([5000, expect.stringContaining('/museum/many/file-4999.txt 0')]);
    expect(text.length).toBeGreaterThan(250 * 1250);
  });

  test('an answer of another address is not heard', async () => {
    server.network.stranger = true;
    expect(await textOf()).toContain('plan.txt');
  });
});

describe('who may ask', () => {
  it.each([
    ['no secret', ''],
    ['a wrong secret', 'a secret of the test'],
    ['a longer secret', `${SECRET}s`],
  ])('%s: 401, and no datagram', async (_, secret) => {
    const before = server.received.count;
    const response = await post(question(), { secret });
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'unauthorized' }]);
    expect(server.received.count).toBe(before);
  });

  test('a relay without a secret does not start', async () => {
    await expect(relayWith({ secret: '' })).rejects.toThrow('PROSPERO_RELAY_SECRET');
  });

  test('it listens on loopback', () => {
    expect(relay.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});

describe('what it does not take', () => {
  it.each([
    ['no JSON', 'VERSION 5'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a packet', { host: 'h.example', port: 1525, packet: 'AAAA' }],
    ['another question', { ask: 'delete' }],
    ['another version', { version: 2 }],
    ['a port as text', { port: '1525' }],
    ['a fraction of a port', { port: 1525.5 }],
    ['no host', { host: null }],
    ['a long body', 'x'.repeat(100_000)],
  ])('%s: 400', async (_, body) => {
    const whole = typeof body === 'string' || 'packet' in body ? body : question(body);
    const response = await post(whole);
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'bad-request' }]);
  });

  it.each([
    ['GET', '/'],
    ['POST', '/questions'],
  ])('%s %s', async (method, path) => {
    expect((await post(question(), { method, path })).status).toBe(400);
  });
});

describe('the egress policy', () => {
  const DNS: Readonly<Record<string, readonly string[]>> = {
    'private.example.net': ['10.0.0.1'],
    'mixed.example.net': ['93.184.215.14', '127.0.0.1'],
    'mapped.example.net': ['::ffff:127.0.0.1'],
    'nowhere.example.net': [],
  };
  let judging: RunningRelay;
  beforeAll(async () => {
    judging = await relayWith({ policy: parseEgressPolicy({}), resolve: async (name) => DNS[name] ?? [] });
  });
  afterAll(() => judging?.close());

  it.each([
    ['a private address', '192.168.0.1', 1525, 'address'],
    ['loopback', '127.0.0.1', 1525, 'address'],
    ['loopback in IPv6', '[::1]', 1525, 'address'],
    ['metadata of clouds', '169.254.169.254', 1525, 'address'],
    ['a number that is an address', '2130706433', 1525, 'host-syntax'],
    ['localhost', 'localhost', 1525, 'special-name'],
    ['a private address by DNS', 'private.example.net', 1525, 'address'],
    ['one private address of two', 'mixed.example.net', 1525, 'address'],
    ['loopback in IPv6 by DNS', 'mapped.example.net', 1525, 'address'],
    ['the port of DNS', 'mixed.example.net', 53, 'port'],
    ['the port of SNMP', 'mixed.example.net', 161, 'port'],
    ['port 0', 'mixed.example.net', 0, 'port'],
    ['no port at all', 'mixed.example.net', 70_000, 'port'],
  ])('%s is refused', async (_, host, port, rule) => {
    const response = await post(question({ host, port }), { to: judging });
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'egress-denied', rule }]);
  });

  test('a name without addresses', async () => {
    const response = await post(question({ host: 'nowhere.example.net', port: 1525 }), { to: judging });
    expect([response.status, await response.json()]).toMatchObject([502, { code: 'gateway-unreachable' }]);
  });

  test('a name is resolved once, and asked at that address', async () => {
    let asked = 0;
    const rebinding = await relayWith({
      resolve: async () => {
        asked += 1;
        return [asked === 1 ? '127.0.0.1' : '127.0.0.9'];
      },
    });
    const response = await post(question({ host: 'rebinding.example.net' }), { to: rebinding });
    expect([response.status, asked]).toEqual([200, 1]);
    await rebinding.close();
  });
});

describe('servers that do not answer well', () => {
  test('a closed port', async () => {
    await server.faults.set('refused');
    const response = await post(question());
    expect([response.status, await response.json()]).toMatchObject([502, { code: 'gateway-unreachable' }]);
  });

  test('an answer of 2 MiB', async () => {
    await server.faults.set('huge');
    const response = await post(question());
    expect([response.status, await response.json()]).toMatchObject([502, { code: 'gateway-limit' }]);
  });

  test('a flood of datagrams that say nothing', async () => {
    const flood = createSocket('udp4');
    flood.bind(0, '127.0.0.1');
    await once(flood, 'listening');
    const { port } = flood.address();
    let over = false;
    flood.on('message', (_, peer) => {
      const send = (): void => {
        for (let count = 0; count < 50 && !over; count++) flood.send(NOISE, peer.port, peer.address, () => {});
        if (!over) setImmediate(send);
      };
      send();
    });
    const flooded = await relayWith({ policy: parseEgressPolicy({ EGRESS_ALLOW: `127.0.0.1:${port}` }) });
    const response = await post(question({ host: '127.0.0.1', port }), { to: flooded });
    over = true;
    expect([response.status, await response.json()]).toMatchObject([502, { code: 'gateway-limit' }]);
    flood.close();
    await flooded.close();
  });

  test('twenty questions at a time; the others come back later', async () => {
    await server.faults.set('silent');
    const gone = new AbortController();
    const before = server.received.count;
    const waiting = Array.from({ length: 20 }, () => post(question(), { signal: gone.signal }).catch(() => null));
    expect(await until(() => server.received.count >= before + 20)).toBe(true);
    const response = await post(question());
    expect([response.status, await response.json()]).toMatchObject([503, { code: 'gateway-busy' }]);
    // Clients that leave end their questions.
    gone.abort();
    await Promise.all(waiting);
    await server.faults.set(null);
    await expect.poll(async () => (await post(question())).status, { timeout: 10_000 }).toBe(200);
  });

  describe('noise, and then silence', () => {
    // Only the clock of the relay: sockets keep the time of the system.
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
    afterEach(() => void vi.useRealTimers());

    /** Waits by the clock of the system: `vi.waitUntil` would move that of the relay. */
    async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
      const end = Date.now() + 10_000;
      while (!(await holds())) {
        if (Date.now() > end) throw new Error(`this does not come true: ${holds}`);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }

    test('a server that asks to wait is quoted, with its queue and Retry-After', async () => {
      const archie = createSocket('udp4');
      archie.bind(0, '127.0.0.1');
      await once(archie, 'listening');
      const { port } = archie.address();
      const heard = once(archie, 'message');
      archie.on('message', (datagram, peer) => {
        // Packet 0 of nothing: wait 65535 s, option 254: number 7 in the queue, 300 seconds.
        const header = Buffer.alloc(20);
        header.set([20, datagram[1] ?? 0, datagram[2] ?? 0]);
        header.writeUInt16BE(65_535, 9);
        header[12] = 254;
        header[13] = 3;
        header.writeUInt16BE(7, 14);
        header.writeUInt32BE(300, 16);
        archie.send(Buffer.concat([header, Buffer.from('Archie is busy tonight')]), peer.port, peer.address);
      });
      const busy = await relayWith({ policy: parseEgressPolicy({ EGRESS_ALLOW: `127.0.0.1:${port}` }) });
      let response: Response | null = null;
      const answered = post(question({ host: '127.0.0.1', port }), { to: busy }).then((got) => {
        response = got;
        return got.json();
      });
      await heard;
      await eventually(async () => {
        await vi.advanceTimersByTimeAsync(100);
        return response !== null;
      });
      const { status, headers }: Response = response ?? Response.error();
      expect([status, headers.get('Retry-After'), await answered]).toMatchObject([
        503,
        '300',
        {
          code: 'gateway-busy',
          detail:
            'The server asks you to wait 5 minutes. This request is number 7 in its queue. It says: “Archie is busy tonight”.',
        },
      ]);
      archie.close();
      await busy.close();
    });

    test('asked again after 4 and 12 seconds, given up after 20', async () => {
      await server.faults.set('garbage');
      const before = server.received.count;
      let status = 0;
      const answer = post(question()).then((response) => {
        status = response.status;
        return response.json();
      });
      const asked = (times: number) => eventually(() => server.received.count === before + times);
      await asked(1);
      for (const [milliseconds, times] of [
        [3_900, 1],
        [200, 2],
        [7_800, 2],
        [200, 3],
        [7_800, 3],
      ] as const) {
        await vi.advanceTimersByTimeAsync(milliseconds);
        await asked(times);
      }
      // 19.9 seconds, by its clock.
      expect(status).toBe(0);
      await vi.advanceTimersByTimeAsync(200);
      expect([await answer, status]).toMatchObject([{ code: 'gateway-timeout' }, 504]);
    });
  });
});
