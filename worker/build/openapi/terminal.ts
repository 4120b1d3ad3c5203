/** The JSON of the gateway to terminals: a session, and the address of its WebSocket. */
import { integer, nullable, object, oneOf, type Schema, string } from './schema.ts';

export const terminalAnswers: readonly string[] = ['TerminalSession'];

export const terminalSchemas: Readonly<Record<string, Schema>> = {
  TerminalSession: object(
    {
      kind: { const: 'terminal' },
      url: string('The canonical link, without user info.', { format: 'uri' }),
      protocol: oneOf(['telnet', 'rlogin', 'tn3270'], 'The protocol of the session.'),
      host: string('The host of the server.'),
      port: integer('The port of the server.'),
      user: nullable(string('The name to log in with that the link suggests. It is never sent automatically.')),
      socket: string('The address of the WebSocket, for pages of this service.', { format: 'uri' }),
      subprotocol: { const: 'waypost-terminal', description: 'The subprotocol to offer.' },
    },
    'An interactive session.',
  ),
};
