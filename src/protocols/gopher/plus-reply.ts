/**
 * The replies of Gopher+ servers (University of Minnesota, 30 July 1993, §2.3): the header line that says how a reply
 * ends, and the error that a server sends instead of an item.
 */
import { octetStringOf } from '../../octets/charset.ts';
import { concatOctets, latin1Of } from '../../octets/octets.ts';
import { type MenuLine, parseMenuLine, type ServerAddress } from './menu.ts';
import { isLastLine, linesOf } from './period.ts';

/** How a reply ends: after a number of octets, with a line that is only a period, or with the connection. */
export type Framing = { readonly kind: 'length'; readonly length: number } | { readonly kind: 'period' | 'close' };

export interface ReplyHeader {
  /** Whether the sign is `-`: the reply is an error and not the item. */
  readonly failed: boolean;
  readonly framing: Framing;
}

const FRAMINGS: ReadonlyMap<string, Framing> = new Map([
  ['-1', { kind: 'period' }],
  ['-2', { kind: 'close' }],
]);

/** The longest header line: a sign, a number below 2^53, CR LF. */
export const LONGEST_HEADER = 20;

/**
 * Reads the first line of a reply. `null` means that it is not a header: the server does not speak Gopher+.
 *
 * @example
 * ```ts
 * parseReplyHeader(octetsOf('+11')); // { failed: false, framing: { kind: 'length', length: 11 } }
 * ```
 */
export function parseReplyHeader(line: Uint8Array): ReplyHeader | null {
  const [, sign, number = ''] = /^([+-])(-1|-2|\d{1,15})\s*$/.exec(latin1Of(line.subarray(0, LONGEST_HEADER))) ?? [];
  if (sign === undefined) return null;
  return { failed: sign === '-', framing: FRAMINGS.get(number) ?? { kind: 'length', length: Number(number) } };
}

/** The body of a reply whose sign is `-`. */
export interface ErrorReply {
  /** `1` = not available, `2` = try again later, `3` = moved; `null` = the body has no code. */
  readonly code: number | null;
  /** The administrator, as the server writes the name. */
  readonly admin: Uint8Array;
  readonly message: Uint8Array;
  /** The new place of an item that has moved. */
  readonly moved: MenuLine | null;
}

/**
 * Reads the body of a reply whose sign is `-`.
 *
 * @param server - the server that sent it
 */
export function parseErrorReply(body: Uint8Array, server: ServerAddress): ErrorReply {
  const [first = new Uint8Array(0), ...lines] = linesOf(body).filter((line) => !isLastLine(line));
  const [, digits] = /^(\d)(?: |$)/.exec(latin1Of(first.subarray(0, 2))) ?? [];
  const message = (digits === undefined ? [first, ...lines] : lines).flatMap((line) => [line, '\n']);
  const [newPlace] = lines;
  return {
    code: digits === undefined ? null : Number(digits),
    admin: digits === undefined ? new Uint8Array(0) : first.subarray(2),
    message: concatOctets(message.slice(0, -1)),
    moved: digits === '3' && newPlace !== undefined ? parseMenuLine(octetStringOf(newPlace), server) : null,
  };
}
