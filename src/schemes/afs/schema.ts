/** The API's description of what afs URLs mean. */
import { type KindSchema, object, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({ cell: string('The cell of the file system.'), path: string('Decoded.') }),
};
