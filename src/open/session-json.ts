/** The JSON of a session for a terminal. */
import type { TerminalSession } from './opened.ts';

/** What a caller knows of a session. */
interface SessionAddresses {
  /** A name to log in with, which nothing sends by itself; `null` = none. */
  readonly user: string | null;
  /** The address of a WebSocket that carries the session, and the subprotocol of its control messages. */
  readonly socket: string;
  readonly subprotocol: string;
}

export function sessionJson(
  { url, protocol, host, port }: TerminalSession,
  { user, socket, subprotocol }: SessionAddresses,
): object {
  return { kind: 'terminal', url, protocol, host, port, user, socket, subprotocol };
}
