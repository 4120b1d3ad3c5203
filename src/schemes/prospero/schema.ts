/** JSON Schema for the details of prospero URLs. */
import { field, type KindSchema, list, nullable, object, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({
    hsoname: string('The host-specific object name, decoded.'),
    fields: list(field('The name of the field.'), 'The fields after the name, in order.'),
    version: nullable(string('The value of the field OBJECT-VERSION.')),
  }),
};
