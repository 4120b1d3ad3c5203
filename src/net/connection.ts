/**
 * One TCP connection to an address that passed the egress policy. It closes when a deadline passes or the client
 * leaves. The sockets are those of a platform: Workers or Node.
 */
import { judgePort } from '../egress/judgement.ts';
import type { EgressPolicy } from '../egress/policy.ts';
import type { PeerConnection } from '../protocols/connection.ts';
import { ProtocolError } from '../protocols/protocol-error.ts';
import { StreamConnection, type Streams, type StreamTimings } from '../protocols/stream-connection.ts';
import { abortReason, Deadline, timedOut, underSignal } from './deadline.ts';
import type { Deadlines } from './deadlines.ts';
import { egressDenied, GatewayError } from './failure.ts';
import { netLimits } from './limits.ts';

/** Listens to one conversation. The octets are valid during the call only. */
export interface Listener {
  sent(octets: Uint8Array): void;
  received(octets: Uint8Array): void;
}

/** A TCP socket of a platform. Workers have its members; Node’s sockets are wrapped. */
interface PlatformSocket {
  readonly readable: ReadableStream;
  readonly writable: WritableStream<Uint8Array>;
  /** Settled when the connection is established, or TLS is agreed on. */
  readonly opened: Promise<unknown>;
  readonly closed: Promise<unknown>;
  /** Begins TLS. This socket has no use afterwards. */
  startTls(options: { readonly expectedServerHostname: string }): PlatformSocket;
  close(): Promise<unknown>;
}

/** What a platform counts and refuses. */
export interface Platform {
  /** Counts subrequests that begin now: the queries of a lookup, a connection. */
  count(subrequests: number): void;
  /**
   * The hosts of these that its sockets reach.
   *
   * @throws GatewayError if they reach none
   */
  reachable(hosts: Hosts): Hosts;
  /**
   * Opens a connection, unless the platform has refused one.
   *
   * @throws GatewayError `rate-limited` in place of a refusal, which says nothing about the server
   */
  open<Result>(open: () => Promise<Result>): Promise<Result>;
}

/** Hosts to connect to, in order. */
export type Hosts = readonly [string, ...string[]];

/** The policy and the limits of the connections of one request. */
export interface Dialer {
  /** `connect()` of the platform (`cloudflare:sockets`), or what stands for it in Node. IPv6 is in brackets. */
  readonly connect: (
    address: { hostname: string; port: number },
    options: { secureTransport: 'off' | 'starttls'; allowHalfOpen: false },
  ) => PlatformSocket;
  readonly policy: EgressPolicy;
  readonly deadlines: Deadlines;
  /** The deadline of the whole request. The client's signal aborts it too. */
  readonly lifetime: Deadline;
  /** Counts a connection to a public host, and throws `rate-limited`; `null` = connections are not counted. */
  readonly admit: ((host: string) => Promise<void>) | null;
  /** Absent = the platform counts and refuses nothing. */
  readonly platform?: Platform;
}

/** How long each phase of opening took, in milliseconds, for `Server-Timing`; `null` = the phase was skipped. */
interface Timings extends StreamTimings {
  dns: number | null;
  connect: number;
}

export class SocketConnection extends StreamConnection implements PeerConnection {
  override readonly timings: Timings = { dns: null, connect: 0, tls: null, firstByte: null };
  #dialer: Dialer;
  /** The host that was passed to `connect()`: an approved address, or a name that the policy lists. */
  readonly #host: string;
  readonly #serverName: string;

  constructor({ socket, host }: Dialled, serverName: string, dialer: Dialer) {
    super(streamsOf(socket, serverName, dialer), dialer.deadlines, dialer.lifetime.signal);
    this.#host = host;
    this.#serverName = serverName;
    this.#dialer = dialer;
  }

  /** Serves another request from now on, whose deadline applies to it and to its second connections. */
  serve(lifetime: Deadline): void {
    this.#dialer = { ...this.#dialer, lifetime };
    this.follow(lifetime.signal);
  }

  /**
   * Opens a second connection to the same peer, as FTP does for data (RFC 959 §3.2). It uses the approved address of
   * this connection, and ignores addresses that the server sends (CVE-2020-8284).
   *
   * @throws GatewayError `egress-denied` for a system port or one on the deny list, else ProtocolError as `openSocket`
   */
  async another(port: number, tls: 'none' | 'starttls'): Promise<SocketConnection> {
    const dialer = this.#dialer;
    const verdict = judgePort(port, null, dialer.policy);
    if (!verdict.allowed) throw egressDenied(verdict);
    return connecting(dialer, async (signal) => {
      const dialled = await dial(dialer, [this.#host], port, tls !== 'none', signal);
      return new SocketConnection(dialled, this.#serverName, dialer);
    });
  }
}

/** Runs a phase of connecting, which has a deadline of its own. */
export async function connecting<Result>(
  { deadlines, lifetime }: Dialer,
  phase: (signal: AbortSignal) => Promise<Result>,
  late: 'connect' | 'handshake' = 'connect',
): Promise<Result> {
  const deadline = new Deadline(deadlines.connect, timedOut(late), lifetime.signal);
  try {
    return await phase(deadline.signal);
  } finally {
    deadline.end();
  }
}

/** @param serverName - the name that the certificate must be valid for */
function streamsOf(socket: PlatformSocket, serverName: string, dialer: Dialer): Streams {
  return {
    readable: socket.readable,
    writable: socket.writable,
    close: () => ignore(socket.close()),
    startTls: () =>
      connecting(
        dialer,
        async (signal) => {
          const secured = socket.startTls({ expectedServerHostname: serverName });
          ignore(secured.closed);
          try {
            await underSignal(secured.opened, signal);
            return streamsOf(secured, serverName, dialer);
          } catch (cause) {
            ignore(secured.close());
            if (signal.aborted) throw abortReason(signal);
            // The runtime reports every failed handshake as an internal error, so the phase has to identify the
            // failure.
            const detail = 'The server offers no TLS, or its certificate is not valid for this host.';
            throw new ProtocolError('tls', detail, { cause });
          }
        },
        'handshake',
      ),
  };
}

/** A connected socket and its host. */
interface Dialled {
  readonly socket: PlatformSocket;
  readonly host: string;
}

/**
 * Connects to the first of these hosts that accepts: the only call of `connect()`. It adds what the runtime leaves to
 * callers: a deadline, a check that the connection is established, and the closing of abandoned sockets. Each host gets
 * only a share of the time, so that a silent one leaves time for the next.
 *
 * @param hosts - approved addresses, IPv6 in brackets, or one name that the policy lists
 * @param upgradable - whether TLS may follow
 * @throws ProtocolError `unreachable`; or the reason of the signal
 */
export async function dial(
  { connect, deadlines: { connect: time }, platform }: Dialer,
  hosts: readonly string[],
  port: number,
  upgradable: boolean,
  signal: AbortSignal,
): Promise<Dialled> {
  let refusal: unknown = null;
  const tried = hosts.slice(0, netLimits.connectAttempts);
  // With `on`, the runtime would check no name, because it connects to an address.
  const secureTransport = upgradable ? 'starttls' : 'off';
  for (const host of tried) {
    const share = new Deadline(time && host !== tried.at(-1) ? time / tried.length : null, timedOut('connect'), signal);
    platform?.count(1);
    const socket = connect({ hostname: host, port }, { secureTransport, allowHalfOpen: false });
    ignore(socket.closed);
    try {
      // Without this wait, a refused connection would look like an empty reply.
      await underSignal(socket.opened, share.signal);
      return { socket, host };
    } catch (error) {
      ignore(socket.close());
      if (signal.aborted) throw abortReason(signal);
      // In the command line, `connect` judges the addresses of a name.
      if (error instanceof GatewayError && error.code === 'egress-denied') throw error;
      refusal = error;
    } finally {
      share.end();
    }
  }
  // The runtime has one message for a refused, a forbidden and an unknown host, so this one covers all three.
  throw new ProtocolError('unreachable', 'The server does not accept a connection.', { cause: refusal });
}

/** Ignores the rejection of a promise, such as that of an abandoned socket. */
function ignore(promise: Promise<unknown>): void {
  promise.catch(() => {});
}
