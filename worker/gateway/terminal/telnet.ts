/** Telnet as the protocol of a session. */
import { Telnet, type TelnetKey } from '../../../src/protocols/telnet/telnet.ts';
import type { Key } from '../../pages/terminal/messages.ts';
import { NOTHING, piecesOf, type SessionProtocol, USUAL_SIZE } from './protocol.ts';

export function telnetSession(): SessionProtocol {
  const telnet = new Telnet(USUAL_SIZE);
  return {
    receive(chunk) {
      const { data, reply, events } = telnet.receive(chunk);
      return {
        frames: piecesOf(data),
        reply,
        messages: events.map(({ by }) => ({ type: 'echo', by })),
      };
    },
    type: (octets) => telnet.type(octets),
    control(message) {
      if (message.type === 'size') return telnet.resize(message);
      return message.type === 'key' && isTelnetKey(message.key) ? telnet.press(message.key) : NOTHING;
    },
    closed: () => null,
  };
}

function isTelnetKey(key: Key): key is TelnetKey & Key {
  return key === 'break' || key === 'interrupt' || key === 'are-you-there';
}
