/** What documents say of the JSON of terminals. */
import * as s from '../documentation.ts';

export const answers = {
  TerminalSession: s.answer('terminal', 'An interactive session.', {
    protocol: s.oneOf(['telnet', 'rlogin', 'tn3270'], 'The protocol of the session.'),
    host: 'The host of the server.',
    port: s.integer('The port of the server.'),
    user: s.nullable('The name to log in with that the link suggests. It is never sent automatically.'),
    socket: s.link('The address of the WebSocket, for pages of this service.'),
    subprotocol: { const: 'waypost-terminal', description: 'The subprotocol to offer.' },
  }),
};
