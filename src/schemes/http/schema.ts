/** The API's description of what http and https URLs mean, and of the request. */
import { endpoint, type KindSchema, literal, object, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({}),
  request: object({
    ...endpoint,
    method: literal('GET'),
    target: string('The target of the request line.'),
  }),
};
