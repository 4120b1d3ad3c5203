/**
 * Replies on the control connection (RFC 959 §4.2), which is a Telnet connection (§2.3):
 *
 * ```
 *   220 one line
 *
 *   220-the first of several lines
 *     the lines in between may begin with anything: blanks, 220, 331
 *   220 the last line has the same code and a space
 * ```
 * and what they mean: their classes, and the error that each refusal becomes.
 */
import { type OctetString, octetsOf } from '../../octets/charset.ts';
import { utf8OrLatin1Of } from '../../octets/octets.ts';
import { saysFull } from '../full-server.ts';
import { type ProtocolCode, ProtocolError } from '../protocol-error.ts';

export interface FtpReply {
  /** 100 to 599. */
  readonly code: number;
  /** Every line, without the reply's own code at its beginning. */
  readonly lines: readonly OctetString[];
}

const FIRST_LINE = /^([1-5]\d\d)(?:([ -])(.*))?$/s;

/**
 * Reads one reply; `null` if the first line does not begin one.
 *
 * @param next - the next line, without its end
 */
export async function readReply(next: () => Promise<OctetString>): Promise<FtpReply | null> {
  const [, code, separator, text = ''] = FIRST_LINE.exec(await next()) ?? [];
  if (code === undefined) return null;
  const lines = [text];
  for (let isLast = separator !== '-'; !isLast; ) {
    const line = await next();
    const own = line.startsWith(code);
    isLast = own && (line.length === 3 || line[3] === ' ');
    // Many servers repeat the code and a hyphen on every line, which RFC 959 does not require.
    lines.push(isLast || (own && line[3] === '-') ? line.slice(4) : line);
  }
  return { code: Number(code), lines };
}

/** IAC and what follows it (RFC 854): another IAC, a negotiation command with its option, or any other command. */
const TELNET_COMMAND = /\xff(?:(\xff)|[\xfb-\xfe][\x00-\xff]?|[\x00-\xfa]?)/g;

/**
 * A line without the Telnet commands in it. They get no answer: FTP uses no Telnet options.
 * `withoutTelnet('a\xff\xfb\x01b\xff\xff')` is `'ab\xff'`.
 */
export function withoutTelnet(line: OctetString): OctetString {
  return line.includes('\xff') ? line.replace(TELNET_COMMAND, '$1') : line;
}

/** A command's argument in Telnet form: doubles the octet 255. */
export function asTelnet(argument: OctetString): OctetString {
  return argument.replaceAll('\xff', '\xff\xff');
}

/**
 * The extensions that a server lists in its reply to FEAT (RFC 2389 §3.2): their parameters by the name of the feature,
 * in upper case; empty if the server does not know FEAT.
 * `featuresOf({ code: 211, lines: ['Features:', ' REST STREAM', 'End'] }).get('REST')` is `'STREAM'`.
 */
export function featuresOf({ code, lines }: FtpReply): ReadonlyMap<string, string> {
  if (code !== 211) return new Map();
  return new Map(
    lines.slice(1, -1).map((line): [string, string] => {
      const [, name = '', parameters = ''] = /^\s*(\S*)\s*(.*)$/s.exec(line) ?? [];
      return [name.toUpperCase(), parameters];
    }),
  );
}

const inClass =
  (digit: number) =>
  ({ code }: FtpReply) =>
    Math.floor(code / 100) === digit;
/** 1yz: something is under way. */
export const isPreliminary = inClass(1);
/** 2yz: done. */
export const isCompletion = inClass(2);

/** Whether the server does not support the command or its parameters, so that another command may work. */
export function isUnsupported({ code }: FtpReply): boolean {
  return code === 500 || code === 501 || code === 502 || code === 504;
}

/** The server closes the connection. It may send this in reply to any command (RFC 959 §4.2.1). */
export const GOODBYE = 421;

/** Errors by the code of the refusal. For other codes the first digit decides. */
const CODES: Readonly<Record<number, ProtocolCode>> = {
  332: 'login-required', // an account is required too
  [GOODBYE]: 'busy',
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

/**
 * Words in a 425 reply to a data connection from another address than that of the control connection, which a server
 * refuses as an attempt to steal the port (RFC 2577 §8): those of vsftpd, then of wu-ftpd and its descendants.
 */
const OTHER_ADDRESS = /\bbad ip connecting\b|\bport theft\b/i;
const TWO_ADDRESSES =
  'It wants both connections of a transfer to come from one address. This network uses several, so the link may open ' +
  'from another network.';

function isFromOtherAddress({ code, lines }: FtpReply): boolean {
  return code === 425 && OTHER_ADDRESS.test(lines.join(' '));
}

/** Whether the server refuses a login only because others are connected. */
export function isFull({ code, lines }: FtpReply): boolean {
  return code === 530 && saysFull(lines.join(' '));
}

const LONGEST_QUOTE = 300;

/**
 * The error for a refusal, with the server's text in it. Replies to USER and PASS are not quoted, because they may
 * repeat the password: see `login.ts`. The name is the argument of the refused command.
 */
export function refusal(reply: FtpReply, name?: OctetString): ProtocolError {
  const words = replyWords(reply);
  const quote = words === `${reply.code}` ? `The server answered with ${words}.` : `The server says: ${words}`;
  const text = isFromOtherAddress(reply) ? `${quote} ${TWO_ADDRESSES}` : quote;
  return new ProtocolError(errorCodeOf(reply, name), text, { reply: words, status: reply.code });
}

/** A reply on one line. */
export function replyWords({ code, lines }: FtpReply): string {
  return `${code} ${quoteReply(lines)}`.trimEnd();
}

/**
 * Whether a refused login demands TLS. RFC 2228 defines 533 and 534 for this, but servers use various codes with a
 * text; pure-ftpd uses 421.
 */
export function demandsTls({ code, lines }: FtpReply): boolean {
  return (code >= 500 || code === GOODBYE) && /\b(?:TLS|SSL|AUTH|encrypt\w*)\b/i.test(quoteReply(lines));
}

/** The error code for a refusal. The name is ignored in the server's text: it could be `denied.txt`. */
export function errorCodeOf(reply: FtpReply, name = ''): ProtocolCode {
  const { code, lines } = reply;
  const known = CODES[code];
  if (code === GOODBYE && demandsTls(reply)) return 'tls';
  if (isFull(reply)) return 'busy';
  // The server is there, and serves others.
  if (isFromOtherAddress(reply)) return 'unsupported';
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
