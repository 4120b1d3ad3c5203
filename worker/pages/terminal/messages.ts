/**
 * The control messages between the page of a terminal and the Worker: JSON in text messages of their WebSocket. Binary
 * messages carry the octets of the session: text for telnet and rlogin, whole 3270 records for tn3270.
 */
import type { SessionCommand, SessionKey } from '../../../src/protocols/telnet/session.ts';
import type { Echo } from '../../../src/protocols/telnet/telnet.ts';

/** The subprotocol that the pages offer (RFC 6455 §1.9). Its clients understand {@link WorkerMessage}. */
export const SUBPROTOCOL = 'waypost-terminal';

/** The credit that a page grants at first, and after how many more octets it grants the same number again. */
export const CREDIT = 1024 * 1024;
export const CREDIT_STEP = 128 * 1024;

/** The longest name that a login may have, in characters. */
export const LONGEST_USER = 256;

/** Keys that are commands of the protocol instead of octets. */
export const KEYS = [
  'break',
  'interrupt',
  'are-you-there',
  'attention',
  'system-request',
] as const satisfies readonly SessionKey[];

/** From the page. */
export type PageMessage =
  /** The page can take so many more octets. Zero keeps the WebSocket open while nothing happens. */
  { readonly type: 'credit'; readonly octets: number } | SessionCommand;

/** From the Worker. */
export type WorkerMessage =
  /** The server accepted the connection. */
  | { readonly type: 'opened' }
  /** Who shows what a person types, and whether they edit it. */
  | { readonly type: 'echo'; readonly by: Echo }
  /** The server agreed to this charset, as `charsetOf` returns it. */
  | { readonly type: 'charset'; readonly charset: string }
  /** The octets before this end with a prompt. */
  | { readonly type: 'prompt' }
  /** So many more octets of the page were sent to the server. It comes every few KiB. */
  | { readonly type: 'written'; readonly octets: number }
  /** A person interrupted a flood of output. What came before is left out if it is not on the screen yet. */
  | { readonly type: 'left-out' }
  | EndMessage;

/** What to do after most ends. */
export const GO_ON = 'Press Reconnect to begin another session.';

/** Why the session ended. It is the last message. */
export interface EndMessage {
  readonly type: 'ended';
  /** Of a failed connection, the code of the gateway error. */
  readonly code: string;
  /** The egress rule, if it refused the connection. */
  readonly rule: string | null;
  /** A sentence for the person at the terminal. */
  readonly message: string;
  /** What the person can try about a failed connection; `null` = nothing in particular. */
  readonly advice: string | null;
}
