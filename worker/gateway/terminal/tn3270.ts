/** tn3270 as the protocol of a session (RFC 1576, RFC 2355). What a person types is whole records, each with its header. */
import type { SessionProtocol } from '../../../src/protocols/telnet/session.ts';
import { isRecord } from '../../../src/protocols/tn3270/header.ts';
import { Tn3270Connection } from '../../../src/protocols/tn3270/records.ts';
import type { Model } from '../../../src/protocols/tn3270/screen.ts';
import { GatewayError } from '../../errors/gateway-error.ts';

const NOTHING = new Uint8Array(0);

export function tn3270Session(model: Model): SessionProtocol {
  const connection = new Tn3270Connection(model);
  return {
    receive(chunk) {
      const records: Uint8Array[] = [];
      const reply = connection.receive(chunk, (record) => records.push(record));
      if (connection.overflow) throw new GatewayError('gateway-protocol', 'The server sent a record that is too long.');
      return { data: NOTHING, records, reply, echo: null };
    },
    type: (record) => (isRecord(record) ? connection.send(record) : NOTHING),
    control: (command) => (command.type === 'key' && command.key === 'attention' ? connection.attention() : NOTHING),
    closed: () => null,
  };
}
