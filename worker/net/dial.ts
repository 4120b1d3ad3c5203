/**
 * The one call of `connect()`, and what the runtime leaves to its callers: a deadline, an answer to whether the
 * connection stands at all, and an end for a socket that is given up.
 */
import { connect } from 'cloudflare:sockets';
import { abortReason, Deadline, timedOut, underSignal } from './deadline.ts';
import { GatewayError } from './errors.ts';
import { limits } from './limits.ts';

/** The runtime's word for a socket that speaks TLS from `startTls` on. With `on` it checks no name on a pinned address. */
const UPGRADABLE = 'starttls';

/** A socket that stands, and which of the hosts it leads to. */
export interface Dialled {
  readonly socket: Socket;
  readonly host: string;
}

/**
 * Connects to the first of these hosts that accepts. One that is silent has its share of the time, and no more: the
 * next may well answer.
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
  // The runtime has one message for a refused, a forbidden and an unknown host, so there is one here as well.
  throw new GatewayError('gateway-unreachable', 'The server does not accept a connection.', { cause: refusal });
}

/** For promises of a socket that is given up: their rejection tells nothing new. */
export function ignore(promise: Promise<unknown>): void {
  promise.catch(() => {});
}
