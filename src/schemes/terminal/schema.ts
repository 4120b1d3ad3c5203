/** JSON Schema for the details and the request of telnet, rlogin and tn3270 URLs. */
import { endpoint, type KindSchema, nullable, object, oneOf, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({
    user: nullable(string('Decoded.')),
    password: nullable(string('Decoded.')),
    advisory: { const: true, description: 'User and password are suggestions; no client sends them automatically.' },
  }),
  request: object({
    interactive: { const: true, description: 'A person types; there is nothing to send.' },
    protocol: oneOf(['telnet', 'rlogin', 'tn3270'], 'The protocol of the session.'),
    host: endpoint.host,
    port: endpoint.port,
    user: nullable(string('The suggested user.')),
  }),
};
