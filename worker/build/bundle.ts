/**
 * Bundles and minifies the Worker as wrangler does when it deploys, without the two seconds of processor time that
 * wrangler needs to load, and collects the licences of what is in a bundle. Tests and self-hosting run this module; a
 * test compares its bundle with that of `wrangler deploy`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/** The options of wrangler, which a Worker of this compatibility date gets. */
export const WRANGLER = {
  format: 'esm',
  target: 'es2024',
  conditions: ['workerd', 'worker', 'browser'],
  external: ['cloudflare:*', 'node:*'],
  define: { 'navigator.userAgent': '"Cloudflare-Workers"', 'process.env.NODE_ENV': '"production"' },
} as const;

/**
 * Bundles and minifies the Worker into one module.
 *
 * @param plugins - plugins of esbuild
 * @returns its code, and the paths of the modules in it
 */
export async function bundleWorker(plugins: Plugin[] = []) {
  const { outputFiles, metafile } = await build({
    ...WRANGLER,
    conditions: [...WRANGLER.conditions],
    external: [...WRANGLER.external],
    absWorkingDir: root,
    entryPoints: ['worker/index.ts'],
    plugins,
    bundle: true,
    minify: true,
    metafile: true,
    write: false,
  });
  return { code: outputFiles.map(({ text }) => text).join(''), modules: Object.keys(metafile.inputs) };
}

/**
 * The text of a file of licences: each package with its version and its licence. They ask that copies carry them.
 *
 * @param bundle - the name of the bundled file
 * @param modules - paths, as esbuild names the inputs of a bundle
 * @throws Error if a package has no licence
 */
export function licencesOf(bundle: string, modules: readonly string[]): string {
  // A package may have another version of one of its own, in a folder of its own.
  const names = modules.flatMap(
    (module) => /node_modules\/((?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1] ?? [],
  );
  const texts = [...new Set(names)].toSorted().map((name) => {
    const folder = join(root, 'node_modules', name);
    const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const [licence] = globSync('LICEN[CS]E*', { cwd: folder });
    if (licence === undefined) throw new Error(`${name} has no licence.`);
    return `${name.replace(/^.*node_modules\//, '')} ${version}\n\n${readFileSync(join(folder, licence), 'utf8').trim()}\n`;
  });
  return `The modules of these packages are in ${bundle}.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
