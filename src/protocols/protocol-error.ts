/** The errors of protocol clients, as one family. */
import { utf8OrLatin1Of } from '../octets/octets.ts';

/** What went wrong. */
export type ProtocolCode =
  /** The protocol cannot express the request. */
  | 'invalid-request'
  /** The server wants a user name and a password, or refuses these. */
  | 'login-required'
  /** The server has it, but refuses access. */
  | 'forbidden'
  /** The server does not have it. */
  | 'not-found'
  /** The server cannot answer now. */
  | 'busy'
  /** The server says that it failed for good. */
  | 'server-failure'
  /** The server, or this client, cannot do what was asked. */
  | 'unsupported'
  /** The reply breaks the protocol. */
  | 'malformed'
  /** The reply is longer than its limit. */
  | 'too-large'
  /** The connection could not be opened, or ended before the answer did. */
  | 'unreachable'
  /** TLS could not be started, or the certificate is not valid for the server. */
  | 'tls'
  /** The server sent nothing for too long. */
  | 'timeout';

/** A link to something else that a person can try. */
export interface Suggestion {
  readonly text: string;
  /** Absolute. */
  readonly url: string;
  /** Whether the person must change it before it leads anywhere: its server is an example. Absent = `false`. */
  readonly isExample?: boolean;
}

export interface ProtocolErrorOptions {
  /** The words of the server that the message quotes. Absent or empty = none. */
  readonly reply?: string | null | undefined;
  /** The server's own status, such as 550 of FTP. Absent = none. */
  readonly status?: number | string | null | undefined;
  /** How long the server wants a client to wait before it asks again, in seconds. Absent = it does not say. */
  readonly retryAfter?: number | null | undefined;
  /** What a person can try, if the usual advice for this code does not fit. Absent = the usual advice. */
  readonly advice?: string | null | undefined;
  /** What else a person can try. Absent = nothing. */
  readonly suggest?: readonly Suggestion[] | undefined;
  /** The error of the platform. It is for logs: its text may name files and addresses. */
  readonly cause?: unknown;
}

/**
 * A conversation with a server that failed. `message` is a sentence for people. It may quote the server, so it must be
 * escaped like any other text. The end of a conversation by its `AbortSignal` is no such error: it throws the reason of
 * the signal.
 *
 * @example
 * ```ts
 * new ProtocolError('not-found', 'The server says: 550 No such file.', { status: 550 }).code; // 'not-found'
 * ```
 */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: ProtocolCode;
  /** The server's own words; `null` = none that can be quoted. */
  readonly reply: string | null;
  /** The server's own status; `null` = none. */
  readonly status: number | string | null;
  /** How long the server wants a client to wait before it asks again, in seconds; `null` = it does not say. */
  readonly retryAfter: number | null;
  /** What a person can try; `null` = the usual advice for this code. */
  readonly advice: string | null;
  /** What else a person can try. */
  readonly suggest: readonly Suggestion[];

  constructor(code: ProtocolCode, message: string, options: ProtocolErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.reply = options.reply || null;
    this.status = options.status ?? null;
    this.retryAfter = options.retryAfter ?? null;
    this.advice = options.advice ?? null;
    this.suggest = options.suggest ?? [];
  }
}

const LONGEST_QUOTE = 300;

/** What a server says of an error. */
interface ServerWords {
  readonly status: string;
  /** In UTF-8 or Latin-1. */
  readonly reply: Uint8Array;
  /** Paths of the server's own files, which are not for strangers. */
  readonly path: RegExp;
}

/** An error with the words of the server in its message, on one line and without the paths in them. */
export function quotingError(
  code: ProtocolCode,
  sentence: string,
  { status, reply, path }: ServerWords,
): ProtocolError {
  const words = utf8OrLatin1Of(reply.subarray(0, LONGEST_QUOTE))
    .replace(path, '…')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  const message = words === '' ? sentence : `${sentence} ${quotation(words)}`;
  return new ProtocolError(code, message, { reply: words, status });
}

/**
 * The words of a server as a sentence.
 *
 * @param words - on one line, not empty
 */
export function quotation(words: string): string {
  return `It says: “${words}”${/[.!?]$/.test(words) ? '' : '.'}`;
}

/** The error for a connection that ends before the answer begins, as those of a server beyond its limit do. */
export function noAnswer(): ProtocolError {
  return new ProtocolError('unreachable', 'The server closed the connection without an answer.');
}

/** The error for a connection that ends before the answer does. */
export function cutAnswer(): ProtocolError {
  return new ProtocolError('unreachable', 'The server closed the connection in the middle of its answer.');
}

export function longLine(): ProtocolError {
  return new ProtocolError('malformed', 'The server sent a line that is too long.');
}

export function longRequest(): ProtocolError {
  return new ProtocolError('invalid-request', 'The request is too long.');
}

/** @param sent - in octets; `more` = more than it announced, and the rest was not read */
export function otherLength(announced: number, sent: number | 'more'): ProtocolError {
  return new ProtocolError('malformed', `The server announced ${announced} octets and sent ${sent}.`);
}
