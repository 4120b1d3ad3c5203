/** JSON Schema for the details of afs URLs. */
import { type KindSchema, object, string } from '../json-schema.ts';

export const schema: KindSchema = {
  details: object({ cell: string('The cell of the file system.'), path: string('Decoded.') }),
};
