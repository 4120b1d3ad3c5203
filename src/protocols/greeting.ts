/**
 * Recognises the protocol of a server by its first octets. A terminal sends what a stranger types, so it must not stay
 * connected to a mail server, a database or a remote desktop; a check says which protocol it found instead.
 */
import { latin1Of } from '../octets/octets.ts';

/** A protocol that is not for terminals, as pages name it. */
type ForeignProtocol = 'SSH' | 'SMTP' | 'IMAP' | 'POP3' | 'HTTP' | 'RFB' | 'MySQL';

/** A protocol that is recognised by the first octets of its servers, as people name it. */
export type SpokenProtocol = ForeignProtocol | 'DICT' | 'FTP' | 'NNTP' | 'TLS' | 'gopher';

/**
 * The first octets of a connection are judged up to this number: a line of SMTP has at most 512 (RFC 5321 §4.5.3.1.5).
 */
export const GREETING_LIMIT = 512;

/** Each greeting, and the beginning from which more octets may still become one. */
const greetings: readonly { readonly protocol: ForeignProtocol; readonly is: RegExp; readonly begins: string }[] = [
  { protocol: 'SSH', is: /^SSH-/, begins: 'SSH-' }, // RFC 4253 §4.2
  // RFC 5321 §4.2: a reply of one or several lines that names the protocol. FTP greets with 220, too, and is not meant.
  { protocol: 'SMTP', is: /^220[ -][^\n]*\b(?:E?SMTP|LMTP)\W/i, begins: '220' },
  { protocol: 'IMAP', is: /^\* (?:OK|PREAUTH|BYE)[ \r\n]/i, begins: '* ' }, // RFC 9051 §7.1
  { protocol: 'POP3', is: /^\+OK[ \r\n]/i, begins: '+OK' }, // RFC 1939 §4
  { protocol: 'HTTP', is: /^HTTP\/\d/, begins: 'HTTP/' }, // RFC 9112 §4
  { protocol: 'RFB', is: /^RFB \d{3}\.\d{3}\n/, begins: 'RFB ' }, // RFC 6143 §7.1.1
];

/** The longest text after which a greeting other than that of SMTP is decided: `RFB 003.008` and LF. */
const LONGEST_FIXED = 12;

/**
 * What the first octets of a server say: the protocol that they greet with, `'more'` if the next octets may still show
 * one, `null` if they do not. `foreignProtocol(octetsOf('SSH-2.0-OpenSSH_9.9\r\n'))` is `'SSH'`, and
 * `foreignProtocol(octetsOf('22'))` is `'more'`.
 */
export function foreignProtocol(octets: Uint8Array): ForeignProtocol | 'more' | null {
  if (octets.length === 0) return 'more';
  const text = latin1Of(octets.subarray(0, GREETING_LIMIT));
  const found = greetings.find(({ is }) => is.test(text));
  if (found !== undefined) return found.protocol;
  if (text.startsWith('220') ? !text.includes('\n') && text.length < GREETING_LIMIT : mayBecomeGreeting(text))
    return 'more';
  return mysql(octets);
}

function mayBecomeGreeting(text: string): boolean {
  const upper = text.toUpperCase();
  return greetings.some(({ begins }) =>
    upper.length <= begins.length ? begins.startsWith(upper) : upper.startsWith(begins) && upper.length < LONGEST_FIXED,
  );
}

/** The header of a packet of MySQL, and the longest handshake that we expect: a version and the names of plug-ins. */
const MYSQL_HEADER = 4;
const MYSQL_HANDSHAKE_LIMIT = 1024;

/** Length in three octets, sequence number 0, then protocol 10 with a version such as `8.0`, or an error (X'FF'). */
function mysql(octets: Uint8Array): 'MySQL' | 'more' | null {
  const [low = 0, middle = 0, high = 0, sequence = 0, first] = octets;
  const length = low | (middle << 8) | (high << 16);
  if (length > MYSQL_HANDSHAKE_LIMIT || sequence !== 0) return null;
  if (octets.length <= MYSQL_HEADER) return 'more';
  if (first === 0xff) return 'MySQL';
  if (first !== 10) return null;
  const version = latin1Of(octets.subarray(MYSQL_HEADER + 1, MYSQL_HEADER + 3));
  if (version.length < 2) return 'more';
  return /^\d[.\d]/.test(version) ? 'MySQL' : null;
}

/** Greetings and replies that {@link foreignProtocol} leaves to others, whatever the server was asked. */
const others: readonly (readonly [protocol: SpokenProtocol, beginning: RegExp])[] = [
  // RFC 2229 §3.1: 220, words, perhaps the capabilities, and an identifier in the form of a message-id.
  ['DICT', /^220 [^\n]*<(?:[\w.]*> *<[^<>\s@]+|[\d.]+)@[^<>\s]+>[ \t]*\r?\n/],
  // RFC 959 §5.4. SMTP and DICT greet with 220, too, but are told apart.
  ['FTP', /^220[ -][^\n]*\n/],
  ['NNTP', /^20[01][ -][^\n]*\n/], // RFC 3977 §5.1
  ['TLS', /^[\x15\x16]\x03[\0-\x04]/], // RFC 8446 §5.1: the record of an alert or a handshake
  ['gopher', /^[!-~][^\t\n]*\t[^\t\n]*\t[^\t\n]*\t\d{1,5}[^\n]*\n/], // RFC 1436 §3.8
];

/**
 * The protocol of a server; `null` if it is not recognised.
 * `spokenProtocol(octetsOf('220 ProFTPD Server ready\r\n'))` is `'FTP'`, and `spokenProtocol(octetsOf('hello'))` is
 * `null`.
 */
export function spokenProtocol(octets: Uint8Array): SpokenProtocol | null {
  const greeted = foreignProtocol(octets);
  if (greeted !== null && greeted !== 'more') return greeted;
  const text = latin1Of(octets);
  return others.find(([, beginning]) => beginning.test(text))?.[0] ?? null;
}
