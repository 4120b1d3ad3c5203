/**
 * The meaning of replies: their classes (RFC 959 §4.2), and the error that each refusal becomes.
 */
import { type OctetString, octetsOf } from '../../octets/octet-string.ts';
import { utf8OrLatin1Of } from '../../octets/octets.ts';
import { type ProtocolCode, ProtocolError } from '../protocol-error.ts';
import type { Reply } from './reply.ts';

const inClass =
  (digit: number) =>
  ({ code }: Reply) =>
    Math.floor(code / 100) === digit;
/** 1yz: something is under way. */
export const isPreliminary = inClass(1);
/** 2yz: done. */
export const isCompletion = inClass(2);

/** Whether the server does not support the command or its parameters, so that another command may work. */
export function isUnsupported({ code }: Reply): boolean {
  return code === 500 || code === 501 || code === 502 || code === 504;
}

/** Errors by the code of the refusal. For other codes the first digit decides. */
const CODES: Readonly<Record<number, ProtocolCode>> = {
  332: 'login-required', // an account is required too
  421: 'busy', // the server closes
  425: 'unreachable', // no data connection
  426: 'unreachable', // the data connection broke
  431: 'tls', // RFC 2228 §5: no security mechanism
  450: 'busy',
  451: 'busy',
  452: 'busy',
  500: 'unsupported',
  501: 'invalid-request',
  502: 'unsupported',
  503: 'unsupported',
  504: 'unsupported',
  521: 'tls', // data must be protected
  522: 'tls', // RFC 4217 §11: protection of another kind, often session reuse
  530: 'login-required',
  532: 'login-required',
  533: 'tls', // RFC 2228 §5: commands must be protected
  534: 'tls',
  535: 'tls',
  536: 'tls',
  550: 'not-found',
  551: 'not-found',
  553: 'invalid-request', // the name is not allowed
};

/** Words in a 550 reply for a file that exists but may not be read. */
const FORBIDDEN = /permission|denied|not allowed|forbidden/i;

const LONGEST_QUOTE = 300;

/**
 * The error for a refusal, with the server's text in it. Replies to USER and PASS are not quoted, because they may
 * repeat the password: see `login.ts`.
 *
 * @param name - the argument of the refused command
 */
export function refusal(reply: Reply, name?: OctetString): ProtocolError {
  const words = wordsOf(reply);
  const text = words === `${reply.code}` ? `The server answered with ${words}.` : `The server says: ${words}`;
  return new ProtocolError(errorCodeOf(reply, name), text, { reply: words, status: reply.code });
}

/** A reply on one line. */
export function wordsOf({ code, lines }: Reply): string {
  return `${code} ${quoteReply(lines)}`.trimEnd();
}

/**
 * Whether a refused login demands TLS. RFC 2228 defines 533 and 534 for this, but servers use various codes with a
 * text; pure-ftpd uses 421.
 */
export function demandsTls({ code, lines }: Reply): boolean {
  return (code >= 500 || code === 421) && /\b(?:TLS|SSL|AUTH|encrypt\w*)\b/i.test(quoteReply(lines));
}

/** The error code for a refusal. The name is ignored in the server's text: it could be `denied.txt`. */
export function errorCodeOf(reply: Reply, name = ''): ProtocolCode {
  const { code, lines } = reply;
  const known = CODES[code];
  if (code === 421 && demandsTls(reply)) return 'tls';
  if (known === 'not-found' && FORBIDDEN.test(lines.join(' ').replace(name, ''))) return 'forbidden';
  if (known) return known;
  if (code >= 400 && code < 500) return 'busy';
  return code >= 500 ? 'forbidden' : 'malformed';
}

/** The server's text as one line, without control characters and cut to a readable length. */
export function quoteReply(lines: readonly OctetString[]): string {
  const text = utf8OrLatin1Of(octetsOf(lines.join(' ')))
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
}
