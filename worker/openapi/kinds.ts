/**
 * What each kind of scheme puts into `details` and `request` of a resolution, as schemas. They are read from the files
 * `schema.ts` beside the scheme definitions when the description is built, so that the Worker carries none of them.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { KindSchema } from '../../src/schemes/json-schema.ts';
import { definitions } from '../../src/schemes/registry.ts';
import { boolean, object, type Schema } from './schema.ts';

/** The schemas of one kind, both present. */
type Kind = Required<KindSchema>;

const nothing: Schema = { type: 'null', description: 'Nothing can be sent for a URL of this kind.' };

/** A kind whose scheme comes without schemas. */
const undescribed: Kind = { details: { type: 'object' }, request: { type: 'object' } };

/** Reads the schemas of a kind from the folder of that name. */
async function schemasOf(kind: string): Promise<Kind> {
  const file = join(import.meta.dirname, '../../src/schemes', kind, 'schema.ts');
  if (!existsSync(file)) return undescribed;
  const { schema }: { schema: KindSchema } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  return { request: nothing, ...schema };
}

const names = new Set(definitions.map(({ kind }) => kind));

/** Every `kind` of a resolution. */
export const kinds: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(await Promise.all([...names].map(async (kind) => [kind, await schemasOf(kind)] as const))),
  unknown: {
    details: object({ experimental: boolean('Whether the scheme begins with `x-`.') }),
    request: nothing,
  },
};
