/** JSON Schema for the details of file URLs. */
import { type KindSchema, nullable, object, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({
    host: nullable(string('null for the local machine.')),
    path: string('Decoded.'),
    windowsDrive: nullable(string('Such as `C:`.')),
  }),
};
