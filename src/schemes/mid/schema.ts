/** JSON Schema for the details of mid and cid URLs. */
import { type KindSchema, nullable, object, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({
    messageId: nullable(string('Without angle brackets.')),
    contentId: nullable(string('Without angle brackets.')),
  }),
};
