/** JSON Schema for the details and the request of http and https URLs. */
import { endpoint, type KindSchema, literal, object, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({}),
  request: object({
    ...endpoint,
    method: literal('GET'),
    target: string('The target of the request line.'),
  }),
};
