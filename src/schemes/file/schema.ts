/** The API's description of what file URLs mean. */
import { type KindSchema, nullable, object, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({
    host: nullable(string('null for the local machine.')),
    path: string('Decoded.'),
    windowsDrive: nullable(string('Such as `C:`.')),
  }),
};
