/**
 * Sessions of a terminal, whatever their protocol: octets of the server in; text for the screen and answers for the
 * server out. telnet and rlogin are here, tn3270 is in `tn3270/session.ts`. A session does no I/O.
 */

import { Collector } from '../../octets/collector.ts';
import { concatOctets, utf8OrLatin1Of } from '../../octets/octets.ts';
import { isTelnetKey, Telnet, type TelnetKey, type TelnetOutput, type WindowSize } from './telnet.ts';
import { networkOrder } from './telnet-decoder.ts';

/** Keys that are commands of a protocol instead of octets. */
export type SessionKey = TelnetKey | 'attention' | 'system-request';

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
  /** The login of rlogin, or the logical unit of tn3270 that was asked for. */
  readonly code: 'login-refused' | 'lu-refused';
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
  /**
   * What to send to a server that has become silent after an interrupt, so that it sends something. Absent = the
   * protocol has no question that every server answers.
   */
  wake?(): Uint8Array;
  /**
   * Whether output that is older than an interrupt may be left out, up to the answer to {@link wake}. Absent = it may
   * not: 3270 records build on each other.
   */
  readonly canLeaveOut?: true;
  /** The end that a closed connection means; `null` = the server ended the session as servers do. */
  closed(): SessionEnd | null;
}

/** The size of a screen before the terminal reports its own. */
const USUAL_SIZE: WindowSize = { columns: 80, rows: 24 };

const NOTHING = new Uint8Array(0);

/** What octets mean that negotiate nothing. */
export const NOTHING_AGREED = { echo: null, charset: null, answers: [], prompts: [] } as const;

/**
 * A telnet session (RFC 854).
 *
 * @example
 * ```ts
 * const session = telnetSession();
 * session.receive(Uint8Array.of(255, 251, 1)).echo; // 'nobody'
 * session.receive(Uint8Array.of(255, 251, 3)).echo; // 'server'
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
      return command.type === 'key' && isTelnetKey(command.key) ? telnet.press(command.key) : NOTHING;
    },
    wake: () => telnet.wake(),
    canLeaveOut: true,
    closed: () => null,
  };
}

/** An rlogin session (RFC 1282). It begins when the terminal tells the name of the user. */
export function rloginSession(): SessionProtocol {
  const rlogin = new Rlogin(USUAL_SIZE);
  let started = false;
  return {
    receive: (chunk) => ({ ...rlogin.receive(chunk), records: [], ...NOTHING_AGREED }),
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

/** The terminal and its speed, as every rlogin client of today sends them. */
const TERMINAL_AND_SPEED = 'xterm-256color/38400';

const NUL = 0;
const LF = 0x0a;
/** Two octets of 255 and `ss` begin a window size in the stream. */
const WINDOW_SIZE = [0xff, 0xff, 0x73, 0x73] as const;
/** Of a refusal, this much is shown. */
const REFUSAL_LIMIT = 1024;

/**
 * The octets that begin a connection. `startRlogin('guest')` is `octetsOf('\0guest\0guest\0xterm-256color/38400\0')`.
 * `user` is the user, on the server and on the client; sent as UTF-8. Throws a `RangeError` if the user contains a
 * control character, as NUL ends a name.
 */
export function startRlogin(user: string): Uint8Array {
  if (/[\0-\x1f\x7f]/.test(user)) throw new RangeError('A user name cannot contain control characters.');
  return concatOctets([`\0${user}\0${user}\0${TERMINAL_AND_SPEED}\0`]);
}

/**
 * One rlogin connection, after {@link startRlogin}. Urgent data, by which a server asks for window sizes, is not
 * visible to us, so sizes are sent unasked once the server has accepted.
 */
export class Rlogin {
  #state: 'waiting' | 'open' | 'refused' = 'waiting';
  #size: WindowSize;
  readonly #refusal = new Collector(REFUSAL_LIMIT);

  constructor(size: WindowSize) {
    this.#size = size;
  }

  /** Whether the server has accepted. */
  get open(): boolean {
    return this.#state === 'open';
  }

  /** The words of a server that has refused; `null` if it has not. */
  get refusal(): string | null {
    if (this.#state !== 'refused') return null;
    const octets = this.#refusal.octets;
    const end = octets.indexOf(LF);
    const line = utf8OrLatin1Of(end === -1 ? octets : octets.subarray(0, end));
    return line.replace(/[\0-\x1f\x7f-\x9f]/g, '');
  }

  /** Takes octets of the server. */
  receive(chunk: Uint8Array): Pick<TelnetOutput, 'data' | 'reply'> {
    const nothing = new Uint8Array(0);
    if (chunk.length === 0) return { data: nothing, reply: nothing };
    if (this.#state === 'waiting') {
      const accepted = chunk[0] === NUL;
      this.#state = accepted ? 'open' : 'refused';
      if (accepted) return { data: chunk.subarray(1), reply: this.#windowSize() };
    }
    if (this.#state === 'open') return { data: chunk, reply: nothing };
    this.#refusal.add(chunk);
    return { data: nothing, reply: nothing };
  }

  /** Takes the new size of the screen. Returns what to send: nothing before the server has accepted. */
  resize(size: WindowSize): Uint8Array {
    this.#size = size;
    return this.open ? this.#windowSize() : new Uint8Array(0);
  }

  /** Rows, columns, and the size in pixels, which is not known. */
  #windowSize(): Uint8Array {
    return Uint8Array.of(...WINDOW_SIZE, ...networkOrder(this.#size.rows, this.#size.columns, 0, 0));
  }
}
