/** The API's description of what mailto URLs mean. */
import { field, type KindSchema, list, object, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({
    to: list(string('Decoded.'), 'The addresses.'),
    headers: list(field('In lower case.'), 'The header fields, in order.'),
  }),
};
