/** The API's description of what telnet, rlogin and tn3270 URLs mean, and of the request. */
import { endpoint, type KindSchema, nullable, object, oneOf, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({
    user: nullable(string('Decoded.')),
    password: nullable(string('Decoded.')),
    advisory: { const: true, description: 'User and password are suggestions; nothing sends them by itself.' },
  }),
  request: object({
    interactive: { const: true, description: 'A person types; there is nothing to send.' },
    protocol: oneOf(['telnet', 'rlogin', 'tn3270'], 'What is spoken.'),
    host: endpoint.host,
    port: endpoint.port,
    user: nullable(string('The suggested user.')),
  }),
};
