/** Reads the files beside scheme definitions and openers that only the build and the tests of the Worker need. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OpenedDocumentation } from '../../src/open/documentation.ts';
import type { DiagnosticHelpTable, GalleryEntry, KindSchema } from '../../src/schemes/documentation.ts';
import { definitions } from '../../src/schemes/registry.ts';
import { genericHelp } from '../pages/problems/generic-help.ts';

/** What documents say of a kind. */
interface Documentation {
  /** The schemas of the kind's details and request. */
  readonly schema: KindSchema;
  readonly gallery: readonly GalleryEntry[];
  /** Absent = its schemes have no diagnostics of their own. */
  readonly diagnosticHelp?: DiagnosticHelpTable;
}

/** Every kind of scheme that has a definition. A kind has the name of its folder. */
export const definedKinds: readonly string[] = [...new Set(definitions.map(({ kind }) => kind))];

/**
 * Imports `<kind>/documentation.ts`.
 *
 * @param kind - the kind of a definition
 * @returns `null` if there is no such file
 */
export function readDocumentation(kind: string): Promise<Documentation | null> {
  return readFrom('schemes', kind);
}

/** As `readDocumentation`, of what links of the kind lead to. */
export function readOpenedDocumentation(kind: string): Promise<OpenedDocumentation | null> {
  return readFrom('open', kind);
}

async function readFrom<File>(folder: 'schemes' | 'open', kind: string): Promise<File | null> {
  const file = join(import.meta.dirname, '../../src', folder, kind, 'documentation.ts');
  return existsSync(file) ? import(/* @vite-ignore */ pathToFileURL(file).href) : null;
}

/** The gallery, in the order of its years. */
export async function readGallery(): Promise<readonly GalleryEntry[]> {
  const documented = await Promise.all(definedKinds.map(readDocumentation));
  return documented.flatMap((documentation) => documentation?.gallery ?? []).toSorted((a, b) => a.year - b.year);
}

/** What `/problems` says of diagnostics, those of the generic syntax and those of each scheme. */
export async function readDiagnosticHelp(): Promise<DiagnosticHelpTable> {
  const documented = await Promise.all(definedKinds.map(readDocumentation));
  return Object.assign({}, genericHelp, ...documented.map((documentation) => documentation?.diagnosticHelp));
}
