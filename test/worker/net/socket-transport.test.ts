/** `guardedFetch` over sockets, as in a Worker, with sockets of Node in place of those of the platform. */
import { getEventListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { openSocket } from '../../../bin/node-socket.ts';
import { EgressError } from '../../../src/egress/egress-error.ts';
import { fetchUnder } from '../../../src/guarded-fetch/guarded-fetch.ts';
import { limitsOf } from '../../../src/guarded-fetch/options.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import { webhookPolicy } from '../../../src/webhooks/index.ts';
import { dohLookup, type SocketPlatform, socketTransport } from '../../../worker/net/socket-transport.ts';
import { authorityPath } from '../../servers/certificates.ts';
import type { FetchWith } from '../../src/guarded-fetch/calls.ts';
import { testGuardedFetch } from '../../src/guarded-fetch/conformance.ts';
import { connecting, FakeSocket, later, never } from '../../src/net/fake-socket.ts';

const authorities = [readFileSync(authorityPath, 'utf8')];

const bare = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1');

const connect: SocketPlatform['connect'] = (address) => {
  if (typeof address === 'string') throw new TypeError('An address is an object here.');
  const socket = openSocket({ host: bare(address.hostname), port: address.port });
  const startTls = socket.startTls.bind(socket);
  return Object.assign(socket, {
    startTls: (options?: { expectedServerHostname?: string }) => startTls(options, authorities),
  });
};

const fetchOver =
  (connect: SocketPlatform['connect']): FetchWith =>
  async (url, init, options, resolve) => {
    const guard = {
      policy: webhookPolicy(options),
      limits: limitsOf(options),
      transport: socketTransport({ connect, resolve, resolvesListed: true }),
    };
    return init instanceof Request ? fetchUnder(guard, init, {}) : fetchUnder(guard, url, init);
  };

testGuardedFetch({ codings: 'gzip, deflate', fetch: fetchOver(connect) });

/** Sockets that the platform refuses, as those of Workers to the platform's own addresses. */
const refusing: SocketPlatform['connect'] = () =>
  connect({ hostname: '127.83.71.9', port: 9 }, { secureTransport: 'off', allowHalfOpen: false });

test.each([
  [['104.16.132.229', '2606:4700::6810:84e5'], 'platform'],
  [['104.16.132.229', '93.184.215.14'], 'connection'],
  [['93.184.215.14'], 'connection'],
])('a name at %j that cannot be reached: %s', async (addresses, rule) => {
  const called = fetchOver(refusing)('https://hooks.example.com/', {}, {}, async () => addresses);
  await expect(called).rejects.toMatchObject({ code: 'UNREACHABLE', rule });
  if (rule === 'platform') await expect(called).rejects.toThrow('reach with `fetch` only');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const SERVER = { hosts: ['93.184.215.14', '2a00:1450::1'], port: 443, serverName: null };

/** A transport over these sockets. */
function transportOver(sockets: readonly FakeSocket[], own: Partial<SocketPlatform> = {}) {
  const platform = connecting(...sockets);
  const transport = socketTransport({ connect: platform.connect, resolve: async () => [], ...own });
  return { platform, transport };
}

const refusal = () => new FakeSocket({ opened: Promise.reject(new Error('refused')) });

describe('a connection to judged addresses', () => {
  it.each([
    [null, 'off', null],
    ['a.example.org', 'starttls', 'a.example.org'],
  ])('tries each of them, with TLS for %s', async (serverName, secureTransport, named) => {
    const socket = new FakeSocket();
    const { platform, transport } = transportOver([refusal(), socket]);
    const { signal } = new AbortController();
    const connection = await transport.connect({ ...SERVER, serverName }, signal);
    expect(platform.calls).toMatchObject([
      { hostname: '93.184.215.14', port: 443, options: { secureTransport } },
      { hostname: '[2a00:1450::1]', port: 443, options: { secureTransport } },
    ]);
    expect(socket.serverName).toBe(named);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    connection.close();
  });

  it('gives a silent address its share of nine seconds', async () => {
    vi.useFakeTimers();
    const { transport } = transportOver([new FakeSocket({ opened: never }), new FakeSocket()]);
    const opened = vi.fn();
    const connected = transport.connect(SERVER, new AbortController().signal).then(opened);
    await vi.advanceTimersByTimeAsync(4499);
    expect(opened).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await connected;
    opened.mock.lastCall?.[0].close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has no deadline of its own for its last address, and for TLS', async () => {
    vi.useFakeTimers();
    const secured = new FakeSocket({ opened: later(200_000) });
    const { transport } = transportOver([refusal(), new FakeSocket({ opened: later(100_000), secured })]);
    const connected = transport.connect({ ...SERVER, serverName: 'a.example.org' }, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(200_000);
    (await connected).close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const connected = transportOver([new FakeSocket({ opened: never })]).transport.connect(SERVER, controller.signal);
    controller.abort(reason);
    await expect(connected).rejects.toBe(reason);
  });

  it('to the platform’s own addresses is refused by the platform, if the Worker may be there', async () => {
    const server = { ...SERVER, hosts: ['104.16.132.229'] };
    const { signal } = new AbortController();
    for (const [own, rule] of [
      [{}, 'platform'],
      [{ onPlatform: true }, 'platform'],
      [{ onPlatform: false }, 'connection'],
    ] as const) {
      const { transport } = transportOver([refusal()], own);
      await expect(transport.connect(server, signal)).rejects.toMatchObject({ code: 'UNREACHABLE', rule });
    }
  });

  it('that agrees on no TLS is an error of the certificate', async () => {
    const { transport } = transportOver([new FakeSocket({ secured: refusal() })]);
    const connected = transport.connect({ ...SERVER, serverName: 'a.example.org' }, new AbortController().signal);
    await expect(connected).rejects.toMatchObject({ code: 'TLS_FAILED', rule: 'certificate' });
  });

  it.each([
    Object.assign(new Error('a fault'), { code: 'tls' }),
    Object.assign(new Error('a fault'), { code: 'unreachable' }),
    new ProtocolError('timeout', 'The server did not answer in time.'),
  ])('keeps an error of another kind: %o', async (fault) => {
    const { transport } = transportOver([], {
      connect: () => {
        throw fault;
      },
    });
    await expect(transport.connect(SERVER, new AbortController().signal)).rejects.toBe(fault);
  });
});

describe('a lookup', () => {
  const resolving = (resolve: SocketPlatform['resolve'], signal = new AbortController().signal) =>
    socketTransport({ connect, resolve }).resolve('a', signal);

  it('has the addresses of its resolver', async () => {
    expect(await resolving(async () => ['192.0.2.1'])).toEqual(['192.0.2.1']);
  });

  it('that fails is a name that is not resolved', async () => {
    const cause = new Error('no');
    const failed = resolving(() => Promise.reject(cause));
    await expect(failed).rejects.toMatchObject({ code: 'NOT_RESOLVED', rule: 'resolver', cause });
    await expect(failed).rejects.toBeInstanceOf(EgressError);
  });

  it('keeps the error of a resolver that knows why', async () => {
    const error = new EgressError('NOT_RESOLVED', 'no-address', 'a: There is none.');
    await expect(resolving(() => Promise.reject(error))).rejects.toBe(error);
  });

  it('ends with the reason of its signal', async () => {
    const reason = new Error('enough');
    await expect(resolving(() => Promise.reject(new Error('no')), AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  /** Messages of DNS about the name `a`. */
  it.each<[what: string, message: string, found: readonly string[] | string]>([
    ['addresses', '0000 8180 0000 0001 00000000 016100 0001 0001 0000003c 0004 5db8d70e', ['93.184.215.14']],
    ['no address', '0000 8180 0000 0000 00000000', []],
    ['a failure', '0000 8182 0000 0000 00000000', 'RCODE 2'],
  ])('over HTTPS that gets %s', async (_, message, found) => {
    const none = '0000 8180 0000 0000 00000000';
    vi.stubGlobal('fetch', async (_: string, { body }: { body: Uint8Array }) => {
      return new Response(Buffer.from((body.at(-3) === 1 ? message : none).replaceAll(' ', ''), 'hex'));
    });
    const looked = dohLookup('https://resolver.example.net/')('a', new AbortController().signal);
    if (typeof found === 'string') await expect(looked).rejects.toThrow(found);
    else expect(await looked).toEqual(found);
  });
});

describe('a coding', () => {
  const { decoders } = transportOver([]).transport;
  it.each([
    ['gzip', gzipSync('hello'), decoders.gzip?.(false)],
    ['deflate', deflateSync('hello'), decoders.deflate?.(false)],
    ['raw deflate', deflateRawSync('hello'), decoders.deflate?.(true)],
  ])('%s is decoded', async (_, octets, decoder) => {
    if (decoder === undefined) throw new Error('no decoder');
    const decoded = new Response(octets).body?.pipeThrough(decoder);
    expect(await new Response(decoded).text()).toBe('hello');
  });
});
