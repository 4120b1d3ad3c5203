/** Bundles in the package import the modules that the package has anyway. */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';

const root = join(import.meta.dirname, '..');

/**
 * A plugin that leaves the library out of a bundle.
 *
 * @param from - the folder of the bundle
 * @param published - the folder of the package
 */
export function publishedModules(from: string, published: string): Plugin {
  return {
    name: 'modules of the package',
    setup({ onResolve }) {
      onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir }) => {
        const module = relative(root, join(resolveDir, path)).replace(/\.ts$/, '.js');
        // Bundles have the clients of protocols themselves, with the packages that these use.
        if (!/^(?:src\/(?!protocols|message)|bin\/)/.test(module) || !existsSync(join(published, module))) return null;
        return { path: `./${relative(from, join(published, module))}`.replace(/^\.\/\.\./, '..'), external: true };
      });
    },
  };
}
