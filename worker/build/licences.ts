/** The licences of the packages whose modules are in a bundle. They ask that copies carry them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../../node_modules');

/**
 * The names of the packages that modules are from, in order.
 *
 * @param modules - paths, as esbuild names the inputs of a bundle
 */
export function packagesOf(modules: readonly string[]): readonly string[] {
  const names = modules.flatMap((module) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? []);
  return [...new Set(names)].toSorted();
}

/**
 * The text of a file of licences: each package with its version and its licence.
 *
 * @param bundle - the name of the bundled file
 * @throws Error if a package has no licence
 */
export function licencesOf(bundle: string, modules: readonly string[]): string {
  const texts = packagesOf(modules).map((name) => {
    const folder = join(packages, name);
    const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const [licence] = globSync('LICEN[CS]E*', { cwd: folder });
    if (licence === undefined) throw new Error(`${name} has no licence.`);
    return `${name} ${version}\n\n${readFileSync(join(folder, licence), 'utf8').trim()}\n`;
  });
  return `The modules of these packages are in ${bundle}.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
