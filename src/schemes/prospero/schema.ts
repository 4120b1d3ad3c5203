/** JSON Schema for the details of prospero URLs. */
import { base64, endpoint, field, type KindSchema, list, literal, nullable, object, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({
    hsoname: string('The host-specific object name, decoded.'),
    fields: list(field('The name of the field.'), 'The fields after the name, in order.'),
    version: nullable(string('The value of the field OBJECT-VERSION.')),
  }),
  request: object({
    ...endpoint,
    transport: literal('udp'),
    text: string('The lines of the question; one character for each octet.'),
    packets: list(
      string('A packet of ARDP.', base64),
      'The packets that carry the question. Their connection id is 1; a client chooses another one each time.',
    ),
  }),
};
