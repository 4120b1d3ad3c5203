/**
 * Bundles what the commands `get` and `check` need. The command line loads the bundle only for these two, so the others
 * do not pay for it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { licencesOf } from '../bundle.ts';
import { publishedModules } from './bundle-gateways.ts';

/**
 * Writes the bundle, a module that exports what `bin/network/contract.ts` says.
 *
 * @param file - the path of the module to write
 * @param published - the folder of the package: what it has of `src` is imported from there, not bundled; `null` =
 * everything is bundled
 */
export async function bundleCommands(file: string, published: string | null): Promise<void> {
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, '../../../bin/network/commands.ts')],
    outfile: file,
    bundle: true,
    metafile: true,
    minify: true,
    lineLimit: 160,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['worker', 'browser'],
    inject: [join(import.meta.dirname, 'node-20.ts')],
    plugins: published === null ? [] : [publishedModules(join(file, '..'), published)],
  });
  writeFileSync(join(file, '..', 'LICENSES'), licencesOf('commands.js', Object.keys(metafile.inputs)));
}
