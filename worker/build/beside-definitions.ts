/** Reads the files beside the scheme definitions that only the build and the tests of the Worker need. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { GalleryEntry } from '../../src/schemes/gallery-entry.ts';
import type { KindSchema } from '../../src/schemes/json-schema.ts';
import { definitions } from '../../src/schemes/registry.ts';

interface Files {
  /** The schemas of the kind's details and request. */
  readonly schema: KindSchema;
  /** Entries of the explorer's gallery. */
  readonly gallery: readonly GalleryEntry[];
}

/** Every kind of scheme that has a definition. A kind has the name of its folder. */
export const definedKinds: readonly string[] = [...new Set(definitions.map(({ kind }) => kind))];

/**
 * Imports the export `name` of the file `<kind>/<name>.ts`.
 *
 * @param kind - the kind of a definition
 * @returns `null` if there is no such file
 */
export async function importBeside<Name extends keyof Files>(kind: string, name: Name): Promise<Files[Name] | null> {
  const file = join(import.meta.dirname, '../../src/schemes', kind, `${name}.ts`);
  if (!existsSync(file)) return null;
  const module: { readonly [Export in Name]: Files[Export] } = await import(
    /* @vite-ignore */ pathToFileURL(file).href
  );
  return module[name];
}

/** The gallery, in the order of its years. */
export async function readGallery(): Promise<readonly GalleryEntry[]> {
  const entries = await Promise.all(definedKinds.map((kind) => importBeside(kind, 'gallery')));
  return entries.flatMap((some) => some ?? []).toSorted((a, b) => a.year - b.year);
}
