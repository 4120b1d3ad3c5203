/**
 * The only call of `connect()`, with what the runtime leaves to its callers: a deadline, a check that the connection is
 * established, and the end of sockets that are abandoned.
 */
import { connect } from 'cloudflare:sockets';
import { GatewayError } from '../gateway-error.ts';
import { limits } from '../limits.ts';
import { abortReason, Deadline, timedOut, underSignal } from './deadline.ts';

/** A socket that uses TLS from `startTls` on. With `on`, the runtime checks no name, because it is given an address. */
const UPGRADABLE = 'starttls';

/** A socket that is connected, and the host that it is connected to. */
export interface Dialled {
  readonly socket: Socket;
  readonly host: string;
}

/**
 * Connects to the first of these hosts that accepts. A silent host gets only its share of the time: the next may
 * answer.
 *
 * @param hosts - judged addresses, IPv6 in brackets, or one name that the policy lists
 * @param upgradable - whether TLS may follow
 * @param time - milliseconds for all of them; `null` = no limit but the signal
 * @throws GatewayError `gateway-unreachable`, or the reason of the signal
 */
export async function dial(
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
      // A refused connection reads as an empty answer unless this is awaited.
      await underSignal(socket.opened, share.signal);
      return { socket, host };
    } catch (error) {
      ignore(socket.close());
      if (signal.aborted) throw abortReason(signal);
      refusal = error;
    } finally {
      share.lift();
    }
  }
  // The runtime has one message for a refused, a forbidden and an unknown host, so this one covers all three.
  throw new GatewayError('gateway-unreachable', 'The server does not accept a connection.', { cause: refusal });
}

/** Ignores the rejection of a promise: that of a socket that is abandoned is no news. */
export function ignore(promise: Promise<unknown>): void {
  promise.catch(() => {});
}
