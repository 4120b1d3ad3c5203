/** How a target becomes a connection, over sockets and a resolver of the test. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Address, parseAddress } from '../../../src/egress/address.ts';
import { parseEgressPolicy } from '../../../src/egress/policy.ts';
import type { Platform } from '../../../src/net/connection.ts';
import { Deadline, timedOut } from '../../../src/net/deadline.ts';
import { GatewayError } from '../../../src/net/failure.ts';
import { judgeTarget, openSocket, type SocketTarget } from '../../../src/net/socket.ts';
import { connecting, dialerWith, FakeSocket } from './fake-socket.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const targetAt = (host: string, more: Partial<SocketTarget> = {}): SocketTarget => {
  return { host, port: 70, defaultPort: 70, tls: 'none', ...more };
};

/** A record of the name that was asked for: the question begins at 12. */
const record = ({ family, octets }: Address) => [
  ...[0xc0, 12, 0, family === 4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, octets.length],
  ...octets,
];

/**
 * A resolver that knows these addresses of every name.
 *
 * @param time - of each answer, in milliseconds
 */
function resolving(addresses: readonly string[], rcode = 0, time = 0) {
  const fetched = vi.fn(async (_: string, { body }: { body: Uint8Array }) => {
    vi.setSystemTime(Date.now() + time);
    const family = body.at(-3) === 1 ? 4 : 6;
    const known = addresses.map((text) => parseAddress(text)).filter((address) => address?.family === family);
    const message = [...body, ...known.flatMap((address) => (address === null ? [] : record(address)))];
    message.splice(2, 2, 0x81, 0x80 | rcode);
    message[7] = known.length;
    return new Response(Uint8Array.from(message));
  });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

const PUBLIC = ['93.184.215.14', '2a00:1450::1'];

describe('the hosts that are dialled', () => {
  it.each<[what: string, target: SocketTarget, variables: object, hosts: readonly string[], isPublic: boolean]>([
    ['an IPv4 address', targetAt('93.184.215.14'), {}, ['93.184.215.14'], true],
    ['an IPv6 address, in brackets', targetAt('[2a00:1450::1]'), {}, ['[2a00:1450::1]'], true],
    ['a name that is listed', targetAt('localhost'), { EGRESS_ALLOW: 'localhost:70' }, ['localhost'], false],
    ['an address that is listed', targetAt('127.0.0.1'), { EGRESS_ALLOW: '127.0.0.1:70' }, ['127.0.0.1'], false],
    [
      'a name, where the system resolves names',
      targetAt('a.example.org'),
      { EGRESS_DNS: 'system' },
      ['a.example.org'],
      true,
    ],
    [
      'the addresses of a name, in their order',
      targetAt('a.example.org'),
      {},
      ['93.184.215.14', '[2a00:1450::1]'],
      true,
    ],
  ])('are %s', async (_, target, variables, hosts, isPublic) => {
    const fetched = resolving(PUBLIC);
    const refused = () => new FakeSocket({ opened: Promise.reject(new Error('refused')) });
    const platform = connecting(...hosts.map(refused));
    const admit = vi.fn(async () => {});
    const policy = parseEgressPolicy(variables);
    const opened = openSocket(target, dialerWith({ connect: platform.connect, policy, admit }));
    await expect(opened).rejects.toMatchObject({ code: 'unreachable' });
    expect(platform.hosts()).toEqual(hosts);
    expect(admit.mock.calls).toEqual(isPublic ? [[hosts[0]]] : []);
    expect(fetched).toHaveBeenCalledTimes(hosts.length === 2 ? 2 : 0);
  });

  it.each<[what: string, host: string, addresses: readonly string[], rcode: number, error: object]>([
    ['a denied address', '10.0.0.1', PUBLIC, 0, { code: 'egress-denied', rule: 'address' }],
    ['a denied first answer', 'a.example.org', ['10.0.0.1', ...PUBLIC], 0, { code: 'egress-denied', rule: 'address' }],
    ['a denied last answer', 'a.example.org', [...PUBLIC, 'fd00::1'], 0, { code: 'egress-denied', rule: 'address' }],
    ['no address', 'a.example.org', [], 0, { code: 'unreachable', message: expect.stringContaining('no address') }],
    ['no answer', 'a.example.org', [], 2, { code: 'unreachable', cause: 'the resolver answered with RCODE 2' }],
  ])('are none for %s, whether it is dialled or judged', async (_, host, addresses, rcode, error) => {
    resolving(addresses, rcode);
    const platform = connecting();
    const dialer = dialerWith({ connect: platform.connect });
    await expect(openSocket(targetAt(host), dialer)).rejects.toMatchObject(error);
    await expect(judgeTarget(targetAt(host), dialer)).rejects.toMatchObject(error);
    expect(platform.hosts()).toEqual([]);
  });

  it('are not dialled to judge them', async () => {
    resolving(PUBLIC);
    const platform = connecting();
    await judgeTarget(targetAt('a.example.org'), dialerWith({ connect: platform.connect }));
    expect(platform.hosts()).toEqual([]);
  });
});

describe('a resolver', () => {
  /** A resolver that answers nothing until the signal of the lookup aborts. */
  const silence = () =>
    vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
      const { promise, reject } = Promise.withResolvers<Response>();
      signal.addEventListener('abort', () => reject(signal.reason));
      return promise;
    });

  it('that is silent is not the fault of the server', async () => {
    silence();
    const opened = openSocket(targetAt('a.example.org'), dialerWith({ connect: connecting().connect }));
    const failed = expect(opened).rejects.toMatchObject({ code: 'gateway-timeout', rule: 'resolver-failed' });
    await vi.advanceTimersByTimeAsync(900);
    await failed;
  });

  it('is not at fault when the client leaves', async () => {
    silence();
    const client = new AbortController();
    const lifetime = new Deadline(null, timedOut('total'), client.signal);
    const opened = openSocket(targetAt('a.example.org'), dialerWith({ connect: connecting().connect, lifetime }));
    client.abort();
    await expect(opened).rejects.toMatchObject({ code: 'client-closed', rule: null });
  });

  it('that fails is not the fault of the server', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 500 }));
    const opened = openSocket(targetAt('a.example.org'), dialerWith({ connect: connecting().connect }));
    await expect(opened).rejects.toMatchObject({ code: 'gateway-unreachable', rule: 'resolver-failed' });
  });
});

describe('TLS', () => {
  it.each<[tls: SocketTarget['tls'], secureTransport: string, serverName: string | null]>([
    ['none', 'off', null],
    ['starttls', 'starttls', null],
    ['implicit', 'starttls', '93.184.215.14'],
  ])('%s', async (tls, secureTransport, serverName) => {
    const socket = new FakeSocket();
    const platform = connecting(socket);
    const connection = await openSocket(targetAt('93.184.215.14', { tls }), dialerWith({ connect: platform.connect }));
    connection.close();
    expect(platform.calls).toMatchObject([{ port: 70, options: { secureTransport } }]);
    expect(socket.serverName).toBe(serverName);
  });

  it.each([
    ['a.example.org', 'a.example.org'],
    ['a.example.org.', 'a.example.org'],
    ['[2a00:1450::1]', '2a00:1450::1'],
  ])('of the host %s checks the name %s', async (host, serverName) => {
    resolving(PUBLIC);
    const socket = new FakeSocket();
    const connection = await openSocket(
      targetAt(host, { tls: 'implicit' }),
      dialerWith({ connect: connecting(socket).connect }),
    );
    connection.close();
    expect(socket.serverName).toBe(serverName);
  });
});

describe('the times of a connection', () => {
  it.each<[host: string, variables: object, dns: number | null]>([
    ['a.example.org', {}, 30],
    ['a.example.org', { EGRESS_DNS: 'system' }, null],
    ['localhost', { EGRESS_ALLOW: 'localhost:70' }, null],
    ['93.184.215.14', {}, null],
  ])('to %s by %j are those of its lookup, and of the attempts', async (host, variables, dns) => {
    // There are two questions.
    resolving(PUBLIC, 0, 15);
    const { connect } = connecting();
    const dialer = dialerWith({
      policy: parseEgressPolicy(variables),
      connect: (address, options) => {
        vi.setSystemTime(Date.now() + 12);
        return connect(address, options);
      },
    });
    const connection = await openSocket(targetAt(host), dialer);
    connection.close();
    expect(connection.timings).toMatchObject({ dns, connect: 12 });
  });
});

describe('a platform', () => {
  const platformWith = (own: Partial<Platform> = {}) => {
    const counted: number[] = [];
    const platform: Platform = {
      count: (number) => void counted.push(number),
      reachable: (hosts) => hosts,
      open: (open) => open(),
      ...own,
    };
    return { platform, counted };
  };

  it('counts the queries of a lookup, and the connection', async () => {
    resolving(PUBLIC);
    const { platform, counted } = platformWith();
    await openSocket(targetAt('h.example.org'), dialerWith({ connect: connecting().connect, platform }));
    expect(counted).toEqual([2, 1]);
  });

  it('says which hosts are dialled', async () => {
    resolving(PUBLIC);
    const platformSockets = connecting();
    const { platform } = platformWith({ reachable: (hosts) => [hosts.at(-1) ?? hosts[0]] });
    const admitted: string[] = [];
    const admit = async (host: string) => void admitted.push(host);
    const dialer = dialerWith({ connect: platformSockets.connect, platform, admit });
    await openSocket(targetAt('h.example.org'), dialer);
    expect([platformSockets.hosts(), admitted]).toEqual([['[2a00:1450::1]'], ['[2a00:1450::1]']]);
  });

  it('may open no connection', async () => {
    const platformSockets = connecting();
    const refusal = new GatewayError('rate-limited', 'No connections are left.');
    const { platform } = platformWith({ open: () => Promise.reject(refusal) });
    const opened = openSocket(targetAt('93.184.215.14'), dialerWith({ connect: platformSockets.connect, platform }));
    await expect(opened).rejects.toBe(refusal);
    expect(platformSockets.hosts()).toEqual([]);
  });
});
