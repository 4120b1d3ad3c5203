/** What a session needs of its protocol. Each protocol is a pure codec with an adapter to this interface. */
import type { EndMessage, PageMessage, WorkerMessage } from '../../pages/terminal/messages.ts';

/** What the octets of a server mean. */
export interface SessionOutput {
  /** Binary messages for the page. They may be parts of the chunk that was read. */
  readonly frames: readonly Uint8Array[];
  /** For the server; may be empty. */
  readonly reply: Uint8Array;
  /** Text messages for the page. */
  readonly messages: readonly WorkerMessage[];
}

/** One connection of a protocol. */
export interface SessionProtocol {
  /**
   * Takes octets of the server.
   *
   * @param chunk - may be overwritten
   * @throws GatewayError `gateway-protocol` if a server of this protocol cannot have sent them
   */
  receive(chunk: Uint8Array): SessionOutput;
  /** What to send for a binary message of the page. */
  type(octets: Uint8Array): Uint8Array;
  /** What to send for a control message of the page; empty = nothing. */
  control(message: PageMessage): Uint8Array;
  /** The end that a closed connection means; `null` = the server ended the session as servers do. */
  closed(): EndMessage | null;
}

/** The octets of a message, at most: the page acknowledges a message as a whole, and the next read waits for that. */
const PIECE = 64 * 1024;

/** Cuts octets into messages. */
export function piecesOf(octets: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < octets.length; at += PIECE) pieces.push(octets.subarray(at, at + PIECE));
  return pieces;
}

/** The size of a screen before the page reports its own. */
export const USUAL_SIZE = { columns: 80, rows: 24 } as const;

/** The message about an end that no egress rule caused. */
export function endMessage(code: string, message: string): EndMessage {
  return { type: 'ended', code, rule: null, message };
}

export const NOTHING: Uint8Array = new Uint8Array(0);
