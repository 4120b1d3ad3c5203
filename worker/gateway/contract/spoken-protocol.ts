/** Recognises the protocol of a server by the first octets that it sends, whatever it was asked. */

import { latin1Of } from '../../../src/octets/octets.ts';
import { foreignProtocol } from '../../../src/protocols/greeting.ts';

/** Greetings and replies that `foreignProtocol` leaves to others. */
const beginnings: readonly (readonly [protocol: string, beginning: RegExp])[] = [
  // RFC 959 §5.4. SMTP greets with 220, too, but names itself.
  ['FTP', /^220[ -][^\n]*\n/],
  // RFC 3977 §5.1
  ['NNTP', /^20[01][ -][^\n]*\n/],
  // RFC 8446 §5.1: the record of an alert or a handshake
  ['TLS', /^[\x15\x16]\x03[\0-\x04]/],
  // RFC 1436 §3.8
  ['gopher', /^[!-~][^\t\n]*\t[^\t\n]*\t[^\t\n]*\t\d{1,5}[^\n]*\n/],
];

/**
 * The protocol of a server; `null` if it is not recognised.
 *
 * @param octets - the first octets that the server sent
 * @example
 * ```ts
 * spokenProtocol(octetsOf('220 ProFTPD Server ready\r\n')); // 'FTP'
 * spokenProtocol(octetsOf('HTTP/1.1 400 Bad Request\r\n')); // 'HTTP'
 * spokenProtocol(octetsOf('hello')); // null
 * ```
 */
export function spokenProtocol(octets: Uint8Array): string | null {
  const greeted = foreignProtocol(octets);
  if (greeted !== null && greeted !== 'more') return greeted;
  const text = latin1Of(octets);
  return beginnings.find(([, beginning]) => beginning.test(text))?.[0] ?? null;
}
