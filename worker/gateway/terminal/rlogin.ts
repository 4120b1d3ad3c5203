/** rlogin as the protocol of a session (RFC 1282). The page sends the name of the user first, when a person asks for it. */
import { Rlogin, startRlogin } from '../../../src/protocols/telnet/rlogin.ts';
import { endMessage, NOTHING, piecesOf, type SessionProtocol, USUAL_SIZE } from './protocol.ts';

const RULE =
  'Most rlogin servers accept only connections from the ports 512 to 1023, which this gateway cannot choose. Try telnet.';

export function rloginSession(): SessionProtocol {
  const rlogin = new Rlogin(USUAL_SIZE);
  let started = false;
  return {
    receive(chunk) {
      const { data, reply } = rlogin.receive(chunk);
      return { frames: piecesOf(data), reply, messages: [] };
    },
    type: (octets) => octets,
    control(message) {
      if (message.type === 'size') return rlogin.resize(message);
      if (message.type !== 'user' || started) return NOTHING;
      started = true;
      return startRlogin(message.user);
    },
    closed() {
      if (rlogin.open) return null;
      const { refusal } = rlogin;
      const words = refusal === null ? 'The server ended the session before the login.' : `The server says: ${refusal}`;
      return endMessage('login-refused', `${words} ${RULE}`);
    },
  };
}
