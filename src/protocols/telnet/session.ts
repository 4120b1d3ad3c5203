/**
 * Sessions of a terminal, whatever their protocol: octets of the server in; text for the screen and answers for the
 * server out. telnet and rlogin are here, tn3270 is in `tn3270/session.ts`. A session does no I/O.
 */
import { Rlogin, startRlogin } from './rlogin.ts';
import { Telnet, type TelnetKey, type TelnetOutput, type WindowSize } from './telnet.ts';

/** Keys that are commands of a protocol instead of octets. */
export type SessionKey = TelnetKey | 'attention';

/** What a terminal tells its session, besides what a person types. */
export type SessionCommand =
  /** The size of the screen in characters. */
  | ({ readonly type: 'size' } & WindowSize)
  | { readonly type: 'key'; readonly key: SessionKey }
  /** The name to log in with, which rlogin sends before everything else. */
  | { readonly type: 'user'; readonly user: string };

/** What the octets of a server mean. */
export interface SessionOutput extends TelnetOutput {
  /** 3270 records for the screen, each with its header. */
  readonly records: readonly Uint8Array[];
}

/** Why a server ended a session. */
export interface SessionEnd {
  readonly code: 'login-refused';
  /** A sentence for the person at the terminal. */
  readonly message: string;
}

/** One connection of a protocol. */
export interface SessionProtocol {
  /**
   * Takes octets of the server.
   *
   * @param chunk - is overwritten
   * @throws ProtocolError `malformed` if a server of this protocol cannot have sent them
   */
  receive(chunk: Uint8Array): SessionOutput;
  /** What to send for typed octets, or for a 3270 record. */
  type(octets: Uint8Array): Uint8Array;
  /** What to send for a command; empty = nothing. */
  control(command: SessionCommand): Uint8Array;
  /** The end that a closed connection means; `null` = the server ended the session as servers do. */
  closed(): SessionEnd | null;
}

/** The size of a screen before the terminal reports its own. */
const USUAL_SIZE: WindowSize = { columns: 80, rows: 24 };

const NOTHING = new Uint8Array(0);

/**
 * A telnet session (RFC 854).
 *
 * @example
 * ```ts
 * const session = telnetSession();
 * session.receive(Uint8Array.of(255, 251, 1)).echo; // 'server'
 * session.control({ type: 'key', key: 'interrupt' }); // Uint8Array.of(255, 244)
 * ```
 */
export function telnetSession(): SessionProtocol {
  const telnet = new Telnet(USUAL_SIZE);
  return {
    receive: (chunk) => ({ ...telnet.receive(chunk), records: [] }),
    type: (octets) => telnet.type(octets),
    control(command) {
      if (command.type === 'size') return telnet.resize(command);
      return command.type === 'key' && command.key !== 'attention' ? telnet.press(command.key) : NOTHING;
    },
    closed: () => null,
  };
}

/** An rlogin session (RFC 1282). It begins when the terminal tells the name of the user. */
export function rloginSession(): SessionProtocol {
  const rlogin = new Rlogin(USUAL_SIZE);
  let started = false;
  return {
    receive: (chunk) => ({ ...rlogin.receive(chunk), records: [], echo: null }),
    type: (octets) => octets,
    control(command) {
      if (command.type === 'size') return rlogin.resize(command);
      if (command.type !== 'user' || started) return NOTHING;
      started = true;
      return startRlogin(command.user);
    },
    closed() {
      if (rlogin.open) return null;
      const { refusal } = rlogin;
      const message =
        refusal === null ? 'The server ended the session before the login.' : `The server says: ${refusal}`;
      return { code: 'login-refused', message };
    },
  };
}
