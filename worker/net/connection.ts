/**
 * One TCP connection of the Worker, to an address that passed the egress policy. It closes when a deadline passes or
 * the client leaves.
 */
import { type EgressPolicy, judgePort } from '../../src/egress/policy.ts';
import type { PeerConnection } from '../../src/protocols/connection.ts';
import { ProtocolError } from '../../src/protocols/protocol-error.ts';
import { StreamConnection, type Streams, type StreamTimings } from '../../src/protocols/stream-connection.ts';
import { egressDenied } from '../errors/gateway-error.ts';
import type { Deadlines } from '../settings/deadlines.ts';
import { abortReason, Deadline, timedOut, underSignal } from './deadline.ts';
import { dial, ignore, type OpenSocket } from './dial.ts';

/** The policy and the limits of the connections of one HTTP request. */
export interface Dialer {
  readonly connect: OpenSocket;
  readonly policy: EgressPolicy;
  readonly deadlines: Deadlines;
  /** The deadline of the whole request. The client's signal aborts it too. */
  readonly lifetime: Deadline;
  /** Counts a connection to a public host, and throws `rate-limited`; `null` = connections are not counted. */
  readonly admit: ((host: string) => Promise<void>) | null;
}

/** How long each phase of opening took, in milliseconds, for `Server-Timing`; `null` = the phase was skipped. */
export interface Timings extends StreamTimings {
  dns: number | null;
  connect: number;
}

export class SocketConnection extends StreamConnection implements PeerConnection {
  override readonly timings: Timings = { dns: null, connect: 0, tls: null, firstByte: null };
  readonly #dialer: Dialer;
  /** The host that was passed to `connect()`: an approved address, or a name that the policy lists. */
  readonly #host: string;
  readonly #serverName: string;

  constructor(socket: Socket, host: string, serverName: string, dialer: Dialer) {
    super(streamsOf(socket, serverName, dialer), dialer.deadlines, dialer.lifetime.signal);
    this.#host = host;
    this.#serverName = serverName;
    this.#dialer = dialer;
  }

  /**
   * Opens a second connection to the same peer, as FTP does for data (RFC 959 §3.2). It uses the approved address of
   * this connection, and ignores addresses that the server sends (CVE-2020-8284).
   *
   * @throws GatewayError `egress-denied` for a system port or one on the deny list, else ProtocolError as `openSocket`
   */
  async another(port: number, tls: 'none' | 'starttls'): Promise<SocketConnection> {
    const verdict = judgePort(port, null, this.#dialer.policy);
    if (!verdict.allowed) throw egressDenied(verdict);
    const { deadlines, lifetime } = this.#dialer;
    const deadline = new Deadline(deadlines.connect, timedOut('connect'), lifetime.signal);
    try {
      const { socket, host } = await dial(
        this.#dialer.connect,
        [this.#host],
        port,
        tls === 'starttls',
        deadlines.connect,
        deadline.signal,
      );
      return new SocketConnection(socket, host, this.#serverName, this.#dialer);
    } finally {
      deadline.end();
    }
  }
}

/** @param serverName - the name that the certificate must be valid for */
function streamsOf(socket: Socket, serverName: string, dialer: Dialer): Streams {
  return {
    readable: socket.readable,
    writable: socket.writable,
    close: () => ignore(socket.close()),
    startTls: async () => {
      const secured = socket.startTls({ expectedServerHostname: serverName });
      ignore(secured.closed);
      const deadline = new Deadline(dialer.deadlines.connect, timedOut('connect'), dialer.lifetime.signal);
      try {
        await underSignal(secured.opened, deadline.signal);
        return streamsOf(secured, serverName, dialer);
      } catch (cause) {
        ignore(secured.close());
        if (deadline.signal.aborted) throw abortReason(deadline.signal);
        // The runtime reports every failed handshake as an internal error, so the phase has to identify the failure.
        const detail = 'The server offers no TLS, or its certificate is not valid for this host.';
        throw new ProtocolError('tls', detail, { cause });
      } finally {
        deadline.end();
      }
    },
  };
}
