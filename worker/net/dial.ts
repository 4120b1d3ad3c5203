/**
 * The only call of `connect()`, which is handed in: the command line has another one. It adds what the runtime leaves
 * to callers: a deadline, a check that the connection is established, and the closing of abandoned sockets.
 */
import { ProtocolError } from '../../src/protocols/protocol-error.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { limits } from '../settings/limits.ts';
import { abortReason, Deadline, timedOut, underSignal } from './deadline.ts';

/**
 * A socket that uses TLS from `startTls` on. With `on`, the runtime would check no name, because it connects to an
 * address.
 */
const UPGRADABLE = 'starttls';

/** `connect()` of the platform (`cloudflare:sockets`), or what stands for it in Node. */
export type OpenSocket = (address: SocketAddress, options: SocketOptions) => Socket;

/** A connected socket and its host. */
export interface Dialled {
  readonly socket: Socket;
  readonly host: string;
}

/**
 * Connects to the first of these hosts that accepts. Each host gets only a share of the time, so that a silent one
 * leaves time for the next.
 *
 * @param hosts - approved addresses, IPv6 in brackets, or one name that the policy lists
 * @param upgradable - whether TLS may follow
 * @param time - milliseconds for all hosts together; `null` = only the signal limits it
 * @throws ProtocolError `unreachable`; or the reason of the signal
 */
export async function dial(
  connect: OpenSocket,
  hosts: readonly string[],
  port: number,
  upgradable: boolean,
  time: number | null,
  signal: AbortSignal,
): Promise<Dialled> {
  let refusal: unknown = null;
  const tried = hosts.slice(0, limits.connectAttempts);
  for (const host of tried) {
    const share = new Deadline(time && host !== tried.at(-1) ? time / tried.length : null, timedOut('connect'), signal);
    const socket = connect(
      { hostname: host, port },
      { secureTransport: upgradable ? UPGRADABLE : 'off', allowHalfOpen: false },
    );
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
export function ignore(promise: Promise<unknown>): void {
  promise.catch(() => {});
}
