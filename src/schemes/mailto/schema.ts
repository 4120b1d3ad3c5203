/** JSON Schema for the details of mailto URLs. */
import { field, type KindSchema, list, object, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({
    to: list(string('Decoded.'), 'The addresses, also those of `to` fields.'),
    headers: list(field('In lower case.'), 'The other header fields, in order.'),
  }),
};
