/**
 * How `guardedFetch` reaches servers from a Worker: names by DNS over HTTPS, and TCP connections to judged addresses.
 * `fetch` of the platform would look up the name again.
 */
import { formatAddress } from '../../src/egress/address.ts';
import { EgressError } from '../../src/egress/egress-error.ts';
import { parseEgressPolicy } from '../../src/egress/policy.ts';
import { type Dialer, dial, SocketConnection } from '../../src/net/connection.ts';
import { Deadline, timedOut } from '../../src/net/deadline.ts';
import { resolveName as resolveOver } from '../../src/net/dns.ts';
import { SocketHttp } from '../../src/net/http-connection.ts';
import type { JudgedServer, Transport } from '../../src/net/transport.ts';
import { ProtocolError } from '../../src/protocols/protocol-error.ts';
import { isOfPlatform } from './platform.ts';

export interface SocketPlatform {
  /** `connect()` of the platform (`cloudflare:sockets`), or what stands for it in Node. */
  readonly connect: Dialer['connect'];
  /** Looks up every address of a name. */
  readonly resolve: (name: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** Whether `resolve` knows names of `EGRESS_ALLOW`, which DNS of the Internet may not have. Absent = `false`. */
  readonly resolvesListed?: boolean;
  /** Whether the Worker may be on Cloudflare's network, whose sockets do not reach that network. Absent = `true`. */
  readonly onPlatform?: boolean;
}

/** Looks up names at a resolver that speaks DNS over HTTPS. `url` is one that the operator has chosen. */
export function dohLookup(url: string): SocketPlatform['resolve'] {
  return async (name, signal) => {
    const found = await resolveOver(name, url, signal);
    if (found.kind === 'failed') throw new Error(found.failure);
    return found.kind === 'absent' ? [] : found.addresses.map(formatAddress);
  };
}

export function socketTransport({
  connect,
  resolve,
  resolvesListed = false,
  onPlatform = true,
}: SocketPlatform): Transport {
  return {
    resolvesListed,
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
        return new SocketHttp(await connectToHosts(server, connect, lifetime));
      } catch (error) {
        signal.throwIfAborted();
        throw failureOfConnection(error, server, onPlatform);
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

async function connectToHosts(
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

/** The list of addresses only explains a connection that failed, so it does no harm if it is old. */
function failureOfConnection(cause: unknown, { hosts }: JudgedServer, onPlatform: boolean): unknown {
  if (!(cause instanceof ProtocolError)) return cause;
  if (cause.code === 'tls') return new EgressError('TLS_FAILED', 'certificate', cause.message, { cause });
  if (cause.code !== 'unreachable') return cause;
  return onPlatform && hosts.every(isOfPlatform)
    ? new EgressError('UNREACHABLE', 'platform', BEHIND_PLATFORM, { cause })
    : new EgressError('UNREACHABLE', 'connection', cause.message, { cause });
}

const BEHIND_PLATFORM =
  'The server does not accept a connection. Its addresses are Cloudflare’s, which Workers at Cloudflare reach with `fetch` only.';
