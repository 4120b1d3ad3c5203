/** Connections over sockets of the test, by its clock. `socket.test.ts` opens real ones in the runtime. */
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  connecting as connectingUnder,
  type Dialer,
  dial,
  type Hosts,
  SocketConnection,
} from '../../../src/net/connection.ts';
import { Deadline, timedOut } from '../../../src/net/deadline.ts';
import { parseDeadlines } from '../../../src/net/deadlines.ts';
import { GatewayError } from '../../../src/net/failure.ts';
import { connecting, dialerWith, FakeSocket, later, never } from './fake-socket.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const refusing = () => new FakeSocket({ opened: Promise.reject(new Error('refused')) });
const silent = () => new FakeSocket({ opened: never });

/** Dials hosts, and says what it came to. */
async function dialling(
  sockets: readonly FakeSocket[],
  { hosts = ['a', 'b', 'c', 'd'].slice(0, sockets.length), upgradable = false, ...own }: DiallingOptions = {},
) {
  const platform = connecting(...sockets);
  const dialer = dialerWith({ connect: platform.connect, ...own });
  const dialled = connectingUnder(dialer, (signal) => dial(dialer, hosts, 70, upgradable, signal)).then(
    ({ host }) => host,
    (error: unknown) => error,
  );
  return { platform, dialled, dialer };
}

interface DiallingOptions extends Partial<Dialer> {
  readonly hosts?: readonly string[];
  readonly upgradable?: boolean;
}

const closesOf = (sockets: readonly FakeSocket[]) => sockets.map(({ closes }) => closes);

describe('a server with several addresses', () => {
  it('is connected at the first that accepts', async () => {
    const sockets = [refusing(), new FakeSocket(), new FakeSocket()];
    const { platform, dialled } = await dialling(sockets);
    expect(await dialled).toBe('b');
    expect([platform.hosts(), closesOf(sockets)]).toEqual([
      ['a', 'b'],
      [1, 0, 0],
    ]);
  });

  it('is unreachable after three', async () => {
    const last = new Error('the last');
    const sockets = [refusing(), refusing(), new FakeSocket({ opened: Promise.reject(last) }), new FakeSocket()];
    const { platform, dialled } = await dialling(sockets);
    expect(await dialled).toMatchObject({ code: 'unreachable', cause: last });
    expect([platform.hosts(), closesOf(sockets)]).toEqual([
      ['a', 'b', 'c'],
      [1, 1, 1, 0],
    ]);
  });

  it('gives each but the last an equal share of the time', async () => {
    const sockets = [silent(), silent(), new FakeSocket({ opened: later(899) })];
    const { platform, dialled } = await dialling(sockets, { deadlines: parseDeadlines('connect=1500ms') });
    await vi.advanceTimersByTimeAsync(499);
    expect(platform.hosts()).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1);
    expect(platform.hosts()).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(499);
    expect(platform.hosts()).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(1);
    expect(await dialled).toBe('c');
    expect(closesOf(sockets)).toEqual([1, 1, 0]);
  });

  it('gives the last all the time that is left', async () => {
    const { dialled } = await dialling([refusing(), new FakeSocket({ opened: later(899) })]);
    await vi.advanceTimersByTimeAsync(899);
    expect(await dialled).toBe('b');
  });

  it('without a deadline waits for each', async () => {
    const { dialled } = await dialling([new FakeSocket({ opened: later(60_000) }), new FakeSocket()], {
      deadlines: { ...parseDeadlines(''), connect: null },
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await dialled).toBe('a');
  });

  it('whose last is silent ends at the deadline', async () => {
    const sockets = [silent(), silent()];
    const { dialled } = await dialling(sockets);
    await vi.advanceTimersByTimeAsync(900);
    expect(await dialled).toMatchObject({ code: 'timeout', message: expect.stringContaining('accept a connection') });
    expect(closesOf(sockets)).toEqual([1, 1]);
  });
});

describe('a connection', () => {
  it.each([
    [false, 'off'],
    [true, 'starttls'],
  ])('to which TLS may be added (%s) begins with TLS %s', async (upgradable, secureTransport) => {
    const { platform, dialled } = await dialling([new FakeSocket()], { upgradable });
    await dialled;
    expect(platform.calls).toEqual([{ hostname: 'a', port: 70, options: { secureTransport, allowHalfOpen: false } }]);
  });

  it('counts each attempt as a subrequest', async () => {
    const count = vi.fn();
    const platform = {
      count,
      reachable: (hosts: Hosts) => hosts,
      open: <Result>(open: () => Promise<Result>) => open(),
    };
    await (await dialling([refusing(), new FakeSocket()], { platform })).dialled;
    expect(count.mock.calls).toEqual([[1], [1]]);
  });

  it('ends when the client leaves, and tries no other address', async () => {
    const client = new AbortController();
    const sockets = [silent(), new FakeSocket()];
    const lifetime = new Deadline(null, timedOut('total'), client.signal);
    const { platform, dialled } = await dialling(sockets, { lifetime });
    client.abort();
    expect(await dialled).toMatchObject({ code: 'client-closed' });
    expect([platform.hosts(), closesOf(sockets)]).toEqual([['a'], [1, 0]]);
  });

  it('leaves nothing at the signal of its request', async () => {
    const { dialled, dialer } = await dialling([refusing(), new FakeSocket()]);
    await dialled;
    expect(getEventListeners(dialer.lifetime.signal, 'abort')).toEqual([]);
  });

  const denied = new GatewayError('egress-denied', 'not there', { rule: 'address' });
  it.each<[what: string, error: unknown, expected: object]>([
    ['a rule of the policy', denied, denied],
    ['another rule', new GatewayError('rate-limited', 'too many'), { code: 'unreachable' }],
    ['another error with that code', Object.assign(new Error(''), { code: 'egress-denied' }), { code: 'unreachable' }],
    ['no error at all', null, { code: 'unreachable', cause: null }],
  ])('is refused by %s', async (_, error, expected) => {
    const { dialled } = await dialling([new FakeSocket({ opened: Promise.reject(error) })]);
    expect(await dialled).toMatchObject(expected);
  });
});

/** A connection to `a`, whose certificate must be valid for `a.example.net`. */
async function connected(socket: FakeSocket, ...others: readonly FakeSocket[]) {
  const platform = connecting(...others);
  const dialer = dialerWith({ connect: platform.connect });
  return { platform, connection: new SocketConnection({ socket, host: 'a' }, 'a.example.net', dialer) };
}

describe('TLS', () => {
  it('names the server, and goes on over the secured socket', async () => {
    const socket = new FakeSocket();
    const secured = new FakeSocket({ opened: later(20) });
    const { connection } = await connected(new FakeSocket({ secured }));
    const started = connection.startTls();
    await vi.advanceTimersByTimeAsync(20);
    await started;
    await connection.write(Buffer.from('hello'));
    connection.close();
    expect([socket.written, secured.written, secured.closes]).toEqual(['', 'hello', 1]);
  });

  it('is checked for the name of the server', async () => {
    const socket = new FakeSocket();
    const { connection } = await connected(socket);
    await connection.startTls();
    expect(socket.serverName).toBe('a.example.net');
    connection.close();
  });

  it('that fails closes the socket', async () => {
    const cause = new Error('internal error');
    const secured = new FakeSocket({ opened: Promise.reject(cause) });
    const { connection } = await connected(new FakeSocket({ secured }));
    await expect(connection.startTls()).rejects.toMatchObject({ code: 'tls', cause });
    expect(secured.closes).toBe(1);
  });

  it('that takes too long ends at a deadline of its own', async () => {
    const secured = silent();
    const { connection } = await connected(new FakeSocket({ secured }));
    const failed = expect(connection.startTls()).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('did not agree on TLS'),
    });
    await vi.advanceTimersByTimeAsync(900);
    await failed;
    expect(secured.closes).toBe(1);
  });
});

describe('a connection that serves another request', () => {
  it('ends with that one, and so do its second connections', async () => {
    const other = new FakeSocket();
    const socket = new FakeSocket();
    const { connection } = await connected(socket, other);
    const [before, after] = [new Deadline(10, timedOut('total'), null), new Deadline(20, timedOut('total'), null)];
    connection.serve(before);
    connection.serve(after);
    const second = await connection.another(2121, 'none');
    await vi.advanceTimersByTimeAsync(15);
    expect(closesOf([socket, other])).toEqual([0, 0]);
    expect(getEventListeners(before.signal, 'abort')).toEqual([]);
    await vi.advanceTimersByTimeAsync(5);
    expect(closesOf([socket, other])).toEqual([1, 1]);
    await expect(second.read()).rejects.toMatchObject({ code: 'timeout' });
  });

  it('ends at once if that one has ended', async () => {
    const socket = new FakeSocket();
    const { connection } = await connected(socket);
    const lifetime = new Deadline(1, timedOut('total'), null);
    await vi.advanceTimersByTimeAsync(1);
    connection.serve(lifetime);
    expect(closesOf([socket])).toEqual([1]);
  });
});

describe('a second connection', () => {
  it('goes to the host of the first, and has its name', async () => {
    const other = new FakeSocket();
    const { platform, connection } = await connected(new FakeSocket(), other);
    const second = await connection.another(2121, 'starttls');
    expect(platform.calls).toEqual([
      { hostname: 'a', port: 2121, options: { secureTransport: 'starttls', allowHalfOpen: false } },
    ]);
    expect(second.timings).toEqual({ dns: null, connect: 0, tls: null, firstByte: null });
    await second.startTls();
    expect(other.serverName).toBe('a.example.net');
    const third = await second.another(2122, 'none');
    expect(platform.calls[1]).toMatchObject({ hostname: 'a', port: 2122, options: { secureTransport: 'off' } });
    for (const opened of [connection, second, third]) opened.close();
  });

  it('never goes to a port that is denied', async () => {
    const { platform, connection } = await connected(new FakeSocket());
    await expect(connection.another(25, 'none')).rejects.toMatchObject({ code: 'egress-denied', rule: 'port' });
    expect(platform.calls).toEqual([]);
    connection.close();
  });
});
