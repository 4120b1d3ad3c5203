/** Functions that write the schemas of the description. */
import type { Schema } from '../../../src/schemes/documentation.ts';

export {
  boolean,
  integer,
  list,
  literal,
  nullable,
  object,
  oneOf,
  type Schema,
  string,
} from '../../../src/schemes/documentation.ts';

/** A schema under `components`. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
