/**
 * How `guardedFetch` reaches servers from a Worker: names by DNS over HTTPS, and TCP connections to judged addresses.
 * `fetch` of the platform would look up the name again.
 */
import { contains, formatAddress, parseAddress, parseBlock } from '../../src/egress/address.ts';
import { EgressError } from '../../src/egress/egress-error.ts';
import { parseEgressPolicy } from '../../src/egress/policy.ts';
import type { JudgedServer, Transport } from '../../src/guarded-fetch/transport.ts';
import { ProtocolError } from '../../src/protocols/protocol-error.ts';
import { type Dialer, dial, SocketConnection } from './connection.ts';
import { Deadline, timedOut } from './deadline.ts';
import { resolve as resolveOver } from './dns.ts';
import { SocketHttp } from './http-connection.ts';

export interface SocketPlatform {
  /** `connect()` of the platform (`cloudflare:sockets`), or what stands for it in Node. */
  readonly connect: Dialer['connect'];
  /** Looks up every address of a name. */
  readonly resolve: (name: string, signal: AbortSignal) => Promise<readonly string[]>;
}

/** Looks up names at a resolver that speaks DNS over HTTPS. `url` is one that the operator has chosen. */
export function dohLookup(url: string): SocketPlatform['resolve'] {
  return async (name, signal) => {
    const found = await resolveOver(name, url, signal);
    if (found.kind === 'failed') throw new Error(found.failure);
    return found.kind === 'absent' ? [] : found.addresses.map(formatAddress);
  };
}

export function socketTransport({ connect, resolve }: SocketPlatform): Transport {
  return {
    async resolve(name, signal) {
      try {
        return await resolve(name, signal);
      } catch (cause) {
        signal.throwIfAborted();
        if (cause instanceof EgressError) throw cause;
        throw new EgressError('NOT_RESOLVED', 'resolver', `${name}: The name cannot be resolved now.`, { cause });
      }
    },
    async connect(server, signal) {
      const lifetime = new Deadline(null, timedOut('total'), signal);
      try {
        return new SocketHttp(await connectTo(server, connect, lifetime));
      } catch (error) {
        signal.throwIfAborted();
        throw failureOf(error, server);
      } finally {
        // From now on the caller closes the connection.
        lifetime.end();
      }
    },
    // The platform has no decoder of brotli.
    decoders: {
      gzip: () => new DecompressionStream('gzip'),
      deflate: (raw) => new DecompressionStream(raw ? 'deflate-raw' : 'deflate'),
    },
  };
}

/** The times of requests are those of `guardedFetch`. */
const NO_DEADLINES = { connect: null, first: null, idle: null, total: null, session: null, longest: null };
/** For all addresses of a name, so that a silent one leaves time for the next. In milliseconds. */
const ATTEMPTS_TIME = 9000;

async function connectTo(
  { hosts, port, serverName }: JudgedServer,
  connect: Dialer['connect'],
  lifetime: Deadline,
): Promise<SocketConnection> {
  // The hosts are judged already: this policy is for other connections to them, of which there are none.
  const dialer = { connect, policy: parseEgressPolicy({}), deadlines: NO_DEADLINES, lifetime, admit: null };
  const bracketed = hosts.map((host) => (host.includes(':') ? `[${host}]` : host));
  const attempts = { ...dialer, deadlines: { ...NO_DEADLINES, connect: ATTEMPTS_TIME } };
  const dialled = await dial(attempts, bracketed, port, serverName !== null, lifetime.signal);
  const connection = new SocketConnection(dialled, serverName ?? '', dialer);
  if (serverName !== null) await connection.startTls();
  return connection;
}

function failureOf(cause: unknown, { hosts }: JudgedServer): unknown {
  if (!(cause instanceof ProtocolError)) return cause;
  if (cause.code === 'tls') return new EgressError('TLS_FAILED', 'certificate', cause.message, { cause });
  if (cause.code !== 'unreachable') return cause;
  return hosts.every(isOfPlatform)
    ? new EgressError('UNREACHABLE', 'platform', BEHIND_PLATFORM, { cause })
    : new EgressError('UNREACHABLE', 'connection', cause.message, { cause });
}

const BEHIND_PLATFORM =
  'The server does not accept a connection. It is behind Cloudflare, which Workers reach with `fetch` only.';

/**
 * The addresses of Cloudflare, as https://www.cloudflare.com/ips lists them. Sockets of Workers cannot reach them. The
 * list only explains a connection that failed, so it does no harm if it is old.
 */
const PLATFORM = [
  ...['173.245.48.0/20', '103.21.244.0/22', '103.22.200.0/22', '103.31.4.0/22', '141.101.64.0/18'],
  ...['108.162.192.0/18', '190.93.240.0/20', '188.114.96.0/20', '197.234.240.0/22', '198.41.128.0/17'],
  ...['162.158.0.0/15', '104.16.0.0/13', '104.24.0.0/14', '172.64.0.0/13', '131.0.72.0/22'],
  ...['2400:cb00::/32', '2606:4700::/32', '2803:f800::/32', '2405:b500::/32', '2405:8100::/32'],
  ...['2a06:98c0::/29', '2c0f:f248::/32'],
].map(parseBlock);

function isOfPlatform(host: string): boolean {
  const address = parseAddress(host);
  return address !== null && PLATFORM.some((block) => contains(block, address));
}
