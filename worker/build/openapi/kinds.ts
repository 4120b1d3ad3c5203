/**
 * What each kind of scheme puts into `details` and `request` of a resolution, as schemas.
 */
import type { KindSchema } from '../../../src/schemes/documentation.ts';
import { definedKinds, readDocumentation } from '../beside-definitions.ts';
import { boolean, object, type Schema } from './schema.ts';

/** The schemas of one kind, both present. */
type Kind = Required<KindSchema>;

const nothing: Schema = { type: 'null', description: 'Nothing can be sent for a URL of this kind.' };

/** The schema for a kind that defines none. */
const anyObject: Schema = { type: 'object' };

async function schemasOf(kind: string): Promise<Kind> {
  const documentation = await readDocumentation(kind);
  return documentation === null
    ? { details: anyObject, request: anyObject }
    : { request: nothing, ...documentation.schema };
}

/** Every `kind` of a resolution. */
export const kinds: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(await Promise.all(definedKinds.map(async (kind) => [kind, await schemasOf(kind)] as const))),
  unknown: {
    details: object({ experimental: boolean('Whether the scheme begins with `x-`.') }),
    request: nothing,
  },
};
