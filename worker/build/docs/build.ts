/** Builds the static files of the documentation: the documents of `docs/`, with the operations of the API. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fragmentOf } from '../../pages/docs/topics.ts';
import { assets } from '../../pages/parts/assets.ts';
import { readDiagnosticHelp } from '../beside-definitions.ts';
import type { ApiDescription } from '../openapi/document.ts';
import { bundlePart, bundleScript, importCompiled } from '../page-bundle.ts';
import type * as Page from './page.tsx';

/** The recorded answers: one file for each operation, which a test writes and compares with the Worker. */
export const RECORDED = join(import.meta.dirname, 'recorded');

/** The code that sends a signed message. */
export const SIGNED_SAMPLES = join(import.meta.dirname, 'signed-samples.md');

const DOCUMENTS = join(import.meta.dirname, '../../../docs');

/** The files with their paths under `build/public`. */
export async function buildDocumentation(description: ApiDescription): Promise<ReadonlyMap<string, string>> {
  const { writeDocumentation } = await importCompiled<typeof Page>('build/docs/page.tsx');
  const { pages, searchIndex } = writeDocumentation({
    description,
    documents: readFolder(DOCUMENTS, '.md'),
    recorded: readFolder(RECORDED, '.txt'),
    signed: readFileSync(SIGNED_SAMPLES, 'utf8'),
    help: await readDiagnosticHelp(),
  });
  return new Map([
    ...[...pages].map(([topic, html]) => [fragmentOf(topic), html] as const),
    [assets.docsIndex, searchIndex],
    [assets.docsSearch, await bundlePart('pages/docs/find.ts', 'node_modules/minisearch/LICENSE.txt')],
    [assets.docsScript, await bundleScript('pages/docs/browser/script.ts')],
  ]);
}

/** The texts of the files of a folder, by their names without the extension. */
function readFolder(folder: string, extension: string): Readonly<Record<string, string>> {
  const names = globSync(`*${extension}`, { cwd: folder });
  return Object.fromEntries(
    names.map((name) => [basename(name, extension), readFileSync(join(folder, name), 'utf8').trimEnd()]),
  );
}
