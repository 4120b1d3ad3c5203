/** The API's description of what mid and cid URLs mean. */
import { type KindSchema, nullable, object, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({
    messageId: nullable(string('Without angle brackets.')),
    contentId: nullable(string('Without angle brackets.')),
  }),
};
