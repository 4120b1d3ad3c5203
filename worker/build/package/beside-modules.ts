/** Bundles for the package, which import the modules that the package has anyway instead of bundling them again. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

const root = join(import.meta.dirname, '../../..');

/** Where imports lead until it is known from which folder they come. */
const PLACE = 'package:/';

/** Packages that more than one bundle needs, with the module of the package that has them. */
const SHARED_PACKAGES = new Map([['parse5', 'src/text/parse5.js']]);

/**
 * Writes bundles into the package.
 *
 * @param published - the folder of the package
 * @param options - options of esbuild, with `outdir` or `outfile`
 * @returns what is in them
 */
export async function bundleBeside(published: string, options: BuildOptions): Promise<Metafile> {
  const { outputFiles, metafile } = await build({
    ...options,
    ...{ bundle: true, write: false, metafile: true, format: 'esm' },
    plugins: [...(options.plugins ?? []), modulesOf(published)],
  });
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    const code = text.replaceAll(
      new RegExp(`(["'])${PLACE}([\\w./-]+)\\1`, 'g'),
      (_, quote: string, module: string) => {
        const target = relative(dirname(path), join(published, module)).replaceAll(sep, '/');
        return `${quote}${target.startsWith('.') ? target : `./${target}`}${quote}`;
      },
    );
    writeFileSync(path, code);
  }
  return metafile;
}

function modulesOf(published: string): Plugin {
  return {
    name: 'modules of the package',
    setup({ onResolve }) {
      onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir }) => {
        const module = relative(root, join(resolveDir, path)).replaceAll(sep, '/').replace(/\.ts$/, '.js');
        if (!/^(?:src|bin)\//.test(module) || !existsSync(join(published, module))) return null;
        return { path: `${PLACE}${module}`, external: true };
      });
      onResolve({ filter: /^[a-z\d-]+$/ }, ({ path }) => {
        const module = SHARED_PACKAGES.get(path);
        return module === undefined ? null : { path: `${PLACE}${module}`, external: true };
      });
    },
  };
}
