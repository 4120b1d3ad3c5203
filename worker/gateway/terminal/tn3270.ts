/** tn3270 as the protocol of a session (RFC 1576, RFC 2355). Binary messages are whole records, each with its header. */
import { isRecord } from '../../../src/protocols/tn3270/header.ts';
import type { Model } from '../../../src/protocols/tn3270/models.ts';
import { Tn3270Connection } from '../../../src/protocols/tn3270/records.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { NOTHING, type SessionProtocol } from './protocol.ts';

export function tn3270Session(model: Model): SessionProtocol {
  const connection = new Tn3270Connection(model);
  return {
    receive(chunk) {
      const frames: Uint8Array[] = [];
      const reply = connection.receive(chunk, (record) => frames.push(record));
      if (connection.overflow) throw new GatewayError('gateway-protocol', 'The server sent a record that is too long.');
      return { frames, reply, messages: [] };
    },
    type: (record) => (isRecord(record) ? connection.send(record) : NOTHING),
    control: (message) => (message.type === 'key' && message.key === 'attention' ? connection.attention() : NOTHING),
    closed: () => null,
  };
}
