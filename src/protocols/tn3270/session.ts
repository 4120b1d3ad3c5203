/** The session of a 3270 terminal (RFC 1576, RFC 2355). What a person types is whole records, each with its header. */
import { ProtocolError } from '../protocol-error.ts';
import type { SessionProtocol } from '../telnet/session.ts';
import { isRecord } from './header.ts';
import { Tn3270Connection } from './records.ts';
import type { Model } from './screen.ts';

const NOTHING = new Uint8Array(0);

/**
 * A tn3270 session.
 *
 * @param model - decides on the size of the screen, and the type of terminal that the host is told
 * @example
 * ```ts
 * const session = tn3270Session(2);
 * session.receive(Uint8Array.of(255, 253, 40)).reply; // Uint8Array.of(255, 251, 40)
 * session.control({ type: 'key', key: 'attention' }); // Uint8Array.of(255, 243)
 * ```
 */
export function tn3270Session(model: Model): SessionProtocol {
  const connection = new Tn3270Connection(model);
  return {
    receive(chunk) {
      const records: Uint8Array[] = [];
      const reply = connection.receive(chunk, (record) => records.push(record));
      if (connection.overflow) throw new ProtocolError('malformed', 'The server sent a record that is too long.');
      return { data: NOTHING, records, reply, echo: null };
    },
    type: (record) => (isRecord(record) ? connection.send(record) : NOTHING),
    control: (command) => (command.type === 'key' && command.key === 'attention' ? connection.attention() : NOTHING),
    closed: () => null,
  };
}
